import type { Cause, ErrorCode, RunError } from './error.ts'
import { isCreated, type Run } from './run.ts'

// All advice of the actions: what to do after an error, and what a rerun does. A code or a cause without a row does not compile.

/** The five sentences on what a rerun does. */
export const RERUN = {
  safe: 'A rerun is safe.',
  once_listed:
    'A rerun is safe once the service lists what it has, while an earlier rerun may create a second deployment.',
  repairs_nothing: 'A rerun is safe, but repairs nothing: it only waits again.',
  creates_another: 'A rerun is not safe before this is corrected: it would create another one.',
  after_correction:
    'A rerun is safe, but ends the same way until this is corrected. A correction in the workflow or in a file needs a new run.',
}
type Rerun = keyof typeof RERUN

/** What a rerun does, by error code or by cause; a cause goes first. Without a row, it is `after_correction`. */
export const RERUNS: Partial<Record<ErrorCode | Cause, Rerun>> = {
  conflict: 'safe',
  rate_limited: 'safe',
  unavailable: 'safe',
  unreachable: 'safe',
  unknown_outcome: 'once_listed',
  deleted: 'safe',
  wait_timeout: 'repairs_nothing',
  unhealthy: 'repairs_nothing',
  cancelled: 'safe',
  internal: 'safe',
  other_name: 'creates_another',
  not_listed: 'once_listed',
}

/** The first line says what to do. Each further line is for one case. */
type Advice = string

/** What the report of an error says besides what failed. */
export interface Guidance {
  /** Whether a create request was sent, and what came of it. */
  sent: string
  /** What to do, followed by a sentence for each case. */
  next: string[]
  rerun: string
}

/** The guidance for a run that ended with an error. */
export function guidanceOf(run: Run, error: RunError): Guidance {
  const rerun = rerunAfter(error, run)
  const first =
    rerun === 'once_listed' && !SAY_TO_LOOK.includes(error.facts.cause) ? LOOK_FIRST : ''
  return {
    sent: run.mayCreate
      ? SENT[sentBy(run)]
      : 'This step created nothing in the service, and sends no create request. A rerun of the job repeats its other steps, too.',
    next: (first + adviceOn(error, run)).trim().split(/\n\s*/),
    rerun: RERUN[rerun],
  }
}

/** Chooses what a rerun does: by the cause if that has a row, else by what this run may have created, else by the code. */
function rerunAfter({ code, facts }: RunError, run: Run): Rerun {
  const ofCause = facts.cause && RERUNS[facts.cause]
  if (ofCause) return ofCause
  // A rerun creates what it does not find in the list, so the list must show this deployment first.
  if (!run.isListed && isCreated(run) !== false) return 'once_listed'
  return RERUNS[code] ?? 'after_correction'
}

/** Chooses the advice: by the cause, else by what the inputs lack, else by the code. */
function adviceOn({ code, facts }: RunError, run: Run): Advice {
  // The health URL may be on another host, so an answer of the service does not prove that its address is right.
  const afterAnswer = run.hasAnswered && code !== 'unhealthy' ? AFTER_ANSWER : {}
  if (facts.cause) return afterAnswer[facts.cause] ?? BY_CAUSE[facts.cause]
  return adviceOnInputs(code, run) ?? afterAnswer[code] ?? BY_CODE[code]
}

/** Whether a create request was sent, and what came of it. */
const SENT = {
  plan: 'No create request was sent: this was a plan, which creates nothing.',
  none: 'No create request was sent: this attempt created nothing.',
  existing:
    'No create request was sent, as the deployment was there before: this attempt created nothing.',
  without_effect: 'Each create request that was sent was refused: this attempt created nothing.',
  unknown:
    'A create request was sent, without a usable answer: it is not known whether this run created a deployment.',
  created: 'This run created the deployment.',
}

function sentBy({ isPlan, post, deployment }: Run): keyof typeof SENT {
  if (isPlan) return 'plan'
  return post === 'none' && deployment ? 'existing' : post
}

/** Causes whose own advice says to look first. */
const SAY_TO_LOOK: (Cause | undefined)[] = ['not_listed', 'not_shown']

const LOOK_FIRST = `
  Do not rerun yet. Look for the name in the service, in some minutes or once it works again, and for its state.
  Once the list shows it, a rerun adopts it. Before that, a rerun may create a second one.
  If it surely does not exist, a rerun tries again.
`

