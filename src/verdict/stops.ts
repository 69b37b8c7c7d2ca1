import { isUnknown } from '../deployment/create-rules.ts'
import { isEqual, isOfVersion } from '../deployment/differences.ts'
import { type Facts, processedIn, type Stop } from '../deployment/facts.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/order.ts'
import { type Sentence, words, write } from '../lib/sentence.ts'
import { count } from '../lib/text.ts'
import {
  describe,
  type Failure,
  type UnusableFailure,
} from '../service/failure.ts'
import { NOTHING_SAID } from '../service/said.ts'
import prose from './errors.json' with { type: 'json' }
import { type ErrorKey, explain, type Meaning } from './errors.ts'
import { meaningOfRequest } from './failed-requests.ts'
import { findingsOf } from './judge.ts'
import { isActivityUnknown, lastOf, phrase, stateOf } from './phrases.ts'
import type { Asked, FailureWords, Findings, Verdict } from './verdict.ts'
import { isPushed, isTagged } from './version.ts'
import { has } from './warnings.ts'

/** A failed run, before its judgement is complete. */
interface Failed extends Findings {
  asked: Asked
  facts: Facts
}

type Table = {
  [C in Stop['code']]: (
    stop: Extract<Stop, { code: C }>,
    failed: Failed,
  ) => Meaning
}

