import { withoutEnd } from '../lib/trim.ts'
import { runCommit, runPullRequest } from './event.ts'
import { html } from './text.ts'

/** A page on the host that is related to the run. */
export interface JobLink {
  kind: 'commit' | 'pull_request' | 'run' | 'repository'
  label: string
  url: string
}

/** Links to the commit, the pull request, the workflow run and the repository, if the runner names them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '')
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return []
  const base = `${server.origin}${withoutEnd(server.pathname, '/')}/${repository}`
  const { sha = '' } = runCommit(env)
  const number = runPullRequest(env)?.number
  const run = env['GITHUB_RUN_ID'] ?? ''
  const links: (JobLink | undefined)[] = [
    /^[0-9a-f]{7,64}$/i.test(sha)
      ? { kind: 'commit', label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` }
      : undefined,
    number
      ? { kind: 'pull_request', label: `pull request #${number}`, url: `${base}/pull/${number}` }
      : undefined,
    /^\d+$/.test(run)
      ? { kind: 'run', label: 'workflow run', url: `${base}/actions/runs/${run}` }
      : undefined,
    { kind: 'repository', label: `repository ${repository}`, url: base },
  ]
  return links.filter(link => link !== undefined)
}

/** The page of this workflow run attempt, which links to its log. */
export function runUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  if (!run) return undefined
  const attempt = env['GITHUB_RUN_ATTEMPT'] ? `/attempts/${env['GITHUB_RUN_ATTEMPT']}` : ''
  return `${server || 'https://github.com'}/${repository}/actions/runs/${run}${attempt}`
}

export function linksLine(links: JobLink[]): string {
  if (links.length === 0) return ''
  return `<p>${links.map(({ label, url }) => `<a href="${html(url)}">${html(label)}</a>`).join(' · ')}</p>`
}
