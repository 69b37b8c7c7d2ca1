import * as core from '@actions/core'
import {
  isActive,
  named,
  stateOf,
  textAt,
  withSecretNames,
} from '../service/deployment.ts'
import { isCreated, type Run } from './run.ts'
import {
  EMPTY_SECRET,
  type Problem,
  type Rerun,
  rerunInWords,
  type Stop,
} from './stop.ts'
import { cut, type Html, joined, oneLine, openHtml, table } from './text.ts'

// How a run ended: in its outputs, its log and its summary.

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MOST_BYTES = 1024 * 1024

/** GitHub refuses a longer comment, and counts characters. Bytes are never fewer. */
const MOST_BYTES_OF_REPORT = 65_000

/** GitHub cuts a message at 4,096 characters. */
const LONGEST_ERROR = 4000

const LONGEST_LINE = 500

/** GitHub keeps so many errors of a step. */
const MOST_ERRORS = 10

/** The first part of the summary as markdown, for a comment or a message. */
export const reportOf = (run: Run, stop: Stop | undefined): string =>
  joined(beginningOf(run, stop, openHtml(run.redacted)), MOST_BYTES_OF_REPORT)

/** Reports the end of a run that creates, adopts or waits. */
export async function reportRun(
  run: Run,
  stop: Stop | undefined,
): Promise<void> {
  const html = openHtml(run.redacted)
  setOutputs(outputsOf(run))
  if (run.mayCreate) setOutputs(createOutputs(run, reportOf(run, stop)))
  if (stop) reportStop(run, stop)
  else run.log(`${endOf(run)}.`)
  await writeSummary([...beginningOf(run, stop, html), requestOf(run, html)])
}

/** Reports a failure of a run that only reads. */
export async function reportFailure(run: Run, stop: Stop): Promise<void> {
  reportStop(run, stop)
  await writeSummary([reportOf(run, stop)])
}

/** Sets outputs, each exactly as it is. What is null or unknown is the empty string. */
export function setOutputs(outputs: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(outputs))
    core.setOutput(name, value ?? '')
}

/** Appends to the job summary, if the runner has one. */
export async function writeSummary(parts: string[]): Promise<void> {
  if (!process.env['GITHUB_STEP_SUMMARY']) return
  await core.summary.addRaw(`${joined(parts, MOST_BYTES)}\n`).write()
}

/** The outputs that are fields of the deployment, or of its request before it exists. */
const FIELDS: Record<string, string[]> = {
  status: ['status'],
  tenant_id: ['tenant_id'],
  latest_revision_id: ['latest_revision_id'],
  active_revision_id: ['active_revision_id'],
  image_version: ['image_version'],
  url: ['source_config', 'custom_url'],
  repo_url: ['source_config', 'repo_url'],
  repo_ref: ['source_revision_config', 'repo_ref'],
  repo_commit_sha: ['source_revision_config', 'repo_commit_sha'],
}

function outputsOf({
  deployment,
  request,
  name,
}: Run): Record<string, unknown> {
  const known = deployment?.sent ?? request
  const fields = Object.entries(FIELDS).map(([output, path]) => [
    output,
    textAt(known, ...path),
  ])
  return {
    id: deployment?.id,
    name: deployment?.name || name,
    ...Object.fromEntries(fields),
    deployment: withSecretNames(deployment?.sent),
  }
}

const createOutputs = (run: Run, report: string): Record<string, unknown> => ({
  created: isCreated(run),
  differences: run.comparison.differences,
  request: withSecretNames(run.request),
  report,
})

/** Reports a failure: its outputs, and one error; or one for each mistake in the inputs, of which the last has the rest. */
export function reportStop(run: Run, stop: Stop): void {
  const { code, status, problems } = stop
  const safe = (text: string) => oneLine(run.redacted(text))
  setOutputs({
    error_code: code,
    error_message: cut(safe(failureOf(stop)), LONGEST_LINE),
    http_status: status ?? run.postStatus,
  })
  const advice = adviceOf(run, stop).join('\n')
  const room = LONGEST_ERROR - advice.length - 1
  const error = (message: string, { file, line }: Partial<Problem> = {}) =>
    core.error(`${cut(message, room)}\n${advice}`, {
      title: titleOf(stop),
      ...(file !== undefined && { file, startLine: line ?? 1 }),
    })
  const shown = problems.slice(0, MOST_ERRORS - 1)
  const others = problems.slice(MOST_ERRORS - 1).map(({ message }) => message)
  for (const problem of shown) error(safe(problem.message), problem)
  if (others.length > 0) error(safe(others.join('; ')))
  if (problems.length > 0) return
  const lines = [stop.message, saidBy(stop)].filter(Boolean)
  error(lines.map(line => sentence(safe(line))).join('\n'))
}

/** A text with a full stop. */
const sentence = (text: string): string => text.replace(/([^.…])$/, '$1.')

const saidBy = ({ said }: Stop): string => said && `The service said: ${said}`

const failureOf = (stop: Stop): string =>
  [stop.message, saidBy(stop)].filter(Boolean).join('. ')

/** Whether a create request was sent, what to do, and what a rerun does. */
const adviceOf = (run: Run, stop: Stop): string[] => [
  ...(run.mayCreate ? [SENT[run.post]] : []),
  `What to do: ${nextOf(run, stop)}`,
  rerunInWords(rerunOf(run, stop)),
]

