import { setTimeout as sleep } from 'node:timers/promises'
import { BUG, RERUN } from './run/advice.ts'
import type { Clock, Job } from './service/http.ts'

// Every entry in dist/ is a call of `run`, which loads the code of its action.

/** Does the work of an action and reports it. Resolves to whether it succeeded. */
type Action = (job: Job) => Promise<boolean>

type ActionName = 'create' | 'wait' | 'list' | 'repositories' | 'sandbox'

/** The actions of this repository, each with the code to load. */
export const ACTIONS: Record<ActionName, () => Promise<Action>> = {
  create: async () => (await import('./actions/deploy.ts')).createAction,
  wait: async () => (await import('./actions/deploy.ts')).waitAction,
  list: async () => (await import('./actions/query.ts')).listAction,
  repositories: async () => (await import('./actions/query.ts')).repositoriesAction,
  sandbox: async () => (await import('./actions/sandbox.ts')).sandboxAction,
}

/** How a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']

/** The process ends at most this long after the first signal, in milliseconds. */
const LAST_RESORT = 1800

const clock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** Runs an action as the only purpose of this process. Its exit code says whether it succeeded. */
export async function run(action: ActionName): Promise<void> {
  // The sandbox action starts this process again, as the sandbox.
  if (process.argv[2] === 'serve') return (await import('./sandbox/server.ts')).serveInBackground()
  const ending = new AbortController()
  // Listen before any other code loads, so that an early signal is not missed.
  for (const name of SIGNALS)
    process.on(name, () => {
      ending.abort()
      // The action normally stops at the abort. This ends the process if it does not.
      setTimeout(leave, LAST_RESORT, false, true)
    })
  // A closed log must not fail the run.
  process.stdout.on('error', () => {})

  const start = await ACTIONS[action]()
  // From here on the action can report a bug: abort it with the error as the reason.
  process.on('uncaughtException', error => ending.abort(error))
  // This timer keeps the process alive while it waits for nothing but a host look-up.
  setInterval(() => {}, 60_000)
  const isDone = await start({
    env: process.env,
    signal: ending.signal,
    clock,
    random: Math.random,
  }).catch(failLate)
  await new Promise(written => process.stdout.write('', written))
  leave(isDone, ending.signal.aborted)
}

/**
 * Logs an error that the action threw instead of reporting it. That is a bug: the action reports every failure that it expects,
 * such as a file that cannot be written.
 */
async function failLate({ message }: Error): Promise<false> {
  const { error } = await import('@actions/core')
  error(`The run could not be reported: ${message}\nWhat to do: ${BUG}\n${RERUN.safe}`)
  return false
}

/**
 * Ends the process. `process.exit` waits for the thread of a host look-up, which nothing can cancel. After a signal there is no
 * time for that, so the process kills itself.
 */
function leave(isDone: boolean, isHurried: boolean): never {
  if (isHurried && process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'))
    process.kill(process.pid, 'SIGKILL')
  process.exit(Number(!isDone))
}
