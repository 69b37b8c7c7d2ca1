import { startComment } from './comment.ts'
import { type GitHubStatus, startRecord } from './deployment-record.ts'
import { type HostContext, openHost } from './host-part.ts'

/** The GitHub Deployment and the comment that the workflow requests, and the token to write them. */
export interface GitHubTarget {
  token: string
  /** The environment of the GitHub Deployment; undefined for none. */
  environment: string | undefined
  /** Whether a pull request gets a comment. */
  comment: boolean
}

/**
 * Starts the GitHub Deployment and the comment, if the workflow requests them, while the run is under way. Every
 * problem is a warning and does not fail the run.
 *
 * @returns `finish` sets the last status and writes the comment. Call it once; it never rejects.
 */
export function startHostReport(
  { token, environment, comment }: GitHubTarget,
  { name, isDryRun }: { name: string; isDryRun: boolean },
  context: HostContext,
): { finish(status: GitHubStatus, markdown: string | undefined): Promise<void> } {
  // A run cancelled before its start creates nothing on the host.
  if (context.signal.aborted) return { finish: async () => {} }
  const { part, close, pullRequest } = openHost({ token, name }, context)
  const isRecorded = environment !== undefined && !isDryRun
  const record = isRecorded
    ? startRecord(environment, part('GitHub Deployment', 'deployments: write'))
    : undefined
  const isCommented = comment && pullRequest !== undefined
  const sticky = isCommented
    ? startComment(pullRequest.number, part('Comment', 'pull-requests: write'))
    : undefined
  if (comment && !pullRequest) {
    const event = context.env['GITHUB_EVENT_NAME'] || 'of this run'
    context.job.info(`No comment is written, as the event ${event} is not about a pull request`)
  }
  return {
    async finish(status, markdown) {
      await Promise.all([record?.finish(status), markdown && sticky?.finish(markdown)])
      await close()
    },
  }
}
