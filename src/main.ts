// Every entry in dist/ is a call of `run`, which loads the code of its action.

import { CANCELLED } from './actions/cancelled.ts'

/** The actions of this repository, each with the code to load. */
export const ACTIONS = {
  create: async () => (await import('./actions/create.ts')).createAction,
  list: async () => (await import('./actions/query.ts')).listAction,
  repositories: async () =>
    (await import('./actions/query.ts')).repositoriesAction,
  wait: async () => (await import('./actions/wait.ts')).waitAction,
  sandbox: async () => (await import('./actions/sandbox.ts')).sandboxAction,
  // Steps of the reusable workflows, see .github/actions.
  'close-preview': async () =>
    (await import('./actions/close-preview.ts')).closePreviewAction,
  'report-many': async () =>
    (await import('./actions/report-many.ts')).reportManyAction,
}

/** The signals with which a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives after the first signal at most, in milliseconds. */
const LAST_RESORT = 1800

/** Runs an action as the only purpose of this process. Its exit code says whether it succeeded. */
export async function run(action: keyof typeof ACTIONS): Promise<void> {
  // The sandbox action starts this process again, as the sandbox.
  if (process.argv[2] === 'serve')
    return (await import('./sandbox/server.ts')).serveInBackground()
  const ending = new AbortController()
  // Before all other code loads, so that a signal counts from the start.
  for (const name of SIGNALS) {
    process.on(name, () => {
      ending.abort(CANCELLED)
      // The work obeys the signal; this ends work that does not, and a log that nobody reads.
      setTimeout(leave, LAST_RESORT, false)
    })
  }
  const [{ runInThisProcess }, start] = await Promise.all([
    import('./actions/process.ts'),
    ACTIONS[action](),
  ])
  leave(await runInThisProcess(start, ending))
}

/** Ends the process. An exit would wait for the thread that looks up a host, which nothing can cancel. */
function leave(succeeded: boolean): never {
  if (
    !succeeded &&
    process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  )
    process.kill(process.pid, 'SIGKILL')
  process.exit(succeeded ? 0 : 1)
}
