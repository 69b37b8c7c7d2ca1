import type { Doing, Stop } from '../deployment/end.ts'
import type { Comparison, Facts } from '../deployment/facts.ts'
import { commitOf, isReached } from '../deployment/goal.ts'
import { fullName } from '../deployment/repository.ts'
import { joined, type Sentence, say, words, write } from '../lib/sentence.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { type Cause, type ErrorCode, explain } from './catalogue.ts'
import { wordsOfRequest } from './failed-requests.ts'
import {
  goalInWords,
  inWords,
  named,
  presented,
  sentTwice,
  shortCommit,
  stateOf,
  targeted,
} from './phrases.ts'
import { quoteOf, statusOf } from './quotes.ts'
import type { Asked, FailureWords } from './verdict.ts'

/** A failed run, before its judgement is complete. */
interface Failed {
  asked: Asked
  facts: Facts
  comparison: Comparison
}

/** What a stop means: its error code, what failed, and the advice that the facts allow. */
interface Meaning {
  code: ErrorCode
  what: Sentence
  cause?: Cause | undefined
}

type Table = {
  [C in Stop['code']]: (
    stop: Extract<Stop, { code: C }>,
    failed: Failed,
  ) => Meaning
}

/** The words of everything that can stop a run. */
const STOPS: Table = {
  invalid_input: ({ problems }) => ({
    code: 'invalid_input',
    what: words(
      problems === 1
        ? 'One problem was found in the inputs'
        : `${problems} problems were found in the inputs`,
    ),
  }),
  cancelled: ({ late = false }, failed) => ({
    code: 'cancelled',
    cause: isCreating(failed) ? 'cancelled_while_creating' : undefined,
    what: late
      ? words(
          'Cancelled after the work was done, which the outputs and the summary show',
        )
      : whatWasCancelled(failed),
  }),
  internal: ({ message }) => ({
    code: 'internal',
    what: say`The action failed by itself: ${message}`,
  }),
  unwritten: ({ file, reason }) => ({
    code: 'internal',
    cause: 'disk',
    what: say`The step could not write ${words(file)} (${reason})`,
  }),
  request_failed({ doing, failure }, { asked }) {
    const refused = wordsOfRequest(doing, failure)
    const isMissing = refused.cause === 'no_credential' && isOfFork(asked)
    return isMissing ? { ...refused, cause: 'no_credential_in_fork' } : refused
  },
  not_created: ({ name, failure }) => {
    const refused = wordsOfRequest({ task: 'create', name }, failure)
    const what = say`${refused.what}, and lists no deployment named "${name}"`
    return { ...refused, what }
  },
  undecided: ({ name, failure, unlisted }) => {
    const { what } = wordsOfRequest({ task: 'create', name }, failure)
    return {
      code: 'unknown_outcome',
      cause: 'undecided',
      what: say`${what}, and it is not known whether the deployment is there now. The last look-up failed: ${describe(unlisted)}`,
    }
  },
  unknown_outcome: ({ name, failure, lost, unlisted }) => ({
    ...unknownCode(failure, unlisted),
    what: say`The request to create the deployment "${name}" had no usable answer: ${describe(lost ?? failure)}. ${lost && say`A second one failed too: ${describe(failure)}. `}${whatLookUpsShow(unlisted)}`,
  }),
  wrong_answer: ({ kind, name, answered, id }) => ({
    code: 'unexpected_response',
    cause: kind === 'renamed' ? 'renamed' : 'other_deployment',
    what:
      kind === 'known_id'
        ? say`The service answered the request to create "${name}" with the id ${id}, which belonged to another deployment before`
        : say`The service answered the request to create "${name}" with a deployment named "${answered}" (${id})`,
  }),
  ambiguous_name: ({ name, deployments }) => {
    const isEqual = deployments.every(deployment => deployment.name === name)
    const are = words(isEqual ? 'are named' : 'have a name like')
    return {
      code: 'ambiguous_name',
      what: say`${deployments.length} deployments ${are} "${name}": ${presented(deployments)}`,
    }
  },
  already_exists: ({ deployment }, { comparison }) => {
    const { differences } = comparison
    const but =
      differences.length > 0 &&
      say`, and differs from the inputs: ${inWords(differences)}`
    return {
      code: 'already_exists',
      what: say`The ${named(deployment)} exists already${but}`,
    }
  },
  differs: ({ deployment, appeared, commitOnly }, { asked, comparison }) => {
    const appearedCause = appeared ? 'appeared' : undefined
    const isPlain = appeared || asked.order?.dry_run === true
    const commitCause = isTagged(deployment) ? 'moved_tag' : 'other_commit'
    return {
      code: 'differs',
      cause: commitOnly
        ? commitCause
        : (appearedCause ?? differenceCause(comparison)),
      what: say`The ${named(deployment)} exists and differs from the inputs: ${inWords(comparison.differences)}${words(isPlain ? '' : '. Nothing was deployed')}`,
    }
  },
  deleted: ({ deployment }, { asked }) => ({
    code: 'deleted',
    cause: asked.action === 'wait' ? 'deleted_while_waiting' : undefined,
    what: say`The ${named(deployment)} is being deleted`,
  }),
  gone: ({ deployment }, { asked }) => ({
    code: 'deleted',
    cause: asked.action === 'wait' ? 'gone_while_waiting' : 'gone',
    what: say`The ${named(deployment)} is no longer listed, so it was probably deleted, but not by this run`,
  }),
  duplicate_created: ({ name, own, others, winner }) => ({
    code: 'duplicate_created',
    cause: winner ? undefined : 'two_of_this_run',
    what: winner
      ? say`An older deployment is named "${name}" too (by \`created_at\`, then by \`id\`), and is the one to keep: ${presented([winner])}. This run created ${own.id}`
      : say`Several deployments are named "${name}", and their creation times do not show which is the oldest: ${presented([own, ...others])}. This run created ${own.id}`,
  }),
  sent_twice: ({ name, deployments }) => ({
    code: 'duplicate_created',
    cause: 'two_of_this_run',
    what: say`Several deployments are named "${name}": ${presented(deployments)}`,
  }),
  repository_not_found: ({ repository, visible, nearest }) => {
    if (visible === 0)
      return {
        code: 'repository_not_found',
        cause: 'no_repositories',
        what: say`The integration can see no repository at all, and so not "${repository}"`,
      }
    const repositories = words(visible === 1 ? 'repository' : 'repositories')
    const near = nearest.length > 0 && say`; the nearest are ${joined(nearest)}`
    return {
      code: 'repository_not_found',
      what: say`The repository "${repository}" is not among the ${visible} ${repositories} that the integration can see${near}`,
    }
  },
  ambiguous_repository: ({ repository, matches }) => {
    const records = matches.map(match => {
      const { id, url, name, host_integration_id } = match
      const title = fullName(match) || name || `id ${id}`
      return say`${title} (${url ?? 'without a URL'}, host_integration_id ${host_integration_id ?? 'missing'})`
    })
    const isSame = new Set(matches.map(({ url }) => url)).size === 1
    return {
      code: 'ambiguous_repository',
      cause: isSame ? 'same_url' : undefined,
      what: say`The repository "${repository}" matches ${matches.length} of the integration's repositories: ${joined(records)}`,
    }
  },
  unusable_record: ({ repository }) => ({
    code: 'unexpected_response',
    what: say`The record of the repository "${repository}" has no host_integration_id or no url`,
  }),
  nested_repository: ({ integration_id }) => ({
    code: 'unexpected_response',
    what: say`A repository of integration ${integration_id} is nested too deeply`,
  }),
  created_from_other_commit: ({ deployment }, { asked }) => ({
    code: 'differs',
    cause: 'created_from_other_commit',
    what: say`The ${named(deployment)} was created from commit ${shortCommit(commitOf(deployment))}, and not from commit ${wantedCommit(asked)}`,
  }),
  never_built: ({ deployment }, { asked }) => ({
    code: 'differs',
    cause: isTagged(deployment) ? 'moved_tag' : 'never_built',
    what: say`The newest revision of the ${named(deployment)} has commit ${shortCommit(commitOf(deployment))}, and \`build_on_push\` is false, so no push builds commit ${wantedCommit(asked)}`,
  }),
  not_in_time: (stop, failed) => ({
    code: stop.isUnreachable ? 'unreachable' : 'wait_timeout',
    cause: timeoutCause(stop, failed),
    what: whatWasNotSeen(stop, failed),
  }),
  unhealthy: ({ deployment, news: { url, answer } }, { asked }) => ({
    code: 'unhealthy',
    cause: healthCause(answer),
    what: say`The ${named(deployment)} was not seen healthy within ${timeLimit(asked)}: ${url} ${answer.answered}`,
  }),
  not_listed: ({ target, near }) => {
    const listed = near.map(deployment => named(deployment))
    const instead =
      near.length > 0 && say`; it lists the ${joined(listed, ' and the ')}`
    return {
      code: 'not_found',
      cause: near.length > 0 ? 'other_spelling' : 'no_such_deployment',
      what: say`The service does not list ${targeted(target)}${instead}`,
    }
  },
  never_listed: ({ target, failure }, { asked }) => {
    const doing: Doing = { task: 'look_up', target }
    const { what } = wordsOfRequest(doing, failure)
    return {
      code: 'wait_timeout',
      cause: 'never_listed',
      what: say`${what}. The time of ${timeLimit(asked)} is over`,
    }
  },
}

