/** The explanation of a failure. Plain text, with `code` in backquotes. */
export interface Explanation {
  /** A few words, for a heading. */
  title: string
  meaning: string
  /** Likely causes, the most likely first. */
  causes: string[]
  /** The next step. The log shows it too. */
  next: string
  /** Whether a rerun is safe, and its effect. */
  rerun: string
}

const LOOKS_UP_FIRST = 'Yes: it looks the name up first and adopts the deployment if it exists.'
const GOES_ON_WAITING = 'Yes: it adopts the deployment, unless `if_exists` is `fail`, and goes on waiting.'

/** Every `error_code`. Annotations, the job summary and docs/errors.md explain it in these words. */
export const CATALOGUE = {
  invalid_input: {
    title: 'Invalid input',
    meaning: 'An input or a line of the `config` file is missing, unknown or cannot be read.',
    causes: [
      'A name is misspelt, or a value has the wrong type.',
      'A secret or variable is not defined here, or the run is for a fork or Dependabot: GitHub passes an empty string.',
    ],
    next: 'Correct this and run again; nothing was sent.',
    rerun: 'Yes, but it fails the same way until the inputs are corrected.',
  },
  unauthorized: {
    title: 'Not authenticated',
    meaning: 'The service answered 401: the credential is missing or unknown.',
    causes: [
      'The service reads the key from another header: set `api_key_header`.',
      'With `oidc_audience`: the service expects another audience, or the clock of a self-hosted runner is wrong.',
    ],
    next: 'Check `api_key` and `api_key_header`, `headers`, or `oidc_audience`: the key may be expired, revoked, or for another service.',
    rerun: 'Yes, but it fails the same way until the credential is right.',
  },
  forbidden: {
    title: 'Not permitted',
    meaning: 'The service answered 403: it knows the credential, but the credential may not do this.',
    causes: [
      'The credential is valid for several workspaces, and the request names none.',
      'The role of the credential may read deployments but not create them.',
    ],
    next: 'Give the credential a role that may do this. If it is valid for several workspaces, add the header that names one, such as `X-Workspace-Id: …`, to the input `headers`.',
    rerun: 'Yes, but it fails the same way until the permission is granted.',
  },
  not_found: {
    title: 'Not found',
    meaning: 'The service answered 404, or it has no deployment with this name or id.',
    causes: [
      '`base_url` points to the web page instead of the API, or lacks the path of the API.',
      'The `integration_id` or the `listener_id` does not exist in this workspace.',
    ],
    next: 'Check `base_url`: the paths `/v1` and `/v2` of the service must exist below it. Then check the ids in the inputs, such as `integration_id`.',
    rerun: 'Yes, but it fails the same way until the URL or the id is right.',
  },
  rejected: {
    title: 'Request rejected',
    meaning: 'The service read the request and refused it (400, 422 or another 4xx).',
    causes: [
      'The service does not accept the value of a field; its response may name the field.',
      'The source needs a field that is not set, or does not accept one that is.',
      'The service does not accept the name: it is too long, is reserved, or has characters other than small letters, digits and dashes.',
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
      'Another field, such as `custom_url`, has a value that is already in use, another operation is running, or a quota is used up.',
    ],
    next: 'Nothing was created. The message of the service says what the conflict is: remove it, or wait until it is over, and run again. If it is about the name, choose another one.',
    rerun: 'Yes: nothing was created. It fails the same way as long as the conflict lasts.',
  },
  already_exists: {
    title: 'Deployment exists',
    meaning: 'A deployment with this name exists, and `if_exists: fail` makes this an error.',
    causes: ['An earlier run created it, or another workflow uses the same name.'],
    next: 'Choose another name, or set `if_exists` to `match` or `reuse` to adopt the deployment.',
    rerun: 'Yes, but it fails the same way as long as the deployment exists and `if_exists` is `fail`.',
  },
  differs: {
    title: 'Deployment differs',
    meaning: 'A deployment with this name exists, and the fields listed differ from the inputs.',
    causes: [
      'The workflow or the `config` file changed after the deployment was created.',
      'Someone changed the deployment in the service, or another workflow uses the same name.',
    ],
    next: 'The action cannot update a deployment. Change the inputs to match, choose another name, or set `if_exists` to `reuse` to adopt the deployment as it is.',
    rerun: 'Yes: it changes nothing, and fails the same way until the inputs and the deployment agree.',
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    meaning: 'Several deployments have this name, and a workflow cannot choose between them.',
    causes: ['Two runs created the name at the same time: give them one `concurrency` group.'],
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
    next: 'Set the input `repository` to the full URL of the right one. If they have the same URL, grant the repository to only one installation of the app on the repository host.',
    rerun: 'Yes, but it fails the same way until only one repository matches.',
  },
  rate_limited: {
    title: 'Rate limited',
    meaning: 'The service answered 429 on each attempt.',
    causes: [
      'Many jobs use the service at once: set `max-parallel` of the matrix, or a `concurrency` group.',
    ],
    next: 'The service limits the rate of requests, and this step has waited as long as it may. Run again later; a rerun is safe.',
    rerun: 'Yes: nothing was created. Wait some minutes first.',
  },
  unavailable: {
    title: 'Service unavailable',
    meaning: 'The service, or a gateway in front of it, answered each attempt with a 5xx status.',
    causes: ['The service is down or under maintenance: look at its status page.'],
    next: 'The service or its gateway failed on every attempt. Run again later; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  unreachable: {
    title: 'Service unreachable',
    meaning: 'No response arrived: the connection, the DNS look-up, the proxy or the certificate failed.',
    causes: [
      'The host or port in `base_url` is wrong, or is known only in a network that this runner cannot reach.',
      'The runner needs a proxy, or the proxy is wrong: check `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case.',
    ],
    next: 'Check `base_url`, the proxy variables and the certificates of the runner. Run again later; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    meaning: 'The response to the create request was lost, and the request may or may not have taken effect.',
    causes: ['The service or the network failed just after the request was sent.'],
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
    next: 'Delete deployments as the message says, then run again.',
    rerun: 'Only after all but one are deleted: until then it fails and creates nothing.',
  },
  unexpected_response: {
    title: 'Unexpected response',
    meaning: 'The response is not one that the service sends: something else may have answered.',
    causes: [
      '`base_url` is wrong, or a proxy answers: a web page, a login page or another service is there.',
      'The service has a version that this action does not know.',
    ],
    next: 'Check `base_url`: something other than the service may answer there; a rerun is safe.',
    rerun: 'Yes: it looks the name up first. It does not find a deployment whose name the service changed.',
  },
  wait_timeout: {
    title: 'Not ready in time',
    meaning: 'The deployment exists, but did not reach the wanted state or commit within `wait_timeout`.',
    causes: [
      'It takes longer than `wait_timeout`: the last status and the timeline show how far it came.',
      'Its build or start fails: look at its logs in the service.',
    ],
    next: 'Look at the deployment in the service. Run again to go on waiting, with a longer `wait_timeout` if needed.',
    rerun: GOES_ON_WAITING,
  },
  unhealthy: {
    title: 'Not healthy in time',
    meaning: 'Within `wait_timeout`, `health_url` did not answer 2xx with the text of `health_contains`.',
    causes: [
      'The application fails to start, or takes longer than `wait_timeout`: look at its logs in the service.',
      'The host or the path of `health_url` is wrong, or this runner cannot reach it (DNS, firewall, proxy).',
      'The URL asks for credentials or redirects to a login page: the request carries no credentials, and redirects are not followed.',
    ],
    next: 'Look at the response of the health URL and at the logs of the application. Run again to go on waiting, with a longer `wait_timeout` if needed.',
    rerun: GOES_ON_WAITING,
  },
  deleted: {
    title: 'Deployment is being deleted',
    meaning: 'The deployment is being deleted, or is gone.',
    causes: ['Someone, or a clean-up job, deletes this deployment or an earlier one of the same name.'],
    next: 'Run again once it is gone, or choose another name.',
    rerun: 'Yes, once the deployment is gone: it then creates a new one.',
  },
  cancelled: {
    title: 'Cancelled',
    meaning: 'The workflow was cancelled, or the job reached its `timeout-minutes`.',
    causes: ['A newer run of the same `concurrency` group may have taken its place.'],
    next: 'Run again if this is still wanted; a rerun is safe.',
    rerun: LOOKS_UP_FIRST,
  },
  internal: {
    title: 'Internal error',
    meaning: 'The action itself failed: this is a bug.',
    causes: ['The action does not handle this case.'],
    next: 'This is a bug in the action: please report it with the lines above.',
    rerun: LOOKS_UP_FIRST,
  },
} satisfies Record<string, Explanation>

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof CATALOGUE

