import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { openWorkspace, type WorkspaceOptions } from './deployments.ts'
import { type Fault, underFault } from './faults.ts'
import { CreateRequest, ListQuery, Push } from './schemas.ts'

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
  /** The key that requests must send in `X-Api-Key`; not required if omitted or empty. */
  api_key: string
  /** Default: three made-up records. */
  repositories: RepositorySeed[]
  /** Whether each deployment without a `custom_url` gets an application and its URL; default no. */
  applications: boolean
  /** Whether a name may be taken twice. Otherwise the second create request gets a 409. */
  duplicates: boolean
  /** The fault of each create request in turn; then none. */
  faults: readonly Fault[]
}

/** By default a revision is ready after 2000 ms and has a made-up commit. */
export type ServiceOptions = {
  [Name in keyof Settings]?: Settings[Name] | undefined
}

/** The service in memory, and its only integration. */
export type Service = ReturnType<typeof openService>

const MADE_UP: RepositorySeed[] = [
  { owner: 'acme', name: 'shop' },
  { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
  { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
]

/** Opens the service, without a server. */
export function openService(options: ServiceOptions) {
  const {
    now = Date.now,
    ready_after = 2000,
    head_of = () => undefined,
  } = options
  const { api_key = '', applications = false, duplicates = false } = options
  const faults = [...(options.faults ?? [])]
  const integration_id = randomUUID()
  // Not the integration's own identifier: the interface has both, and a client must copy the record's.
  const host_integration_id = randomUUID()
  const repositories: RepositoryRecord[] = (
    options.repositories ?? MADE_UP
  ).map((seed, index) => ({
    host_integration_id,
    id: 1001 + index,
    url: `https://github.com/${seed.owner}/${seed.name}`,
    default_branch: 'main',
    ...seed,
  }))
  const workspace = openWorkspace({ now, ready_after, head_of })

  const isListed = ({
    source,
    source_config: { integration_id, repo_url },
  }: CreateRequest) =>
    source !== 'repohost' ||
    repositories.some(
      ({ host_integration_id: own, url }) =>
        own.toLowerCase() === integration_id?.toLowerCase() && url === repo_url,
    )

  function create(body: unknown, origin: string, fault: Fault): Response {
    const { data: request, error } = CreateRequest.safeParse(body, {
      error: missingField,
    })
    if (error) return unprocessable('body', error.issues)
    const unlisted = {
      path: ['source_config', 'repo_url'],
      message: 'No listed repository has this URL',
    }
    if (!isListed(request)) return unprocessable('body', [unlisted])
    const isTaken = workspace
      .listed()
      .some(({ deployment }) => deployment.name === request.name)
    if (isTaken && !duplicates)
      return refusal(
        409,
        `A deployment named ${JSON.stringify(request.name)} already exists`,
      )
    const address = (id: string) =>
      applications ? `${origin}/applications/${id}` : null
    return Response.json(workspace.create(request, address, fault), {
      status: 201,
    })
  }

  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  // An application needs no key. It answers 503 until a revision is healthy, then with the version that it serves.
  app.get('/applications/:id/*', c => {
    const stored = workspace.all.get(c.req.param('id'))
    if (stored === undefined) return c.notFound()
    const version = workspace.serving(stored)
    if (version === undefined)
      return Response.json({ status: 'starting' }, { status: 503 })
    return Response.json({
      status: 'ok',
      name: stored.deployment.name,
      ...version,
    })
  })
  app.use(async (c, next) => {
    if (api_key !== '' && c.req.header('x-api-key') !== api_key)
      return refusal(401, 'The API key is missing or wrong')
    return await next()
  })
  app.get('/v1/integrations/forge/repohost/:integration_id/repos', c => {
    const isOwn = c.req.param('integration_id').toLowerCase() === integration_id
    return isOwn
      ? Response.json(repositories)
      : refusal(404, 'Integration not found')
  })
  app.get('/v2/deployments', c => {
    const { data: query, error } = ListQuery.safeParse(c.req.query())
    return error
      ? unprocessable('query', error.issues)
      : Response.json(workspace.list(query))
  })
  app.post('/v2/deployments', async c => {
    const body = parse(await c.req.arrayBuffer())
    // The parser's message would quote the text, which may contain a secret.
    if (body === undefined) return refusal(400, 'The body is not valid JSON')
    const fault = faults.shift() ?? 'none'
    const effect = () => create(body, new URL(c.req.url).origin, fault)
    return await underFault(fault, effect, c.env.outgoing)
  })
  // Only the sandbox has this operation.
  app.post('/sandbox/push', async c => {
    const { data: push, error } = Push.safeParse(
      parse(await c.req.arrayBuffer()),
    )
    if (error) return unprocessable('body', error.issues)
    return Response.json({ resources: workspace.push(push) })
  })
  app.notFound(() => refusal(404, 'Not Found'))

  /** Answers a request; `lose` needs the bindings of its server. */
  const fetch = (request: Request, bindings: Partial<HttpBindings> = {}) =>
    app.fetch(request, bindings)
  return { fetch, integration_id, repositories, workspace }
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

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. No message quotes a value, which may be a secret. */
function unprocessable(
  where: string,
  findings: { path: PropertyKey[]; message: string; code?: string }[],
) {
  const detail = findings.map(
    ({ path, message: msg, code: type = 'custom' }) => ({
      loc: [where, ...path],
      msg,
      type,
    }),
  )
  return Response.json({ detail }, { status: 422 })
}

type Fetch = (
  request: Request,
  bindings: HttpBindings,
) => Response | Promise<Response>

/**
 * Serves on 127.0.0.1, on any free port by default. Rejects if the port is taken.
 *
 * @param onServed called for each request; `status` is null if the connection was dropped without an answer
 * @returns its URL, without a trailing slash, and a function that ends it and every open connection
 */
export async function serve(
  fetch: Fetch,
  port = 0,
  onServed: (served: {
    method: string
    path: string
    status: number | null
  }) => void = () => {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const listener = getRequestListener(
    async (request, bindings) => {
      const response = await fetch(request, bindings as HttpBindings)
      const status = bindings.outgoing.destroyed ? null : response.status
      onServed({
        method: request.method,
        path: new URL(request.url).pathname,
        status,
      })
      return response
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
