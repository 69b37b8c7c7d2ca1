import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openHost } from '../github/github-api.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import { writeComment } from '../github/pull-request-comment.ts'
import { readInputs } from '../inputs/inputs.ts'
import type { Problem } from '../inputs/problem.ts'
import { parseJson, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { MAX_COMMENT_BYTES } from '../report/comment.ts'
import { isBad, manyReport, noteIn, resultOf } from '../report/many.ts'
import { type ActionContext, runStep } from './run.ts'

/**
 * The last step of deploy-many.yml: writes one table of many deployments to the job summary and to the comment of the pull
 * request, and the outputs `results` and `failed`. Does not call the service. Failed deployments have failed their own
 * jobs, and a refusal by GitHub is a warning.
 */
export const reportManyAction = (context: ActionContext) =>
  runStep(() => reportMany(context), context)

const NO_JOBS = say`must be a JSON list of jobs, each with a \`config\`. If it is empty, GitHub withheld the output of the job that made it: it holds the value of a secret, such as a part of a path.`

async function reportMany(
  context: ActionContext,
): Promise<Problem[] | 'reported'> {
  const { job, env, workflow } = context
  const inputs = readInputs(job, env)
  const [token, name = ''] = [inputs.text('github_token'), inputs.text('name')]
  if (token !== undefined) job.mask(token, words('github_token'))
  const jobs = parseJson(inputs.text('jobs') ?? '')
  const files: unknown[] = Array.isArray(jobs)
    ? jobs.map(one => valueAt(one, ['config']))
    : [undefined]
  if (!files.every(file => typeof file === 'string'))
    return [{ input: 'jobs', message: NO_JOBS }]
  const notes = new Map(
    notesIn(inputs.text('folder') ?? '').map(note => [note.file, note]),
  )
  const isDryRun = inputs.text('dry_run') === 'true'
  const results = files.map(file => resultOf(file, notes.get(file), isDryRun))
  job.output({ results, failed: results.filter(isBad).length })
  const run = workflow.links
    .find(({ kind }) => kind === 'run')
    ?.url.replace(/\/attempts\/.*/, '')
  const report = (bytes: number) =>
    manyReport({ results, notes, run, isDryRun }, job.redact, bytes)
  job.summary(report(MAX_SUMMARY_BYTES))
  if (token === undefined || inputs.text('comment') !== 'true')
    return 'reported'
  const host = openHost(token, context)
  const kind = isDryRun ? 'deploy-many plan' : 'deploy-many'
  await writeComment({ kind, name, body: report(MAX_COMMENT_BYTES) }, host)
  for (const warning of host.warnings) job.warning(warning)
  return 'reported'
}

function notesIn(folder: string) {
  const entries = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
    : []
  const files = entries.filter(entry => entry.isFile())
  return files.map(({ name }) =>
    noteIn(parseJson(readFileSync(join(folder, name), 'utf8'))),
  )
}
