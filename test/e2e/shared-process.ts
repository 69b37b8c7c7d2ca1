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
const running = new Map<number, PromiseWithResolvers<Ended>>()

/**
 * Runs an entry of dist/ in a process that all such runs share, one after another: starting a process takes longer than
 * most runs. For scripts that leave nothing open and end by themselves.
 */
export const startInSharedProcess: StartScript = (file, { cwd, env }) => {
  shared ??= startShared()
  const ended = Promise.withResolvers<Ended>()
  running.set(++count, ended)
  shared.send({ id: count, file, cwd, env } satisfies Job, error => error && ended.reject(error))
  return { kill: notShared, stdout: notShared, result: ended.promise }
}

function notShared(): never {
  throw new Error('only a process of its own can be ended or watched')
}

function startShared(): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = fork(join(import.meta.dirname, 'shared-host.ts'), { execArgv: [], stdio: [...stdio] })
  child.on('message', (ended: Ended) => {
    running.get(ended.id)?.resolve(ended)
    running.delete(ended.id)
  })
  child.on('exit', code => {
    shared = undefined
    for (const { reject } of running.values()) reject(new Error(`the shared process ended with ${code}`))
    running.clear()
  })
  // It ends when this process does.
  child.unref()
  child.channel?.unref()
  return child
}
