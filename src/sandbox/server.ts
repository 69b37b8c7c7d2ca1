import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openApp, openApplications, type Served } from './app.ts'
import type { TakenNames } from './create.ts'
import type { Deployment } from './deployment.ts'
import { type Fault, openFaults } from './faults.ts'
import { applicationPath, type Push, push } from './push.ts'
import { type RepositoryRecord, type RepositorySeed, wholeRecords } from './repositories.ts'
import type { RequestRecord } from './requests.ts'
import { type DeploymentSeed, openState } from './state.ts'

interface Settings {
  /** Default: any free port. */
  port: number
  /** Required on every route; not required if omitted or empty. */
  api_key: string
  /** Default `X-Api-Key`. */
  api_key_header: string
  /** Milliseconds from creation to READY, and again to an active revision; default 2000. */
  ready_after: number
  /** Default: three made-up records. */
  repositories: RepositorySeed[]
  /** Default: a random uuid. */
  integration_id: string
  /** The newest commit of a repository by its URL; by default each revision has a made-up one. */
  heads: Record<string, string>
  /** Whether each deployment has an application, at its own URL on a second port; default no. */
  applications: boolean
  /** Path in front of every route, such as `/api-host`; default none. */
  base_path: string
  /** Default `conflict`. */
  taken_names: TakenNames
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  uuid: () => string
  /** Makes the sandbox serve HTTPS. */
  tls: { key: string | Buffer; cert: string | Buffer }
  /** Called for each served request. */
  on_served: (served: Served) => void
}

export type SandboxOptions = { [K in keyof Settings]?: Settings[K] | undefined }

/** A running sandbox. */
export interface Sandbox {
  /** The URL with the base path, without a trailing slash. */
  base_url: string
  integration_id: string
  tenant_id: string
  repositories: RepositoryRecord[]
  /** All requests so far, in order of arrival. */
  requests: RequestRecord[]
  /** The current deployments, as the service sends them. */
  readonly deployments: Deployment[]
  /** Queues a fault; returns a function that removes it. Throws if the fault's fields contradict each other. */
  script: (fault: Fault) => () => void
  /** Adds existing deployments (READY and active unless the seed says otherwise). */
  seed: (...seeds: DeploymentSeed[]) => Deployment[]
  /** Sets fields of a deployment, which then no longer change. Throws if there is no such id. */
  update: (id: string, seed: DeploymentSeed) => Deployment
  /** Throws if there is no such id. */
  remove: (id: string) => void
  /** Builds a revision of each deployment with `build_on_push` of this repository and ref. */
  push: (pushed: Push) => Deployment[]
  /** Ends the server and every open connection. */
  close: () => Promise<void>
}

/** Starts the service in memory on 127.0.0.1. Rejects if the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now = Date.now, uuid = randomUUID, ready_after = 2000, taken_names = 'conflict' } = options
  const { integration_id = uuid(), api_key = '', api_key_header = 'X-Api-Key' } = options
  let base_path = options.base_path ?? ''
  while (base_path.endsWith('/')) base_path = base_path.slice(0, -1)
  const tenant_id = uuid()
  const repositories = wholeRecords(options.repositories, uuid)
  const requests: RequestRecord[] = []
  const faults = openFaults()
  const closing = new AbortController()
  let address_of: (name: string) => string | null = () => null
  const state = openState({
    now,
    uuid,
    ready_after,
    tenant_id,
    duplicates: taken_names === 'accept',
    address_of: name => address_of(name),
    heads: options.heads ?? {},
  })
  const applications = options.applications ? await listen(openApplications(state).fetch, {}) : undefined
  if (applications) {
    address_of = name => `http://127.0.0.1:${applications.port}${applicationPath(name)}`
  }
  const app = openApp({
    state,
    repositories,
    taken_names,
    integration_id,
    base_path,
    api_key,
    api_key_header,
    requests,
    faults,
    on_served: options.on_served ?? (() => {}),
    closing: closing.signal,
  })

  const { port, close } = await listen(app.fetch, options).catch(async error => {
    await applications?.close()
    throw error
  })
  return {
    base_url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}${base_path}`,
    integration_id,
    tenant_id,
    repositories,
    requests,
    get deployments() {
      return Array.from(state.entries(), state.present)
    },
    script: faults.script,
    seed: (...seeds) => state.seed(seeds),
    update: state.update,
    remove: state.remove,
    push: pushed => push(pushed, state),
    async close() {
      closing.abort()
      await Promise.all([close(), applications?.close()])
    },
  }
}

async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  { tls, port = 0 }: Pick<SandboxOptions, 'tls' | 'port'>,
): Promise<{ port: number; close: () => Promise<void> }> {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  // The server's own list lacks connections during their TLS handshake, so this set tracks all sockets.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port')
  const closed = new Promise<void>(resolve => server.once('close', resolve))
  return {
    port: address.port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
