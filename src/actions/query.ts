import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson, textAt, valueAt } from '../base/json.ts'
import { count, openHtml, table } from '../base/text.ts'
import { connect, readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { failureOf, report, warningsOf } from '../report/report.ts'
import { openRun, type Run, stopOfWork } from '../run/run.ts'
import { orStop } from '../run/stop.ts'
import { idOf, withSecretNames } from '../service/deployment.ts'
import type { Job } from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { readList } from '../service/pages.ts'
import { Name, PathStep } from '../service/request.ts'

/** What the service answered to a query. */
interface Listing {
  /** The items, as they were sent. */
  items: unknown[]
  /** Their number in words. */
  found: string
  outputs: Record<string, unknown>
  /** The paths of the fields in the table, by the headings of its columns. */
  columns: Record<string, string>
}

const NOTHING: Listing = { items: [], found: '', outputs: {}, columns: {} }

/** Reads the inputs of a query. */
type Query = (inputs: Inputs) => Question

/** Asks the service, once all inputs are accepted. */
type Question = (service: Service, run: Run) => Promise<Listing>

/** Asks the service one question, which changes nothing, and reports the answer. Resolves to whether it succeeded. */
async function ask(job: Job, query: Query): Promise<boolean> {
  const run = openRun(false, readWorkflow(job.env))
  let listing = NOTHING

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const question = query(inputs)
    const connection = inputs.accept(readConnection(inputs))
    listing = await question(connect(connection, job, run), run)
  }

  const stop = await stopOfWork(work, job, run)
  return stop
    ? report(run, stop, {
        outputs: () => ({}),
        summary: () => failureOf(run, stop),
      })
    : reportListing(listing, run, job.env)
}

function reportListing(
  { items, found, outputs, columns }: Listing,
  run: Run,
  env: NodeJS.ProcessEnv,
): boolean {
  let file = ''
  run.log(`Found ${found}`)
  const html = openHtml(run.redacted)
  const paths = Object.values(columns).map(path => path.split('.'))
  const rows = items.map(item =>
    paths.map(path => html.code(textAt(item, ...path))),
  )
  const sign = run.warnings.length > 0 ? '⚠️' : '✅'
  const beginning = [`## ${sign} ${found}`, warningsOf(run, html)]
  return report(run, undefined, {
    // For later steps: an environment variable holds only 128 KiB.
    writeFile() {
      const path = join(env['RUNNER_TEMP'] ?? tmpdir(), `${randomUUID()}.json`)
      writeFileSync(path, JSON.stringify(items))
      file = path
    },
    outputs: () => ({ count: items.length, file, ...outputs }),
    summary: end => [
      ...(end ? failureOf(run, end) : beginning),
      table(Object.keys(columns), rows),
    ],
  })
}

/** The list action (interface: list deployments). The filters are passed on as they are. */
export const listAction = (job: Job): Promise<boolean> =>
  ask(job, ({ text, number }) => {
    const name = text('name', Name)
    const query = {
      name: text('name_contains'),
      status: text('status'),
      remote_reconciled: text('remote_reconciled'),
      tag_value_ids: text('tag_value_ids'),
      image_version: text('image_version'),
      deployment_type: text('deployment_type'),
      ids: idsIn(text('ids')),
    }
    const start = number('offset', 0)
    const most = number('max_results', 100) || Infinity
    return async (service, { log }) => {
      const listed = new Map<string, unknown>()
      function take(page: unknown[]): boolean {
        for (const item of page)
          if (name === undefined || valueAt(item, 'name') === name)
            listed.set(idOf(item) || JSON.stringify(item), item)
        return listed.size > most
      }
      const onRestart = () => listed.clear()
      // Many services take an empty filter for none.
      if (query.ids !== '')
        await orStop('list the deployments', () =>
          readList(service, { query, start, take, onRestart }),
        )
      if (listed.size > most)
        log(`There are more than \`max_results\` (${most})`)
      const found = [...listed.values()].slice(0, most)
      const items = found.map(item => withSecretNames(item))
      return {
        items,
        found: count(items.length, 'deployment'),
        outputs: {
          deployments: items,
          ids: items.map(idOf),
          names: items.map(item => textAt(item, 'name')),
        },
        columns: DEPLOYMENT,
      }
    }
  })

const DEPLOYMENT = {
  Name: 'name',
  Id: 'id',
  Status: 'status',
  Source: 'source',
  Image: 'source_revision_config.image_uri',
  Ref: 'source_revision_config.repo_ref',
  Updated: 'updated_at',
}

/** A JSON list, such as the output `ids`, as the service takes it: with commas. */
function idsIn(text: string | undefined): string | undefined {
  const list = parseJson(text ?? '')
  return Array.isArray(list) ? list.join(',') : text
}

/** The repositories action (interface: list repositories of an integration). */
export const repositoriesAction = (job: Job): Promise<boolean> =>
  ask(job, ({ text, refuse }) => {
    const id = text('integration_id', PathStep) ?? ''
    if (id === '')
      refuse(
        'integration_id',
        'is required: that whose repositories are listed',
      )
    return async (service, { warn }) => {
      const records = await orStop(
        `list the repositories of the integration "${id}"`,
        () => service.listRepositories(id),
      )
      const items = records.map(record => withSecretNames(record))
      if (items.length === 0)
        warn(
          "The integration's app was probably granted no repository, or `integration_id` is that of another organisation",
        )
      return {
        items,
        found: count(items.length, 'repository record'),
        outputs: { repositories: items },
        columns: REPOSITORY,
      }
    }
  })

const REPOSITORY = {
  Owner: 'owner',
  Name: 'name',
  URL: 'url',
  'Default branch': 'default_branch',
}
