import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts'
import type { Task } from './commands.ts'

/** A service in a certain state. */
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

export const SCENARIOS: [Scenario, ...Scenario[]] = [
  {
    title: 'Create, loopback',
    targets: { script: 1.35, fetch: 1.15, loaded: 1_000_000 },
    open: () => stage({}),
  },
  {
    title: 'Among 100,000 repositories',
    targets: { script: 0.6, peak: 250 * 2 ** 20 },
    open: () => stage({ repositories: manyRepositories() }),
  },
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
      for (const { id } of sandbox.deployments) sandbox.remove(id)
      return {
        ...{ base_url, integration_id, api_key: API_KEY },
        repository: `${repository?.owner}/${repository?.name}`,
        name: `bench${count++}`,
      }
    },
    close: () => sandbox.close(),
  }
}

/** About 30 MB as JSON. */
const manyRepositories = () =>
  Array.from({ length: 100_000 }, (_, index) => ({
    owner: `organisation-of-many-teams-${index % 97}`,
    name: `service-with-a-name-as-they-are-in-large-places-${index}`,
  }))
