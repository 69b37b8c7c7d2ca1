import type { Stop } from '../deployment/facts.ts'
import { type Findings, openInputs } from '../inputs/inputs.ts'
import {
  listOf,
  parseDuration,
  parseHeaderValue,
  parsePort,
} from '../inputs/parse.ts'
import { say, words } from '../lib/sentence.ts'
import {
  type BackgroundOptions,
  startInBackground,
  stopInBackground,
} from '../sandbox/server.ts'
import { FAULTS } from '../sandbox/service.ts'
import { type ActionContext, type Run, stepOf } from './run.ts'

/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. */
export const sandboxAction = stepOf(run =>
  run.job.state('started') === '' ? begin(run) : finish(run),
)

async function begin(run: Run): Promise<Stop | undefined> {
  const { job } = run
  job.saveState('started', 'true')
  // Without its state, the post step could not stop the sandbox.
  if (job.unwritten()) return undefined
  const read = await readSandboxSettings(run)
  const wrong = run.accept(read)
  if (wrong) return wrong

  const { settings } = read
  const entry = process.argv[1] ?? ''
  const running = await startInBackground([entry, 'serve'], settings)
  if ('reason' in running) {
    if (!settings.port) throw new Error(running.reason)
    const message = say`cannot be used (${running.reason}); leave it out to use any free port`
    return run.refuse('port', message)
  }

  const { base_url, integration_id, stop_url } = running
  job.saveState('stop_url', stop_url)
  job.output({ base_url, integration_id })
  job.info(say`The sandbox is at ${base_url} until the job ends`)
  for (const { owner, name } of settings.repositories ?? [])
    job.info(say`Its integration ${integration_id} can see ${owner}/${name}`)
  return undefined
}

/** Stops the sandbox. A failure here is a warning, as the job is over. */
async function finish({ job }: Run): Promise<undefined> {
  const stop_url = job.state('stop_url')
  if (stop_url === '') return
  const line = say`The sandbox ended before the job did`
  if (await stopInBackground(stop_url)) job.info(say`The sandbox stopped`)
  else job.warning({ title: 'Sandbox', lines: [line] })
}

interface SandboxSettings extends Findings {
  settings: BackgroundOptions
}

/** Reads the inputs. The default repository is the workflow's own, at the commit of the run. */
export async function readSandboxSettings(
  context: Pick<ActionContext, 'job' | 'env' | 'workflow'>,
): Promise<SandboxSettings> {
  const inputs = openInputs(context)
  context.job.mask(inputs.raw('api_key'), words('api_key'))
  const { repositories, heads } = ofWorkflow(context)
  const settings: BackgroundOptions = {
    ...inputs.read({
      port: parsePort,
      api_key: parseHeaderValue,
      ready_after: parseDuration,
      faults: listOf(FAULTS),
    }),
    repositories: (await inputs.document('repositories')) ?? repositories,
    heads,
  }
  return { settings, ...inputs.finish() }
}

/** The workflow's own repository. Outside of GitHub the sandbox takes its sample repositories. */
function ofWorkflow({
  env,
  workflow,
}: Pick<ActionContext, 'env' | 'workflow'>): Partial<BackgroundOptions> {
  const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = 'https://github.com' } = env
  if (!GITHUB_REPOSITORY) return {}
  const [owner = '', name = ''] = GITHUB_REPOSITORY.split('/')
  const { defaultBranch: default_branch = 'main', version } = workflow
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  return {
    repositories: [{ owner, name, url, default_branch }],
    heads: { [url]: version.sha },
  }
}
