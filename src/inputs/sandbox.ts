import { readEvent, runVersion } from '../github/event.ts'
import type { Job } from '../github/job.ts'
import { valueAt } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { readInputs } from './inputs.ts'
import { oneOf, parseDuration, parseHeaderValue, parsePort } from './parse.ts'

/** The settings of the sandbox, in which `ready_after` is in milliseconds. */
export type SandboxSettings<Fault extends string> = Awaited<
  ReturnType<typeof readSandboxSettings<Fault>>
>['settings']

/** @returns a parser of lines (or of words on one line), each of which is one of these faults */
export const faultsIn =
  <Fault extends string>(known: readonly Fault[]) =>
  (text: string): Fault[] =>
    text.split(/[\s,]+/).map(oneOf(known))

/**
 * Reads the sandbox action's inputs. The default repository is the workflow's own, at the commit of the run.
 *
 * @param faults the faults that the sandbox knows
 */
export async function readSandboxSettings<Fault extends string>(
  job: Job,
  env: NodeJS.ProcessEnv,
  faults: readonly Fault[],
) {
  const inputs = readInputs(job, env)
  job.mask(inputs.text('api_key') ?? '', words('api_key'))
  const { GITHUB_REPOSITORY = '', GITHUB_SERVER_URL = 'https://github.com' } = env
  const [owner, name] = GITHUB_REPOSITORY.split('/')
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  const default_branch = valueAt(readEvent(env), ['repository', 'default_branch'])
  const own =
    owner && name
      ? { owner, name, url, ...(typeof default_branch === 'string' && { default_branch }) }
      : undefined
  const { sha } = runVersion(env)
  const settings = {
    port: inputs.read('port', parsePort),
    api_key: inputs.read('api_key', parseHeaderValue),
    ready_after: inputs.read('ready_after', parseDuration),
    faults: inputs.read('faults', faultsIn(faults)) ?? [],
    /** Undefined for the sandbox's sample repositories. */
    repositories: (await inputs.document('repositories')) ?? (own && [own]),
    /** The newest commit of a repository by its URL. */
    heads: own && sha ? { [own.url]: sha } : {},
  }
  inputs.checkUnknown()
  return { settings, problems: inputs.problems }
}
