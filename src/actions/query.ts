import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textAt, valueAt } from '../base/json.ts'
import { table } from '../base/text.ts'
import { readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs, WholeNumber } from '../inputs/inputs.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { type Result, report, unwritableError } from '../report/report.ts'
import { orFail } from '../run/error.ts'
import { openRun, type Run, runWork } from '../run/run.ts'
import { idOf, withSecretNames } from '../service/deployment.ts'
import type { Job } from '../service/http.ts'
import { connect, type Service } from '../service/operations.ts'
import { readList } from '../service/pages.ts'
import { Name, PathStep } from '../service/request.ts'

/** The answer of the service, and how to report it. */
interface Answer {
  /** The items as the service sent them. */
  items: unknown[]
  /** The name of the output for the items. It shows secrets by name only. */
  output: string
  /** The columns of the table, by the paths of their fields in an item. */
  columns: string[]
  /** Other outputs. */
  outputs?: Record<string, unknown>
}

/**
 * Reads from the service and reports the items found. Resolves to whether it succeeded.
 *
 * @param find reads its inputs, then calls `open`, which ends the run if an input is invalid, and asks the service
 */
async function query(
  job: Job,
  find: (inputs: Inputs, open: () => Promise<Service>, run: Run) => Promise<Answer>,
): Promise<boolean> {
  const run = openRun({ mayCreate: false, ...readWorkflow(job.env) })
  let result: Result = { outputs: {} }

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const open = async () => connect(inputs.accept(await readConnection(inputs)), job, run)
    const { output, columns, ...found } = await find(inputs, open, run)
    const items = found.items.map(item => withSecretNames(item))
    const title = `Found ${items.length} ${output}`
    run.log(title)
    result = {
      title,
      outputs: {
        ...found.outputs,
        [output]: items,
        count: items.length,
      },
      details: [
        table(
          columns.map(path => path.replace(/.*\./, '')),
          items,
          item => columns.map(path => run.html.code(textAt(item, path))),
        ),
      ],
    }
    result.outputs['file'] = writeList(items, job.env)
  }

  return report(run, await runWork(work, job, run), result)
}

/** Writes the items to a file for later steps, as an environment variable holds at most 128 KiB. Returns the path. */
function writeList(items: unknown[], env: NodeJS.ProcessEnv): string {
  const file = join(textAt(env, 'RUNNER_TEMP'), `${randomUUID()}.json`)
  try {
    writeFileSync(file, JSON.stringify(items))
  } catch (error) {
    throw unwritableError('the list', error as Error)
  }
  return file
}

/** The list action (interface: list deployments). The filters are passed on as they are. */
export const listAction = (job: Job): Promise<boolean> =>
  query(job, async ({ text, value }, open, run) => {
    const name = value('name', Name)
    // Accepts a JSON list, such as the output `ids`. The service takes only commas: `["a", "b"]` becomes `a,b`.
    const ids = text('ids')
      ?.split(/[\s",[\]]+/)
      .filter(Boolean)
      .join(',')
    const most = value('max_results', WholeNumber, 100) || Infinity
    const listed = new Map<string, unknown>()
    const reading = {
      query: {
        name: text('name_contains'),
        status: text('status'),
        remote_reconciled: text('remote_reconciled'),
        tag_value_ids: text('tag_value_ids'),
        image_version: text('image_version'),
        deployment_type: text('deployment_type'),
        ids,
      },
      start: value('offset', WholeNumber, 0),
      take(page: unknown[]): boolean {
        for (const item of page)
          if (name === undefined || valueAt(item, 'name') === name)
            listed.set(idOf(item) || JSON.stringify(item), item)
        return listed.size > most
      },
      onRestart: () => listed.clear(),
    }
    const service = await open()
    // Many services ignore an empty filter and list everything, so an empty list of ids sends no request.
    if (ids !== '') await orFail('list the deployments', () => readList(service, reading))
    if (listed.size > most) run.warn(`There are more than \`max_results\` (${most})`)
    const items = [...listed.values()].slice(0, most)
    return {
      items,
      output: 'deployments',
      columns: [
        'name',
        'id',
        'status',
        'source',
        'source_revision_config.image_uri',
        'source_revision_config.repo_ref',
        'updated_at',
      ],
      outputs: {
        ids: items.map(idOf),
        names: items.map(item => textAt(item, 'name')),
      },
    }
  })

/** The repositories action (interface: list repositories of an integration). */
export const repositoriesAction = (job: Job): Promise<boolean> =>
  query(job, async ({ value, refuse }, open) => {
    const id = value('integration_id', PathStep, '')
    if (id === '') refuse('integration_id', 'is required: that whose repositories are listed')
    const service = await open()
    const items = await orFail(`list the repositories of the integration "${id}"`, () =>
      service.listRepositories(id),
    )
    return {
      items,
      output: 'repositories',
      columns: ['owner', 'name', 'url', 'default_branch'],
    }
  })
