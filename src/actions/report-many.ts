import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeComment } from '../github/comment.ts'
import { openHost } from '../github/host.ts'
import { readInputs } from '../inputs/inputs.ts'
import { parseJson } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { isBad, manyReport, type Note, resultOf } from '../report/many.ts'
import { type ActionContext, runStep } from './run.ts'

/**
 * The last step of deploy-many.yml: writes one table of many deployments to the job summary and to the comment of the pull
 * request, and the outputs `results` and `failed`. Does not call the service. Failed deployments have failed their own
 * jobs, and a refusal by GitHub is a warning.
 */
export const reportManyAction = (context: ActionContext) => runStep(() => reportMany(context), context)

async function reportMany(context: ActionContext): Promise<'reported'> {
  const { job, env } = context
  const inputs = readInputs(job, env)
  const [token, name = ''] = [inputs.text('github_token'), inputs.text('name')]
  if (token !== undefined) job.mask(token, words('github_token'))
  const jobs: { config: string }[] = JSON.parse(inputs.text('jobs') ?? '')
  const notes = notesIn(inputs.text('folder') ?? '')
  const isDryRun = inputs.text('dry_run') === 'true'
  const noted = new Map(notes.map(note => [note.file, note]))
  const results = jobs.map(({ config }) => resultOf(config, noted.get(config), isDryRun))
  job.output('results', results)
  job.output('failed', results.filter(isBad).length)
  const body = manyReport(results, noted, job.redact)
  job.summary(body)
  const host =
    token === undefined || inputs.text('comment') !== 'true' ? undefined : await openHost(token, context)
  if (host) await writeComment({ kind: 'deploy-many', name, body }, host)
  return 'reported'
}

/** The notes of the jobs. There is no folder if no job stored one, and a job may store part of one. */
function notesIn(folder: string): Note[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const noteIn = (name: string) => parseJson(readFileSync(join(folder, name), 'utf8')) as Note | undefined
  return files.flatMap(name => noteIn(name) ?? [])
}
