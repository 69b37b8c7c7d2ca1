/** Whether a rerun is safe, and whether it can help. */
const RERUNS = {
  fails: 'A rerun is safe, but fails the same way until the cause is removed.',
  helps: 'A rerun is safe and can help: nothing is created twice.',
  later: 'A rerun is safe, but can help only later, once this is over.',
  waits: 'A rerun is safe, but at most goes on waiting: it repairs neither a build nor the application.',
  resumes:
    'A rerun is safe and can help: it goes on waiting once the service answers, but repairs no failed build.',
  duplicates: 'A rerun is not safe: it does not find this deployment, and may create another one.',
}

/** What an error says: plain text, with `code` in backquotes. A rerun `fails` by default. */
interface Entry {
  title: string
  next: string
  rerun?: keyof typeof RERUNS
}

/** For a status that services use for all of these, and only their words could tell which. */
const SEVERAL_CAUSES =
  'This status has several causes, and the message of the service may say which. A limit of the account or the plan: delete what you no longer need, or have it raised. Too many requests: run fewer jobs at once, or later. A permission: send a credential whose role may do this. A workspace that is missing or wrong: check its header in `headers`. A gateway or firewall that refuses this runner: allow its IP address, or send its token in `headers`.'

const NAME_TAKEN =
  'If the message is about the name, choose another one: a deployment of another workspace may have it, or a tracing project that outlived its deployment.'

export const NEW_NAME = 'give each version a `name` of its own, because the action cannot update a deployment'

/** Every `error_code`. Annotations, the job summary and docs/errors.md explain it in these words. */
export const CATALOGUE = {
  invalid_input: { title: 'Invalid input', next: 'Correct this; nothing was sent.' },
  unauthorized: {
    title: 'Not authenticated',
    next: 'Check `api_key` and `api_key_header`, `headers`, or `oidc_audience`: the credential may be expired, revoked, for another service, or expected in another header. For OIDC, check the clock of a self-hosted runner too.',
  },
  forbidden: { title: 'Not permitted', next: SEVERAL_CAUSES },
  not_found: {
    title: 'Not found',
    next: 'Check `base_url`: the paths `/v1` and `/v2` must exist below it, and it must not be that of the web page.',
  },
  rejected: { title: 'Request rejected', next: `Correct the request as the service asks. ${NAME_TAKEN}` },
  conflict: {
    title: 'Conflict',
    next: `Nothing was created. Remove what the message of the service names, or wait until it is over. ${NAME_TAKEN}`,
  },
  already_exists: {
    title: 'Deployment exists',
    next: 'Choose another name (one that differs only in case counts as the same), or set `if_exists` to `match`, which adopts the deployment if it is as requested, its name included.',
  },
  differs: {
    title: 'Deployment differs',
    next: `If these are two versions, ${NEW_NAME}. For a new setting or secret, change it in the service if it allows that, or choose a new \`name\`; or change the inputs back to match. \`if_exists: reuse\` only adopts the deployment as it is: the old version goes on running, and the job is green.`,
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    next: 'Delete all but one of them, or choose another name; the wait action can choose one by its `id`. One `concurrency` group keeps runs from creating a name twice.',
  },
  repository_not_found: {
    title: 'Repository not visible',
    next: "Check the spelling, and that `integration_id` is that of the right organisation. Then grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access.",
  },
  ambiguous_repository: {
    title: 'Repository is ambiguous',
    next: 'Set the input `repository` to the full URL of the right one. If they have the same URL, grant the repository to only one installation of the app.',
  },
  rate_limited: { title: 'Rate limited', next: SEVERAL_CAUSES, rerun: 'later' },
  unavailable: {
    title: 'Service unavailable',
    next: 'The service, or a gateway in front of it, failed on every attempt: look at its status page.',
    rerun: 'helps',
  },
  unreachable: {
    title: 'Service unreachable',
    next: 'Check `base_url` (`https://` or `http://`, the host and the port) and the proxy (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`); an internal host needs a runner inside its network. If they are right, the service is down or slow: look at its status page, or raise `request_timeout`.',
    rerun: 'helps',
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    next: 'Run again: a rerun looks the name up first. If no response came in time, raise `request_timeout` before. If the service failed, look at its status page.',
    rerun: 'helps',
  },
  duplicate_created: {
    title: 'Created twice',
    next: 'Delete deployments as the message says. One `concurrency` group keeps runs from creating a name twice.',
  },
  unexpected_response: {
    title: 'Unexpected response',
    next: 'Check `base_url`: a web page, a proxy or a login may answer there in place of the API, or a version of the service that this action does not know.',
  },
  wait_timeout: {
    title: 'Not ready in time',
    next: 'Look at the deployment and its builds in the service. If a build failed, correct it, and then choose a new name; delete this deployment only if no revision of it serves. `wait_for: active` does not need the status READY. If it only takes longer, raise `wait_timeout`.',
    rerun: 'waits',
  },
  unhealthy: {
    title: 'Not healthy in time',
    next: 'Look at the response of the health URL and at the logs of the application. The request carries no credentials and follows no redirects, and this runner must know and reach the host. If the start only takes longer, raise `wait_timeout`.',
    rerun: 'waits',
  },
  deleted: {
    title: 'Deployment is deleted',
    next: 'Create it again once it is gone, or choose another name.',
    rerun: 'later',
  },
  cancelled: {
    title: 'Cancelled',
    next: 'A newer run of the same `concurrency` group, or `timeout-minutes`, may have cancelled this one.',
    rerun: 'helps',
  },
  internal: {
    title: 'Internal error',
    next: 'This is a bug in the action: please report it with the lines above.',
  },
} satisfies Record<string, Entry>

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof CATALOGUE

