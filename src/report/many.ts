import { valueAt } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { count, type Redact } from '../lib/text.ts'
import {
  details,
  type Html,
  html,
  inRow,
  link,
  type Shown,
  table,
  urlLink,
  withinLimit,
} from './markup.ts'

/** What a job of deploy-many.yml writes down in its step "Note the result". */
const KEYS = [
  'key',
  'file',
  'outcome',
  'name',
  'id',
  'status',
  'created',
  'error_code',
  'error_message',
  'url',
  'image_version',
  'repo_ref',
  'repo_commit_sha',
  'report',
  'version',
  'job',
] as const

/**
 * The note of a job, in texts; one that is not known is empty. `key` is that of the call of the workflow, `outcome` the
 * conclusion of the step in GitHub's terms, `version` the one that the workflow asked for, `job` the number of the job's
 * page, and `report` the markdown of the action's own report.
 */
type Note = Record<(typeof KEYS)[number], string>

/** The note in a JSON value. A job that is cancelled may write anything, or a part of a note. */
export function noteIn(value: unknown): Note {
  const entries = KEYS.map(key => {
    const text = valueAt(value, [key])
    return [key, typeof text === 'string' ? text : '']
  })
  return Object.fromEntries(entries)
}

type Result =
  | 'created'
  | 'adopted'
  | 'would_create'
  | 'would_adopt'
  | 'differs'
  | 'failed'
  | 'did_not_run'

/** The results that the workflow counts as failures. Those that end this list begin the table. */
const BAD: Result[] = ['did_not_run', 'differs', 'failed']

/** A config file, and how its job ended. Its other texts are empty if the job did not run. */
export interface FileResult extends Note {
  result: Result
}

/** How the job of a config file ended, by its note. A job without a note did not run. */
export function fileResult(
  file: string,
  notes: Note[],
  isDryRun: boolean,
): FileResult {
  const note = notes.find(note => note.file === file) ?? noteIn({ file })
  return { ...note, result: resultOf(note, isDryRun) }
}

function resultOf(note: Note, isDryRun: boolean): Result {
  const { outcome, error_code, id, created } = note
  if (outcome === '' || outcome === 'skipped') return 'did_not_run'
  if (outcome !== 'success')
    return error_code === 'differs' ? 'differs' : 'failed'
  if (isDryRun) return id === '' ? 'would_create' : 'would_adopt'
  return created === 'true' ? 'created' : 'adopted'
}

/** Whether the workflow counts a result as a failure. */
export const isBad = ({ result }: FileResult): boolean => BAD.includes(result)

/** Whether the action's own report is that of a success with a doubt. */
const isDoubtful = ({ report }: FileResult): boolean =>
  report.startsWith('## ⚠️')

const IN_RESULTS = [
  'file',
  'name',
  'id',
  'status',
  'result',
  'error_code',
  'error_message',
] as const

/** The entry of a file in the output `results`. */
export const entryOf = (result: FileResult) =>
  Object.fromEntries(IN_RESULTS.map(key => [key, result[key]]))

/** The rows of the table at most: GitHub runs 256 jobs of a matrix, and a table of fewer than 8 says too little. */
const MOST_ROWS = [256, 128, 64, 32, 16, 8]

interface Many {
  results: FileResult[]
  /** The page of the workflow run. */
  page: string
  isDryRun: boolean
}

/**
 * One table of many deployments, failures first, and below it what a rerun does, and the reports of the failures and of the
 * doubtful ones, as far as they fit into a number of bytes.
 */
export function manyReport(
  { results, page, isDryRun }: Many,
  redact: Redact,
  bytes: number,
): string {
  const rank = ({ result }: FileResult) => BAD.indexOf(result)
  const sorted = results.toSorted((a, b) => rank(b) - rank(a))
  const bad = sorted.filter(isBad)
  const told = sorted.filter(one => isBad(one) || isDoubtful(one))

  // More columns do not fit on a narrow screen.
  const head = ['Result, status', 'Name, version, URL or id']
  const rows = sorted.map(result => rowOf(result, page))
  const tables = MOST_ROWS.map(most => table(head, rows, most))
  // The rows are cut before they are too many for a comment.
  const fits = (shown: Html) => Buffer.byteLength(shown(redact)) < bytes * 0.9

  const parts = [
    html`## ${words(`${iconOf(sorted, isDryRun)} ${titleOf(sorted)}`)}`,
    tables.find(fits) ?? tables.at(-1),
    !isDryRun && rerun(bad),
    ...told.map(({ file, report }) => details(file, () => report)),
  ]
  return withinLimit(parts, bytes, redact)
}

function iconOf(results: FileResult[], isDryRun: boolean): string {
  if (results.some(isBad)) return '❌'
  if (results.some(isDoubtful)) return '⚠️'
  return isDryRun ? '🧪' : '✅'
}

/** How many deployments there are, and how many with each result. */
function titleOf(results: FileResult[]): string {
  const groups = Map.groupBy(results, ({ result }) => resultInWords(result))
  const tally = Array.from(
    groups,
    ([result, { length }]) => `${length} ${result}`,
  )
  const all = count(results.length, 'deployment')
  return [all, tally.join(', ')].filter(Boolean).join(': ')
}

const resultInWords = (result: Result) => result.replaceAll('_', ' ')

/** The cells of a file. */
function rowOf(entry: FileResult, runPage: string): Shown[] {
  const { file, result, name, id, status, url, job } = entry
  const page = /^\d+$/.test(job) && link(`${runPage}/job/${job}`, words('job'))
  const why = result === 'failed' && entry.error_code
  const sign = isDoubtful(entry) ? '⚠️ ' : ''
  const ended = inRow([words(sign + resultInWords(result)), why], ': ')
  // Before there is a deployment, its URL is only what was asked for.
  const address = id && url ? urlLink(url) : id
  return [
    inRow([file, page], ' · '),
    inRow([ended, status, entry.error_message], '<br>'),
    inRow([name, versionOf(entry), address], '<br>'),
  ]
}

/** The version of a deployment as the service names it, or else the one that the workflow asked for. */
function versionOf(note: Note): string {
  const ref = note.repo_ref.replace(/^refs\/(heads|tags)\//, '')
  const commit = note.repo_commit_sha.slice(0, 7)
  const built = [ref, commit].filter(Boolean).join(' at ')
  return note.image_version || built || note.version
}

const REBUILD =
  'It repairs no failed build: push a fix if the service builds each push. Otherwise release another version, or delete the deployment in the service first.'

function rerun(bad: FileResult[]): Html | false {
  const advice = bad.some(({ id }) => id !== '') ? ` ${REBUILD}` : ''
  const what = words(
    `runs only these jobs and this table again. It creates what is missing and adopts what is there.${advice}`,
  )
  return bad.length > 0 && html`<p><b>Re-run failed jobs</b> ${what}</p>`
}
