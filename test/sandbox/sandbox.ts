import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { CreateRequest, Push } from '../../src/sandbox/schemas.ts'
import { openService, type ServiceOptions } from '../../src/sandbox/service.ts'
import { type Deployment, type Stored, shownOf } from '../../src/sandbox/workspace.ts'
import { openServer } from '../listen.ts'
import { templateRequest } from './bodies.ts'
import { type Fault, type Operation, sendFault, takesEffect } from './faults.ts'

// The sandbox's service behind a server for tests: it records requests, misbehaves as told, and can be prepared.

/** The sandbox's answer if the name is taken; `accept` creates a second deployment with that name. */
type TakenNames = 'conflict' | 'bad_request' | 'unprocessable' | 'accept'

interface Settings extends ServiceOptions {
  /** The header of the API key; default `X-Api-Key`. */
  api_key_header: string
  /** Path in front of every route, such as `/api-host`; default none. */
  base_path: string
  /** Default `conflict`. */
  taken_names: TakenNames
  /** Makes the sandbox serve HTTPS. */
  tls: { key: string | Buffer; cert: string | Buffer }
}

export type SandboxOptions = Partial<Settings>

/**
 * A received request. `path` includes the base path; header names are in lower case; for a repeated query parameter the
 * last value counts. `body` is the parsed JSON, the text if it is not JSON, or null if there is none; `operation` is
 * null for an unknown route.
 */
interface RequestRecord {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
  operation: Operation | null
}

/** Fields of a deployment to set. Both configurations may be partial. */
export type DeploymentSeed = Partial<
  Omit<Deployment, 'source_config' | 'source_revision_config'> &
    Pick<Stored, 'deployment_type' | 'tag_value_ids'>
> & {
  source_config?: Partial<Deployment['source_config']>
  source_revision_config?: Partial<Deployment['source_revision_config']>
}

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

const REFUSALS: Partial<Record<TakenNames, number>> = { bad_request: 400, unprocessable: 422 }

