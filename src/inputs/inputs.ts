import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import type { Job } from '../github/job.ts'
import { misspelt } from '../lib/closest.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Documents } from './documents.ts'
import { oneOf, parseBoolean, parseCommit, parseDuration, parseHealthUrl } from './parse.ts'
import { InvalidValue, type Problem } from './problem.ts'

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export interface Inputs {
  problems: Problem[]
  /** Problems that do not stop the run. */
  warnings: Problem[]
  refuse(input: string, message: Sentence): void
  warn(input: string, message: Sentence): void
  /** The text of an input as the workflow has it; '' if it is not set. */
  raw(name: string): string
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
  /** Call it when all inputs were read: refuses misspelt inputs, and warns of others that nothing has read. */
  checkUnknown(): void
}

export function readInputs(job: Job, env: NodeJS.ProcessEnv): Inputs {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const known = new Set<string>()
  const refuse = (input: string, message: Sentence) => problems.push({ input, message })
  const warn = (input: string, message: Sentence) => warnings.push({ input, message })

  function raw(name: string): string {
    known.add(name)
    return job.input(name)
  }

  const text = (name: string) => raw(name).trim() || undefined

  function read<T>(name: string, parse: (text: string) => T): T | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      refuse(name, words(error.message))
      return undefined
    }
  }

  function readOr<T>(name: string, parse: (text: string) => T, fallback: string): T {
    // The runner sets an omitted input to its default, so an empty value comes from the workflow.
    if (env[`INPUT_${name.toUpperCase()}`]?.trim() === '') {
      warn(
        name,
        say`is set to an empty string, which is the value of an undefined \`vars.X\` or \`inputs.X\`; the default, \`${words(fallback)}\`, is used`,
      )
    }
    return read(name, parse) ?? parse(fallback)
  }

  async function document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined> {
    if (text(name) === undefined) return undefined
    const { readInputDocument } = await import('./documents.ts')
    const { data, problems: found } = readInputDocument(name, raw(name))
    problems.push(...found)
    return data
  }

  function checkUnknown(): void {
    const given = Object.keys(env).flatMap(name => /^INPUT_(.+)$/.exec(name)?.[1]?.toLowerCase() ?? [])
    for (const name of given.filter(name => !known.has(name))) {
      const meant = misspelt(name, [...known])
      const unknown = say`Input \`${name}\`: is unknown to this action`
      if (meant === undefined) warnings.push({ message: say`${unknown}, so it has no effect` })
      else problems.push({ message: say`${unknown}; did you mean \`${words(meant)}\`?` })
    }
  }

  return { problems, warnings, refuse, warn, raw, text, read, readOr, document, checkUnknown }
}

const DEFAULT_TIMEOUT = '15m'

/** Reads the wait inputs, which the create and the wait action share. */
export function readGoal(inputs: Inputs, defaults: { wait_for: WaitFor }): Goal {
  const goal = {
    wait_for: inputs.readOr('wait_for', oneOf(['none', 'ready', 'active']), defaults.wait_for),
    wait_timeout: inputs.readOr('wait_timeout', parseDuration, DEFAULT_TIMEOUT),
    commit: inputs.read('commit', parseCommit),
    health_url: inputs.read('health_url', parseHealthUrl),
    health_contains: inputs.text('health_contains'),
  }
  const hasUrl = inputs.text('health_url') !== undefined
  if (goal.health_contains !== undefined && !hasUrl) {
    inputs.warn('health_contains', say`has no effect without \`health_url\`: no health check is made`)
  }
  const timeout = inputs.text('wait_timeout') ?? DEFAULT_TIMEOUT
  if (goal.wait_for === 'none' && !hasUrl && timeout !== DEFAULT_TIMEOUT) {
    const message = say`has no effect without \`wait_for\` or \`health_url\`: the step does not wait`
    inputs.warn('wait_timeout', message)
  }
  return goal
}

/**
 * Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined without a token or a request
 * for either.
 */
export function readGitHub(inputs: Inputs, job: Job): GitHubTarget | undefined {
  const [token, environment] = [inputs.text('github_token'), inputs.text('environment')]
  if (token !== undefined) job.mask(token, words('github_token'))
  const comment = inputs.readOr('comment', parseBoolean, 'false')
  const isWanted = environment !== undefined || comment
  const hasNoEffect = (input: string, missing: string) =>
    inputs.warn(input, words(`has no effect without \`${missing}\``))
  if (token !== undefined && !isWanted) hasNoEffect('github_token', 'environment` or `comment')
  if (token === undefined && environment !== undefined) hasNoEffect('environment', 'github_token')
  if (token === undefined && comment) hasNoEffect('comment', 'github_token')
  return token !== undefined && isWanted ? { token, environment, comment } : undefined
}
