import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Served } from './app.ts'
import type { RepositorySeed } from './repositories.ts'
import { startSandbox } from './server.ts'

/** The sandbox options that another process can receive. */
interface BackgroundOptions {
  port?: number | undefined
  api_key?: string | undefined
  ready_after?: number | undefined
  repositories?: RepositorySeed[] | undefined
  heads?: Record<string, string> | undefined
}

/** The port and the token that stop a sandbox in the background. */
interface Control {
  port: number
  token: string
}

/** A sandbox in its own process. */
interface Background {
  base_url: string
  integration_id: string
  control: Control
}

/** The reason why the sandbox did not start: `code` is the system's, such as `EADDRINUSE`. */
interface NotStarted {
  code: string
  message: string
}

/** The sandbox stops after this time, in milliseconds: the longest that GitHub lets a job run on its own runners. */
const LONGEST_LIFE = 6 * 3_600_000

/** Time for a sandbox to return its log and close, in milliseconds. */
const STOP_TIMEOUT = 5000

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
  const { RUNNER_TRACKING_ID, RUNNER_TEMP, SystemRoot } = process.env
  const child = spawn(process.execPath, args, {
    // Windows locks the working folder of a process: later steps could neither rename nor delete the workspace.
    cwd: await mkdtemp(join(RUNNER_TEMP || tmpdir(), 'sandbox-')),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...(RUNNER_TRACKING_ID && { RUNNER_TRACKING_ID }), ...(SystemRoot && { SystemRoot }) },
  })
  const answer = new Promise<Background | NotStarted>(resolve => {
    child.once('message', message => resolve(message as Background | NotStarted))
    child.once('error', error => resolve(reasonOf(error)))
    child.once('exit', code => {
      const ended = () => resolve({ code: 'EXITED', message: `its process ended with ${code}` })
      // Its last message may arrive after its end, but before the channel is closed.
      if (child.connected) child.once('disconnect', ended)
      else ended()
    })
  })
  child.send(options, () => {})
  const background = await answer
  if (child.connected) child.disconnect()
  child.unref()
  return background
}

/** Serves in the process of {@link startInBackground} until it receives the stop request or its time is over. */
export async function serveInBackground(): Promise<void> {
  process.once('exit', removeWorkingFolder)
  const orphaned = () => process.exit(1)
  process.once('disconnect', orphaned)
  const [options] = (await once(process, 'message')) as [BackgroundOptions]
  const answer = await serve(options).catch(reasonOf)
  // From here on the step may end and disconnect at any time.
  process.off('disconnect', orphaned)
  await tell(answer)
  if (process.connected) process.disconnect()
}

async function serve(options: BackgroundOptions): Promise<Background> {
  const log: Served[] = []
  const sandbox = await startSandbox({
    ...options,
    applications: true,
    on_served: served => log.push(served),
  })
  const token = randomUUID()
  const control = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', data => {
      if (data.toString() === token) void stop().then(() => socket.end(JSON.stringify(log)))
      else socket.destroy()
    })
  })
  const timer = setTimeout(stop, LONGEST_LIFE)

  async function stop(): Promise<void> {
    clearTimeout(timer)
    control.close()
    await sandbox.close()
  }

  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  const { port } = control.address() as AddressInfo
  return { base_url: sandbox.base_url, integration_id: sandbox.integration_id, control: { port, token } }
}

/** Removes the folder of this process if it is empty. A folder with contents belongs to someone else and stays. */
function removeWorkingFolder(): void {
  const folder = process.cwd()
  try {
    process.chdir(dirname(folder))
    rmdirSync(folder)
  } catch {
    // The runner empties its folder for temporary files after each job.
  }
}

const tell = (message: Background | NotStarted) =>
  new Promise<void>(resolve => void process.send?.(message, undefined, undefined, () => resolve()))

function reasonOf(error: unknown): NotStarted {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return { code, message }
}

/** Stops a sandbox, and returns the requests that it served; undefined if it had already ended. */
export async function stopInBackground({ port, token }: Control): Promise<Served[] | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(STOP_TIMEOUT, () => socket.destroy(new Error('no answer in time')))
  try {
    socket.write(token)
    return JSON.parse(await text(socket))
  } catch {
    return undefined
  }
}
