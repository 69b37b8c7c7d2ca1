// The one error that ends a run, and what to do about it.

/** Why a secret is empty. */
export const EMPTY_SECRET =
  'a secret that is not defined is an empty text, and so is one of a job without `environment:` or of a called workflow without `secrets: inherit`'

/** What a rerun does, in one of five sentences. */
const RERUN = {
  safe: 'A rerun is safe.',
  once_listed:
    'A rerun is safe once the service lists what it has, while an earlier one may create a second deployment.',
  repairs_nothing: 'A rerun is safe, but repairs nothing.',
  creates_another:
    'A rerun is not safe before this is corrected: it would create another one.',
  after_correction: 'A rerun is safe, but the same until this is corrected.',
}
export type Rerun = keyof typeof RERUN

interface Advice {
  /** What to do. */
  next: string
  rerun: Rerun
}

/** What to do and what a rerun does, by the value of the output `error_code`. */
const ADVICE = {
  invalid_input: {
    next: 'Correct the inputs. An undefined `vars.X`, `inputs.X` or `secrets.X` is an empty text.',
    rerun: 'after_correction',
  },
  unauthorized: {
    next: 'Check `api_key`, `api_key_header`, `headers` or `oidc_audience`: the credential may have expired, be revoked, or be for another service.',
    rerun: 'after_correction',
  },
  forbidden: {
    next: 'Check the role of the credential, the workspace (some services want it named in `headers`), then the limits of the plan.',
    rerun: 'after_correction',
  },
  not_found: {
    next: 'Check `base_url`, the ids and the name in the inputs, and the workspace of the credential.',
    rerun: 'after_correction',
  },
  rejected: {
    next: 'Act on the message of the service, and compare the request in the summary with the last one that worked.',
    rerun: 'after_correction',
  },
  conflict: {
    next: 'Act on the message of the service. It lists no deployment of this name: a tracing project that outlived its deployment may have it, or the conflict is about something else, such as a lock.',
    rerun: 'safe',
  },
  rate_limited: {
    next: 'Wait some minutes, and run fewer jobs at once. If that does not help, it is a limit of the plan.',
    rerun: 'safe',
  },
  unavailable: {
    next: 'The service, or a gateway before it, failed at every attempt: look at its status page.',
    rerun: 'safe',
  },
  unreachable: {
    next: 'Check the host and the port in `base_url`, the network of the runner, and the status page of the service. A slow service needs a longer `request_timeout`.',
    rerun: 'safe',
  },
  unexpected_response: {
    next: 'A login, a gateway or another service may have answered: check `base_url` and the credential.',
    rerun: 'after_correction',
  },
  repository_not_found: {
    next: "Check the spelling of `repository`, then `integration_id`, then whether the integration's app was granted the repository.",
    rerun: 'after_correction',
  },
  ambiguous_repository: {
    next: 'Set `repository` to the whole URL of the right one.',
    rerun: 'after_correction',
  },
  already_exists: {
    next: 'Choose another `name`, or set `if_exists: match` to adopt it if it is as requested.',
    rerun: 'after_correction',
  },
  differs: {
    next: 'Nothing can update a deployment from here: use a new `name`, change it in the service, or set `if_exists: reuse` to adopt it as it is.',
    rerun: 'after_correction',
  },
  ambiguous_name: {
    next: 'Find out in the service which one is in use, and delete the others.',
    rerun: 'after_correction',
  },
  duplicate_created: {
    next: 'Keep one of them, and delete the others in the service. `concurrency` in the workflow prevents two runs at once.',
    rerun: 'after_correction',
  },
  unknown_outcome: {
    next: 'Look in the service whether the deployment appears.',
    rerun: 'once_listed',
  },
  deleted: {
    next: 'Wait until it is gone, or choose another `name`; find out who deletes it.',
    rerun: 'safe',
  },
  wait_timeout: {
    next: 'Look at the newest revision in the service: if it is still being built, raise `wait_timeout`; if it failed, correct the cause and use a new `name`.',
    rerun: 'repairs_nothing',
  },
  unhealthy: {
    next: 'Look at the logs of the application, and check `health_url` and `health_contains`.',
    rerun: 'repairs_nothing',
  },
  cancelled: {
    next: 'A person, a newer run of the same `concurrency` group, or `timeout-minutes` ended the step.',
    rerun: 'safe',
  },
  internal: {
    next: 'This is a bug of the action, or the runner cannot write its files: report it with the log of this step.',
    rerun: 'safe',
  },
} satisfies Record<string, Advice>

/** The values of the output `error_code`. */
export type ErrorCode = keyof typeof ADVICE

/** What a stop knows beside its message. */
export interface StopFacts {
  /** The status of the answer that made it fail. */
  status?: number | undefined
  /** What the service said. */
  said?: string
  /** What to do, where the run knows the cause. */
  next?: string | undefined
  rerun?: Rerun
  /** The mistakes in the inputs, each of which is an error of its own. */
  problems?: Problem[]
  cause?: unknown
}

/** A mistake in an input, or in a file at a line. */
export interface Problem {
  message: string
  file?: string
  startLine?: number
}

/** Ends a run. The message is ours and may quote the service; the report makes it safe. */
export class Stop extends Error {
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly said: string
  readonly next: string
  readonly rerun: Rerun
  readonly problems: Problem[]

  constructor(code: ErrorCode, message: string, facts: StopFacts = {}) {
    super(message, { cause: facts.cause })
    const { next, rerun } = ADVICE[code]
    this.code = code
    this.status = facts.status
    this.said = facts.said ?? ''
    this.next = facts.next ?? next
    this.rerun = facts.rerun ?? rerun
    this.problems = facts.problems ?? []
  }
}

export const rerunInWords = (rerun: Rerun): string => RERUN[rerun]

/**
 * Does the work of a run. Resolves to why it stopped, and to undefined if the work was done.
 *
 * @param signal aborted without a reason by a cancellation, and with an error by a bug
 * @param log gets the stack of a bug
 */
export async function stopOf(
  work: () => Promise<void>,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Stop | undefined> {
  try {
    await work()
    signal.throwIfAborted()
    return undefined
  } catch (error) {
    if (error instanceof Stop) return error
    const cause = signal.aborted ? signal.reason : error
    if (signal.aborted && cause.name === 'AbortError')
      return new Stop('cancelled', 'The run was cancelled', { cause })
    const { message, stack = message } =
      cause instanceof Error ? cause : new Error(String(cause))
    for (const line of stack.split('\n')) log(line)
    return new Stop('internal', `The action failed by itself: ${message}`, {
      cause,
    })
  }
}
