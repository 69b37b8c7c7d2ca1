import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { isUnsafeStep, NOT_ONE_STEP } from '../inputs/order.ts'
import type { Action } from '../main.ts'
import { reportFailure, setOutputs, writeSummary } from '../report/report.ts'
import { openRun, type Run } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { count, openHtml, table } from '../report/text.ts'
import {
  idOf,
  type JsonObject,
  parseJson,
  textAt,
  valueAt,
  withSecretNames,
} from '../service/deployment.ts'
import { orStop } from '../service/failure.ts'
import { readList } from '../service/pages.ts'
import { connect, type ListQuery, type Service } from '../service/service.ts'

/** An action that asks the service one question. `Q` is what is asked for. */
interface Query<Q> {
  /** The output that has the list. */
  output: string
  /** What an item is called. */
  noun: string
  plural: string
  read(inputs: Inputs): Q
  ask(query: Q, service: Service, run: Run): Promise<unknown[]>
  /** Other outputs than the list, its count and its file. */
  outputs?(items: unknown[]): Record<string, unknown>
  /** The cells of an item, by the headings of their columns. */
  row(item: unknown): Record<string, string>
}

const actionOf =
  <Q>(query: Query<Q>): Action =>
  async job => {
    const run = openRun(false)

    async function work(): Promise<void> {
      const inputs = openInputs(job.env, run)
      const asked = query.read(inputs)
      const connected = { connection: readConnection(inputs) }
      const { connection } = inputs.accept(connected)
      const { service } = connect(connection, job, run)
      const items = await query.ask(asked, service, run)
      const shown = items.map(withSecretNames)
      setOutputs({
        [query.output]: shown,
        count: items.length,
        file: writeFile(shown, job.env),
        ...query.outputs?.(items),
      })
      await writeSummary(summaryOf(query, items, run))
    }

    const stop = await stopOf(work, job.signal, run.log)
    if (stop) await reportFailure(run, stop)
    return stop === undefined
  }

/** Writes a list into a file for later steps: an environment variable holds only 128 KiB. */
function writeFile(items: unknown[], env: NodeJS.ProcessEnv): string {
  const file = join(env['RUNNER_TEMP'] || tmpdir(), `${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(items))
  return file
}

function summaryOf<Q>(
  { noun, plural, row }: Query<Q>,
  items: unknown[],
  run: Run,
): string[] {
  const html = openHtml(run.redacted)
  const found = count(items.length, noun, plural)
  run.log(`Found ${found}`)
  const rows = items.map(row)
  return [
    `## 📋 ${found}`,
    ...run.warnings.map(warning => `<p>⚠️ ${html.prose(warning)}</p>`),
    table(
      Object.keys(rows[0] ?? {}),
      rows.map(cells => Object.values(cells).map(cell => html.code(cell))),
    ),
  ]
}

/** What the list action asks for. */
interface ListInputs {
  /** The exact name, compared here. */
  name: string | undefined
  /** Filters of the service, passed on as they are. */
  query: ListQuery
  start: number
  /** 0 for all. */
  max_results: number
}

/** The list action (interface: list deployments). */
export const listAction = actionOf<ListInputs>({
  output: 'deployments',
  noun: 'deployment',
  plural: 'deployments',

  read: ({ text, count }) => ({
    name: text('name'),
    query: {
      name: text('name_contains'),
      status: text('status'),
      remote_reconciled: text('remote_reconciled'),
      tag_value_ids: text('tag_value_ids'),
      image_version: text('image_version'),
      deployment_type: text('deployment_type'),
      ids: idsIn(text('ids')),
    },
    start: count('offset', 0),
    max_results: count('max_results', 100),
  }),

  async ask({ name, query, start, max_results }, service, run) {
    const found = new Map<string, unknown>()
    const most = max_results || Number.POSITIVE_INFINITY
    function take(items: unknown[]): boolean {
      for (const item of items)
        if (name === undefined || valueAt(item, 'name') === name)
          found.set(idOf(item) || JSON.stringify(item), item)
      return found.size > most
    }
    await orStop('list the deployments', () =>
      readList(service, { query, start, take }),
    )
    const items = [...found.values()]
    if (items.length > most)
      run.log(`There are more than \`max_results\` (${most})`)
    return items.slice(0, most)
  },

  outputs: items => ({
    ids: items.map(idOf),
    names: items.map(item => textAt(item, 'name')),
  }),

  row: item => ({
    Name: textAt(item, 'name'),
    Id: idOf(item),
    Status: textAt(item, 'status'),
    Source: textAt(item, 'source'),
    Version:
      textAt(item, 'image_version') ||
      textAt(item, 'source_revision_config', 'image_uri') ||
      textAt(item, 'source_revision_config', 'repo_ref'),
    Updated: textAt(item, 'updated_at'),
  }),
})

/** A JSON list, such as the output `ids`, as the service takes it: with commas. */
function idsIn(text: string | undefined): string | undefined {
  const list = parseJson(text ?? '')
  return Array.isArray(list) ? list.map(String).join(',') : text
}

/** The repositories action (interface: list repositories of an integration). */
export const repositoriesAction = actionOf<string>({
  output: 'repositories',
  noun: 'repository',
  plural: 'repositories',

  read({ text, refuse }) {
    const id = text('integration_id')
    if (!id)
      refuse(
        'integration_id',
        'is required: the integration whose repositories are listed',
      )
    if (isUnsafeStep(id)) refuse('integration_id', NOT_ONE_STEP)
    return id ?? ''
  },

  async ask(integration_id, service, run) {
    const records: JsonObject[] = await orStop(
      `list the repositories of the integration ${integration_id}`,
      () => service.listRepositories(integration_id),
    )
    if (records.length === 0)
      run.warn(
        "The integration's app was probably granted no repository, or `integration_id` is that of another organisation",
      )
    return records
  },

  row: record => ({
    Owner: textAt(record, 'owner'),
    Name: textAt(record, 'name'),
    URL: textAt(record, 'url'),
    'Default branch': textAt(record, 'default_branch'),
  }),
})
