import * as z from 'zod'
import type { Stored, Workspace } from './deployments.ts'

type Filter = (stored: Stored, workspace: Workspace) => boolean

/** A query parameter that is a filter. */
const filter = <Value>(
  type: z.ZodType<Value>,
  matches: (wanted: Value, ...args: Parameters<Filter>) => boolean,
) =>
  type
    .transform(
      (wanted): Filter =>
        (stored, workspace) =>
          matches(wanted, stored, workspace),
    )
    .optional()

const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^[+-]?\d+$/, 'Input should be a valid integer')
    .transform(Number)
    .pipe(z.int().min(least).max(most))

const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })

/** The identifiers of a comma-separated list, in lower case. */
const identifiers = z.string().transform(text => text.split(',').map(id => id.trim().toLowerCase()))

/** The query of the list. The interface has only the purposes of the parameters; these names are common. */
export const ListQuery = z.object({
  limit: integer(1, 100).default(20),
  offset: integer(0, Number.MAX_SAFE_INTEGER).default(0),
  name_contains: filter(z.string(), (wanted, { deployment }) => deployment.name.includes(wanted)),
  status: filter(z.string(), (wanted, stored, { present }) => present(stored).status === wanted),
  // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
  remote_reconciled: filter(
    flag,
    (wanted, { deployment }) => (deployment.source === 'external_container') === wanted,
  ),
  tag_value_ids: filter(identifiers, (wanted, { tag_value_ids }) =>
    tag_value_ids.some(id => wanted.includes(id.toLowerCase())),
  ),
  image_version: filter(z.string(), (wanted, { deployment }) => deployment.image_version === wanted),
  deployment_type: filter(
    z.enum(['dev_free', 'dev', 'prod']),
    (wanted, { deployment_type }) => deployment_type === wanted,
  ),
  deployment_ids: filter(identifiers, (wanted, { deployment }) =>
    wanted.includes(deployment.id.toLowerCase()),
  ),
})

/** The body of the list operation, where `offset` is that of the next page. */
export function listDeployments(
  { limit, offset, ...filters }: z.infer<typeof ListQuery>,
  workspace: Workspace,
): { resources: unknown[]; offset: number } {
  const resources = workspace.all
    .values()
    .filter(stored => Object.values(filters).every(matches => matches?.(stored, workspace) ?? true))
    .drop(offset)
    .take(limit)
    .map(workspace.present)
    .toArray()
  return { resources, offset: offset + resources.length }
}