/** Whether the run is for the head of a fork: no expression gives it as a ref of this repository. */
const isOfFork = ({ order }: Asked): boolean =>
  order?.run !== undefined && order.run.expression === undefined

/** Whether only the version differs, or no part of it. */
function differenceCause({ differences }: Comparison): Cause | undefined {
  const ofVersion = differences.filter(({ path }) =>
    write(path).startsWith('source_revision_config'),
  )
  if (ofVersion.length === 0) return 'other_settings'
  return ofVersion.length === differences.length ? 'new_version' : undefined
}

const isTagged = ({ source_revision_config }: Deployment): boolean =>
  source_revision_config?.repo_ref?.startsWith('refs/tags/') === true

/** The words of a failed run. */
export function wordsOfStop(stop: Stop, failed: Failed): FailureWords {
  const { asked, facts } = failed
  const meaning = (STOPS[stop.code] as (stop: Stop, failed: Failed) => Meaning)(
    stop,
    failed,
  )
  const { code, cause } = meaning
  return {
    ...explain(code, cause),
    code,
    what: withContext(meaning.what, stop, failed),
    sent: asked.action === 'create' ? whatWasSent(code, facts) : undefined,
    ...quoteOf(stop),
    status: statusOf(stop),
  }
}

/** The codes of all stops. */
export const STOP_CODES = Object.keys(STOPS) as Stop['code'][]

