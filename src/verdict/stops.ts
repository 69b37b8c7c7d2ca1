import type {
  Comparison,
  Facts,
  HealthAnswer,
  Stop,
} from '../deployment/facts.ts'
import { commitOf, type Goal, isReached } from '../deployment/order.ts'
import { problemOf } from '../http/exchange.ts'
import { type Sentence, write } from '../lib/sentence.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { NOTHING_SAID } from '../service/said.ts'
import { type Case, explain, failureIn, type Meaning } from './errors.ts'
import { meaningOfRequest } from './failed-requests.ts'
import { findingsOf } from './judge.ts'
import { type Optional, sentenceOf, sentTwice, stateOf } from './phrases.ts'
import type { Asked, FailureWords, Verdict } from './verdict.ts'

/** A failed run, before its judgement is complete. */
interface Failed {
  asked: Asked
  facts: Facts
  comparison: Comparison
}

type Table = {
  [C in Stop['code']]: (
    stop: Extract<Stop, { code: C }>,
    failed: Failed,
  ) => Meaning
}

/** What each stop means: its error code, and the cases that the facts show. */
const STOPS: Table = {
  invalid_input: ({ problems }, { asked }) => ({
    code: 'invalid_input',
    cases: [
      problems === 1 && 'one_problem',
      asked.isRestricted && 'no_secrets',
    ],
  }),
  cancelled: ({ late }, failed) => ({
    code: 'cancelled',
    cases: [late ? 'cancelled_late' : whatWasCancelled(failed)],
  }),
  internal: () => ({ code: 'internal', cases: [] }),
  unwritten: () => ({ code: 'internal', cases: ['unwritten'] }),
  request_failed({ doing, failure }, { asked }) {
    const meaning = meaningOfRequest(doing, failure)
    if (doing.task === 'watch') return withState(meaning, doing.deployment)
    const isMissing = meaning.cases.includes('no_credential')
    return more(
      meaning,
      isMissing && asked.isRestricted && 'no_credential_in_fork',
    )
  },
  not_created: ({ name, failure }, { asked }) => {
    const meaning = meaningOfRequest({ task: 'create', name }, failure)
    const isUnexplained = !meaning.cases.at(-1) && meaning.code === 'rejected'
    const hasRef = asked.order?.repository !== undefined
    const { cases } = more(meaning, isUnexplained && hasRef && 'rejected_ref')
    return { ...meaning, cases: [...cases, 'not_created'] }
  },
  undecided: ({ name, failure }) => ({
    ...more(meaningOfRequest({ task: 'create', name }, failure), 'undecided'),
    code: 'unknown_outcome',
  }),
  unknown_outcome: ({ failure, lost, unlisted }) => {
    const cause = causeOfUnknown(failure, unlisted)
    const isKnown = cause === 'unread' && !unlisted
    const isSame = lost && write(describe(lost)) === write(describe(failure))
    return {
      code: isKnown ? 'unexpected_response' : 'unknown_outcome',
      cases: [
        lost ? 'no_usable_answers' : 'no_usable_answer',
        isSame && 'failed_alike',
        unlisted ? 'last_look_up_failed' : 'not_seen',
        cause,
      ],
    }
  },
  wrong_answer: ({ kind }) => ({
    code: 'unexpected_response',
    cases: ['wrong_answer', kind !== 'other_name' && kind],
  }),
  ambiguous_name: ({ name, deployments }, { asked }) => {
    const isSimilar = deployments.some(deployment => deployment.name !== name)
    const isWait = asked.action === 'wait'
    return {
      code: 'ambiguous_name',
      cases: [isSimilar && 'similar_names', isWait && 'choose_by_id'],
    }
  },
  already_exists: (_, { comparison }) => ({
    code: 'already_exists',
    cases: [comparison.differences.length > 0 && 'exists_and_differs'],
  }),
  differs: ({ deployment, appeared, commitOnly }, { asked, comparison }) => {
    const isPlain = appeared || asked.order?.dry_run === true
    return {
      code: 'differs',
      cases: [
        !isPlain && 'nothing_deployed',
        causeOfDifferences(comparison),
        appeared && 'appeared',
        commitOnly && causeOfCommit(deployment),
      ],
    }
  },
  deleted: (_, { asked }) => ({
    code: 'deleted',
    cases: [asked.action === 'wait' && 'deleted_while_waiting'],
  }),
  gone: (_, { asked }) => ({
    code: 'deleted',
    cases: ['gone', asked.action === 'wait' && 'gone_while_waiting'],
  }),
  duplicate_created: ({ own, others, winner }) => ({
    code: 'duplicate_created',
    cases: winner ? [] : ['ages_unknown', 'two_of_this_run'],
    about: { deployments: [own, ...others] },
  }),
  sent_twice: () => ({
    code: 'duplicate_created',
    cases: ['sent_twice', 'two_of_this_run'],
  }),
  repository_not_found: ({ visible, nearest }, { asked }) => ({
    code: 'repository_not_found',
    cases: [
      asked.order?.repository?.own_host !== undefined && 'own_repository',
      nearest.length > 0 && 'near_repositories',
      visible === 0 && 'no_repositories',
    ],
  }),
  ambiguous_repository: ({ matches }) => {
    const isSame = new Set(matches.map(({ url }) => url)).size === 1
    return { code: 'ambiguous_repository', cases: [isSame && 'same_url'] }
  },
  unusable_record: () => ({
    code: 'unexpected_response',
    cases: ['unusable_record'],
  }),
  nested_repository: () => ({
    code: 'unexpected_response',
    cases: ['nested_repository'],
  }),
  created_from_other_commit: () => ({
    code: 'differs',
    cases: ['created_from_other_commit'],
  }),
  never_built: ({ deployment }) => ({
    code: 'differs',
    cases: ['never_built', isTagged(deployment) && 'moved_tag'],
  }),
  not_in_time(stop, { asked: { goal } }) {
    const { deployment, failure, listed, isUnreachable } = stop
    const why = failure ? 'last_look_failed' : !listed && 'not_on_the_list'
    return {
      code: isUnreachable ? 'unreachable' : 'wait_timeout',
      cases: ['not_in_time', why, causeOfTimeout(stop, goal)],
      about: { state: stateOf(deployment, goal?.commit) },
    }
  },
  unhealthy: ({ news: { answer } }) => ({
    code: 'unhealthy',
    cases: [causeOfHealth(answer)],
  }),
  not_listed: ({ near }) => ({
    code: 'not_found',
    cases: ['not_listed', near.length > 0 && 'other_spelling'],
  }),
  never_listed: ({ target, failure }) => ({
    ...more(
      meaningOfRequest({ task: 'look_up', target }, failure),
      'never_listed',
    ),
    code: 'wait_timeout',
  }),
}

