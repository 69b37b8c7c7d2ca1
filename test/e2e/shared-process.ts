import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { StartScript } from '../../scripts/run-step.ts'

/** A script to run, as it is sent to the process. */
export interface Job {
  id: number
  file: string
  cwd: string
  env: Record<string, string | undefined>
}

/** The result of a script, as the process sends it back. */
export interface Ended {
  id: number
  exitCode: number
  stdout: string
  stderr: string
}

let shared: ChildProcess | undefined
let count = 0

/**
 * Runs an entry of dist/ in a process that all such runs share, one after another: starting a process takes longer than
 * most runs. For scripts that leave nothing open and end by themselves.
 */
export const startInSharedProcess: StartScript = (file, { cwd, env }) => {
  if (!shared?.connected) shared = startShared()
  const host = shared
  const id = ++count
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ended>()
  const settle = () => host.off('message', receive).off('exit', fail)
  const receive = (message: Ended) => {
    if (message.id !== id) return
    settle()
    resolve(message)
  }
  const fail = (code: number | null) => {
    settle()
    reject(new Error(`the shared process ended with ${code}`))
  }
  host.on('message', receive).on('exit', fail)
  host.send({ id, file, cwd, env } satisfies Job, error => error && reject(error))
  return {
    kill: notShared,
    stdout: notShared,
    result: ended.then(({ exitCode, stdout, stderr }) => ({ exitCode, stdout, stderr })),
  }
}

function notShared(): never {
  throw new Error('only a process of its own can be ended or watched')
}

function startShared(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'shared-host.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.setMaxListeners(0)
  // It ends when this process does.
  child.unref()
  child.channel?.unref()
  return child
}
