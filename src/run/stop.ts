import type { Run } from './run.ts'

// The one error that ends a run, and what to do about it.

/** Why a value is empty. */
const EMPTY =
  'perhaps its secret or variable is not defined, belongs to an environment that the job does not name in `environment:`, or was not passed to the called workflow (`secrets: inherit` passes all)'

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
    'A rerun is safe, but the same until this is corrected: a correction in the workflow or in a file needs a new run.',
}
type Rerun = keyof typeof RERUN

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
    next: 'Act on the reason, if it tells you what to change. If not, check the role of the credential, the limits of the plan, and the workspace, which some services want named in `headers`.',
  },
  not_found: {
    next: 'Nothing is there, or nothing that the request may see: check `base_url`, then each id in the inputs, such as `integration_id`, then whether a credential is set, and for which workspace.',
  },
  rejected: {
    next: 'If the service gave a reason, act on it: correct the inputs, set up what is missing in the service, or raise a limit. If not, check three things: that the plan has room and is paid, above all after 402; that what the request names exists (the image, or the repository and the ref, and each id); and that no field or setting that the service needs is missing.',
  },
  conflict: {
    next: 'Act on the reason, if it tells you what to change. If not, rerun in some minutes: another run may be creating it, or a lock may have to end. If it ends the same way, something that the list does not show may hold the name, such as the tracing project of a deleted deployment: remove it if nothing uses it, or start a new run with a new `name`.',
    rerun: 'safe',
  },
  rate_limited: {
    next: 'Wait some minutes, then rerun, with fewer jobs at once. If that does not help, it may be a limit of the plan.',
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
    next: 'Look in the service whether it is what you want. If so, set `if_exists: match`, which adopts it if all that the service returns is as requested; if not, choose another `name`.',
  },
  differs: {
    next: 'This action never updates a deployment. To release the requested version, change the deployment in the service, or use a new `name`. To keep what is there, correct the inputs, or set `if_exists: reuse`, which deploys nothing.',
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
    next: 'Before any rerun, look for it in the service, by its id. If it was meant to go, leave it: a rerun of a create would make it anew. If not: if it is gone, rerun the create, which makes it anew; if it is being deleted, wait until it is gone, then rerun, or start a new run with a new `name`; if it is there all the same, wait until the service lists it again, then rerun, as before that a rerun does not find it.',
    rerun: 'safe',
  },
  wait_timeout: {
    next: 'Look at its last known state. If it is active, but at another commit, a rerun does not move it: `commit` is only waited for, and `repo_ref` says what is deployed. If the service is still to build the commit, wait; if `commit` is wrong, correct it in a new run; if `repo_ref` is wrong, start a new run with the right one and a new `name`, or the same name after you have deleted the deployment. If its status is not READY, see in the service what holds it up; if it is READY, and its newest revision is not active, look at that revision, as its status does not tell a failure from a long build. While something goes on there, rerun to wait again, or start a new run with a longer `wait_timeout`. If it failed, correct the cause, and start a new run with a new `name`, or with this one after you have deleted the deployment.',
    rerun: 'repairs_nothing',
  },
  unhealthy: {
    next: 'Check that this runner can reach `health_url`, and that the application answers there with 2xx, and with the text of `health_contains`, if that is set; then look at the logs of the application. Once it answers, rerun; a wrong `health_url` needs a new run.',
    rerun: 'repairs_nothing',
  },
  cancelled: {
    next: 'Find out what ended the step: a person, a newer run of the same `concurrency` group, or `timeout-minutes`. Let a newer run end first; then a rerun goes on with what is there.',
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

/** Whether a create request was sent, what to do, and what a rerun does. */
export const adviceOf = (run: Run, stop: Stop): string[] => [
  ...(run.mayCreate ? [SENT[run.post]] : []),
  `What to do: ${nextOf(run, stop)}${doubtOf(run, stop)}`,
  rerunOf(run, stop),
]

/** Whether a create request was sent, and what came of it. */
const SENT: Record<Run['post'], string> = {
  none: 'No create request was sent.',
  without_effect: 'A create request was sent, and had no effect.',
  unknown:
    'A create request was sent, and it is not known whether this run created a deployment.',
  created:
    'A create request was sent, and the service showed this deployment for it.',
}

/** Whether a create request may have taken effect, and no deployment of the name was seen. */
const isInDoubt = ({ post, isSeen }: Run): boolean =>
  post === 'unknown' && !isSeen

/** What to do; another advice where the run knows the cause. */
function nextOf({ restriction, hasCredential }: Run, stop: Stop): string {
  const { code, facts } = stop
  const next = facts.next ?? ENDS[code].next
  const why = WITHOUT_SECRETS[restriction ?? 'none']
  if (code === 'invalid_input') return `${next} ${why}`.trim()
  const isDenied = code === 'unauthorized' || code === 'forbidden'
  return isDenied && !hasCredential
    ? `No credential was sent. ${why || NO_KEY}`
    : next
}

/** What to do besides, where nothing is known of the deployment. */
const doubtOf = (run: Run, stop: Stop): string =>
  isInDoubt(run) && stop.code !== 'unknown_outcome'
    ? ` ${ENDS.unknown_outcome.next}`
    : ''

/** Why a run gets no secrets, and what to do about it. */
const WITHOUT_SECRETS = {
  none: '',
  fork: 'This run is for a pull request from a fork, which gets no secrets: skip the step for forks, or review the branch and push it to this repository.',
  dependabot:
    'This run is by Dependabot, which gets only secrets of its own: define them as Dependabot secrets of the repository, or skip the step.',
}

const NO_KEY = `Set \`api_key\`, \`headers\` or \`oidc_audience\`. If one is set and empty, ${EMPTY}.`

/** A lost request may take effect late: then an earlier rerun would create another deployment. */
function rerunOf(run: Run, stop: Stop): string {
  const { code, facts } = stop
  if (isInDoubt(run)) return RERUN.once_listed
  const { rerun = 'after_correction' }: End = ENDS[code]
  return RERUN[facts.rerun ?? rerun]
}

/** An end as a title: `Wait timeout`. */
export function titleOf({ code }: Stop): string {
  const { title = code.replaceAll('_', ' ') }: End = ENDS[code]
  return title.replace(/^./, first => first.toUpperCase())
}
