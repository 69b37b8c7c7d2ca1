import { appendFileSync } from 'node:fs'
import * as core from '@actions/core'
import {
  cut,
  joined,
  LONGEST_MESSAGE,
  MOST_ROWS,
  oneLine,
  table,
  timeOfDay,
} from '../base/text.ts'
import { guidanceOf } from '../run/advice.ts'
import { RunError, titleOf } from '../run/error.ts'
import { isCreated, NOT_KNOWN, type Run, type WaitLook } from '../run/run.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  named,
  withSecretNames,
} from '../service/deployment.ts'

// How a run ended: in its outputs, its log and its summary.

/** GitHub refuses a step's summary beyond 1 MiB. */
const LARGEST_SUMMARY = 1_048_575

/** GitHub refuses a longer comment, and counts characters. Bytes are never fewer. */
const LARGEST_REPORT = 65_000

const LONGEST_ERROR_MESSAGE = 500

/** So many mistakes are shown, which leaves room for the advice after them. */
const MOST_IN_SUMMARY = 3000
const MOST_IN_REPORT = 50

/** GitHub keeps so many errors of a step. */
const MOST_ERRORS = 10

/** What a run tells and leaves behind. */
export interface Result {
  /** The headline of a success. Without one, the summary of a success has the warnings alone. */
  title?: string
  /** What a success did, in a sentence, unless the headline says it. */
  happened?: string
  outputs: Record<string, unknown>
  /** Tables for the summary, of a failure, too. */
  details?: string[]
}

/** The first part of the summary of a run that creates or adopts, as markdown, for a comment or a message. */
export const reportOf = (run: Run, error: RunError | undefined): string =>
  joined(beginningOf(run, error, resultOf(run), MOST_IN_REPORT), LARGEST_REPORT)

/**
 * Reports the end of a run: the log, then the outputs, then the summary. What cannot be written takes nothing from the others: it ends
 * a run that had succeeded, and is else a line of the log. Returns whether the run succeeded, and all could be written.
 *
 * @param result by default that of a run that creates, adopts or waits
 */
export function report(
  run: Run,
  error: RunError | undefined,
  result = resultOf(run),
): boolean {
  let end = error
  if (end) logStop(run, end)
  else if (result.happened) run.log(`${result.happened}.`)

  function write(what: string, append: () => void): void {
    try {
      append()
    } catch (error) {
      const failure = unwritableError(what, error as Error)
      if (end) return run.log(failure.message)
      end = failure
      logStop(run, end)
    }
  }

  /** Sets outputs, each exactly as it is. What is null or unknown is the empty string. */
  function setOutputs(): void {
    const outputs = Object.entries({
      ...result.outputs,
      ...(run.mayCreate && { report: reportOf(run, end) }),
      ...(end && errorOutputs(run, end)),
    })
    for (const [name, value] of outputs) core.setOutput(name, value)
  }

  /** Appends to the job summary, if the runner has one. At once: the threads that would write it later may be held by a look-up. */
  function writeSummary(): void {
    const file = process.env['GITHUB_STEP_SUMMARY']
    const text = joined(
      [...beginningOf(run, end, result), requestOf(run)],
      LARGEST_SUMMARY,
    )
    if (file && text) appendFileSync(file, `${text}\n`)
  }

  write('outputs', setOutputs)
  const told = end
  write('the summary', writeSummary)
  if (end !== told) write('outputs', setOutputs)
  return end === undefined
}

/** The end of a run that cannot write a file. */
export const unwritableError = (what: string, { message }: Error): RunError =>
  new RunError(
    'internal',
    `The runner's file of ${what} cannot be written: ${message}`,
    { cause: 'unwritable' },
  )

/** What a run that creates, adopts or waits tells. */
const resultOf = (run: Run): Result => ({
  title: run.isPlan
    ? 'Plan: nothing was created'
    : `Deployment ${successOf(run)}`,
  happened: happenedIn(run),
  outputs: outputsOf(run),
  details: [deploymentTable(run), changeTable(run), differenceTable(run)],
})

/** What came of a run that succeeded: `was created, and is active`. */
function successOf({ mayCreate, post, reached }: Run): string {
  const was = post === 'created' ? 'was created' : 'exists, and was adopted'
  if (!mayCreate) return `is ${reached}`
  return reached ? `${was}, and is ${reached}` : was
}

function happenedIn(run: Run): string {
  const { deployment } = run
  if (!deployment)
    return `The name "${run.name}" is free, and the deployment would be created, if the service accepts the request`
  return `The ${named(deployment)} ${run.isPlan ? 'exists, and would be adopted' : successOf(run)}: ${deployment.state}`
}

/** What is known of the deployment, or of its request before it exists. */
type Known = Fields & { id: string }

function knownOf(run: Run): Known {
  const known = { name: run.name, ...(run.deployment?.sent ?? run.request) }
  return { ...fieldsOf(known), id: idOf(known) }
}

function outputsOf(run: Run): Record<string, unknown> {
  const { source, created_at, image_uri, custom_url, ...outputs } = knownOf(run)
  return {
    ...outputs,
    // An address that is only asked for leads nowhere.
    url: run.deployment && custom_url,
    deployment: withSecretNames(run.deployment?.sent),
    ...(run.mayCreate && {
      created: isCreated(run),
      differences: run.comparison.differences,
      request: withSecretNames(run.request),
    }),
  }
}

function errorOutputs(run: Run, end: RunError): Record<string, unknown> {
  const words = oneLine(run.redacted(wordsOf(end).join(' ')))
  return {
    error_code: end.code,
    error_message: cut(words, LONGEST_ERROR_MESSAGE),
    // A wait goes on after the create request.
    http_status:
      end.facts.status ?? (run.looks.length > 0 ? undefined : run.postStatus),
  }
}

