import {
  beginRecord,
  endRecord,
  type GitHubStatus,
  type ServiceAddress,
} from './deployment-record.ts'
import { type HostContext, openHost } from './github-api.ts'
import type { Annotation } from './job.ts'
import { writeComment } from './pull-request-comment.ts'

/** What the workflow requests of GitHub. */
export interface GitHubTarget {
  token: string
  environment: string | undefined
  comment: boolean
}

/** The subject of the report. Without a service, as with invalid inputs, there is no GitHub Deployment. */
export interface HostReport {
  name: string
  service: ServiceAddress | undefined
  isPlan: boolean
}

/**
 * Sets the last status and writes the comment. Call it once; it never rejects. Resolves to the warnings of the whole
 * report, which nothing has printed.
 */
export type FinishHostReport = (
  status: GitHubStatus,
  markdown: string,
) => Promise<Annotation[]>

/**
 * Starts the report on GitHub while the run is under way. A plan has no GitHub Deployment and a comment of its own. Every
 * problem is a warning and does not fail the run.
 */
export function startHostReport(
  { token, environment, comment }: GitHubTarget,
  { name, service, isPlan }: HostReport,
  context: HostContext,
): FinishHostReport {
  const recorded =
    service && environment !== undefined && !isPlan
      ? { name, service, environment }
      : undefined
  // A run cancelled before its start creates nothing on the host.
  if (context.signal.aborted || !(recorded || comment)) return async () => []
  const host = openHost(token, context)
  const begun = recorded && beginRecord(recorded, host)
  return async (status, body) => {
    const kind = isPlan ? 'plan' : 'deployment'
    const commented = comment && writeComment({ kind, name, body }, host)
    const id = await begun
    if (recorded && id !== undefined)
      await endRecord(id, recorded, status, host)
    await commented
    return host.warnings
  }
}
