import { runStep, type Step, startStep } from '../../scripts/run-step.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Run, withAnnotations } from './create.ts'

/** Runs the built wait action, as the runner does, against a sandbox. */
export async function wait(
  sandbox: Pick<Sandbox, 'base_url'>,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
): Promise<Run> {
  const result = await runStep({ ...step, action: 'wait', with: { base_url: sandbox.base_url, ...inputs } })
  return withAnnotations(result)
}

/** Starts the same step, for a test that acts before its end. */
export async function startWait(
  sandbox: Pick<Sandbox, 'base_url'>,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
) {
  const { kill, result } = await startStep({
    ...step,
    action: 'wait',
    with: { base_url: sandbox.base_url, ...inputs },
  })
  return { kill, result: result.then(withAnnotations) }
}
