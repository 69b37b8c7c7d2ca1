import type { Outcome } from '../deployment/outcome.ts'
import type { GitHubStatus } from '../github/deployment-record.ts'
import { explain } from './errors.ts'
import type { RunState } from './run-state.ts'

/** The final status of the GitHub Deployment. */
export function recordStatus(
  { deployment, otherVersion }: RunState,
  outcome: Outcome,
  redact: (text: string) => string,
): GitHubStatus {
  if (outcome.result === 'failed') {
    const { title } = explain(outcome.trouble)
    return { state: outcome.trouble.code === 'cancelled' ? 'error' : 'failure', description: title }
  }
  const environment_url = publicUrl(deployment?.read.source_config?.custom_url, redact)
  const description = otherVersion
    ? 'Nothing was deployed: an existing deployment was adopted'
    : `The deployment was ${outcome.result}`
  return { state: 'success', description, ...(environment_url && { environment_url }) }
}

/** The URL, if GitHub can link to it. It is visible to every reader of the repository, so it must contain no secret. */
function publicUrl(text: string | null | undefined, redact: (text: string) => string): string | undefined {
  const url = URL.parse(text ?? '')
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return [text, url.href].every(form => redact(form ?? '') === form) ? url.href : undefined
}
