import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { type Bindings, openSandbox, type SandboxOptions } from './routes.ts'

/** The options that are sent to the process as JSON, so without the function `now`. */
export interface BackgroundOptions extends Omit<SandboxOptions, 'now'> {
  port?: number | undefined
}

/** A sandbox in its own process. */
interface Background {
  base_url: string
  integration_id: string
  /** The id of the process. */
  pid: number
}

/**
 * Starts a sandbox in a process that outlives this one. Resolves to undefined if it cannot serve, as its port is taken.
 *
 * @param args arguments with which Node calls {@link serveInBackground}
 */
export async function startInBackground(
  args: string[],
  options: BackgroundOptions,
): Promise<Background | undefined> {
  // The runner finds processes that outlive the job by RUNNER_TRACKING_ID, and ends
  // them. The process needs no variable for itself, and some are secret.
  const { RUNNER_TRACKING_ID, SystemRoot } = process.env
  const child = spawn(process.execPath, args, {
    // Windows lets nobody delete the working folder of a process.
    cwd: tmpdir(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { RUNNER_TRACKING_ID, SystemRoot },
  })
  // The callback keeps a failed send from throwing. The channel closes when this process ends.
  child.send(options, () => {})
  const [answer] = await Promise.race([
    once(child, 'message'),
    // A process that ends early sends no message, but disconnects.
    once(child, 'disconnect'),
  ])
  return answer
}

/** Serves in the process of {@link startInBackground} until it is stopped. */
export async function serveInBackground(): Promise<void> {
  const [{ port, ...options }] = await once(process, 'message')
  const { integration_id, fetch } = openSandbox(options)
  const { url } = await serve(fetch, port)
  const answer: Background = { base_url: url, integration_id, pid: process.pid }
  process.send?.(answer)
}

/** Stops a sandbox by the id of its process, if that is a number, and if it has not ended by itself. */
export function stopInBackground(pid: number): void {
  try {
    process.kill(pid)
  } catch {
    // There is no such process.
  }
}

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

export interface Server {
  /** Without a slash at its end. */
  url: string
  close(): void
}

/** Serves on 127.0.0.1, at any free port by default. */
export async function serve(fetch: Fetch, port?: number): Promise<Server> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
