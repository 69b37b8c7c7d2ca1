import { onTestFinished } from 'vitest'
import { runStep, type Step } from '../../scripts/run-step.ts'
import { withAnnotations } from './create.ts'

/** Starts a sandbox with the built action. Returns its post step, which runs in any case. */
export async function startedSandbox(
  inputs: Record<string, string> = {},
  step: Partial<Step> = {},
  finished = onTestFinished,
) {
  const action = { ...step, action: 'sandbox', with: inputs }
  const run = withAnnotations(await runStep(action))
  const post = async () => withAnnotations(await runStep({ ...action, post: run.state }))
  finished(() => post().then(() => {}))
  return { run, post, outputs: run.outputs as { base_url: string; integration_id: string } }
}
