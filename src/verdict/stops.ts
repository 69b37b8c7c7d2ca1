import { isUnknown } from '../deployment/create-rules.ts'
import { isEqual, isOfVersion } from '../deployment/differences.ts'
import {
  type Comparison,
  type Facts,
  processedIn,
  type Stop,
} from '../deployment/facts.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/order.ts'
import { type Sentence, write } from '../lib/sentence.ts'
import { describe, type Failure } from '../service/failure.ts'
import { NOTHING_SAID } from '../service/said.ts'
import {
  type Cases,
  explain,
  failureIn,
  type Meaning,
  type Sent,
  sentIn,
} from './errors.ts'
import { meaningOfRequest } from './failed-requests.ts'
import { findingsOf } from './judge.ts'
import { stateOf } from './phrases.ts'
import type { Asked, FailureWords, Verdict } from './verdict.ts'
import { isPushed, isTagged } from './version.ts'
import { has } from './warnings.ts'

/** A failed run, before its judgement is complete. */
interface Failed {
  asked: Asked
  facts: Facts
  comparison: Comparison
  /** Whether a warning says that the run created another version than its own. */
  isOtherVersion: boolean
}

type Table = {
  [C in Stop['code']]: (
    stop: Extract<Stop, { code: C }>,
    failed: Failed,
  ) => Meaning
}

/**
 * What each stop means: its error code, and the cases that the facts show. The case of its own name applies too, and that
 * of its name and the action.
 */
const STOPS: Table = {
  invalid_input: ({ problems }, { asked }) => ({
    code: 'invalid_input',
    cases: { one_problem: problems === 1, no_secrets: asked.isRestricted },
  }),
  cancelled: ({ late }, { facts: { created, deployment } }) => ({
    code: 'cancelled',
    cases: {
      cancelled_while_creating: created === undefined && !deployment,
      cancelled_with_deployment: deployment,
      cancelled_late: late,
    },
  }),
  internal: () => ({ code: 'internal' }),
  unwritten: (_, { facts }) => ({
    code: 'internal',
    cases: { unwritten_deployment: facts.deployment },
  }),
  request_failed({ doing, failure }, { asked }) {
    const meaning = meaningOfRequest(doing, failure)
    const isUnsigned = meaning.cases?.no_credential
    const more = withCases(meaning, {
      last_known: doing.task === 'watch',
      no_credential_in_fork: isUnsigned && asked.isRestricted,
    })
    if (doing.task !== 'watch') return more
    const state = stateOf(doing.deployment)
    return { ...more, about: { doing, failure, state } }
  },
  not_created({ name, failure }, { asked }) {
    const { cases, ...meaning } = meaningOfCreate(name, failure)
    const isOfRef = meaning.code === 'rejected' && asked.order?.repository
    const rejected = { rejected_ref: isOfRef, ...cases, none_of_the_name: true }
    return { ...meaning, cases: rejected }
  },
  undecided: ({ name, failure }) => ({
    ...withCases(meaningOfCreate(name, failure), { none_known: true }),
    code: 'unknown_outcome',
  }),
  unknown_outcome({ failure, lost, unlisted }) {
    const isUnusable = failure.kind === 'unusable'
    const isLost = failure.kind === 'network'
    const isRedirect =
      isUnusable && ['redirect', 'moved'].includes(`${failure.problem}`)
    const isUnread = isUnusable && !isRedirect && !unlisted
    return {
      code: isUnread ? 'unexpected_response' : 'unknown_outcome',
      cases: {
        no_usable_answer: true,
        no_usable_answers: lost,
        failed_alike:
          lost && write(describe(lost)) === write(describe(failure)),
        not_seen: !unlisted,
        last_look_up_failed: unlisted,
        unread: isUnusable,
        redirected_create: isRedirect,
        lost_on_the_way: isLost,
        answered_late: isLost && failure.code === 'RESPONSE_TIMEOUT',
        look_up_refused: unlisted?.kind === 'refused' && unlisted.status < 500,
      },
      answer: { ...failure, said: NOTHING_SAID },
    }
  },
  wrong_answer: ({ kind, status }) => ({
    code: 'unexpected_response',
    cases: { [kind]: true },
    answer: { status },
  }),
  ambiguous_name: ({ name, deployments }) => ({
    code: 'ambiguous_name',
    cases: { similar_names: deployments.some(one => one.name !== name) },
  }),
  already_exists: (_, { comparison }) => ({
    code: 'already_exists',
    cases: {
      exists_and_differs: comparison.differences.length > 0,
      exists_as_compared:
        comparison.differences.length === 0 && !isEqual(comparison),
      exists_as_requested: isEqual(comparison),
    },
  }),
  differs({ deployment, appeared, commitOnly }, { asked, comparison }) {
    const { differences } = comparison
    const ofVersion = differences.filter(isOfVersion)
    return {
      code: 'differs',
      cases: {
        nothing_deployed: !appeared && !asked.order?.dry_run,
        new_version: ofVersion.length === differences.length,
        other_settings: ofVersion.length === 0,
        appeared,
        other_commit: commitOnly,
        push_will_build: commitOnly && isPushed(deployment),
        moved_tag: commitOnly && isTagged(deployment),
      },
    }
  },
  deleted: () => ({ code: 'deleted' }),
  gone: () => ({ code: 'deleted' }),
  duplicate_created: ({ own, others, winner }) => ({
    code: 'duplicate_created',
    cases: { ages_unknown: !winner },
    about: { deployments: [own, ...others] },
  }),
  sent_twice: () => ({ code: 'duplicate_created' }),
  repository_not_found: ({ visible, nearest }, { asked }) => ({
    code: 'repository_not_found',
    cases: {
      own_repository: asked.order?.repository?.own_host,
      near_repositories: nearest.length > 0,
      no_repositories: visible === 0,
    },
  }),
  ambiguous_repository: ({ matches }) => ({
    code: 'ambiguous_repository',
    cases: { same_url: new Set(matches.map(({ url }) => url)).size === 1 },
  }),
  unusable_record: () => ({ code: 'unexpected_response' }),
  nested_repository: () => ({ code: 'unexpected_response' }),
  created_from_other_commit: () => ({ code: 'differs' }),
  never_built: ({ deployment }) => ({
    code: 'differs',
    cases: { moved_tag: isTagged(deployment) },
  }),
  not_in_time(stop, { asked, isOtherVersion }) {
    const { deployment, failure, misses, listed, isUnreachable } = stop
    const { commit } = asked.goal ?? {}
    const newest = commitOf(deployment)
    const isOther = commit !== undefined && !isCommit(commit, newest)
    return {
      code: isUnreachable ? 'unreachable' : 'wait_timeout',
      cases: {
        not_on_the_list: !listed && !failure,
        last_look_failed: failure,
        push_builds: isPushed(deployment),
        active_not_ready: isNewestActive(deployment),
        commit_not_built: isOther,
        push_not_built: isOther && isPushed(deployment),
        commit_unknown: isOther && !newest,
        other_ref_or_version: isOtherVersion,
        [`lost_${failure?.kind}`]: isUnreachable || misses > 1,
      },
      about: { state: stateOf(deployment, commit) },
    }
  },
  unhealthy({ news: { answer } }) {
    const { kind, excerpt, status = 0 } = answer
    const isPage = /^<(!doctype html|html)\b/i.test(excerpt)
    return {
      code: 'unhealthy',
      cases: {
        [kind]: true,
        other_page: kind === 'other_text' && isPage,
        health_redirect: status >= 300 && status < 400,
        health_login: status === 401 || status === 403,
      },
      answer: { ...answer, said: { text: excerpt, fields: [] } },
    }
  },
  not_listed: ({ near }) => ({
    code: 'not_found',
    cases: { other_spelling: near.length > 0 },
  }),
  never_listed({ target, failure }) {
    const meaning = meaningOfRequest({ task: 'look_up', target }, failure)
    return {
      ...withCases(meaning, { time_is_over: true }),
      code: 'wait_timeout',
    }
  },
}

