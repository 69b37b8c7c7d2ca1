import { type Difference, withSecretNames } from '../deployment/differences.ts'
import type { Explanation } from '../deployment/errors.ts'
import type { Outcome, RunFailure } from '../deployment/outcome.ts'
import type { OtherVersion } from '../deployment/version.ts'
import { type JobLink, linksLine } from '../github/event.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../github/redact.ts'
import { html } from '../github/text.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import {
  createMarkup,
  duration,
  firstOf,
  link,
  type Markup,
  pairs,
  section,
  table,
  withinLimit,
} from './markup.ts'
import type { RunState } from './run-state.ts'
import { type Timeline, timelineSection } from './timeline.ts'

/** The end of a run, as the summary shows it. */
export interface Ending {
  state: RunState
  outcome: Outcome
  /** Invalid inputs, or fields that the service refused, each with its input or line. */
  problems: Problem[]
  links: JobLink[]
  /** Set for a failure. */
  explanation?: Explanation
}

/**
 * The job summary as markdown: the outcome, the next step after a failure, then the details. All text of the workflow
 * and the service is redacted, then escaped, and put into HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(ending: Ending, redact: Redact): string {
  const { state, outcome, problems, links, explanation } = ending
  const markup = createMarkup(redact)
  const parts = [
    `## ${heading(state, outcome, explanation?.title)}`,
    `<p>${opening(state, outcome, markup)}</p>`,
    problemList(problems, markup),
    ...(outcome.result === 'failed' && explanation
      ? [quote(outcome.failure, markup), advice(outcome.failure, explanation, markup)]
      : []),
    linksLine(links),
    differencesSection(state.differences ?? [], markup),
    deploymentSection(ending, markup),
    timelineSection(state.timeline, outcome, markup),
    requestDetails(state, outcome, markup),
  ]
  return withinLimit(parts, MAX_SUMMARY_BYTES)
}

export function problemList(problems: Problem[], { text }: Markup): string {
  if (problems.length === 0) return ''
  const { shown, more } = firstOf(problems)
  const items = [...shown.map(problem => text(sentence(problem))), ...more]
  return `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
}

/**
 * The outcome in a few words.
 *
 * @param title the title of the explanation, for a failure
 */
export function heading({ created, otherVersion }: RunState, outcome: Outcome, title = ''): string {
  switch (outcome.result) {
    case 'created':
    case 'adopted':
      return otherVersion
        ? `⚠️ Deployment ${outcome.result}: ${otherVersion.headline.toLowerCase()}`
        : `✅ Deployment ${outcome.result}`
    case 'reached':
      return outcome.goal === '' ? '✅ Deployment found' : `✅ Deployment is ${outcome.goal}`
    case 'dry_run':
      return '🧪 Dry run: nothing was created'
    case 'failed': {
      const { code } = outcome.failure
      const after = created && code !== 'duplicate_created' ? ', after the deployment was created' : ''
      return `${code === 'cancelled' ? '🛑' : '❌'} ${title}${after}`
    }
  }
}

/** The outcome in one sentence. */
export const opening = (state: RunState, outcome: Outcome, { text }: Markup): string =>
  text(openingSentence(state, outcome))

function openingSentence(state: RunState, outcome: Outcome): Sentence {
  const { request, deployment, differences = [], timeline, otherVersion } = state
  const name = request?.name ?? deployment?.read.name ?? state.name ?? ''
  const status = deployment?.read.status
  const version = otherVersion ? versions(otherVersion) : words('')
  const differing = words(differences.length > 0 ? ', although it differs from the request' : '')
  switch (outcome.result) {
    case 'created': {
      const took = words(timeline ? ` in ${duration(durationOf(timeline))}` : '')
      const is = status ? say` and is ${status}` : words('')
      return say`The deployment ${name} was created from ${request?.source ?? ''}${took}${is}.${version}`
    }
    case 'adopted': {
      const how = words(appeared(timeline) ? 'appeared while this run was creating it' : 'already existed')
      const is = status ? say`, is ${status},` : words('')
      return say`The deployment ${name} ${how}${is} and was adopted${differing}.${version}`
    }
    case 'reached': {
      const is = words(outcome.goal === '' ? 'exists' : `is ${outcome.goal}`)
      return say`The deployment ${name} ${is}${status ? say`; its status is ${status}` : words('')}.`
    }
    case 'dry_run':
      return deployment
        ? say`The deployment ${name} exists and would be adopted${differing}.`
        : say`The name ${name} is free, and the deployment would be created from ${request?.source ?? ''}.`
    case 'failed':
      return say`${outcome.failure.what}.`
  }
}

const versions = ({ headline, existing, wanted, next }: OtherVersion) =>
  say` ${words(headline)}: it has ${existing}; this run is for ${wanted}. ${next}`

const durationOf = ({ spans }: Timeline) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0

/** Whether the name was free when the run started. */
const appeared = (timeline?: Timeline) => timeline?.spans.some(({ phase }) => phase === 'create')

/** The service's error message as a quote; empty if there is none. */
export function quote({ said, speaker = 'The service' }: RunFailure, { code }: Markup): string {
  return said && said.text !== ''
    ? `<p>${speaker} said:</p>\n<blockquote>${code(said.text)}</blockquote>`
    : ''
}

