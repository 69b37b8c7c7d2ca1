import { isObject, type JsonObject, parseJson, valueAt } from '../base/json.ts'
import type { Log } from '../base/text.ts'
import { type Deployment, readDeployment } from './deployment.ts'
import { failureOrThrow, inShort, isTransient, RequestFailure } from './failure.ts'
import {
  addressOf,
  type HttpRequest,
  type Job,
  LEAST_TIME,
  type Net,
  openHttp,
  type Send,
} from './http.ts'
import { onlySuccess, titleIn } from './refusal.ts'
import type { CreateRequest } from './request.ts'
import { withToken } from './token.ts'

/** The list's query parameters by purpose. The interface defines only the purposes, so a workflow can rename each parameter. */
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
type Purpose = keyof typeof LIST_PARAMETERS

/** The values of a query of the list, by purpose. */
export type ListQuery = { [Each in Purpose]?: string | undefined }

/** The address of the service, and what every request carries. */
export interface Connection {
  /** Its path ends in a slash. */
  base_url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  list_parameters: Record<Purpose, string>
  /** The audience of the job's OIDC token, if requests carry one. */
  oidc_audience: string | undefined
  /** Whether requests carry a credential. */
  hasCredential: boolean
  /** In milliseconds. */
  request_timeout: number
}

/** How long a read may take. */
export interface ReadLimits {
  /** When its last attempt must end, by the clock. */
  until?: number | undefined
}

/** The answer to a create request. */
export interface Created {
  deployment: Deployment
  status: number
}

/** The three operations of the interface. Each throws a {@link RequestFailure}. */
export interface Service {
  readonly net: Net
  /** Sends requests that carry no credential. */
  readonly sendPlain: Send
  /** Tells the caller of a deployment that the list shows. */
  readonly see: Caller['see']
  /** The records that an integration can see, as they were sent. Repeated like every read. */
  listRepositories(integration_id: string): Promise<JsonObject[]>
  /** The items of one page of the list, as they were sent. Repeated like every read. */
  listDeployments(query: ListQuery, limits: ReadLimits): Promise<unknown[]>
  /** Creates a deployment by one attempt. `onSent` is called before the request is sent, once a connection is up. */
  createDeployment(request: CreateRequest, onSent: () => void): Promise<Created>
}

/** The user of the service. The service tells it what it learns. */
export interface Caller extends Log {
  /** Whether requests carry a credential. */
  hasCredential: boolean
  /** Whether the service has answered, so that its address is right. */
  hasAnswered: boolean
  /** Called at once for each deployment that a look finds, as a signal may end the look before it returns. */
  see(deployment: Deployment): void
}

