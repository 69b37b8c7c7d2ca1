import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { parseOutputs } from '../../scripts/run-step.ts'
import type { Testimony } from './witness.ts'

/** The deployment that each command creates, and the service. */
export interface Task {
  base_url: string
  api_key: string
  integration_id: string
  /** `owner/name`. */
  repository: string
  name: string
  /** PEM file of the certificate to trust, if the service speaks TLS. */
  authority: string | undefined
}

const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../..')

/** The commands to compare; each sends the same three requests and writes the same outputs. */
const COMMANDS = {
  action: [process.execPath, join(ROOT, 'dist/index.js')],
  'curl and jq': ['bash', join(HERE, 'create.sh')],
  'Node fetch': [process.execPath, join(HERE, 'create.mjs')],
} as const
export type Command = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[]

const DEFAULTS: Record<string, { default?: string }> = parse(
  await readFile(join(ROOT, 'action.yml'), 'utf8'),
).inputs

/** The duration of a command in milliseconds, and its outputs. */
interface Ran {
  ms: number
  outputs: Record<string, string>
}

/** Runs one command as a process. Rejects if it does not create the deployment. */
export async function run(command: Command, task: Task): Promise<Ran> {
  return runProcess(command, task, [...COMMANDS[command]], {})
}

/** Runs the action after other code. */
export async function runAfter(code: string, task: Task): Promise<Ran> {
  const preloaded = `--import=data:text/javascript,${encodeURIComponent(code)}`
  return runProcess('action', task, [process.execPath, preloaded, COMMANDS.action[1]], {})
}

/** Runs a command to measure its code and memory; undefined if it does not run in Node. */
export async function examine(command: Command, task: Task): Promise<Testimony | undefined> {
  const [program, script] = COMMANDS[command]
  if (program !== process.execPath) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const WITNESS = join(folder, 'witness.json')
  const preloaded = [program, '--import', pathToFileURL(join(HERE, 'witness.ts')).href, script]
  await runProcess(command, task, preloaded, { WITNESS })
  const testimony: Testimony = JSON.parse(await readFile(WITNESS, 'utf8'))
  await rm(folder, { recursive: true })
  return testimony
}

async function runProcess(
  command: Command,
  task: Task,
  [program = '', ...args]: string[],
  extra: Record<string, string>,
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  for (const file of Object.values(files)) await writeFile(file, '')
  const env = { PATH: process.env['PATH'], ...files, ...environmentOf(task), ...extra }
  const begun = performance.now()
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (printed += text))
  const exitCode = await new Promise((done, failed) => child.on('error', failed).on('close', done))
  const ms = performance.now() - begun
  const outputs = parseOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8'))
  await rm(folder, { recursive: true })
  if (exitCode !== 0 || outputs['created'] !== 'true' || outputs['name'] !== task.name) {
    throw new Error(`${command} did not create the deployment (exit code ${exitCode}):\n${printed}`)
  }
  return { ms, outputs }
}

/** The environment of a task, for the action and for the scripts. */
function environmentOf({ base_url, api_key, integration_id, repository, name, authority }: Task) {
  const defaults = Object.entries(DEFAULTS).map(([input, { default: value = '' }]) => [input, value])
  const inputs = {
    ...Object.fromEntries(defaults),
    ...{ base_url, api_key, integration_id, repository, name, source: 'repohost' },
  }
  return {
    GITHUB_ACTIONS: 'true',
    ...Object.fromEntries(
      Object.entries(inputs).map(([input, value]) => [`INPUT_${input.toUpperCase()}`, value]),
    ),
    BASE_URL: base_url,
    API_KEY: api_key,
    INTEGRATION_ID: integration_id,
    REPOSITORY: repository,
    NAME: name,
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority, CURL_CA_BUNDLE: authority }),
  }
}