const meaningOfCreate = (name: string, failure: Failure): Meaning =>
  meaningOfRequest({ task: 'create', name }, failure)

const withCases = (meaning: Meaning, cases: Cases): Meaning => ({
  ...meaning,
  cases: { ...meaning.cases, ...cases },
})

/** Judges a run that was stopped. Only such a run loads the words of errors. */
export function judgeStopped(
  asked: Asked,
  facts: Facts,
  stop: Stop,
): Extract<Verdict, { result: 'failed' }> {
  const findings = findingsOf(asked, facts)
  const { comparison, warnings } = findings
  const isOtherVersion =
    Boolean(facts.created) && has('other_version', warnings)
  const failed = { asked, facts, comparison, isOtherVersion }
  const failure = wordsOfStop(stop, failed)
  return { ...findings, result: 'failed', stop, failure }
}

function wordsOfStop(stop: Stop, failed: Failed): FailureWords {
  const { asked, facts, comparison } = failed
  const { action, goal, order } = asked
  const meaningOf = STOPS[stop.code] as (stop: Stop, of: Failed) => Meaning
  const { code, cases, about, answer } = meaningOf(stop, failed)
  const isCreating = facts.phases.includes('create') && !facts.created
  const meaning = {
    code,
    cases: {
      [stop.code]: true,
      [`${stop.code}_${action}`]: true,
      ...cases,
      dry_run: order?.dry_run,
      name_was_free: isCreating && APPEARED.includes(stop.code),
      duplicates_open:
        RESUMED.includes(stop.code) &&
        has('duplicates_possible', facts.notices),
    },
  }
  const known = { ...facts, ...comparison, ...goal, goal, ...stop, ...about }
  const isSent = action === 'create' && code !== 'invalid_input'
  return {
    ...explain(meaning, known),
    what: failureIn(meaning, known),
    said: answer?.said ?? NOTHING_SAID,
    status: answer?.status,
    sent: isSent ? whatWasSent(facts) : undefined,
  }
}

/** Stops by a deployment that has the name. */
const APPEARED = ['ambiguous_name', 'already_exists', 'differs', 'deleted']

/** Stops after which a rerun goes on. */
const RESUMED = ['not_in_time', 'unhealthy', 'request_failed', 'cancelled']

/** Whether create requests were sent, and what is known of their effect. */
function whatWasSent({ posts, created }: Facts): Sentence {
  const requests = posts.length
  const processed = processedIn(posts)
  const isRefused = created === false
  return sentIn(
    {
      sent_once: true,
      sent_and_created: created,
      sent_and_refused: isRefused,
      all_refused: isRefused && requests > 1,
      none_sent: requests === 0,
      ...sentTwice(processed),
      turned_away: !isRefused && requests > processed.length,
    },
    { requests, turned_away: requests - processed.length },
  )
}

/** What is known of two create requests that may both have had an effect. */
function sentTwice(processed: Facts['posts']): Sent {
  if (processed.length < 2) return {}
  const isUnanswered = processed.every(
    result => result === 'pending' || isUnknown(result),
  )
  return {
    second_refused: true,
    second_answered: processed.at(-1) === 'answered',
    two_unanswered: isUnanswered,
  }
}
