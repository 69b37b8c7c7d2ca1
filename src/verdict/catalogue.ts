// How clauses about a rerun end: whether it is safe, and when it helps.

const NEW_RUN = 'a change of the workflow or a file needs a new run'
const FAILS = `safe, but fails the same way until the cause is removed; ${NEW_RUN}`
const HELPS = 'safe, and helps once the service works again'
const REACHED =
  'safe, and helps once `base_url` is right and the service can be reached'
const WAITS =
  'safe, but at most goes on waiting: it repairs neither a build nor the application'
const RESUMES = `${HELPS}: it goes on waiting, but repairs no failed build`
const ONE_LEFT = 'safe, but fails until only one deployment of the name is left'
const ONCE_LISTED =
  'safe once the service lists what it has, so wait some minutes: it looks the name up first, and adopts or creates the deployment'

const ONE_GROUP =
  'One `concurrency` group keeps runs from creating a name twice.'

const ACT_ON_MESSAGE = 'Act on the message of the service.'

export const NEW_NAME =
  'give each version a `name` of its own, because the action cannot update a deployment'

/** What to do after an error, in plain text with `code` in backquotes. */
export interface Advice {
  title: string
  next: string
  /** How the clause about a rerun ends. */
  rerun: string
}

/** The advice of an error code. A rerun `FAILS` by default. */
type Entry = Pick<Advice, 'title' | 'next'> & Partial<Advice>

/** Every `error_code`. Annotations, the job summary and docs/errors.md explain it in these words. */
export const CATALOGUE = {
  invalid_input: {
    title: 'Invalid input',
    next: 'Correct this.',
    rerun: `safe, as nothing was sent, but fails the same way until this is corrected; ${NEW_RUN}`,
  },
  unauthorized: {
    title: 'Not authenticated',
    next: 'Check `api_key` and `api_key_header`, `headers`, or `oidc_audience`: the credential may be expired, revoked, for another service, or expected in another header.',
  },
  forbidden: {
    title: 'Not permitted',
    next: `${ACT_ON_MESSAGE} The credential and the workspace are set in \`api_key\` and \`headers\`.`,
  },
  not_found: {
    title: 'Not found',
    next: 'Check `base_url`: the paths `/v1` and `/v2` must exist below it, and it must not be that of the web page.',
  },
  rejected: {
    title: 'Request rejected',
    next: 'Correct the request as the service asks.',
  },
  conflict: {
    title: 'Conflict',
    next: `${ACT_ON_MESSAGE} Choose another \`name\`, or remove what it names if nobody needs that; wait, if it names something that passes.`,
  },
  already_exists: {
    title: 'Deployment exists',
    next: 'Choose another name; one that differs only in case counts as the same. `if_exists: match` adopts a deployment that does not differ.',
  },
  differs: {
    title: 'Deployment differs',
    next: `If these are two versions, ${NEW_NAME}. For a new setting or secret, change it in the service if it allows that, or choose a new \`name\`; or change the inputs back to match. \`if_exists: reuse\` only adopts the deployment as it is, an old version too, and the job is green.`,
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    next: `Look in the service which one is in use, and delete another only if nothing uses it; until then choose another name. The wait action can choose one by its \`id\`. ${ONE_GROUP}`,
    rerun: ONE_LEFT,
  },
  repository_not_found: {
    title: 'Repository not visible',
    next: "Check the spelling, and that `integration_id` is that of the right organisation. If both are right, grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access.",
  },
  ambiguous_repository: {
    title: 'Repository is ambiguous',
    next: 'Set the input `repository` to the full URL of the right one.',
  },
  rate_limited: {
    title: 'Rate limited',
    next: `${ACT_ON_MESSAGE} Wait before the next run.`,
    rerun: 'safe, and helps once the limit is over or raised',
  },
  unavailable: {
    title: 'Service unavailable',
    next: 'The service, or a gateway in front of it, failed on every attempt: look at its status page.',
    rerun: HELPS,
  },
  unreachable: {
    title: 'Service unreachable',
    next: 'Check the host and the port in `base_url`; an internal host needs a runner inside its network. If they are right, the service is down, or a firewall refuses this runner: look at its status page.',
    rerun: REACHED,
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    next: 'Look at the status page of the service, and then whether it has the deployment.',
    rerun: ONCE_LISTED,
  },
  duplicate_created: {
    title: 'Created twice',
    next: `Keep the older one, and delete that of this run after checking that nothing uses it. ${ONE_GROUP}`,
    rerun: ONE_LEFT,
  },
  unexpected_response: {
    title: 'Unexpected response',
    next: 'If `base_url` worked before, a login or a gateway may answer in place of the service: check the credential (`api_key`, `headers`). Otherwise correct `base_url`: it must be that of the API, not of the web page.',
  },
  wait_timeout: {
    title: 'Goal not reached in time',
    next: 'Look at the deployment and its builds in the service. If a build failed, correct it and use a new `name`. If it only takes longer, raise `wait_timeout`.',
    rerun: WAITS,
  },
  unhealthy: {
    title: 'Not healthy in time',
    next: 'Look at the response of the health URL and at the logs of the application. If it needs a fix, deploy that under a new `name`. If the start only takes longer, raise `wait_timeout`.',
    rerun: WAITS,
  },
  deleted: {
    title: 'Deployment is being deleted',
    next: 'Find out who deletes it: another job, a clean-up or a person. Or choose another name.',
    rerun: 'safe, but helps only once it is no longer listed',
  },
  cancelled: {
    title: 'Cancelled',
    next: 'If a newer run of the same `concurrency` group replaced this one, look at that run.',
    rerun:
      'safe, and helps if no newer run replaced this one: it looks first for what is there',
  },
  internal: {
    title: 'Internal error',
    next: 'This is a bug in the action: please report it with the log of this step.',
    rerun: 'safe, but will probably fail the same way',
  },
} satisfies Record<string, Entry>

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof CATALOGUE

