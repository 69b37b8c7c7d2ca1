import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { runStep, type StartScript } from '../../scripts/run-step.ts'
import { openSandbox } from '../../src/sandbox/routes.ts'
import { serve } from '../../src/sandbox/server.ts'
import { selfSigned } from '../harness/certificate.ts'
import { listen } from '../harness/listen.ts'

// Compares the action with a script of curl and jq, and with the least program of Node's fetch, as whole processes in turn:
// npm run bench. It fails if a ratio of their times is above its limit.

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
  /** Over TLS, with so many milliseconds for a round trip. */
  roundTrip?: number
  /** The highest ratio of the action's time to that of a script. */
  limits: Partial<Record<Command, number>>
}

const PLAIN = { repositories: 3, deployments: 0 }

const SCENARIOS: Scenario[] = [
  { ...PLAIN, title: 'Create, on this machine', limits: { fetch: 1.12, curl: 1.35 } },
  { ...PLAIN, title: 'Over TLS, 40 ms away', roundTrip: 40, limits: { fetch: 1.2, curl: 0.85 } },
  { ...PLAIN, title: 'Among 100,000 repositories', repositories: 100_000, limits: { fetch: 1.15, curl: 0.5 } },
  { ...PLAIN, title: 'Among 10,000 deployments', deployments: 10_000, limits: { fetch: 1.25, curl: 0.12 } },
]

const FOLDER = mkdtempSync(join(tmpdir(), 'bench-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true }))
/** The certificate of the distant service. */
const CERTIFICATE = join(FOLDER, 'certificate.pem')

for (const scenario of SCENARIOS) await compare(scenario)

/** Runs the commands in turn, so that other load on the machine affects all of them. */
async function compare({ title, repositories, deployments, roundTrip, limits }: Scenario): Promise<void> {
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
  const { url: plain_url, close } = await serve(sandbox.fetch)
  for (let index = 0; index < deployments; index++) {
    const parts = { source_config: {}, source_revision_config: {}, secrets: [] }
    const body = JSON.stringify({ name: `old-${index}`, source: 'internal_template', ...parts })
    const headers = { 'x-api-key': API_KEY }
    const { status } = await fetch(`${plain_url}/v2/deployments`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error('A deployment was not created')
  }
  const distant = roundTrip === undefined ? undefined : await openDistant(plain_url, roundTrip)
  const base_url = distant?.url ?? plain_url
  const { owner, name } = sandbox.repositories.at(-1) ?? {}
  const service = { base_url, integration_id, repository: `${owner}/${name}` }
  const times: Record<Command, number[]> = { action: [], curl: [], fetch: [] }
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const command of NAMES) {
      const ms = await run(command, { ...service, api_key: API_KEY, name: `${command}${round + WARM_UPS}` })
      if (round >= 0) times[command].push(ms)
    }
  }
  await distant?.close()
  close()
  for (const command of NAMES) console.log(`${command}: ${Math.round(median(times[command]))} ms`)
  for (const [command, limit] of Object.entries(limits)) {
    const ratio = median(times.action.map((ms, round) => ms / (times[command as Command][round] ?? ms)))
    console.log(`action to ${command}: ${ratio.toFixed(2)}, at most ${limit}`)
    if (ratio > limit) process.exitCode = 1
  }
}

/** Serves over TLS what a plain address serves, with a delay of the network before each connection and each answer. */
async function openDistant(plain_url: string, roundTrip: number) {
  const { key, cert } = selfSigned()
  writeFileSync(CERTIFICATE, cert)
  const { port } = new URL(plain_url)
  const server = createServer({ key, cert, noDelay: true }, socket => {
    const upstream = connect(Number(port), '127.0.0.1')
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
    socket.pipe(upstream)
    upstream.on('data', data => setTimeout(() => socket.write(data), roundTrip))
    upstream.on('end', () => setTimeout(() => socket.end(), roundTrip))
  })
  const listening = await listen(server)
  return { url: `https://127.0.0.1:${listening.port}`, close: listening.close }
}

/** Runs a command, and returns its milliseconds. Rejects if it does not create the deployment. */
async function run(command: Command, task: Record<string, string>): Promise<number> {
  let ms = Number.NaN
  const start: StartScript = (file, { cwd, env }) => {
    const [program, script = file] = COMMANDS[command]
    const begun = performance.now()
    // A runner has no cache of compiled code.
    const trust = { NODE_EXTRA_CA_CERTS: CERTIFICATE, CURL_CA_BUNDLE: CERTIFICATE }
    const own = task['base_url']?.startsWith('https:') ? trust : {}
    const child = spawn(program, [script], { cwd, env: { ...env, ...own, NODE_COMPILE_CACHE: undefined } })
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
