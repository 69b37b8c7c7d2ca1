import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { type Bindings, openService, type ServiceOptions } from './service.ts'

// From here, as the action's own import of that file would split the sandbox into more chunks of the bundle.
export { FAULTS } from './faults.ts'

interface Settings
  extends Pick<
    ServiceOptions,
    'api_key' | 'faults' | 'ready_after' | 'repositories'
  > {
  port?: number
  /** The newest commit of a repository by its URL. */
  heads?: Record<string, string | undefined>
}

/** The settings as they are sent to the process, in JSON, which has nothing undefined. */
export type BackgroundOptions = {
  [Name in keyof Settings]: Settings[Name] | undefined
}

/** A sandbox in its own process, which a request to its secret `stop_url` ends. */
interface Background {
  base_url: string
  integration_id: string
  stop_url: string
}

/** Why a sandbox did not start. */
interface NotStarted {
  reason: string
}

/** The sandbox stops after this time, in milliseconds: the longest that GitHub lets a job run on its own runners. */
const LONGEST_LIFE = 6 * 3_600_000

/** How long its end is waited for, in milliseconds. */
const STOP_TIME = 5000

/**
 * Starts a sandbox in a process that outlives this one and holds none of its handles open.
 *
 * @param args arguments with which Node calls {@link serveInBackground}
 */
export async function startInBackground(
  args: string[],
  options: BackgroundOptions,
): Promise<Background | NotStarted> {
  // The runner uses RUNNER_TRACKING_ID to end processes that outlive the job. The process needs no other variable,
  // and some are secret.
  const { RUNNER_TRACKING_ID, SystemRoot } = process.env
  const child = spawn(process.execPath, args, {
    // Windows locks the working folder of a process: later steps could neither rename nor delete the workspace.
    cwd: tmpdir(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { RUNNER_TRACKING_ID, SystemRoot },
  })
  child.send(options, () => {})
  const said = once(child, 'message')
  // The end of a process comes without a message.
  const ended = once(child, 'disconnect')
  const [background = ENDED] = await Promise.race([said, ended])
  if (child.connected) child.disconnect()
  child.unref()
  return background
}

const ENDED: NotStarted = { reason: 'its process ended' }

/** Serves in the process of {@link startInBackground} until it receives the stop request or its time is over. */
export async function serveInBackground(): Promise<void> {
  const [settings]: Settings[] = await once(process, 'message')
  const background = await start(settings).catch(
    ({ message }: Error): NotStarted => ({ reason: message }),
  )
  process.send?.(background)
}

async function start(settings: Settings = {}): Promise<Background> {
  const { port, heads = {}, ...options } = settings
  const service = openService({
    ...options,
    applications: true,
    head_of: url => heads[url],
  })
  const stop = `/sandbox/stop/${randomUUID()}`
  const { url } = await serve((request, bindings) => {
    if (!request.url.endsWith(stop)) return service.fetch(request, bindings)
    bindings.outgoing.once('finish', () => process.exit())
    return new Response()
  }, port)
  setTimeout(() => process.exit(), LONGEST_LIFE)
  return {
    base_url: url,
    integration_id: service.integration_id,
    stop_url: url + stop,
  }
}

type Fetch = (
  request: Request,
  bindings: Bindings,
) => Response | Promise<Response>

interface Server {
  /** Without a trailing slash. */
  url: string
  close(): void
}

/** Serves on 127.0.0.1, on any free port by default. Rejects if the port is taken. */
export async function serve(fetch: Fetch, port = 0): Promise<Server> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => server.close(),
  }
}

/** Stops a sandbox. Returns whether it was still there. */
export async function stopInBackground(stop_url: string): Promise<boolean> {
  // `fetch` refuses some ports, such as 6000, at which a sandbox can listen. An agent of the machine could use a proxy.
  const signal = AbortSignal.timeout(STOP_TIME)
  const request = get(stop_url, { agent: false, signal })
  return await once(request, 'response').then(
    ([response]) => response.statusCode === 200,
    () => false,
  )
}
