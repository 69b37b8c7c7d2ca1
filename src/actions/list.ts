import { withSecretNames } from '../deployment/differences.ts'
import {
  ignoredFilters,
  type Listed,
  type ListOrder,
  listDeployments,
} from '../deployment/list.ts'
import type { Inputs } from '../inputs/inputs.ts'
import {
  oneOf,
  parseBoolean,
  parseCount,
  parseIdentifiers,
} from '../inputs/parse.ts'
import { words } from '../lib/sentence.ts'
import { count } from '../report/markup.ts'
import { listSummary } from '../report/query-summaries.ts'
import { DEPLOYMENT_TYPES } from '../service/responses.ts'
import { type Query, queryAction } from './query.ts'
import type { ActionContext } from './run.ts'

/** The list action. */
export const LIST: Query<ListOrder, Listed> = {
  outputs: ['deployments', 'ids', 'names', 'count'],
  read: readListOrder,
  ask: listDeployments,
  summary: listSummary,
  report(answer, order) {
    const { deployments, more } = answer
    const rest = more ? '; there are more than `max_results` lets through' : ''
    return {
      outputs: {
        deployments: deployments.map(({ sent }) => withSecretNames(sent)),
        ids: deployments.map(({ id }) => id),
        names: deployments.map(({ name }) => name ?? ''),
        count: deployments.length,
      },
      closing: words(`Found ${count(deployments.length, 'deployment')}${rest}`),
      warnings: ignoredFilters(order, answer).map(purpose =>
        words(
          `The service returned deployments that \`${purpose}\` excludes: it may have another name for this parameter (see the input \`list_parameters\`)`,
        ),
      ),
    }
  },
}

export const listAction = (context: ActionContext) => queryAction(LIST, context)

function readListOrder(inputs: Inputs): ListOrder {
  const reconciled = inputs.read('remote_reconciled', parseBoolean)
  const filters: Record<keyof ListOrder['filters'], string | undefined> = {
    status: inputs.text('status'),
    remote_reconciled:
      reconciled === undefined ? undefined : String(reconciled),
    tag_value_ids: inputs.read('tag_value_ids', parseIdentifiers)?.join(','),
    image_version: inputs.text('image_version'),
    deployment_type: inputs.read('deployment_type', oneOf(DEPLOYMENT_TYPES)),
    ids: inputs.read('ids', parseIdentifiers)?.join(','),
  }
  return {
    name: inputs.text('name'),
    name_contains: inputs.text('name_contains'),
    filters: Object.fromEntries(
      Object.entries(filters).filter(([, value]) => value !== undefined),
    ),
    offset: inputs.readOr('offset', parseCount, '0'),
    max_results: inputs.readOr('max_results', parseCount, '100'),
  }
}
