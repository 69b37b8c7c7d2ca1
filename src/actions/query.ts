import { withSecretNames } from '../deployment/differences.ts'
import type { Stop } from '../deployment/facts.ts'
import {
  ignoredFilters,
  type Listed,
  type ListOrder,
  listDeployments,
} from '../deployment/list.ts'
import { visibleRepositories } from '../deployment/repository.ts'
import { type Job, MAX_SUMMARY_BYTES } from '../github/job.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import type { Inputs } from '../inputs/inputs.ts'
import {
  oneOf,
  parseBoolean,
  parseCount,
  parseIdentifiers,
  parsePathStep,
} from '../inputs/parse.ts'
import { EMPTY_STRING } from '../inputs/problem.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { count, number } from '../lib/text.ts'
import { html, table, withinLimit } from '../report/markup.ts'
import type { Service } from '../service/client.ts'
import { DEPLOYMENT_TYPES, readRepositoryRecord } from '../service/responses.ts'
import { contextOf, stepOf } from './run.ts'

/** An action that asks the service one question and changes nothing. */
interface Query<O, A extends object> {
  /** The names of its outputs. If it fails, each is an empty string. */
  outputs: readonly string[]
  read(inputs: Inputs): O
  ask(service: Service, order: O, signal: AbortSignal): Promise<A | Stop>
  answer(found: A, order: O): Answer
}

interface Answer {
  outputs: Record<string, unknown>
  /** What was found, in a few words and in the sentence that ends the log. */
  title: string
  closing: string
  /** What the workflow's author may not expect. */
  warnings: Sentence[]
  note: Sentence | undefined
  /** The table: an item in each row, by the headings of its columns. */
  rows: Record<string, string | null | undefined>[]
}

/** The filters of the service, as it reads them. */
const FILTERS = {
  status: String,
  remote_reconciled: (text: string) => String(parseBoolean(text)),
  tag_value_ids: parseIdentifiers,
  image_version: String,
  deployment_type: oneOf(DEPLOYMENT_TYPES),
  ids: parseIdentifiers,
}

/** The inputs that the action applies itself, and the filter of the name. */
const OWN = {
  name: String,
  name_contains: String,
  offset: parseCount,
  max_results: parseCount,
}

/** The deployments. */
export const LIST: Query<ListOrder, Listed> = {
  outputs: ['deployments', 'ids', 'names', 'count'],
  read: inputs => ({
    filters: inputs.read(FILTERS),
    ...inputs.read(OWN, { offset: '0', max_results: '100' }),
  }),
  ask: listDeployments,
  answer(listed, order) {
    const { deployments, more } = listed
    const rest = more ? '; there are more than `max_results` lets through' : ''
    const most = number(order.max_results)
    const title = count(deployments.length, 'deployment')
    return {
      outputs: {
        deployments: deployments.map(({ sent }) => withSecretNames(sent)),
        ids: deployments.map(({ id }) => id),
        names: deployments.map(({ name }) => name ?? ''),
        count: deployments.length,
      },
      title,
      closing: `Found ${title}${rest}`,
      warnings: ignoredFilters(order, listed).map(purpose =>
        words(
          `The service returned deployments that \`${purpose}\` excludes: it may have another name for this parameter (see the input \`list_parameters\`)`,
        ),
      ),
      note: more
        ? words(`There are more: \`max_results\` is ${most}, and 0 lists all.`)
        : undefined,
      rows: deployments.map(deployment => {
        const { image_uri, repo_ref } = deployment.source_revision_config ?? {}
        return {
          Name: deployment.name,
          Id: deployment.id,
          Status: deployment.status,
          Source: deployment.source,
          Version: deployment.image_version ?? image_uri ?? repo_ref,
          Updated: deployment.updated_at,
        }
      }),
    }
  },
}

/** The repositories that an integration can see. */
export const REPOSITORIES: Query<string, Record<string, unknown>[]> = {
  outputs: ['repositories', 'count'],
  read(inputs) {
    const id = inputs.value('integration_id', parsePathStep)
    const message = `is required: the integration whose repositories are listed; ${EMPTY_STRING}`
    if (!inputs.text('integration_id'))
      inputs.refuse('integration_id', words(message))
    return id ?? ''
  },
  ask: visibleRepositories,
  answer(records, integration_id) {
    const title = count(records.length, 'repository', 'repositories')
    return {
      outputs: { repositories: records, count: records.length },
      title,
      closing: `The integration can see ${title}`,
      warnings: records.length === 0 ? [NONE] : [],
      note: say`Visible to the integration ${integration_id}.`,
      rows: records.map(record => {
        const { owner, name, url, default_branch } =
          readRepositoryRecord(record)
        return {
          Owner: owner,
          Name: name,
          URL: url,
          'Default branch': default_branch,
        }
      }),
    }
  },
}

const NONE = words(
  "The integration's app on the repository host was probably granted no repository, or `integration_id` is that of another organisation",
)

const queryAction = <O, A extends object>({
  outputs,
  read,
  ask,
  answer,
}: Query<O, A>) =>
  stepOf(async run => {
    run.job.output(Object.fromEntries(outputs.map(name => [name, ''])))
    const inputs = await readServiceInputs(read, run)
    const stop = run.accept(inputs)
    if (stop) return stop
    const { connection, order } = inputs
    const { service } = await contextOf(connection, run)
    const found = await ask(service, order, run.signal)
    if ('code' in found) return found
    reportAnswer(answer(found, order), run.job)
    return undefined
  })

/** The list action. */
export const listAction = queryAction(LIST)

/** The repositories action. */
export const repositoriesAction = queryAction(REPOSITORIES)

function reportAnswer(
  { title, closing, note, rows, ...answer }: Answer,
  job: Job,
): void {
  for (const line of answer.warnings)
    job.warning({ title: 'Answer', lines: [line] })
  job.info(words(closing))
  job.output(answer.outputs)
  const parts = [
    html`## 📋 ${words(title)}`,
    html`<p>${note}</p>`,
    ...job.warnings().map(warning => html`<p>⚠️ ${warning}</p>`),
    table(Object.keys(rows[0] ?? {}), rows.map(Object.values)),
  ]
  job.summary(withinLimit(parts, MAX_SUMMARY_BYTES, job.redact))
}
