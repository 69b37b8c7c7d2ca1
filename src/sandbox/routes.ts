import { randomUUID } from 'node:crypto'
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { parseJson } from '../base/json.ts'
import { FAULTS, openStore, type StoreOptions } from './store.ts'

// The service in memory, without a server. It shares no schema with the client,
// so that a mistake there does not repeat here.

z.config(z.locales.en())

const filled = z.string().check(z.minLength(1))

/** Repositories for the listing. The sandbox makes up what a record leaves out, and serves all else as it is. */
export const RepositorySeeds = z.array(z.looseObject({ owner: filled, name: filled }))
type RepositorySeeds = z.infer<typeof RepositorySeeds>

/** The input `faults`: words with white space or commas between them, read as a list. */
export const FaultWords = z.pipe(
  z.transform((text: string) => text.split(/[\s,]+/)),
  z.array(z.enum(FAULTS)),
)

/** A record of the repository listing. */
interface RepositoryRecord {
  owner: string
  name: string
  host_integration_id: string
  id: number
  url: string
  default_branch: string
}

export interface SandboxOptions extends StoreOptions {
  /** The key that requests must send in `X-Api-Key`; by default none. */
  api_key?: string | undefined
  /** By default none. */
  repositories?: RepositorySeeds | undefined
  /** The faults of the first create requests, in order. Later requests have none. */
  faults?: string[] | undefined
}

/** What the server passes along with a request. */
export interface Bindings {
  outgoing: { destroy(): void; destroyed: boolean }
}

/** The service in memory, and its only integration. */
interface Sandbox {
  integration_id: string
  repositories: RepositoryRecord[]
  /** Answers a request. Only the fault `lose` needs the server's bindings. */
  fetch(request: Request, bindings?: Partial<Bindings>): Response | Promise<Response>
}

export function openSandbox(options: SandboxOptions = {}): Sandbox {
  const { api_key, repositories: seeds = [], faults = [] } = options
  const integration_id = randomUUID()
  // Differs from the integration's id, so that a client must copy it from the record.
  const host_integration_id = randomUUID()
  const repositories: RepositoryRecord[] = seeds.map((seed, index) => ({
    host_integration_id,
    id: 1001 + index,
    url: `https://github.com/${seed.owner}/${seed.name}`,
    default_branch: 'main',
    ...seed,
  }))
  const store = openStore(options)
  const faultsLeft = [...faults]
  const app = new Hono<{ Bindings: Bindings }>()

  // An application needs no key.
  app.get('/applications/:id/*', c => store.answer(c.req.param('id')))

  app.use(async (c, next) =>
    api_key && c.req.header('x-api-key') !== api_key
      ? refusal(401, 'The API key is missing or wrong')
      : next(),
  )

  app.get(`/v1/integrations/forge/repohost/${integration_id}/repos`, () =>
    Response.json(repositories),
  )

  app.get('/v2/deployments', c => {
    const query = c.req.query()
    return Response.json(store.list(Page.parse(query), query))
  })

  app.post('/v2/deployments', async c => {
    const request = CreateRequest.parse(parseJson(await c.req.text()))
    const fault = faultsLeft.shift()
    switch (fault) {
      case 'fail':
        return refusal(503, 'Out of service')
      case 'taken':
        // A tracing project can outlive its deployment.
        return refusal(409, 'A tracing project has this name')
      case 'refuse':
        return refusal(422, [{ loc: ['body', 'name'], msg: 'The name is reserved' }])
    }
    const created = store.create(request, new URL(c.req.url).origin, fault)
    if (!created) return refusal(409, `The name "${request.name}" is taken`)
    // This closes the connection, so the answer is lost.
    if (fault === 'lose') c.env.outgoing.destroy()
    return Response.json(created, { status: 201 })
  })

  // Only the sandbox has this operation.
  app.post('/sandbox/push', async c =>
    Response.json({ resources: store.push(Push.parse(parseJson(await c.req.text()))) }),
  )

  app.onError(error => {
    if (!(error instanceof z.core.$ZodError)) throw error
    // Each has a `path` and a `message`. Neither quotes a value, which may be a secret.
    return refusal(422, error.issues)
  })

  return { fetch: app.fetch, integration_id, repositories }
}

const refusal = (status: number, detail: unknown): Response => Response.json({ detail }, { status })

const orNull = <Type extends z.ZodMiniType>(type: Type) => z._default(z.nullable(type), null)

const text = orNull(filled)
// After a wrong id, no further check runs.
const uuid = orNull(z.guid({ abort: true }))
/** An object whose contents are kept as they are. */
const object = orNull(z.record(filled, z.unknown()))

const CreateRequest = z.looseObject({
  name: filled,
  source: z.enum([
    'repohost',
    'external_container',
    'internal_container',
    'internal_source',
    'internal_template',
  ]),
  source_config: z.looseObject({
    integration_id: uuid,
    listener_id: uuid,
    repo_url: text,
    custom_url: text,
    install_command: text,
    build_command: text,
    build_on_push: orNull(z.boolean()),
    resource_spec: object,
    listener_config: object,
  }),
  source_revision_config: z.looseObject({
    repo_ref: text,
    graph_config_path: text,
    image_uri: text,
    source_tarball_path: text,
  }),
  secrets: z.array(z.looseObject({ name: filled, value: filled })),
  secret_references: orNull(z.array(z.record(filled, filled))),
})

const whole = z.coerce.number().check(z.int())

/** The interface does not name the query parameters; these names are common. */
const Page = z.object({
  limit: z._default(whole.check(z.gte(1), z.lte(100)), 20),
  offset: z._default(whole.check(z.gte(0)), 0),
})

const Push = z.object({
  repo_url: filled,
  ref: filled,
  commit: filled,
  fails: z._default(z.boolean(), false),
})
