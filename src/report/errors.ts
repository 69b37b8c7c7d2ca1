import type { ErrorCode, RunFailure } from '../deployment/outcome.ts'
import { HINTS } from './hints.ts'

/** The explanation of a failure in the report. Plain text, with `code` in backquotes. */
export interface Explanation {
  /** A few words, for a heading. */
  title: string
  /** Likely causes, the most likely first. */
  causes: string[]
  /** The next step. The log shows it too. */
  next: string
  /** Whether a rerun is safe, and its effect. */
  rerun: string
}

interface Entry extends Explanation {
  /** The meaning of the code, in one sentence. */
  meaning: string
}

const LOOKS_UP_FIRST = 'Yes: it looks the name up first and adopts the deployment if it exists.'
const CHANGES_NOTHING = 'Yes: this step only reads, and changes nothing.'

/** The explanation of each `error_code`. Annotations, the job summary and docs/errors.md use it. */
export const CATALOGUE: Record<ErrorCode, Entry> = {
  invalid_input: {
    title: 'Invalid input',
    meaning: 'An input or a line of the `config` file is missing, unknown or cannot be read.',
    causes: [
      'A name is misspelt, or a value has the wrong type.',
      'A secret or variable is not defined in this repository or environment: GitHub passes an empty string.',
      'The workflow runs for a fork or for Dependabot: GitHub passes no secrets to it.',
    ],
    next: 'Correct this and run again; nothing was sent.',
    rerun: 'Yes, but it fails the same way until the inputs are corrected.',
  },
  unauthorized: {
    title: 'Not authenticated',
    meaning: 'The service answered 401: the credential is missing or unknown.',
    causes: [
      'The secret in `api_key` is not defined where this job runs (repository, environment, fork): GitHub passes an empty string.',
      'The key has expired, was revoked, or belongs to another service or region than `base_url`.',
      'The service reads the key from another header: set `api_key_header`.',
      'With `oidc_audience`: the service expects another audience, or the clock of a self-hosted runner is wrong.',
    ],
    next: 'The key is expired, revoked, or of another service than `base_url`. Check `api_key` and `api_key_header`, `headers`, or `oidc_audience`.',
    rerun: 'Yes, but it fails the same way until the credential is right.',
  },
  forbidden: {
    title: 'Not permitted',
    meaning: 'The service answered 403: it knows the credential, but the credential may not do this.',
    causes: [
      'The credential is valid for several workspaces, and the request names none: add a workspace header, such as `X-Workspace-Id`, to the input `headers`.',
      'The role of the credential may read deployments but not create them.',
      'A gateway, firewall or IP allow list in front of the service refuses the runner.',
    ],
    next: 'Give the credential the role that this needs. If the key is valid for several workspaces, name the workspace in the input `headers`.',
    rerun: 'Yes, but it fails the same way until the permission is granted.',
  },
  not_found: {
    title: 'Not found',
    meaning: 'The service answered 404, or it has no deployment with this name or id.',
    causes: [
      '`base_url` is wrong: it points to the web page instead of the API, or lacks the path of the API.',
      'The `integration_id`, the `listener_id`, or the deployment that `id` or `name` names does not exist in this workspace.',
      'The service hides resources that the credential may not see.',
    ],
    next: 'Check `base_url`: the paths `/v1` and `/v2` of the service must exist below it. Then check the ids and names in the inputs.',
    rerun: 'Yes, but it fails the same way until the URL or the id is right.',
  },
  rejected: {
    title: 'Request rejected',
    meaning: 'The service read the request and refused it (400, 422 or another 4xx).',
    causes: [
      'The service does not accept the value of a field; its response may name the field.',
      'The source needs a field that is not set, or does not accept one that is.',
      'The service does not accept the name: it is too long, is reserved, or has characters other than small letters, digits and dashes.',
      'The account has reached a limit or a quota.',
    ],
    next: 'Correct the request as the service asks and run again; nothing was created.',
    rerun: 'Yes, but it fails the same way until the request is changed.',
  },
  conflict: {
    title: 'Conflict',
    meaning: 'The service answered 409 to the create request, and lists no deployment with this name.',
    causes: [
      'A tracing project has this name: the service creates one with each deployment, and it can outlive the deployment.',
      'A deployment with this name exists in another workspace, or is hidden from this credential.',
      'Another operation is still running, or a quota is used up.',
      'Another field, such as `custom_url`, has a value that is in use already.',
    ],
    next: 'Nothing was created. The words of the service say what the conflict is: remove it, or wait until it is over, and run again. If they are about the name, choose another one.',
    rerun: 'Yes: nothing was created. It fails the same way as long as the conflict lasts.',
  },
  already_exists: {
    title: 'Deployment exists',
    meaning: 'A deployment with this name exists, and `if_exists: fail` makes this an error.',
    causes: [
      'An earlier run created it: this may be a rerun of a run that succeeded.',
      'Another workflow uses the same name.',
    ],
    next: 'Choose another name, or set `if_exists` to `match` or `reuse` to adopt the deployment.',
    rerun: 'Yes, but it fails the same way as long as the deployment exists and `if_exists` is `fail`.',
  },
  differs: {
    title: 'Deployment differs',
    meaning: 'A deployment with this name exists, and the fields listed differ from the inputs.',
    causes: [
      'The workflow or the `config` file changed after the deployment was created.',
      'Someone changed the deployment in the service.',
      'Another workflow uses the same name.',
    ],
    next: 'The service cannot update a deployment here. Change the inputs to match, choose another name, or set `if_exists` to `reuse` to adopt the deployment as it is.',
    rerun:
      'Yes: the deployment was not changed. It fails the same way until the inputs and the deployment agree.',
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    meaning: 'Several deployments have this name, and a workflow cannot choose between them.',
    causes: [
      'Two runs created the name at the same time: give them one `concurrency` group.',
      'Someone created a second deployment by hand.',
    ],
    next: 'Delete all but one of them, or choose another name, and run again.',
    rerun: 'Yes: it creates nothing as long as several deployments have the name.',
  },
  repository_not_found: {
    title: 'Repository not visible',
    meaning: 'The integration does not list the repository.',
    causes: [
      "The integration's app on the repository host was not granted this repository.",
      'The repository was renamed or moved, or its name is misspelt: compare it with the nearest names.',
      'The `integration_id` belongs to another organisation.',
    ],
    next: "Check the spelling. Then grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access.",
    rerun: 'Yes: nothing was created. It succeeds once the repository is granted.',
  },
  ambiguous_repository: {
    title: 'Repository is ambiguous',
    meaning: 'The integration lists several repositories that match `repository`.',
    causes: ['Several hosts have a repository with this owner and name.'],
    next: 'Set the input `repository` to the full URL of the right one.',
    rerun: 'Yes, but it fails the same way until `repository` is a full URL.',
  },
  rate_limited: {
    title: 'Rate limited',
    meaning: 'The service answered 429 on each attempt.',
    causes: [
      'Many jobs use the service at once, such as a matrix: set `max-parallel`, or a `concurrency` group.',
      'Another user of the same key or IP address uses up its limit.',
    ],
    next: 'The service limits the rate of requests, and this step may not wait longer. Run again later; a rerun is safe.',
    rerun: 'Yes: nothing was created. Wait some minutes first.',
  },
  unavailable: {
    title: 'Service unavailable',
    meaning: 'The service, or a gateway in front of it, answered each attempt with a 5xx status.',
    causes: [
      'The service is down or under maintenance: look at its status page.',
      'The gateway in front of a self-hosted service has no healthy backend.',
    ],
    next: 'The service or its gateway failed on every attempt. Run again later; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  unreachable: {
    title: 'Service unreachable',
    meaning: 'No response arrived: the connection, the DNS look-up, the proxy or the certificate failed.',
    causes: [
      'The host or port in `base_url` is wrong, or only a network that this runner is not in knows it.',
      'The runner needs a proxy, or the proxy is wrong: check `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case.',
      'A private authority issued the certificate: set `NODE_EXTRA_CA_CERTS` to the file of its certificate.',
      'The certificate has expired, or the clock of a self-hosted runner is wrong.',
      'A firewall drops the connection, or `request_timeout` is too short for the service.',
    ],
    next: 'Check `base_url`, the proxy variables and the certificates of the runner. Run again later; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    meaning:
      'The response to the create request was lost, and the look-ups could not show whether the deployment was created.',
    causes: [
      'The service or the network failed just after the request was sent, and did not recover in time.',
    ],
    next: 'Run again: a rerun is safe, as it looks the name up first and adopts the deployment if it exists.',
    rerun: 'Yes: it looks the name up first, adopts the deployment if it exists, and creates it only if not.',
  },
  duplicate_created: {
    title: 'Created twice',
    meaning: 'Several deployments with this name were created at the same time.',
    causes: [
      'Another run created the same name at the same time: give both workflows one `concurrency` group.',
      'The create request was sent a second time after its response was lost, and the service carried out both.',
    ],
    next: 'Delete what the message says, then run again.',
    rerun: 'Only after all but one are deleted: until then it fails and creates nothing.',
  },
  unexpected_response: {
    title: 'Unexpected response',
    meaning: 'The response is not one that the service sends: something else may have answered.',
    causes: [
      '`base_url` is wrong: a web page, a login page or another service answers there.',
      'A proxy or gateway answers in place of the service.',
      'The service has another version than this action knows.',
    ],
    next: 'Check `base_url`: something other than the service may answer there.',
    rerun: LOOKS_UP_FIRST,
  },
  wait_timeout: {
    title: 'Not ready in time',
    meaning: 'The deployment exists, but did not become what `wait_for` asks for within `wait_timeout`.',
    causes: [
      'It takes longer than `wait_timeout`: the last status and the timeline show how far it came.',
      'Its build or start fails: look at its logs in the service.',
      'With `wait_for: active`: its newest revision does not become healthy.',
      'With `commit`: no push built that commit, or a newer revision replaced it.',
    ],
    next: 'Look at the deployment in the service. Run again to go on waiting, with a longer `wait_timeout` if needed.',
    rerun: 'Yes: it goes on waiting. A create adopts the deployment first, unless `if_exists` is `fail`.',
  },
  unhealthy: {
    title: 'Not healthy in time',
    meaning:
      'The deployment is what `wait_for` asks for, but `health_url` did not respond with 2xx and the text of `health_contains` within `wait_timeout`.',
    causes: [
      'The application fails to start, or takes longer than `wait_timeout`: look at its logs in the service.',
      'An older revision still responds: set `wait_for` to `active`, and check the text of `health_contains`.',
      'The host or the path of `health_url` is wrong, or this runner cannot reach it (DNS, firewall, proxy).',
      'The URL asks for credentials or redirects to a login page: the request carries no credentials, and redirects are not followed.',
    ],
    next: 'Look at the response of the health URL and at the logs of the application. Run again to go on waiting, with a longer `wait_timeout` if needed.',
    rerun: 'Yes: it goes on waiting. A create adopts the deployment first, unless `if_exists` is `fail`.',
  },
  deleted: {
    title: 'Deployment is being deleted',
    meaning: 'The deployment is being deleted, or is gone.',
    causes: [
      'Someone, or a clean-up job, deletes it.',
      'An earlier deployment with the same name still exists.',
    ],
    next: 'Run again once it is gone, or choose another name.',
    rerun: 'Yes, once the deployment is gone: it then creates a new one.',
  },
  cancelled: {
    title: 'Cancelled',
    meaning: 'The workflow was cancelled, or the job reached its `timeout-minutes`.',
    causes: [
      'Someone cancelled the run.',
      'A newer run of the same `concurrency` group took its place.',
      'The job reached its `timeout-minutes`.',
    ],
    next: 'Run again if you still want the deployment; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  internal: {
    title: 'Internal error',
    meaning: 'The action itself failed: this is a bug.',
    causes: ['The action does not handle this case.'],
    next: 'This is a bug in the action: please report it with the lines above.',
    rerun: LOOKS_UP_FIRST,
  },
}

/**
 * Looks up the explanation of a failure. The advice of a hint overrides that of the code.
 *
 * @param readOnly whether the action changes nothing
 */
export function explain({ code, hint }: Pick<RunFailure, 'code' | 'hint'>, readOnly = false): Explanation {
  const entry = CATALOGUE[code]
  const { next = entry.next, rerun = entry.rerun } = hint ? HINTS[hint] : {}
  return { ...entry, next, rerun: readOnly && rerun === LOOKS_UP_FIRST ? CHANGES_NOTHING : rerun }
}