/** The next step, whether a rerun is safe, and likely causes where nothing better is known. */
export function advice(
  failure: RunFailure,
  { causes, next, rerun }: Explanation,
  { text, code }: Markup,
): string {
  const status = failure.status === undefined ? '' : `, HTTP status ${code(String(failure.status))}`
  const isKnown = failure.hint !== undefined || (failure.said?.fields.length ?? 0) > 0
  const items = causes.map(cause => `<li>${text(words(cause))}</li>`).join('')
  return [
    `<p><b>What to do:</b> ${text(words(next))}</p>`,
    `<p><b>Is a rerun safe?</b> ${text(words(rerun))}</p>`,
    ...(isKnown ? [] : [`<p><b>Likely causes:</b></p>\n<ul>${items}</ul>`]),
    `<p>Error code ${code(failure.code)}${status}</p>`,
  ].join('\n')
}

/** The deployment's fields, or those of the request before the deployment exists. */
export function deploymentSection({ state, links }: Pick<Ending, 'state' | 'links'>, markup: Markup): string {
  const { deployment, request, repository, health } = state
  const { code, text } = markup
  const read = deployment?.read
  const config = read?.source_config ?? request?.source_config
  const revision = read?.source_revision_config ?? request?.source_revision_config
  const url = config?.custom_url
  const given: [string, string | null | undefined][] = [
    ['Name', read?.name ?? state.name],
    ['Id', read?.id],
    ['Status', read?.status],
    ['Source', read?.source ?? request?.source],
    ['Repository', config?.repo_url ?? repository?.url],
    ['Ref', revision?.repo_ref],
  ]
  const versions: typeof given = [
    ['Image', revision?.image_uri],
    ['Tarball', revision?.source_tarball_path],
    ['Newest revision', read?.latest_revision_id],
    ['Active revision', read?.active_revision_id],
  ]
  const asCode = (rows: typeof given) =>
    rows.flatMap(([label, value]) => (value ? [[label, code(value)]] : []))
  const rows = [
    ...asCode(given),
    ...commitRows(read?.source_revision_config?.repo_commit_sha, links, markup),
    ...(url ? [['URL', requestedLink(state, url, markup)]] : []),
    ...asCode(versions),
    ...(health ? [['Health', text(say`${health.url} ${health.answer.answered}`)]] : []),
  ]
  return rows.length === 0 ? '' : section(read ? 'The deployment' : 'The request', table([], rows))
}

/** The deployed commit, and the workflow's own where it differs. A commit is short where it is a link. */
export function commitRows(
  deployed: string | null | undefined,
  links: JobLink[],
  { code }: Markup,
): string[][] {
  const workflow = links.find(({ kind }) => kind === 'commit')
  const sha = workflow?.url.split('/').at(-1) ?? ''
  if (!deployed) return []
  const short = workflow && link(workflow.url, html(sha.slice(0, 7)))
  if (short && deployed.toLowerCase() === sha.toLowerCase()) return [['Deployed commit', short]]
  return [['Deployed commit', code(deployed)], ...(short ? [['Workflow commit', short]] : [])]
}

/**
 * A URL, as a link if the workflow set it and no secret is in it: a URL of the service may lead anywhere.
 */
export function requestedLink({ request }: RunState, url: string, { code }: Markup): string {
  const isRequested = request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url)
  const shown = code(url)
  return isRequested && shown.replaceAll('<wbr>', '') === `<code>${html(url)}</code>`
    ? link(url, shown.replace(/<\/?code>/g, ''))
    : shown
}

/** The differences, field by field. */
export function differencesSection(differences: Difference[], { code }: Markup): string {
  if (differences.length === 0) return ''
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(withSecretNames(value)))
  const { shown, more } = firstOf(differences)
  const rows = shown.map(({ path, requested, existing }): [string, string, string] => [
    code(path),
    cell(requested),
    existing == null ? 'nothing' : cell(existing),
  ])
  const rest = more.map(line => `\n<p>${line}</p>`).join('')
  return section('Differences', pairs(['Requested', 'Existing'], rows) + rest)
}

/** Longer requests are cut. */
const MOST_LINES = 1000

/** The request, in a folded section. */
function requestDetails(state: RunState, outcome: Outcome, { lines }: Markup): string {
  const { request, variables = [] } = state
  if (!request) return ''
  const secrets = request.secrets.map(({ name, value }) =>
    variables.includes(name) ? `${name}=${value}` : name,
  )
  const open = Object.assign({}, withSecretNames(request), { secrets })
  const { shown, more } = firstOf(lines(JSON.stringify(open, null, 2)), MOST_LINES)
  const text = [...shown, ...more.map(rest => `… ${rest} lines`)].join('<br>')
  return `<details><summary>Request ${sentOrNot(state, outcome)} (secrets by name${variables.length > 0 ? ', variables by value' : ''})</summary>\n<pre>${text}</pre>\n</details>`
}

function sentOrNot({ timeline, deployment }: RunState, outcome: Outcome): string {
  if (timeline?.spans.some(({ phase }) => phase === 'create')) return 'that was sent'
  return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent'
}
