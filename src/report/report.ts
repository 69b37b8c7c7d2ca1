import { appendFileSync } from 'node:fs'
import * as core from '@actions/core'
import { cut, joined, LONGEST_MESSAGE, MOST_ROWS, oneLine, table, timeOfDay } from '../base/text.ts'
import { guidanceOf } from '../run/advice.ts'
import { RunError, titleOf } from '../run/error.ts'
import { isCreated, NOT_KNOWN, type Run, type WaitLook } from '../run/run.ts'
import { type Fields, fieldsOf, isActive, named, withSecretNames } from '../service/deployment.ts'

// How a run ended: in its outputs, its log and its summary.

/** GitHub refuses a step's summary beyond 1 MiB. */
const LARGEST_SUMMARY = 1_048_575

/** GitHub limits the characters of a comment. This limit is in bytes, of which a text never has fewer than characters. */
const LARGEST_REPORT = 65_000

/** The summary and the report show at most this many mistakes, which leaves room for the advice after them. */
const MOST_IN_SUMMARY = 3000
const MOST_IN_REPORT = 50

/** GitHub keeps at most this many error annotations of a step. */
const MOST_ERRORS = 10

/** What a run reports when it ends. */
export interface Result {
  /** The headline of a success. Without one, the summary of a success has no headline. */
  title?: string
  /** What a success did, in a sentence, unless the headline says it. */
  happened?: string
  outputs: Record<string, unknown>
  /** Tables for the summary. A failure shows them, too. */
  details?: string[]
}

/** The first part of the summary of a run that creates or adopts, as markdown, for a comment or a message. */
export const reportOf = (run: Run, error: RunError | undefined): string =>
  joined(beginningOf(run, error, resultOf(run), MOST_IN_REPORT), LARGEST_REPORT)

/**
 * Reports the end of a run in the log, then in the outputs, then in the summary. If one cannot be written, the others still are.
 * Such a failure becomes the end of a run that had succeeded, and is reported so; after another error it is only logged. Returns
 * whether the run succeeded and everything was written.
 *
 * @param result what to report; the default is for a run that creates, adopts or waits
 */
export function report(run: Run, end: RunError | undefined, result = resultOf(run)): boolean {
  if (end) logStop(run, end)
  else if (result.happened) run.log(`${result.happened}.`)
  for (const [what, write] of Object.entries(WRITERS))
    try {
      write(run, end, result)
    } catch (error) {
      const failure = unwritableError(what, error as Error)
      if (!end) return report(run, failure, result)
      run.log(failure.message)
    }
  return end === undefined
}

/** What writes a part of the report to a file of the runner, by the words for that file. */
const WRITERS = { outputs: setOutputs, 'the summary': writeSummary }

/** Sets each output to its exact value. Null and undefined become the empty string. */
function setOutputs(run: Run, end: RunError | undefined, result: Result): void {
  const outputs = Object.entries({
    ...result.outputs,
    ...(run.mayCreate && { report: reportOf(run, end) }),
    ...(end && {
      error_code: end.code,
      error_message: cut(oneLine(run.redacted(wordsOf(end).join(' '))), 500),
      http_status: end.facts.status,
    }),
  })
  for (const [name, value] of outputs) core.setOutput(name, value)
}

/** Appends to the job summary, if there is one. The write is synchronous, as a host look-up may hold the threads of others. */
function writeSummary(run: Run, end: RunError | undefined, result: Result): void {
  const file = process.env['GITHUB_STEP_SUMMARY']
  const text = joined(
    [...beginningOf(run, end, result, MOST_IN_SUMMARY), requestOf(run)],
    LARGEST_SUMMARY,
  )
  if (file && text) appendFileSync(file, `${text}\n`)
}

/** The error of a run that cannot write a file. */
export const unwritableError = (what: string, { message }: Error): RunError =>
  new RunError(
    'internal',
    `The runner's file of ${what} cannot be written, and what it was to hold is lost: ${message}`,
    {
      cause: 'unwritable',
    },
  )

/** The result of a run that creates, adopts or waits. */
const resultOf = (run: Run): Result => ({
  title: run.isPlan ? 'Plan: nothing was created' : `Deployment ${successOf(run)}`,
  happened: happenedIn(run),
  outputs: outputsOf(run),
  details: [deploymentTable(run), changeTable(run), differenceTable(run)],
})

/** What came of a run that succeeded: `was created, and is active`. */
function successOf({ mayCreate, post, reached }: Run): string {
  const was = post === 'created' ? 'was created' : 'exists, and was adopted'
  if (!mayCreate) return `is ${reached}`
  return `${was}, and ${reached ? `is ${reached}` : 'not waited for'}`
}

