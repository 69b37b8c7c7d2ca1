import { readFile } from 'node:fs/promises'
import { runCommit } from '../github/event.ts'
import type { Job } from '../github/job.ts'
import { isObject, parseJson } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import type { Documents } from './documents.ts'
import { readInputs } from './inputs.ts'
import { parseDuration, parseHeaderValue, parsePort } from './parse.ts'
import type { Problem } from './problem.ts'

type RepositorySeed = Documents['repositories'][number]

/** The settings of the sandbox. `ready_after` is in milliseconds. */
export interface SandboxSettings {
  port: number | undefined
  api_key: string | undefined
  ready_after: number | undefined
  /** Undefined for the sandbox's sample repositories. */
  repositories: RepositorySeed[] | undefined
  /** The newest commit of each repository by its URL. For the workflow's repository it is the run's commit. */
  heads: Record<string, string>
}

/** Reads the sandbox action's inputs. The default repository is the workflow's own. */
export async function readSandboxSettings(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<{ settings: SandboxSettings; problems: Problem[] }> {
  const inputs = readInputs(job, env)
  const apiKey = inputs.text('api_key')
  if (apiKey !== undefined) job.mask(apiKey, words('api_key'))
  const settings = {
    port: inputs.read('port', parsePort),
    api_key: inputs.read('api_key', parseHeaderValue),
    ready_after: inputs.read('ready_after', parseDuration),
    repositories: (await inputs.document('repositories')) ?? (await ownRepository(env)),
    heads: ownHead(env),
  }
  inputs.checkUnknown()
  return { settings, problems: inputs.problems }
}

async function ownRepository(env: NodeJS.ProcessEnv): Promise<RepositorySeed[] | undefined> {
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  const [owner, name] = repository.split('/')
  if (!owner || !name) return undefined
  const url = ownUrl(repository, env)
  const default_branch = await defaultBranch(env)
  return [{ owner, name, url, ...(default_branch !== undefined && { default_branch }) }]
}

const ownUrl = (repository: string, env: NodeJS.ProcessEnv): string =>
  `${env['GITHUB_SERVER_URL'] || 'https://github.com'}/${repository}`

/** The commit of this run as the newest commit of the workflow's repository. */
function ownHead(env: NodeJS.ProcessEnv): Record<string, string> {
  const repository = env['GITHUB_REPOSITORY']
  const { sha } = runCommit(env)
  return repository && sha ? { [ownUrl(repository, env)]: sha } : {}
}

/** The default branch. Only the event payload contains it. */
async function defaultBranch(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const text = await readFile(env['GITHUB_EVENT_PATH'] ?? '', 'utf8').catch(() => '')
  const event = parseJson(text)
  const repository = isObject(event) ? event['repository'] : undefined
  const branch = isObject(repository) ? repository['default_branch'] : undefined
  return typeof branch === 'string' ? branch : undefined
}
