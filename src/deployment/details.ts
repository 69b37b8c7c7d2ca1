import type { Deployment } from '../service/responses.ts'

// The page of a deployment in the service's own console, as the template `details_url` gives it.

const NAMES = ['id', 'name', 'tenant_id', 'latest_revision_id'] as const

/** What a template may hold. */
export const PLACEHOLDERS = NAMES.map(name => `{${name}}`)

/** The page of a deployment, each value percent-encoded; undefined while a value is unknown. */
export const detailsUrl = (
  template: string | undefined,
  deployment: Deployment,
): string | undefined =>
  NAMES.reduce((url, name) => {
    if (!url?.includes(`{${name}}`)) return url
    const value = deployment[name]?.toWellFormed()
    return value && url.replaceAll(`{${name}}`, encodeURIComponent(value))
  }, template)