function happenedIn(run: Run): string {
  const { deployment } = run
  if (!deployment)
    return `The name "${run.name}" is free, and the deployment would be created, if the service accepts the request`
  const subject = `The ${named(deployment)}`
  if (run.isPlan) return `${subject} exists, and would be adopted: ${deployment.state}`
  const next =
    run.reached || isActive(deployment)
      ? ''
      : '. Look in the service whether it becomes active: a rerun does not change it'
  return `${subject} ${successOf(run)}: ${deployment.state}${next}`
}

/** The known fields of the deployment, or of the request while there is no deployment. */
type Known = Fields & { id: string }

function knownOf(run: Run): Known {
  const known = { name: run.name, ...(run.deployment?.sent ?? run.request) }
  return { id: run.deployment?.id ?? '', ...fieldsOf(known) }
}

function outputsOf(run: Run): Record<string, unknown> {
  const { source, created_at, image_uri, custom_url, ...outputs } = knownOf(run)
  return {
    ...outputs,
    // Without a deployment, `custom_url` is only requested, and nothing answers there.
    url: run.deployment && custom_url,
    deployment: withSecretNames(run.deployment?.sent),
    ...(run.mayCreate && {
      created: isCreated(run),
      differences: run.comparison.differences,
      request: withSecretNames(run.request),
    }),
  }
}

/** Logs a failure as one error, or as one for each mistake in the inputs. The last of MOST_ERRORS has all remaining mistakes. */
function logStop(run: Run, end: RunError): void {
  const { sent, next, rerun } = guidanceOf(run, end)
  const advice = [sent, `What to do: ${next.join(' ')}`, rerun].join('\n')
  const room = LONGEST_MESSAGE - advice.length - 1
  const words = wordsOf(end)
  const rest = words.splice(MOST_ERRORS - 1).join(' ')
  for (const [index, text] of [...words, rest].filter(Boolean).entries())
    core.error(`${cut(oneLine(run.redacted(text)), room)}\n${advice}`, {
      title: titleOf(end),
      ...end.facts.problems?.[index],
    })
}

/** Adds a full stop to a text that has no mark at its end. */
const sentence = (text: string): string => text.replace(/([^.…?!])$/, '$1.')

/** What failed and what the service said; or each mistake in the inputs. */
function wordsOf({ message, facts }: RunError): string[] {
  const { problems, said } = facts
  if (problems) return problems.map(problem => sentence(problem.message))
  return [`${sentence(message)}${said ? ` It answered: ${sentence(said)}` : ''}`]
}

/** The headline: a symbol for how the run ended, and a few words. Empty for a success without a title. */
function headlineOf(run: Run, end: RunError | undefined, { title = '' }: Result): string {
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
function beginningOf(run: Run, end: RunError | undefined, result: Result, most: number): string[] {
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

/** The known fields, by the names that they have in the interface. */
function deploymentTable(run: Run): string {
  const { deployment, html } = run
  return table(
    ['Field', deployment ? 'As last seen' : 'Requested'],
    Object.entries(knownOf(run)).filter(([, value]) => value),
    ([field, value]) => {
      const write = field === 'custom_url' ? html.link : html.code
      return [field, write(value)]
    },
  )
}

/** A row for each change during a wait. If there are too many, it keeps the last ones, which show how the wait ended. */
const changeTable = ({ looks, html }: Run): string =>
  table(['Time (UTC)', 'After', 'State', 'Health'], changesIn(looks).slice(-MOST_ROWS), change => [
    timeOfDay(change.date),
    `${Math.round(change.after / 1000)} s`,
    html.code(change.state),
    html.code(change.health?.words ?? ''),
  ])

/** The looks whose state or health differs from that of the look before. Health that was not asked is no change. */
export const changesIn = (looks: WaitLook[]): WaitLook[] =>
  looks.filter(({ state, health }, index) => {
    const before = looks[index - 1]
    return before?.state !== state || (health && before.health?.words !== health.words)
  })

/** The longest value in a table, in characters. Longer ones are cut. */
const LONGEST_IN_TABLE = 500

function differenceTable({ comparison, html }: Run): string {
  const cell = (value: unknown) => html.code(JSON.stringify(value) ?? 'nothing', LONGEST_IN_TABLE)
  return table(['Field', 'Requested', 'Existing'], comparison.differences, difference => [
    html.code(difference.path),
    cell(difference.requested),
    cell(difference.existing),
  ])
}

/** The request as JSON, in a block that the reader can unfold. */
function requestOf({ request, html }: Run): string {
  if (!request) return ''
  const lines = JSON.stringify(withSecretNames(request), null, 2).split('\n')
  return `<details><summary>The request (secrets by name)</summary>\n\n<pre>${lines.map(line => html.code(line)).join('<br>')}</pre>\n\n</details>`
}
