import type { Difference } from '../deployment/differences.ts'
import type { Outcome } from '../deployment/outcome.ts'
import { withSecretNames } from '../deployment/secret-names.ts'
import { html } from '../github/text.ts'
import type { Deployment } from '../service/responses.ts'
import { fitting, type Markup, section, table } from './markup.ts'
import type { RunState } from './run-state.ts'

/** The deployment's fields, or those of the request before the deployment exists. */
export function deploymentSection(state: RunState, { code, text }: Markup): string {
  const { deployment, request, repository } = state
  const read = deployment?.read
  const config = read?.source_config ?? request?.source_config
  const revision = read?.source_revision_config ?? request?.source_revision_config
  const rows: [string, string | null | undefined][] = [
    ['Name', read?.name ?? state.name],
    ['Id', read?.id],
    ['Status', read?.status],
    ['Source', read?.source ?? request?.source],
    ['Repository', config?.repo_url ?? repository?.url],
    ['Ref', revision?.repo_ref],
    ['Commit', read?.source_revision_config?.repo_commit_sha],
    ['Image', revision?.image_uri],
    ['Tarball', revision?.source_tarball_path],
  ]
  const revisions: typeof rows = [
    ['Newest revision', read?.latest_revision_id],
    ['Active revision', read?.active_revision_id],
  ]
  const shown = (given: typeof rows) =>
    given.flatMap(([label, value]) => (value ? [[label, code(value)]] : []))
  const given = shown(rows)
  const url = config?.custom_url
  if (url) given.push(['URL', isRequested(state, url) ? link(url, text(url)) : code(url)])
  given.push(...shown(revisions))
  if (read) given.push(['Newest is active', newestIsActive(read)])
  if (state.health) given.push(['Health', health(state.health, { code, text })])
  if (given.length === 0) return ''
  return section(read ? 'The deployment' : 'The request', table([], given))
}

function newestIsActive({ latest_revision_id: newest, active_revision_id: active }: Deployment): string {
  if (!newest) return 'unknown'
  if (!active) return 'no, no revision is active yet'
  return newest === active ? 'yes' : 'no, an older revision is active'
}

function health(
  { url, answer }: NonNullable<RunState['health']>,
  { code, text }: Pick<Markup, 'code' | 'text'>,
): string {
  return `${code(url)} ${text(answer.answered)}`
}

/** Whether the workflow set this URL. Only such a URL becomes a link: a URL of the service may lead anywhere. */
export function isRequested({ request }: RunState, url: string): boolean {
  return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url)
}

/** The URL as a link, or as text if redaction changed it. */
function link(url: string, shown: string): string {
  return shown === html(url) ? `<a href="${html(url)}">${shown}</a>` : shown
}

const MOST_DIFFERENCE_BYTES = 200_000
const MOST_DIFFERENCES = 100

/** The differences, field by field. Paths can wrap at their dots on a narrow screen. */
export function differencesSection(
  differences: Difference[],
  { code }: Markup,
  bytes = MOST_DIFFERENCE_BYTES,
): string {
  if (differences.length === 0) return ''
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(withSecretNames(value)))
  const rows = differences
    .slice(0, MOST_DIFFERENCES)
    .map(({ path, requested, existing }) => [
      cell(path).replaceAll('.', '.<wbr>'),
      cell(requested),
      existing === null ? 'nothing' : cell(existing),
    ])
  const [shown] = fitting(rows, bytes, row => row.join())
  const left = differences.length - shown.length
  return section(
    'Differences',
    table(['Field', 'Requested', 'Existing'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''),
  )
}

const MOST_REQUEST_BYTES = 300_000

/** The request, in a folded section. */
export function requestDetails(state: RunState, outcome: Outcome, { lines }: Markup): string {
  const { request } = state
  if (!request) return ''
  const json = JSON.stringify(withSecretNames(request), null, 2)
  const [shown, left] = fitting(lines(json), MOST_REQUEST_BYTES, line => `${line}<br>`)
  if (left > 0) shown.push(`… (${left} more lines)`)
  return `<details><summary>Request ${sentOrNot(state, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`
}

function sentOrNot({ timeline, deployment }: RunState, outcome: Outcome): string {
  if (timeline?.spans.some(({ phase }) => phase === 'create')) return 'that was sent'
  return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent'
}
