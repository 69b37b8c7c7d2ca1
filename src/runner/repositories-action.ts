import { visibleRepositories } from '../deployment/resolve.ts'
import type { Received } from '../service/client.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import type { Surroundings } from './action.ts'
import { parseUuid } from './inputs/parse.ts'
import { type Query, queryAction } from './query-action.ts'
import { repositoriesSummary } from './report/repositories-summary.ts'
import { count } from './report/table.ts'

/** The repositories action: what an integration can see. */
export const REPOSITORIES: Query<string, Received<RepositoryRecord>[]> = {
  read(inputs) {
    if (inputs.text('integration_id') === undefined) {
      const message = 'is required: the integration whose repositories are listed'
      inputs.problems.push({ input: 'integration_id', message })
    }
    return inputs.read('integration_id', parseUuid) ?? ''
  },
  ask: visibleRepositories,
  outputs: records => ({
    repositories: records ? records.map(({ sent }) => sent) : '',
    count: records ? String(records.length) : '',
  }),
  closing: records => `The integration can see ${count(records.length, 'repository', 'repositories')}`,
  warnings: () => [],
  summary: repositoriesSummary,
}

export const repositoriesAction = (surroundings: Surroundings) => queryAction(REPOSITORIES, surroundings)
