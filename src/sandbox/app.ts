import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { type Answer, refusal } from './check.ts'
import { type CreateSetting, createDeployment } from './create.ts'
import type { FaultQueue } from './faults.ts'
import { answerWithFault } from './faults.ts'
import { listDeployments } from './list.ts'
import { answerOfApplication, pushed } from './push.ts'
import { listRepositories } from './repositories.ts'
import { type Operation, type RequestRecord, readBody, recordOf, shownBody } from './requests.ts'
import type { State } from './state.ts'

const MOST_BYTES = 10 * 1024 * 1024

interface Env {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}

/** A request that was served: `status` is null if the connection was dropped without an answer. */
export interface Served {
  method: string
  path: string
  status: number | null
}

/** The dependencies of the routes. `closing` aborts when the server closes. */
interface AppSetting extends CreateSetting {
  integration_id: string
  base_path: string
  api_key: string
  api_key_header: string
  requests: RequestRecord[]
  faults: FaultQueue
  on_served: (served: Served) => void
  closing: AbortSignal
}

interface Arrival {
  request: RequestRecord
  bytes: Uint8Array
  late: number | undefined
}

/** The application of each deployment, at its own address. */
export function openApplications(state: State): Hono {
  const app = new Hono()
  app.all('*', c => {
    const { status, body } = answerOfApplication(c.req.path, state)
    return Response.json(body, { status })
  })
  return app
}

/**
 * The routes of the interface under the base path. Each request is recorded, then gets its fault, then its operation.
 */
export function openApp(setting: AppSetting): Hono<Env> {
  const { integration_id, repositories, state, base_path } = setting
  const app = new Hono<Env>()

  function serve(operation: Operation | null, carryOut: (arrival: Arrival, c: Context<Env>) => Answer) {
    return async (c: Context<Env>) => {
      const request = recordOf(c.req.raw, operation)
      setting.requests.push(request)
      const fault = setting.faults.take(operation)
      const bytes = await readBody(c.env.incoming, MOST_BYTES).catch(() => null)
      // The client hung up: nothing takes effect, and no answer is sent.
      if (bytes === null) return RESPONSE_ALREADY_SENT
      if (bytes !== undefined) request.body = shownBody(bytes)

      const effect = (late?: number): Answer =>
        refuse(request, bytes) ?? carryOut({ request, bytes: bytes ?? new Uint8Array(), late }, c)
      if (fault !== undefined) {
        const status = await answerWithFault(fault, effect, c.env.outgoing, setting.closing)
        setting.on_served({ method: request.method, path: request.path, status })
        return RESPONSE_ALREADY_SENT
      }
      const { status, body } = effect()
      setting.on_served({ method: request.method, path: request.path, status })
      return Response.json(body, { status })
    }
  }

  function refuse({ headers }: RequestRecord, bytes: Uint8Array | undefined): Answer | undefined {
    const { api_key, api_key_header } = setting
    if (api_key !== '' && headers[api_key_header.toLowerCase()] !== api_key) {
      return refusal(401, 'The API key is missing or wrong')
    }
    return bytes === undefined ? refusal(413, 'The body is too large') : undefined
  }

  app.get(
    `${base_path}/v1/integrations/forge/repohost/:integration_id/repos`,
    serve('list_repositories', (_, c) =>
      listRepositories(c.req.param('integration_id') ?? '', integration_id, repositories),
    ),
  )
  app.get(
    `${base_path}/v2/deployments`,
    serve('list_deployments', ({ request }) => listDeployments(request.query, state)),
  )
  app.post(
    `${base_path}/v2/deployments`,
    serve('create_deployment', ({ request, bytes, late }) => {
      const { 'content-type': type } = request.headers
      if (!isJson(type)) return refusal(415, 'The Content-Type is not application/json')
      return createDeployment(bytes, setting, late)
    }),
  )
  app.post(
    `${base_path}/sandbox/push`,
    serve('push', ({ bytes }) => pushed(bytes, state)),
  )
  app.notFound(serve(null, () => refusal(404, 'Not Found')))
  return app
}

function isJson(contentType = ''): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
