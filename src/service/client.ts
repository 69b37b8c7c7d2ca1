import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  isNetworkFailure,
  isPermanent,
  type NetworkFailure,
  originOf,
  type Send,
} from '../http/exchange.ts'
import { isObject, isWalkable, parseExactJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { type Failure, failureOf, type Reply, unusable } from './failure.ts'
import type { CreateDeploymentRequest } from './requests.ts'
import { type Deployment, type RepositoryRecord, readDeployment, readRepositoryRecord } from './responses.ts'
import { type RetryContext, retrying } from './retry.ts'

/** A resource as the action reads it (`read`) and as the service sent it (`sent`). */
export interface Received<T> {
  read: T
  sent: Record<string, unknown>
}

/** One page: its items as sent, their number including unreadable ones, and the response's `offset`. */
export interface Page {
  resources: Record<string, unknown>[]
  size: number
  offset: number | undefined
}

/** The three operations of the interface. Reads are retried; a create is a single attempt. */
export interface Service {
  /** The records as sent. Only a few of many are read. */
  listRepositories(integrationId: string, signal: AbortSignal): Promise<Reply<Record<string, unknown>[]>>
  listDeployments(query: ListQuery, signal: AbortSignal, options?: { retry: boolean }): Promise<Reply<Page>>
  createDeployment(
    request: CreateDeploymentRequest,
    signal: AbortSignal,
  ): Promise<Reply<Received<Deployment>>>
}

interface ServiceOptions {
  /** Absolute, without a trailing slash; may have a path. */
  baseUrl: string
  /** Headers of every request. */
  headers: Record<string, string>
  /** The names of those headers that carry a credential. */
  credentials?: string[]
  /** More headers, requested before each request, because a token may expire during a long wait. */
  authorization: (signal: AbortSignal) => Promise<Record<string, string> | NetworkFailure>
  listParameters: ListParameters
  send: Send
  /** Called with each response before it is used: its text, and for a success its JSON. */
  received: (text: string, json?: unknown) => void
  retry: RetryContext
}

export function openService({
  baseUrl,
  headers,
  credentials = [],
  authorization,
  listParameters,
  send,
  received,
  retry,
}: ServiceOptions): Service {
  async function attempt<T>(
    request: Pick<HttpRequest, 'method' | 'url' | 'body'>,
    read: Read<T>,
    signal: AbortSignal,
  ): Promise<Reply<T>> {
    const authorizing = await authorization(signal)
    if (isNetworkFailure(authorizing)) return { ok: false, error: authorizing }
    const answer = await send(
      {
        ...request,
        headers: overlaid(
          {
            accept: 'application/json',
            'accept-encoding': 'gzip, br',
            'user-agent': 'create-deployment-action',
            ...(request.body !== undefined && { 'content-type': 'application/json' }),
          },
          { ...headers, ...authorizing },
        ),
      },
      signal,
    )
    if (isNetworkFailure(answer)) return { ok: false, error: answer }
    if (answer.status < 200 || answer.status > 299) {
      received(answer.text)
      const refused = [...credentials, ...Object.keys(authorizing)]
      return { ok: false, error: failureOf(answer, request.url, retry.clock.date(), refused) }
    }
    if (answer.truncated)
      return refuse(answer, words('the response is larger than the 64 MiB that are read of one'))
    if (answer.broken) return unread(request, answer, answer.broken)
    const json = parseExactJson(answer.text)
    received(answer.text, json)
    if (json === undefined)
      return refuse(answer, words('the answer is not JSON: this does not look like the service'))
    return read(json, answer)
  }

  function get<T>(what: string, url: URL, read: Read<T>, signal: AbortSignal) {
    return retrying(what, () => attempt({ method: 'GET', url }, read, signal), retry, signal)
  }

  return {
    listRepositories(integrationId, signal) {
      const path = `/v1/integrations/forge/repohost/${encodeURIComponent(integrationId)}/repos`
      return get('list repositories', new URL(baseUrl + path), readRepositories, signal)
    },
    listDeployments(query, signal, options = { retry: true }) {
      const url = new URL(`${baseUrl}/v2/deployments`)
      for (const purpose of Object.keys(listParameters) as (keyof ListParameters)[]) {
        const value = query[purpose]
        if (value !== undefined) url.searchParams.set(listParameters[purpose], value)
      }
      if (!options.retry) return attempt({ method: 'GET', url }, readPage, signal)
      return get('list deployments', url, readPage, signal)
    },
    createDeployment(request, signal) {
      const url = new URL(`${baseUrl}/v2/deployments`)
      return attempt({ method: 'POST', url, body: JSON.stringify(request) }, readCreated, signal)
    },
  }
}

/** Merges headers. Names are compared without case, and `over` wins. */
function overlaid(headers: Record<string, string>, over: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(over).map(name => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name))), ...over }
}