/** The advice where the inputs may lack a secret or have a wrong one; undefined elsewhere. */
function adviceOnInputs(code: ErrorCode, { hasCredential, restriction }: Run): Advice | undefined {
  if (code === 'invalid_input' && restriction)
    return `Correct what is named above.\n${WITHOUT_SECRETS[restriction]}`
  if (!hasCredential && (code === 'unauthorized' || code === 'forbidden'))
    return `${WITHOUT_SECRETS[restriction ?? 'none']}\nNo credential was sent that the action knows as one.`
  return undefined
}

/** Why a value may be empty. */
const EMPTY =
  'its secret or variable may be missing, belong to an environment that the job does not name in `environment:`, or not be passed to the called workflow (`secrets: inherit` passes all)'

/** What to do about a missing credential or an empty value, by the reason why the run gets no secrets. */
const WITHOUT_SECRETS = {
  none: `Set \`api_key\`, \`headers\` or \`oidc_audience\`. If one is set and empty, ${EMPTY}.`,
  fork: 'This run is for a pull request from a fork, which gets no secrets: if a value is empty, skip the step for forks, or review the branch and push it to this repository.',
  dependabot:
    'This run is by Dependabot, which gets only secrets of its own: if a value is empty, define it as a Dependabot secret of the repository, or skip the step.',
}

export const BUG = 'Report this with the log of the step: it is a bug of the action.'

const UNREACHABLE_NOW = `
    See that the service and the network of the runner work before a rerun: look at the status page.
    The address is right, as other requests of this run were answered before.`

const OTHER_SERVICE_NOW = `
    Look what answers there: a gateway, a login, or the service in an outage.
    The address is right, as other requests of this run were answered: look at the status page, and whether the credential may do this.`

const NOT_ACTIVE = `
    See in the service whether it is active by now. If not, read the log of its newest revision: its build or its start may still go on, or have failed.
    While it goes on, rerun to wait again, or set a longer \`wait_timeout\` in a new run. If it stands still, ask the operator of the service.
    If it failed, correct the cause. Then push, where it builds on push; else create it anew, under a new \`name\`, or after you have deleted this one.`

const CORRECT_ADDRESS =
  'Without a correction a rerun fails again; a corrected workflow needs a new run.'

/** What to do, by the code. */
export const BY_CODE: Record<ErrorCode, Advice> = {
  invalid_input: `
    Correct what is named above.
    Where a value is empty or not set, ${EMPTY}.`,
  unauthorized:
    'Check the credential of this step, and the audience of a token: it may have expired, be revoked, or be for another service.',
  forbidden: `
    If the service gave a reason, act on that.
    Else check the role of the credential, the workspace (\`headers\`), and the limits of the plan.`,
  not_found: `
    Check host and path of \`base_url\` first; then the ids in the inputs, if there are any, and their workspace.
    If all are right, ask the operator of the service.`,
  rejected: `
    Act on the reason, if the service gave one. If that is not about the inputs, pass it on to the operator of the service.
    Without a reason, check that all that the inputs name exists, and that nothing is misspelt or missing. If all looks right, tell the operator what was answered, and when.`,
  conflict: `
    If the service says what holds the name, remove that if nothing uses it, or use another name; else rerun in some minutes, as another run or a lock may hold it.
    If it ends the same way, something unlisted may hold it, such as the tracing project of a deleted deployment: use another name, or ask the operator of the service.`,
  rate_limited: `
    Act on the limit that the service names, if it names one.
    If it counts what there is, delete what is not needed, or have it raised: before that, a rerun is refused again.
    If it counts requests, rerun once its time is over, with fewer jobs at once.
    If it names none, rerun in some minutes; if that does not help, look at the limits of the plan.`,
  unavailable: `
    If the service gave a reason, act on that; else look at its status page, and rerun once it works.
    If it stays so, tell its operator what it answered.`,
  unreachable: `
    Check scheme, host and port of the address above, which is that of \`base_url\` or of a proxy; then the network of the runner.
    If they are right, look at the status page of the service, and rerun once it works.`,
  unexpected_response: `
    Check \`base_url\`: another service, a gateway or a login page may answer there.
    If it is right, ask the operator of the service.`,
  repository_not_found: `
    Check \`integration_id\`, then the spelling of \`repository\`, if it is set.
    If they are right, grant the repository to the app of the integration on the repository's host.`,
  ambiguous_repository: `
    Set \`repository\` to the whole URL of the right one.
    If several have it, ask the operator which one counts.`,
  already_exists: `
    Look in the service whether it is what you want.
    If so, set \`if_exists: match\`; if the error names differences, \`reuse\`, which deploys nothing.
    If not, choose another \`name\`.`,
  differs: `
    Decide which one is right; this action never updates a deployment.
    To release what is requested, use a new \`name\`, or change the deployment in the service.
    To keep what is there, correct the inputs, or set \`if_exists: reuse\`, which deploys nothing.`,
  ambiguous_name: `
    Find out in the service which one is in use before you delete the others: the error names their ids.
    If one is being deleted, rerun once it is gone.
    Or choose another \`name\`, or an id, where the step takes one.`,
  duplicate_created: `
    Find out in the service which one is in use, or else which version is right, keep it, and delete the rest: another run may depend on its own.
    Until then a rerun fails, as several have the name.
    \`concurrency\` prevents two runs at once.`,
  unknown_outcome: '',
  deleted: `
    Find out whether it was meant to go.
    If it is to be created anew, rerun the create once it is gone; until then a rerun ends the same way.`,
  // The first condition that was not met is always its cause.
  wait_timeout: '',
  unhealthy: `
    Check the address, and the network between this runner and the application.
    If both are right, look at the logs of the application.
    Once it answers as asked, rerun.`,
  cancelled: `
    Find out what ended the step: a person, a newer run of the same \`concurrency\` group, or \`timeout-minutes\`.
    What the service has begun goes on without this run: a rerun goes on with what the list shows.
    If a newer run is under way, leave it to that: a rerun may end it.`,
  internal: BUG,
}