/** Whether a create request was sent, and what came of it. */
const SENT: Record<Run['post'], string> = {
  none: 'No create request was sent.',
  without_effect: 'The create request had no effect.',
  unknown:
    'A create request was sent, and it is not known whether this run created a deployment.',
  created: 'A create request was sent, and created the deployment.',
}

/** What to do; another advice where the run knows that it has no secrets, or sent no credential. */
function nextOf(
  { restriction, hasCredential }: Run,
  { code, next }: Stop,
): string {
  const without = restriction ? WITHOUT_SECRETS[restriction] : ''
  if (code === 'invalid_input') return [next, without].filter(Boolean).join(' ')
  const isDenied = code === 'unauthorized' || code === 'forbidden'
  return isDenied && !hasCredential
    ? `No credential was sent. ${without || NO_KEY}`
    : next
}

const WITHOUT_SECRETS = {
  fork: 'This run is for a pull request from a fork, which gets no secrets: skip the step for forks, or push the branch to this repository.',
  dependabot:
    'This run is by Dependabot, which gets only secrets of its own: define them as Dependabot secrets of the repository, or skip the step.',
}

const NO_KEY = `Set \`api_key\`, \`headers\` or \`oidc_audience\`; ${EMPTY_SECRET}.`

function rerunOf({ post, deployment }: Run, { rerun }: Stop): Rerun {
  return post === 'unknown' && !deployment ? 'once_listed' : rerun
}

const titleOf = ({ code }: Stop): string => {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The end in a few words, with a sign for how good it is. */
function headlineOf(run: Run, stop: Stop | undefined): string {
  const unknown =
    run.post === 'unknown'
      ? ', and it is not known whether this run deployed it'
      : ''
  if (stop)
    return `${stop.code === 'cancelled' ? '🛑' : '❌'} ${titleOf(stop)}${unknown}`
  const doubt = run.doubts.length > 0 ? `: ${run.doubts.join(', and ')}` : ''
  if (run.isPlan)
    return `🧪 Plan: nothing was created${doubt && `, and ${run.doubts.join(', and ')}`}`
  const sign = run.warnings.length > 0 ? '⚠️' : '✅'
  return `${sign} Deployment ${resultOf(run)}${doubt}`
}

/** What came of a run that succeeded: `created, and active`. */
function resultOf({ mayCreate, reached, post }: Run): string {
  if (!mayCreate) return `is ${reached}`
  const result = post === 'created' ? 'created' : 'adopted'
  return reached ? `${result}, and ${reached}` : result
}

/** What happened, in a sentence. */
function endOf(run: Run): string {
  const { deployment, isPlan, name } = run
  if (!deployment)
    return `The name "${name}" is free, and the deployment would be created, if the service accepts the request`
  const subject = `The ${named(deployment)}`
  const is = run.mayCreate ? 'was ' : ''
  const end = isPlan ? 'exists, and would be adopted' : `${is}${resultOf(run)}`
  const yet = isActive(deployment) ? '' : ', so it is not active yet'
  return `${subject} ${end}: ${stateOf(deployment)}${yet}`
}

const MOST_PROBLEMS = 1000

/** The headline, what happened, warnings, what to do, the deployment and the differences. */
function beginningOf(run: Run, stop: Stop | undefined, html: Html): string[] {
  const paragraph = (text: string) => `<p>${html.prose(text)}</p>`
  const problems = stop?.problems ?? []
  const items = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ message }) => `<li>${html.prose(message)}</li>`)
  const failure = stop
    ? [
        items.length > 0
          ? `<ul>${items.join('\n')}</ul>`
          : paragraph(sentence(stop.message)),
        stop.said &&
          `<p>The service said:</p>\n<blockquote>${html.code(stop.said)}</blockquote>`,
      ]
    : [paragraph(`${endOf(run)}.`)]
  const advice = stop ? adviceOf(run, stop).map(paragraph) : []
  return [
    `## ${headlineOf(run, stop)}`,
    ...failure,
    ...run.warnings.map(warning => `<p>⚠️ ${html.prose(sentence(warning))}</p>`),
    advice.join('\n'),
    stop ? `<p>Error code ${html.code(stop.code)}</p>` : '',
    deploymentTable(run, html),
    differenceTable(run, html),
  ].filter(part => part !== '')
}

function deploymentTable(run: Run, html: Html): string {
  const { deployment, request, name } = run
  const known = deployment?.sent ?? request
  const url = textAt(known, 'source_config', 'custom_url')
  const at = (...path: string[]) => textAt(known, ...path)
  const rows = {
    Name: deployment?.name || name || '',
    Id: deployment?.id ?? '',
    Status: at('status'),
    Source: at('source'),
    Repository: at('source_config', 'repo_url'),
    Ref: at('source_revision_config', 'repo_ref'),
    Commit: at('source_revision_config', 'repo_commit_sha'),
    Image: at('source_revision_config', 'image_uri'),
    'Newest revision': at('latest_revision_id'),
    'Active revision': at('active_revision_id'),
  }
  const cells = Object.entries(rows).filter(([, value]) => value !== '')
  return table(
    [],
    [
      ...(url ? [['URL', html.link(url)]] : []),
      ...cells.map(([label, value]) => [label, html.code(value)]),
    ],
  )
}

/** A value in a table is cut to so many characters. */
const LONGEST_VALUE = 500

function differenceTable({ comparison }: Run, html: Html): string {
  const cell = (value: unknown) =>
    html.code(JSON.stringify(value) ?? 'nothing', LONGEST_VALUE)
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
