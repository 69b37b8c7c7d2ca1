import { type Stop, stopped } from '../deployment/end.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { sentence } from '../inputs/problem.ts'
import type { Result } from '../lib/result.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Redact } from '../lib/text.ts'
import { annotateWarning } from '../report/annotations.ts'
import { createLog } from '../report/log.ts'
import type { Service } from '../service/client.ts'
import { type ActionContext, runStep, serviceOf } from './run.ts'

/** An action that asks the service one question and changes nothing. */
export interface Query<O, A> {
  /** The names of its outputs. If it fails, each is an empty string. */
  outputs: readonly string[]
  read(inputs: Inputs): O
  ask(service: Service, order: O, signal: AbortSignal): Promise<Result<A, Stop>>
  report(answer: A, order: O): Answer
  /** The answer as markdown, below the warnings; text of the service is redacted, then escaped. */
  summary(answer: A, order: O, warnings: Sentence[], redact: Redact): string
}

interface Answer {
  outputs: Record<string, unknown>
  /** The answer in one line. */
  closing: Sentence
  /** What the workflow's author may not expect. */
  warnings: Sentence[]
}

/** Runs a query action. */
export function queryAction<O, A>(
  query: Query<O, A>,
  context: ActionContext,
): Promise<boolean> {
  const { job, signal } = context

  async function work() {
    const read = await readServiceInputs(query.read, context)
    if (!read.ok) return read.error
    const { connection, order, warnings } = read.value
    for (const problem of warnings)
      annotateWarning(job, { code: 'input', problem })

    const { event } = createLog(job)
    const service = serviceOf(connection, context, event)
    const reply = await query.ask(service, order, signal)
    signal.throwIfAborted()
    if (!reply.ok) return stopped(reply.error)

    const answer = query.report(reply.value, order)
    for (const line of answer.warnings)
      job.warning({ title: 'Answer', lines: [line] })
    job.info(answer.closing)
    job.output(answer.outputs)
    const all = [...warnings.map(sentence), ...answer.warnings]
    job.summary(query.summary(reply.value, order, all, job.redact))
    return 'reported' as const
  }

  return runStep(work, context, query.outputs)
}