/** The meaning of a look that failed, with the state that an earlier one showed. */
const withState = (meaning: Meaning, deployment: Deployment): Meaning => ({
  ...more(meaning, 'last_known'),
  about: { ...meaning.about, state: stateOf(deployment) },
})

/** A meaning with one more case. */
const more = (meaning: Meaning, name: Optional<Case>): Meaning => ({
  ...meaning,
  cases: [...meaning.cases, name],
})

const isTagged = ({ source_revision_config }: Deployment): boolean =>
  source_revision_config?.repo_ref?.startsWith('refs/tags/') === true

/** Why an existing deployment is at another commit. */
function causeOfCommit(deployment: Deployment): Case {
  if (isTagged(deployment)) return 'moved_tag'
  const isPushed = deployment.source_config?.build_on_push === true
  return isPushed ? 'push_will_build' : 'other_commit'
}

/** Whether only the version differs, or no part of it. */
function causeOfDifferences({ differences }: Comparison): Optional<Case> {
  const ofVersion = differences.filter(({ path }) =>
    write(path).startsWith('source_revision_config'),
  )
  if (ofVersion.length === 0) return 'other_settings'
  return ofVersion.length === differences.length && 'new_version'
}

function whatWasCancelled({ asked, facts }: Failed): Optional<Case> {
  if (facts.deployment) return 'cancelled_with_deployment'
  if (asked.action === 'wait') return 'cancelled_before_found'
  if (asked.action === 'other') return 'cancelled_before_complete'
  return facts.created === undefined && 'cancelled_while_creating'
}

function causeOfUnknown(
  failure: Failure,
  unlisted: Failure | undefined,
): Optional<Case> {
  if (unlisted?.kind === 'refused' && unlisted.status < 500)
    return 'look_up_refused'
  if (failure.kind === 'network')
    return problemOf(failure) === 'slow' ? 'answered_late' : 'lost_on_the_way'
  if (failure.kind === 'refused') return undefined
  const isRedirect = ['redirect', 'moved'].includes(failure.problem ?? '')
  return isRedirect ? 'redirected_create' : 'unread'
}

