import { isUnknown } from '../deployment/create-rules.ts'
import { OTHER_VALUE } from '../deployment/differences.ts'
import type { Difference, Doing, Facts } from '../deployment/facts.ts'
import {
  commitOf,
  type Goal,
  isBeingDeleted,
  isNewestActive,
  type Target,
} from '../deployment/order.ts'
import { fullName } from '../deployment/repository.ts'
import { sentence } from '../inputs/problem.ts'
import { duration } from '../lib/clock.ts'
import { valueAt } from '../lib/json.ts'
import {
  fill,
  firstJoined,
  isSentence,
  joined,
  type Sentence,
  say,
  type Value,
  words,
} from '../lib/sentence.ts'
import { count } from '../lib/text.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import prose from './words.json' with { type: 'json' }

/** What is said of a finding. In its texts, `{deployment.id}` is a fact, and `{what}` what the entry before it says. */
export interface Entry {
  title?: string
  /** What was found. */
  what?: string
  /** What to do after an error, in plain text with `code` in backquotes. */
  next?: string
  /** How the clause about a rerun ends: whether it is safe, and when it helps. */
  rerun?: string
  /** Why a success is no plain one, for the headline. */
  doubt?: string
}

/** A name in a list of names; the others are left out. */
export type Optional<Name> = Name | '' | false | null | undefined

/** The entries of some names, the more specific last. */
export const entriesOf = <Name extends string>(
  table: Record<Name, Entry>,
  names: readonly Optional<Name>[],
): Entry[] => names.flatMap(name => (name ? table[name] : []))

/** What entries say. Each says more specifically what those before it say. */
export const merged = (entries: Entry[]): Entry => Object.assign({}, ...entries)

/** What was found, as entries say it. */
export const whatOf = (entries: Entry[], facts: object): Sentence =>
  phrase(
    entries.flatMap(({ what = [] }) => what),
    facts,
  )

/** A sentence about facts. It is that of the last template, in which `{what}` stands for what those before it say. */
export const phrase = (templates: string[], facts: object): Sentence =>
  fill(templates.at(-1) ?? '', name =>
    name === 'what'
      ? phrase(templates.slice(0, -1), facts)
      : shown(name, facts),
  )

/** Sentences of words.json. */
export type SentenceName = keyof typeof prose.sentences

/** A sentence of words.json. */
export const sentenceOf = (
  names: readonly Optional<SentenceName>[],
  facts: object,
): Sentence =>
  phrase(
    names.flatMap(name => (name ? prose.sentences[name] : [])),
    facts,
  )

/** A fact as it stands in a sentence. */
function shown(path: string, facts: object): Value {
  const steps = path.split('.')
  const fact = valueAt(facts, steps)
  const name = steps.at(-1) as keyof typeof FORMATS
  const format = FORMATS[name] as ((fact: unknown) => Value) | undefined
  if (format) return format(fact)
  return isSentence(fact) ? fact : String(fact ?? '')
}

const MOST_NAMED = 10

const own = (count: number): Sentence => words(`${count}`)

/** What facts look like in a sentence, by the last step of their names. All others are texts or numbers, and stay as they are. */
const FORMATS = {
  commit: shortCommit,
  created_at: (time?: string | null) =>
    time ? say`created ${time}` : words('creation time unknown'),
  credentials: quoted,
  default_branch: (branch?: string) => branch ?? words('unknown'),
  delay: inTime,
  deployment: named,
  deployments: presented,
  differences: inWords,
  doing: (doing: Doing) => phrase([prose.tasks[doing.task]], doing),
  expression: (expression: string) =>
    words(`\`repo_ref: \${{ ${expression} }}\``),
  failure: describe,
  failures: (failures: Failure[]) =>
    joined(failures.map(describe), ', and then '),
  fields: (fields: Sentence[]) => firstJoined(fields, 100),
  file: words,
  found: inNumber,
  goal: goalInWords,
  items: inNumber,
  inactive: (deployment: Deployment) => inactivity(deployment),
  left: inTime,
  listed: (ids: string[]) => joined(ids),
  lost: describe,
  matches: (records: RepositoryRecord[]) => joined(records.map(identified)),
  near: (deployments: Deployment[]) =>
    joined(deployments.map(named), ' and the '),
  nearest: (names: string[]) => joined(names),
  other_headers: quoted,
  others: presented,
  pages: (pages: number) => words(count(pages, 'page')),
  problem: sentence,
  problems: own,
  repo_commit_sha: shortCommit,
  requests: own,
  retryAfter: inTime,
  target: targeted,
  title: words,
  unlisted: describe,
  visible: (count: number) =>
    say`${count} ${words(count === 1 ? 'repository' : 'repositories')}`,
  wait_timeout: (ms: number) => say`${ms / 1000} s`,
  winner: (deployment: Deployment) => presented([deployment]),
}

function inTime(ms: number): Sentence {
  return words(duration(ms))
}

function inNumber(deployments: number): Sentence {
  return words(count(deployments, 'deployment'))
}

