import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../sandbox/certificate.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts'
import type { Task } from './commands.ts'
import { openDistant } from './distant.ts'

/** A service in a certain state, with a certain latency. */
export interface Scenario {
  title: string
  /** The limits of the action. */
  targets: Targets
  open(): Promise<Stage>
  /** The number of other deployments, for a distant service. */
  others?: number
}

export interface Targets {
  /** The ratio to the time of curl and jq. */
  ratio: number
  /** Bytes of JavaScript that are loaded. */
  loaded?: number
  /** Bytes of memory. */
  peak?: number
  round_trips?: number
}

/** A scenario that is set up. */
export interface Stage {
  sandbox: Sandbox
  /** A new task. */
  newTask(): Task
  /** Round trips from the first packet to the response to the last POST; undefined without a latency. */
  takeRoundTrips(): number | undefined
  close(): Promise<void>
}

const ROUND_TRIP = 40
const OTHERS = 50

/** So long that the time of the processor does not count as a round trip. */
export const LONG_ROUND_TRIP = 300

export const SCENARIOS: Scenario[] = [
  { title: 'Create, loopback', targets: { ratio: 1, loaded: 900_000 }, open: () => stage({}) },
  {
    title: `Create, TLS at ${ROUND_TRIP} ms`,
    targets: { ratio: 0.7, round_trips: 4 },
    open: () => distantStage(ROUND_TRIP),
  },
  {
    // The end of a list that is not empty costs the action a round trip, which the script does not spend.
    title: `Create, TLS at ${ROUND_TRIP} ms, beside ${OTHERS} deployments`,
    targets: { ratio: 0.85, round_trips: 5 },
    open: () => distantStage(ROUND_TRIP, OTHERS),
    others: OTHERS,
  },
  {
    title: 'Among 100,000 repositories',
    targets: { ratio: 0.7, peak: 250 * 2 ** 20 },
    open: () => stage({ repositories: manyRepositories() }),
  },
  { title: 'Among 10,000 deployments', targets: { ratio: 0.7 }, open: amongDeployments },
]

const API_KEY = 'key-of-the-bench'

async function stage(options: SandboxOptions): Promise<Stage> {
  const sandbox = await startSandbox({ api_key: API_KEY, ready_after: 0, ...options })
  const { base_url, integration_id, repositories } = sandbox
  const repository = repositories.at(-1)
  let count = 0
  return {
    sandbox,
    newTask() {
      // Each task finds the service as the first one did.
      for (const { id, name } of sandbox.deployments) if (/^bench\d*$/.test(name)) sandbox.remove(id)
      return {
        ...{ base_url, integration_id, api_key: API_KEY, authority: undefined },
        repository: `${repository?.owner}/${repository?.name}`,
        name: `bench${count++}`,
      }
    },
    takeRoundTrips: () => undefined,
    close: () => sandbox.close(),
  }
}

export async function distantStage(roundTrip: number, others = 0): Promise<Stage> {
  const authority = join(tmpdir(), `bench-${process.pid}-${roundTrip}.pem`)
  const certificate = selfSigned()
  await writeFile(authority, certificate.cert)
  let posted = 0
  const on_served = ({ method }: { method: string }) => {
    if (method === 'POST') posted = performance.now()
  }
  const near = await stage({ tls: certificate, on_served })
  near.sandbox.seed(...Array.from({ length: others }, (_, index) => ({ name: `other-${index}` })))
  const { port } = new URL(near.sandbox.base_url)
  const distant = await openDistant(Number(port), roundTrip)
  return {
    ...near,
    newTask: () => ({ ...near.newTask(), base_url: `https://127.0.0.1:${distant.port}`, authority }),
    takeRoundTrips() {
      const begun = distant.takeBeginning()
      return begun === undefined ? undefined : (posted + roundTrip / 2 - begun) / roundTrip
    },
    async close() {
      distant.close()
      await near.close()
      await rm(authority)
    },
  }
}

/** About 30 MB as JSON. */
const manyRepositories = () =>
  Array.from({ length: 100_000 }, (_, index) => ({
    owner: `organisation-of-many-teams-${index % 97}`,
    name: `service-with-a-name-as-they-are-in-large-places-${index}`,
  }))

/** Every deployment has the requested name as a part of its name, so that the filter of the service matches it. */
async function amongDeployments(): Promise<Stage> {
  const { sandbox, newTask, ...rest } = await stage({})
  sandbox.seed(...Array.from({ length: 10_000 }, (_, index) => ({ name: `bench-of-old-${index}` })))
  return { ...rest, sandbox, newTask: () => ({ ...newTask(), name: 'bench' }) }
}