/** What is said if more is known than the code: the next step, or other parts of the entry too. */
const HINTS = {
  no_integration:
    'Check `integration_id`: it is the id of the integration in the service, which must belong to the workspace of the credential. Then check `base_url`.',
  no_such_part:
    'The service answers at `base_url`, so it does not know something that the request names: check the ids in it, such as `listener_id`, and whether the credential may create deployments. If it names no id, check the path in `base_url`.',
  not_taken: {
    next: 'The address lists deployments, but takes no create request: check `base_url`, above all its path. A gateway or proxy in front of the service may also let only reads through.',
    rerun: 'fails',
  },
  undecided:
    'Only the list can show whether a deployment of this name is there now. Act on the message of the service, and run again once the list is answered.',
  list_parameters:
    'If the service has other names for the parameters of its list, such as `limit` or `offset`, set them in the input `list_parameters`. Otherwise correct the inputs as it says.',
  quota: SEVERAL_CAUSES,
  no_reason:
    'The service gave no reason; where it sent an HTML page, a gateway may have answered in its place. Compare the request in the summary with the rules of the service (name, secrets, image), or look in its log.',
  no_credential:
    'No credential was sent: `api_key` and `oidc_audience` are empty, and no name in `headers` is that of a credential. An undefined secret is an empty string, and workflows of forks get no secrets.',
  expired:
    'The service accepted the credential earlier in this run. It has expired or was revoked since, or may only read: renew it, or send one whose role may do this.',
  redirect: {
    next: 'Set `base_url` to the URL at which the service answers without a redirect. If the redirect leads to a login page, the credential is missing.',
    rerun: 'fails',
  },
  unread: {
    next: 'An earlier look-up of this run was answered, so `base_url` is right. Wait some minutes, and look in the service whether the deployment exists. If it does, a rerun finds it; if not, a gateway or another version of the service answered the create request.',
    rerun: 'helps',
  },
  appeared:
    'This may be the deployment of this run, changed by the service, or that of another run. Look at it in the service. If nobody uses it, delete it and run again; or set `if_exists` to `reuse` to adopt it as it is.',
  other_deployment: {
    next: 'Look at the deployment that the error names, and delete it if this run created it.',
    rerun: 'duplicates',
  },
  renamed:
    'The service changed the name: use the changed one as `name`, or delete the deployment and choose a name that the service keeps.',
  not_tls: {
    next: 'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service.',
    rerun: 'fails',
  },
  certificate: {
    next: 'Check the host in `base_url`, and the clock of the runner. For a private authority, also that of a proxy that inspects TLS, set `NODE_EXTRA_CA_CERTS` in the `env` of the step to a PEM file with its certificate that the step may read.',
    rerun: 'fails',
  },
  proxy: {
    next: 'Check the address and the credentials of the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, and whether it may reach the service. `NO_PROXY` lists hosts that need no proxy.',
    rerun: 'fails',
  },
  oidc: {
    title: 'No OIDC token',
    next: 'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
    rerun: 'fails',
  },
  oidc_unreachable: {
    title: 'No OIDC token',
    next: 'Nothing was sent to the service. On a hosted runner, look at https://www.githubstatus.com. On a self-hosted one, check that it or its proxy may reach the host that the error names.',
  },
  no_such_deployment: {
    next: 'Check the `id` or `name`, and that `base_url` and the credential belong to the workspace of the deployment. The service may take some seconds to list a new one.',
    rerun: 'helps',
  },
  answered_before: {
    title: 'Service does not answer any more',
    next: 'The last looks failed, so the state may be old. The service answered this run before, so `base_url` is right: look at its status page, and at the network of the runner. If a page or a redirect came in its place, a login, a proxy or a gateway answers there: check whether the credential has expired.',
    rerun: 'resumes',
  },
  never_listed: {
    title: 'Service not available in time',
    next: 'Nothing is known of the deployment, because no look-up worked. Look at the status page of the service, wait until it is well again, or raise `wait_timeout`.',
    rerun: 'helps',
  },
  other_commit: `If a push builds the commit (\`build_on_push: true\`), set \`wait_for\`: the step waits for it. Otherwise ${NEW_NAME}.`,
  commit_not_built:
    'No push built the commit in that time, or a newer revision replaced it: look at the builds in the service. If a build failed, correct it and push again; if it takes longer, raise `wait_timeout`. If the service never returns a commit, remove `commit`.',
  created_from_other_commit:
    'Check `repo_ref`: it may have moved on since the run began, or name another branch. Delete the deployment, or choose another name, and run again.',
  no_address:
    'Some services give a deployment its `custom_url` only once its newest revision runs. If it never gets one, set `health_url` to an absolute URL.',
  health_text:
    'Compare the text of `health_contains` with the response: case and spaces count, and only the first MiB is read. An older revision may still respond: `wait_for: active` waits for the newest.',
} satisfies Record<string, string | Partial<Entry>>
export type Hint = keyof typeof HINTS

/** The words for a failure: its title, the next step, and what a rerun does. */
export function explain({ code, hint }: { code: ErrorCode; hint?: Hint | undefined }) {
  const known = hint && HINTS[hint]
  const parts = typeof known === 'string' ? { next: known } : known
  const { title, next, rerun = 'fails' }: Entry = { ...CATALOGUE[code], ...parts }
  return { title, next, rerun: RERUNS[rerun] }
}