/** A deployment by its name and its id. */
function named({ id, name }: Pick<Deployment, 'id' | 'name'>): Sentence {
  return name ? say`deployment "${name}" (${id})` : say`deployment ${id}`
}

/** The deployment that a run looks for. */
function targeted(target: Target): Sentence {
  return 'id' in target
    ? say`the deployment ${target.id}`
    : say`the deployment "${target.name}"`
}

/** Deployments of one name, each with what tells them apart. */
function presented(deployments: Deployment[]): Sentence {
  return firstJoined(deployments.map(present), MOST_NAMED)
}

function present(deployment: Deployment): Sentence {
  const { id, created_at, source_config, source_revision_config } = deployment
  const image = source_revision_config?.image_uri
  const url = source_config?.custom_url
  const facts = [
    FORMATS.created_at(created_at),
    stateOf(deployment),
    isBeingDeleted(deployment) && words('so it is being deleted'),
    image && say`image ${image}`,
    url,
  ]
  return say`${id} (${joined(facts.flatMap(fact => fact || []))})`
}

/** A record of a repository, with what tells it from another one of the name. */
function identified(record: RepositoryRecord): Sentence {
  const { id, url, name, host_integration_id } = record
  const title = fullName(record) || name || `id ${id}`
  return say`${title} (${url ?? 'without a URL'}, host_integration_id ${host_integration_id ?? 'missing'})`
}

/** The differences, each with both values. */
function inWords(differences: Difference[]): Sentence {
  const parts = differences.map(({ path, requested, existing }) =>
    existing === OTHER_VALUE
      ? say`${path} has another value`
      : say`${path}: requested ${shortValue(requested)}, existing ${shortValue(existing)}`,
  )
  return firstJoined(parts, MOST_NAMED, '; ')
}

/** A value in a sentence. A long one is left out, because a part of a secret would not be recognized as one. */
function shortValue(value: unknown): Sentence {
  if (value === undefined || value === null) return words('nothing')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > 300) return words(`a value of ${text.length} characters`)
  return typeof value === 'string' ? say`"${text}"` : say`${text}`
}

/** The goal: `active at commit 0a1b2c3d4e5f and healthy`; empty if nothing is waited for. */
export function goalInWords({ wait_for, commit, health_url }: Goal): Sentence {
  const state = []
  if (wait_for !== 'none') state.push(words(wait_for))
  if (commit !== undefined) state.push(say`at commit ${shortCommit(commit)}`)
  const parts = state.length > 0 ? [joined(state, ' ')] : []
  if (health_url !== undefined) parts.push(words('healthy'))
  return joined(parts, ' and ')
}

/**
 * The state of the deployment in one line.
 *
 * @param commit the commit that is waited for; then the line has that of the newest revision
 */
export function stateOf(deployment: Deployment, commit?: string): Sentence {
  const { status, active_revision_id: active } = deployment
  const parts = [status ?? words('no status')]
  if (isNewestActive(deployment)) parts.push(words('newest revision active'))
  else if (active && deployment.latest_revision_id)
    parts.push(say`newest revision not active, revision ${active} serves`)
  else if (active === null || active === '')
    parts.push(words('no revision active'))
  if (commit !== undefined) {
    const current = commitOf(deployment)
    const newest = say`commit of the newest revision ${shortCommit(current)}`
    parts.push(current ? newest : words('no commit yet'))
  }
  return joined(parts)
}

/** The first characters of a SHA; other text is not shortened. */
function shortCommit(commit = ''): string {
  return /^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 12) : commit
}

/** Names in backquotes: `X-Api-Key` and `X-Tenant-Id`. */
function quoted(names: string[]): Sentence {
  return joined(
    names.map(name => say`\`${name}\``),
    ' and ',
  )
}

/** Whether the service tells too little of the revisions. */
export function isActivityUnknown({
  active_revision_id: active,
  latest_revision_id: latest,
}: Deployment): boolean {
  return active === undefined || Boolean(active && !latest)
}

/**
 * Says that the newest revision is not active.
 *
 * @param more what else is known of that
 * @param isOne whether the deployment is one of several that the report names
 */
export function inactivity(
  deployment: Deployment,
  more: Optional<SentenceName>[] = [],
  isOne = false,
): Sentence {
  if (isActivityUnknown(deployment))
    return sentenceOf(['activity_unknown'], deployment)
  return sentenceOf(
    [
      'inactive',
      ...more,
      deployment.active_revision_id ? 'one_serves' : 'none_serves',
      isOne ? 'of_several' : 'of_the_one',
    ],
    deployment,
  )
}

/** What is known of two create requests that may both have had an effect. */
export function sentTwice(posts: Facts['posts']): SentenceName | undefined {
  const effective = posts.filter(result => result !== 'not_processed')
  if (effective.length < 2) return undefined
  const isUnanswered = effective.every(
    result => result === 'pending' || isUnknown(result),
  )
  if (isUnanswered) return 'two_unanswered'
  return effective.at(-1) === 'answered' ? 'second_answered' : 'second_refused'
}