/** What each stop means. Of the keys that apply, the last one is its entry in errors.json. */
const STOPS: Table = {
  invalid_input: ({ problems }) => ({
    key: problems === 1 ? 'invalid_input.one_problem' : 'invalid_input',
  }),
  cancelled({ late }, { facts: { created, deployment, unsettled } }) {
    const isOpen = created === undefined
    const failure = isOpen && !deployment ? unsettled : undefined
    return {
      key: lastOf({
        cancelled: true,
        'cancelled.while_creating': isOpen,
        'cancelled.with_deployment': deployment,
        'cancelled.late': late,
      }),
      around: { unsettled: failure },
      answer: failure && { ...failure, said: NOTHING_SAID },
    }
  },
  internal: () => ({ key: 'internal' }),
  unwritten: ({ file, reason }, { facts: { deployment } }) => ({
    key: reason.startsWith('ENOSPC')
      ? 'internal.disk_full'
      : 'internal.unwritten',
    around: { about_deployment: deployment },
    about: { file: words(file) },
  }),
  request_failed: ({ doing, failure }, { facts }) => ({
    ...meaningOfRequest(doing, failure, facts.isAnswered),
    around: { last_known: doing.task === 'watch' },
  }),
  not_created({ name, failure }, { asked }) {
    const meaning = meaningOfRequest({ task: 'create', name }, failure)
    const { key } = meaning
    const isOfRef = asked.order?.repository && key === 'rejected.create'
    return {
      ...meaning,
      key: isOfRef ? 'rejected.ref' : key,
      around: { none_of_the_name: true },
    }
  },
  undecided: ({ name, failure }) => ({
    ...meaningOfRequest({ task: 'create', name }, failure),
    key: 'unknown_outcome.undecided',
  }),
  unknown_outcome(stop, { facts: { deployment } }) {
    const { failure, lost, unlisted } = stop
    const isAlike = lost && write(describe(lost)) === write(describe(failure))
    return {
      key: keyOfUnknown(stop),
      variant: lost && 'twice',
      around: {
        once: !lost,
        twice: lost && !isAlike,
        alike: isAlike,
        not_seen: !unlisted,
        look_failed: unlisted && !deployment,
        look_failed_late: unlisted && deployment,
      },
      answer: { ...failure, said: NOTHING_SAID },
    }
  },
  wrong_answer: ({ kind, status }) => ({
    key: `unexpected_response.${kind}`,
    answer: { status },
  }),
  ambiguous_name: ({ name, deployments }) => ({
    key: deployments.every(one => one.name === name)
      ? 'ambiguous_name'
      : 'ambiguous_name.similar',
  }),
  already_exists: (_, { comparison }) => ({
    key: lastOf({
      already_exists: true,
      'already_exists.as_compared': comparison.differences.length === 0,
      'already_exists.as_requested': isEqual(comparison),
    }),
  }),
  differs({ deployment, appeared, commitOnly }, { asked, comparison }) {
    const { differences } = comparison
    const ofVersion = differences.filter(isOfVersion)
    const isOfSettings = ofVersion.length === 0
    return {
      key: lastOf({
        differs: true,
        'differs.new_version': ofVersion.length === differences.length,
        'differs.other_settings': isOfSettings,
        'differs.appeared': appeared,
        'differs.appeared_with_settings': appeared && isOfSettings,
        'differs.other_commit': commitOnly,
        'differs.push_will_build': commitOnly && isPushed(deployment),
        'differs.moved_tag': commitOnly && isTagged(deployment),
      }),
      around: { nothing_deployed: !appeared && !asked.order?.dry_run },
    }
  },
  deleted: () => ({ key: 'deleted' }),
  gone: () => ({ key: 'deleted.gone' }),
  duplicate_created: ({ own, others, winner }) => ({
    key: winner ? 'duplicate_created' : 'duplicate_created.ages_unknown',
    about: { deployments: winner ? [winner] : [own, ...others] },
  }),
  sent_twice: () => ({ key: 'duplicate_created.sent_twice' }),
  repository_not_found: ({ visible, nearest }, { asked }) => ({
    key: lastOf({
      repository_not_found: true,
      'repository_not_found.own': asked.order?.repository?.own_host,
      'repository_not_found.none_visible': visible === 0,
    }),
    around: { nearest: nearest.length > 0 },
  }),
  ambiguous_repository({ matches }) {
    const urls = new Set(matches.map(({ url }) => url))
    const isOne = urls.size === 1
    return {
      key: isOne ? 'ambiguous_repository.same_url' : 'ambiguous_repository',
    }
  },
  unusable_record: () => ({ key: 'unexpected_response.unusable_record' }),
  nested_repository: () => ({ key: 'unexpected_response.nested_repository' }),
  created_from_other_commit: () => ({
    key: 'differs.created_from_other_commit',
  }),
  never_built: ({ deployment }) => ({
    key: isTagged(deployment)
      ? 'differs.never_built_tag'
      : 'differs.never_built',
  }),
  not_in_time(stop, { asked, facts, warnings }) {
    const { deployment, failure, misses, listed, isUnreachable } = stop
    const { goal } = asked
    const { commit } = goal ?? {}
    const newest = commitOf(deployment)
    const isOther = commit !== undefined && !isCommit(commit, newest)
    return {
      key: lastOf<ErrorKey>({
        wait_timeout: true,
        'wait_timeout.push_builds': isPushed(deployment),
        'wait_timeout.active_not_ready': isNewestActive(deployment),
        'wait_timeout.activity_unknown':
          goal?.wait_for === 'active' && isActivityUnknown(deployment),
        'wait_timeout.commit_not_built': isOther,
        'wait_timeout.push_not_built': isOther && isPushed(deployment),
        'wait_timeout.commit_unknown': isOther && !newest,
        'wait_timeout.other_version':
          facts.created && has('other_version', warnings),
        [`wait_timeout.lost_${lossBy(failure)}`]: misses > 1,
        'unreachable.lost': isUnreachable,
      }),
      around: { old_state: failure, not_listed: !listed && !failure },
      about: { state: stateOf(deployment, commit) },
    }
  },
  unhealthy({ news: { answer } }) {
    const { kind, excerpt, status = 0 } = answer
    const isOther = kind === 'other_text'
    const isPage = /^<(!doctype html|html)\b/i.test(excerpt)
    return {
      key: lastOf({
        unhealthy: true,
        'unhealthy.no_address': kind === 'no_address',
        'unhealthy.no_response': kind === 'no_response',
        'unhealthy.other_text': isOther,
        'unhealthy.other_page': isOther && isPage,
        'unhealthy.redirect': status >= 300 && status < 400,
        'unhealthy.login': status === 401 || status === 403,
      }),
      answer: { ...answer, said: { text: excerpt, fields: [] } },
    }
  },
  not_listed: ({ near }) => ({
    key: near.length > 0 ? 'not_found.other_spelling' : 'not_found.not_listed',
  }),
  never_listed: ({ target, failure }) => ({
    ...meaningOfRequest({ task: 'look_up', target }, failure),
    key: lastOf({
      'wait_timeout.never_listed': true,
      'wait_timeout.never_listed_limit': isLimit(failure),
    }),
  }),
}

/** The entry for a create request whose effect is not known. */
function keyOfUnknown({
  failure,
  unlisted,
}: Extract<Stop, { code: 'unknown_outcome' }>): ErrorKey {
  const problem = 'problem' in failure ? failure.problem : undefined
  const isUnusable = failure.kind === 'unusable'
  const isLost = failure.kind === 'network'
  return lastOf({
    unknown_outcome: true,
    'unknown_outcome.unread': isUnusable && !problem,
    'unexpected_response.unread': isUnusable && !unlisted,
    'unexpected_response.unread_body': problem && !unlisted,
    'unknown_outcome.redirect': problem === 'redirect',
    'unknown_outcome.moved': problem === 'moved',
    'unknown_outcome.lost': isLost,
    'unknown_outcome.late': isLost && failure.code === 'RESPONSE_TIMEOUT',
    'unknown_outcome.look_up_refused':
      unlisted?.kind === 'refused' && unlisted.status < 500,
  })
}

