import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts'
import type { Task } from './commands.ts'

/** A service in a certain state, and the limits of the action. */
interface Scenario {
  title: string
  /** Ratios to the times of the other commands, and bytes of loaded JavaScript and of memory. */
  targets: { script: number; fetch?: number; loaded?: number; peak?: number }
  service: () => SandboxOptions
}

export const SCENARIOS = {
  plain: {
    title: 'Create, loopback',
    targets: { script: 1.35, fetch: 1.1, loaded: 1_000_000 },
    service: () => ({}),
  },
  large: {
    title: 'Among 100,000 repositories',
    targets: { script: 0.6, peak: 250 * 2 ** 20 },
    // About 30 MB as JSON.
    service: () => ({
      repositories: Array.from({ length: 100_000 }, (_, index) => ({
        owner: `organisation-of-many-teams-${index % 97}`,
        name: `service-with-a-name-as-they-are-in-large-places-${index}`,
      })),
    }),
  },
} satisfies Record<string, Scenario>

/** Starts the service of a scenario. Each task finds it as the first one did. */
export async function open({ service }: Pick<Scenario, 'service'>) {
  const api_key = 'key-of-the-bench'
  const sandbox = await startSandbox({ api_key, ready_after: 0, ...service() })
  const { base_url, integration_id, repositories } = sandbox
  const { owner, name } = repositories.at(-1) ?? {}
  let count = 0
  function newTask(): Task {
    for (const { id } of sandbox.deployments) sandbox.remove(id)
    return { base_url, integration_id, api_key, repository: `${owner}/${name}`, name: `bench${count++}` }
  }
  return { newTask, close: sandbox.close }
}
