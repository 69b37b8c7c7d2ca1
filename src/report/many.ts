import { isObject } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import type { Redact } from '../secrets/redact.ts'
import { CATALOGUE } from '../verdict/catalogue.ts'
import {
  count,
  createMarkup,
  details,
  html,
  link,
  type Markup,
  table,
  withinLimit,
} from './markup.ts'

/** What a job of deploy-many.yml writes down, as texts; one that is not known is empty. */
const KEYS = [
  ...([
    'file',
    'outcome',
    'name',
    'id',
    'status',
    'created',
    'error_code',
    'url',
    'report',
  ] as const),
  ...([
    'version',
    'image_version',
    'repo_ref',
    'repo_commit_sha',
    'job',
  ] as const),
]

/**
 * The note of a job: `outcome` is the conclusion of its step in GitHub's terms, `version` the one that the workflow asked
 * for, `job` the number of the job's page, and `report` the markdown of the action's own report.
 */
type Note = Record<(typeof KEYS)[number], string>

/** The note in a JSON value. A job that is cancelled may write anything, or a part of a note. */
export function noteIn(value: unknown): Note {
  const text = (key: string) =>
    isObject(value) && typeof value[key] === 'string' ? value[key] : ''
  return Object.fromEntries(KEYS.map(key => [key, text(key)])) as Note
}

interface ManyResult
  extends Pick<Note, 'file' | 'name' | 'id' | 'status' | 'error_code'> {
  result:
    | 'created'
    | 'adopted'
    | 'would_create'
    | 'would_adopt'
    | 'differs'
    | 'failed'
    | 'did_not_run'
}

/** The result of a job. A job without a note did not run. */
export function resultOf(
  file: string,
  note: Note | undefined,
  isDryRun: boolean,
): ManyResult {
  const { name, id, status, created, error_code, outcome } =
    note ?? noteIn(undefined)
  return { file, name, id, status, error_code, result: conclusion() }

  function conclusion(): ManyResult['result'] {
    if (outcome === 'skipped' || outcome === '') return 'did_not_run'
    if (outcome !== 'success')
      return error_code === 'differs' ? 'differs' : 'failed'
    if (isDryRun) return id === '' ? 'would_create' : 'would_adopt'
    return created === 'true' ? 'created' : 'adopted'
  }
}

/** The results that the workflow counts as failures, in the order of the table. */
const BAD = ['failed', 'differs', 'did_not_run']

/** Whether a result makes the run a failure. */
export const isBad = ({ result }: ManyResult): boolean => BAD.includes(result)

/** GitHub runs at most this many jobs of a matrix. */
const MOST_ROWS = 256

interface Many {
  results: ManyResult[]
  notes: ReadonlyMap<string, Note>
  /** The page of the workflow run; undefined if the runner does not name it. */
  run: string | undefined
  isDryRun: boolean
}

/**
 * One table of many deployments, failures first, and below it what a rerun does and the reports of the failures, as far as
 * they fit into a number of bytes.
 */
export function manyReport(
  { results, notes, run, isDryRun }: Many,
  redact: Redact,
  bytes: number,
): string {
  const markup = createMarkup(redact)
  const bad = BAD.flatMap(name =>
    results.filter(({ result }) => result === name),
  )
  const sorted = [...bad, ...results.filter(result => !isBad(result))]
  const tally = [...Map.groupBy(sorted, wordsOf)].map(
    ([result, { length }]) => `${length} ${result}`,
  )
  const icon = bad.length > 0 ? '❌' : isDryRun ? '🧪' : '✅'
  const title = [count(results.length, 'deployment'), tally.join(', ')].filter(
    part => part !== '',
  )
  // More columns do not fit on a narrow screen.
  const head = ['Result, status', 'Name, version, URL or id']
  const rowOf = (one: ManyResult) =>
    row(one, notes.get(one.file) ?? noteIn(undefined), run, markup)
  const tableOf = (most: number) => table(head, sorted, rowOf, most)
  // The rows are cut before they are too many for a comment.
  const room = bytes * 0.9
  const most =
    [MOST_ROWS, 128, 64, 32].find(
      most => Buffer.byteLength(tableOf(most)) < room,
    ) ?? 8
  const parts = [
    `## ${icon} ${title.join(': ')}`,
    tableOf(most),
    isDryRun ? '' : rerun(bad, markup),
    ...bad.map(({ file }) =>
      details(markup.code(file), notes.get(file)?.report ?? ''),
    ),
  ]
  return withinLimit(parts, bytes)
}

const wordsOf = ({ result }: ManyResult) => result.replaceAll('_', ' ')

function row(
  one: ManyResult,
  note: Note,
  run: string | undefined,
  { code }: Markup,
): string[] {
  const cell = (text: string) => (text === '' ? '' : code(text))
  const lines = (...texts: string[]) => texts.filter(Boolean).join('<br>')
  const page =
    run !== undefined && /^\d+$/.test(note.job)
      ? `${run}/job/${note.job}`
      : undefined
  const title = Object.entries(CATALOGUE).find(
    ([key]) => key === one.error_code,
  )?.[1].title
  const why =
    one.result === 'failed'
      ? `: ${title ? `${html(title)}, ` : ''}${cell(one.error_code)}`
      : ''
  return [
    page ? `${code(one.file)} · ${link(page, 'job')}` : code(one.file),
    lines(`${wordsOf(one)}${why}`, cell(one.status)),
    lines(
      cell(one.name),
      cell(versionOf(note)),
      cell(one.id && (note.url || one.id)),
    ),
  ]
}

/** The version of a deployment as the service names it, or else the one that the workflow asked for. */
function versionOf({
  image_version,
  repo_ref,
  repo_commit_sha,
  version,
}: Note): string {
  const ref = repo_ref.replace(/^refs\/(heads|tags)\//, '')
  return (
    image_version ||
    [ref, repo_commit_sha.slice(0, 7)].filter(Boolean).join(' at ') ||
    version
  )
}

const REBUILD =
  'It repairs no failed build: push a fix if the service builds each push. Otherwise release another version, or delete the deployment in the service first.'

function rerun(bad: ManyResult[], { text }: Markup): string {
  if (bad.length === 0) return ''
  const advice = bad.some(({ id }) => id !== '') ? ` ${REBUILD}` : ''
  return `<p><b>Re-run failed jobs</b> ${text(words(`runs only these jobs and this table again. It creates what is missing and adopts what is there.${advice}`))}</p>`
}
