import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A response that replaces the usual one. A string body is sent unchanged, any other as JSON. */
export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The response waits for this promise. */
  after?: Promise<unknown>
}

interface GitHubRequest {
  /** The resource that it reads or writes, or the state that it sets. */
  call: string
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

interface Comment {
  id: number
  user: { login: string }
  body: string
}

interface Deployment {
  id: number
  environment: string
  payload: unknown
  [field: string]: unknown
}

interface GitHubOptions {
  /** The response to each call; a list is used in order, and then the usual response. */
  answers?: Record<string, Answer | Answer[]>
  /** The path before every route, as on GitHub Enterprise Server; none by default. */
  base_path?: string
  tls?: { key: string; cert: string }
  /** Whether the token may only read. */
  readOnly?: boolean
  /** The login of the owner of the token. Without it, the token belongs to a workflow. */
  login?: string
  /** The user that the token writes as; for a token of another app than GitHub's own. */
  writesAs?: string
  comments?: Comment[]
  deployments?: Deployment[]
}

export type GitHub = Awaited<ReturnType<typeof gitHubForTest>>

/** For a response that never arrives. */
export const never = new Promise(() => {})

/** The id of the first GitHub Deployment that is created here. */
export const ID = 42

const NOT_FOUND = { status: 404, body: { message: 'Not Found' } }
const NOT_ACCESSIBLE = { status: 403, body: { message: 'Resource not accessible by integration' } }
const invalid = (error: string) => ({ status: 422, body: { message: 'Validation Failed', errors: [error] } })

/** The longest comment and the longest description that GitHub accepts. */
const LONGEST = { comment: 65_536, description: 140 }

/**
 * GitHub's API for deployments and comments on loopback, for one test. It knows the repository `acme/shop`, and the
 * test fails if a request violates GitHub's documentation.
 */
export async function gitHubForTest({ answers = {}, base_path = '', tls, ...options }: GitHubOptions = {}) {
  const { readOnly, login, writesAs = login ?? 'github-actions[bot]' } = options
  const comments = [...(options.comments ?? [])]
  const deployments = [...(options.deployments ?? [])]
  const statuses: { id: number; deployment: number; state: string }[] = []
  const requests: GitHubRequest[] = []
  const faults: string[] = []
  let api_url = ''

  const statusesOf = (id: number) => statuses.filter(({ deployment }) => deployment === id)
  const ROUTES: [string, string, (request: Omit<GitHubRequest, 'call'>, id: number) => Answer][] = [
    ['GET /user', 'user', () => (login ? { body: { login } } : NOT_ACCESSIBLE)],
    [
      'GET /deployments',
      'deployments',
      request => {
        const isAsked = ({ environment }: Deployment) => environment === request.query.get('environment')
        return page(deployments.filter(isAsked).reverse(), request)
      },
    ],
    ['POST /deployments', 'deployment', createDeployment],
    ['GET /deployments/:id/statuses', 'statuses', (request, id) => page(statusesOf(id).reverse(), request)],
    ['POST /deployments/:id/statuses', 'status', createStatus],
    ['GET /issues/7/comments', 'comments', request => page(comments, request)],
    [
      'POST /issues/7/comments',
      'comment',
      ({ body }) => setComment(Math.max(1000, ...ids(comments)) + 1, body),
    ],
    [
      'PATCH /issues/comments/:id',
      'update',
      ({ body }, id) => (ids(comments).includes(id) ? setComment(id, body) : NOT_FOUND),
    ],
    ['DELETE /issues/comments/:id', 'remove', (_, id) => setComment(id)],
  ]
  const ids = (items: { id: number }[]) => items.map(({ id }) => id)

  function page(items: unknown[], { query, path }: Pick<GitHubRequest, 'query' | 'path'>): Answer {
    const [size, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
    if (size > 100) faults.push(`asks for ${size} items`)
    const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(number + 1) })
    const link = `<${new URL(path, api_url)}?${next}>; rel="next"`
    const body = items.slice((number - 1) * size, number * size)
    return { body, headers: number * size < items.length ? { link } : {} }
  }

