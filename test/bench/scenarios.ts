import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../sandbox/certificate.ts'
import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts'
import type { Task } from './commands.ts'
import { putAtDistance } from './distant.ts'

/** A service in a certain state, and the limits of the action. */
export interface Scenario {
  title: string
  /** Ratios to the times of the other commands, and bytes of loaded JavaScript and of memory. */
  targets: { script?: number; fetch?: number; loaded?: number; peak?: number }
  service?: () => SandboxOptions
  /** How many deployments there are. */
  deployments?: number
  /** The time of a round trip to the service, in milliseconds; the service then has TLS. */
  roundTrip?: number
}

export const SCENARIOS = {
  plain: {
    title: 'Create, loopback',
    targets: { fetch: 1.05, loaded: 850_000 },
  },
  distant: {
    title: 'Create, TLS with round trips of 40 ms',
    targets: { fetch: 1.35 },
    roundTrip: 40,
  },
  large: {
    title: 'Among 100,000 repositories',
    targets: { fetch: 1.25, peak: 250 * 2 ** 20 },
    // About 30 MB as JSON.
    service: () => ({
      repositories: Array.from({ length: 100_000 }, (_, index) => ({
        owner: `organisation-of-many-teams-${index % 97}`,
        name: `service-with-a-name-as-they-are-in-large-places-${index}`,
      })),
    }),
  },
  many: {
    title: 'Among 10,000 deployments',
    targets: { script: 0.2 },
    deployments: 10_000,
  },
} satisfies Record<string, Scenario>

/** Starts the service of a scenario. Each task finds it as the first one did. */
export async function open({ service, deployments = 0, roundTrip }: Scenario) {
  const api_key = 'key-of-the-bench'
  const tls = roundTrip === undefined ? undefined : selfSigned()
  const sandbox = await startSandbox({ api_key, ready_after: 0, ...(tls && { tls }), ...service?.() })
  const seeded = sandbox.seed(
    ...Array.from({ length: deployments }, (_, index) => ({ name: `old-${index}` })),
  )
  const kept = new Set(seeded.map(({ id }) => id))

  const { integration_id, repositories } = sandbox
  const url = new URL(sandbox.base_url)
  const distant = roundTrip === undefined ? undefined : await putAtDistance(Number(url.port), roundTrip)
  if (distant) url.port = `${distant.port}`
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const ca = join(folder, 'ca.pem')
  if (tls) writeFileSync(ca, tls.cert)

  const { owner, name } = repositories.at(-1) ?? {}
  let count = 0
  function newTask(): Task {
    for (const { id } of sandbox.deployments) if (!kept.has(id)) sandbox.remove(id)
    return {
      ...{ base_url: url.origin, integration_id, api_key },
      ...{ repository: `${owner}/${name}`, name: `bench${count++}` },
      ...(tls && { ca }),
    }
  }
  async function close(): Promise<void> {
    await distant?.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  }
  return { newTask, close }
}
