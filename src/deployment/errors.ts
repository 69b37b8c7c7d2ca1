/** How clauses about a rerun end: whether it is safe, and when it helps. */
const FAILS = 'safe, but fails the same way until the cause is removed'
const HELPS = 'safe, and helps once the service answers in time'
const LOOKS_FIRST = `${HELPS}: it looks the name up first`
const WAITS =
  'safe, but at most goes on waiting: it repairs neither a build nor the application'
const RESUMES = `${HELPS}: it goes on waiting, but repairs no failed build`
const ONE_LEFT = 'safe, but fails until only one deployment of the name is left'

const ONE_GROUP =
  'One `concurrency` group keeps runs from creating a name twice.'

/** What an error says: plain text, with `code` in backquotes. A rerun `FAILS` by default. */
type Entry = [title: string, next: string, rerun?: string]

/** For a status that services use for all of these, and only their words could tell which. */
const SEVERAL_CAUSES =
  'The cause is one of these, and the message may say which. A web page: a gateway or firewall has refused this runner, so allow its IP address, or send its token in `headers`. A limit of the account or the plan: delete what you no longer need, or have it raised. Too many requests: run fewer jobs at once, or later. A permission: send a credential whose role may do this. A missing or wrong workspace: set its header in `headers`.'

const NAME_TAKEN =
  'If the message is about the name, choose another one: a deployment of another workspace may have it, or a tracing project that outlived its deployment.'

export const NEW_NAME =
  'give each version a `name` of its own, because the action cannot update a deployment'

/** Every `error_code`. Annotations, the job summary and docs/errors.md explain it in these words. */
export const CATALOGUE = {
  invalid_input: [
    'Invalid input',
    'Correct this.',
    'safe, but fails the same way until this is corrected; nothing was sent',
  ],
  unauthorized: [
    'Not authenticated',
    'Check `api_key` and `api_key_header`, `headers`, or `oidc_audience`: the credential may be expired, revoked, for another service, or expected in another header.',
  ],
  forbidden: ['Not permitted', SEVERAL_CAUSES],
  not_found: [
    'Not found',
    'Check `base_url`: the paths `/v1` and `/v2` must exist below it, and it must not be that of the web page.',
  ],
  rejected: [
    'Request rejected',
    `Correct the request as the service asks. ${NAME_TAKEN}`,
  ],
  conflict: [
    'Conflict',
    `${NAME_TAKEN} If it names something that passes, wait until that is over. Remove what it names only if nobody needs it.`,
  ],
  already_exists: [
    'Deployment exists',
    'Choose another name; one that differs only in case counts as the same. `if_exists: match` adopts a deployment that does not differ.',
  ],
  differs: [
    'Deployment differs',
    `If these are two versions, ${NEW_NAME}. For a new setting or secret, change it in the service if it allows that, or choose a new \`name\`; or change the inputs back to match. \`if_exists: reuse\` only adopts the deployment as it is, an old version too, and the job is green.`,
  ],
  ambiguous_name: [
    'Name is ambiguous',
    `Look in the service which one is in use, and delete another only if nothing uses it; until then choose another name. The wait action can choose one by its \`id\`. ${ONE_GROUP}`,
    ONE_LEFT,
  ],
  repository_not_found: [
    'Repository not visible',
    "Check the spelling, and that `integration_id` is that of the right organisation. Then grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access.",
  ],
  ambiguous_repository: [
    'Repository is ambiguous',
    'Set the input `repository` to the full URL of the right one. If they have the same URL, grant the repository to only one installation of the app.',
  ],
  rate_limited: [
    'Rate limited',
    SEVERAL_CAUSES,
    'safe, but helps only once the limit is raised or over',
  ],
  unavailable: [
    'Service unavailable',
    'The service, or a gateway in front of it, failed on every attempt: look at its status page.',
    HELPS,
  ],
  unreachable: [
    'Service unreachable',
    'Check `base_url` (the host and the port) and the proxy (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`); an internal host needs a runner inside its network. If they are right, the service is down: look at its status page.',
    HELPS,
  ],
  unknown_outcome: [
    'Outcome unknown',
    'Look at the status page of the service, and at the network of the runner.',
    LOOKS_FIRST,
  ],
  duplicate_created: [
    'Created twice',
    `Delete deployments as the message says. ${ONE_GROUP}`,
    ONE_LEFT,
  ],
  unexpected_response: [
    'Unexpected response',
    'If `base_url` worked before, a login or a gateway may answer in place of the service: check the credential (`api_key`, `headers`). Otherwise correct `base_url`: it must be that of the API, not of the web page.',
  ],
  wait_timeout: [
    'Goal not reached in time',
    'Look at the deployment and its builds in the service. If a build failed, correct it, and then choose a new name; delete this deployment only if no revision of it serves. If it only takes longer, raise `wait_timeout`.',
    WAITS,
  ],
  unhealthy: [
    'Not healthy in time',
    'Look at the response of the health URL and at the logs of the application. The request carries no credentials and follows no redirects. If the start only takes longer, raise `wait_timeout`.',
    WAITS,
  ],
  deleted: [
    'Deployment is being deleted',
    'Find out who deletes it: another job, a clean-up or a person. Or choose another name.',
    'safe, but helps only once it is no longer listed, and only if the step that creates it runs too',
  ],
  cancelled: [
    'Cancelled',
    'If a newer run of the same `concurrency` group replaced this one, look at that run.',
    'safe, and helps if no newer run replaced this one: it looks first for what is there',
  ],
  internal: [
    'Internal error',
    'This is a bug in the action: please report it with the lines above.',
  ],
} satisfies Record<string, Entry>

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof CATALOGUE

