import type { Deployment } from '../service/responses.ts'

// The page of a deployment in the service's own console, as the template `details_url` gives it.

const NAMES = ['id', 'name', 'tenant_id', 'latest_revision_id'] as const

/** What a template may hold. */
export const PLACEHOLDERS = NAMES.map(name => `{${name}}`)

/** The page of a deployment, each value percent-encoded; undefined while a value is unknown. */
export function detailsUrl(
  template: string | undefined,
  deployment: Deployment,
): string | undefined {
  const isUnknown = NAMES.some(
    name => !deployment[name] && template?.includes(`{${name}}`),
  )
  if (isUnknown) return undefined
  return NAMES.reduce((url, name) => {
    const value = encodeURIComponent((deployment[name] ?? '').toWellFormed())
    return url?.replaceAll(`{${name}}`, () => value)
  }, template)
}
