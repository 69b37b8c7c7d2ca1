import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import { misspelt } from '../lib/closest.ts'
import { say, words } from '../lib/sentence.ts'
import { credentialsIn } from '../secrets/urls.ts'
import {
  didYouMean,
  oneOf,
  parseBoolean,
  parseCommit,
  parseDuration,
  parseHealthUrl,
} from './parse.ts'
import {
  EMPTY_STRING,
  InvalidValue,
  type Origin,
  type Problem,
  type Report,
} from './problem.ts'
import type { Documents } from './shapes.ts'

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export interface Inputs extends Report {
  job: Job
  env: NodeJS.ProcessEnv
  /** The mistakes so far. */
  problems: Problem[]
  warnings: Problem[]
  /** Warns of an input that is set. */
  noEffect(input: string, missing: string): void
  /** Masks the users and passwords of the URLs in a value. */
  maskUrls(value: object): void
  /** The text of an input as the workflow has it; '' if it is not set. */
  raw(input: string): string
  /** The trimmed text of an input; undefined if it is not set. */
  text(input: string): string | undefined
  /** The result of `parse`; undefined if it throws an {@link InvalidValue}, which becomes a problem. */
  attempt<T>(origin: Origin, parse: () => T): T | undefined
  /** The parsed text of an input; undefined if it is not set or invalid. */
  read<T>(input: string, parse: (text: string) => T): T | undefined
  /** Like `read`, for an input with a default, which is that of action.yml. */
  readOr<T>(input: string, parse: (text: string) => T, fallback: string): T
  /** A YAML or JSON input, checked against its shape. */
  document<Name extends keyof Documents>(
    input: Name,
  ): Promise<Documents[Name] | undefined>
  /** Refuses misspelt inputs, and warns of others that nothing has read. Call it when all inputs were read. */
  checkUnknown(): void
}

/** Opens the inputs of a step. */
export function readInputs(job: Job, env: NodeJS.ProcessEnv): Inputs {
  const known = new Set<string>()
  const inputs: Inputs = {
    job,
    env,
    problems: [],
    warnings: [],
    refuse: (origin, message) => inputs.problems.push({ ...origin, message }),
    warn: (origin, message) => inputs.warnings.push({ ...origin, message }),
    noEffect(input, missing) {
      if (inputs.text(input) !== undefined)
        inputs.warn({ input }, words(`has no effect without ${missing}`))
    },
    maskUrls(value) {
      for (const part of credentialsIn(value))
        job.mask(part, words('the user or password in a URL of the inputs'))
    },
    raw(input) {
      known.add(input)
      return job.input(input)
    },
    text(input) {
      const trimmed = inputs.raw(input).trim()
      inputs.maskUrls({ [input]: trimmed })
      return trimmed || undefined
    },
    attempt(origin, parse) {
      try {
        return parse()
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        inputs.refuse(origin, words(error.message))
        return undefined
      }
    },
    read(input, parse) {
      const text = inputs.text(input)
      if (text === undefined) return undefined
      return inputs.attempt({ input }, () => parse(text))
    },
    readOr(input, parse, fallback) {
      // The runner sets an omitted input to its default, so an empty value comes from the workflow.
      if (env[`INPUT_${input.toUpperCase()}`]?.trim() === '') {
        const message = `is set to an empty string: ${EMPTY_STRING}; the default, \`${fallback}\`, is used`
        inputs.warn({ input }, words(message))
      }
      return inputs.read(input, parse) ?? parse(fallback)
    },
    async document(input) {
      if (inputs.text(input) === undefined) return undefined
      const { readDocument } = await import('./shapes.ts')
      return readDocument(input, inputs.raw(input), inputs).data
    },
    checkUnknown() {
      const given = Object.keys(env)
        .filter(variable => variable.startsWith('INPUT_'))
        .map(variable => variable.slice('INPUT_'.length).toLowerCase())
      for (const input of given.filter(input => !known.has(input))) {
        const message = say`Input \`${input}\`: is unknown to this action`
        const meant = misspelt(input, [...known])
        if (meant.length > 0)
          inputs.refuse({}, say`${message}${words(didYouMean(meant))}`)
        else inputs.warn({}, say`${message}, so it has no effect`)
      }
    },
  }
  return inputs
}

/** The default of `wait_timeout`. */
export const WAIT_TIMEOUT = '30m'

/** Reads the wait inputs, which the create and the wait action share. */
export function readGoal(
  inputs: Inputs,
  defaults: { wait_for: WaitFor },
): Goal {
  const goal = {
    wait_for: inputs.readOr(
      'wait_for',
      oneOf(['none', 'ready', 'active']),
      defaults.wait_for,
    ),
    wait_timeout: inputs.readOr('wait_timeout', parseDuration, WAIT_TIMEOUT),
    commit: inputs.read('commit', parseCommit),
    health_url: inputs.read('health_url', parseHealthUrl),
    health_contains: inputs.text('health_contains'),
  }
  const hasUrl = inputs.text('health_url') !== undefined
  if (goal.health_contains !== undefined && !hasUrl)
    inputs.refuse(
      { input: 'health_contains' },
      say`needs \`health_url\`, whose answer it checks`,
    )
  return goal
}

/** Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined if there is neither. */
export function readGitHub(inputs: Inputs): GitHubTarget | undefined {
  const token = inputs.text('github_token')
  const environment = inputs.text('environment')
  const comment = inputs.readOr('comment', parseBoolean, 'false')
  if (token === undefined) {
    inputs.noEffect('environment', '`github_token`')
    if (comment) inputs.noEffect('comment', '`github_token`')
    return undefined
  }
  inputs.job.mask(token, words('github_token'))
  if (environment !== undefined || comment)
    return { token, environment, comment }
  inputs.noEffect('github_token', '`environment` or `comment`')
  return undefined
}
