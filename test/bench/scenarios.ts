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
  targets: Targets
  open(): Promise<Stage>
}

/** The limits of the action. */
interface Targets {
  /** The ratio to the time of curl and jq. */
  script: number
  /** The ratio to the time of the program with fetch. */
  fetch?: number
  /** Bytes of JavaScript that are loaded. */
  loaded?: number
  /** Bytes of memory. */
  peak?: number
}

/** A scenario that is set up. */
interface Stage {
  sandbox: Sandbox
  /** A new task. */
  newTask(): Task
  close(): Promise<void>
}

const ROUND_TRIP = 40

export const SCENARIOS: [Scenario, ...Scenario[]] = [
  {
    title: 'Create, loopback',
    targets: { script: 1.35, fetch: 1.15, loaded: 1_000_000 },
    open: () => stage({}),
  },
  { title: `Create, TLS at ${ROUND_TRIP} ms`, targets: { script: 0.78 }, open: distantStage },
  {
    title: 'Among 100,000 repositories',
    targets: { script: 0.6, peak: 250 * 2 ** 20 },
    open: () => stage({ repositories: manyRepositories() }),
  },
  { title: 'Among 10,000 deployments', targets: { script: 0.2 }, open: amongDeployments },
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
    close: () => sandbox.close(),
  }
}

async function distantStage(): Promise<Stage> {
  const authority = join(tmpdir(), `bench-${process.pid}.pem`)
  const certificate = selfSigned()
  await writeFile(authority, certificate.cert)
  const near = await stage({ tls: certificate })
  const { port } = new URL(near.sandbox.base_url)
  const distant = await openDistant(Number(port), ROUND_TRIP)
  return {
    ...near,
    newTask: () => ({ ...near.newTask(), base_url: `https://127.0.0.1:${distant.port}`, authority }),
    async close() {
      await distant.close()
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
