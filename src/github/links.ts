import { runCommit, runPullRequest } from './event.ts'
import { html } from './text.ts'

/** What a run belongs to, as addresses on the host it runs on. */
export interface JobLink {
  label: string
  url: string
}

/** Links to the commit, the pull request, the workflow run and the repository, as far as the runner names them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '')
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return []
  const base = `${server.origin}${server.pathname.replace(/\/+$/, '')}/${repository}`
  const [{ sha }, pullRequest, run] = [runCommit(env), runPullRequest(env), env['GITHUB_RUN_ID'] ?? '']
  return [
    ...(sha ? [{ label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` }] : []),
    ...(pullRequest
      ? [{ label: `pull request #${pullRequest.number}`, url: `${base}/pull/${pullRequest.number}` }]
      : []),
    ...(/^\d+$/.test(run) ? [{ label: 'workflow run', url: `${base}/actions/runs/${run}` }] : []),
    { label: `repository ${repository}`, url: base },
  ]
}

export function linksLine(links: JobLink[]): string {
  if (links.length === 0) return ''
  return `<p>${links.map(({ label, url }) => `<a href="${html(url)}">${html(label)}</a>`).join(' · ')}</p>`
}
