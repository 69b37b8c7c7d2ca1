import { ignoredFilters, type Listed, type ListOrder, listDeployments } from '../deployment/list.ts'
import type { Surroundings } from './action.ts'
import { readListOrder } from './inputs/list.ts'
import { type Query, queryAction } from './query-action.ts'
import { listSummary } from './report/list-summary.ts'
import { publicDeployment } from './report/outputs.ts'
import { count } from './report/table.ts'

/** The list action: which deployments are there. */
export const LIST: Query<ListOrder, Listed> = {
  read: readListOrder,
  ask: listDeployments,
  outputs(answer) {
    if (!answer) return { deployments: '', ids: '', names: '', count: '' }
    const { deployments } = answer
    return {
      deployments: deployments.map(publicDeployment),
      ids: deployments.map(({ read }) => read.id),
      names: deployments.map(({ read }) => read.name ?? ''),
      count: String(deployments.length),
    }
  },
  closing: ({ deployments, more }) =>
    `Found ${count(deployments.length, 'deployment')}` +
    (more ? '; there are more than `max_results` lets through' : ''),
  warnings: (answer, order) =>
    ignoredFilters(order, answer).map(
      purpose =>
        `The service gave deployments that \`${purpose}\` rules out: it may know that parameter by another name (see the input list_parameters)`,
    ),
  summary: listSummary,
}

export const listAction = (surroundings: Surroundings) => queryAction(LIST, surroundings)
