import { failed } from '../deployment/outcome.ts'
import { type Inputs, readInputs } from '../inputs/inputs.ts'
import { say } from '../lib/sentence.ts'
import { reportFailure } from '../report/report.ts'
import { type ActionContext, thrown } from './run.ts'

/**
 * Runs a step of a reusable workflow of this repository, which sets the step's inputs. A wrong input is a bug.
 *
 * @returns whether it succeeded
 */
export async function innerStep(
  work: (inputs: Inputs, context: ActionContext) => Promise<void>,
  context: ActionContext,
): Promise<boolean> {
  const { job, env } = context
  try {
    await work(readInputs(job, env), context)
    return true
  } catch (error) {
    const cancelled = failed({ code: 'cancelled', what: say`Cancelled before the step was complete` })
    reportFailure(job, env, { outcome: thrown(error, context, cancelled) })
    return false
  }
}
