import { pathInWords } from '../deployment/differences.ts'
import type { ComparedField, Doing } from '../deployment/facts.ts'
import {
  commitOf,
  type Goal,
  hasState,
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
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import prose from './words.json' with { type: 'json' }

/** What is said of a finding. In its texts, `{deployment.id}` is a fact, and `{what}` what the entry before it says. */
export interface Entry {
  title?: string
  sign?: string
  /** What was found. */
  what?: string
  /** Who said what is quoted. */
  said_by?: string
  /** What to do after an error. */
  next?: string
  /** How the clause about a rerun ends: whether it is safe, and when it helps. */
  rerun?: string
  /** Why a success is no plain one, for the headline. */
  doubt?: string
}

/** Whether the words of some names apply, the more specific last. */
export type Flags<Name extends string> = { [N in Name]?: unknown }

/** The words that apply. A flag without words adds none. */
export const held = <Words extends Entry | string>(
  table: Record<string, Words | undefined>,
  flags: Flags<string>,
): Words[] =>
  Object.entries(flags).flatMap(([name, holds]) =>
    holds ? (table[name] ?? []) : [],
  )

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

/** Phrases about facts, one after another. */
const phrases = (templates: string[], facts: object): Sentence[] =>
  templates.map(template => phrase([template], facts))

/** Which sentences of words.json apply. */
export type Sentences = Flags<keyof typeof prose.sentences>

/** A sentence of words.json; empty if none applies. */
export const sentenceOf = (sentences: Sentences, facts: object): Sentence =>
  phrase(held(prose.sentences, sentences), facts)

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
  bytes: (size?: number) => words(count(size ?? 0, 'byte')),
  commit: shortCommit,
  created_at: (time?: string | null) =>
    time ? say`created ${time}` : words('creation time unknown'),
  credentials: quoted,
  default_branch: (branch?: string) => branch ?? words('unknown'),
  delay: inTime,
  deployment: named,
  deployments: presented,
  differences: (differences: ComparedField[]) =>
    firstJoined(differences.map(compared), MOST_NAMED, '; '),
  doing: (doing: Doing) => phrase([prose.tasks[doing.task]], doing),
  existing: shortValue,
  expression: (expression: string) =>
    words(`\`repo_ref: \${{ ${expression} }}\``),
  failure: describe,
  failures: (failures: Failure[]) =>
    joined(failures.map(describe), ', and then '),
  file: words,
  found: inNumber,
  goal: goalInWords,
  headers: quoted,
  items: inNumber,
  inactive: (deployment: Deployment) => inactivity(deployment),
  left: inTime,
  listed: (ids: string[]) => joined(ids),
  lost: describe,
  matches: (records: RepositoryRecord[]) => joined(records.map(identified)),
  near: (deployments: Deployment[]) =>
    joined(deployments.map(named), ' and the '),
  nearest: (names: string[]) => joined(names),
  others: presented,
  pages: (pages: number) => words(count(pages, 'page')),
  posted_at: (ms?: number) =>
    words(ms === undefined ? 'an unknown time' : new Date(ms).toISOString()),
  problem: sentence,
  problems: own,
  repo_commit_sha: shortCommit,
  request: fieldsOf,
  requested: shortValue,
  requests: own,
  retryAfter: inTime,
  target: targeted,
  title: words,
  turned_away: (others: number) => words(count(others, 'other')),
  unknown: (fields: ComparedField[]) => firstJoined(fields.map(compared), 100),
  unlisted: describe,
  visible: (count: number) =>
    say`${count} ${words(count === 1 ? 'repository' : 'repositories')}`,
  wait_for: words,
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
  const { id, source_config, source_revision_config } = deployment
  const states = {
    age: true,
    ...statesOf(deployment),
    being_deleted: isBeingDeleted(deployment),
    image: source_revision_config?.image_uri,
    url: source_config?.custom_url,
  }
  return say`${id} (${joined(phrases(held(prose.states, states), deployment))})`
}