/** Logs a failure as one error; or one for each mistake in the inputs, of which the last has the rest. */
function logStop(run: Run, end: RunError): void {
  const { sent, next, rerun } = guidanceOf(run, end)
  const advice = [sent, `What to do: ${next.join(' ')}`, rerun]
    .filter(Boolean)
    .join('\n')
  const room = LONGEST_MESSAGE - advice.length - 1
  const words = wordsOf(end)
  const rest = words.splice(MOST_ERRORS - 1).join(' ')
  for (const [index, text] of [...words, rest].filter(Boolean).entries())
    core.error(`${cut(oneLine(run.redacted(text)), room)}\n${advice}`, {
      title: titleOf(end),
      ...end.facts.problems?.[index],
    })
}

/** A text with a full stop. */
const sentence = (text: string): string => text.replace(/([^.…?!])$/, '$1.')

/** What failed and what the service said; or each mistake in the inputs. */
function wordsOf({ message, facts }: RunError): string[] {
  const { problems, said } = facts
  if (problems) return problems.map(problem => sentence(problem.message))
  const answer = said ? ` The service answered: ${sentence(said)}` : ''
  return [`${sentence(message)}${answer}`]
}

/** The end in a few words, with a sign for how good it is; empty for a success without a title. */
function headlineOf(
  run: Run,
  end: RunError | undefined,
  { title = '' }: Result,
): string {
  if (end) {
    const sign = end.code === 'cancelled' ? '🛑' : '❌'
    const doubt = run.post === 'unknown' ? `, and ${NOT_KNOWN}` : ''
    return `## ${sign} ${titleOf(end)}${doubt}`
  }
  const signOfReal = run.warnings.length > 0 ? '⚠️' : '✅'
  const sign = run.isPlan ? '🧪' : signOfReal
  return title && `## ${sign} ${[title, ...run.caveats].join(', and ')}`
}

/** The headline, what happened, warnings, what to do, and the tables. */
function beginningOf(
  run: Run,
  end: RunError | undefined,
  result: Result,
  most = MOST_IN_SUMMARY,
): string[] {
  const happened = end ? wordsOf(end) : [result.happened ?? '']
  const warnings = run.warnings.map(warning => `⚠️ ${warning}`)
  return [
    headlineOf(run, end, result),
    ...paragraphs([...happened.slice(0, most), ...warnings], run),
    ...(end ? guidance(run, end) : []),
    ...(result.details ?? []),
  ]
}

/** What became of the request, what to do, and what a rerun does. */
function guidance(run: Run, end: RunError): string[] {
  const { sent, next, rerun } = guidanceOf(run, end)
  const [lead = '', ...cases] = next
  const items = cases.map(one => `<li>${run.html.prose(one)}</li>`).join('\n')
  return [
    ...paragraphs([sent], run),
    `<p><b>What to do:</b> <b>${run.html.prose(lead)}</b></p>`,
    items && `<ul>\n${items}\n</ul>`,
    ...paragraphs([rerun, `Error code \`${end.code}\``], run),
  ]
}

const paragraphs = (texts: string[], { html }: Run): string[] =>
  texts.filter(Boolean).map(text => `<p>${html.prose(sentence(text))}</p>`)

/** The fields in the summary's table. */
const ROWS: Record<string, keyof Known> = {
  URL: 'custom_url',
  Name: 'name',
  Id: 'id',
  Status: 'status',
  Source: 'source',
  Repository: 'repo_url',
  Ref: 'repo_ref',
  Commit: 'repo_commit_sha',
  Image: 'image_uri',
  'Newest revision': 'latest_revision_id',
  'Active revision': 'active_revision_id',
}

function deploymentTable(run: Run): string {
  const { deployment, html } = run
  const known = knownOf(run)
  const rows = Object.entries(ROWS).filter(([, field]) => known[field])
  return table(
    ['Field', deployment ? 'As last seen' : 'Requested'],
    rows,
    ([label, field]) => {
      const write = field === 'custom_url' ? html.link : html.code
      return [label, write(known[field])]
    },
  )
}

/** What the looks of a wait showed, change by change. Of many changes the last ones say how it ended. */
const changeTable = ({ looks, html }: Run): string =>
  table(
    ['Time (UTC)', 'After', 'State', 'Health'],
    changesIn(looks).slice(-MOST_ROWS),
    change => [
      timeOfDay(change.date),
      `${Math.round(change.after / 1000)} s`,
      html.code(change.state),
      html.code(change.health?.words ?? ''),
    ],
  )

/** The looks that showed something else than the one before. */
export const changesIn = (looks: WaitLook[]): WaitLook[] =>
  looks.filter(({ state, health }, index) => {
    const before = looks[index - 1]
    return before?.state !== state || before.health?.words !== health?.words
  })

/** A value in a table is cut to so many characters. */
const LONGEST_IN_TABLE = 500

function differenceTable({ comparison, html }: Run): string {
  const cell = (value: unknown) =>
    html.code(JSON.stringify(value) ?? 'nothing', LONGEST_IN_TABLE)
  return table(
    ['Field', 'Requested', 'Existing'],
    comparison.differences,
    difference => [
      html.code(difference.path),
      cell(difference.requested),
      cell(difference.existing),
    ],
  )
}

/** The request, folded. */
function requestOf({ request, html }: Run): string {
  if (!request) return ''
  const lines = JSON.stringify(withSecretNames(request), null, 2).split('\n')
  return `<details><summary>The request (secrets by name)</summary>\n\n<pre>${lines.map(line => html.code(line)).join('<br>')}</pre>\n\n</details>`
}
