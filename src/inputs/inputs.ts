import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import type { Job } from '../github/job.ts'
import { words } from '../lib/sentence.ts'
import type { Documents } from './documents.ts'
import {
  InvalidValue,
  oneOf,
  type Problem,
  parseBoolean,
  parseCommit,
  parseDuration,
  parseHealthUrl,
} from './parse.ts'

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export interface Inputs {
  problems: Problem[]
  /** Problems that do not stop the run. */
  warnings: Problem[]
  /** The trimmed text of an input; undefined if it is not set. */
  text(name: string): string | undefined
  /** The input parsed by `parse`; undefined if it is not set or invalid. */
  read<T>(name: string, parse: (text: string) => T): T | undefined
  /**
   * Like `read`, for an input with a default.
   *
   * @param fallback the default in action.yml
   */
  readOr<T>(name: string, parse: (text: string) => T, fallback: string): T
  /** A YAML or JSON input, checked against its shape. */
  document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined>
}

export function readInputs(job: Job, env: NodeJS.ProcessEnv): Inputs {
  const problems: Problem[] = []
  const warnings: Problem[] = []

  function text(name: string): string | undefined {
    const value = job.input(name).trim()
    return value === '' ? undefined : value
  }

  function read<T>(name: string, parse: (text: string) => T): T | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      problems.push({ input: name, message: error.message })
      return undefined
    }
  }

  function readOr<T>(name: string, parse: (text: string) => T, fallback: string): T {
    // The runner sets an omitted input to its default, so an empty value comes from the workflow.
    if (env[`INPUT_${name.toUpperCase()}`]?.trim() === '') {
      const message = `is set to an empty string, which is the value of an undefined \`vars.X\` or \`inputs.X\`; the default, \`${fallback}\`, is used`
      warnings.push({ input: name, message })
    }
    return read(name, parse) ?? parse(fallback)
  }

  async function document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined> {
    if (text(name) === undefined) return undefined
    const { readDocument } = await import('./documents.ts')
    const read = await readDocument(name, job.input(name))
    if (read.ok) return read.value
    problems.push(...read.error)
    return undefined
  }

  return { problems, warnings, text, read, readOr, document }
}

/** Reads the wait inputs, which the create and the wait action share. */
export function readGoal(inputs: Inputs, defaults: { wait_for: WaitFor }): Goal {
  const [health_url, health_contains] = [inputs.text('health_url'), inputs.text('health_contains')]
  if (health_contains !== undefined && health_url === undefined) {
    const message = 'has no effect without `health_url`: no health check is made'
    inputs.warnings.push({ input: 'health_contains', message })
  }
  return {
    wait_for: inputs.readOr('wait_for', oneOf(['none', 'ready', 'active']), defaults.wait_for),
    wait_timeout: inputs.readOr('wait_timeout', parseDuration, '15m'),
    commit: inputs.read('commit', parseCommit),
    health_url: inputs.read('health_url', parseHealthUrl),
    health_contains,
  }
}

/**
 * Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined without a token or a request
 * for either.
 */
export function readGitHub(inputs: Inputs, job: Job): GitHubTarget | undefined {
  const [token, environment] = [inputs.text('github_token'), inputs.text('environment')]
  if (token !== undefined) job.mask(token, words('github_token'))
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