/** Starts the sandbox on a free port of 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}) {
  const { now = Date.now, taken_names = 'conflict', api_key_header, tls, ...rest } = options
  const base_path = rest.base_path?.replace(/\/+$/, '') ?? ''
  const service = openService({ ...rest, now })
  const { workspace } = service
  const requests: RequestRecord[] = []
  const closing = new AbortController()
  let faults: { fault: Fault; left: number }[] = []

  function takeFault(operation: Operation | null): Fault | undefined {
    const entry = faults.find(
      ({ fault: { operation: wanted = 'any' } }) => wanted === 'any' || wanted === operation,
    )
    if (entry === undefined) return undefined
    entry.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return entry.fault
  }

  async function answer(arrived: Request, { outgoing }: HttpBindings): Promise<Response> {
    const record = recordOf(arrived, base_path)
    requests.push(record)
    const fault = takeFault(record.operation)
    const body = await arrived.arrayBuffer().catch(() => undefined)
    // The client hung up: nothing takes effect, and no answer is sent.
    if (body === undefined) return RESPONSE_ALREADY_SENT
    record.body = shown(body)

    const effect = async () => {
      const request = forService(arrived, body, base_path, api_key_header)
      const response = await service.fetch(request, { outgoing })
      if (response.status !== 409) return response
      if (taken_names !== 'accept') {
        const status = REFUSALS[taken_names] ?? 409
        return new Response(response.body, { ...response, status })
      }
      const creation = { id: crypto.randomUUID(), address: null, fault: 'none' } as const
      const created = workspace.create(CreateRequest.parse(record.body), creation)
      return Response.json(created, { status: 201 })
    }
    if (fault === undefined) return await effect()
    const real = takesEffect(fault) ? await effect() : undefined
    const later = (ms: number) => sleep(ms, true, { signal: closing.signal }).catch(() => false)
    if (fault.delay !== undefined && !(await later(fault.delay))) return RESPONSE_ALREADY_SENT
    if (fault.commit_after !== undefined) {
      void later(fault.commit_after).then(async isOpen => void (isOpen && (await effect())))
    }
    await sendFault(fault, real, outgoing)
    return RESPONSE_ALREADY_SENT
  }

  function find(id: string): Stored {
    const stored = workspace.listed().find(({ deployment }) => deployment.id === id)
    if (stored === undefined) throw new Error(`The sandbox has no deployment ${id}`)
    return stored
  }

  function set(stored: Stored, seed: DeploymentSeed): Deployment {
    const { deployment_type = stored.deployment_type, tag_value_ids = stored.tag_value_ids, ...fields } = seed
    const { source_config, source_revision_config } = stored.deployment
    const deployment = {
      ...stored.deployment,
      ...fields,
      source_config: { ...source_config, ...fields.source_config },
      source_revision_config: { ...source_revision_config, ...fields.source_revision_config },
    }
    const shown = { deployment, deployment_type, tag_value_ids }
    workspace.all.set(deployment.id, { ...stored, ...shown, fault: 'none', changes: [] })
    return deployment
  }

  /** An old deployment for a seed: ready, active and unchanging. */
  function old({ source = 'repohost', id = crypto.randomUUID(), ...seed }: DeploymentSeed): Stored {
    const image_uri = seed.source_revision_config?.image_uri
    const request = { ...templateRequest(`seeded-${id}`), source, source_revision_config: { image_uri } }
    workspace.create(CreateRequest.parse(request), { id, address: null, fault: 'none' })
    const stored = workspace.all.get(id) ?? find(id)
    const { latest_revision_id = stored.deployment.latest_revision_id } = seed
    const ready = { status: 'READY', active_revision_id: latest_revision_id }
    return { ...stored, deployment: { ...stored.deployment, ...ready } }
  }

  const listener = getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  })
  const server = await openServer(tls ? createTlsServer(tls, listener) : createServer(listener))
  return {
    /** The URL with the base path, without a trailing slash. */
    base_url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}${base_path}`,
    integration_id: service.integration_id,
    tenant_id: workspace.tenant_id,
    repositories: service.repositories,
    /** All requests so far, in order of arrival. */
    requests,
    /** The current deployments, as the service sends them. */
    get deployments(): Deployment[] {
      return workspace.listed().map(shownOf).toArray()
    },
    /** Queues a fault on the wire. */
    script(fault: Fault): void {
      const { times = 1 } = fault
      faults.push({ fault, left: times === 'forever' ? Number.POSITIVE_INFINITY : times })
    },
    /** Adds existing deployments, which do not change (READY and active unless the seed says otherwise). */
    seed: (...seeds: DeploymentSeed[]) => seeds.map(seed => set(old(seed), seed)),
    /** Sets fields of a deployment, which then no longer changes. Throws if there is no such id. */
    update(id: string, seed: DeploymentSeed): Deployment {
      const stored = find(id)
      const shown = { ...stored.deployment, updated_at: new Date(now()).toISOString() }
      return set({ ...stored, deployment: shown }, { ...seed, id })
    },
    /** Throws if there is no such id. */
    remove: (id: string) => void workspace.all.delete(find(id).deployment.id),
    push: (push: Push) => workspace.push(Push.parse(push)),
    /** Ends the server and every open connection. */
    async close(): Promise<void> {
      closing.abort()
      await server.close()
    },
  }
}

/** The routes, below the base path. */
const OPERATIONS: [method: string, path: RegExp, operation: Operation][] = [
  ['GET', /^\/v1\/integrations\/forge\/repohost\/[^/]+\/repos$/, 'list_repositories'],
  ['GET', /^\/v2\/deployments$/, 'list_deployments'],
  ['POST', /^\/v2\/deployments$/, 'create_deployment'],
]

function recordOf({ method, url, headers }: Request, base_path: string): RequestRecord {
  const { pathname: path, searchParams } = new URL(url)
  const found = OPERATIONS.find(
    ([own, pattern]) =>
      own === method && path.startsWith(base_path) && pattern.test(path.slice(base_path.length)),
  )
  return {
    method,
    path,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(headers),
    body: null,
    operation: found?.[2] ?? null,
  }
}

function shown(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength === 0) return null
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The request as the service knows it: without the base path, and with the key in its usual header. */
function forService(
  arrived: Request,
  body: ArrayBuffer,
  base_path: string,
  api_key_header?: string,
): Request {
  const url = new URL(arrived.url)
  url.pathname = url.pathname.startsWith(`${base_path}/`) ? url.pathname.slice(base_path.length) : '/'
  const headers = new Headers(arrived.headers)
  if (api_key_header !== undefined) headers.set('x-api-key', arrived.headers.get(api_key_header) ?? '')
  return new Request(url, { method: arrived.method, headers, ...(body.byteLength > 0 && { body }) })
}
