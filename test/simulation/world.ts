import { deploy } from '../../src/deployment/create.ts'
import { isWaiting, waitFor } from '../../src/deployment/wait.ts'
import type { Order } from '../../src/inputs/order.ts'
import { isCreated, openRun, type Run } from '../../src/report/run.ts'
import { type Stop, stopOf } from '../../src/report/stop.ts'
import { type Net, sendBy } from '../../src/service/http.ts'
import { LIST_PARAMETERS, openService, type Service } from '../../src/service/service.ts'
import { virtualClock } from './clock.ts'
import {
  GONE_AFTER,
  type ListFault,
  type Model,
  NAME,
  openModel,
  type PostFault,
  type Traits,
} from './service.ts'

// Runs of the action in a world: the code of src/ over a model of the service, with a clock of its own.

/** What one run is asked for, and how its requests fail. What a list of faults does not reach goes well. */
export interface Plan {
  start: number
  image: string
  if_exists: Order['if_exists']
  dry_run: boolean
  waits: boolean
  /** When it is cancelled, from its start; -1 for never. */
  cancel: number
  posts: PostFault[]
  lists: ListFault[]
}

export interface World {
  traits: Traits
  runs: Plan[]
  /** The images of deployments of the name that are there before. */
  before: string[]
  /** When they are deleted; -1 for never. */
  removal: number
  /** The names of other deployments that are there before. */
  others: string[]
  /** When others are created and deleted. */
  churn: { at: number; adds: boolean }[]
}

/** A run that ended. */
export interface Ended {
  plan: Plan
  run: Run
  stop: Stop | undefined
  created: boolean | undefined
  ended: number
}

export interface History {
  world: World
  model: Model
  runs: Ended[]
}

export const PLAIN: Traits = {
  taken: 0,
  cap: 100,
  isNewestFirst: true,
  ignoresOffset: false,
  shouts: false,
  rewrites: false,
  activeAfter: 0,
}

export const PLAN: Plan = {
  start: 0,
  image: 'image:1',
  if_exists: 'match',
  dry_run: false,
  waits: false,
  cancel: -1,
  posts: [],
  lists: [],
}

export const QUIET: World = { traits: PLAIN, runs: [PLAN], before: [], removal: -1, others: [], churn: [] }

/** Breaks a rule: another service for the code under test. */
export type Mutation = (service: Service, plan: Plan) => Service

/** Numbers from 0 to 1, always the same. */
function openRandom(): () => number {
  let state = 17
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const orderOf = ({ image, if_exists, dry_run, waits }: Plan): Order => ({
  ...{ repository: undefined, server: undefined, github_token: undefined, comment: false },
  ...{ commit: undefined, health_url: undefined, health_contains: undefined },
  request: {
    name: NAME,
    source: 'external_container',
    source_config: {},
    source_revision_config: { image_uri: image },
    secrets: [],
  },
  if_exists,
  dry_run,
  wait_for: waits ? 'active' : 'none',
  wait_timeout: 120_000,
})

/** Lets the runs of a world happen, and all that the service does after them. */
export async function simulate(world: World, mutate: Mutation = service => service): Promise<History> {
  const clock = virtualClock()
  const model = openModel(world.traits, clock)
  for (const name of world.others) model.hold({ name, image: 'image:1', by: -1 }, Number.NEGATIVE_INFINITY)
  for (const image of world.before) model.hold({ name: NAME, image, by: -1 }, Number.NEGATIVE_INFINITY)
  for (const { at, adds } of world.churn) clock.after(at, () => (adds ? addOther() : dropOther()))
  if (world.removal >= 0) clock.after(world.removal, remove)

  const addOther = () => model.hold({ name: 'other', image: 'image:1', by: -1 })
  function dropOther(): void {
    const other = model.held.find(({ name, removed }) => name !== NAME && removed > clock.now())
    if (other) other.removed = clock.now() - GONE_AFTER
  }
  function remove(): void {
    for (const one of model.held) if (one.name === NAME) one.removed = clock.now()
  }

  async function runOnce(plan: Plan, index: number): Promise<Ended> {
    const ending = new AbortController()
    const { signal } = ending
    await clock.sleep(plan.start, signal)
    if (plan.cancel >= 0) clock.after(plan.cancel, () => ending.abort())
    const run = openRun(true, { info() {}, warning() {}, setSecret() {}, setOutput() {} })
    const { redacted, log } = run
    const net: Net = { clock, random: openRandom(), env: {}, signal, timeout: 30_000, redacted, log }
    const connection = { base_url: new URL('http://service'), headers: {}, list_parameters: LIST_PARAMETERS }
    const send = sendBy(model.exchangeOf(index, plan.posts, plan.lists, signal), net)
    const service = mutate(openService(connection, send, net), plan)
    const order = orderOf(plan)

    // As the create action does.
    async function work(): Promise<void> {
      await deploy(order, service, run)
      const { deployment } = run
      if (!deployment || order.dry_run || !isWaiting(order)) return
      const deadline = clock.now() + order.wait_timeout
      await waitFor(deployment, order, deadline, service, async () => undefined, run)
    }

    const stop = await stopOf(work, signal, log)
    return { plan, run, stop, created: isCreated(run), ended: clock.now() }
  }

  return { world, model, runs: await clock.run(Promise.all(world.runs.map(runOnce))) }
}

/** What happened, a line each, for a reader of a failed test. */
export const traceOf = ({ model, runs }: History): string =>
  [
    ...model.held.map(held => JSON.stringify(held)),
    ...model.exchanges.map(
      ({ run, method, sent, ended, result, filter, shown }) =>
        `run ${run}: ${method}${filter && ` by ${filter}`} from ${sent} to ${ended}: ${result} ${shown}`,
    ),
    ...runs.map(
      ({ stop, created, ended, run }, index) =>
        `run ${index} ended at ${ended} with ${stop?.code ?? 'success'} (${stop?.message}), created=${created}, id=${run.deployment?.id}`,
    ),
  ].join('\n')
