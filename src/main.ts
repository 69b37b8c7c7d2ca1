import { runInThisProcess } from './actions/process.ts'
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

/** Runs an action. Its exit code says whether it succeeded. */
export const run = (action: keyof typeof ACTIONS): Promise<void> => ACTIONS[action]()

async function runAction(load: () => Promise<(context: ActionContext) => Promise<boolean>>): Promise<void> {
  await runInThisProcess(await load())
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
