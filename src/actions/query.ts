import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson, textAt, valueAt } from '../base/json.ts'
import { count, table } from '../base/text.ts'
import { connect, readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { type Result, report, unwritable } from '../report/report.ts'
import { openRun, type Run, stopOfWork } from '../run/run.ts'
import { orStop } from '../run/stop.ts'
import { idOf, withSecretNames } from '../service/deployment.ts'
import type { Job } from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { readList } from '../service/pages.ts'
import { Name, PathStep } from '../service/request.ts'

/** A question to the service, which changes nothing. */
interface Question {
  /** What is done, in words. */
  task: string
  /** What one item is called. */
  noun: string
  /** The paths of the fields in the table, by the headings of its columns. */
  columns: Record<string, string>
  /** Resolves to the items, as they were sent. */
  ask(service: Service, run: Run): Promise<unknown[]>
  outputs(items: unknown[]): Record<string, unknown>
}

/** Asks the service a question once all inputs are accepted, and reports the answer. Resolves to whether it succeeded. */
async function query(
  job: Job,
  readQuestion: (inputs: Inputs) => Question,
): Promise<boolean> {
  const run = openRun(false, readWorkflow(job.env))
  const result: Result = { title: '', happened: '', outputs: {}, details: [] }

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const question = readQuestion(inputs)
    const connection = inputs.accept(readConnection(inputs))
    const service = connect(connection, job, run)
    const { task, noun, columns } = question
    const sent = await orStop(task, () => question.ask(service, run))
    const items = sent.map(item => withSecretNames(item))
    result.title = `Found ${count(items.length, noun)}`
    run.log(result.title)
    result.details = [tableOf(items, columns, run)]
    result.outputs = {
      count: items.length,
      file: '',
      ...question.outputs(items),
    }
    result.outputs['file'] = writeList(items, job.env)
  }

  const stop = await stopOfWork(work, job, run)
  return report(run, stop, result)
}

const tableOf = (
  items: unknown[],
  columns: Record<string, string>,
  { html }: Run,
): string =>
  table(Object.keys(columns), items, item =>
    Object.values(columns).map(path =>
      html.code(textAt(item, ...path.split('.'))),
    ),
  )

/** Writes a file for later steps, as an environment variable holds only 128 KiB. Returns its path. */
function writeList(items: unknown[], env: NodeJS.ProcessEnv): string {
  const file = join(env['RUNNER_TEMP'] ?? tmpdir(), `${randomUUID()}.json`)
  try {
    writeFileSync(file, JSON.stringify(items))
  } catch (error) {
    throw unwritable('the list', error as Error)
  }
  return file
}

/** The list action (interface: list deployments). The filters are passed on as they are. */
export const listAction = (job: Job): Promise<boolean> =>
  query(job, ({ text, number }) => {
    const name = text('name', Name)
    const filters = {
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
    return {
      task: 'list the deployments',
      noun: 'deployment',
      columns: {
        Name: 'name',
        Id: 'id',
        Status: 'status',
        Source: 'source',
        Image: 'source_revision_config.image_uri',
        Ref: 'source_revision_config.repo_ref',
        Updated: 'updated_at',
      },

      async ask(service, { log }) {
        const listed = new Map<string, unknown>()
        function take(page: unknown[]): boolean {
          for (const item of page)
            if (name === undefined || valueAt(item, 'name') === name)
              listed.set(idOf(item) || JSON.stringify(item), item)
          return listed.size > most
        }
        const onRestart = () => listed.clear()
        // Many services take an empty filter for none.
        if (filters.ids !== '')
          await readList(service, { query: filters, start, take, onRestart })
        if (listed.size > most)
          log(`There are more than \`max_results\` (${most})`)
        return [...listed.values()].slice(0, most)
      },

      outputs: items => ({
        deployments: items,
        ids: items.map(idOf),
        names: items.map(item => textAt(item, 'name')),
      }),
    }
  })

/** A JSON list, such as the output `ids`, as the service takes it: with commas. */
function idsIn(text = ''): string | undefined {
  const list = parseJson(text)
  return Array.isArray(list) ? list.join(',') : text || undefined
}

/** The repositories action (interface: list repositories of an integration). */
export const repositoriesAction = (job: Job): Promise<boolean> =>
  query(job, ({ text, refuse }) => {
    const id = text('integration_id', PathStep) ?? ''
    if (id === '')
      refuse(
        'integration_id',
        'is required: that whose repositories are listed',
      )
    return {
      task: `list the repositories of the integration "${id}"`,
      noun: 'repository record',
      columns: {
        Owner: 'owner',
        Name: 'name',
        URL: 'url',
        'Default branch': 'default_branch',
      },

      async ask(service, { warn }) {
        const records = await service.listRepositories(id)
        if (records.length === 0)
          warn(
            "The integration's app was probably granted no repository, or `integration_id` is that of another organisation",
          )
        return records
      },

      outputs: repositories => ({ repositories }),
    }
  })
