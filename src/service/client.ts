import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  isNetworkFailure,
  isPermanent,
  originOf,
  type Send,
} from '../http/exchange.ts'
import { isObject, isWalkable, parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { type Failure, failureOf, type Reply, unusable } from './failure.ts'
import type { CreateDeploymentRequest } from './requests.ts'
import { type Deployment, idOf, readDeployment } from './responses.ts'
import { type RetryContext, retrying } from './retry.ts'
import { isPage } from './said.ts'

/** A resource as the action reads it (`read`) and as the service sent it (`sent`). */
export interface Received<T> {
  read: T
  sent: Record<string, unknown>
}

/** Reads one deployment; undefined if it has no `id` or is nested too deeply. */
export function toDeployment(sent: unknown): Received<Deployment> | undefined {
  if (!isObject(sent) || !isWalkable(sent)) return undefined
  const read = readDeployment(sent)
  return read && { read, sent }
}

/** One page: its items as sent, their number including unreadable ones, and the response's `offset`. */
export interface Page {
  resources: Record<string, unknown>[]
  size: number
  offset: number | undefined
}

/** Names of the list's query parameters. The interface gives only their purposes, so the user can override each name. */
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
type ListParameters = typeof LIST_PARAMETERS

/** A query of the list operation, by purpose. Lists are comma-separated. */
export type ListQuery = Partial<Record<keyof ListParameters, string>>

interface ServiceOptions {
  /** Absolute, without a trailing slash; may have a path. */
  baseUrl: string
  headers: Record<string, string>
  /** The names of the headers that carry a credential, with those that `send` adds. */
  credentials?: string[]
  listParameters: ListParameters
  send: Send
  /** Called with the text and the JSON of each success before it is used. */
  received: (text: string, json: unknown) => void
  retry: RetryContext
}

/** The three operations of the interface. Reads are retried; a create is a single attempt. */
export type Service = ReturnType<typeof openService>

export function openService(options: ServiceOptions) {
  const {
    baseUrl,
    headers,
    credentials = [],
    listParameters,
    send,
    received,
    retry,
  } = options
  const deployments = () => new URL(`${baseUrl}/v2/deployments`)

  /** Makes one attempt of an operation. */
  async function attempt<T>(
    operation: Operation,
    request: Omit<HttpRequest, 'headers'>,
    read: (json: unknown) => T | undefined,
    signal: AbortSignal,
  ): Promise<Reply<T>> {
    const own = {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'create-deployment-action',
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = await send(
      { ...request, headers: overlaid(own, headers) },
      signal,
    )
    const { url } = request
    if (isNetworkFailure(answer)) return failed(answer)
    if (answer.status < 200 || answer.status > 299) {
      const names = [...new Set([...Object.keys(headers), ...credentials])]
      const asked = {
        operation,
        path: url.pathname,
        headers: names,
        credentials,
      }
      return failed(failureOf(answer, url, retry.clock.date(), asked))
    }
    const json =
      answer.truncated || answer.broken ? undefined : parseJson(answer.text)
    if (json !== undefined) received(answer.text, json)
    const value = json === undefined ? undefined : read(json)
    if (value === undefined) return failed(unread(answer, json, url, operation))
    return { ok: true, value, status: answer.status }
  }

  return {
    /** For errors about a request that was ended before it failed. */
    origin: originOf(deployments()),
    /** Lists the records as sent. Only a few of many are read. */
    listRepositories(integrationId: string, signal: AbortSignal) {
      const path = `/v1/integrations/forge/repohost/${encodeURIComponent(integrationId)}/repos`
      const request = { method: 'GET' as const, url: new URL(baseUrl + path) }
      const read = (json: unknown) =>
        Array.isArray(json) ? json.filter(isObject) : undefined
      const once = () => attempt('repositories', request, read, signal)
      return retrying('list repositories', once, retry, signal)
    },
    listDeployments(
      query: ListQuery,
      signal: AbortSignal,
      options = { retry: true },
    ) {
      const url = deployments()
      for (const purpose of Object.keys(
        listParameters,
      ) as (keyof ListParameters)[]) {
        const value = query[purpose]
        if (value !== undefined)
          url.searchParams.set(listParameters[purpose], value)
      }
      const once = () => attempt('list', { method: 'GET', url }, toPage, signal)
      return options.retry
        ? retrying('list deployments', once, retry, signal)
        : once()
    },
    /** @param options `fresh`: over a new connection, as a gateway may have closed those that are kept */
    createDeployment(
      request: CreateDeploymentRequest,
      signal: AbortSignal,
      options = { fresh: false },
    ) {
      const body = JSON.stringify(request)
      return attempt(
        'create',
        { method: 'POST', url: deployments(), body, ...options },
        toDeployment,
        signal,
      )
    },
  }
}

/** The failure of a success without the body of the interface; `json` is undefined if it is not JSON, or not whole. */
function unread(
  answer: HttpResponse,
  json: unknown,
  url: URL,
  operation: Operation,
): Failure {
  const { truncated, broken, text, status } = answer
  if (truncated)
    return unusable(
      answer,
      say`the response is larger than the 64 MiB that are read of one`,
    )
  if (broken) {
    const failure = { kind: 'network', sent: true, ...broken } as const
    // A GET is retried, as after any network failure. A POST took effect, so the name is looked up.
    if (operation !== 'create' && !isPermanent(broken.code))
      return { ...failure, origin: originOf(url) }
    const reason = say`the body of the response could not be read: ${describeNetworkFailure(failure)}`
    return unusable(answer, reason)
  }
  if (json !== undefined) return unusable(answer, UNREAD[operation])
  if (text.trim() === '')
    return unusable(answer, say`the service answered ${status} without a body`)
  const kind = words(isPage(text) ? 'an HTML page' : 'not JSON')
  return unusable(
    answer,
    say`the answer is ${kind}: this does not look like the service`,
  )
}

const UNREAD = {
  repositories: say`the list of repositories is not an array`,
  list: say`the list of deployments carries no array \`resources\` of deployments`,
  create: say`the created deployment carries no id, or cannot be read`,
}
type Operation = keyof typeof UNREAD

const failed = (error: Failure): { ok: false; error: Failure } => ({
  ok: false,
  error,
})

function overlaid(
  headers: Record<string, string>,
  over: Record<string, string>,
): Record<string, string> {
  const names = new Set(Object.keys(over).map(name => name.toLowerCase()))
  return {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => !names.has(name)),
    ),
    ...over,
  }
}

function toPage(json: unknown): Page | undefined {
  const { resources, offset } = isObject(json) ? json : {}
  if (!Array.isArray(resources)) return undefined
  const isDeployment = (item: unknown) =>
    isObject(item) && (idOf(item) ?? item['name']) !== undefined
  // Nothing shows that a name is free in a list that cannot be read.
  if (resources.length > 0 && !resources.some(isDeployment)) return undefined
  const number =
    typeof offset === 'number' && Number.isFinite(offset) ? offset : undefined
  return {
    resources: resources.filter(isObject),
    size: resources.length,
    offset: number,
  }
}