const NO_REASON = 'The service gave no reason that can be read.'

/** More specific advice, by what the run knows. */
const CAUSES = {
  same_url: {
    next: 'They have the same URL: grant the repository to only one installation of the app.',
  },
  new_version: {
    next: 'The action cannot update a deployment. To deploy the requested version, use a new `name`. To keep the existing one, change the inputs, or set `if_exists: reuse`, which adopts it as it is.',
  },
  moved_tag: {
    next: 'The deployment was built from a tag, at another commit: the tag has probably moved, and no push builds a tag. Release the commit under a new tag and a new `name`.',
  },
  other_spelling: {
    next: 'Names are compared exactly: write `name` as the service lists it.',
    rerun: FAILS,
  },
  other_settings: {
    next: 'The action cannot update a deployment: make the change in the service if it allows that, change the inputs back, or choose a new `name`. `if_exists: reuse` only adopts the deployment as it is.',
  },
  behind_proxy: {
    next: 'Check the host and the port in `base_url`, and the proxy (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). If they are right, the service or the proxy is down: look at its status page.',
    rerun: REACHED,
  },
  oidc_refused: {
    next: "The service refused the job's OIDC token: check `oidc_audience`, and which repository, ref and environment the service trusts.",
  },
  no_integration: {
    next: 'Check `integration_id`: it is the id of the integration in the service, which must belong to the workspace of the credential. Then check `base_url`.',
  },
  no_such_part: {
    next: 'The create request names or needs something that the service does not know: check the ids in it, then whether the credential may create deployments, then the path in `base_url`.',
  },
  not_taken: {
    next: 'The address lists deployments, but seems to take no create request: check `base_url`, above all its path, and whether a gateway or proxy lets only reads through.',
  },
  undecided: {
    next: `${ACT_ON_MESSAGE} Then wait until it lists deployments.`,
    rerun: 'safe, but helps only after both',
  },
  list_parameters: {
    next: 'If the service names the parameters of its list otherwise, set them in `list_parameters`. If not, act on its message.',
  },
  list_parameters_without_words: {
    next: `${NO_REASON} If it names the parameters of its list otherwise, set them in \`list_parameters\`.`,
  },
  paging: {
    next: 'Set the names of the parameters in `list_parameters`, such as `{offset: skip}`: the list cannot be read whole without them.',
  },
  unauthorized_with_words: {
    next: `${ACT_ON_MESSAGE} The credential is set in \`api_key\`, \`headers\` or \`oidc_audience\`.`,
  },
  quota: { next: ACT_ON_MESSAGE },
  quota_without_words: {
    next: `${NO_REASON} The status is about payment: look at the plan and its limits. Have a limit raised, or delete what you no longer need.`,
  },
  forbidden_without_words: {
    next: `${NO_REASON} Check the role of the credential and its workspace (a header in \`headers\`), then the limits of the plan, then whether a gateway or firewall refuses this runner.`,
  },
  create_forbidden_without_words: {
    next: `${NO_REASON} The look-up was allowed, so check whether the role of the credential may create, then the limits of the plan, then whether a gateway refuses a POST.`,
  },
  limited_without_words: {
    next: `${NO_REASON} It is probably the rate: run fewer jobs at once, or later. If that does not help, it is a limit of the account or the plan: have it raised, or delete what you no longer need.`,
  },
  conflict_without_words: {
    next: `${NO_REASON} Check that \`headers\` name the right workspace. Then choose another name: a tracing project that outlived its deployment, or a deployment of another workspace, may have it.`,
  },
  rejected_without_words: {
    next: `${NO_REASON} Compare the request in the summary with the last one that worked, or ask those who run the service or its gateway.`,
  },
  rejected_fields: { next: 'Correct the fields that the service names.' },
  two_of_this_run: {
    next: 'Keep the one that serves, or else the oldest, and delete the others after checking that nothing uses them.',
  },
  cancelled_while_creating: {
    next: 'Look in the service whether it has the deployment. If a newer run of the same `concurrency` group replaced this one, look at that run.',
    rerun: ONCE_LISTED,
  },
  no_credential: {
    next: 'No credential was sent: `api_key` and `oidc_audience` are empty, and no name in `headers` is that of a credential. An undefined secret is an empty string, and workflows of forks get no secrets.',
  },
  no_credential_in_fork: {
    next: 'No credential was sent: this run is for a pull request from a fork, whose workflows get no secrets. Skip this step for forks, or push the branch to this repository.',
  },
  expired: {
    next: 'The service accepted the credential earlier in this run. It may have expired or been revoked since: renew it, or send one whose role may do this.',
  },
  cut_short: {
    next: 'The service, or a gateway in front of it, broke its answers off: look at its status page, and raise `request_timeout` if they are slow.',
    rerun: HELPS,
  },
  moved: {
    next: 'Set `base_url` to the beginning of that address, without `/v1`, `/v2` and what follows.',
  },
  redirect: {
    next: 'If it leads to a login, a credential is missing or has expired (`api_key`, `headers`). Otherwise set `base_url` to the address that it points to, up to `/v1` or `/v2`.',
  },
  redirected_create: {
    next: 'Look whether the service has the deployment. If the redirect leads to a login, a credential is missing or has expired (`api_key`, `headers`). Otherwise set `base_url` to the URL that answers without a redirect.',
    rerun: ONCE_LISTED,
  },
  unread: {
    next: 'Look in the service whether the deployment exists. If not, a login or a gateway may answer in its place: check the credential, and whether the gateway lets a POST through.',
    rerun: ONCE_LISTED,
  },
  look_up_refused: {
    next: 'Remove the cause of the failed look-up. Then look whether the service has the deployment.',
    rerun: ONCE_LISTED,
  },
  lost_on_the_way: {
    next: 'Look at the status page of the service and at the network of the runner. Then look whether the service has the deployment.',
    rerun: ONCE_LISTED,
  },
  appeared: {
    next: 'This run may have created it, with changes by the service, or another run: look at it in the service. If nobody uses it, delete it and run again; otherwise choose another name.',
  },
  other_deployment: {
    next: 'Look at the deployment that the error names, and delete it if this run created it.',
    rerun:
      'not safe: it does not find this deployment, and may create another one',
  },
  renamed: {
    next: 'The service changed the name: use the changed one as `name`, or delete the deployment and choose a name that the service keeps.',
  },
  no_repositories: {
    next: "The integration's app on the repository host was probably granted none, so grant the repository to it: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access. If it has access, `integration_id` is that of another organisation.",
  },
  no_host: {
    next: 'This runner cannot resolve the host: correct `base_url`; an internal host needs a runner inside its network.',
    rerun: REACHED,
  },
  no_host_behind_proxy: {
    next: 'This runner cannot resolve the host: correct `base_url` or the proxy.',
    rerun: REACHED,
  },
  slow: {
    next: 'Raise `request_timeout`, or look at the status page of the service.',
  },
  not_tls: {
    next: 'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service.',
    rerun: FAILS,
  },
  certificate: {
    next: 'For a private authority, or a proxy that inspects TLS, set `NODE_EXTRA_CA_CERTS` in the `env` of the step to a readable PEM file with its certificate. Otherwise check the host in `base_url`.',
    rerun: FAILS,
  },
  self_signed: {
    next: 'The server signed its certificate itself: replace it, or trust it by `NODE_EXTRA_CA_CERTS` in the `env` of the step, which names a PEM file with it. If you did not expect this, check the host in `base_url`.',
    rerun: FAILS,
  },
  certificate_host: {
    next: 'Check the host in `base_url`: the server there is another one, or its certificate lacks this name.',
    rerun: FAILS,
  },
  certificate_date: {
    next: 'Ask those who run the service to renew its certificate. If it is valid elsewhere, check the clock of the runner.',
    rerun: FAILS,
  },
  proxy_refused: {
    next: 'Ask those who run the proxy to allow this host, or list it in `NO_PROXY` if the runner reaches it directly.',
    rerun: 'safe, but helps only once the proxy opens the tunnel',
  },
  proxy: {
    next: 'Check the address and the credentials of the proxy, that this runner can reach it, and that it may reach the service. `NO_PROXY` lists hosts that need no proxy.',
  },
  oidc: {
    title: 'No OIDC token',
    next: 'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
    rerun: FAILS,
  },
  oidc_unreachable: {
    title: 'No OIDC token',
    next: 'Nothing was sent to the service. On a hosted runner, look at https://www.githubstatus.com. On a self-hosted one, check that it or its proxy may reach this host.',
    rerun: HELPS,
  },
  no_such_deployment: {
    next: 'Check the spelling, whether the deployment was deleted or the step that creates it failed, and that `base_url` and the credential belong to its workspace.',
    rerun: 'safe, but helps only once the service lists it',
  },
  answered_before: {
    next: 'The state may be old. The service answered before: look at its status page.',
    rerun: RESUMES,
  },
  lost_connection: {
    next: 'The state may be old. The service answered before: look at its status page, and at the network of the runner.',
    rerun: RESUMES,
  },
  answered_otherwise: {
    next: 'The state may be old. A login or a gateway seems to answer now: check whether the credential has expired.',
    rerun: RESUMES,
  },
  never_listed: {
    next: 'No look-up worked, so nothing is known of the deployment: look at the status page of the service.',
    rerun: HELPS,
  },
  active_not_ready: {
    next: 'The newest revision is active, so no build failed: only the status is not READY. If that is normal here, set `wait_for: active`; otherwise look in the service for the reason.',
    rerun: WAITS,
  },
  push_builds: {
    next: 'Look at the deployment and its builds in the service. If a build failed, correct it and push again. If it only takes longer, raise `wait_timeout`.',
    rerun: WAITS,
  },
  never_built: {
    next: `If the service can change it, set \`build_on_push\` to true there, and push again. Otherwise ${NEW_NAME}.`,
  },
  gone: {
    title: 'Deployment is gone',
    next: 'Another job, a clean-up or a person may have deleted it: find out who before you run again.',
    rerun: 'safe, and creates the deployment anew',
  },
  gone_while_waiting: {
    title: 'Deployment is gone',
    next: 'Another job, a clean-up or a person may have deleted it: find out who before you run again.',
    rerun: 'safe, but helps only if the step that creates it runs too',
  },
  deleted_while_waiting: {
    rerun:
      'safe, but helps only once it is no longer listed, and only if the step that creates it runs too',
  },
  other_commit: {
    next: `If a push builds the commit (\`build_on_push: true\`), set \`wait_for\`: the step waits for it. Otherwise ${NEW_NAME}.`,
  },
  commit_not_built: {
    next: 'Check that `commit` is the head of the branch that the deployment builds (a later push may have replaced it), and that it builds on push. If a build failed, correct it and push again; if one is under way, raise `wait_timeout`.',
    rerun: WAITS,
  },
  push_not_built: {
    next: 'Look in the service whether it builds this push. If it missed it, push again or start a build there; a later push may have replaced it. If a build failed, correct it and push again; if one is under way, raise `wait_timeout`.',
    rerun: WAITS,
  },
  commit_unknown: {
    next: 'The service returns no commit of this deployment. If a build is under way, raise `wait_timeout`; if none ever shows its commit, remove `commit`.',
    rerun: WAITS,
  },
  created_from_other_commit: {
    next: 'Check `repo_ref`: it may have moved on since the run began, or name another branch. Delete the deployment, or choose another name, and run again.',
  },
  no_address: {
    next: 'The health URL was never asked. Some services give a deployment its `custom_url` late: raise `wait_timeout`. If it never gets one, give it a `custom_url`, or set `health_url` to an absolute URL.',
    rerun: WAITS,
  },
  other_text: {
    next: 'Compare `health_contains` with the response: case and spaces count, and only the first MiB is read. If another version responds, check which one the deployment holds; if the address only switches later, raise `wait_timeout`.',
    rerun: WAITS,
  },
  other_page: {
    next: 'A web page answers, perhaps a login: set `health_url` to an address of the application that needs none. If it is the right page, compare `health_contains` with it: case and spaces count, and only the first MiB is read.',
    rerun: FAILS,
  },
  health_redirect: {
    next: 'The health URL redirects, and redirects are not followed: set `health_url` to an address that answers by itself, without a login.',
    rerun: FAILS,
  },
  health_login: {
    next: 'The health URL asks for a login, and the request carries no credentials: set `health_url` to an address that answers without them.',
    rerun: FAILS,
  },
  no_response: {
    next: 'No response came, so only the logs of the application tell whether it runs. Check the host, its DNS record, and that this runner can reach it. If the start only takes longer, raise `wait_timeout`.',
    rerun: 'safe, but helps only once the health URL answers',
  },
  disk: {
    title: 'Files of the runner not written',
    next: 'The reason tells whether the disk is full or the file may not be written: correct that on the runner.',
    rerun:
      'safe, and helps once the file can be written: it adopts what is there',
  },
} satisfies Record<string, Partial<Advice>>

export type Cause = keyof typeof CAUSES

/** The words for an error code, or for what is known of its cause. */
export function explain(code: ErrorCode, cause?: Cause): Advice {
  const entry: Entry = CATALOGUE[code]
  const known: Partial<Advice> = cause ? CAUSES[cause] : {}
  const { title, next, rerun = FAILS } = { ...entry, ...known }
  return { title, next, rerun: `A rerun is ${rerun}.` }
}
