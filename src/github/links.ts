import { html } from './text.ts'

/** What a run belongs to, as addresses on the host it runs on. */
export interface JobLink {
  label: string
  url: string
}

/** Links to the commit, the workflow run and the repository, as far as the runner tells them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '')
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  const [sha, run] = [env['GITHUB_SHA'] ?? '', env['GITHUB_RUN_ID'] ?? '']
  if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return []
  const base = `${server.origin}${server.pathname.replace(/\/+$/, '')}/${repository}`
  const links: JobLink[] = []
  if (/^[0-9a-f]{7,64}$/i.test(sha)) {
    links.push({ label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` })
  }
  if (/^\d+$/.test(run)) links.push({ label: 'workflow run', url: `${base}/actions/runs/${run}` })
  links.push({ label: `repository ${repository}`, url: base })
  return links
}

export function linksLine(links: JobLink[]): string {
  if (links.length === 0) return ''
  return `<p>${links.map(({ label, url }) => `<a href="${html(url)}">${html(label)}</a>`).join(' · ')}</p>`
}
