import { failed, type RunFailure } from '../deployment/outcome.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { annotateWarnings } from '../report/annotations.ts'
import { createLog } from '../report/log.ts'
import { failureOutputs, reportEnd } from '../report/report.ts'
import type { Redact } from '../secrets/redact.ts'
import type { Service } from '../service/client.ts'
import { type ActionContext, runAction, serviceOf } from './run.ts'

/** An action that asks the service one question and changes nothing. */
export interface Query<O, A> {
  /** Reads the action's own inputs. Problems go into `inputs.problems`. */
  read(inputs: Inputs): O
  ask(service: Service, order: O, signal: AbortSignal): Promise<Result<A, RunFailure>>
  /** Every output; without an answer each is an empty string. */
  outputs(answer: A | undefined): Record<string, unknown>
  /** The answer in one line. */
  closing(answer: A): Sentence
  /** Warnings about an answer that the workflow's author may not expect. */
  warnings(answer: A, order: O): Sentence[]
  /** The answer as markdown; text of the service is redacted, then escaped. */
  summary(answer: A, order: O, redact: Redact): string
}

/** Runs a query action. */
export function queryAction<O, A>(query: Query<O, A>, context: ActionContext): Promise<boolean> {
  const { job, env, signal } = context
  return runAction(
    {
      async work() {
        const read = await readServiceInputs(query.read, context)
        if (!read.ok) return read.error
        const { connection, order, warnings } = read.value
        annotateWarnings(job, warnings)
        const log = createLog(job)
        const service = serviceOf(connection, context, retry => log.event({ type: 'retry', ...retry }))
        const reply = await query.ask(service, order, signal)
        signal.throwIfAborted()
        if (!reply.ok) return failed(reply.error)
        await publish(query, reply.value, order, context)
        return 'reported'
      },
      cancelled: () => failed({ code: 'cancelled', what: say`Cancelled before all outputs were written` }),
      report(outcome, problems) {
        const outputs = outcome.result === 'failed' ? outputsOfFailure(query, outcome.failure) : {}
        // After a late cancellation some outputs have their values.
        const unset = Object.entries(outputs).filter(([name]) => !job.outputOf(name))
        reportEnd(job, env, { outcome, problems, readOnly: true }, Object.fromEntries(unset))
      },
    },
    context,
  )
}

async function publish<O, A>(query: Query<O, A>, answer: A, order: O, context: ActionContext): Promise<void> {
  const { job, clock, signal } = context
  for (const line of query.warnings(answer, order)) job.warning({ title: 'Answer', lines: [line] })
  job.info(query.closing(answer))
  job.output(query.outputs(answer))
  // Lets a signal arrive, because a long list takes a moment.
  await clock.turn()
  signal.throwIfAborted()
  job.summary(query.summary(answer, order, job.redact))
}

/** The outputs of a query action that failed. */
export const outputsOfFailure = (query: Pick<Query<unknown, unknown>, 'outputs'>, failure: RunFailure) => ({
  ...query.outputs(undefined),
  ...failureOutputs(failure),
})
