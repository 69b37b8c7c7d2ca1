// Every entry in dist/ is a call of `run`, which loads the code of its action.

/** The actions of this repository, each with the code to load. */
export const ACTIONS = {
  create: async () => (await import('./actions/create.ts')).createAction,
  list: async () => (await import('./actions/list.ts')).listAction,
  repositories: async () => (await import('./actions/repositories.ts')).repositoriesAction,
  wait: async () => (await import('./actions/wait.ts')).waitAction,
  sandbox: async () => (await import('./actions/sandbox.ts')).sandboxAction,
  // Steps of the reusable workflows, see .github/actions.
  'close-preview': async () => (await import('./actions/close-preview.ts')).closePreviewAction,
  'report-many': async () => (await import('./actions/report-many.ts')).reportManyAction,
}

/** The signals with which a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives after the first signal at most, in milliseconds. */
const LAST_RESORT = 1800

/** Runs an action as the only purpose of this process. Its exit code says whether it succeeded. */
export async function run(action: keyof typeof ACTIONS): Promise<void> {
  // The sandbox action starts this process again, as the sandbox.
  if (process.argv[2] === 'serve') return (await import('./sandbox/background.ts')).serveInBackground()
  const ending = new AbortController()
  let cancelledBy: NodeJS.Signals | undefined
  // Before all other code loads, so that a signal counts from the start.
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (cancelledBy) return
      cancelledBy = name
      ending.abort()
      // The work obeys the signal; this ends work that does not, and a log that nobody reads.
      setTimeout(leave, LAST_RESORT, false, name)
    })
  }
  const [{ runInThisProcess }, start] = await Promise.all([import('./actions/process.ts'), ACTIONS[action]()])
  leave(await runInThisProcess(start, ending), cancelledBy)
}

/**
 * Ends the process. An exit waits for threads, and the thread that looks up a host cannot be cancelled: then the signal
 * ends the process, as it does where nothing handles it.
 */
function leave(succeeded: boolean, cancelledBy: NodeJS.Signals | undefined): never {
  if (cancelledBy && process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    process.removeAllListeners(cancelledBy)
    process.kill(process.pid, cancelledBy)
  }
  process.exit(succeeded ? 0 : 1)
}