/** Next steps for failures of which more is known than their code. */
const HINTS = {
  not_the_service:
    'A web page answered: this does not look like the service. Set `base_url` to the URL of its API: the paths `/v1` and `/v2` must exist below it.',
  unpaged:
    'Set the names that the service uses for `limit` and `offset` in the input `list_parameters`: it may know them by other names.',
  query_refused:
    'The service refused the query of its list. If it knows a parameter by another name, set that name in the input `list_parameters`. Otherwise correct the inputs as it says; nothing was created.',
  blocked:
    'A gateway or firewall in front of the service refused this runner. Allow the IP address of the runner there, use a runner inside the network, or send the token of the gateway in the input `headers`.',
  quota:
    'The account has reached a limit: delete what you no longer need, or have the limit raised, and run again; nothing was created.',
  no_credential:
    'No credential was sent: `api_key` and `oidc_audience` are empty, and no name in `headers` is that of a credential. Set one of them. An undefined secret is an empty string, and workflows of forks get no secrets.',
  redirect:
    'Set `base_url` to the URL at which the service answers without a redirect, and run again: a rerun is safe. If the redirect leads to a login page, the credential is missing.',
  other_deployment:
    'Look at the deployment that the error names. If the service changed the name, use the changed one as `name`, or delete the deployment and choose a name that the service keeps.',
  host_unknown:
    'Check the host in `base_url`. If only an internal network knows it, use a runner inside that network, or a proxy (`HTTPS_PROXY`). Otherwise run again later; a rerun is safe.',
  nothing_listens:
    'Check the host and port in `base_url`, and those of the proxy if `HTTPS_PROXY` or `HTTP_PROXY` is set: nothing accepts connections there. If they are right, the service is down. Run again later; a rerun is safe.',
  slow: 'Check that this runner can reach the service (firewall, proxy, `NO_PROXY`). If the service is slow, raise `request_timeout`. Run again later; a rerun is safe.',
  not_tls:
    'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service. Check the proxy too if its URL begins with `https://`.',
  certificate:
    'Check the host in `base_url`, and the clock of the runner. If a private authority issued the certificate of the service, or of a proxy that inspects TLS, set `NODE_EXTRA_CA_CERTS` in the `env` of the step to the file with the certificate of that authority.',
  proxy:
    'Check the address and the credentials of the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, and whether it may reach the service. List hosts that need no proxy in `NO_PROXY`.',
  oidc: 'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
  oidc_unreachable:
    'The runner gave no OIDC token, so nothing was sent to the service. Run again later; a rerun is safe. On a self-hosted runner, check that it or its proxy may reach the host that the error names.',
  no_such_deployment:
    'Check the `id` or `name`, and that `base_url` and the credential belong to the workspace of the deployment. The service may take some seconds to list a new deployment.',
  nothing_to_wait_for: 'Nothing is left to wait for: create the deployment again, or wait for another one.',
  no_commits: 'Remove `commit`: only deployments with the source `repohost` have one.',
  other_commit:
    'Set `wait_for` if a push builds the commit: the step then waits for it. Otherwise give each version a `name` of its own, because the action cannot update a deployment.',
  not_built_on_push:
    'No push builds this deployment. Create it with `build_on_push: true`, or give each version a `name` of its own, because the action cannot update a deployment.',
  commit_not_built:
    'No push built the commit in that time, or a newer revision replaced it: look at the builds in the service. Run again to go on waiting, with a longer `wait_timeout` if needed.',
  created_from_other_commit:
    'Check `repo_ref`: it may have moved on since the run began, or name another branch. Delete the deployment, or choose another name, and run again.',
  no_custom_url: 'Set `health_url` to an absolute URL, or create the deployment with a `custom_url`.',
  health_host:
    'The host in `health_url` is not known: check its spelling, or wait until its DNS record exists. A host of an internal network needs a runner inside that network.',
  health_text:
    'Compare the text of `health_contains` with the response: case and spaces count, and only the first MiB is read. An older revision may still respond: `wait_for: active` waits for the newest one.',
}
export type Hint = keyof typeof HINTS

/** @param readOnly whether the action changes nothing */
export function explain(
  failure: { code: ErrorCode; hint?: Hint | undefined },
  readOnly = false,
): Explanation {
  const { next, rerun, ...known } = CATALOGUE[failure.code]
  return {
    ...known,
    next: failure.hint ? HINTS[failure.hint] : next,
    rerun: readOnly ? 'Yes: this step only reads, and changes nothing.' : rerun,
  }
}
