import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  isPermanent,
  originOf,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { isObject, parseJson, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Redact } from '../lib/text.ts'
import {
  answerTo,
  first,
  type Reply,
  type SentRequest,
  type UnusableFailure,
  unusable,
} from './failure.ts'
import type { CreateDeploymentRequest } from './requests.ts'
import { type Deployment, idOf, readDeployment } from './responses.ts'
import { type RetryContext, retrying } from './retry.ts'

/** One page of the list, as the service sent it. Some items may be unreadable. */
export type Page = readonly unknown[]

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
export type ListQuery = {
  [Name in keyof ListParameters]?: string | undefined
}

/** How far a reading is: the pages that came, and the different items on them. */
export interface Progress {
  pages: number
  items: number
}

/** To whom a reading that takes long is reported, by which clock. */
export interface ProgressReport {
  clock: Pick<Clock, 'now'>
  onProgress: (progress: Progress) => void
}

interface ServiceOptions extends RetryContext {
  /** Absolute, without a trailing slash; may have a path. */
  base_url: string
  headers: Record<string, string>
  /** The names of the headers that carry a credential, with those that `send` adds. */
  credentials: string[]
  list_parameters: ListParameters
  send: Send
  /** Called with the text and the JSON of each success before it is used. */
  received: (text: string, json: unknown) => void
  /** Removes secrets from what the service says, before anything else is done to it. */
  redact: Redact
  /** Called while the list is read, if that takes long. */
  onProgress: (progress: Progress) => void
}

/** The three operations of the interface. Reads are retried; a create is a single attempt. */
export interface Service {
  /** The origin of the requests, for errors about a request that was ended before it failed. */
  readonly origin: string
  /** To whom a long reading of the list is reported. */
  readonly report: ProgressReport
  /** Lists the records as sent. Only a few of many are read. */
  listRepositories(
    integrationId: string,
    signal: AbortSignal,
  ): Promise<Reply<Record<string, unknown>[]>>
  /**
   * Lists one page. To read the list, use `readPages`.
   *
   * @param until when the last retry must come, by the clock
   */
  listDeployments(
    query: ListQuery,
    signal: AbortSignal,
    until?: number,
  ): Promise<Reply<Page>>
  /** @param fresh whether over a new connection, as a gateway may have closed those that are kept */
  createDeployment(
    request: CreateDeploymentRequest,
    signal: AbortSignal,
    fresh?: boolean,
  ): Promise<Reply<Deployment>>
}

/** Opens the service. Sends nothing. */
export function openService(options: ServiceOptions): Service {
  const { base_url, list_parameters, clock, onProgress } = options
  const deployments = `${base_url}/v2/deployments`

  return {
    origin: originOf(new URL(deployments)),
    report: { clock, onProgress },

    listRepositories(integrationId, signal) {
      const id = encodeURIComponent(integrationId)
      const path = `/v1/integrations/forge/repohost/${id}/repos`
      const url = new URL(base_url + path)
      const ask = () =>
        attempt(REPOSITORIES, { method: 'GET', url }, options, signal)
      return retrying('list repositories', ask, options, signal)
    },

    listDeployments(query, signal, until) {
      const url = new URL(deployments)
      for (const [purpose, name] of Object.entries(list_parameters)) {
        const value = query[purpose as keyof ListQuery]
        if (value !== undefined) url.searchParams.set(name, value)
      }
      const ask = () => attempt(LIST, { method: 'GET', url }, options, signal)
      return retrying('list deployments', ask, { ...options, until }, signal)
    },

    createDeployment(deployment, signal, fresh = false) {
      const url = new URL(deployments)
      const body = JSON.stringify(deployment)
      return attempt(
        CREATE,
        { method: 'POST', url, body, fresh },
        options,
        signal,
      )
    },
  }
}

/** An operation of the interface, which answers with a `T`. */
interface Operation<T> {
  /** Reads the JSON of a success; undefined if it is not that of this operation. */
  read: (json: unknown) => T | undefined
  /** Why other JSON cannot be used. */
  unread: Sentence
}

