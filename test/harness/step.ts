import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as script from '../../scripts/run-step.ts'
import { commandsOf, type WorkflowCommand } from '../../scripts/workflow-commands.ts'
import { type Event, jobVariables, PUSH } from './job.ts'

/** A step to run: an action of this repository with its inputs, in a job. */
export interface Step {
  /** Default `create`. */
  action?: 'create' | 'wait' | 'list' | 'repositories' | 'sandbox'
  /** The inputs. The others have the defaults of `action.yml`. */
  with: Record<string, string>
  /** More variables of the step. They win over those of the job; an empty text unsets one. */
  env?: Record<string, string>
  /** The event of the run; default `PUSH`. The job's variables follow from it. */
  event?: Event
  /** The files of the workspace, by their paths in it. */
  files?: Record<string, string>
  /** The state that the main step saved: runs the action's post step. */
  post?: Record<string, string>
  /** Whether pauses end at once and the clock jumps (see jump.ts); default true, but never for the sandbox. */
  jumps?: boolean
}

/** The result of a step. Its `exitCode` is null after a fatal signal. */
export interface Run extends script.StepResult {
  /** The texts that it told the runner to mask, decoded. */
  masks: string[]
  errors: WorkflowCommand[]
  warnings: WorkflowCommand[]
  /** All that readers or later steps could see: the log without the masks, the summary and the outputs. */
  shown: string
}

/** A step under way. */
export interface RunningStep {
  kill(signal: NodeJS.Signals): void
  /** The standard output so far. */
  stdout(): string
  result: Promise<Run>
}

/** Registers what to do at the end of a test. */
export type AtEnd = (close: () => Promise<unknown>) => void

const JUMP = pathToFileURL(join(import.meta.dirname, 'jump.ts')).href

/** Starts a step. The process and its files are gone after the test. */
export async function startStep(step: Step, atEnd: AtEnd): Promise<RunningStep> {
  const { action = 'create', jumps = action !== 'sandbox', event = PUSH, files = {}, post } = step
  const folder = await mkdtemp(join(tmpdir(), 'job-'))
  atEnd(() => rm(folder, { recursive: true, maxRetries: 10 }))
  const [workspace, temp] = [join(folder, 'workspace'), join(folder, 'temp')]
  await fill(folder, { 'event.json': JSON.stringify(event.payload) })
  await mkdir(temp)
  await mkdir(workspace)
  await fill(workspace, files)
  const { kill, stdout, result } = await script.startStep({
    action: action === 'create' ? '.' : action,
    with: step.with,
    env: {
      ...jobVariables(event),
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      RUNNER_TEMP: temp,
      // Each run would compile the same code again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'create-deployment-tests'),
      ...(jumps && { NODE_OPTIONS: `--import=${JUMP}` }),
      ...step.env,
    },
    workspace,
    ...(post && { post }),
  })
  atEnd(async () => {
    kill('SIGKILL')
    const { state } = await result
    // It may have left a server behind, which its post step ends.
    if (action === 'sandbox' && post === undefined) await script.runStep({ action, with: {}, post: state })
  })
  return { kill, stdout, result: result.then(read) }
}

/** Writes files into a folder, by their paths in it. */
export async function fill(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

function read(result: script.StepResult): Run {
  const { stdout, stderr, summary, outputs } = result
  const commands = commandsOf(stdout)
  const all = (name: string) => commands.filter(({ command }) => command === name)
  return {
    ...result,
    masks: all('add-mask').map(({ message }) => message),
    errors: all('error'),
    warnings: all('warning'),
    shown: stdout.replaceAll(/^::add-mask::.*$/gm, '') + stderr + summary + JSON.stringify(outputs),
  }
}
