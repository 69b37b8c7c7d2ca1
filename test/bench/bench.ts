import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runStep, type StartScript } from '../../scripts/run-step.ts'
import { openSandbox } from '../../src/sandbox/routes.ts'
import { serve } from '../../src/sandbox/server.ts'

// Compares the action with a script of curl and jq, and one of Node's fetch, as whole processes that send the same
// requests: npm run bench. It fails if a ratio of their times is above its limit.

const WARM_UPS = 2
const ROUNDS = 11
const API_KEY = 'key-of-the-bench'

const COMMANDS = {
  action: [process.execPath],
  curl: ['bash', join(import.meta.dirname, 'create.sh')],
  fetch: [process.execPath, join(import.meta.dirname, 'create.mjs')],
} as const
type Command = keyof typeof COMMANDS
const NAMES = Object.keys(COMMANDS) as Command[]

interface Scenario {
  title: string
  repositories: number
  deployments: number
  /** The highest ratio of the action's time to that of a script. */
  limits: Partial<Record<Command, number>>
}

const PLAIN = { repositories: 3, deployments: 0 }

const SCENARIOS: Scenario[] = [
  { ...PLAIN, title: 'Create, on this machine', limits: { fetch: 1.4 } },
  { ...PLAIN, title: 'Among 100,000 repositories', repositories: 100_000, limits: { fetch: 1.4, curl: 1 } },
  { ...PLAIN, title: 'Among 2,000 deployments', deployments: 2000, limits: { curl: 1 } },
]

for (const scenario of SCENARIOS) await compare(scenario)

/** Runs the commands in turn, so that other load on the machine affects all of them. */
async function compare({ title, repositories, deployments, limits }: Scenario): Promise<void> {
  console.log(`\n${title}`)
  const sandbox = openSandbox({
    api_key: API_KEY,
    ready_after: 0,
    repositories: Array.from({ length: repositories }, (_, index) => ({
      owner: `team-${index % 97}`,
      name: `service-with-a-long-name-${index}`,
    })),
  })
  const { integration_id } = sandbox
  const { url: base_url, close } = await serve(sandbox.fetch)
  for (let index = 0; index < deployments; index++) {
    const parts = { source_config: {}, source_revision_config: {}, secrets: [] }
    const body = JSON.stringify({ name: `old-${index}`, source: 'internal_template', ...parts })
    const headers = { 'x-api-key': API_KEY }
    const { status } = await fetch(`${base_url}/v2/deployments`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error('A deployment was not created')
  }
  const { owner, name } = sandbox.repositories.at(-1) ?? {}
  const service = { base_url, integration_id, repository: `${owner}/${name}` }
  const times: Record<Command, number[]> = { action: [], curl: [], fetch: [] }
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const command of NAMES) {
      const ms = await run(command, { ...service, api_key: API_KEY, name: `${command}${round + WARM_UPS}` })
      if (round >= 0) times[command].push(ms)
    }
  }
  close()
  for (const command of NAMES) console.log(`${command}: ${Math.round(median(times[command]))} ms`)
  for (const [command, limit] of Object.entries(limits)) {
    const ratio = median(times.action.map((ms, round) => ms / (times[command as Command][round] ?? ms)))
    console.log(`action to ${command}: ${ratio.toFixed(2)}, at most ${limit}`)
    if (ratio > limit) process.exitCode = 1
  }
}

/** Runs a command, and returns its milliseconds. Rejects if it does not create the deployment. */
async function run(command: Command, task: Record<string, string>): Promise<number> {
  let ms = Number.NaN
  const start: StartScript = (file, { cwd, env }) => {
    const [program, script = file] = COMMANDS[command]
    const begun = performance.now()
    // A runner has no cache of compiled code.
    const child = spawn(program, [script], { cwd, env: { ...env, NODE_COMPILE_CACHE: undefined } })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (printed += text))
    const result = once(child, 'close').then(([exitCode]) => {
      ms = performance.now() - begun
      return { exitCode, stdout: printed, stderr: '' }
    })
    return { kill: signal => void child.kill(signal), stdout: () => printed, result }
  }
  const env = Object.fromEntries(Object.entries(task).map(([name, value]) => [name.toUpperCase(), value]))
  const { exitCode, outputs, stdout } = await runStep({ with: { ...task, source: 'repohost' }, env }, start)
  if (exitCode === 0 && outputs['created'] === 'true' && outputs['name'] === task['name']) return ms
  throw new Error(`${command} did not create the deployment (exit code ${exitCode}):\n${stdout}`)
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