/** Opens the service of a connection for a caller. Sends nothing. */
export function connect(
  connection: Connection,
  job: Job,
  caller: Caller,
  open = openHttp,
): Service {
  caller.hasCredential = connection.hasCredential
  const net: Net = { ...job, timeout: connection.request_timeout, log: caller }
  const sendPlain = open(net)
  const plain = onlySuccess(sendPlain, net)
  const send = connection.oidc_audience
    ? withToken(connection.oidc_audience, plain, net, caller.mask)
    : plain

  function urlOf(path: string): URL {
    const url = new URL(connection.base_url)
    url.pathname += path
    return url
  }

  /**
   * Sends a request, and reads its answer. An error never quotes the JSON of an unexpected success, as it may hold secrets of
   * other deployments.
   *
   * @param what the expected answer, in words
   * @param read takes the parsed answer, or undefined if it is not JSON; returns undefined if it is not the expected answer
   */
  async function ask<Value>(
    request: Omit<HttpRequest, 'headers'>,
    what: string,
    read: (json: unknown, status: number) => Value | undefined,
  ): Promise<Value> {
    const { status, headers, text } = await send({
      ...request,
      headers: connection.headers,
    })
    const value = read(parseJson(text), status)
    if (value !== undefined) return value
    const page = titleIn(text, net.log.redacted)
    throw new RequestFailure(
      'unusable',
      `${addressOf(request.url)} answered ${status} with ${page ?? `no ${what} (content type: ${headers['content-type'] ?? 'none'})`}`,
      // The service itself may accept a create, and answer it without an id.
      { status, cause: request.body && !page ? 'no_id' : 'other_service' },
    )
  }

  /** Asks for a list. Repeated like every read. */
  async function askForList(
    what: string,
    url: URL,
    listIn: (json: unknown) => unknown[] | undefined,
    until?: number,
  ): Promise<unknown[]> {
    const list = await retrying(
      end => ask({ method: 'GET', url, until: end }, `list of ${what}`, listIn),
      { task: `list the ${what}`, isRetried: isTransient, until },
      net,
    )
    caller.hasAnswered = true
    return list
  }

  return {
    net,
    sendPlain,
    see: caller.see,

    async listRepositories(integration_id) {
      const records = await askForList(
        'repositories',
        urlOf(`v1/integrations/forge/repohost/${encodeURIComponent(integration_id)}/repos`),
        listOrNone,
      )
      return records.filter(isObject)
    },

    listDeployments(query, { until }) {
      const url = urlOf('v2/deployments')
      for (const [purpose, value] of Object.entries(query))
        if (value !== undefined)
          url.searchParams.set(connection.list_parameters[purpose as Purpose], value)
      return askForList('deployments', url, resourcesIn, until)
    },

    createDeployment: (body, onSent) =>
      ask(
        {
          method: 'POST',
          url: urlOf('v2/deployments'),
          body: JSON.stringify(body),
          onSent,
        },
        'id of a deployment',
        createdIn,
      ),
  }
}

function createdIn(json: unknown, status: number): Created | undefined {
  const deployment = readDeployment(json)
  return deployment && { deployment, status }
}

const listOrNone = (value: unknown): unknown[] | undefined =>
  Array.isArray(value) ? value : undefined

/** The deployments of a page. An empty page may have null in place of a list. */
function resourcesIn(json: unknown): unknown[] | undefined {
  const resources = valueAt(json, 'resources')
  return resources === null ? [] : listOrNone(resources)
}

/** Limits of one request with its repeats; times in milliseconds. */
const LONGEST_RETRY_AFTER = 60_000
const MOST_TIME = 120_000
/** The least pause before the first repeat. */
const FIRST_PAUSE = 500

/** How a request is repeated. */
interface Repeats {
  /** What is done, in words: `list the deployments`. */
  task: string
  isRetried: (failure: RequestFailure) => boolean
  /** The most repeats after the first attempt. */
  repeats?: number
  /** When the last repeat must end, by the clock. */
  until?: number | undefined
}

/**
 * Repeats a request until it succeeds, fails in a way that is not retried, or reaches the limits. The pauses double, and up to
 * half of each is random. The service's `Retry-After` can lengthen a pause, but never shorten it.
 *
 * @param once makes one attempt. It gets the time of the clock at which a read must end; a create request may take longer
 */
export async function retrying<T>(
  once: (until: number) => Promise<T>,
  { task, isRetried, repeats = 4, until = Infinity }: Repeats,
  { clock, random, signal, log }: Net,
): Promise<T> {
  const deadline = Math.min(clock.now() + MOST_TIME, until)
  let last: RequestFailure | undefined
  for (let repeat = 0; ; repeat++) {
    try {
      return await once(deadline)
    } catch (error) {
      const failure = failureOrThrow(error)
      const pause = Math.max(
        FIRST_PAUSE * 2 ** repeat * (1 + random()),
        Math.min(failure.retryAfter, LONGEST_RETRY_AFTER),
      )
      // A repeat with less time would probably time out, and so hide the failure before it.
      const isOver = repeat === repeats || clock.now() + pause + LEAST_TIME > deadline
      // An attempt that was cut says less than the one before it.
      if (isOver || !isRetried(failure)) throw (failure.isCut && last) || failure
      last = failure
      log.log(`Could not ${task}: ${inShort(failure)}; another attempt follows`)
      await clock.sleep(pause, signal)
    }
  }
}
