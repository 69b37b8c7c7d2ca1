import { type Inputs, readInputs } from '../inputs/inputs.ts'
import { say } from '../lib/sentence.ts'
import { type ActionContext, attemptPlain } from './run.ts'

/** Runs a step of a reusable workflow of this repository, which sets the step's inputs. A wrong input is a bug. */
export function innerStep(
  work: (inputs: Inputs, context: ActionContext) => Promise<void>,
  context: ActionContext,
): Promise<boolean> {
  const act = async () => {
    await work(readInputs(context.job, context.env), context)
    return true
  }
  return attemptPlain(act, { what: say`Cancelled before the step was complete` }, context)
}
