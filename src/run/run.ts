import { debug, info, isDebug, setOutput, setSecret, warning } from '@actions/core'
import {
  cut,
  type Html,
  LONGEST_MESSAGE,
  type Log,
  oneLine,
  openHtml,
  openMasks,
} from '../base/text.ts'
import { comparableId, type Deployment, idsInWords } from '../service/deployment.ts'
import type { RequestFailure } from '../service/failure.ts'
import type { Job } from '../service/http.ts'
import type { CreateRequest } from '../service/request.ts'
import { type Cause, RunError } from './error.ts'

/** Why a run gets no secrets, or not those of its repository. */
export type Restriction = 'fork' | 'dependabot' | undefined

/** What became of the create request. */
export type Post = 'none' | 'without_effect' | 'unknown' | 'created'

/** A field in which the existing deployment differs from the request. */
export interface Difference {
  path: string
  requested: unknown
  existing: unknown
}

export interface Comparison {
  differences: Difference[]
  /** The paths of the requested fields that the service does not return. */
  unknown: string[]
}

/** What a health URL answered. */
export interface Health {
  /** The status of the answer, if there was one. */
  status?: number
  isHealthy: boolean
  /** Whether the end of the wait cut the attempt. */
  isCut?: boolean | undefined
  /** Why it is not healthy, where that is known. */
  cause?: Cause | undefined
  /** `https://host/ok answered 503: starting`, without the query, which may hold a token. */
  words: string
}

/** What one look at the list showed during a wait. */
export interface WaitLook {
  /** When it ended, in milliseconds since the epoch. */
  date: number
  /** When it ended, in milliseconds since the wait began. */
  after: number
  /** Whether it showed the deployment. */
  isShown: boolean
  /** Why it did not reach the end of the list; undefined if it did. */
  failure: RequestFailure | undefined
  /** What it showed, in words. */
  state: string
  /** What the health URL answered after it, if it was asked. */
  health?: Health
}

/** What a run knows so far. The report shows it, whatever ends the run. Each fact is written at once, where it becomes known. */
export interface Run extends Log {
  /** Writes HTML without the secrets of the run. */
  html: Html

  // What the run is, set before it sends anything.

  /** Whether the run may create or adopt a deployment; otherwise it only reads. */
  mayCreate: boolean
  isPlan: boolean
  name?: string | undefined
  /** Why the run gets no secrets, or not those of the repository. */
  restriction: Restriction

  // The service, set by `connect` and its operations.

  /** Whether requests carry a credential. */
  hasCredential: boolean
  /** Whether the service has answered this run, which shows that its address is right. */
  hasAnswered: boolean

  // The deployments that the run saw, set by `see` and `adopt`.

  /** Every deployment that the run saw, in its last known state. */
  readonly seen: Deployment[]
  /** The deployment that the run created or adopted, else the only one that it saw, in its last known state. */
  readonly deployment: Deployment | undefined
  /** Whether the list showed a deployment of the name. The answer to a create request does not count. */
  isListed: boolean
  /** Records a deployment that the list shows. */
  see(deployment: Deployment): void
  /** Records a deployment, and makes it the one of this run, even if the run sees others. */
  adopt(deployment: Deployment): void

  // The create, set by deployment/create.ts.

  request?: CreateRequest
  post: Post
  comparison: Comparison

  // The wait, set by deployment/wait.ts.

  looks: WaitLook[]
  /** What the run waited for, in words; empty if it did not wait. */
  reached: string

  // Set by `warn`.

  /** The warnings, as the log, the summary and the report show them. */
  warnings: string[]
  /** What the headline says against a success: `it is at another commit`. */
  caveats: string[]
}

/** What a headline says after a lost answer. */
export const NOT_KNOWN = 'it is not known whether this run deployed it'

/** The functions that a run prints with. Named imports keep the rest of the package out of dist/. */
const OUTPUT = { debug, info, isDebug, setOutput, setSecret, warning }

/** Opens a run that has done nothing yet. */
export function openRun(
  { mayCreate, restriction }: Pick<Run, 'mayCreate' | 'restriction'>,
  output: typeof OUTPUT = OUTPUT,
): Run {
  const masks = openMasks(output.setSecret)
  let last = ''
  /** Logs a text as one line, unless it repeats the line before. */
  function log(text: string): void {
    const line = oneLine(masks.redacted(text))
    if (line !== last) output.info(line)
    last = line
  }
  /** Every deployment that the run saw, by its comparable id. Entries are never removed. */
  const seen = new Map<string, Deployment>()
  /** The comparable id of the deployment that the run created or adopted. */
  let own = ''
  /** Records a deployment, and logs its state if that is new. */
  function learn(deployment: Deployment): void {
    const { id, state } = deployment
    const key = comparableId(id)
    const isChanged = seen.get(key)?.state !== state
    seen.set(key, deployment)
    if (!isChanged) return
    log(`The deployment ${id} has ${state}`)
    try {
      // Set the id now, so that later steps can use it even if this step is killed.
      output.setOutput('id', run.deployment?.id)
    } catch {
      // The file of outputs cannot be written. The report says so later; the run goes on.
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
      // The summary puts a sign in front of it.
      const told = cut(masks.redacted(text), LONGEST_MESSAGE - 3)
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
 * Does the work of a run. Resolves to the error that ended it, or to undefined if the work was done.
 *
 * A cancellation aborts the signal without a reason. An uncaught exception aborts it with the error, whose stack is logged.
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
    const end: Error = signal.aborted ? signal.reason : error
    if (end instanceof RunError) return end
    const { name, message, stack = message } = end
    if (signal.aborted && name === 'AbortError')
      return new RunError(
        'cancelled',
        `The run${run.name ? ` for the name "${run.name}"` : ''} was cancelled, or ran out of time. Deployments that it has seen: ${idsInWords(run.seen)}`,
      )
    for (const line of stack.split('\n')) run.log(line)
    return new RunError('internal', `The action failed by itself: ${message}`)
  }
}
