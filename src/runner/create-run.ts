import { deploy } from '../deployment/deploy.ts'
import type { Notify } from '../deployment/events.ts'
import { failed, type Outcome } from '../deployment/outcome.ts'
import type { OnRetry } from '../service/retry.ts'
import { internal, type Route, type Surroundings } from './action.ts'
import type { CreateInputs, GitHubTarget, readCreateInputs } from './inputs/create.ts'
import { annotateWarnings, invalidInput, refusedFields } from './report/annotations.ts'
import { type Knowledge, learn, NOTHING_KNOWN } from './report/knowledge.ts'
import { createLog } from './report/log.ts'
import { reportCreate } from './report/report.ts'
import { endTimeline } from './report/timeline.ts'
import { serviceAt } from './service.ts'

/**
 * Carries out what the inputs order, and reports it.
 *
 * @returns whether it succeeded
 */
export async function createRun(
  read: Awaited<ReturnType<typeof readCreateInputs>>,
  route: Route,
  surroundings: Surroundings,
): Promise<boolean> {
  const { job, env } = surroundings
  let known = NOTHING_KNOWN
  try {
    if (!read.ok) {
      const { problems } = read
      await reportCreate(job, env, { known, outcome: failed(invalidInput(problems)), problems })
      return false
    }
    annotateWarnings(job, read.inputs.warnings)
    const { github, order } = read.inputs
    const record = github && !order.dry_run ? await startRecord(github, surroundings) : undefined
    const { outcome, ...learnt } = await run(read.inputs, route, surroundings)
    known = learnt.known
    try {
      const problems = refusedFields(outcome, read.inputs.locate)
      await reportCreate(job, env, { known, outcome, problems })
    } finally {
      await record?.finish(known, outcome)
    }
    return outcome.result !== 'failed'
  } catch (error) {
    return await reportBug(error, surroundings, known)
  }
}

/** Reports what should not have been thrown, with all that is known by then. */
export async function reportBug(
  error: unknown,
  { job, env }: Surroundings,
  known = NOTHING_KNOWN,
): Promise<false> {
  await reportCreate(job, env, { known, outcome: internal(error, job), problems: [] })
  return false
}

/** Begins the record on GitHub, for which much is loaded that most runs do without. */
async function startRecord(target: GitHubTarget, surroundings: Surroundings) {
  const { startGitHubDeployment } = await import('./github/deployment.ts')
  return startGitHubDeployment(target, surroundings)
}

/** Does what is ordered. Whatever is thrown becomes an outcome, so that what is known by then is reported. */
async function run(
  { connection, order }: CreateInputs,
  route: Route,
  surroundings: Surroundings,
): Promise<{ known: Knowledge; outcome: Outcome }> {
  const { job, clock, random, signal } = surroundings
  let known: Knowledge = { ...NOTHING_KNOWN, name: order.draft.name }
  const log = createLog(job)
  const ended = (): Knowledge => ({ ...known, timeline: endTimeline(known.timeline, clock.now()) })
  const notify: Notify = event => {
    known = learn(known, event, clock.now())
    // Whatever happens from here on, later steps can use the id.
    if (event.type === 'deployment') job.output('id', event.deployment.read.id)
    log.event(event)
  }
  try {
    const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
    const service = serviceAt(connection, route.to(connection), surroundings, onRetry)
    const outcome = await deploy(order, { service, clock, random, notify, signal })
    return { known: ended(), outcome }
  } catch (error) {
    return { known: ended(), outcome: signal.aborted ? cancelled(known) : internal(error, job) }
  } finally {
    log.close()
  }
}

function cancelled({ created, deployment }: Knowledge): Outcome {
  const what =
    created === undefined
      ? 'Cancelled while a create request was under way: it is not known whether the deployment was created'
      : deployment
        ? `Cancelled; the deployment ${deployment.read.id} was left as it is`
        : 'Cancelled; nothing was created'
  return failed({ code: 'cancelled', what })
}
