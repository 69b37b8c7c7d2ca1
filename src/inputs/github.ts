import type { GitHubTarget } from '../github/host-report.ts'
import type { Job } from '../github/job.ts'
import type { Inputs } from './inputs.ts'
import { parseBoolean } from './parse.ts'
import type { Problem } from './problem.ts'

/**
 * Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined without a token or a request
 * for either.
 */
export function readGitHub(inputs: Inputs, job: Job): GitHubTarget | undefined {
  const [token, environment] = [inputs.text('github_token'), inputs.text('environment')]
  if (token !== undefined) job.mask(token)
  const comment = inputs.readOr('comment', parseBoolean, 'false')
  inputs.warnings.push(...warningsFor(token, { environment, comment }))
  const isWanted = environment !== undefined || comment
  return token !== undefined && isWanted ? { token, environment, comment } : undefined
}

/** Warns about a token that nothing uses, and about inputs that need a token. */
function warningsFor(
  token: string | undefined,
  { environment, comment }: Omit<GitHubTarget, 'token'>,
): Problem[] {
  const noRecord = 'no GitHub Deployment is recorded'
  if (token !== undefined) {
    return environment === undefined && !comment ? [without('github_token', 'environment', noRecord)] : []
  }
  return [
    ...(environment === undefined ? [] : [without('environment', 'github_token', noRecord)]),
    ...(comment ? [without('comment', 'github_token', 'no comment is written')] : []),
  ]
}

const without = (input: string, missing: string, consequence: string) => ({
  input,
  message: `has no effect without \`${missing}\`: ${consequence}`,
})
