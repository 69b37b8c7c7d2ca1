import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { openWorkspace, type Workspace } from './deployments.ts'
import { ListQuery, listDeployments } from './list.ts'
import { type RepositoryRecord, type RepositorySeed, wholeRecords } from './repositories.ts'
import { CreateRequest } from './schemas.ts'

interface Settings {
  /** The key that requests must send in `X-Api-Key`; not required if omitted or empty. */
  api_key: string
  /** Milliseconds from creation to READY, again to an active revision, and again to a healthy one; default 2000. */
  ready_after: number
  /** Default: three made-up records. */
  repositories: RepositorySeed[]
  /** The newest commit of a repository by its URL; by default each revision has a made-up one. */
  head_of: (repo_url: string) => string | undefined
  /** Whether each deployment without a `custom_url` gets an application and its URL; default no. */
  applications: boolean
  /** Whether a name may be taken twice. Otherwise the second create request gets a 409. */
  duplicates: boolean
  /** The clock, in milliseconds since the epoch. */
  now: () => number
}

export type ServiceOptions = { [Name in keyof Settings]?: Settings[Name] | undefined }

/** The service in memory. */
export interface Service {
  /** Answers a request. The path has no base path. */
  fetch: (request: Request) => Response | Promise<Response>
  /** The id of the only integration. */
  integration_id: string
  repositories: RepositoryRecord[]
  /** The workspace of a value of the header `X-Tenant-Id`; of requests without it by default. */
  workspace: (tenant?: string) => Workspace
}

/** Deployments in one workspace are not seen in another. Services of this shape commonly name it in this header. */
const WORKSPACE_HEADER = 'x-tenant-id'

const uuidText = z.guid()

const Push = z.object({ repo_url: z.string(), ref: z.string(), commit: z.string() })

/** Opens the service, without a server. */
export function openService(options: ServiceOptions): Service {
  const { now = Date.now, ready_after = 2000 } = options
  const { api_key = '', applications = false, duplicates = false, head_of = () => undefined } = options
  const integration_id = randomUUID()
  const repositories = wholeRecords(options.repositories)
  const workspaces = new Map<string, Workspace>()

  function workspace(tenant = ''): Workspace {
    const tenant_id = uuidText.safeParse(tenant).success ? tenant : randomUUID()
    const opened = workspaces.get(tenant) ?? openWorkspace({ tenant_id, now, ready_after, head_of })
    workspaces.set(tenant, opened)
    return opened
  }

  function create(body: unknown, origin: string, { all, create }: Workspace): Response {
    const { data: request, error } = CreateRequest.safeParse(body, { error: missingField })
    if (error) return unprocessable('body', error)
    const wrong = request.source === 'repohost' ? unlisted(request.source_config, repositories) : undefined
    if (wrong) return unprocessable('body', wrong)
    const isTaken = all.values().some(({ deployment }) => deployment.name === request.name)
    if (isTaken && !duplicates) {
      return refusal(409, `A deployment named ${JSON.stringify(request.name)} already exists`)
    }
    const address = (id: string) => (applications ? `${origin}/applications/${id}` : null)
    return Response.json(create(request, address), { status: 201 })
  }

  const app = new Hono<{ Variables: { workspace: Workspace } }>()
  // An application needs no key. It answers 503 until a revision is healthy, then with the version that it serves.
  app.get('/applications/:id/*', c => {
    const { id } = c.req.param()
    for (const { all, serving } of workspaces.values()) {
      const stored = all.get(id)
      if (stored === undefined) continue
      const version = serving(stored)
      if (version === undefined) return Response.json({ status: 'starting' }, { status: 503 })
      return Response.json({ status: 'ok', name: stored.deployment.name, ...version })
    }
    return c.notFound()
  })
  app.use(async (c, next) => {
    if (api_key !== '' && c.req.header('x-api-key') !== api_key) {
      return refusal(401, 'The API key is missing or wrong')
    }
    c.set('workspace', workspace(c.req.header(WORKSPACE_HEADER)))
    return await next()
  })
  app.get('/v1/integrations/forge/repohost/:integration_id/repos', c => {
    const asked = z.object({ integration_id: uuidText }).safeParse(c.req.param())
    if (asked.error) return unprocessable('path', asked.error)
    const isOwn = asked.data.integration_id.toLowerCase() === integration_id
    return isOwn ? Response.json(repositories) : refusal(404, 'Integration not found')
  })
  app.get('/v2/deployments', c => {
    const query = ListQuery.safeParse(c.req.query())
    if (query.error) return unprocessable('query', query.error)
    return Response.json(listDeployments(query.data, c.get('workspace')))
  })
  app.post('/v2/deployments', async c => {
    const [type] = c.req.header('content-type')?.split(';') ?? []
    if (type?.trim().toLowerCase() !== 'application/json') {
      return refusal(415, 'The Content-Type is not application/json')
    }
    const body = parse(await c.req.arrayBuffer())
    // The parser's message would quote the text, which may contain a secret.
    if (body === undefined) return refusal(400, 'The body is not valid JSON')
    return create(body, new URL(c.req.url).origin, c.get('workspace'))
  })
  // Only the sandbox has this operation: a push, as the repository's host would report it.
  app.post('/sandbox/push', async c => {
    const push = Push.safeParse(parse(await c.req.arrayBuffer()))
    if (push.error) return unprocessable('body', push.error)
    return Response.json({ resources: c.get('workspace').push(push.data) })
  })
  app.notFound(() => refusal(404, 'Not Found'))

  return { fetch: request => app.fetch(request), integration_id, repositories, workspace }
}

/** The parsed JSON; undefined if it is not JSON in UTF-8. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** An error with a message: `{"detail": "..."}`. */
function refusal(status: number, detail: string): Response {
  return Response.json({ detail }, { status })
}

const missingField = ({ input }: { input?: unknown }) => (input === undefined ? 'Field required' : undefined)

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. No message quotes a value, which may be a secret. */
function unprocessable(where: string, { issues }: Pick<z.ZodError, 'issues'>): Response {
  const detail = issues.map(({ path, message, code }) => ({
    loc: [where, ...path],
    msg: message,
    type: code,
  }))
  return Response.json({ detail }, { status: 422 })
}

/** The finding about a repository that the integration does not list. */
function unlisted(
  { integration_id, repo_url }: CreateRequest['source_config'],
  repositories: RepositoryRecord[],
): Pick<z.ZodError, 'issues'> | undefined {
  const visible = repositories.filter(
    record => record.host_integration_id.toLowerCase() === integration_id?.toLowerCase(),
  )
  if (visible.some(record => record.url === repo_url)) return undefined
  const [name, what] = visible.length > 0 ? ['repo_url', 'URL'] : ['integration_id', 'integration']
  const message = `No listed repository has this ${what}`
  return { issues: [{ code: 'custom', path: ['source_config', name], message, input: undefined }] }
}
