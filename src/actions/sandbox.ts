import { readEvent, runVersion } from '../github/event.ts'
import type { Job } from '../github/job.ts'
import { readInputs } from '../inputs/inputs.ts'
import { listOf, parseDuration, parseHeaderValue, parsePort } from '../inputs/parse.ts'
import type { Problem } from '../inputs/problem.ts'
import { valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { count } from '../report/markup.ts'
import { FAULTS, startInBackground, stopInBackground } from '../sandbox/background.ts'
import { type ActionContext, runStep } from './run.ts'

/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. */
export const sandboxAction = (context: ActionContext) =>
  runStep(() => (context.job.state('started') === '' ? begin : finish)(context), context)

async function begin({ job, env }: ActionContext): Promise<Problem[] | 'reported'> {
  job.saveState('started', 'true')
  // Without its state, the post step could not stop the sandbox. The process reports the unwritten file.
  if (job.unwritten().length > 0) return 'reported'
  const { settings, problems } = await readSandboxSettings(job, env)
  if (problems.length > 0) return problems
  const running = await startInBackground([process.argv[1] ?? '', 'serve'], settings)
  if ('code' in running) {
    const { code, message } = running
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw new Error(`the sandbox did not start: ${message}`)
    const reason = words(
      code === 'EACCES' ? 'may not be opened by this user' : 'is in use by another process',
    )
    return [{ input: 'port', message: say`${reason}; leave it out to use any free port` }]
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
async function finish({ job, env }: ActionContext): Promise<'reported'> {
  // Mask again: this process does not know the masks of the first one.
  await readSandboxSettings(job, env)
  const stop_url = job.state('stop_url')
  if (stop_url === '') return 'reported'
  const served = await stopInBackground(stop_url)
  if (served) {
    job.info(say`The sandbox stopped; it had served ${words(count(served.length, 'request'))}`)
    const equal = Map.groupBy(
      served,
      ({ method, path, status }) => `${method} ${path} ${status ?? 'dropped'}`,
    )
    for (const [request, { length }] of equal) job.info(say`${request}, ${words(count(length, 'time'))}`)
  } else {
    const line = say`The sandbox ended before the job did, so its request log is lost`
    job.warning({ title: 'Sandbox', lines: [line] })
  }
  return 'reported'
}

/** Reads the inputs. The default repository is the workflow's own, at the commit of the run. */
export async function readSandboxSettings(job: Job, env: NodeJS.ProcessEnv) {
  const inputs = readInputs(job, env)
  job.mask(inputs.text('api_key') ?? '', words('api_key'))
  const { GITHUB_REPOSITORY = '', GITHUB_SERVER_URL = 'https://github.com' } = env
  const [owner, name] = GITHUB_REPOSITORY.split('/')
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  const branch = valueAt(readEvent(env), ['repository', 'default_branch'])
  const default_branch = typeof branch === 'string' ? { default_branch: branch } : {}
  const own = owner && name ? { owner, name, url, ...default_branch } : undefined
  const { sha } = runVersion(env)
  const settings = {
    port: inputs.read('port', parsePort),
    api_key: inputs.read('api_key', parseHeaderValue),
    /** In milliseconds. */
    ready_after: inputs.read('ready_after', parseDuration),
    faults: inputs.read('faults', listOf(FAULTS)) ?? [],
    /** Undefined for the sandbox's sample repositories. */
    repositories: (await inputs.document('repositories')) ?? (own && [own]),
    /** The newest commit of a repository by its URL. */
    heads: own && sha ? { [own.url]: sha } : {},
  }
  inputs.checkUnknown()
  return { settings, problems: inputs.problems }
}
