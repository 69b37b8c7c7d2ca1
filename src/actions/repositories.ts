import { visibleRepositories } from '../deployment/repository.ts'

import { say, words } from '../lib/sentence.ts'
import { count } from '../report/markup.ts'
import { repositoriesSummary } from '../report/query-summaries.ts'
import type { Received } from '../service/client.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import { type Query, queryAction } from './query.ts'
import type { ActionContext } from './run.ts'

/** The repositories action: the repositories that an integration can see. */
export const REPOSITORIES: Query<string, Received<RepositoryRecord>[]> = {
  read(inputs) {
    if (inputs.text('integration_id') === undefined) {
      const message = say`is required: the integration whose repositories are listed; an undefined \`vars.X\` is an empty string`
      inputs.problems.push({ input: 'integration_id', message })
    }
    return inputs.text('integration_id') ?? ''
  },
  ask: visibleRepositories,
  outputs: records => ({
    repositories: records ? records.map(({ sent }) => sent) : '',
    count: records ? records.length : '',
  }),
  closing: records => words(`The integration can see ${count(records.length, 'repository', 'repositories')}`),
  warnings: () => [],
  summary: repositoriesSummary,
}

export const repositoriesAction = (context: ActionContext) => queryAction(REPOSITORIES, context)
