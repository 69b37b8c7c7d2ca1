import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono/tiny'
import * as z from 'zod'
import { DELAY, type Fault, REFUSALS, refusal } from './faults.ts'
import { CreateRequest, ListQuery, Push } from './schemas.ts'
import {
  openWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from './workspace.ts'

/** A record of the repository listing. */
export interface RepositoryRecord {
  host_integration_id: string
  id: number
  name: string
  owner: string
  url: string
  default_branch: string
}

type RepositorySeed = Pick<RepositoryRecord, 'owner' | 'name'> &
  Partial<RepositoryRecord>

interface Settings extends WorkspaceOptions {
  /** The key that requests must send in `X-Api-Key`; not required if empty. */
  api_key: string
  repositories: RepositorySeed[]
  /** Whether each deployment without a `custom_url` gets an application and its URL. */
  applications: boolean
  /** The fault of each create request in turn; then none. */
  faults: readonly Fault[]
}

export type ServiceOptions = Partial<Settings>

/** Deployments have made-up commits. */
const DEFAULTS: Settings = {
  now: Date.now,
  ready_after: 2000,
  head_of: () => undefined,
  api_key: '',
  repositories: [
    { owner: 'acme', name: 'shop' },
    { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
    { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
  ],
  applications: false,
  faults: [],
}

/** The request and the response of the server. */
export type Bindings = HttpBindings | Http2Bindings

/** The service in memory, and its only integration. */
export interface Service {
  integration_id: string
  repositories: RepositoryRecord[]
  workspace: Workspace
  /** Answers a request. The fault `lose` needs the bindings of the server. */
  fetch(
    request: Request,
    bindings?: Partial<Bindings>,
  ): Response | Promise<Response>
}

/** Opens the service, without a server. */
export function openService(options: ServiceOptions = {}): Service {
  const settings = { ...DEFAULTS, ...options }
  const integration_id = randomUUID()
  const repositories = recordsOf(settings.repositories)
  const workspace = openWorkspace(settings)
  const faults = [...settings.faults]
  const app = new Hono<{ Bindings: Bindings }>()

  // An application needs no key. It answers 503 until a revision serves, then with the version that it serves.
  app.get('/applications/:id/*', c => {
    const stored = workspace
      .listed()
      .find(({ deployment }) => deployment.id === c.req.param('id'))
    if (stored === undefined) return c.notFound()
    const { status, body } = stored.answer
    return Response.json(body, { status })
  })

  app.use(async (c, next) => {
    const { api_key } = settings
    const isAllowed = api_key === '' || c.req.header('x-api-key') === api_key
    if (!isAllowed) return refusal(401, 'The API key is missing or wrong')
    return await next()
  })

  app.get('/v1/integrations/forge/repohost/:integration_id/repos', c => {
    const asked = c.req.param('integration_id').toLowerCase()
    if (asked !== integration_id) return refusal(404, 'Integration not found')
    return Response.json(repositories)
  })

  app.get('/v2/deployments', c => {
    const query = ListQuery.parse(c.req.query())
    return Response.json(workspace.list(query))
  })

  app.post('/v2/deployments', async c => {
    const body: unknown = await c.req.json()
    const fault = faults.shift() ?? 'none'
    const refuse = REFUSALS[fault]
    if (refuse) return refuse()
    const response = create(body, fault, new URL(c.req.url).origin)
    if (fault === 'slow') await sleep(DELAY, undefined, { ref: false })
    if (fault !== 'lose') return response
    c.env.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  })

  // Only the sandbox has this operation.
  app.post('/sandbox/push', async c => {
    const push = Push.parse(await c.req.json())
    return Response.json({ resources: workspace.push(push) })
  })

  app.notFound(() => refusal(404, 'Not Found'))

  app.onError((error, c) => {
    // The message of the parser would quote the text, which may contain a secret.
    if (error instanceof SyntaxError)
      return refusal(400, 'The body is not valid JSON')
    if (!(error instanceof z.ZodError)) throw error
    const part = c.req.method === 'GET' ? 'query' : 'body'
    return refusal(422, findingsOf(error, part))
  })

  const ListedRequest = CreateRequest.refine(
    ({ source, source_config: { integration_id, repo_url } }) =>
      source !== 'repohost' ||
      repositories.some(
        ({ host_integration_id, url }) =>
          host_integration_id === integration_id && url === repo_url,
      ),
    {
      path: ['source_config', 'repo_url'],
      message: 'No listed repository has this URL',
    },
  )

  function create(sent: unknown, fault: Fault, origin: string): Response {
    const request = ListedRequest.parse(sent)
    const isTaken = workspace
      .listed()
      .some(({ deployment }) => deployment.name === request.name)
    if (isTaken)
      return refusal(409, `A deployment named "${request.name}" already exists`)
    const id = randomUUID()
    const address = settings.applications
      ? `${origin}/applications/${id}`
      : null
    const created = workspace.create(request, { id, address, fault })
    return Response.json(created, { status: 201 })
  }

  return { fetch: app.fetch, integration_id, repositories, workspace }
}

function recordsOf(seeds: RepositorySeed[]): RepositoryRecord[] {
  // Not the integration's own identifier: the interface has both, and a client must copy the record's.
  const host_integration_id = randomUUID()
  return seeds.map((seed, index) => ({
    host_integration_id,
    id: 1001 + index,
    url: `https://github.com/${seed.owner}/${seed.name}`,
    default_branch: 'main',
    ...seed,
  }))
}

/** All findings in a part of a request at once: `[{loc, msg, type}]`. No message quotes a value, which may be a secret. */
const findingsOf = ({ issues }: z.ZodError, part: 'query' | 'body') =>
  issues.map(({ path, message, code }) => ({
    loc: [part, ...path],
    msg: message,
    type: code,
  }))
