import { writeComment } from './comment.ts'
import { type GitHubStatus, startRecord } from './deployment-record.ts'
import { type HostContext, openHost } from './host.ts'

/** The GitHub Deployment and the comment that the workflow requests, and the token to write them. */
export interface GitHubTarget {
  token: string
  /** The environment of the GitHub Deployment; undefined for none. */
  environment: string | undefined
  /** Whether a pull request gets a comment. */
  comment: boolean
}

/** Sets the last status and writes the comment. Call it once; it never rejects. */
export type FinishHostReport = (status: GitHubStatus, markdown: string | undefined) => Promise<void>

/**
 * Starts the report on GitHub while the run is under way. A plan has no GitHub Deployment and a comment of its own. Every
 * problem is a warning and does not fail the run.
 */
export async function startHostReport(
  { token, environment, comment }: GitHubTarget,
  { name, isPlan }: { name: string; isPlan: boolean },
  context: HostContext,
): Promise<FinishHostReport> {
  const isRecorded = environment !== undefined && !isPlan
  // A run cancelled before its start creates nothing on the host.
  const isWanted = (isRecorded || comment) && !context.signal.aborted
  const host = isWanted ? await openHost(token, context) : undefined
  if (!host) return async () => {}
  const finishRecord = isRecorded ? startRecord({ name, environment }, host) : undefined
  return async (status, body) => {
    const kind = isPlan ? 'plan' : 'deployment'
    const commented = comment && body !== undefined ? writeComment({ kind, name, body }, host) : undefined
    await Promise.all([finishRecord?.(status), commented])
  }
}
