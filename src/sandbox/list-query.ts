import * as z from 'zod'
import type { Deployment } from './new-deployment.ts'

// The query of the list. The interface has only the purposes of the parameters; these names are common.

/** A deployment as the service sends it, with what only the filters see. */
interface Candidate {
  shown: Deployment
  deployment_type: string
  tag_value_ids: string[]
}

type Filter = (candidate: Candidate) => boolean

/** A parameter that becomes a filter. */
const filtering = <Value extends z.ZodType>(
  value: Value,
  by: (wanted: z.infer<Value>, candidate: Candidate) => boolean,
) =>
  value
    .transform(
      (wanted): Filter =>
        candidate =>
          by(wanted, candidate),
    )
    .optional()

const identifiers = z
  .string()
  .transform(list => list.split(',').map(id => id.trim().toLowerCase()))

const flag = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  case: 'sensitive',
})

/** The query, in which each filter is a function. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  name_contains: filtering(z.string(), (part, { shown }) =>
    shown.name.includes(part),
  ),
  status: filtering(z.string(), (status, { shown }) => shown.status === status),
  image_version: filtering(
    z.string(),
    (version, { shown }) => shown.image_version === version,
  ),
  tag_value_ids: filtering(identifiers, (ids, { tag_value_ids }) =>
    tag_value_ids.some(id => ids.includes(id.toLowerCase())),
  ),
  deployment_ids: filtering(identifiers, (ids, { shown }) =>
    ids.includes(shown.id.toLowerCase()),
  ),
  // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
  remote_reconciled: filtering(
    flag,
    (isRemote, { shown }) =>
      (shown.source === 'external_container') === isRemote,
  ),
  deployment_type: filtering(
    z.enum(['dev_free', 'dev', 'prod']),
    (type, { deployment_type }) => deployment_type === type,
  ),
})
export type ListQuery = z.infer<typeof ListQuery>
