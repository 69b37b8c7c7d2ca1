import { CANCELLED } from '../../src/actions/cancelled.ts'
import { createAction } from '../../src/actions/create.ts'
import type { ActionContext } from '../../src/actions/run.ts'
import { readWorkflowRun } from '../../src/github/event.ts'
import { type Job, openJob, type Runner } from '../../src/github/job.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import { type VirtualClock, virtualClock } from '../simulation/virtual-clock.ts'

type Answer = Pick<HttpResponse, 'status' | 'text'> | NetworkFailure

/** Everything that a run wrote. Masks are recorded and not applied. */
export interface Written {
  log: string
  masks: string[]
  outputs: Record<string, string>
  summary: string
  succeeded: boolean
}

/** Properties of an annotation whose names in the log differ from those in the toolkit. */
const WIRE_NAMES: Record<string, string> = { startLine: 'line', startColumn: 'col' }

interface RunOptions {
  cancelAfter?: number | undefined
  cancellation?: AbortController
  run?: (context: ActionContext) => Promise<boolean>
  isTimed?: boolean
}

const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A runner that keeps everything that is written to it. */
export function recordingRunner(
  inputs: Record<string, string> = {},
  time = () => '',
): { runner: Runner; written: Written } {
  const written: Written = { log: '', masks: [], outputs: {}, summary: '', succeeded: false }
  const write = (line: string) => {
    written.log += `${time()}${line}\n`
  }
  const command = (name: string, message: string, properties: Record<string, unknown> = {}) => {
    const given = Object.entries(properties).map(
      ([key, value]) => `${WIRE_NAMES[key] ?? key}=${escapeProperty(String(value))}`,
    )
    write(`::${name}${given.length > 0 ? ` ${given.join(',')}` : ''}::${escapeData(message)}`)
  }
  const runner: Runner = {
    getInput: name => inputs[name] ?? '',
    setSecret: secret => written.masks.push(secret),
    info: write,
    isDebug: () => true,
    debug: text => command('debug', text),
    startGroup: title => command('group', title),
    endGroup: () => command('endgroup', ''),
    notice: message => command('notice', String(message)),
    warning: (message, properties) => command('warning', String(message), { ...properties }),
    error: (message, properties) => command('error', String(message), { ...properties }),
    setOutput: (name, value) => {
      written.outputs[name] = value
    },
    saveState: () => {},
    getState: () => '',
    appendSummary: markdown => {
      written.summary += markdown
    },
  }
  return { runner, written }
}

/** A job that has these inputs. */
export const jobWith = (inputs: Record<string, string>): Job => openJob(recordingRunner(inputs).runner)

/**
 * Runs a whole action in this process, from inputs to report, with a function as the service.
 *
 * @param options `cancelAfter`: cancels the workflow after these milliseconds of the virtual clock;
 *   `cancellation`: cancels it at other moments;
 *   `run`: the action; the create action by default;
 *   `isTimed`: puts the seconds of the virtual clock before each line of the log
 */
export async function runInProcess(
  inputs: Record<string, string>,
  answer: (request: HttpRequest, clock: VirtualClock, signal: AbortSignal) => Answer | Promise<Answer>,
  env: NodeJS.ProcessEnv = {},
  { cancelAfter, cancellation = new AbortController(), run = createAction, isTimed = false }: RunOptions = {},
): Promise<Written> {
  const clock = virtualClock()
  const { runner, written } = recordingRunner(inputs, () => (isTimed ? `${clock.now() / 1000} s: ` : ''))
  if (cancelAfter !== undefined) clock.after(cancelAfter, () => cancellation.abort(CANCELLED))
  const action = run({
    job: openJob(runner),
    env,
    workflow: readWorkflowRun(env),
    clock,
    random: () => 0.5,
    openTransport: () => async (request, signal) => ({
      headers: {},
      truncated: false,
      ...(await answer(request, clock, signal)),
    }),
    signal: cancellation.signal,
  })
  written.succeeded = await clock.run(action)
  return written
}
