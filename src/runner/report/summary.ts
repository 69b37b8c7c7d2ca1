import type { Difference } from '../../deployment/differences.ts'
import { secretNames } from '../../deployment/differences.ts'
import type { Outcome } from '../../deployment/outcome.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { code as codeOf, html, shorten } from '../text.ts'
import { CATALOGUE } from './catalogue.ts'
import type { Knowledge } from './knowledge.ts'

const LONGEST_VALUE = 500
const LONGEST_REQUEST = 100_000
const MOST_DIFFERENCES = 100

/**
 * The job summary, as markdown. All that comes from the workflow or the service is redacted, then escaped, and
 * stands in HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(
  known: Knowledge,
  outcome: Outcome,
  problems: Problem[],
  redact: (text: string) => string,
): string {
  const text = (value: string) => html(shorten(redact(value), LONGEST_VALUE))
  const code = (value: string) => codeOf(shorten(redact(value), LONGEST_VALUE))
  const parts = [
    `## ${heading(known, outcome)}`,
    `<p>${opening(known, outcome, code, text)}</p>`,
    problems.length > 0
      ? `<ul>${problems.map(problem => `<li>${text(sentence(problem))}</li>`).join('')}</ul>`
      : '',
    outcome.result === 'failed' ? failure(outcome, text) : '',
    facts(known, code),
    differencesTable(known.differences ?? [], code),
    requestDetails(known, value => html(shorten(redact(value), LONGEST_REQUEST))),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

function heading({ created }: Knowledge, outcome: Outcome): string {
  switch (outcome.result) {
    case 'created':
      return '✅ Deployment created'
    case 'adopted':
      return '✅ Deployment adopted'
    case 'dry_run':
      return '🧪 Dry run: nothing was created'
    case 'failed':
      return `❌ ${CATALOGUE[outcome.trouble.code].title}${created ? ', after the deployment was created' : ''}`
  }
}

function opening(
  { request, deployment }: Knowledge,
  outcome: Outcome,
  code: (text: string) => string,
  text: (text: string) => string,
): string {
  const name = code(request?.name ?? deployment?.read.name ?? '')
  switch (outcome.result) {
    case 'created':
      return `The deployment ${name} was created from ${code(request?.source ?? '')}.`
    case 'adopted':
      return `The deployment ${name} was there already and was adopted.`
    case 'dry_run':
      return deployment
        ? `The deployment ${name} is there and would be adopted.`
        : `The name ${name} is free, and the deployment would be created.`
    case 'failed':
      return text(`${outcome.trouble.what}.`)
  }
}

function failure({ trouble }: Outcome & { result: 'failed' }, text: (text: string) => string): string {
  const said = trouble.said?.text ?? ''
  return [
    said === '' ? '' : `<p>The service said:</p>\n<blockquote>${text(said)}</blockquote>`,
    `<p><b>What to do:</b> ${text(trouble.next ?? CATALOGUE[trouble.code].next)}</p>`,
    `<p>Error code ${codeOf(trouble.code)}${trouble.status === undefined ? '' : `, HTTP status ${codeOf(String(trouble.status))}`}</p>`,
  ]
    .filter(part => part !== '')
    .join('\n')
}

function facts(known: Knowledge, code: (text: string) => string): string {
  const { deployment, request, repository } = known
  const read = deployment?.read
  const config = read?.source_config ?? request?.source_config
  const revision = read?.source_revision_config ?? request?.source_revision_config
  const rows: [string, string | null | undefined][] = [
    ['Name', read?.name ?? known.name],
    ['Id', read?.id],
    ['Status', read?.status],
    ['Source', read?.source ?? request?.source],
    ['Repository', config?.repo_url ?? repository?.url],
    ['Ref', revision?.repo_ref],
    ['Commit', read?.source_revision_config?.repo_commit_sha],
    ['Image', revision?.image_uri],
    ['Tarball', revision?.source_tarball_path],
    ['URL', config?.custom_url],
    ['Newest revision', read?.latest_revision_id],
    ['Active revision', read?.active_revision_id],
  ]
  const given = rows.filter((row): row is [string, string] => Boolean(row[1]))
  if (given.length === 0) return ''
  return `<table>\n${given.map(([label, value]) => `<tr><th align="left">${label}</th><td>${code(value)}</td></tr>`).join('\n')}\n</table>`
}

function differencesTable(differences: Difference[], code: (text: string) => string): string {
  if (differences.length === 0) return ''
  const cell = (value: unknown) =>
    `<td>${code(typeof value === 'string' ? value : JSON.stringify(value))}</td>`
  const shown = differences.slice(0, MOST_DIFFERENCES)
  const rows = shown.map(
    ({ path, requested, existing }) => `<tr>${cell(path)}${cell(requested)}${cell(existing)}</tr>`,
  )
  const more =
    differences.length > shown.length ? `\n<p>and ${differences.length - shown.length} more</p>` : ''
  return `<table>\n<tr><th>Field</th><th>Asked for</th><th>There</th></tr>\n${rows.join('\n')}\n</table>${more}`
}

function requestDetails({ request }: Knowledge, text: (text: string) => string): string {
  if (!request) return ''
  const shown = JSON.stringify({ ...request, secrets: secretNames(request.secrets) }, null, 2)
  const lines = shown.split('\n').map(text).join('<br>')
  return `<details><summary>Request (secrets by name)</summary>\n<pre>${lines}</pre>\n</details>`
}
