import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text as readText } from 'node:stream/consumers'
import { listen } from './listen.ts'
import type { Deployment, Dialect, Fields, RepositoryRecord } from './records.ts'
import { deployment, deploymentOf, repository, withFields } from './records.ts'

export type Operation = 'repositories' | 'list' | 'create' | 'other'

/** A request as it arrived. */
export interface ServiceRequest {
  /** `other` is any other method or path. */
  operation: Operation
  /** Its place among the requests of its operation; the first is 1. */
  call: number
  /** With the base path, without the query. */
  path: string
  /** Of a repeated parameter, the last value. */
  query: Record<string, string>
  /** Names in lower case. */
  headers: Record<string, string>
  /** The parsed JSON, or null. */
  body: unknown
  /** When it was sent, by the step's own clock with its jumps, in milliseconds since the service opened. */
  time: number
}

/** Answers with a status, a body and headers. Text and bytes are sent as they are, anything else as JSON. */
type Send = (status: number, body?: unknown, headers?: Record<string, string | string[]>) => void

/** Answers a request. A handler that returns without an answer leaves the client waiting. */
export interface Respond extends Send {
  /** Does what the service does without an override. */
  usual(): void
  /** Resets the connection. */
  destroy(): void
  /** Sends bytes that may be no HTTP, and closes the connection. */
  raw(bytes: string): void
  /** Sends success and then a blank every 20 ms of real time, without an end. */
  drip(): void
}

/** What the service holds. A test and its handlers may change it. */
export interface Store {
  deployments: Deployment[]
  repositories: RepositoryRecord[]
  /** Adds a deployment, ready and active unless the fields say otherwise. */
  add(fields?: Fields): Deployment
  /** Does what a create request does, without an answer. */
  create(body: unknown): Deployment
  /** Sets fields of all deployments of the name. */
  update(name: string, fields: Fields): void
  /** Removes all deployments of the name. */
  remove(name: string): void
}

export type Handler = (request: ServiceRequest, respond: Respond, store: Store) => unknown

export interface ServiceOptions {
  /** Default: each answer has all fields. */
  dialect?: Dialect
  /** The deployments at the beginning, ready and active unless their fields say otherwise. */
  deployments?: Fields[]
  /** Default: acme/shop. */
  repositories?: Partial<RepositoryRecord>[]
  /** What a create request gives its deployment, beside its own fields. Default: it is active at once, at `COMMIT`. */
  created?: Fields
  /** Fields that a created deployment gets, so many milliseconds (of the step's clock) after its creation. */
  later?: { after: number; fields: Fields }[]
  /** What a name that is taken leads to: a 409, or with `accept` a second deployment. */
  taken?: 'accept'
  /** If set, requests without it in `X-Api-Key` get a 401. */
  api_key?: string
  /** Path in front of every route, such as `/api`. */
  base_path?: string
  /** Other names of query parameters, by the names of the input `list_parameters`. */
  list_parameters?: Record<string, string>
  /** Certificate, for HTTPS. */
  tls?: { key: string; cert: string }
}

/** A running service, which records requests and answers as the test says. */
export interface Service extends Store {
  /** Its URL with the base path, without a last slash. */
  base_url: string
  integration_id: string
  /** All requests so far, in the order of arrival. */
  requests: ServiceRequest[]
  /** The requests of an operation. */
  of(operation: Operation): ServiceRequest[]
  /**
   * Lets a handler answer the n-th request of an operation, or each that has no handler of its own. A later handler for
   * the same requests replaces an earlier one. An error that a handler throws fails the test.
   */
  override(operation: Operation, call: number | 'each', handler: Handler): void
  close(): Promise<void>
}

const identity: Dialect = deployment => deployment

const INTEGRATION = '5f0c2a8e-4f0e-4f7b-9a53-0d3c1b2a4e6f'
const REPOSITORIES = /^\/v1\/integrations\/forge\/repohost\/([^/]+)\/repos$/

