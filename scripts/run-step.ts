import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { entryText } from './entries.ts'

/** A workflow step that uses an action of this repository. */
export interface Step {
  /** Folder of the action's `action.yml`, from the root of the repository; the create action by default. */
  action?: string
  with: Record<string, string>
  env?: Record<string, string>
  workspace?: string
  /** The state that the step saved. If set, the action's post step runs. */
  post?: Record<string, string>
}

/** The result of the step, as the runner would see it. */
export interface StepResult {
  /** The process's exit code, or null when a signal ended it. */
  exitCode: number | null
  /** Standard output, unchanged. */
  stdout: string
  stderr: string
  outputs: Record<string, string>
  /** The state that it saved for its post step. */
  state: Record<string, string>
  summary: string
}

/** A running step. Its process can receive signals. */
interface RunningStep {
  kill(signal: NodeJS.Signals): void
  /** The standard output so far. */
  stdout(): string
  result: Promise<StepResult>
}

/** The environment of a script. */
interface Surroundings {
  cwd: string
  env: Record<string, string | undefined>
}

/** A running script and its final output. */
interface RunningScript {
  kill(signal: NodeJS.Signals): void
  /** The standard output so far. */
  stdout(): string
  ended: Promise<Pick<StepResult, 'exitCode' | 'stdout' | 'stderr'>>
}

/** Starts a Node script. */
export type StartScript = (file: string, surroundings: Surroundings) => RunningScript

const ROOT = resolve(import.meta.dirname, '..')

/** Environment variables that a step inherits. Any other would make a run depend on the machine. */
const PASSED_ON = ['PATH', 'HOME', 'SystemRoot', 'TEMP', 'TMP']

/**
 * Starts a step the way the runner does: the bundle that `action.yml` names, as a child process, with the inputs'
 * defaults filled in, and files to write outputs and the summary to.
 *
 * @param start starts the script; by default as a child process
 */
export async function startStep(
  { action = '.', env = {}, workspace, post, ...step }: Step,
  start: StartScript = startProcess,
): Promise<RunningStep> {
  const folder = await mkdtemp(join(tmpdir(), 'step-'))
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STATE: join(folder, 'state'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  }
  for (const file of Object.values(files)) await writeFile(file, '')
  const definition = parse(await readFile(resolve(ROOT, action, 'action.yml'), 'utf8'))
  const passedOn = PASSED_ON.flatMap(name =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const script = post ? definition.runs.post : definition.runs.main
  const state = Object.entries(post ?? {}).map(([name, value]) => [`STATE_${name}`, value])
  const measured = process.env['NODE_V8_COVERAGE'] !== undefined && !isAbsolute(action)
  const file = measured ? await sourceEntry(action) : resolve(ROOT, action, script)
  const { kill, stdout, ended } = start(file, {
    cwd: workspace ?? folder,
    env: {
      ...Object.fromEntries(passedOn),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace ?? folder,
      // Like the runner's folder, it outlives the step.
      RUNNER_TEMP: tmpdir(),
      // Only for speed: hundreds of runs compile the code once. V8's coverage of cached code is inexact.
      ...(!measured && { NODE_COMPILE_CACHE: join(ROOT, 'build/compile-cache') }),
      ...files,
      ...Object.fromEntries(state),
      ...inputVariables(definition.inputs, step.with),
      ...env,
    },
  })

  async function finish(): Promise<StepResult> {
    const written = await ended
    const outputs = parseOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8'))
    const state = parseOutputs(await readFile(files.GITHUB_STATE, 'utf8'))
    const summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8')
    // On Windows, an ended process may keep the folder open for a moment.
    await rm(folder, { recursive: true, maxRetries: 10 })
    return { ...written, outputs, state, summary }
  }
  return { kill, stdout, result: finish() }
}

function startProcess(file: string, surroundings: Surroundings): RunningScript {
  const child = spawn(process.execPath, [file], surroundings)
  const streams = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (streams.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (streams.stderr += text))
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return {
    kill: signal => void child.kill(signal),
    stdout: () => streams.stdout,
    ended: exit.then(exitCode => ({ exitCode, ...streams })),
  }
}

/** Runs a step and waits for its end. */
export const runStep = async (step: Step, start?: StartScript): Promise<StepResult> =>
  (await startStep(step, start)).result

/** Writes an entry that runs the action from src/. It replaces the bundle when coverage is measured. */
async function sourceEntry(action: string): Promise<string> {
  const name = action === '.' ? 'create' : basename(action)
  const file = join(ROOT, 'build/entries', `${name}.js`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, entryText(name, pathToFileURL(join(ROOT, 'src/main.ts')).href))
  return file
}

/** Every declared input has a variable, which is empty without a value and a default. Unknown inputs are passed too. */
function inputVariables(declared: Record<string, { default?: string }>, given: Record<string, string>) {
  const defaults = Object.entries(declared).map(([name, input]) => [name, input.default ?? ''])
  const inputs = { ...Object.fromEntries(defaults), ...given }
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  )
}

/** Reads a file of `name=value` lines and `name<<delimiter` blocks; for a repeated name the last value counts. */
export function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const [, name, operator, rest] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? []
    if (name === undefined || rest === undefined) continue
    if (operator === '=') outputs[name] = rest
    else {
      const end = lines.indexOf(rest, index + 1)
      if (end === -1) throw new Error(`the output ${name} has no end`)
      outputs[name] = lines.slice(index + 1, end).join('\n')
      index = end
    }
  }
  return outputs
}
