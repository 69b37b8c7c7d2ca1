import type { ActionContext } from './actions/run.ts'

// Every entry in dist/ is a call of `run`, which loads the code of its action.

/** The actions of this repository, each with the way to run it as the only purpose of this process. */
export const ACTIONS = {
  create: () => runAction(async () => (await import('./actions/create.ts')).createAction),
  list: () => runAction(async () => (await import('./actions/list.ts')).listAction),
  repositories: () => runAction(async () => (await import('./actions/repositories.ts')).repositoriesAction),
  wait: () => runAction(async () => (await import('./actions/wait.ts')).waitAction),
  sandbox: runSandbox,
  // Steps of the reusable workflows, see .github/actions.
  'close-preview': () =>
    runAction(async () => (await import('./actions/close-preview.ts')).closePreviewAction),
  'report-many': () => runAction(async () => (await import('./actions/report-many.ts')).reportManyAction),
}

/** The signals with which a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives after the first signal at most, in milliseconds. */
const LAST_RESORT = 1800

/** Runs an action. Its exit code says whether it succeeded. */
export const run = (action: keyof typeof ACTIONS): Promise<void> => ACTIONS[action]()

async function runAction(load: () => Promise<(context: ActionContext) => Promise<boolean>>): Promise<void> {
  // Before all other code loads, so that a signal counts from the start.
  const { ending, cancelledBy } = listenForSignals()
  const [{ runInThisProcess }, action] = await Promise.all([import('./actions/process.ts'), load()])
  leave(await runInThisProcess(action, ending), cancelledBy())
}

/** Listens for the signals. The first one aborts `ending`. */
function listenForSignals() {
  const ending = new AbortController()
  let cancelledBy: NodeJS.Signals | undefined
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (cancelledBy) return
      cancelledBy = name
      ending.abort()
      // The work obeys the signal; this ends work that does not, and a log that nobody reads.
      setTimeout(leave, LAST_RESORT, false, name)
    })
  }
  return { ending, cancelledBy: () => cancelledBy }
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

/** Runs the sandbox action, its post step, or the process that the one starts and the other stops. */
async function runSandbox(): Promise<void> {
  const [, script = '', purpose] = process.argv
  const background = await import('./sandbox/background.ts')
  if (purpose === 'serve') return await background.serveInBackground()
  const { sandboxAction } = await import('./actions/sandbox.ts')
  const action = sandboxAction({
    start: options => background.startInBackground([script, 'serve'], options),
    stop: background.stopInBackground,
  })
  await runAction(() => Promise.resolve(action))
}
