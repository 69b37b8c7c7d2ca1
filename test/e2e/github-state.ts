// GitHub's API for deployments and comments of the repository acme/shop.

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
  | 'unknown'

/** Scopes of the token; default `write`. */
export interface Permissions {
  deployments?: 'read' | 'none'
  pull_requests?: 'read' | 'none'
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

export interface Seed {
  permissions?: Permissions
  /** The login of the owner of the token. Without it, the token belongs to a workflow. */
  login?: string | undefined
  /** The user that the token writes as; for a token of another app than GitHub's own. */
  writesAs?: string
  comments?: Comment[]
  deployments?: Deployment[]
}

/** The current state. */
export interface GitHubState {
  comments: Comment[]
  deployments: Deployment[]
  /** States that a deployment was set to, in order. */
  statesOf(id: number): string[]
}

interface Given {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

interface Answered {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** The id of the first GitHub Deployment that is created here. */
export const ID = 42

const REPOSITORY = '/repos/acme/shop'
const ROUTES: [string, RegExp, Call | 'status'][] = [
  ['GET', /^\/user$/, 'user'],
  ['GET', /^\/deployments$/, 'deployments'],
  ['POST', /^\/deployments$/, 'deployment'],
  ['GET', /^\/deployments\/(\d+)\/statuses$/, 'statuses'],
  ['POST', /^\/deployments\/(\d+)\/statuses$/, 'status'],
  ['GET', /^\/issues\/(\d+)\/comments$/, 'comments'],
  ['POST', /^\/issues\/(\d+)\/comments$/, 'comment'],
  ['PATCH', /^\/issues\/comments\/(\d+)$/, 'update'],
  ['DELETE', /^\/issues\/comments\/(\d+)$/, 'remove'],
]

const NOT_FOUND = { status: 404, body: { message: 'Not Found' } }
const NOT_ACCESSIBLE = { status: 403, body: { message: 'Resource not accessible by integration' } }
const invalid = (message: string) => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [message] },
})

/** The longest comment and the longest description that GitHub accepts. */
const LONGEST = { comment: 65_536, description: 140 }

/**
 * @param apiUrl the URL before every route
 * @param fault called for each violation of GitHub's documentation, even if GitHub would accept it
 */
export function openState(seed: Seed, apiUrl: () => string, fault: (what: string) => void) {
  const { permissions = {}, login, writesAs = login ?? 'github-actions[bot]' } = seed
  const comments = [...(seed.comments ?? [])]
  const deployments = [...(seed.deployments ?? [])]
  const statuses: { id: number; deployment: number; state: string }[] = []
  let lastComment = Math.max(1000, ...comments.map(({ id }) => id))
  let lastDeployment = Math.max(ID - 1, ...deployments.map(({ id }) => id))

  function routeOf({ method, path }: Given): { call: Call | 'status'; id: number } | undefined {
    const below =
      path === '/user' ? path : path.startsWith(`${REPOSITORY}/`) ? path.slice(REPOSITORY.length) : ''
    for (const [verb, pattern, call] of ROUTES) {
      const match = method === verb && pattern.exec(below)
      if (match) return { call, id: Number(match[1]) }
    }
    return undefined
  }

  function callOf(given: Given): Call {
    const { call = 'unknown' } = routeOf(given) ?? {}
    return call === 'status' ? (given.body['state'] as Call) : call
  }

  function answer(call: Call, given: Given): Answered {
    const { id = 0 } = routeOf(given) ?? {}
    if (call === 'unknown') fault(`${given.method} ${given.path} is not a route`)
    const scope = /\/deployments/.test(given.path) ? permissions.deployments : permissions.pull_requests
    if (call !== 'user' && (scope === 'none' || (scope === 'read' && given.method !== 'GET')))
      return NOT_ACCESSIBLE
    switch (call) {
      case 'user':
        return login ? { status: 200, body: { login } } : NOT_ACCESSIBLE
      case 'deployments': {
        const environment = given.query.get('environment')
        const found = deployments.filter(one => environment === null || one.environment === environment)
        return page(found.reverse(), given)
      }
      case 'deployment':
        return createDeployment(given.body)
      case 'statuses':
        return page(statuses.filter(({ deployment }) => deployment === id).reverse(), given)
      case 'comments':
        return page(comments, given)
      case 'comment': {
        const refused = refuseComment(given.body)
        if (refused) return refused
        const comment = { id: ++lastComment, user: { login: writesAs }, body: String(given.body['body']) }
        comments.push(comment)
        return { status: 201, body: comment }
      }
      case 'update': {
        const comment = comments.find(one => one.id === id)
        if (!comment) return NOT_FOUND
        if (comment.user.login !== writesAs) fault(`comment ${id} of ${comment.user.login} is changed`)
        const refused = refuseComment(given.body)
        if (!refused) comment.body = String(given.body['body'])
        return refused ?? { status: 200, body: comment }
      }
      case 'remove': {
        const index = comments.findIndex(one => one.id === id)
        if (index === -1) return NOT_FOUND
        const [removed] = comments.splice(index, 1)
        if (removed?.user.login !== writesAs) fault(`comment ${id} of ${removed?.user.login} is removed`)
        return { status: 204, body: '' }
      }
      default:
        return createStatus(id, given.body)
    }
  }

  function page(items: unknown[], { query, path }: Given): Answered {
    const [size, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
    if (size > 100) fault(`asks for ${size} items`)
    const start = (number - 1) * size
    const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(number + 1) })
    const link = `<${apiUrl()}${path}?${next}>; rel="next"`
    const headers = start + size < items.length ? { headers: { link } } : {}
    return { status: 200, body: items.slice(start, start + size), ...headers }
  }

  function createDeployment(body: Given['body']): Answered {
    const { ref, environment, description, payload, ...flags } = body
    if (typeof ref !== 'string' || typeof environment !== 'string') return invalid('ref')
    if (String(description).length > LONGEST.description) return invalid('description')
    for (const flag of ['transient_environment', 'production_environment', 'auto_merge'])
      if (typeof flags[flag] !== 'boolean') fault(`${flag} is ${flags[flag]}`)
    const deployment = {
      id: ++lastDeployment,
      sha: ref,
      ref,
      environment,
      description,
      payload,
      task: 'deploy',
    }
    deployments.push(deployment)
    return { status: 201, body: deployment }
  }

  function createStatus(
    deployment: number,
    { state, description, log_url, environment_url }: Given['body'],
  ): Answered {
    if (!deployments.some(({ id }) => id === deployment)) return NOT_FOUND
    if (String(description).length > LONGEST.description) return invalid('description')
    for (const url of [log_url, environment_url])
      if (url !== undefined && !/^https?:\/\//.test(String(url))) return invalid('url')
    const status = { id: statuses.length + 1, deployment, state: String(state) }
    statuses.push(status)
    return { status: 201, body: status }
  }

  function refuseComment({ body }: Given['body']): Answered | undefined {
    if (typeof body !== 'string' || body.trim() === '') return invalid('body is blank')
    return body.length > LONGEST.comment
      ? invalid('body is too long (maximum is 65536 characters)')
      : undefined
  }

  const statesOf = (id: number) =>
    statuses.filter(({ deployment }) => deployment === id).map(({ state }) => state)
  return { comments, deployments, statesOf, callOf, answer }
}
