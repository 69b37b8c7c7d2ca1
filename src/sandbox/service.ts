import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { answerUnder, type Fault } from './faults.ts'
import { ListQuery } from './list-query.ts'
import { CreateRequest, Push } from './schemas.ts'
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
  /** Whether a name may be taken twice. Otherwise the second create request gets a 409. */
  duplicates: boolean
  /** The fault of each create request in turn; then none. */
  faults: readonly Fault[]
}

export type ServiceOptions = {
  [Name in keyof Settings]?: Settings[Name] | undefined
}

/** Deployments have made-up commits. */
const DEFAULTS: Settings = {
  now: () => Date.now(),
  ready_after: 2000,
  head_of: () => undefined,
  api_key: '',
  repositories: [
    { owner: 'acme', name: 'shop' },
    { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
    { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
  ],
  applications: false,
  duplicates: false,
  faults: [],
}

type Bindings = Partial<HttpBindings>

/** The service in memory, and its only integration. */
export interface Service {
  integration_id: string
  repositories: RepositoryRecord[]
  workspace: Workspace
  /** Answers a request. The fault `lose` needs the bindings of the server. */
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>
}

/** Opens the service, without a server. */
export function openService(options: ServiceOptions = {}): Service {
  const settings = withDefaults(options)
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
    const { http_status, body } = workspace.answerOf(stored)
    return Response.json(body, { status: http_status })
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
    const { data: query, error } = ListQuery.safeParse(c.req.query())
    if (error) return unprocessable('query', error.issues)
    return Response.json(workspace.list(query))
  })

  app.post('/v2/deployments', async c => {
    const body = parse(await c.req.arrayBuffer())
    // The parser's message would quote the text, which may contain a secret.
    if (body === undefined) return refusal(400, 'The body is not valid JSON')
    const fault = faults.shift() ?? 'none'
    const { origin } = new URL(c.req.url)
    const answer = answerUnder(fault)
    return await answer(() => create(body, origin, fault), c.env.outgoing)
  })

  // Only the sandbox has this operation.
  app.post('/sandbox/push', async c => {
    const body = parse(await c.req.arrayBuffer())
    const { data: push, error } = Push.safeParse(body)
    if (error) return unprocessable('body', error.issues)
    return Response.json({ resources: workspace.push(push) })
  })

  app.notFound(() => refusal(404, 'Not Found'))

  function create(body: unknown, origin: string, fault: Fault): Response {
    const options = { error: missingField }
    const { data: request, error } = CreateRequest.safeParse(body, options)
    if (error) return unprocessable('body', error.issues)
    if (request.source === 'repohost' && !isListed(request))
      return unprocessable('body', [UNLISTED])
    if (!settings.duplicates && isTaken(request.name))
      return refusal(409, `A deployment named "${request.name}" already exists`)
    const address = (id: string) =>
      settings.applications ? `${origin}/applications/${id}` : null
    const created = workspace.create(request, address, fault)
    return Response.json(created, { status: 201 })
  }

  function isListed({ source_config }: CreateRequest): boolean {
    const { integration_id, repo_url } = source_config
    return repositories.some(
      ({ host_integration_id, url }) =>
        host_integration_id.toLowerCase() === integration_id?.toLowerCase() &&
        url === repo_url,
    )
  }

  const isTaken = (name: string): boolean =>
    workspace.listed().some(({ deployment }) => deployment.name === name)

  const fetch: Service['fetch'] = (request, bindings = {}) =>
    app.fetch(request, bindings)
  return { fetch, integration_id, repositories, workspace }
}

function withDefaults(options: ServiceOptions): Settings {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined,
  )
  return { ...DEFAULTS, ...Object.fromEntries(given) }
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

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const refusal = (status: number, detail: string) =>
  Response.json({ detail }, { status })

const missingField = ({ input }: { input?: unknown }) =>
  input === undefined ? 'Field required' : undefined

interface Finding {
  path: PropertyKey[]
  message: string
  code?: string
}

const UNLISTED: Finding = {
  path: ['source_config', 'repo_url'],
  message: 'No listed repository has this URL',
}

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. No message quotes a value, which may be a secret. */
function unprocessable(where: string, findings: Finding[]): Response {
  const detail = findings.map(({ path, message, code = 'custom' }) => ({
    loc: [where, ...path],
    msg: message,
    type: code,
  }))
  return Response.json({ detail }, { status: 422 })
}
