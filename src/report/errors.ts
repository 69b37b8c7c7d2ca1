import type { ErrorCode, Hint, Trouble } from '../deployment/outcome.ts'

/** What there is to say on a failure. Text is plain, with `code` in backquotes. */
export interface Explanation {
  /** A few words, for a heading. */
  title: string
  /** What most likely lies behind it, likeliest first. */
  causes: string[]
  /** What to do, in words that also stand in the log. */
  next: string
  /** Whether a rerun is safe, and what it would do. */
  rerun: string
}

interface Entry extends Explanation {
  /** What it means, in one sentence. */
  meaning: string
}

/**
 * What each `error_code` means, where it comes from, and the way out. Messages, the job summary and
 * docs/errors.md are all made from this.
 */
export const CATALOGUE: Record<ErrorCode, Entry> = {
  invalid_input: {
    title: 'Invalid input',
    meaning: 'An input, or a line of the `config` file, is missing, unknown or cannot be read.',
    causes: [
      'A name is misspelt, or a value is of another type than the field.',
      'A secret or variable that is not defined in this repository or environment: it reads as an empty string.',
      'A workflow of a fork or of Dependabot runs, to which secrets are not passed.',
    ],
    next: 'Correct what is named and run again; nothing was sent.',
    rerun: 'Yes, but it fails the same way until the inputs are corrected.',
  },
  unauthorized: {
    title: 'Not authenticated',
    meaning: 'The service answered 401: it does not know the credential, or got none.',
    causes: [
      'The secret behind `api_key` is not defined where this job runs (repository, environment, fork): an undefined secret is an empty string.',
      'The key has expired, was revoked, or belongs to another service or region than `base_url`.',
      'The key is sent in another header than the service reads: see `api_key_header`.',
      'With `oidc_audience`: the audience is another than the service expects, or the clock of a self-hosted runner is off.',
    ],
    next: 'Check the credential: `api_key` and `api_key_header`, `headers`, or `oidc_audience`. An undefined secret is an empty string, and secrets are not passed to workflows of forks.',
    rerun: 'Yes, but it fails the same way until the credential is right.',
  },
  forbidden: {
    title: 'Not permitted',
    meaning: 'The service answered 403: it knows the credential, which may not do this.',
    causes: [
      'The credential is valid in several workspaces, and the request names none: such keys need a workspace header, such as `X-Workspace-Id`, in the input `headers`.',
      'The role of the credential may read deployments but not create them.',
      'A gateway, firewall or IP allow list before the service refuses the runner.',
    ],
    next: 'The credential is known but may not do this. Some keys need a workspace header besides: set it through the input `headers`. Otherwise have its role extended.',
    rerun: 'Yes, but it fails the same way until the permission is granted.',
  },
  not_found: {
    title: 'Not found',
    meaning:
      'The service answered 404: there is nothing at the address, or nothing of the id that was given.',
    causes: [
      'Wrong `base_url`: the address of the web page instead of the API, or without the path that the API lives under. An answer in HTML says so: this does not look like the service.',
      'An `integration_id` or `listener_id` that does not exist in this workspace.',
      'A service that hides what the credential may not see.',
    ],
    next: 'Check `base_url`: it must be the address under which the paths `/v1` and `/v2` of the service are found.',
    rerun: 'Yes, but it fails the same way until the address or the id is right.',
  },
  rejected: {
    title: 'Request rejected',
    meaning: 'The service understood the request and refused it (400, 422 or another 4xx).',
    causes: [
      'A field has a value that the service does not accept; its answer names the field where it can.',
      'The source needs a field that is not set, or does not go with one that is.',
      'A name that the service does not accept: too long, of signs other than small letters, digits and dashes, or reserved.',
      'A limit or a quota of the account is reached.',
    ],
    next: 'Change what the service objects to and run again; nothing was created.',
    rerun: 'Yes, but it fails the same way until the request is changed.',
  },
  name_taken: {
    title: 'Name taken',
    meaning: 'The service says that the name is taken, yet lists no deployment of that name.',
    causes: [
      'A tracing project of this name is there: one is created with each deployment, and may outlive it.',
      'A deployment of this name is in another workspace, or is one that this credential cannot see.',
      'A deployment of this name has just been deleted, or is just being created by another run.',
    ],
    next: 'A tracing project of this name may have outlived its deployment. Choose another name, or have the tracing project removed, and run again.',
    rerun: 'Yes: nothing was created. It fails the same way as long as the name is taken.',
  },
  already_exists: {
    title: 'Deployment exists',
    meaning: 'A deployment of the name is there already, and `if_exists: fail` says that this is an error.',
    causes: [
      'An earlier run created it: this may be the rerun of one that had succeeded.',
      'Another workflow uses the same name.',
    ],
    next: 'Choose another name, or set `if_exists` to `match` or `reuse` to go on with the deployment that is there.',
    rerun: 'Yes, but it fails the same way as long as the deployment is there and `if_exists` is `fail`.',
  },
  differs: {
    title: 'Deployment differs',
    meaning:
      'A deployment of the name is there, and is otherwise than asked for in the fields that are listed.',
    causes: [
      'The workflow or the `config` file was changed after the deployment was created.',
      'The deployment was changed in the service meanwhile.',
      'Another workflow uses the same name.',
    ],
    next: 'The service has no update here: change the inputs to match, choose another name, or set `if_exists` to `reuse` to go on with the deployment as it is.',
    rerun: 'Yes: the deployment was left as it is. It fails the same way until the two agree.',
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    meaning: 'Several deployments bear the name, and a workflow cannot tell them apart.',
    causes: [
      'Two runs for one name ran at the same time: give them one `concurrency` group.',
      'Someone created a second one by hand.',
    ],
    next: 'Delete all but one of them, or choose another name, and run again.',
    rerun: 'Yes: nothing more is created as long as there are several.',
  },
  repository_not_found: {
    title: 'Repository not visible',
    meaning: 'The repository is not among those that the integration can see.',
    causes: [
      "The integration's app on the repository host was not granted this repository.",
      'The repository was renamed or moved, or its name is misspelt: compare with the nearest names.',
      'The `integration_id` is that of another organisation.',
    ],
    next: "Check the spelling, and grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (of the organisation: GitHub Apps), Configure, Repository access.",
    rerun: 'Yes: nothing was created. It succeeds once the repository is granted.',
  },
  ambiguous_repository: {
    title: 'Repository is ambiguous',
    meaning: 'Several repositories that the integration can see fit what was asked for.',
    causes: ['Repositories of the same owner and name on several hosts.'],
    next: 'Give the input `repository` as the full URL of the one that is meant.',
    rerun: 'Yes, but it fails the same way until one is named.',
  },
  rate_limited: {
    title: 'Rate limited',
    meaning: 'The service answered 429, and did so again after the pauses that it asked for.',
    causes: [
      'Many jobs use the service at once, such as a matrix: set `max-parallel`, or a `concurrency` group.',
      'Another user of the same key or address uses up its limit.',
    ],
    next: 'The service asked to slow down for longer than this step may wait. Run again later; a rerun is safe.',
    rerun: 'Yes: nothing was created. Wait some minutes first.',
  },
  unavailable: {
    title: 'Service unavailable',
    meaning: 'The service, or a gateway before it, answered with 5xx each time it was asked.',
    causes: [
      'The service is down or under maintenance: look at its status page.',
      'The gateway before a self-hosted service has no healthy backend.',
    ],
    next: 'The service or a gateway before it failed, also when asked again. Run again later; a rerun is safe.',
    rerun: 'Yes: it looks the name up first, and adopts the deployment if it is there.',
  },
  unreachable: {
    title: 'Service unreachable',
    meaning: 'No answer came: the connection, the name look-up, the proxy or the certificate failed.',
    causes: [
      'The host or port in `base_url` is wrong, or is known only inside a network that this runner is not in.',
      'A proxy is needed, or is wrong: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` count, in either case.',
      'The certificate is of a private authority: set `NODE_EXTRA_CA_CERTS` to the file of its certificate.',
      'The certificate has expired, or the clock of a self-hosted runner is off.',
      'A firewall drops the connection, or `request_timeout` is too short for the service.',
    ],
    next: 'Check `base_url`, the proxy variables and the certificates of the runner. Run again later; a rerun is safe.',
    rerun: 'Yes: it looks the name up first, and adopts the deployment if it is there.',
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    meaning:
      'The answer to the create request was lost, and it could not be found out whether the deployment was created.',
    causes: [
      'The service or the network failed just after the request was sent, and did not recover in time.',
    ],
    next: 'Run again: a rerun is safe, as it looks the name up first and adopts the deployment if it is there.',
    rerun:
      'Yes: it looks the name up first, adopts the deployment if it is there, and creates it only if not.',
  },
  duplicate_created: {
    title: 'Created twice',
    meaning: 'The create request had to be sent twice, and the service carried out both.',
    causes: ['The service took longer to carry out the first request than any look-up could wait for.'],
    next: 'Delete one of the two deployments, then run again.',
    rerun: 'Only after one of the two is deleted: until then it fails, and creates nothing.',
  },
  unexpected_response: {
    title: 'Unexpected response',
    meaning:
      'An answer came that is not what the service is known to send: this does not look like the service.',
    causes: [
      'Wrong `base_url`: a web page, a login page or another service answers there.',
      'A proxy or gateway answers in place of the service.',
      'The service is of another version than this action knows.',
    ],
    next: 'Check `base_url`: what answers there may not be the service.',
    rerun: 'Yes: it looks the name up first, and adopts the deployment if it is there.',
  },
  wait_timeout: {
    title: 'Not ready in time',
    meaning: 'The deployment is there, but was not as `wait_for` asks within `wait_timeout`.',
    causes: [
      'It takes longer than `wait_timeout`: the last status and the timeline show how far it came.',
      'Its build or start fails: the service shows its logs.',
      'With `wait_for: active`: its newest revision does not become healthy.',
    ],
    next: 'Look at the deployment in the service. Run again to go on waiting, if need be with a longer `wait_timeout`; a rerun adopts the deployment.',
    rerun: 'Yes: it adopts the deployment, unless `if_exists` is `fail`, and goes on waiting.',
  },
  deleted: {
    title: 'Deployment is being deleted',
    meaning: 'The deployment is being deleted, or is gone.',
    causes: [
      'Someone, or a clean-up job, deletes it.',
      'An earlier deployment of the same name is not yet gone.',
    ],
    next: 'Wait until it is gone and run again, or choose another name.',
    rerun: 'Yes, once the deletion is over: it then creates the deployment anew.',
  },
  cancelled: {
    title: 'Cancelled',
    meaning: 'The workflow was cancelled, or ran out of its `timeout-minutes`.',
    causes: [
      'Someone cancelled the run.',
      'A newer run of the same `concurrency` group took its place.',
      'The job reached its `timeout-minutes`.',
    ],
    next: 'Run again if the deployment is still wanted; a rerun is safe.',
    rerun: 'Yes: it looks the name up first, and adopts the deployment if it is there.',
  },
  internal: {
    title: 'Internal error',
    meaning: 'The action itself failed: this is a bug.',
    causes: ['A case that the action does not know how to deal with.'],
    next: 'This is a bug in the action: please report it with the lines above.',
    rerun: 'Yes: it looks the name up first, and adopts the deployment if it is there.',
  },
}

