import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

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

/** The result of a process; its exit code is null if a signal ended it. */
interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
}

/** The result of the step, as the runner would see it. */
export interface StepResult extends Ended {
  outputs: Record<string, string>
  /** The state that it saved for its post step. */
  state: Record<string, string>
  summary: string
}

/** A running process, which can receive signals, and its result. */
interface Running<Result> {
  kill(signal: NodeJS.Signals): void
  /** The standard output so far. */
  stdout(): string
  result: Promise<Result>
}

/** Starts a Node script. */
export type StartScript = (
  file: string,
  options: { cwd: string; env: Record<string, string | undefined> },
) => Running<Ended>

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
): Promise<Running<StepResult>> {
  const folder = await mkdtemp(join(tmpdir(), 'step-'))
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STATE: join(folder, 'state'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  }
  for (const file of Object.values(files)) await writeFile(file, '')
  const { inputs, runs } = parse(await readFile(resolve(ROOT, action, 'action.yml'), 'utf8'))
  const declared = Object.entries<{ default?: string }>(inputs)
  // Every declared input has a variable, which is empty without a value and a default. Unknown inputs are passed too.
  const defaults = Object.fromEntries(declared.map(([name, input]) => [name, input.default ?? '']))
  const { kill, stdout, result } = start(resolve(ROOT, action, post ? runs.post : runs.main), {
    cwd: workspace ?? folder,
    env: {
      ...Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]])),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace ?? folder,
      // Like the runner's folder, it outlives the step.
      RUNNER_TEMP: tmpdir(),
      // Only for speed: hundreds of runs compile the code once.
      NODE_COMPILE_CACHE: join(ROOT, 'build/compile-cache'),
      ...files,
      ...named(post, name => `STATE_${name}`),
      ...named({ ...defaults, ...step.with }, name => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`),
      ...env,
    },
  })

  async function finish(): Promise<StepResult> {
    const ended = await result
    const outputs = parseOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8'))
    const state = parseOutputs(await readFile(files.GITHUB_STATE, 'utf8'))
    const summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8')
    // On Windows, an ended process may keep the folder open for a moment.
    await rm(folder, { recursive: true, maxRetries: 10 })
    return { ...ended, outputs, state, summary }
  }
  return { kill, stdout, result: finish() }
}

const startProcess: StartScript = (file, options) => {
  const child = spawn(process.execPath, [file], options)
  const streams = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (streams.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (streams.stderr += text))
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return {
    kill: signal => void child.kill(signal),
    stdout: () => streams.stdout,
    result: exit.then(exitCode => ({ exitCode, ...streams })),
  }
}

/** Runs a step and waits for its end. */
export const runStep = async (step: Step, start?: StartScript): Promise<StepResult> =>
  (await startStep(step, start)).result

/** The values with other names. */
const named = (values: Record<string, string> = {}, nameOf: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), value]))

/** A line `name=value`, or a block `name<<delimiter`. Only LF ends a line, unlike with `^`, `$` and `.` */
const ENTRY = /(?<![^\n])([^=<\n]+)(?:=([^\n]*)|<<([^\n]+)\n((?:[^\n]*\n)*?)\3)(?![^\n])/g

/** Reads a file of outputs; for a repeated name the last value counts. */
export function parseOutputs(text: string): Record<string, string> {
  const entries = text.replaceAll('\r\n', '\n').matchAll(ENTRY)
  return Object.fromEntries(
    Array.from(entries, ([, name, line, _, block = '']) => [name, line ?? block.slice(0, -1)]),
  )
}
