import {
  debug,
  info,
  isDebug,
  setOutput,
  setSecret,
  warning,
} from '@actions/core'
import {
  cut,
  type Html,
  LONGEST_MESSAGE,
  type Log,
  oneLine,
  openHtml,
  openMasks,
} from '../base/text.ts'
import { comparableId, type Deployment } from '../service/deployment.ts'
import type { RequestFailure } from '../service/failure.ts'
import type { Job } from '../service/http.ts'
import { idsInWords } from '../service/pages.ts'
import type { CreateRequest } from '../service/request.ts'
import { TokenDenial } from '../service/token.ts'
import { type Cause, RunError, requestError } from './error.ts'

/** Why a run gets no secrets, or not those of its repository. */
export type Restriction = 'fork' | 'dependabot' | undefined

/** What became of the create request. */
export type Post = 'none' | 'without_effect' | 'unknown' | 'created'

/** What was asked for, and is otherwise there. */
export interface Difference {
  path: string
  requested: unknown
  existing: unknown
}

export interface Comparison {
  differences: Difference[]
  /** The paths of what the service does not return. */
  unknown: string[]
}

/** What a health URL answered. */
export interface Health {
  /** The status of the answer, if there was one. */
  status?: number
  isHealthy: boolean
  /** Why it is not healthy, where that is known. */
  cause?: Cause | undefined
  /** `https://host/ok answered 503: starting`, without the query, which may hold a token. */
  words: string
}

/** What a look of a wait showed. */
export interface WaitLook {
  /** When it ended, in milliseconds since the epoch. */
  date: number
  /** When it ended, in milliseconds since the wait began. */
  after: number
  /** Whether it showed the deployment. */
  isShown: boolean
  /** Why it did not reach the end of the list. */
  failure: RequestFailure | undefined
  /** What it showed, in words. */
  state: string
  /** What the health URL answered after it, if it was asked. */
  health?: Health
}

/** What a run knows so far. The report shows it, whatever ends the run. */
export interface Run extends Log {
  /** Writes HTML without the secrets of the run. */
  html: Html
  /** Whether the run creates or adopts; else it only looks. */
  mayCreate: boolean
  isPlan: boolean
  name?: string | undefined
  /** Why the run gets no secrets, or not those of the repository. */
  restriction: Restriction
  /** Whether requests carry a credential. */
  hasCredential: boolean
  /** Whether the service has answered, so that its address is right. */
  hasAnswered: boolean
  request?: CreateRequest
  /** The deployments that were seen, each as it was seen last. */
  readonly seen: Deployment[]
  /** The one that the run adopted or created, as it was seen last; else the only one that was seen. */
  readonly deployment: Deployment | undefined
  /** Whether a look at the list showed a deployment of the name; an answer to a create request is none. */
  isListed: boolean
  comparison: Comparison
  post: Post
  /** The status of the answer to a create request that was lost or refused. */
  postStatus?: number | undefined
  /** What the run waited for, in words; empty if it did not wait. */
  reached: string
  /** The looks of a wait. */
  looks: WaitLook[]
  /** The warnings, as the log, the summary and the report show them. */
  warnings: string[]
  /** Why a success is not what it seems, for the headline. */
  caveats: string[]
  /** Learns a deployment that a look at the list shows. */
  see(deployment: Deployment): void
  /** Learns a deployment, and takes it as that of the run, whatever others are seen. */
  adopt(deployment: Deployment): void
}

/** What a headline says after a lost answer. */
export const NOT_KNOWN = 'it is not known whether this run deployed it'

/** What a run prints to. By its names, so that dist/ holds no more of the package. */
const OUTPUT = { debug, info, isDebug, setOutput, setSecret, warning }

/** Opens a run that has done nothing yet. */
export function openRun(
  mayCreate: boolean,
  { restriction }: Pick<Run, 'restriction'>,
  output: typeof OUTPUT = OUTPUT,
): Run {
  const masks = openMasks(output.setSecret)
  let last = ''
  /** A line that says the same as the one before is left out. */
  function log(text: string): void {
    const line = oneLine(masks.redacted(text))
    if (line !== last) output.info(line)
    last = line
  }
  /** The deployments that were seen, by their ids. Nothing is taken out. */
  const seen = new Map<string, Deployment>()
  /** The id of the one that the run adopted. */
  let own = ''
  /** Logs a change of its state. */
  function learn(deployment: Deployment): void {
    const { id, state } = deployment
    const key = comparableId(id)
    const isChanged = seen.get(key)?.state !== state
    seen.set(key, deployment)
    if (!isChanged) return
    log(`The deployment ${id} has ${state}`)
    try {
      // Early, so that later steps can use it even after a failure.
      output.setOutput('id', run.deployment?.id)
    } catch {
      // The report tells of a file that cannot be written. What the run does goes on.
    }
  }
  const run: Run = {
    ...masks,
    html: openHtml(masks.redacted),
    mayCreate,
    restriction,
    isPlan: false,
    hasCredential: false,
    hasAnswered: false,
    isListed: false,
    comparison: { differences: [], unknown: [] },
    post: 'none',
    reached: '',
    looks: [],
    warnings: [],
    caveats: [],
    log,

    debug(text) {
      if (output.isDebug()) output.debug(oneLine(masks.redacted(text)))
    },

    warn(text, caveat) {
      const told = cut(masks.redacted(text), LONGEST_MESSAGE)
      run.warnings.push(told)
      if (caveat) run.caveats.push(caveat)
      output.warning(oneLine(told))
    },

    get seen() {
      return [...seen.values()]
    },

    get deployment() {
      return seen.get(own) ?? (seen.size === 1 ? run.seen[0] : undefined)
    },

    see(deployment) {
      run.isListed = true
      learn(deployment)
    },

    adopt(deployment) {
      own = comparableId(deployment.id)
      learn(deployment)
    },
  }
  return run
}

/** Whether this run created the deployment; undefined while that is unknown. */
export function isCreated({ post }: Run): boolean | undefined {
  return post === 'unknown' ? undefined : post === 'created'
}

/**
 * Does the work of a run. Resolves to why it stopped, and to undefined if the work was done.
 *
 * The signal is aborted without a reason by a cancellation, and with an error by a bug, whose stack is logged.
 */
export async function runWork(
  work: () => Promise<void>,
  { signal }: Pick<Job, 'signal'>,
  run: Run,
): Promise<RunError | undefined> {
  try {
    await work()
    signal.throwIfAborted()
    return undefined
  } catch (error) {
    if (error instanceof RunError) return error
    if (error instanceof TokenDenial)
      return requestError('ask the service', error.cause)
    const cause: Error = signal.aborted ? signal.reason : error
    const { name, message, stack = message } = cause
    if (signal.aborted && name === 'AbortError')
      return new RunError(
        'cancelled',
        `The run was cancelled, or ran out of time. Deployments that it saw: ${idsInWords(run.seen)}`,
      )
    for (const line of stack.split('\n')) run.log(line)
    return new RunError('internal', `The action failed by itself: ${message}`)
  }
}
