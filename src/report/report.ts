import { appendFileSync } from 'node:fs'
import * as core from '@actions/core'
import {
  cut,
  type Html,
  joined,
  LONGEST_MESSAGE,
  oneLine,
  openHtml,
  table,
  timeOfDay,
} from '../base/text.ts'
import { guidanceOf } from '../run/advice.ts'
import { isCreated, NOT_KNOWN, type Run } from '../run/run.ts'
import { type Problem, Stop, titleOf } from '../run/stop.ts'
import {
  type Fields,
  fieldsOf,
  named,
  withSecretNames,
} from '../service/deployment.ts'

// How a run ended: in its outputs, its log and its summary.

/** GitHub refuses a step's summary beyond 1 MiB. */
const LARGEST_SUMMARY = 1024 * 1024 - 1

/** GitHub refuses a longer comment, and counts characters. Bytes are never fewer. */
const LARGEST_REPORT = 65_000

const LONGEST_ERROR_MESSAGE = 500

/** So many mistakes are shown, which leaves room for the advice after them. */
const MOST_IN_SUMMARY = 3000
const MOST_IN_REPORT = 50

/** GitHub keeps so many errors of a step. */
const MOST_ERRORS = 10

/** The first part of the summary as markdown, for a comment or a message. */
export const reportOf = (run: Run, stop: Stop | undefined): string =>
  joined(
    beginningOf(run, stop, openHtml(run.redacted), MOST_IN_REPORT),
    LARGEST_REPORT,
  )

/** What a run leaves behind, by how it ended. */
interface Left {
  /** Writes a file of the action's own, which an output names. */
  writeFile?: () => void
  outputs(end: Stop | undefined): Record<string, unknown>
  summary(end: Stop | undefined): string[]
}

/** Reports the end of a run that creates, adopts or waits. Returns whether it succeeded, and all could be written. */
export function reportRun(run: Run, stop: Stop | undefined): boolean {
  const html = openHtml(run.redacted)
  if (!stop) run.log(`${endOf(run)}.`)
  return report(run, stop, {
    outputs: end => ({
      ...outputsOf(run),
      ...(run.mayCreate && createOutputs(run, reportOf(run, end))),
    }),
    summary: end => [...beginningOf(run, end, html), requestOf(run, html)],
  })
}

/** The summary of a run that only reads, and failed. */
export const failureOf = (run: Run, stop: Stop): string[] =>
  beginningOf(run, stop, openHtml(run.redacted))

/**
 * Reports the end of a run: the log, then the outputs, then the summary. What cannot be written takes nothing from the others: it ends
 * a run that had succeeded, and is else a line of the log. Returns whether the run succeeded, and all could be written.
 */
export function report(run: Run, stop: Stop | undefined, left: Left): boolean {
  let end = stop
  if (end) logStop(run, end)

  function write(what: string, append: () => void): void {
    try {
      append()
    } catch (error) {
      const message = `The runner's file of ${what} cannot be written: ${(error as Error).message}`
      if (end) return run.log(message)
      end = new Stop('internal', message, { cause: 'unwritable' })
      logStop(run, end)
    }
  }

  const writeOutputs = () =>
    write('outputs', () =>
      setOutputs({ ...left.outputs(end), ...(end && errorOutputs(run, end)) }),
    )
  write('the list', () => left.writeFile?.())
  writeOutputs()
  const told = end
  write('the summary', () => writeSummary(left.summary(end)))
  if (end !== told) writeOutputs()
  return end === undefined
}

/** Sets outputs, each exactly as it is. What is null or unknown is the empty string. */
function setOutputs(outputs: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(outputs))
    core.setOutput(name, value)
}

/** Appends to the job summary, if the runner has one. At once: the threads that would write it later may be held by a look-up. */
function writeSummary(parts: string[]): void {
  const file = process.env['GITHUB_STEP_SUMMARY']
  const text = joined(parts, LARGEST_SUMMARY)
  if (file && text !== '') appendFileSync(file, `${text}\n`)
}

/** What is known of the deployment, or of its request before it exists. */
function knownOf({ deployment, request, name }: Run): Fields & { id: string } {
  const known = {
    name,
    ...(deployment?.sent ?? request),
  }
  return { ...fieldsOf(known), id: deployment?.id ?? '' }
}

function outputsOf(run: Run): Record<string, unknown> {
  const { source, created_at, image_uri, ...outputs } = knownOf(run)
  const deployment = withSecretNames(run.deployment?.sent)
  return { ...outputs, deployment }
}

const createOutputs = (run: Run, report: string): Record<string, unknown> => ({
  created: isCreated(run),
  differences: run.comparison.differences,
  request: withSecretNames(run.request),
  report,
})

function errorOutputs(run: Run, stop: Stop): Record<string, unknown> {
  const words = wordsOf(problemsOf(stop)).join(' ')
  return {
    error_code: stop.code,
    error_message: cut(oneLine(run.redacted(words)), LONGEST_ERROR_MESSAGE),
    http_status: stop.facts.status ?? run.postStatus,
  }
}

/** Logs a failure as one error; or one for each mistake in the inputs, of which the last has the rest. */
function logStop(run: Run, stop: Stop): void {
  const safe = (text: string) => oneLine(run.redacted(text))
  const problems = problemsOf(stop)
  const words = wordsOf(problems)
  const { sent, next, rerun } = guidanceOf(run, stop)
  const advice = [sent, `What to do: ${next.join(' ')}`, rerun]
    .filter(Boolean)
    .join('\n')
  const room = LONGEST_MESSAGE - advice.length - 1
  const rest = { message: words.slice(MOST_ERRORS - 1).join(' ') }
  const shown: Problem[] =
    problems.length > MOST_ERRORS
      ? [...problems.slice(0, MOST_ERRORS - 1), rest]
      : problems
  for (const { message, ...place } of shown)
    core.error(`${cut(safe(message), room)}\n${advice}`, {
      title: titleOf(stop),
      ...place,
    })
}

