import { ignoredFilters, type Listed, type ListOrder, listDeployments } from '../deployment/list.ts'
import type { Surroundings } from './action.ts'
import { readListOrder } from './inputs/list.ts'
import { type Query, queryAction } from './query-action.ts'
import { listSummary } from './report/list-summary.ts'
import { publicDeployment } from './report/outputs.ts'

/** What GitHub passes from job to job of one output at most, which it counts as UTF-16. */
const MOST_OF_OUTPUT = 1024 * 1024

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
    `Found ${deployments.length} deployment${deployments.length === 1 ? '' : 's'}` +
    (more ? '; there are more than `max_results` lets through' : ''),
  warnings(answer, order) {
    const ignored = ignoredFilters(order, answer).map(
      purpose =>
        `The service gave deployments that \`${purpose}\` rules out: it may know that parameter by another name (see the input list_parameters)`,
    )
    const size = 2 * JSON.stringify(answer.deployments.map(publicDeployment)).length
    if (size <= MOST_OF_OUTPUT) return ignored
    return [
      ...ignored,
      'The output deployments is larger than 1 MB, which is what GitHub passes from job to job: use it in this job, or pass ids or names on',
    ]
  },
  summary: listSummary,
}

export const listAction = (surroundings: Surroundings) => queryAction(LIST, surroundings)