/** What to do where the run knows the cause. This goes before the advice by code. */
const BY_CAUSE: Record<Cause, Advice> = {
  other_name: `
    Keep it by setting \`name\` to its name in a new run, or delete it and choose a \`name\` that the service keeps as it is.`,
  redirect: `
    Look at the target above: until this is corrected, a rerun is redirected again.
    If it is a login, check \`base_url\`, as the API may have another address, then the credential, and whether the runner must sign in to a gateway first.
    If it is the service at another address, set \`base_url\` to that in a new run.
    If only its path or its last slash differs, ask the operator of the service.`,
  other_service: `
    Check \`base_url\`, with its path: what answers there does not look like this service.
    Its answer may hold secrets, and is not shown here: ask for the address above by hand, as by \`curl\`.
    If it is a login page or a gateway, check the credential, and whether the runner must sign in first.
    If the service was in maintenance, rerun once that is over.`,
  no_id: `
    If the service still holds the request, as for an approval, let that end first: a rerun would send a second one.
    What it answered may hold secrets, and is not shown here: ask its operator what a success without an id means.`,
  other_items: `
    Check \`base_url\`, with its path: what answers there lists something else.`,
  pages: `
    Check the names of the list's query parameters: it was asked for with \`limit\` and \`offset\`.
    If the service names them otherwise, set its names in \`list_parameters\`, such as \`offset: skip\`.
    If these are its names, check \`base_url\`, and ask its operator whether the list ignores \`offset\`, changes all the time or has no end.`,
  no_token: `
    Act on what was answered, or else check \`oidc_audience\`, and that the job has the permission \`id-token: write\`.
    If GitHub failed, as after a 5xx, look at its status page, then rerun.`,
  unknown_host: `
    Check the host in the address or the proxy: this runner cannot resolve it.
    If it is right, check the DNS of the runner, or use a runner in the network of the service.
    A rerun helps only once the host is resolved; a corrected workflow needs a new run.`,
  proxy: `
    Check \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\`.
    A proxy is a URL such as \`http://host:3128\`, with its user and password if it asks for them (407).
    If it refuses the host, have it allowed there. Until then a rerun fails again.`,
  certificate_of_other: `
    Correct what the reason names: the host in the address, the certificate there, or the clock of the runner.
    ${CORRECT_ADDRESS}`,
  certificate: `
    Check the host in the address. If it is right, the runner does not trust its certificate.
    If it is self-signed or of a private authority, set \`NODE_EXTRA_CA_CERTS\` in the \`env:\` of the step to a PEM file with it or with that of the authority.
    If what answers does not send its whole chain, its operator must add it. ${CORRECT_ADDRESS}`,
  other_protocol: `
    Check the scheme and the port of the address: \`https://\` to a port without TLS ends so, and \`http://\` to one with it.
    If both are right, what listens there fails or restarts: look at its logs, and rerun once it works.`,
  plan: `
    Look at the limit of the plan, or at a payment, with whoever owns the account.
    A rerun helps once that is settled.`,
  not_taken: `
    Tell the operator of the service what it answered, and when: it, or a gateway before it, does not take a request of this form or size.
    If it takes this form from others, look for a newer version of this action.`,
  timeout: `
    Look whether the address above answers, and any proxy before it.
    If it is only slow, raise \`request_timeout\` in a new run. A rerun helps only if the slowness has passed.
    If it is up and fast, check the network between it and this runner.`,
  not_listed: `
    Look for it in the service, by its id, before any rerun: a list may lag.
    If it is there, wait until the service lists it.
    If it is gone and was meant to go, leave it.
    If it is gone and was not, rerun the create: it makes one anew, or adopts another one of the name. To wait again does not bring it back.`,
  looks_failed: `
    A rerun helps once the service and the network work again.
    If the service refused the looks (4xx), first correct what it names.`,
  not_shown: `
    Look for the deployment in the service, and for its state: it may run, and only not be listed.
    If it is there, wait until the service lists it: a rerun then goes on with it.
    If it is surely gone, rerun the create.`,
  not_there: `
    Look for the deployment in the service.
    If its create is still to come, rerun after that. If it is there, wait until the service lists it.
    If not, check the \`id\` or \`name\` that was looked for, and the workspace of the credential.`,
  not_ready: `
    See in the service what holds up its status, such as a database, or a build that failed.
    If that can be corrected there, do so. While it goes on, rerun to wait again, or set a longer \`wait_timeout\` in a new run.
    Only if it stands still, create it anew, under a new \`name\`, or after you have deleted this one.`,
  not_built: `
    Check that the branch or tag of the deployment exists: the service shows no commit for it.
    ${NOT_ACTIVE}`,
  not_active: NOT_ACTIVE,
  other_commit: `
    Compare \`commit\` with the ref of the deployment, and look whether the service builds it on push.
    If it is still to be built, rerun to wait again. If a push was missed, push once more, or start a build in the service.
    If the ref has moved on, or \`commit\` is wrong, correct \`commit\` in a new run.
    If nothing builds it, create a deployment of this commit under a new \`name\`.`,
  no_commit: `
    No look showed a commit. If the newest revision is active, this service shows none: leave \`commit\` out in a new run.
    Else it may show one once a revision is built: rerun to wait again.`,
  no_address: `
    Look in the service whether the deployment gets a \`custom_url\`, to which the path in \`health_url\` is added.
    If it gets one, rerun to wait again. If it never does, set \`health_url\` to an absolute URL in a new run.`,
  health_answered: `
    Look at what it answered, and at the logs of the application: it must answer 2xx, with the text that is asked for.
    If another version answers, look where the address leads, what was deployed, and which text is asked for. If nothing is there, as after 404, correct \`health_url\` in a new run.
    If it wants a login, or points to one, set \`health_headers\`, or ask an address without a login.
    Once it answers as asked, rerun.`,
  needs_https: `
    Let the deployment answer at an address with https://, or set \`health_url\` to one.
    If nobody can read along between this runner and the deployment, set \`allow_http: true\`.`,
  unwritable:
    'Look at the disk of the runner, and at the rights to it. Then rerun, or on another runner.',
}

/** The advice that takes the place of the one above once the service has answered this run: its address is right. */
const AFTER_ANSWER: Partial<Record<ErrorCode | Cause, Advice>> = {
  unauthorized: `
    Check the credential, with which other requests of this run were answered: what it may do, and whether it has ended since.`,
  not_found: `
    Look in the service whether what the answer or the inputs name is there, in the right workspace, and whether this credential may use it.
    The host is right: other requests of this run were answered.`,
  unreachable: UNREACHABLE_NOW,
  unexpected_response: OTHER_SERVICE_NOW,
  other_service: OTHER_SERVICE_NOW,
  no_token:
    'Act on what was answered. Without a reason, look at the status page of GitHub: this run had a token before.',
  unknown_host: UNREACHABLE_NOW,
  other_protocol: UNREACHABLE_NOW,
}