/** A text with a full stop. */
const sentence = (text: string): string => text.replace(/([^.…?!])$/, '$1.')

/** What failed and what the service said; or each mistake in the inputs. */
function problemsOf({ message, facts }: Stop): Problem[] {
  const { said } = facts
  const answer = said ? ` The service said: ${sentence(said)}` : ''
  return facts.problems ?? [{ message: `${sentence(message)}${answer}` }]
}

const wordsOf = (problems: Problem[]): string[] =>
  problems.map(({ message }) => sentence(message))

/** The end in a few words, with a sign for how good it is. */
function headlineOf(run: Run, stop: Stop | undefined): string {
  if (!stop) return [successOf(run), ...run.caveats].join(', and ')
  const sign = stop.code === 'cancelled' ? '🛑' : '❌'
  const caveat = run.post === 'unknown' ? `, and ${NOT_KNOWN}` : ''
  return `${sign} ${titleOf(stop)}${caveat}`
}

function successOf(run: Run): string {
  if (run.isPlan) return '🧪 Plan: nothing was created'
  const sign = run.warnings.length > 0 ? '⚠️' : '✅'
  return `${sign} Deployment ${resultOf(run)}`
}

/** What came of a run that succeeded: `was created, and is active`. */
function resultOf({ mayCreate, reached, post }: Run): string {
  const is = reached && `is ${reached}`
  if (!mayCreate) return is
  const was = post === 'created' ? 'was created' : 'was adopted'
  return is ? `${was}, and ${is}` : was
}

/** What happened, in a sentence. */
function endOf(run: Run): string {
  const { deployment } = run
  if (!deployment)
    return `The name "${knownOf(run).name}" is free, and the deployment would be created, if the service accepts the request`
  const end = run.isPlan ? 'exists, and would be adopted' : resultOf(run)
  return `The ${named(deployment)} ${end}: ${deployment.state}`
}

/** The headline, what happened, warnings, what to do, the deployment and the differences. */
function beginningOf(
  run: Run,
  stop: Stop | undefined,
  html: Html,
  most = MOST_IN_SUMMARY,
): string[] {
  const happened = stop ? wordsOf(problemsOf(stop)) : [endOf(run)]
  return [
    `## ${headlineOf(run, stop)}`,
    ...happened.slice(0, most).map(text => paragraphs([text], html)),
    warningsOf(run, html),
    stop ? guidance(run, stop, html) : '',
    deploymentTable(run, html),
    changeTable(run, html),
    differenceTable(run, html),
  ]
}

/** What became of the request, what to do, and what a rerun does. */
function guidance(run: Run, stop: Stop, html: Html): string {
  const { sent, next, rerun } = guidanceOf(run, stop)
  const [lead, ...cases] = next
  const items = cases.map(one => `<li>${html.prose(one)}</li>`).join('\n')
  return [
    sent && paragraphs([sent], html),
    `<p><b>What to do:</b> <b>${html.prose(lead)}</b></p>`,
    items && `<ul>\n${items}\n</ul>`,
    paragraphs([rerun, `Error code \`${stop.code}\``], html),
  ]
    .filter(Boolean)
    .join('\n')
}

export const warningsOf = ({ warnings }: Run, html: Html): string =>
  paragraphs(
    warnings.map(warning => `⚠️ ${warning}`),
    html,
  )

const paragraphs = (texts: string[], html: Html): string =>
  texts.map(text => `<p>${html.prose(sentence(text))}</p>`).join('\n')

/** The fields in the summary's table. */
const ROWS = {
  URL: 'url',
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
} as const

function deploymentTable(run: Run, html: Html): string {
  const known = knownOf(run)
  const rows = Object.entries(ROWS).filter(([, field]) => known[field] !== '')
  return table(
    [run.deployment ? 'The deployment, as last seen' : 'Requested', ''],
    rows.map(([label, field]) => [
      label,
      field === 'url' ? html.link(known.url) : html.code(known[field]),
    ]),
  )
}

/** What the looks of a wait showed, change by change. */
const changeTable = ({ changes }: Run, html: Html): string =>
  table(
    ['Time', 'After', 'State', 'Health'],
    changes.map(({ time, after, state, health }) => [
      timeOfDay(time),
      `${Math.round(after / 1000)} s`,
      html.code(state),
      html.code(health),
    ]),
  )

/** A value in a table is cut to so many characters. */
const LONGEST_IN_TABLE = 500

function differenceTable({ comparison }: Run, html: Html): string {
  const cell = (value: unknown) =>
    html.code(JSON.stringify(value) ?? 'nothing', LONGEST_IN_TABLE)
  return table(
    ['Field', 'Requested', 'Existing'],
    comparison.differences.map(({ path, requested, existing }) => [
      html.code(path),
      cell(requested),
      cell(existing),
    ]),
  )
}

/** The request, folded. */
function requestOf({ request }: Run, html: Html): string {
  if (!request) return ''
  const lines = JSON.stringify(withSecretNames(request), null, 2).split('\n')
  return `<details><summary>The request (secrets by name)</summary>\n\n<pre>${lines.map(line => html.code(line)).join('<br>')}</pre>\n\n</details>`
}
