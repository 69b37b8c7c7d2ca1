import { describe } from '../deployment/outcome.ts'
import { isNetworkFailure, type Send } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import { isObject } from '../lib/json.ts'
import { whatWasSaid } from '../service/failure.ts'
import { runCommit } from './event.ts'
import type { Redact } from './redact.ts'

/** A status of a GitHub Deployment. GitHub takes 140 characters of `description`. */
export interface GitHubStatus {
  state: 'in_progress' | 'success' | 'failure' | 'error'
  description: string
  environment_url?: string
}

/** The part of GitHub's API that is used here. Its calls throw what {@link describeApiFailure} explains. */
export interface GitHubApi {
  /** Creates a GitHub Deployment of the job's commit and returns its id. */
  createDeployment(signal: AbortSignal): Promise<number>
  setStatus(id: number, status: GitHubStatus, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Longer words of GitHub's are cut off. */
const LONGEST_SAID = 500

/**
 * Opens GitHub's API for the job's repository. Its requests go the way of all others: through the same
 * proxies, with the same certificates and bounds, and without following redirects.
 *
 * @param env the job's, with `GITHUB_REPOSITORY` and `GITHUB_SHA`; rejects where one of them is not set
 */
export async function openGitHub(
  { token, environment }: { token: string; environment: string },
  env: NodeJS.ProcessEnv,
  { send, close }: Transport,
): Promise<GitHubApi> {
  const ref = runCommit(env).sha ?? required('GITHUB_SHA', env)
  const [owner = '', repo = ''] = required('GITHUB_REPOSITORY', env).split('/')
  const log_url = runUrl(env)
  // The library looks at the address of the API as it is loaded, and throws at one that is none.
  const { getOctokit } = await import('@actions/github')
  const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com'
  const { repos } = getOctokit(token, { baseUrl, request: { fetch: fetchBy(send) } }).rest

  return {
    async createDeployment(signal) {
      const description = 'Recorded by the action that creates the deployment'
      const given = { ref, environment, description, auto_merge: false, required_contexts: [] }
      const { status, data } = await repos.createDeployment({ owner, repo, ...given, request: { signal } })
      if (status !== 201) throw unexpected(status)
      if (typeof data?.id !== 'number') throw new Error('GitHub answered with no id')
      return data.id
    },
    async setStatus(id, given, signal) {
      const target = { owner, repo, deployment_id: id, environment, ...(log_url && { log_url }) }
      const { status } = await repos.createDeploymentStatus({ ...target, ...given, request: { signal } })
      if (status !== 201) throw unexpected(status)
    },
    close,
  }
}

/** The page of the workflow run, which leads to its log. */
function runUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  if (!run) return undefined
  const attempt = env['GITHUB_RUN_ATTEMPT'] ? `/attempts/${env['GITHUB_RUN_ATTEMPT']}` : ''
  return `${server || 'https://github.com'}/${repository}/actions/runs/${run}${attempt}`
}

function required(name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const unexpected = (status: number) => new Error(`GitHub answered ${status}, which is not expected`)

/** The part of `fetch` that the library uses here: each call is a POST of JSON. */
function fetchBy(send: Send) {
  return async (
    address: string,
    options: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<Response> => {
    const { headers, body, signal } = options
    const url = new URL(address)
    const answer = await send({ method: 'POST', url, headers, body }, signal)
    if (isNetworkFailure(answer)) {
      throw new Error(`${url.host} could not be reached: ${describe(answer)}`, { cause: answer.cause })
    }
    // The library prints what some headers say: none is handed on. What is not JSON comes out as text.
    const type = { 'content-type': 'application/json' }
    return new Response(answer.text || null, { status: answer.status, headers: type })
  }
}

/** Whether a call that threw this may succeed when made again: GitHub, or the way to it, failed. */
export function isServerError(error: unknown): boolean {
  return isObject(error) && Number(error['status']) >= 500
}

/**
 * Why a call failed, and what to do about it, in one line each.
 *
 * @param redact removes secrets from a text, and cuts it
 */
export function describeApiFailure(
  doing: string,
  error: unknown,
  env: NodeJS.ProcessEnv,
  redact: Redact,
): string[] {
  const words = (text: string) => redact(text, LONGEST_SAID)
  const answer = answerOf(error)
  if (answer) {
    const { status, said } = answer
    const what = said === '' ? `${status}` : `${status} (${words(said)})`
    return [`Could not ${doing}: GitHub answered ${what}.`, ...hints(status, env)]
  }
  if (isObject(error) && error['name'] === 'AbortError') {
    return [`Could not ${doing}: the run was cancelled, and GitHub did not answer in time.`]
  }
  return [`Could not ${doing}: ${words(error instanceof Error ? error.message : String(error))}.`]
}

/** The answer that the library threw, if it is one: an error without a `response` says that none came. */
function answerOf(error: unknown): { status: number; said: string } | undefined {
  if (!isObject(error) || !isObject(error['response'])) return undefined
  const { data } = error['response']
  // Where GitHub sent no JSON, the whole body is the library's message.
  const said = typeof data === 'string' ? whatWasSaid(data).text : String(error['message'])
  return { status: Number(error['status']), said }
}

function hints(status: number, env: NodeJS.ProcessEnv): string[] {
  const permission = 'Give the job the permission `deployments: write`, under `permissions` in the workflow'
  switch (status) {
    case 401:
      return ['Check `github_token`: it is not, or no longer, a valid token.']
    case 403:
      return [`${permission}.`]
    case 404:
      return [`${permission}, and check that \`github_token\` may see ${env['GITHUB_REPOSITORY']}.`]
    default:
      return []
  }
}
