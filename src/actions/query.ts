import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import type { Action } from '../main.ts'
import { reportFailure, setOutputs, writeSummary } from '../report/report.ts'
import { openRun, type Run } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { count, openHtml, table } from '../report/text.ts'
import {
  idOf,
  parseJson,
  textAt,
  valueAt,
  withSecretNames,
} from '../service/deployment.ts'
import { orStop } from '../service/failure.ts'
import { readList } from '../service/pages.ts'
import { connect, type Service } from '../service/service.ts'

/** What the service answered to a query. */
interface Answer {
  /** The items, as they were sent. */
  items: unknown[]
  /** Their number in words. */
  found: string
  /** The output that has the items, and others. */
  output: string
  outputs: Record<string, unknown>
  /** The cells of the items, by the headings of their columns. */
  rows: Record<string, string>[]
}

type Ask = (service: Service, run: Run) => Promise<Answer>

/** An action that asks the service one question, and changes nothing. */
const queryAction =
  (read: (inputs: Inputs) => Ask): Action =>
  async job => {
    const run = openRun(false)

    async function work(): Promise<void> {
      const inputs = openInputs(job.env, run)
      const ask = read(inputs)
      const connection = inputs.accept(readConnection(inputs))
      const { service } = connect(connection, job, run)
      await report(await ask(service, run), run, job.env)
    }

    const stop = await stopOf(work, job.signal, run.log)
    if (stop) await reportFailure(run, stop)
    return stop === undefined
  }

async function report(
  { items, found, output, outputs, rows }: Answer,
  { log, warnings, redacted }: Run,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const html = openHtml(redacted)
  const shown = items.map(withSecretNames)
  // For later steps: an environment variable holds only 128 KiB.
  const file = join(env['RUNNER_TEMP'] || tmpdir(), `${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(shown))
  setOutputs({ [output]: shown, count: items.length, file, ...outputs })
  log(`Found ${found}`)
  await writeSummary([
    `## 📋 ${found}`,
    ...warnings.map(warning => `<p>⚠️ ${html.prose(warning)}</p>`),
    table(
      Object.keys(rows[0] ?? {}),
      rows.map(cells => Object.values(cells).map(cell => html.code(cell))),
    ),
  ])
}

/** The list action (interface: list deployments). The filters are passed on as they are. */
export const listAction = queryAction(({ text, count: number }) => {
  const name = text('name')
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
  const most = number('max_results', 100) || Number.POSITIVE_INFINITY

  return async (service, { log }) => {
    const listed = new Map<string, unknown>()
    const isWanted = (item: unknown) =>
      name === undefined || valueAt(item, 'name') === name
    function take(page: unknown[]): boolean {
      for (const item of page.filter(isWanted))
        listed.set(idOf(item) || JSON.stringify(item), item)
      return listed.size > most
    }
    // Many services take an empty filter for none.
    if (query.ids !== '')
      await orStop('list the deployments', () =>
        readList(service, { query, start, take }),
      )
    if (listed.size > most) log(`There are more than \`max_results\` (${most})`)
    const items = [...listed.values()].slice(0, most)
    return {
      items,
      found: count(items.length, 'deployment'),
      output: 'deployments',
      outputs: {
        ids: items.map(idOf),
        names: items.map(item => textAt(item, 'name')),
      },
      rows: items.map(rowOf),
    }
  }
})

const rowOf = (item: unknown): Record<string, string> => ({
  Name: textAt(item, 'name'),
  Id: idOf(item),
  Status: textAt(item, 'status'),
  Source: textAt(item, 'source'),
  Version:
    textAt(item, 'image_version') ||
    textAt(item, 'source_revision_config', 'image_uri') ||
    textAt(item, 'source_revision_config', 'repo_ref'),
  Updated: textAt(item, 'updated_at'),
})

/** A JSON list of texts, such as the output `ids`, as the service takes it: with commas. */
function idsIn(text: string | undefined): string | undefined {
  const list = parseJson(text ?? '')
  const isList =
    Array.isArray(list) && list.every(item => typeof item === 'string')
  return isList ? list.join(',') : text
}

/** The repositories action (interface: list repositories of an integration). */
export const repositoriesAction = queryAction(({ text, refuse, checkStep }) => {
  const id = text('integration_id') ?? ''
  if (id === '')
    refuse('integration_id', 'is required: that whose repositories are listed')
  checkStep('integration_id', id)

  return async (service, { warn }) => {
    const items = await orStop(
      `list the repositories of the integration ${id}`,
      () => service.listRepositories(id),
    )
    if (items.length === 0)
      warn(
        "The integration's app was probably granted no repository, or `integration_id` is that of another organisation",
      )
    return {
      items,
      found: count(items.length, 'repository', 'repositories'),
      output: 'repositories',
      outputs: {},
      rows: items.map(record => ({
        Owner: textAt(record, 'owner'),
        Name: textAt(record, 'name'),
        URL: textAt(record, 'url'),
        'Default branch': textAt(record, 'default_branch'),
      })),
    }
  }
})
