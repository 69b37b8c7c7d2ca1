import { deploy } from '../../src/deployment/deploy.ts'
import type { End } from '../../src/deployment/facts.ts'
import { type Event, type Facts, learn, NO_FACTS } from '../../src/deployment/facts.ts'
import type { Order } from '../../src/deployment/order.ts'
import { write } from '../../src/lib/sentence.ts'
import { LIST_PARAMETERS, openService } from '../../src/service/client.ts'
import { judgeStopped } from '../../src/verdict/stops.ts'
import type { FailureWords } from '../../src/verdict/verdict.ts'
import { type Faults, NAME, OK, serviceModel, type Traits } from './model.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The code under test: that of src/, or a copy with a broken rule. */
export interface Code {
  deploy: typeof deploy
  openService: typeof openService
}

export const CODE: Code = { deploy, openService }

/** A service that behaves well and lists at once. */
const PLAIN: Traits = { takenNames: 'accept', latency: 0, cap: 100, newestFirst: true }

export const NO_FAULTS: Faults = { post: () => OK, list: () => OK }

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    // A Lehmer generator: enough to spread delays.
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** One run of the action in a simulated world. Times are in milliseconds. */
export interface Run {
  name: string
  started: number
  ended: number
  end: End
  facts: Facts
  events: { at: number; event: Event }[]
}

export type World = Awaited<ReturnType<typeof simulateRuns>>

/** What a world begins with: its service, when each run starts, and the names of other deployments. */
interface Setting {
  traits?: Partial<Traits>
  starts: number[]
  others?: string[]
}

/** Simulates some runs that create a deployment of one name. */
export async function simulateRuns(
  { traits: given, starts, others = [] }: Setting,
  faults: Faults,
  randomOf: (run: number) => () => number,
  code: Code,
  clock: VirtualClock,
) {
  const traits = { ...PLAIN, ...given }
  const before = others.map(name => ({ ...ASKED, name }))
  const model = serviceModel(traits, before, faults, clock)

  async function runOnce(start: number, index: number): Promise<Run> {
    const name = `run ${index + 1}`
    const random = randomOf(index)
    const { signal } = new AbortController()
    if (start > 0) await clock.sleep(start, signal)
    const run: Omit<Run, 'end' | 'ended'> = { name, started: clock.now(), facts: NO_FACTS, events: [] }
    const notify = (event: Event) => {
      run.events.push({ at: clock.now(), event })
      run.facts = learn(run.facts, event)
    }
    const onRetry = (retry: Omit<Extract<Event, { type: 'retry' }>, 'type'>) =>
      notify({ type: 'retry', ...retry })
    const service = code.openService({
      ...{ base_url: 'https://service.test', headers: {}, credentials: [], list_parameters: LIST_PARAMETERS },
      ...{
        send: model.sendFor(name),
        received: () => {},
        onProgress: () => {},
        redact: String,
        ...{ clock, random, onRetry },
      },
    })
    const health = () => Promise.reject(new Error('no run asks for health'))
    const end = await code.deploy(ORDER, {
      ...{ service, clock, random, onRetry, notify, signal, health, redact: String },
    })
    return { ...run, end, ended: clock.now() }
  }

  return { traits, model, runs: await clock.run(Promise.all(starts.map(runOnce))) }
}

/** The request of every run. */
const ASKED = {
  name: NAME,
  source: 'external_container' as const,
  source_config: {},
  source_revision_config: { image_uri: 'image:1' },
  secrets: [],
}

const ORDER: Order = {
  draft: ASKED,
  repository: undefined,
  dry_run: false,
  if_exists: 'match',
  wait_for: 'none',
  wait_timeout: 0,
}

/** The words of a run's failure; undefined after a success. */
export function failureOf({ end, facts }: Run): FailureWords | undefined {
  if ('result' in end) return undefined
  return judgeStopped({ action: 'create', order: ORDER, goal: ORDER, inputs: [] }, facts, end).failure
}

/** How a run ended, in a line. */
function endOf(run: Run): string {
  if ('result' in run.end) return run.end.result
  const failure = failureOf(run)
  return `with ${failure?.code}: ${write(failure?.what ?? '')}`
}

/** The events of a world as readable lines. */
export function traceOf({ traits, model, runs }: World): string {
  const lines = [
    ...model.deployments.map(({ id, by, committed, sent }) => ({
      at: committed,
      text: `service: commits ${id} "${sent['name']}", made by ${by}`,
    })),
    ...model.exchanges.map(({ at, run, method, result, shown, offset, started, filtered }) => ({
      at,
      text: `${run}: ${method}${filtered ? ' by name' : ''}, sent at ${started} ms: ${result}${shown === undefined ? '' : `, page at ${offset} shows ${shown.join(', ') || 'none'} of the name`}`,
    })),
    ...runs.map(run => ({
      at: run.ended,
      text: `${run.name}: ends ${endOf(run)}, created=${run.facts.created}, id=${run.facts.deployment?.id}`,
    })),
  ].sort((a, b) => a.at - b.at)
  return [
    JSON.stringify(traits),
    ...lines.map(({ at, text }) => `${String(at).padStart(8)} ms  ${text}`),
  ].join('\n')
}
