import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** The kind of a request: the resource that it reads or writes, or the state that it sets. */
export type Call =
  | 'user'
  | 'deployments'
  | 'deployment'
  | 'statuses'
  | 'in_progress'
  | 'success'
  | 'failure'
  | 'error'
  | 'inactive'
  | 'comments'
  | 'comment'
  | 'update'
  | 'remove'

/** A response that replaces the usual one. A string body is sent unchanged, any other as JSON. */
export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The response waits for this promise. */
  after?: Promise<unknown>
}

interface GitHubRequest {
  call: Call
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
  answers?: Partial<Record<Call, Answer | Answer[]>>
  /** The path before every route, as on GitHub Enterprise Server; none by default. */
  base_path?: string
  tls?: { key: string; cert: string }
  /** What the token may do less than write. */
  permissions?: { deployments?: 'read' | 'none'; pull_requests?: 'read' | 'none' }
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
  const { permissions = {}, login, writesAs = login ?? 'github-actions[bot]' } = options
  const comments = [...(options.comments ?? [])]
  const deployments = [...(options.deployments ?? [])]
  const statuses: { id: number; deployment: number; state: string }[] = []
  const requests: GitHubRequest[] = []
  const faults: string[] = []
  let api_url = ''

  const ROUTES: [string, Call | 'status', (request: Omit<GitHubRequest, 'call'>, id: number) => Answer][] = [
    ['GET /user', 'user', () => (login ? { body: { login } } : NOT_ACCESSIBLE)],
    [
      'GET /deployments',
      'deployments',
      request => page(deployments.filter(isIn(request)).reverse(), request),
    ],
    ['POST /deployments', 'deployment', createDeployment],
    [
      'GET /deployments/:id/statuses',
      'statuses',
      (request, id) => page(statuses.filter(isOf(id)).reverse(), request),
    ],
    ['POST /deployments/:id/statuses', 'status', createStatus],
    ['GET /issues/7/comments', 'comments', request => page(comments, request)],
    ['POST /issues/7/comments', 'comment', createComment],
    ['PATCH /issues/comments/:id', 'update', updateComment],
    ['DELETE /issues/comments/:id', 'remove', removeComment],
  ]

  const isIn =
    ({ query }: Pick<GitHubRequest, 'query'>) =>
    ({ environment }: Deployment) =>
      environment === (query.get('environment') ?? environment)
  const isOf = (id: number) => (status: { deployment: number }) => status.deployment === id

  function page(items: unknown[], { query, path }: Pick<GitHubRequest, 'query' | 'path'>): Answer {
    const [size, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
    if (size > 100) faults.push(`asks for ${size} items`)
    const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(number + 1) })
    const link = `<${new URL(path, api_url)}?${next}>; rel="next"`
    const body = items.slice((number - 1) * size, number * size)
    return { body, headers: number * size < items.length ? { link } : {} }
  }

  function createDeployment({ body }: Pick<GitHubRequest, 'body'>): Answer {
    const { ref, environment, description, payload, ...flags } = body
    if (typeof ref !== 'string' || typeof environment !== 'string') return invalid('ref')
    if (String(description).length > LONGEST.description) return invalid('description')
    for (const flag of ['transient_environment', 'production_environment', 'auto_merge'])
      if (typeof flags[flag] !== 'boolean') faults.push(`${flag} is ${flags[flag]}`)
    const id = Math.max(ID - 1, ...deployments.map(({ id }) => id)) + 1
    deployments.push({ id, sha: ref, ref, environment, description, payload, task: 'deploy' })
    return { status: 201, body: deployments.at(-1) }
  }

  function createStatus({ body }: Pick<GitHubRequest, 'body'>, deployment: number): Answer {
    const { state, description, log_url, environment_url } = body
    if (!deployments.some(({ id }) => id === deployment)) return NOT_FOUND
    if (String(description).length > LONGEST.description) return invalid('description')
    for (const url of [log_url, environment_url])
      if (url !== undefined && !/^https?:\/\//.test(String(url))) return invalid('url')
    statuses.push({ id: statuses.length + 1, deployment, state: String(state) })
    return { status: 201, body: statuses.at(-1) }
  }

  const isTooLong = (body: unknown) => String(body).length > LONGEST.comment

  function createComment({ body: { body } }: Pick<GitHubRequest, 'body'>): Answer {
    if (isTooLong(body)) return invalid('body is too long (maximum is 65536 characters)')
    const id = Math.max(1000, ...comments.map(({ id }) => id)) + 1
    comments.push({ id, user: { login: writesAs }, body: String(body) })
    return { status: 201, body: comments.at(-1) }
  }

  /** The comment with an id, which only its author may change. */
  function ownComment(id: number): Comment | undefined {
    const comment = comments.find(one => one.id === id)
    if (comment && comment.user.login !== writesAs) faults.push(`comment ${id} is of ${comment.user.login}`)
    return comment
  }

  function updateComment({ body: { body } }: Pick<GitHubRequest, 'body'>, id: number): Answer {
    const comment = ownComment(id)
    if (!comment) return NOT_FOUND
    if (isTooLong(body)) return invalid('body is too long (maximum is 65536 characters)')
    comment.body = String(body)
    return { body: comment }
  }

  function removeComment(_: unknown, id: number): Answer {
    const comment = ownComment(id)
    if (!comment) return NOT_FOUND
    comments.splice(comments.indexOf(comment), 1)
    return { status: 204, body: '' }
  }

  /** The usual answer, if the token has the permission. */
  function usual(call: Call, request: Omit<GitHubRequest, 'call'>, answer: () => Answer): Answer {
    const scope = request.path.includes('/deployments') ? permissions.deployments : permissions.pull_requests
    const isRefused = scope === 'none' || (scope === 'read' && request.method !== 'GET')
    return isRefused && call !== 'user' ? NOT_ACCESSIBLE : answer()
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
    const given = answers[call as Call]
    const scripted = Array.isArray(given) ? given.shift() : given
    const id = Number(/\d+/.exec(below)?.[0])
    const own = scripted?.status ? {} : usual(call, request, () => route[2](request, id))
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
    statesOf: (id: number) => statuses.filter(isOf(id)).map(({ state }) => state),
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
