import { visibleRepositories } from '../deployment/repository.ts'
import { parsePathStep } from '../inputs/parse.ts'
import { EMPTY_STRING } from '../inputs/problem.ts'
import { words } from '../lib/sentence.ts'
import { count } from '../report/markup.ts'
import { repositoriesSummary } from '../report/query-summaries.ts'
import { type Query, queryAction } from './query.ts'
import type { ActionContext } from './run.ts'

/** The repositories action: the repositories that an integration can see. */
export const REPOSITORIES: Query<string, Record<string, unknown>[]> = {
  outputs: ['repositories', 'count'],
  read(inputs) {
    const id = inputs.read('integration_id', parsePathStep)
    if (inputs.text('integration_id') !== undefined) return id ?? ''
    const message = `is required: the integration whose repositories are listed; ${EMPTY_STRING}`
    inputs.refuse({ input: 'integration_id' }, words(message))
    return ''
  },
  ask: visibleRepositories,
  report: records => ({
    outputs: { repositories: records, count: records.length },
    closing: words(
      `The integration can see ${count(records.length, 'repository', 'repositories')}`,
    ),
    warnings: records.length === 0 ? [NONE] : [],
  }),
  summary: repositoriesSummary,
}

const NONE = words(
  "The integration's app on the repository host was probably granted no repository, or `integration_id` is that of another organisation",
)

export const repositoriesAction = (context: ActionContext) =>
  queryAction(REPOSITORIES, context)
