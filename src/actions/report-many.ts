import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeComment } from '../github/comment.ts'
import type { WorkflowRun } from '../github/event.ts'
import { openHost } from '../github/host.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import { readInputs } from '../inputs/inputs.ts'
import type { Problem } from '../inputs/problem.ts'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { MAX_COMMENT_BYTES } from '../report/comment.ts'
import {
  entryOf,
  isBad,
  manyReport,
  type Note,
  noteIn,
  serviceOf,
} from '../report/many.ts'
import { type ActionContext, runStep } from './run.ts'

/**
 * The last step of deploy-many.yml: writes one table of many deployments to the job summary and to the comment of the pull
 * request, and the outputs `results` and `failed`. Does not call the service. Failed deployments have failed their own
 * jobs, and a refusal by GitHub is a warning.
 */
export const reportManyAction = (context: ActionContext) =>
  runStep(() => reportMany(context), context)

const NO_FILES = say`must be a JSON list of config files. If it is empty, GitHub withheld the output of the job that made it: it holds the value of a secret, such as a part of a path.`

async function reportMany(
  context: ActionContext,
): Promise<Problem[] | 'reported'> {
  const { job, env, workflow } = context
  const inputs = readInputs(job, env)
  const token = inputs.text('github_token')
  if (token !== undefined) job.mask(token, words('github_token'))

  const files = parseJson(inputs.text('files') ?? '')
  if (!isListOfTexts(files)) return [{ input: 'files', message: NO_FILES }]

  const isDryRun = inputs.text('dry_run') === 'true'
  const notes = notesIn(inputs.text('folder') ?? '', inputs.text('key') ?? '')
  const services = files.map(file => serviceOf(file, notes.get(file), isDryRun))
  job.output({
    results: services.map(entryOf),
    failed: services.filter(isBad).length,
  })

  const many = { services, run: pageOf(workflow), isDryRun }
  job.summary(manyReport(many, job.redact, MAX_SUMMARY_BYTES))
  if (token === undefined || inputs.text('comment') !== 'true')
    return 'reported'

  const host = openHost(token, context)
  const comment = {
    kind: isDryRun ? 'deploy-many plan' : 'deploy-many',
    name: inputs.text('name') ?? '',
    body: manyReport(many, job.redact, MAX_COMMENT_BYTES),
  } as const
  if (host) await writeComment(comment, host)
  return 'reported'
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/**
 * The notes of the jobs, by their files. Those with another key are of another run, which may have left them on a runner of
 * one's own.
 */
function notesIn(folder: string, key: string): Map<string, Note> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const notes = files.map(({ name }) =>
    noteIn(parseJson(readFileSync(join(folder, name), 'utf8'))),
  )
  const own = notes.filter(note => note.key === key)
  return new Map(own.map(note => [note.file, note]))
}

/** The page of the workflow run, without an attempt. */
function pageOf({ links }: WorkflowRun): string | undefined {
  const run = links.find(({ kind }) => kind === 'run')
  return run?.url.replace(/\/attempts\/.*/, '')
}
