import type { Masks } from '../report/text.ts'
import {
  type Deployment,
  isObject,
  isShallow,
  type JsonObject,
  parseJson,
  readDeployment,
} from './deployment.ts'
import { isTransient, RequestFailure, retrying } from './failure.ts'
import {
  type Answer,
  type Exchange,
  type HttpRequest,
  type Net,
  openHttp,
  type Send,
  sendBy,
} from './http.ts'
import type { CreateRequest } from './request.ts'
import { titleIn } from './said.ts'
import { withToken } from './token.ts'

/** Names of the list's query parameters by purpose. The interface shows only the purposes, so a workflow can rename each. */
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

/** A query of the list by purpose. */
export type ListQuery = { [Name in Purpose]?: string | undefined }

/** The address of the service, and what every request carries. */
export interface Connection {
  /** It may have a path. */
  base_url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  list_parameters: Record<Purpose, string>
  /** The audience of the job's OIDC token, if requests carry one. */
  oidc_audience: string | undefined
  /** In milliseconds. */
  request_timeout: number
}

/** How long a read may take. */
export interface ReadLimits {
  /** When its last attempt must end, by the clock. */
  until?: number | undefined
  /** Whether a failure is not followed by another attempt. */
  isOnce?: boolean | undefined
}

/** The three operations of the interface. Each throws a {@link RequestFailure}. */
export interface Service {
  readonly net: Net
  /** The records that an integration can see, as they were sent. Repeated like every read. */
  listRepositories(integration_id: string): Promise<JsonObject[]>
  /** The items of one page of the list, as they were sent. Repeated like every read. */
  listDeployments(query: ListQuery, limits: ReadLimits): Promise<unknown[]>
  /** Creates a deployment by one attempt. */
  createDeployment(request: CreateRequest, repeat: number): Promise<Deployment>
}

/** The service, and the network for requests that carry no credential. */
interface Connected {
  service: Service
  exchange: Exchange
}

/** Opens the service of a connection. Sends nothing. */
export function connect(
  connection: Connection,
  job: Pick<Net, 'clock' | 'random' | 'env' | 'signal'>,
  { redacted, log, mask }: Pick<Net, 'redacted' | 'log'> & Masks,
): Connected {
  const { request_timeout: timeout, oidc_audience } = connection
  const net = { ...job, redacted, log, timeout }
  const exchange = openHttp(net)
  const plain = sendBy(exchange, net)
  const send = oidc_audience
    ? withToken(oidc_audience, plain, net, mask)
    : plain
  return { service: openService(connection, send, net), exchange }
}

/** Opens the service on a way to send requests. */
export function openService(
  {
    base_url,
    headers,
    list_parameters,
  }: Pick<Connection, 'base_url' | 'headers' | 'list_parameters'>,
  send: Send,
  net: Net,
): Service {
  const own = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'create-deployment-action',
  }

  function urlOf(path: string): URL {
    const url = new URL(base_url)
    url.pathname = base_url.pathname.replace(/\/+$/, '') + path
    return url
  }

  function ask(request: Omit<HttpRequest, 'headers'>): Promise<Answer> {
    const type = request.body && { 'content-type': 'application/json' }
    return send({ ...request, headers: { ...own, ...type, ...headers } })
  }

  /** Reads JSON. */
  async function read(
    task: string,
    url: URL,
    { until, isOnce }: ReadLimits,
  ): Promise<unknown> {
    const answer = await retrying(
      repeat => ask({ method: 'GET', url, repeat, until }),
      { task, isRetried: isOnce ? () => false : isTransient, until },
      net,
    )
    const json = parseJson(answer.text)
    if (json === undefined) throw noJson(answer)
    return json
  }

  return {
    net,

    async listRepositories(integration_id) {
      const id = encodeURIComponent(integration_id)
      const url = urlOf(`/v1/integrations/forge/repohost/${id}/repos`)
      const json = await read('list the repositories', url, {})
      const records = Array.isArray(json) ? json.filter(isObject) : []
      const isList = Array.isArray(json) && isShallow(json)
      if (!isList || (records.length === 0 && json.length > 0))
        throw unusable('the answer is no list of repositories')
      return records
    },

    async listDeployments(query, limits) {
      const url = urlOf('/v2/deployments')
      for (const [purpose, value] of Object.entries(query))
        if (value !== undefined)
          url.searchParams.set(list_parameters[purpose as Purpose], value)
      const task = 'list the deployments'
      const json = await read(task, url, limits)
      const resources = isObject(json) ? json['resources'] : undefined
      if (resources === null) return []
      if (!Array.isArray(resources) || !isShallow(resources))
        throw unusable('the answer has no list `resources` of deployments')
      return resources
    },

    async createDeployment(request, repeat) {
      const url = urlOf('/v2/deployments')
      const body = JSON.stringify(request)
      const answer = await ask({ method: 'POST', url, body, repeat })
      const json = parseJson(answer.text)
      const deployment = readDeployment(json)
      if (!deployment) throw json === undefined ? noJson(answer) : noId(answer)
      return deployment
    },
  }
}

/** A success or a list that proves nothing. Its body is never quoted, as it may hold secrets of other deployments. */
export const unusable = (message: string, status = 200): RequestFailure =>
  new RequestFailure('unusable', message, { status })

const noId = ({ status }: Answer): RequestFailure =>
  unusable(
    `the service answered ${status} without the id of a deployment`,
    status,
  )

function noJson({ status, text }: Answer): RequestFailure {
  const body = text.trim() === '' ? 'nothing' : 'what is no JSON'
  return unusable(
    `the service answered ${status} with ${titleIn(text) ?? body}`,
    status,
  )
}