/** More specific words than those of the code. After a next step alone, a rerun `FAILS`. */
type More = [next?: string, rerun?: string | undefined, title?: string]

const HINTS = {
  no_integration:
    'Check `integration_id`: it is the id of the integration in the service, which must belong to the workspace of the credential. Then check `base_url`.',
  no_repositories:
    "The integration's app on the repository host was probably granted none, so grant the repository to it: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access. If it has access, `integration_id` is that of another organisation.",
  no_such_part:
    'The create request names or needs something that the service does not know: check the ids in it, such as `listener_id`, then whether the credential may create deployments, then the path in `base_url`.',
  not_taken:
    'The address lists deployments, but seems to take no create request: check `base_url`, above all its path, and whether a gateway or proxy lets only reads through.',
  undecided: [
    'Act on the message of the service, and wait until it lists deployments.',
    'safe, but helps only after both',
  ],
  list_parameters:
    'If the service names the parameters of its list otherwise, set them in `list_parameters`. If not, correct the inputs as it says.',
  quota: SEVERAL_CAUSES,
  no_reason:
    'No reason was given: compare the request in the summary with the last one that worked, or ask those who run the service or its gateway.',
  no_credential:
    'No credential was sent: `api_key` and `oidc_audience` are empty, and no name in `headers` is that of a credential. An undefined secret is an empty string, and workflows of forks get no secrets.',
  expired:
    'The service accepted the credential earlier in this run. It may have expired or been revoked since: renew it, or send one whose role may do this.',
  redirect:
    'If it leads to a login, renew the credential (`api_key`, `headers`), or add one that a gateway needs. Otherwise set `base_url` to the URL that answers without a redirect.',
  unread: [
    'Wait some minutes, and look in the service whether the deployment exists. If not, a login or a gateway may answer in its place: check the credential, and whether the gateway lets a POST through.',
    LOOKS_FIRST,
  ],
  appeared:
    'This run may have created it, with changes by the service, or another run: look at it in the service. If nobody uses it, delete it and run again; otherwise choose another name.',
  other_deployment: [
    'Look at the deployment that the error names, and delete it if this run created it.',
    'not safe: it does not find this deployment, and may create another one',
  ],
  renamed:
    'The service changed the name: use the changed one as `name`, or delete the deployment and choose a name that the service keeps.',
  no_host: [
    'This runner cannot resolve the host: correct `base_url`, or the proxy if one is set; an internal host needs a runner inside its network.',
    'safe, but helps only once the name resolves',
  ],
  slow: ['Raise `request_timeout`, or look at the status page of the service.'],
  not_tls:
    'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service.',
  certificate:
    'Check the host in `base_url`, and the clock of the runner. For a private authority, or a proxy that inspects TLS, set `NODE_EXTRA_CA_CERTS` in the `env` of the step to a readable PEM file with its certificate.',
  proxy:
    'Check the address and the credentials of the proxy, and whether it may reach the service. `NO_PROXY` lists hosts that need no proxy.',
  oidc: [
    'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
    FAILS,
    'No OIDC token',
  ],
  oidc_unreachable: [
    'Nothing was sent to the service. On a hosted runner, look at https://www.githubstatus.com. On a self-hosted one, check that it or its proxy may reach this host.',
    undefined,
    'No OIDC token',
  ],
  no_such_deployment: [
    'Check that the step that creates it succeeded, then the `id` or `name`, and that `base_url` and the credential belong to its workspace.',
    'safe, but helps only once the service lists it',
  ],
  answered_before: [
    'The state may be old. The service answered before: look at its status page, and at the network of the runner.',
    RESUMES,
  ],
  answered_otherwise: [
    'The state may be old. A login or a gateway seems to answer now: check whether the credential has expired.',
    RESUMES,
  ],
  never_listed: [
    'No look-up worked, so nothing is known of the deployment: look at the status page of the service.',
    HELPS,
  ],
  active_not_ready: [
    'The newest revision is active, so no build failed: only the status is not READY. If that is normal here, set `wait_for: active`; otherwise look in the service for the reason.',
  ],
  gone: [
    'Another job, a clean-up or a person may have deleted it: find out who before you run again.',
    'safe, and the step that creates the deployment creates it anew',
    'Deployment is gone',
  ],
  other_commit: `If a push builds the commit (\`build_on_push: true\`), set \`wait_for\`: the step waits for it. Otherwise ${NEW_NAME}.`,
  commit_not_built: [
    'Check that `commit` is the head of the branch that the deployment builds, and that it builds on push. If a build failed, correct it and push again; if one is under way, raise `wait_timeout`. If the service returns no commit, remove `commit`.',
  ],
  created_from_other_commit:
    'Check `repo_ref`: it may have moved on since the run began, or name another branch. Delete the deployment, or choose another name, and run again.',
  no_address: [
    'The health URL was never asked. Some services give a deployment its `custom_url` late: raise `wait_timeout`. If it never gets one, set `health_url` to an absolute URL.',
  ],
  health_text: [
    'Compare `health_contains` with the response: case and spaces count, and only the first MiB is read. If another version responds, check which one the deployment holds; if the address only switches later, raise `wait_timeout`.',
  ],
  health_unreached: [
    'No response came, so only the logs of the application tell whether it runs. Check the host, its DNS record, and that this runner can reach it. If the start only takes longer, raise `wait_timeout`.',
    'safe, but helps only once the health URL answers',
  ],
} satisfies Record<string, string | More>
export type Hint = keyof typeof HINTS

/** The words for a failure: its title, the next step, and when a rerun helps. */
export function explain({
  code,
  hint,
}: {
  code: ErrorCode
  hint?: Hint | undefined
}) {
  const entry: Entry = CATALOGUE[code]
  const known: string | More = (hint && HINTS[hint]) ?? []
  const [next = entry[1], rerun = entry[2] ?? FAILS, title = entry[0]] =
    typeof known === 'string' ? [known, FAILS] : known
  return { title, next, rerun: `A rerun is ${rerun}.` }
}