/** Says that the run was a plan, or that a deployment appeared while it created one. */
function withContext(
  what: Sentence,
  stop: Stop,
  { asked, facts }: Failed,
): Sentence {
  const isAppeared =
    APPEARED.includes(stop.code) &&
    facts.phases.includes('create') &&
    !facts.created
  if (isAppeared) return say`The name was free when this run began. ${what}`
  return asked.order?.dry_run ? say`Dry run: ${what}` : what
}

/** Stops by a deployment that has the name. */
const APPEARED = ['ambiguous_name', 'already_exists', 'differs', 'deleted']

/** Whether a create request was sent, and what is known of its effect. */
function whatWasSent(
  code: ErrorCode,
  { posts, created }: Facts,
): Sentence | undefined {
  if (code === 'invalid_input') return undefined
  if (posts.length === 0) return words('No create request was sent.')
  const twice = sentTwice(posts)
  if (twice) return twice
  if (created)
    return words(
      'The create request was sent, and this run created the deployment.',
    )
  if (created !== false) return words('One create request was sent.')
  return words(
    posts.length === 1
      ? 'The create request was sent and refused: nothing was created.'
      : `${posts.length} create requests were sent, and all were refused: nothing was created.`,
  )
}

/** Whether a create request was under way, or its effect is unknown. */
const isCreating = ({ asked, facts }: Failed): boolean =>
  asked.action === 'create' && facts.created === undefined && !facts.deployment

