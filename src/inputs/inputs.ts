import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import { misspelt } from '../lib/closest.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { credentialsIn } from '../secrets/urls.ts'
import type { Documents } from './documents.ts'
import {
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
} from './problem.ts'

export type Inputs = ReturnType<typeof readInputs>

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export function readInputs(job: Job, env: NodeJS.ProcessEnv) {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const known = new Set<string>()
  const refuse = (input: string, message: Sentence) =>
    problems.push({ input, message })

  /** The text of an input as the workflow has it; '' if it is not set. */
  function raw(name: string): string {
    known.add(name)
    return job.input(name)
  }

  /** Masks the users and passwords of the URLs in a value. */
  function maskUrls(value: object): void {
    for (const part of credentialsIn(value))
      job.mask(part, words('the user or password in a URL of the inputs'))
  }

  function text(name: string): string | undefined {
    const trimmed = raw(name).trim()
    maskUrls({ [name]: trimmed })
    return trimmed || undefined
  }

  function noEffect(name: string, missing: string): void {
    const message = words(`has no effect without ${missing}`)
    if (text(name) !== undefined) warnings.push({ input: name, message })
  }

  /** What `parse` returns; undefined if it throws an {@link InvalidValue}, which becomes a problem. */
  function attempt<T>(origin: Origin, parse: () => T): T | undefined {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      problems.push({ ...origin, message: words(error.message) })
      return undefined
    }
  }

  function read<T>(name: string, parse: (text: string) => T): T | undefined {
    const value = text(name)
    return value === undefined
      ? undefined
      : attempt({ input: name }, () => parse(value))
  }

  /** Like {@link read}, for an input with a default, which is that of action.yml. */
  function readOr<T>(
    name: string,
    parse: (text: string) => T,
    fallback: string,
  ): T {
    // The runner sets an omitted input to its default, so an empty value comes from the workflow.
    if (env[`INPUT_${name.toUpperCase()}`]?.trim() === '') {
      const message = `is set to an empty string: ${EMPTY_STRING}; the default, \`${fallback}\`, is used`
      warnings.push({ input: name, message: words(message) })
    }
    return read(name, parse) ?? parse(fallback)
  }

  /** A YAML or JSON input, checked against its shape. */
  async function document<Name extends keyof Documents>(
    name: Name,
  ): Promise<Documents[Name] | undefined> {
    if (text(name) === undefined) return undefined
    const { readInputDocument } = await import('./documents.ts')
    const read = readInputDocument(name, raw(name))
    problems.push(...read.problems)
    warnings.push(...read.warnings)
    return read.data
  }

  /** Refuses misspelt inputs, and warns of others that nothing has read. Call it when all inputs were read. */
  function checkUnknown(): void {
    for (const variable of Object.keys(env)) {
      const name = /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase()
      if (name === undefined || known.has(name)) continue
      const meant = misspelt(name, [...known])
      const unknown = say`Input \`${name}\`: is unknown to this action`
      if (meant === undefined)
        warnings.push({ message: say`${unknown}, so it has no effect` })
      else
        problems.push({
          message: say`${unknown}; did you mean \`${words(meant)}\`?`,
        })
    }
  }

  const readers = { raw, text, attempt, read, readOr, document, checkUnknown }
  return {
    job,
    env,
    problems,
    warnings,
    refuse,
    noEffect,
    maskUrls,
    ...readers,
  }
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
  if (
    goal.health_contains !== undefined &&
    inputs.text('health_url') === undefined
  )
    inputs.refuse(
      'health_contains',
      words('needs `health_url`, whose answer it checks'),
    )
  return goal
}

/** Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined if there is neither. */
export function readGitHub(inputs: Inputs): GitHubTarget | undefined {
  const [token, environment] = [
    inputs.text('github_token'),
    inputs.text('environment'),
  ]
  if (token !== undefined) inputs.job.mask(token, words('github_token'))
  const comment = inputs.readOr('comment', parseBoolean, 'false')
  if (token !== undefined && (environment !== undefined || comment))
    return { token, environment, comment }
  inputs.noEffect('github_token', '`environment` or `comment`')
  inputs.noEffect('environment', '`github_token`')
  if (comment) inputs.noEffect('comment', '`github_token`')
  return undefined
}