/** Opens a service on a free port of 127.0.0.1. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { base_path = '', tls, dialect = identity, later = [] } = options
  const requests: ServiceRequest[] = []
  const handlers = new Map<string, Handler>()
  const failures: unknown[] = []
  const opened = Date.now()
  const births = new Map<string, number>()
  const of = (operation: Operation) => requests.filter(request => request.operation === operation)

  const store: Store = {
    deployments: (options.deployments ?? []).map(deployment),
    repositories: (options.repositories ?? [{}]).map(repository),
    add(fields) {
      const added = deployment(fields)
      store.deployments.push(added)
      return added
    },
    create(body) {
      const created = deploymentOf(body, options.created)
      births.set(created.id, requests.at(-1)?.time ?? 0)
      store.deployments.push(created)
      return created
    },
    update(name, fields) {
      store.deployments = store.deployments.map(one => (one.name === name ? withFields(one, fields) : one))
    },
    remove(name) {
      store.deployments = store.deployments.filter(one => one.name !== name)
    },
  }

  /** Sets the fields whose time has come. */
  function grow(time: number): void {
    store.deployments = store.deployments.map(one => {
      const age = time - (births.get(one.id) ?? Number.POSITIVE_INFINITY)
      return later.filter(({ after }) => age >= after).reduce((old, { fields }) => withFields(old, fields), one)
    })
  }

  /** Answers as the service does without an override. */
  function answerAsUsual(request: ServiceRequest, send: Send): void {
    const { operation, path, headers, body, query } = request
    const { api_key = headers['x-api-key'], taken } = options
    const { name } = (body ?? {}) as Fields
    if (operation === 'other') send(404, { detail: 'Not Found' })
    else if (headers['x-api-key'] !== api_key) send(401, { detail: 'Invalid API key' })
    else if (operation === 'repositories') {
      if (path.includes(`/${INTEGRATION}/`)) send(200, store.repositories)
      else send(404, { detail: 'Integration not found' })
    } else if (operation === 'list') {
      const { resources, offset } = pageOf(store.deployments, query, options.list_parameters ?? {})
      send(200, { resources: resources.map(one => dialect(one, 'list')), offset })
    } else if (taken !== 'accept' && store.deployments.some(one => one.name === name)) {
      send(409, { detail: `A deployment with the name ${name} exists already` })
    } else send(201, dialect(store.create(body), 'create'))
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await readText(incoming).catch(() => undefined)
    // The client hung up before the whole request had come.
    if (text === undefined) return
    const request = { ...requestOf(incoming, text, base_path), call: 0 }
    request.time -= opened
    request.call = of(request.operation).length + 1
    requests.push(request)
    grow(request.time)
    const send = responder(outgoing)
    const respond: Respond = Object.assign(send, {
      usual: () => answerAsUsual(request, send),
      destroy: () => void incoming.socket.resetAndDestroy(),
      raw: (bytes: string) => void incoming.socket.end(bytes),
      drip: () => drip(outgoing.writeHead(200)),
    })
    const { operation, call } = request
    const handler = handlers.get(`${operation} ${call}`) ?? handlers.get(`${operation} each`)
    await (handler ?? ((_request, { usual }) => usual()))(request, respond, store)
  }

  function listener(incoming: IncomingMessage, outgoing: ServerResponse): void {
    answer(incoming, outgoing).catch((error: unknown) => {
      failures.push(error)
      outgoing.destroy()
    })
  }

  const server = await listen(tls ? createTlsServer(tls, listener) : createServer(listener))
  const rest = {
    base_url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}${base_path}`,
    integration_id: INTEGRATION,
    requests,
    of,
    override(operation: Operation, call: number | 'each', handler: Handler) {
      handlers.set(`${operation} ${call}`, handler)
    },
    async close() {
      await server.close()
      const [failure] = failures.splice(0)
      if (failure !== undefined) throw failure
    },
  }
  return Object.assign(store, rest)
}

/** A handler that answers with a status and a body. */
export const answer =
  (...reply: Parameters<Send>): Handler =>
  (_request, respond) =>
    respond(...reply)

/** A handler that resets the connection, and nothing took effect. */
export const hangUp: Handler = (_request, respond) => respond.destroy()

/** A handler that creates the deployment, and resets the connection. */
export const createAndHangUp: Handler = ({ body }, respond, store) => {
  store.create(body)
  respond.destroy()
}

/** A handler that never answers. */
export const silence: Handler = () => undefined

function requestOf({ method = '', url = '', headers }: IncomingMessage, text: string, base_path: string) {
  const { pathname: path, searchParams } = new URL(url, 'http://service.example')
  const { 'x-step-time': time = Date.now(), ...others } = headers
  const plain = Object.entries(others).map(([name, value]) => [name, String(value)])
  return {
    operation: operationOf(method, path, base_path),
    path,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(plain) as Record<string, string>,
    body: parsed(text),
    time: Number(time),
  }
}

function operationOf(method: string, path: string, base_path: string): Operation {
  const route = path.startsWith(base_path) ? path.slice(base_path.length) : ''
  if (method === 'GET' && REPOSITORIES.test(route)) return 'repositories'
  if (route !== '/v2/deployments') return 'other'
  if (method === 'GET') return 'list'
  return method === 'POST' ? 'create' : 'other'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function responder(outgoing: ServerResponse): Send {
  return (status, body = '', headers = {}) => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const type = isRaw ? 'text/plain; charset=utf-8' : 'application/json'
    outgoing.writeHead(status, { 'content-type': type, ...headers }).end(isRaw ? body : JSON.stringify(body))
  }
}

function drip(outgoing: ServerResponse): void {
  const timer = setInterval(() => outgoing.write(' '), 20)
  outgoing.on('close', () => clearInterval(timer))
}

/** A page of the deployments that the filters of names and ids let through. Without a limit it has 20. */
function pageOf(deployments: Deployment[], query: Record<string, string>, names: Record<string, string>) {
  const parameter = (purpose: string, name = purpose) => query[names[purpose] ?? name]
  const [part, ids] = [parameter('name', 'name_contains') ?? '', parameter('ids', 'deployment_ids')?.split(',')]
  const found = deployments.filter(({ id, name }) => name.includes(part) && (ids?.includes(id) ?? true))
  const begin = Number(parameter('offset') ?? 0)
  const end = begin + Math.min(Number(parameter('limit') ?? 20), 100)
  const resources = found.slice(begin, end)
  return { resources, offset: begin + resources.length }
}