function whatWasCancelled(failed: Failed): Sentence {
  const { asked, facts } = failed
  const { deployment, name } = facts
  if (deployment)
    return say`Cancelled; the ${named(deployment)} was left as it is`
  if (asked.action === 'wait')
    return words('Cancelled before the deployment was found')
  if (asked.action === 'other')
    return words('Cancelled before the step was complete')
  if (isCreating(failed))
    return say`Cancelled while a create request was under way: it is not known whether the deployment "${name}" was created`
  return words('Cancelled')
}

function unknownCode(
  failure: Failure,
  unlisted: Failure | undefined,
): Pick<Meaning, 'code' | 'cause'> {
  if (unlisted?.kind === 'refused' && unlisted.status < 500)
    return { code: 'unknown_outcome', cause: 'look_up_refused' }
  if (failure.kind === 'network')
    return { code: 'unknown_outcome', cause: 'lost_on_the_way' }
  if (failure.kind === 'refused')
    return { code: 'unknown_outcome', cause: undefined }
  if (failure.problem === 'redirect' || failure.problem === 'moved')
    return { code: 'unknown_outcome', cause: 'redirected_create' }
  const code = unlisted ? 'unknown_outcome' : 'unexpected_response'
  return { code, cause: 'unread' }
}

const whatLookUpsShow = (unlisted: Failure | undefined): Sentence =>
  unlisted
    ? say`It is not known whether the deployment is there now. The last look-up failed: ${describe(unlisted)}`
    : words(
        'It is not known whether the deployment was created: no look-up shows it',
      )

const wantedCommit = ({ goal }: Asked): string => shortCommit(goal?.commit)

const timeLimit = ({ goal }: Asked): Sentence =>
  say`${(goal?.wait_timeout ?? 0) / 1000} s`

type NotInTime = Extract<Stop, { code: 'not_in_time' }>

function whatWasNotSeen(
  { deployment, listed, failure }: NotInTime,
  { asked }: Failed,
): Sentence {
  const { goal } = asked
  const why = failure
    ? say`. The last look failed: ${describe(failure)}`
    : !listed && words('. The list does not show it')
  return say`The ${named(deployment)} was not seen ${goal && goalInWords(goal)} within ${timeLimit(asked)}. Its last known state was ${stateOf(deployment, goal?.commit)}${why}`
}

/** A failure at the end says more than the state before it. */
function timeoutCause(stop: NotInTime, failed: Failed): Cause | undefined {
  const { failure, misses, isUnreachable } = stop
  if (isUnreachable) return 'lost_connection'
  if (failure && misses > 1) return LOST[failure.kind]
  return stateCause(stop, failed)
}

/** What several failed looks at the end of a wait mean. */
const LOST: Record<Failure['kind'], Cause> = {
  network: 'lost_connection',
  refused: 'answered_before',
  unusable: 'answered_otherwise',
}

function stateCause(
  { deployment }: NotInTime,
  { asked }: Failed,
): Cause | undefined {
  const { goal } = asked
  if (!goal) return undefined
  const { build_on_push } = deployment.source_config ?? {}
  if (!isReached({ ...goal, wait_for: 'none' }, deployment)) {
    if (commitOf(deployment) === undefined) return 'commit_unknown'
    return build_on_push ? 'push_not_built' : 'commit_not_built'
  }
  const isActive = isReached({ ...goal, wait_for: 'active' }, deployment)
  if (isActive) return 'active_not_ready'
  return build_on_push ? 'push_builds' : undefined
}

function healthCause({
  kind,
  excerpt,
  status = 0,
}: Extract<Stop, { code: 'unhealthy' }>['news']['answer']): Cause | undefined {
  if (kind === 'no_address' || kind === 'no_response') return kind
  if (kind === 'other_text')
    return /^<(!doctype html|html)\b/i.test(excerpt) ? 'other_page' : kind
  if (status >= 300 && status < 400) return 'health_redirect'
  return [401, 403].includes(status) ? 'health_login' : undefined
}
