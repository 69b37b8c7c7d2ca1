// The one error that ends a run, and what to do about it.

/** Why a value is empty. */
export const EMPTY =
  'its secret or variable may not be defined, may belong to an environment that the job does not name in `environment:`, or may not be passed to a called workflow, as `secrets: inherit` does'

/** What a rerun does, in one of five sentences. */
export const RERUN = {
  safe: 'A rerun is safe.',
  once_listed:
    'A rerun is safe once the service lists what it has, while an earlier one may create a second deployment: do not rerun at once.',
  repairs_nothing:
    'A rerun is safe, but repairs nothing: it waits again for the same deployment.',
  creates_another:
    'A rerun is not safe before this is corrected: it would create another one.',
  after_correction:
    'A rerun is safe, but the same until this is corrected. A correction in the workflow or in a file needs a new run.',
}
export type Rerun = keyof typeof RERUN

/** What to do at an end, and what a rerun does where it is not the same until a correction. */
export interface End {
  /** The headline, where the code is none. */
  title?: string
  next: string
  rerun?: Rerun
}

/** The ends of a run, by the value of the output `error_code`. */
export const ENDS = {
  invalid_input: {
    next: `Correct what is named above. If a value is empty there, or a part of it, ${EMPTY}.`,
  },
  unauthorized: {
    next: 'Check `api_key`, `api_key_header`, `headers` or `oidc_audience`: the credential may have expired, be revoked, or be for another service.',
  },
  forbidden: {
    next: 'If the service gave a reason, act on it. Else check the role of the credential, the limits of the plan, and the workspace, which some services want named in `headers`.',
  },
  not_found: {
    next: 'Nothing is there, or nothing that the request may see: check `base_url`, then the ids above, then whether a credential is set, and for which workspace.',
  },
  rejected: {
    next: 'Correct or add what the service named, in the inputs or in the settings of the service. If it named nothing, check whether what the request names exists (the image, or the repository and the ref, and each id), then the limits of the plan.',
  },
  conflict: {
    next: 'Rerun in some minutes. If it ends the same way, something that is not listed may hold the name, such as a deployment that another run is creating, or the tracing project of a deleted one: remove it, or try a new `name`. Or a lock or the like, which the service may name, must end first.',
    rerun: 'safe',
  },
  rate_limited: {
    next: 'Wait some minutes, and run fewer jobs at once. If that does not help, it may be a limit of the plan.',
    rerun: 'safe',
  },
  unavailable: {
    next: 'The service, or a gateway before it, failed at every attempt: look at its status page.',
    rerun: 'safe',
  },
  unreachable: {
    next: 'Check the host and the port in `base_url`, the network of the runner and its proxy, and the status page of the service. If the attempts ran out of time, raise `request_timeout`.',
    rerun: 'safe',
  },
  unexpected_response: {
    next: 'Check `base_url` and the credential: a login page, a gateway or another service may have answered.',
  },
  repository_not_found: {
    next: "Check the spelling of `repository`, then `integration_id`, then whether the integration's app was granted the repository.",
  },
  ambiguous_repository: {
    next: 'Set `repository` to the whole URL of the right one.',
  },
  already_exists: {
    next: 'To adopt it if it is as requested, set `if_exists: match`; else choose another `name`.',
  },
  differs: {
    next: 'Nothing was changed. Correct the inputs, use a new `name`, change the deployment in the service, or set `if_exists: reuse` to adopt it as it is.',
  },
  ambiguous_name: {
    next: 'Find out in the service which one is in use before you delete the others, or choose another `name`.',
  },
  duplicate_created: {
    next: 'Find out in the service which one is in use (another run may depend on its own), keep that one, and delete the rest. `concurrency` in the workflow prevents two runs at once.',
  },
  unknown_outcome: {
    next: 'Wait some minutes, longer if the service is down, and look for the name in the service. Then rerun: it finds the deployment and creates nothing, or creates one if there is none.',
    rerun: 'once_listed',
  },
  deleted: {
    title: 'Being deleted, or no longer listed',
    next: 'Look in the service whether it is still there. If it is being deleted, wait until it is gone, or use a new `name`; until then a rerun ends the same way. If it is there and not listed, wait until it is listed. If it is gone, a rerun tries to create a new one.',
    rerun: 'safe',
  },
  wait_timeout: {
    next: 'Look at the deployment in the service. If it is still being prepared or built, raise `wait_timeout` and rerun; if its newest revision failed, correct the cause and use a new `name`; if it is at another commit, correct `commit`, or correct `repo_ref` and use a new `name`.',
    rerun: 'repairs_nothing',
  },
  unhealthy: {
    next: 'Check that this runner can reach `health_url`, and that the application answers there with 2xx and the text of `health_contains`; then look at the logs of the application.',
    rerun: 'repairs_nothing',
  },
  cancelled: {
    next: 'Find out what ended the step: a person, a newer run of the same `concurrency` group, or `timeout-minutes`. A rerun goes on with what is there then.',
    rerun: 'safe',
  },
  internal: {
    next: 'This is a bug of the action, or the runner cannot write its files: report it with the log of this step.',
    rerun: 'safe',
  },
} satisfies Record<string, End>

/** The values of the output `error_code`. */
export type ErrorCode = keyof typeof ENDS

/** What a stop knows beside its message. */
interface StopFacts {
  /** The status of the answer that made it fail. */
  status?: number | undefined
  /** What the service said. */
  said?: string
  /** What to do, where the run knows the cause. */
  next?: string | undefined
  rerun?: Rerun
  /** The mistakes in the inputs, each of which is an error of its own. */
  problems?: Problem[]
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
  readonly facts: StopFacts

  constructor(code: ErrorCode, message: string, facts: StopFacts = {}) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

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
    const cause: Error = signal.aborted ? signal.reason : error
    const { name, message, stack = message } = cause
    if (signal.aborted && name === 'AbortError')
      return new Stop('cancelled', 'The run was cancelled, or ran out of time')
    for (const line of stack.split('\n')) log(line)
    return new Stop('internal', `The action failed by itself: ${message}`)
  }
}