/** What several failed looks at the end of a wait mean. */
const LOST: Record<Failure['kind'], Case> = {
  network: 'lost_connection',
  refused: 'answered_before',
  unusable: 'answered_otherwise',
}

type NotInTime = Extract<Stop, { code: 'not_in_time' }>

/** A failure at the end says more than the state before it. */
function causeOfTimeout(
  { deployment, failure, misses, isUnreachable }: NotInTime,
  goal: Goal | undefined,
): Optional<Case> {
  if (isUnreachable) return 'lost_connection'
  if (failure && misses > 1) return LOST[failure.kind]
  return goal && causeInState(deployment, goal)
}

function causeInState(deployment: Deployment, goal: Goal): Optional<Case> {
  const isPushed = deployment.source_config?.build_on_push
  if (!isReached({ ...goal, wait_for: 'none' }, deployment)) {
    if (commitOf(deployment) === undefined) return 'commit_unknown'
    return isPushed ? 'push_not_built' : 'commit_not_built'
  }
  const isActive = isReached({ ...goal, wait_for: 'active' }, deployment)
  if (isActive) return 'active_not_ready'
  return isPushed ? 'push_builds' : undefined
}

function causeOfHealth({
  kind,
  excerpt,
  status = 0,
}: HealthAnswer): Optional<Case> {
  if (kind === 'no_address' || kind === 'no_response') return kind
  if (kind === 'other_text')
    return /^<(!doctype html|html)\b/i.test(excerpt) ? 'other_page' : kind
  if (status >= 300 && status < 400) return 'health_redirect'
  return [401, 403].includes(status) && 'health_login'
}

/** Judges a run that was stopped. Only such a run loads the words of errors. */
export function judgeStopped(
  asked: Asked,
  facts: Facts,
  stop: Stop,
): Extract<Verdict, { result: 'failed' }> {
  const findings = findingsOf(asked, facts)
  const { comparison } = findings
  const failure = wordsOfStop(stop, { asked, facts, comparison })
  return { ...findings, result: 'failed', stop, failure }
}

function wordsOfStop(stop: Stop, failed: Failed): FailureWords {
  const { asked, facts, comparison } = failed
  const { goal } = asked
  const meaningOf = STOPS[stop.code] as (stop: Stop, of: Failed) => Meaning
  const meaning = more(meaningOf(stop, failed), contextOf(stop, failed))
  const about = { ...facts, ...comparison, ...goal, goal, ...stop }
  const isSent = asked.action === 'create' && meaning.code !== 'invalid_input'
  return {
    ...explain(meaning),
    what: failureIn(meaning, { ...about, ...meaning.about }),
    ...answerBehind(stop),
    sent: isSent ? whatWasSent(facts) : undefined,
  }
}

/** Whether the run was a plan, or a deployment appeared while it created one. */
function contextOf(stop: Stop, { asked, facts }: Failed): Optional<Case> {
  const isAppeared =
    APPEARED.includes(stop.code) &&
    facts.phases.includes('create') &&
    !facts.created
  return isAppeared ? 'name_was_free' : asked.order?.dry_run && 'dry_run'
}

/** Stops by a deployment that has the name. */
const APPEARED = ['ambiguous_name', 'already_exists', 'differs', 'deleted']

/** Whether a create request was sent, and what is known of its effect. */
function whatWasSent({ posts, created }: Facts): Sentence {
  const requests = posts.length
  const refused = requests === 1 ? 'sent_and_refused' : 'all_refused'
  const known = created ? 'sent_and_created' : 'sent_once'
  const name = created === false ? refused : known
  return sentenceOf(
    [requests === 0 ? 'none_sent' : (sentTwice(posts) ?? name)],
    { requests },
  )
}

/** What was said about a stop, who said it, and its HTTP status. */
function answerBehind(
  stop: Stop,
): Pick<FailureWords, 'said' | 'saidBy' | 'status'> {
  if (stop.code === 'unhealthy') {
    const { excerpt: text, status } = stop.news.answer
    const said = { ...NOTHING_SAID, text }
    return { said, saidBy: 'The health URL', status }
  }
  const isKnown = 'failure' in stop && stop.code !== 'not_in_time'
  const failure = isKnown ? stop.failure : undefined
  const isQuoted =
    stop.code !== 'unknown_outcome' && failure?.kind === 'refused'
  const answer = stop.code === 'wrong_answer' ? stop : failure
  return {
    said: isQuoted ? failure.said : NOTHING_SAID,
    saidBy: 'The service',
    status: answer && 'status' in answer ? answer.status : undefined,
  }
}