  function createDeployment({ body }: Pick<GitHubRequest, 'body'>): Answer {
    const { ref, environment, description, payload } = body
    if (typeof ref !== 'string' || typeof environment !== 'string') return invalid('ref')
    if (String(description).length > LONGEST.description) return invalid('description')
    deployments.push({
      id: Math.max(ID - 1, ...ids(deployments)) + 1,
      ref,
      environment,
      description,
      payload,
    })
    return { status: 201, body: deployments.at(-1) }
  }

  function createStatus({ body }: Pick<GitHubRequest, 'body'>, deployment: number): Answer {
    const { state, description, log_url, environment_url } = body
    if (!ids(deployments).includes(deployment)) return NOT_FOUND
    if (String(description).length > LONGEST.description) return invalid('description')
    for (const url of [log_url, environment_url])
      if (url !== undefined && !/^https?:\/\//.test(String(url))) return invalid('url')
    statuses.push({ id: statuses.length + 1, deployment, state: String(state) })
    return { status: 201, body: statuses.at(-1) }
  }

  /** Creates, updates or removes a comment, which only its author may do. */
  function setComment(id: number, sent?: GitHubRequest['body']): Answer {
    const index = comments.findIndex(one => one.id === id)
    if (index < 0 && !sent) return NOT_FOUND
    const author = comments[index]?.user.login ?? writesAs
    if (author !== writesAs) faults.push(`comment ${id} is of ${author}`)
    const body = String(sent?.['body'])
    if (body.length > LONGEST.comment) return invalid('body is too long (maximum is 65536 characters)')
    const written = sent ? [{ id, user: { login: writesAs }, body }] : []
    comments.splice(index < 0 ? comments.length : index, 1, ...written)
    return sent ? { status: 201, body: written[0] } : { status: 204, body: '' }
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = incoming
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '', 'http://localhost')
    const sent = await text(incoming)
    const request = { method, path, query, body: sent === '' ? {} : JSON.parse(sent) }
    const below = path.slice(base_path.length).replace(/^\/repos\/acme\/shop\//, '/')
    const route = ROUTES.find(([pattern]) => matches(pattern, method, below))
    if (!route || !path.startsWith(base_path)) {
      faults.push(`${method} ${path} is not a route`)
      return response.writeHead(404).end(JSON.stringify(NOT_FOUND.body))
    }
    if (!headers.accept?.startsWith('application/vnd.github.')) faults.push(`accepts ${headers.accept}`)
    if (!headers['user-agent']) faults.push('no user-agent, which GitHub refuses')
    const call = route[1] === 'status' ? request.body.state : route[1]
    requests.push({ call, ...request })
    const given = answers[call]
    const scripted = Array.isArray(given) ? given.shift() : given
    const id = Number(/\d+/.exec(below)?.[0])
    const usual = () => (readOnly && method !== 'GET' ? NOT_ACCESSIBLE : route[2](request, id))
    const own: Answer = scripted?.status ? {} : usual()
    const { status = 200, body, headers: added, after } = { ...own, ...scripted }
    await after
    const shown = typeof body === 'string' ? body : JSON.stringify(body)
    return response
      .writeHead(status, { 'content-type': 'application/json', ...own.headers, ...added })
      .end(shown)
  }

  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    if (faults.length > 0) throw new Error(`GitHub would not take this: ${faults.join('; ')}`)
  })
  api_url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}${base_path}`
  const written = () => requests.filter(({ method }) => method !== 'GET')
  return {
    /** For the variable `GITHUB_API_URL`. */
    api_url,
    comments,
    deployments,
    /** States that a deployment was set to, in order. */
    statesOf: (id: number) => statusesOf(id).map(({ state }) => state),
    /** Every request so far, in order of arrival. */
    requests,
    calls: () => requests.map(({ call }) => call),
    /** The requests that change something, and their calls. */
    written,
    writes: () => written().map(({ call }) => call),
  }
}

/** Whether a route such as `GET /issues/comments/:id` is that of a request. */
const matches = (pattern: string, method: string, path: string) =>
  new RegExp(`^${pattern.replace(':id', '\\d+')}$`).test(`${method} ${path}`)
