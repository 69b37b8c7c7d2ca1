import type { Problem } from '../inputs/problem.ts'
import { readSandboxSettings, type SandboxSettings } from '../inputs/sandbox.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { count } from '../report/markup.ts'
import { requestLog, type ServedRequest } from '../report/query-summaries.ts'
import { type ActionContext, runStep } from './run.ts'

type Started =
  | { base_url: string; integration_id: string; stop_url: string }
  | { code: string; message: string }

/** Starts a sandbox in the background, and stops it: then it returns the served requests, or undefined if it had ended. */
interface Background {
  /** The faults that it knows. */
  FAULTS: readonly string[]
  startInBackground(args: string[], settings: SandboxSettings): Promise<Started>
  stopInBackground(stop_url: string): Promise<ServedRequest[] | undefined>
}

type Ended = Promise<Problem[] | 'reported'>

/** Why a port cannot be opened, by error code. */
const PORT_PROBLEMS: Record<string, Sentence> = {
  EADDRINUSE: say`is in use by another process; leave it out to use any free port`,
  EACCES: say`may not be opened by this user; leave it out to use any free port`,
}

/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. */
export const sandboxAction = (background: Background) => (context: ActionContext) =>
  runStep(() => (context.job.state('started') === '' ? begin : finish)(background, context), context)

async function begin({ FAULTS, startInBackground }: Background, { job, env }: ActionContext): Ended {
  job.saveState('started', 'true')
  // Without its state, the post step could not stop the sandbox. The process reports the unwritten file.
  if (job.unwritten().length > 0) return 'reported'
  const { settings, problems } = await readSandboxSettings(job, env, FAULTS)
  if (problems.length > 0) return problems
  const running = await startInBackground([process.argv[1] ?? '', 'serve'], settings)
  if ('code' in running) {
    const message = PORT_PROBLEMS[running.code]
    if (message !== undefined) return [{ input: 'port', message }]
    throw new Error(`the sandbox did not start: ${running.message}`)
  }
  const { base_url, integration_id, stop_url } = running
  job.saveState('stop_url', stop_url)
  job.output({ base_url, integration_id })
  job.info(say`The sandbox is at ${base_url} until the job ends`)
  for (const { owner, name } of settings.repositories ?? [])
    job.info(say`Its integration ${integration_id} can see ${owner}/${name}`)
  if (settings.faults.length > 0)
    job.info(say`The faults of its create requests, in turn: ${settings.faults.join(', ')}`)
  return 'reported'
}

/** Stops the sandbox. A failure here is a warning, as the job is over. */
async function finish({ FAULTS, stopInBackground }: Background, { job, env }: ActionContext): Ended {
  // Mask again: this process does not know the masks of the first one.
  await readSandboxSettings(job, env, FAULTS)
  const stop_url = job.state('stop_url')
  if (stop_url === '') return 'reported'
  const served = await stopInBackground(stop_url)
  if (served) {
    job.info(say`The sandbox stopped; it had served ${words(count(served.length, 'request'))}`)
    job.summary(requestLog(served, job.redact))
  } else {
    const line = say`The sandbox ended before the job did, so its request log is lost`
    job.warning({ title: 'Sandbox', lines: [line] })
  }
  return 'reported'
}