/**
 * A success whose body was lost. A GET is retried, as after any network failure. A POST took effect, so the name is
 * looked up.
 */
function unread(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  response: HttpResponse,
  { code, cause }: { code: string; cause: unknown },
): { ok: false; error: Failure } {
  const failure: NetworkFailure = { kind: 'network', sent: true, code, cause, origin: originOf(url) }
  if (method === 'GET' && !isPermanent(code)) return { ok: false, error: failure }
  return refuse(response, say`the body of the response could not be read: ${describeNetworkFailure(failure)}`)
}

/** Reads one deployment; undefined if it has no `id` or is nested too deeply. */
export function toDeployment(sent: unknown): Received<Deployment> | undefined {
  if (!isObject(sent) || !isWalkable(sent)) return undefined
  const read = readDeployment(sent)
  return read && { read, sent }
}

/** Reads one repository record. */
export const toRepository = (sent: Record<string, unknown>): Received<RepositoryRecord> => ({
  read: readRepositoryRecord(sent),
  sent,
})

/** Reads a successful response. `json` is its body. */
type Read<T> = (json: unknown, response: HttpResponse) => Reply<T>

function readCreated(json: unknown, response: HttpResponse): Reply<Received<Deployment>> {
  const value = toDeployment(json)
  if (!value) return refuse(response, words('the created deployment carries no id, or cannot be read'))
  return { ok: true, value, status: response.status }
}

function readPage(json: unknown, response: HttpResponse): Reply<Page> {
  const { resources, offset: told } = isObject(json) ? json : {}
  if (!Array.isArray(resources)) {
    return refuse(response, words('the list of deployments carries no array `resources`'))
  }
  const offset = typeof told === 'number' && Number.isFinite(told) ? told : undefined
  const value = { resources: resources.filter(isObject), size: resources.length, offset }
  return { ok: true, value, status: response.status }
}

function readRepositories(json: unknown, response: HttpResponse): Reply<Record<string, unknown>[]> {
  if (!Array.isArray(json)) return refuse(response, words('the list of repositories is not an array'))
  if (!isWalkable(json)) return refuse(response, words('the list of repositories is nested too deeply'))
  return { ok: true, value: json.filter(isObject), status: response.status }
}

function refuse(response: HttpResponse, reason: Sentence): { ok: false; error: Failure } {
  return { ok: false, error: unusable(response, reason) }
}

/**
 * Names of the list operation's query parameters. The interface describes the parameters only by purpose, so the user
 * can override each name.
 */
export const LIST_PARAMETERS = {
  limit: 'limit',
  offset: 'offset',
  name: 'name_contains',
  status: 'status',
  remote_reconciled: 'remote_reconciled',
  tag_value_ids: 'tag_value_ids',
  image_version: 'image_version',
  deployment_type: 'deployment_type',
  ids: 'deployment_ids',
}
export type ListParameters = typeof LIST_PARAMETERS

/** A query of the list operation, by purpose. Lists are comma-separated. */
export type ListQuery = Partial<Record<keyof ListParameters, string>>
