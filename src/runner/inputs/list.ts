import type { Filters, ListOrder } from '../../deployment/list.ts'
import { DEPLOYMENT_TYPES } from '../../service/enums.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseBoolean, parseCount, parseIdentifiers } from './parse.ts'

const DEFAULT_MAX_RESULTS = 100

/** Reads the inputs that are the list action's own. */
export function readListOrder(inputs: Inputs): ListOrder {
  const reconciled = inputs.read('remote_reconciled', parseBoolean)
  const filters: Record<keyof Filters, string | undefined> = {
    status: inputs.text('status'),
    remote_reconciled: reconciled === undefined ? undefined : String(reconciled),
    tag_value_ids: inputs.read('tag_value_ids', parseIdentifiers)?.join(','),
    image_version: inputs.text('image_version'),
    deployment_type: inputs.read('deployment_type', oneOf(DEPLOYMENT_TYPES)),
    ids: inputs.read('ids', parseIdentifiers)?.join(','),
  }
  return {
    name: inputs.text('name'),
    name_contains: inputs.text('name_contains'),
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
    offset: inputs.read('offset', parseCount) ?? 0,
    max_results: inputs.read('max_results', parseCount) ?? DEFAULT_MAX_RESULTS,
  }
}
