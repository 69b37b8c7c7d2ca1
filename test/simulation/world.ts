import type { Event } from '../../src/deployment/context.ts'
import { deploy } from '../../src/deployment/deploy.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import { waitForExisting } from '../../src/deployment/wait.ts'
import type { Send } from '../../src/http/exchange.ts'
import { write } from '../../src/lib/sentence.ts'
import { INITIAL_STATE, nextState, type RunState } from '../../src/report/run-state.ts'
import { LIST_PARAMETERS, openService } from '../../src/service/client.ts'
import { type Faults, NAME, OK, serviceModel, type Traits } from './model.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The code under test: that of src/, or a copy with a broken rule. */
export interface Code {
  deploy: typeof deploy
  waitForExisting: typeof waitForExisting
  openService: typeof openService
}

export const CODE: Code = { deploy, waitForExisting, openService }

interface Order {
  if_exists: 'match' | 'fail' | 'reuse'
  wait_for: 'none' | 'ready' | 'active'
  wait_timeout: number
}

/** The initial state of a world, and the traits of its service. */
export interface Setting {
  traits: Traits
  existing: keyof typeof BEFORE
  /** When each run starts. */
  starts: number[]
  order: Order
  /** The time after its start at which each run is cancelled, if any. */
  cancelled: number | undefined
}

/** A service that behaves well and lists at once. */
export const PLAIN: Traits = {
  takenNames: 'accept',
  lag: 0,
  latency: 0,
  readyAfter: 0,
  told: 'next',
  cap: 100,
  newestFirst: true,
  wholeSeconds: false,
  filters: 'used',
  names: 'kept',
}

/** A setting in which nothing exists yet. */
export const plainSetting = (starts: number[], traits: Partial<Traits>): Setting => ({
  traits: { ...PLAIN, ...traits },
  existing: 'none',
  starts,
  order: { if_exists: 'match', wait_for: 'none', wait_timeout: 0 },
  cancelled: undefined,
})

export const NO_FAULTS: Faults = { post: () => OK, list: () => OK }

/** One run of the action in a simulated world. Times are in milliseconds. */
export interface Run {
  name: string
  started: number
  ended: number
  outcome: Outcome | 'cancelled'
  state: RunState
  events: { at: number; event: Event }[]
}

export type World = Awaited<ReturnType<typeof simulateRuns>>

/** A service at which nothing but `send` matters. */
export const serviceOf = (
  { openService }: Pick<Code, 'openService'>,
  send: Send,
  retry: Parameters<typeof openService>[0]['retry'],
) =>
  openService({
    baseUrl: 'https://service.test',
    headers: {},
    listParameters: LIST_PARAMETERS,
    send,
    received: () => {},
    retry,
  })

/** Simulates all runs of a setting. */
export async function simulateRuns(
  setting: Setting,
  faults: Faults,
  randomOf: (run: number) => () => number,
  code: Code,
  clock: VirtualClock,
) {
  const { traits, existing, starts, order, cancelled } = setting
  const model = serviceModel(traits, BEFORE[existing], faults, clock)

  async function runOnce(start: number, index: number): Promise<Run> {
    const name = `run ${index + 1}`
    const random = randomOf(index)
    const cancellation = new AbortController()
    const { signal } = cancellation
    if (start > 0) await clock.sleep(start, signal)
    if (cancelled !== undefined) clock.after(cancelled, () => cancellation.abort())
    const started = clock.now()
    const run: Run = { name, started, ended: 0, outcome: 'cancelled', state: INITIAL_STATE, events: [] }
    const notify = (event: Event) => {
      run.events.push({ at: clock.now(), event })
      run.state = nextState(run.state, event, clock.now())
    }
    const onRetry = (retry: Omit<Extract<Event, { type: 'retry' }>, 'type'>) =>
      notify({ type: 'retry', ...retry })
    const service = serviceOf(code, model.sendFor(name), { clock, random, onRetry })
    const health = () => Promise.reject(new Error('no schedule asks for health'))
    try {
      run.outcome = await code.deploy(
        { draft: ASKED, repository: undefined, dry_run: false, ...order },
        { service, clock, random, notify, signal, health, redact: String },
      )
    } catch (error) {
      if (!signal.aborted) throw error
    }
    run.ended = clock.now()
    return run
  }

  return { setting, model, runs: await clock.run(Promise.all(starts.map(runOnce))) }
}

/** The request of every run. */
const ASKED = {
  name: NAME,
  source: 'external_container' as const,
  source_config: {},
  source_revision_config: { image_uri: 'image:1' },
  secrets: [],
}

/** The deployments that exist when a world begins. */
const BEFORE = {
  none: [] as Record<string, unknown>[],
  similar: ['Shop-2', 'a-Shop', 'Shopping', 'other'].map(name => ({ ...ASKED, name })),
  folded: [{ ...ASKED, name: 'shop' }],
  same: [{ ...ASKED }],
  different: [{ ...ASKED, source_revision_config: { image_uri: 'image:0' } }],
  two: [{ ...ASKED }, { ...ASKED }],
  awaiting_delete: [{ ...ASKED, status: 'AWAITING_DELETE' }],
}

/** The events of a world as readable lines. */
export function traceOf({ setting, model, runs }: World): string {
  const lines = [
    ...model.deployments.map(({ id, by, committed, visible, sent }) => ({
      at: committed,
      text: `service: commits ${id} "${sent['name']}", made by ${by}${visible > committed ? `, listed from ${visible} ms` : ''}`,
    })),
    ...model.exchanges.map(({ at, run, method, result, shown, offset, started, filtered }) => ({
      at,
      text: `${run}: ${method}${filtered ? ' by name' : ''}, sent at ${started} ms: ${result}${shown === undefined ? '' : `, page at ${offset} shows ${shown.join(', ') || 'none'} of the name`}`,
    })),
    ...runs.map(({ name, ended, outcome, state }) => ({
      at: ended,
      text: `${name}: ends ${outcome === 'cancelled' ? outcome : outcome.result === 'failed' ? `with ${outcome.failure.code}: ${write(outcome.failure.what, text => text)}` : outcome.result}, created=${state.created}, id=${state.deployment?.read.id}`,
    })),
  ].sort((a, b) => a.at - b.at)
  return [
    JSON.stringify(setting),
    ...lines.map(({ at, text }) => `${String(at).padStart(8)} ms  ${text}`),
  ].join('\n')
}
