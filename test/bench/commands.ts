import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runStep, type StartScript } from '../../scripts/run-step.ts'

/** The deployment that each command creates, and the service. */
export interface Task {
  base_url: string
  api_key: string
  integration_id: string
  /** `owner/name`. */
  repository: string
  name: string
  /** The file of the service's certificate, if it has TLS. */
  ca?: string
}

const here = (file: string) => join(import.meta.dirname, file)

/** The commands to compare; each sends the same requests and writes the same outputs. */
const COMMANDS = {
  action: [process.execPath],
  'curl and jq': ['bash', here('create.sh')],
  'Node fetch': [process.execPath, here('create.mjs')],
} as const
export type Command = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[]

/** How the process of a command differs: arguments for Node, and environment variables. */
interface Extra {
  args?: string[]
  env?: Record<string, string>
}

/**
 * Runs one command as a process, and returns its duration in milliseconds and its outputs. Rejects if it does not create
 * the deployment.
 */
export async function run(command: Command, { ca = '', ...task }: Task, { args = [], env = {} }: Extra = {}) {
  let ms = Number.NaN
  const start: StartScript = (file, { cwd, env }) => {
    const [program, script = file] = COMMANDS[command]
    const begun = performance.now()
    // A runner has no cache of compiled code.
    const options = { cwd, env: { ...env, NODE_COMPILE_CACHE: undefined } }
    const child = spawn(program, [...args, script], options)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (printed += text))
    const result = once(child, 'close').then(([exitCode]) => {
      ms = performance.now() - begun
      return { exitCode, stdout: printed, stderr: '' }
    })
    return { kill: signal => void child.kill(signal), stdout: () => printed, result }
  }
  const variables = Object.entries(task).map(([name, value]) => [name.toUpperCase(), value])
  const trust = ca ? { NODE_EXTRA_CA_CERTS: ca, CURL_CA_BUNDLE: ca } : {}
  const step = {
    with: { ...task, source: 'repohost' },
    env: { ...Object.fromEntries(variables), ...trust, ...env },
  }
  const { exitCode, outputs, stdout } = await runStep(step, start)
  if (exitCode !== 0 || outputs['created'] !== 'true' || outputs['name'] !== task.name) {
    throw new Error(`${command} did not create the deployment (exit code ${exitCode}):\n${stdout}`)
  }
  return { ms, outputs }
}

/** Runs the action to measure the size of the loaded JavaScript and the peak of the resident memory, in bytes. */
export async function examine(task: Task): Promise<{ loaded: number; peak: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const WITNESS = join(folder, 'witness.json')
  await run('action', task, { args: ['--import', pathToFileURL(here('witness.mjs')).href], env: { WITNESS } })
  const testimony = JSON.parse(await readFile(WITNESS, 'utf8'))
  await rm(folder, { recursive: true })
  return testimony
}
