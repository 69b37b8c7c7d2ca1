import type { Deployment } from '../../../service/responses.ts'
import { html } from '../../text.ts'
import type { Knowledge } from '../knowledge.ts'
import { type Markup, section, table } from './markup.ts'

/** What is known of the deployment; as long as there is none, what was asked for. */
export function deploymentSection(known: Knowledge, { code, text }: Markup): string {
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
  ]
  const revisions: typeof rows = [
    ['Newest revision', read?.latest_revision_id],
    ['Active revision', read?.active_revision_id],
  ]
  const shown = (given: typeof rows) =>
    given.flatMap(([label, value]) => (value ? [[label, code(value)]] : []))
  const given = shown(rows)
  const url = config?.custom_url
  if (url) given.push(['URL', isAskedFor(known, url) ? link(url, text(url)) : code(url)])
  given.push(...shown(revisions))
  if (read) given.push(['Newest is active', newestIsActive(read)])
  if (given.length === 0) return ''
  return section(read ? 'The deployment' : 'What was asked for', table([], given))
}

function newestIsActive({ latest_revision_id: newest, active_revision_id: active }: Deployment): string {
  if (!newest) return 'not known'
  if (!active) return 'no, none is active yet'
  return newest === active ? 'yes' : 'no, an older one is'
}

/** Only an address that the workflow itself gave becomes a link: where the service points is not for us to vouch for. */
function isAskedFor({ request }: Knowledge, url: string): boolean {
  return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url)
}

/** A value that holds a secret is shown without it, and cannot be an address then. */
function link(url: string, shown: string): string {
  return shown === html(url) ? `<a href="${html(url)}">${shown}</a>` : shown
}
