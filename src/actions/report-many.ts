import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stop } from '../deployment/facts.ts'
import { openHost } from '../github/github-api.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import { writeComment } from '../github/pull-request-comment.ts'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import {
  entryOf,
  fileResult,
  isBad,
  manyReport,
  noteIn,
} from '../report/many.ts'
import { warnAfter } from '../report/report.ts'
import { MAX_COMMENT_BYTES } from '../report/summary.ts'
import { type Run, stepOf } from './run.ts'

/**
 * The last step of deploy-many.yml: writes one table of many deployments to the job summary and to the comment of the pull
 * request, and the outputs `results` and `failed`. Does not call the service. Failed deployments have failed their own
 * jobs, and a refusal by GitHub is a warning.
 */
export const reportManyAction = stepOf(reportMany)

const NO_FILES = say`must be a JSON list of config files. If it is empty, GitHub withheld the output of the job that made it: it holds the value of a secret, such as a part of a path.`

async function reportMany(run: Run): Promise<Stop | undefined> {
  const { job } = run
  const raw = job.input
  const token = raw('github_token')
  job.mask(token, words('github_token'))

  const files = parseJson(raw('files'))
  const isList =
    Array.isArray(files) && files.every(file => typeof file === 'string')
  if (!isList) return run.refuse('files', NO_FILES)

  const isDryRun = raw('dry_run') === 'true'
  const folder = raw('folder')
  const notes = globSync('*.json', { cwd: folder })
    .map(name => noteIn(parseJson(readFileSync(join(folder, name), 'utf8'))))
    // Another run may have left others on a runner of one's own.
    .filter(({ key }) => key === raw('key'))
  const results = files.map(file => fileResult(file, notes, isDryRun))
  job.output({
    results: results.map(entryOf),
    failed: results.filter(isBad).length,
  })

  const many = { results, page: raw('run'), isDryRun }
  job.summary(manyReport(many, job.redact, MAX_SUMMARY_BYTES))
  if (raw('comment') !== 'true') return undefined

  const body = manyReport(many, job.redact, MAX_COMMENT_BYTES)
  const kind = isDryRun ? 'deploy-many plan' : 'deploy-many'
  const host = openHost(token, run)
  await writeComment({ kind, name: raw('name'), body }, host)
  warnAfter(job, host.warnings)
  return undefined
}
