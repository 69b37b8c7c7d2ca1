import type { deploy } from '../../src/deployment/deploy.ts'
import type { Event } from '../../src/deployment/events.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import { INITIAL_STATE, nextState, type RunState } from '../../src/report/run-state.ts'
import type { openService } from '../../src/service/client.ts'
import { LIST_PARAMETERS } from '../../src/service/list-parameters.ts'
import { ASKED, type Model, serviceModel } from './model.ts'
import { randomOf, type Schedule } from './schedule.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

/** The code under test: the project's own, or a copy that was broken on purpose. */
export interface Code {
  deploy: typeof deploy
  openService: typeof openService
}

/** One run of the action in a simulated world. Times are in milliseconds. */
export interface Run {
  name: string
  started: number
  ended: number
  outcome: Outcome | 'cancelled'
  state: RunState
  events: { at: number; event: Event }[]
}

export interface World {
  schedule: Schedule
  model: Model
  runs: Run[]
}

/** Lives through a schedule: one run, or two of the same workflow, from beginning to end. */
export async function simulate(schedule: Schedule, code: Code): Promise<World> {
  const clock = virtualClock()
  const model = serviceModel(schedule, clock)
  const starts = schedule.second === undefined ? [0] : [0, schedule.second]
  const work = Promise.all(
    starts.map((start, index) => runOnce(`run ${index + 1}`, start, schedule, model, clock, code)),
  )
  return { schedule, model, runs: await clock.run(work) }
}

async function runOnce(
  name: string,
  start: number,
  { order, cancelled, randomSeed }: Schedule,
  model: Model,
  clock: VirtualClock,
  { deploy, openService }: Code,
): Promise<Run> {
  const cancellation = new AbortController()
  const { signal } = cancellation
  await clock.sleep(start, signal)
  if (cancelled !== undefined) clock.after(cancelled, () => cancellation.abort())
  const random = randomOf(randomSeed + start)
  const run: Run = {
    name,
    started: clock.now(),
    ended: 0,
    outcome: 'cancelled',
    state: INITIAL_STATE,
    events: [],
  }
  const notify = (event: Event) => {
    run.events.push({ at: clock.now(), event })
    run.state = nextState(run.state, event, clock.now())
  }
  const service = openService({
    baseUrl: 'https://service.test',
    headers: {},
    authorization: () => Promise.resolve({}),
    listParameters: LIST_PARAMETERS,
    send: model.sendFor(name),
    retry: { clock, random, onRetry: retry => notify({ type: 'retry', ...retry }) },
  })
  try {
    run.outcome = await deploy(
      { draft: ASKED, repository: undefined, dry_run: false, ...order },
      {
        service,
        clock,
        random,
        notify,
        signal,
        health: () => Promise.reject(new Error('no schedule asks for health')),
        excerpt: body => body,
      },
    )
  } catch (error) {
    if (!signal.aborted) throw error
  }
  run.ended = clock.now()
  return run
}

/** The story of a world, line by line, for people. */
export function traceOf({ schedule, model, runs }: World): string {
  const { posts, lists, ...rest } = schedule
  const lines = [
    ...model.deployments.map(({ id, by, committed, visible, sent }) => ({
      at: committed,
      text: `service: commits ${id} "${sent['name']}", made by ${by}${visible > committed ? `, listed from ${visible} ms` : ''}`,
    })),
    ...model.exchanges.map(({ at, run, method, result, shown, offset, started }) => ({
      at,
      text: `${run}: ${method}, sent at ${started} ms: ${result}${shown === undefined ? '' : `, page at ${offset} shows ${shown} of the name`}`,
    })),
    ...runs.flatMap(({ name, ended, outcome, state }) => [
      {
        at: ended,
        text: `${name}: ends ${outcome === 'cancelled' ? outcome : outcome.result === 'failed' ? `with ${outcome.trouble.code}: ${outcome.trouble.what}` : outcome.result}, created=${state.created}, id=${state.deployment?.read.id}`,
      },
    ]),
  ].sort((a, b) => a.at - b.at)
  return [
    JSON.stringify(rest),
    `posts: ${JSON.stringify(posts)}`,
    `lists: ${JSON.stringify(lists)}`,
    ...lines.map(({ at, text }) => `${String(at).padStart(8)} ms  ${text}`),
  ].join('\n')
}
