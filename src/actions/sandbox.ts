import { getState, saveState } from '@actions/core'
import * as z from 'zod'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { readWorkflow, type Workflow } from '../inputs/workflow.ts'
import { failureOf, report } from '../report/report.ts'
import { openRun, type Run, stopOfWork } from '../run/run.ts'
import { Stop } from '../run/stop.ts'
import { RepositorySeed } from '../sandbox/routes.ts'
import {
  type BackgroundOptions,
  startInBackground,
  stopInBackground,
} from '../sandbox/server.ts'
import { FAULTS } from '../sandbox/store.ts'
import type { Job } from '../service/http.ts'

/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. Resolves to whether it succeeded. */
export async function sandboxAction(job: Job): Promise<boolean> {
  const workflow = readWorkflow(job.env)
  const run = openRun(false, workflow)
  const isPost = getState('started') !== ''
  let outputs = {}
  async function work(): Promise<void> {
    if (isPost) await finish(run)
    else outputs = await begin(openInputs(job.env, run), workflow, run)
  }
  const stop = await stopOfWork(work, job, run)
  return report(run, stop, {
    outputs: () => outputs,
    summary: end => (end ? failureOf(run, end) : []),
  })
}

/** Starts the sandbox. Resolves to the outputs. */
async function begin(
  inputs: Inputs,
  workflow: Workflow,
  run: Run,
): Promise<Record<string, string>> {
  saveState('started', 'true')
  const options = inputs.accept(readOptions(inputs, workflow))
  const entry = process.argv[1] ?? ''
  const running = await startInBackground([entry, 'serve'], options)
  if ('reason' in running)
    throw new Stop(
      'invalid_input',
      `Input \`port\`: cannot be used (${running.reason}); leave it out to use any free port`,
    )
  const { base_url, integration_id } = running
  saveState('stop_url', running.stop_url)
  run.log(`The sandbox is at ${base_url} until the job ends`)
  return { base_url, integration_id }
}

/** Stops the sandbox. A failure here is a warning, as the job is over. */
async function finish(run: Run): Promise<void> {
  const stop_url = getState('stop_url')
  if (stop_url === '') return
  if (await stopInBackground(stop_url)) run.log('The sandbox stopped')
  else run.warn('The sandbox ended before the job did')
}

interface Repositories {
  repositories: RepositorySeed[]
  /** The newest commits by URL. */
  heads?: Record<string, string>
}

/** Reads the inputs. The default repository is the workflow's own, at the commit of the run. */
function readOptions(
  inputs: Inputs,
  workflow: Workflow,
): BackgroundOptions & Repositories {
  const api_key = inputs.text('api_key')
  inputs.mask(api_key ?? '', 'api_key')
  const words = inputs.text('faults')?.split(/[\s,]+/) ?? []
  const faults = z.array(z.enum(FAULTS)).safeParse(words)
  if (!faults.success)
    inputs.refuse('faults', `must be words, each one of ${FAULTS.join(', ')}`)
  const given = inputs.document('repositories', z.array(RepositorySeed))
  return {
    port: inputs.number('port', 0),
    api_key,
    ready_after: inputs.duration('ready_after', '2s', true),
    faults: faults.data ?? [],
    ...(given ? { repositories: given } : ownRepository(workflow)),
  }
}

/** The workflow's own repository. */
function ownRepository({
  repository,
  server,
  sha,
  defaultBranch,
}: Workflow): Repositories {
  const [owner = '', name = ''] = repository.split('/')
  const url = `${server}/${repository}`
  const default_branch = defaultBranch || 'main'
  return {
    repositories: [{ owner, name, url, default_branch }],
    heads: { [url]: sha },
  }
}