const REPOSITORIES: Operation<Record<string, unknown>[]> = {
  read: toRecords,
  unread: words('the list of repositories is not an array of records'),
}

const LIST: Operation<Page> = {
  read: toPage,
  unread: words(
    'the answer is JSON that has no list `resources` of deployments: this does not look like the service',
  ),
}

const CREATE: Operation<Deployment> = {
  read: readDeployment,
  unread: words(
    'the answer carries no id of the deployment, or cannot be read',
  ),
}

/** Makes one attempt of an operation, and reads its answer. */
async function attempt<T>(
  { read, unread }: Operation<T>,
  request: Omit<HttpRequest, 'headers'>,
  options: ServiceOptions,
  signal: AbortSignal,
): Promise<Reply<T>> {
  const headers = withOwn(options.headers, 'body' in request)
  const asked = askedOf(request, options)
  const context = { ...options, asked }
  const answer = await answerTo({ ...request, headers }, context, signal)
  if ('kind' in answer) return answer
  const { status, text, truncated, broken } = answer
  if (truncated) return unusable(answer, TOO_LARGE)
  if (broken) return unreadable(answer, broken)

  const json = parseJson(text)
  options.received(text, json)
  const value = read(json)
  if (value !== undefined) return { value, status }
  const isJson = json !== undefined
  const reason = isJson ? unread : await notJson(answer, options.redact)
  return { ...unusable(answer, reason), asked }
}

/** The request as far as the advice after its answer depends on it. */
function askedOf(
  { url, body = '' }: Omit<HttpRequest, 'headers'>,
  { headers, credentials }: ServiceOptions,
): SentRequest {
  const names = Object.keys(headers)
  return {
    path: url.pathname,
    bytes: Buffer.byteLength(body),
    headers: names.filter(name => !credentials.includes(name)),
    credentials,
  }
}

/** The failure of a success whose body could not be read to its end. */
function unreadable(
  answer: HttpResponse,
  broken: NonNullable<HttpResponse['broken']>,
): UnusableFailure {
  const why = describeNetworkFailure(broken)
  const reason = say`the service answered ${answer.status}, but the body of the response could not be read: ${why}`
  const problem = isPermanent(broken.code) ? 'bad_encoding' : 'cut_short'
  return { ...unusable(answer, reason), problem }
}

const TOO_LARGE = words('the response is larger than 64 MiB')

/** Why a success without JSON cannot be used. Of its body only the title of a page is quoted. */
async function notJson(
  { text, status, headers }: HttpResponse,
  redact: Redact,
): Promise<Sentence> {
  if (text.trim() === '')
    return say`the service answered ${status} without a body`
  const { readPage } = await import('./said.ts')
  const page = readPage(text, redact)
  const titled = page?.title && say` titled "${page.title}"`
  const type = first(headers['content-type'])
  const kind = page
    ? say`an HTML page${titled}`
    : say`a body that is not JSON (content-type ${type ?? words('unknown')})`
  return say`the service answered ${status} with ${kind}: this does not look like the service`
}

/** The headers of a request. Those of the inputs win. */
function withOwn(
  headers: Record<string, string>,
  hasBody: boolean,
): Record<string, string> {
  const own: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    'user-agent': 'create-deployment-action',
    ...(hasBody && { 'content-type': 'application/json' }),
  }
  for (const name of Object.keys(headers)) delete own[name.toLowerCase()]
  return { ...own, ...headers }
}

function toPage(json: unknown): Page | undefined {
  const resources = valueAt(json, ['resources'])
  if (resources === null) return []
  if (!Array.isArray(resources)) return undefined
  // Nothing shows that a name is free in a list that cannot be read.
  const isReadable = resources.length === 0 || resources.some(isDeployment)
  return isReadable ? resources : undefined
}

function toRecords(json: unknown): Record<string, unknown>[] | undefined {
  if (!Array.isArray(json)) return undefined
  const records = json.filter(isObject)
  return json.length > 0 && records.length === 0 ? undefined : records
}

const isDeployment = (item: unknown): boolean =>
  isObject(item) && (idOf(item) ?? item['name']) !== undefined
