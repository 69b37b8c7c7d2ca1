import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import type { Fault } from './faults.ts'
import { serve } from './loopback.ts'
import { openService, type ServiceOptions } from './service.ts'

export { FAULTS } from './faults.ts'

export interface BackgroundOptions
  extends Pick<ServiceOptions, 'api_key' | 'ready_after' | 'repositories'> {
  port?: number | undefined
  faults?: Fault[]
  /** The newest commit of a repository by its URL. */
  heads?: Record<string, string> | undefined
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
    env: {
      ...(RUNNER_TRACKING_ID && { RUNNER_TRACKING_ID }),
      ...(SystemRoot && { SystemRoot }),
    },
  })
  child.send(options, () => {})
  const said = once(child, 'message')
  const ended = once(child, 'disconnect')
  // The end of a process comes without a message.
  const [background = ENDED] = await Promise.race([said, ended]).catch(
    error => [reasonOf(error)],
  )
  if (child.connected) child.disconnect()
  child.unref()
  return background
}

const ENDED: NotStarted = { reason: 'its process ended' }

const reasonOf = ({ message }: Error): NotStarted => ({ reason: message })

/** Serves in the process of {@link startInBackground} until it receives the stop request or its time is over. */
export async function serveInBackground(): Promise<void> {
  const [options] = await once(process, 'message')
  const background = await start(options).catch(reasonOf)
  const hangUp = () => process.connected && process.disconnect()
  process.send?.(background, undefined, undefined, hangUp)
}

async function start(options: BackgroundOptions): Promise<Background> {
  const { port, heads = {}, ...settings } = options
  const service = openService({
    ...settings,
    applications: true,
    head_of: url => heads[url],
  })
  const stop = `/sandbox/stop/${randomUUID()}`
  const { url } = await serve((request, { outgoing }) => {
    if (new URL(request.url).pathname !== stop)
      return service.fetch(request, { outgoing })
    outgoing.once('finish', () => process.exit())
    return new Response()
  }, port)
  setTimeout(() => process.exit(), LONGEST_LIFE)
  return {
    base_url: url,
    integration_id: service.integration_id,
    stop_url: url + stop,
  }
}

/** Stops a sandbox. Returns whether it was still there. */
export async function stopInBackground(stop_url: string): Promise<boolean> {
  // `fetch` refuses some ports, such as 6000, at which a sandbox can listen. An agent of the machine could use a proxy.
  const signal = AbortSignal.timeout(STOP_TIME)
  const request = get(stop_url, { agent: false, signal })
  try {
    const [response]: IncomingMessage[] = await once(request, 'response')
    return response?.statusCode === 200
  } catch {
    return false
  }
}
