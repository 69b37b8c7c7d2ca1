import { readInputs } from '../inputs/inputs.ts'
import {
  listOf,
  parseDuration,
  parseHeaderValue,
  parsePort,
} from '../inputs/parse.ts'
import type { Problem } from '../inputs/problem.ts'
import { say, words } from '../lib/sentence.ts'
import {
  FAULTS,
  startInBackground,
  stopInBackground,
} from '../sandbox/background.ts'
import { type ActionContext, runStep } from './run.ts'

/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. */
export const sandboxAction = (context: ActionContext) =>
  runStep(
    () => (context.job.state('started') === '' ? begin : finish)(context),
    context,
  )

async function begin(context: ActionContext): Promise<Problem[] | 'reported'> {
  const { job } = context
  job.saveState('started', 'true')
  // Without its state, the post step could not stop the sandbox.
  if (job.unwritten()) return 'reported'
  const { settings, problems } = await readSandboxSettings(context)
  if (problems.length > 0) return problems
  const running = await startInBackground(
    [process.argv[1] ?? '', 'serve'],
    settings,
  )
  if ('reason' in running) {
    if (!settings.port) throw new Error(running.reason)
    const message = say`cannot be used (${running.reason}); leave it out to use any free port`
    return [{ input: 'port', message }]
  }
  const { base_url, integration_id, stop_url } = running
  job.saveState('stop_url', stop_url)
  job.output({ base_url, integration_id })
  job.info(say`The sandbox is at ${base_url} until the job ends`)
  for (const { owner, name } of settings.repositories ?? [])
    job.info(say`Its integration ${integration_id} can see ${owner}/${name}`)
  return 'reported'
}

/** Stops the sandbox. A failure here is a warning, as the job is over. */
async function finish({ job }: ActionContext): Promise<'reported'> {
  const stop_url = job.state('stop_url')
  if (stop_url === '') return 'reported'
  if (await stopInBackground(stop_url)) job.info(say`The sandbox stopped`)
  else
    job.warning({
      title: 'Sandbox',
      lines: [say`The sandbox ended before the job did`],
    })
  return 'reported'
}

/** Reads the inputs. The default repository is the workflow's own, at the commit of the run. */
export async function readSandboxSettings({
  job,
  env,
  workflow,
}: Pick<ActionContext, 'job' | 'env' | 'workflow'>) {
  const { defaultBranch, version } = workflow
  const inputs = readInputs(job, env)
  job.mask(inputs.text('api_key') ?? '', words('api_key'))
  const { GITHUB_REPOSITORY = '', GITHUB_SERVER_URL = 'https://github.com' } =
    env
  const [owner, name] = GITHUB_REPOSITORY.split('/')
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  const branch =
    defaultBranch === undefined ? {} : { default_branch: defaultBranch }
  const own = owner && name ? { owner, name, url, ...branch } : undefined
  const settings = {
    port: inputs.read('port', parsePort),
    api_key: inputs.read('api_key', parseHeaderValue),
    /** In milliseconds. */
    ready_after: inputs.read('ready_after', parseDuration),
    faults: inputs.read('faults', listOf(FAULTS)) ?? [],
    /** Undefined for the sandbox's sample repositories. */
    repositories: (await inputs.document('repositories')) ?? (own && [own]),
    /** The newest commit of a repository by its URL. */
    heads: own && version.sha ? { [own.url]: version.sha } : {},
  }
  inputs.checkUnknown()
  return { settings, problems: inputs.problems }
}
