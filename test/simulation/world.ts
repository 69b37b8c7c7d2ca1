import { inspect } from 'node:util'
import { deploy } from '../../src/actions/deploy.ts'
import type { Order } from '../../src/inputs/order.ts'
import { isCreated, openRun, runWork } from '../../src/run/run.ts'
import type { Send } from '../../src/service/http.ts'
import { type Connection, connect, LIST_PARAMETERS } from '../../src/service/operations.ts'
import { type VirtualClock, virtualClock } from './clock.ts'
import { type Fault, GONE_AFTER, NAME, openModel, type Traits } from './service.ts'

// Runs of the action in a world: the code of src/ over a model of the service, with a clock of its own.

/** What one run is asked for, and how its requests fail. Requests behind the last fault go well. */
export interface Plan {
  start: number
  image: string
  if_exists: Order['if_exists']
  dry_run: boolean
  waits: boolean
  /** When it is cancelled, from its start; -1 for never. */
  cancel: number
  posts: Fault[]
  lists: Fault[]
}

export interface World {
  traits: Traits
  runs: Plan[]
  /** The images of deployments of the name that are there before. */
  before: string[]
  /** When all of the name are deleted; -1 for never. */
  removal: number
  /** The names of other deployments that are there before. */
  others: string[]
  /** When others are created and deleted. */
  churn: { at: number; adds: boolean }[]
}

export type History = Awaited<ReturnType<typeof simulate>>
export type Ended = History['runs'][number]

/** The order of a plan. */
export const orderOf = ({ image, if_exists, dry_run, waits }: Plan): Order => ({
  ...{ commit: undefined, health_url: undefined, health_contains: undefined },
  ...{ health_headers: {}, healthNeedsHttps: false },
  ...{ if_exists, dry_run, wait_for: waits ? 'active' : 'none', wait_timeout: 120_000 },
  requested: {
    ...{ name: NAME, source: 'external_container', source_config: {}, secrets: [] },
    source_revision_config: { image_uri: image },
  },
})

/** Opens a run of the action, and the service as it sees it by its requests. */
export function openAction(send: Send, clock: VirtualClock, signal: AbortSignal) {
  const output = { info() {}, warning() {}, setSecret() {}, setOutput() {}, isDebug: () => false, debug() {} }
  const run = openRun({ mayCreate: true, restriction: undefined }, output)
  const job = { clock, random: () => 0.5, env: {}, signal }
  const connection: Connection = {
    ...{ base_url: new URL('http://service'), headers: {}, list_parameters: LIST_PARAMETERS },
    ...{ oidc_audience: undefined, hasCredential: false, request_timeout: 30_000 },
  }
  return { run, service: connect(connection, job, run, () => send) }
}

/** Lets the runs of a world happen, and all that the service does after them. */
export async function simulate(world: World) {
  const clock = virtualClock()
  const model = openModel(world.traits, clock)
  const other = { name: 'other', image: 'image:1', by: -1 }
  const ever = Number.NEGATIVE_INFINITY
  for (const name of world.others) model.hold({ ...other, name }, ever)
  for (const image of world.before) model.hold({ ...other, name: NAME, image }, ever)
  for (const { at, adds } of world.churn) clock.after(at, () => (adds ? model.hold(other) : dropOther()))
  if (world.removal >= 0) clock.after(world.removal, remove)

  function dropOther(): void {
    const first = model.held.find(({ name, removed }) => name !== NAME && removed > clock.now())
    if (first) first.removed = clock.now() - GONE_AFTER
  }
  function remove(): void {
    for (const one of model.held) if (one.name === NAME) one.removed = clock.now()
  }

  async function runOnce(plan: Plan, index: number) {
    const ending = new AbortController()
    const { signal } = ending
    await clock.sleep(plan.start, signal)
    if (plan.cancel >= 0) clock.after(plan.cancel, () => ending.abort())
    const send = model.exchangeOf(index, plan.posts, plan.lists, signal)
    const { run, service } = openAction(send, clock, signal)
    const stop = await runWork(() => deploy(orderOf(plan), service, run), { signal }, run)
    return { plan, run, stop, created: isCreated(run), ended: clock.now() }
  }

  return { world, model, runs: await clock.run(Promise.all(world.runs.map(runOnce))) }
}

/** What happened, for a reader of a failed test. */
export function traceOf({ model: { held, exchanges }, runs }: History): string {
  const ends = runs.map(({ stop, created, ended, run }) => ({ stop, created, ended, id: run.deployment?.id }))
  return inspect({ held, exchanges, ends }, { depth: 4, breakLength: 200 })
}
