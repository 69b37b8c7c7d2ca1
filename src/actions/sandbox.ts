import { getState, saveState } from '@actions/core'
import { DurationOrZero, type Inputs, openInputs, WholeNumber } from '../inputs/inputs.ts'
import { readWorkflow, type Workflow } from '../inputs/workflow.ts'
import { report } from '../report/report.ts'
import { RunError } from '../run/error.ts'
import { openRun, type Run, runWork } from '../run/run.ts'
import { FaultWords, RepositorySeeds } from '../sandbox/routes.ts'
import { type BackgroundOptions, startInBackground, stopInBackground } from '../sandbox/server.ts'
import type { Job } from '../service/http.ts'

/**
 * The sandbox action. The runner calls it twice: in the step, to start the sandbox, and after the job, to stop it. Resolves to
 * whether it succeeded.
 */
export async function sandboxAction(job: Job): Promise<boolean> {
  const workflow = readWorkflow(job.env)
  const run = openRun({ mayCreate: false, ...workflow })
  let outputs = {}
  async function work(): Promise<void> {
    const pid = getState('pid')
    if (pid) stopInBackground(Number(pid))
    else outputs = await begin(openInputs(job.env, run), workflow, run)
  }
  return report(run, await runWork(work, job, run), { outputs })
}

/** Starts the sandbox. Resolves to the outputs. */
async function begin(
  inputs: Inputs,
  workflow: Workflow,
  run: Run,
): Promise<Record<string, string>> {
  // A sandbox that does not start has no process, and the step after the job must not start it.
  saveState('pid', 'none')
  const running = await startInBackground(
    [`${process.argv[1]}`, 'serve'],
    inputs.accept(await readOptions(inputs, workflow)),
  )
  if (!running)
    throw new RunError(
      'invalid_input',
      'Input `port`: the sandbox could not serve there, as when it is taken or reserved; leave it out to use any free port',
    )
  const { pid, ...outputs } = running
  saveState('pid', pid)
  run.log(`The sandbox is at ${outputs.base_url} until the job ends`)
  return outputs
}

/** Reads the inputs. The default is one repository: that of the workflow, with the commit of the run as its head. */
async function readOptions(
  inputs: Inputs,
  { repository, server, sha, defaultBranch }: Workflow,
): Promise<BackgroundOptions> {
  inputs.mask(inputs.raw('api_key'), 'api_key')
  const [owner = '', name = ''] = repository.split('/')
  const url = `${server}/${repository}`
  return {
    port: inputs.value('port', WholeNumber, 0),
    api_key: inputs.text('api_key'),
    ready_after: inputs.value('ready_after', DurationOrZero, 2000),
    faults: inputs.value('faults', FaultWords),
    repositories: (await inputs.document('repositories', RepositorySeeds)) ?? [
      { owner, name, url, default_branch: defaultBranch || 'main' },
    ],
    heads: { [url]: sha },
  }
}