/** What to do where a failure's circumstances tell more than its code: when that is, and the advice. */
export const HINTS: Record<Hint, { when: string; next: string }> = {
  not_the_service: {
    when: 'The answer is HTML instead of JSON, a 404 or a success',
    next: 'A web page answered: this does not look like the service. Set `base_url` to the address of its API, under which the paths `/v1` and `/v2` are found, with its own path if it has one.',
  },
  blocked: {
    when: 'A 403 in HTML instead of JSON',
    next: 'A gateway or firewall before the service refused this runner, not the service itself: have the address of the runner allowed, use a runner inside the network, or send the token of the gateway through the input `headers`.',
  },
  workspace: {
    when: 'A 403 that speaks of a workspace, tenant or organisation',
    next: 'The credential needs to be told which workspace it is for: add the header that the service names to the input `headers`, such as `X-Workspace-Id: …`.',
  },
  name_refused: {
    when: 'A 400 or 422 about the `name`',
    next: 'Choose another name, as the service asks, and run again; nothing was created. Small letters, digits and dashes, beginning with a letter, are accepted nearly everywhere.',
  },
  integration: {
    when: 'A 404 for the list of repositories',
    next: 'Check `base_url` and `integration_id`: one of them is not known to the service.',
  },
  redirect: {
    when: 'The service answers with a redirect',
    next: 'Set `base_url` to the address that the service itself answers at. If that is a login page, the credential is missing.',
  },
  host_unknown: {
    when: 'The host name cannot be looked up',
    next: 'Check the host name in `base_url`. If only an internal network knows it, use a runner inside that network, or a proxy (`HTTPS_PROXY`). Otherwise run again later; a rerun is safe.',
  },
  nothing_listens: {
    when: 'The connection is refused, or there is no way to the host',
    next: 'Check the host and port in `base_url`, and those of the proxy if `HTTPS_PROXY` or `HTTP_PROXY` is set: nothing accepts connections there. If they are right, the service is down. Run again later; a rerun is safe.',
  },
  slow: {
    when: 'No answer comes in time',
    next: 'Check that this runner may reach the service (firewall, proxy, `NO_PROXY`). If it is only slow, set `request_timeout` higher. Run again later; a rerun is safe.',
  },
  not_tls: {
    when: 'What answers does not speak TLS',
    next: 'Check the port in `base_url`: what answers there speaks plain HTTP, or is not the service. The same goes for a proxy that is named with `https://`.',
  },
  certificate_untrusted: {
    when: 'The certificate is of an authority that is not trusted',
    next: 'Let the runner trust the authority that issued the certificate, be it of the service or of a proxy that looks into connections: set `NODE_EXTRA_CA_CERTS`, in the env of the step, to the file of its certificate.',
  },
  certificate_dates: {
    when: 'The certificate has expired, or is not valid yet',
    next: "Renew the service's certificate; if it is in order, the runner's clock is not: set it (NTP).",
  },
  certificate_host: {
    when: 'The certificate is for another host',
    next: 'Set `base_url` to the host that the certificate names.',
  },
  proxy: {
    when: 'The proxy refuses (407, or no tunnel)',
    next: 'Check the proxy: its address and credentials in `HTTPS_PROXY` or `HTTP_PROXY`, and whether it may reach the service. Hosts in `NO_PROXY` are reached without it.',
  },
  question: {
    when: 'An action that only asks was cancelled',
    next: 'Run again if the answer is still wanted; nothing was changed.',
  },
  oidc: {
    when: 'The runner gives no OIDC token',
    next: 'Give the job the permission `id-token: write`, which workflows of forks do not get. Or leave `oidc_audience` unset and use another credential.',
  },
}

/** Looks up what to say about a failure: the advice of its hint, where it has one, or else that of its code. */
export function explain({ code, hint }: Pick<Trouble, 'code' | 'hint'>): Explanation {
  return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) }
}