/** A record of a repository, with what tells it from another one of the name. */
function identified(record: RepositoryRecord): Sentence {
  const { id, url, name, host_integration_id } = record
  const title = fullName(record) || name || `id ${id}`
  return say`${title} (${url ?? 'without a URL'}, host_integration_id ${host_integration_id ?? 'missing'})`
}

/** What the comparison of a field showed. */
function compared(field: ComparedField): Sentence {
  const path = pathInWords(field.path)
  return phrase([prose.compared[field.kind]], { ...field, path })
}

/** A value in a sentence. A long one is left out, because a part of a secret would not be recognized as one. */
function shortValue(value: unknown): Sentence {
  if (value === undefined || value === null) return words('nothing')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > 300) return words(`a value of ${text.length} characters`)
  return typeof value === 'string' ? say`"${text}"` : say`${text}`
}

/** The goal: `active at commit 0a1b2c3d4e5f and healthy`; empty if nothing is waited for. */
export function goalInWords(goal: Goal): Sentence {
  const { commit, health_url } = goal
  const state = goal.wait_for !== 'none'
  const goals = {
    state,
    commit,
    state_and_commit: state && commit,
    healthy: health_url && !hasState(goal),
    and_healthy: health_url && hasState(goal),
  }
  return phrase(held(prose.goals, goals), goal)
}

/**
 * The state of the deployment in one line.
 *
 * @param commit the commit that is waited for; then the line has that of the newest revision
 */
export const stateOf = (deployment: Deployment, commit?: string): Sentence =>
  joined(phrases(held(prose.states, statesOf(deployment, commit)), deployment))

function statesOf(
  deployment: Deployment,
  commit?: string,
): Flags<keyof typeof prose.states> {
  const { status, active_revision_id: active } = deployment
  const isActive = isNewestActive(deployment)
  const newest = commitOf(deployment)
  return {
    status,
    no_status: !status,
    newest_active: isActive,
    older_serves: !isActive && active && deployment.latest_revision_id,
    none_active: active === null || active === '',
    newest_commit: commit && newest,
    no_commit: commit && !newest,
  }
}

/** The first characters of a SHA; other text is not shortened. */
function shortCommit(commit = ''): string {
  return /^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 12) : commit
}

/** Names in backquotes: `X-Api-Key` and `X-Tenant-Id`. */
function quoted(names: string[], separator = ' and '): Sentence {
  return joined(
    names.map(name => say`\`${name}\``),
    separator,
  )
}

/** The fields that a request sets. Its secrets are those of two inputs. */
function fieldsOf({
  source_config,
  source_revision_config,
  secrets,
  ...request
}: CreateDeploymentRequest): Sentence {
  const { listener_config, ...config } = source_config
  const parts = {
    ...request,
    ...config,
    ...listener_config,
    ...source_revision_config,
  }
  const set = Object.entries(parts).filter(([, value]) => isSet(value))
  const names = quoted(
    set.map(([name]) => name),
    ', ',
  )
  return isSet(secrets) ? say`${names}, \`secrets\` or \`variables\`` : names
}

/** Whether a request has a value: an empty list is none. */
const isSet = (value: unknown): boolean =>
  value != null && !(Array.isArray(value) && value.length === 0)

/** Whether the service tells too little of the revisions. */
export function isActivityUnknown({
  active_revision_id: active,
  latest_revision_id: latest,
}: Deployment): boolean {
  return active === undefined || Boolean(active && !latest)
}

/** Says that the newest revision is not active, and what else is known of it. */
export const inactivity = (
  deployment: Deployment,
  { not_awaited, ...more }: Sentences = {},
): Sentence =>
  sentenceOf(
    {
      inactive: true,
      ...more,
      one_serves: deployment.active_revision_id,
      none_serves: !deployment.active_revision_id,
      activity_unknown: isActivityUnknown(deployment),
      not_awaited,
    },
    deployment,
  )