/** By what the looks of a wait were lost. */
function lossBy(failure: Failure | undefined) {
  if (!failure) return undefined
  if (isLimit(failure)) return 'limit'
  if (failure.kind === 'refused')
    return [401, 403].includes(failure.status) ? 'unusable' : 'refused'
  const isBroken = failure.kind === 'unusable' && !mayBeLogin(failure)
  return isBroken ? 'refused' : failure.kind
}

const isLimit = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status === 429

/** Judges a run that was stopped. Only such a run loads the words of errors. */
export function judgeStopped(
  asked: Asked,
  facts: Facts,
  stop: Stop,
): Extract<Verdict, { result: 'failed' }> {
  const findings = findingsOf(asked, facts)
  const failure = wordsOfStop(stop, { asked, facts, ...findings })
  return { ...findings, result: 'failed', stop, failure }
}

function wordsOfStop(stop: Stop, failed: Failed): FailureWords {
  const { asked, facts, comparison } = failed
  const { action, goal, isRestricted } = asked
  const meaningOf = STOPS[stop.code] as (stop: Stop, of: Failed) => Meaning
  const meaning = meaningOf(stop, failed)
  const around = { ...meaning.around, ...knownOfRun(stop, failed) }
  const fork = isRestricted ? 'fork' : undefined
  const variants = [action, meaning.variant, fork] as const
  const explanation = explain(
    { ...meaning, around },
    variants.filter(one => one !== undefined),
    { ...facts, ...comparison, ...goal, ...asked.order, goal, ...stop },
  )
  const { code, rerun } = explanation
  const { said = NOTHING_SAID, status } = meaning.answer ?? {}
  const isSent = action === 'create' && code !== 'invalid_input'
  return {
    ...explanation,
    rerun: mayBeSeveral(stop, facts) ? words(ONCE_LISTED) : rerun,
    saidBy: code === 'unhealthy' ? 'The health URL' : 'The service',
    said,
    status,
    sent: isSent ? whatWasSent(facts) : undefined,
  }
}

/** What the run knows of itself, and says beside what failed. */
function knownOfRun(stop: Stop, { asked, facts }: Failed) {
  const isCreating = facts.phases.includes('create') && !facts.created
  const isUnsigned = lacksCredential(stop)
  return {
    no_credential: isUnsigned,
    fork: isUnsigned && asked.isRestricted,
    dry_run: asked.order?.dry_run,
    name_was_free: isCreating && APPEARED.includes(stop.code),
  }
}

/** Whether a login may have answered because the request had no credential. */
function lacksCredential(stop: Stop): boolean {
  const failure = 'failure' in stop ? stop.failure : undefined
  if (!failure || !mayBeLogin(failure)) return false
  return failure.asked?.credentials.length === 0
}

/** Whether a login may have answered in place of the service. */
function mayBeLogin(failure: Failure): failure is UnusableFailure {
  if (failure.kind !== 'unusable') return false
  return !failure.problem || failure.problem === 'redirect'
}

/** Stops by a deployment that has the name. */
const APPEARED = ['ambiguous_name', 'already_exists', 'differs', 'deleted']

/** Stops after which a rerun goes on. */
const RESUMED = [
  'not_in_time',
  'unhealthy',
  'request_failed',
  'cancelled',
  'unwritten',
  'internal',
]

/** Whether a run that goes on may have created one of several deployments. */
const mayBeSeveral = ({ code }: Stop, { notices }: Facts): boolean =>
  RESUMED.includes(code) && has('duplicates_possible', notices)

/** What a rerun does as long as duplicates are not ruled out. */
const ONCE_LISTED =
  'A rerun is safe once the service lists the deployment, and then goes on with it. An earlier rerun may create a second one.'

/** Whether create requests were sent, and what is known of their effect. */
function whatWasSent(facts: Facts): Sentence {
  const { posts, created } = facts
  const requests = posts.length
  const others = requests - processedIn(posts).length
  const templates = [prose.sent[keyOfSent(facts)]]
  if (created !== false && others > 0) templates.push(prose.sent.turned_away)
  const turned_away = words(count(others, 'other'))
  return phrase(templates, { requests: words(`${requests}`), turned_away })
}

function keyOfSent({ posts, created }: Facts): keyof typeof prose.sent {
  const processed = processedIn(posts)
  if (processed.length > 1) {
    const hasAnswer = processed.some(
      result => result !== 'pending' && !isUnknown(result),
    )
    if (!hasAnswer) return 'two_unanswered'
    return processed.at(-1) === 'answered'
      ? 'second_answered'
      : 'second_refused'
  }
  if (posts.length === 0) return 'none_sent'
  if (created === false)
    return posts.length > 1 ? 'all_refused' : 'sent_and_refused'
  return created ? 'sent_and_created' : 'sent_once'
}
