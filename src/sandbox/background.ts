import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Fault } from './faults.ts'
import { openService, type ServiceOptions, serve } from './service.ts'

export { FAULTS } from './faults.ts'

interface BackgroundOptions
  extends Pick<ServiceOptions, 'api_key' | 'ready_after' | 'repositories'> {
  port?: number | undefined
  faults?: Fault[]
  /** The newest commit of a repository by its URL. */
  heads?: Record<string, string> | undefined
}

/** A sandbox in its own process, which a request to its secret `stop_url` ends, or the reason why it did not start. */
type Background =
  | { base_url: string; integration_id: string; stop_url: string }
  | { reason: string }

/** The sandbox stops after this time, in milliseconds: the longest that GitHub lets a job run on its own runners. */
const LONGEST_LIFE = 6 * 3_600_000

/**
 * Starts a sandbox in a process that outlives this one and holds none of its handles open.
 *
 * @param args arguments with which Node calls {@link serveInBackground}
 */
export async function startInBackground(
  args: string[],
  options: BackgroundOptions,
): Promise<Background> {
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
  const background = await Promise.race([
    once(child, 'message').then(([message]) => message as Background),
    once(child, 'disconnect').then(() => ({ reason: 'its process ended' })),
  ]).catch(reasonOf)
  if (child.connected) child.disconnect()
  child.unref()
  return background
}

/** Serves in the process of {@link startInBackground} until it receives the stop request or its time is over. */
export async function serveInBackground(): Promise<void> {
  const [options] = (await once(process, 'message')) as [BackgroundOptions]
  const background = await start(options).catch(reasonOf)
  process.send?.(
    background,
    undefined,
    undefined,
    () => process.connected && process.disconnect(),
  )
}

async function start({
  port,
  heads = {},
  ...options
}: BackgroundOptions): Promise<Background> {
  const stop = `/sandbox/stop/${randomUUID()}`
  const settings = {
    ...options,
    applications: true,
    head_of: (url: string) => heads[url],
  }
  const { fetch, integration_id } = openService(settings)
  const { url } = await serve((request, { outgoing }) => {
    if (new URL(request.url).pathname !== stop)
      return fetch(request, { outgoing })
    outgoing.once('finish', () => process.exit())
    return new Response()
  }, port)
  setTimeout(() => process.exit(), LONGEST_LIFE)
  return { base_url: url, integration_id, stop_url: url + stop }
}

const reasonOf = ({ message }: Error): Background => ({ reason: message })

/** Stops a sandbox. Returns whether it was still there. */
export const stopInBackground = (stop_url: string): Promise<boolean> =>
  fetch(stop_url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
