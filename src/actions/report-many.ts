import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failed } from '../deployment/outcome.ts'
import { writeComment } from '../github/comment.ts'
import { openHost } from '../github/host.ts'
import type { Job } from '../github/job.ts'
import { type Inputs, readInputs } from '../inputs/inputs.ts'
import { parseBoolean } from '../inputs/parse.ts'
import { say, words } from '../lib/sentence.ts'
import { invalidInput } from '../report/annotations.ts'
import { isBad, manyReport, type Note, resultOf } from '../report/many.ts'
import { reportFailure } from '../report/report.ts'
import { type ActionContext, thrown } from './run.ts'

/** GitHub refuses a longer comment. */
const MAX_BYTES = 65_000

/** The checked inputs of the last job of deploy-many.yml. */
interface ManyInputs {
  files: string[]
  notes: Note[]
  isDryRun: boolean
  name: string
  /** The token for the comment; undefined for no comment. */
  token: string | undefined
}

/**
 * Writes one table of many deployments to the job summary and to the comment of the pull request, and the outputs
 * `results` and `failed`. Does not call the service.
 *
 * @returns whether it succeeded; failed deployments have failed their own jobs, and a refusal by GitHub is a warning
 */
export async function reportManyAction(context: ActionContext): Promise<boolean> {
  const { job, env } = context
  try {
    const inputs = readInputs(job, env)
    const many = readManyInputs(inputs, job)
    const { problems } = inputs
    if (!many) {
      await reportFailure(job, env, failed(invalidInput(problems)), { outputs: {}, problems })
      return false
    }
    const { files, notes, isDryRun } = many
    const noted = new Map(notes.map(note => [note.file, note]))
    const results = files.map(file => resultOf(file, noted.get(file), isDryRun))
    job.output('results', results)
    job.output('failed', results.filter(isBad).length)
    const reports = new Map(notes.map(({ file, report }) => [file, report]))
    const markdown = manyReport(results, reports, job.redact, MAX_BYTES)
    job.summary(markdown)
    await comment(many, markdown, context)
    return true
  } catch (error) {
    await reportFailure(
      job,
      env,
      thrown(
        error,
        context,
        failed({ code: 'cancelled', what: say`Cancelled before the table was complete` }),
      ),
      { outputs: {}, problems: [] },
    )
    return false
  }
}

function readManyInputs(inputs: Inputs, job: Job): ManyInputs | undefined {
  const token = inputs.text('github_token')
  if (token !== undefined) job.mask(token, words('github_token'))
  const [jobs, folder, name] = [inputs.text('jobs'), inputs.text('folder'), inputs.text('name')]
  for (const [input, value] of Object.entries({ jobs, folder, name }))
    if (value === undefined) inputs.problems.push({ input, message: 'is required' })
  const isDryRun = inputs.read('dry_run', parseBoolean) ?? false
  const isCommented = inputs.read('comment', parseBoolean) ?? false
  if (inputs.problems.length > 0 || !jobs || !folder || !name) return undefined
  const files: string[] = JSON.parse(jobs).map(({ config }: { config: string }) => config)
  return { files, notes: notesIn(folder), isDryRun, name, token: isCommented ? token : undefined }
}

/** The notes of the jobs. There is no folder if no job stored one. */
function notesIn(folder: string): Note[] {
  try {
    return readdirSync(folder).map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function comment({ token, name }: ManyInputs, body: string, context: ActionContext): Promise<void> {
  const host = token === undefined ? undefined : openHost(token, context)
  if (!host) return
  await writeComment({ kind: 'deploy-many', name, body }, host)
  host.close()
}
