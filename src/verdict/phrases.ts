import { pathInWords } from '../deployment/differences.ts'
import type { ComparedField } from '../deployment/facts.ts'
import {
  commitOf,
  type Goal,
  hasState,
  isBeingDeleted,
  isNewestActive,
} from '../deployment/order.ts'
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
import type { Deployment } from '../service/responses.ts'
import prose from './words.json' with { type: 'json' }

/** What is said of a finding. In its texts, `{deployment.id}` is a fact, and `{what}` what the entry before it says. */
export interface Entry {
  title?: string
  sign?: string
  /** What was found. */
  what?: string
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

/** The most specific of some names: the last one that applies. */
export const lastOf = <Name extends string>(flags: Flags<Name>): Name =>
  Object.entries(flags).findLast(([, holds]) => holds)?.[0] as Name

/** What entries say. Each says more specifically what those before it say. */
export const merged = (entries: Entry[]): Entry => Object.assign({}, ...entries)

/** What was found, as entries say it. */
export const whatOf = (entries: Entry[], facts: object): Sentence =>
  phrase(
    entries.flatMap(({ what = [] }) => what),
    facts,
  )

/** What facts look like in a sentence, by their names. */
type Formats = Record<string, (fact: never) => Value>

/** A sentence about facts. It is that of the last template, in which `{what}` stands for what those before it say. */
export const phrase = (
  templates: string[],
  facts: object,
  formats: Formats = FORMATS,
): Sentence =>
  fill(templates.at(-1) ?? '', name =>
    name === 'what'
      ? phrase(templates.slice(0, -1), facts, formats)
      : shown(valueAt(facts, name.split('.')), formats[name]),
  )

/** Phrases about facts, one after another. */
const phrases = (templates: string[], facts: object): Sentence[] =>
  templates.map(template => phrase([template], facts))

/** Which sentences of words.json apply. */
export type Sentences = Flags<keyof typeof prose.sentences>

/** A sentence of words.json; empty if none applies. */
export const sentenceOf = (sentences: Sentences, facts: object): Sentence =>
  phrase(held(prose.sentences, sentences), facts)

/** A fact as it stands in a sentence. Without a format, a text is quoted, and so redacted, unless it comes as a sentence. */
function shown(fact: unknown, format?: Formats[string]): Value {
  if (format) return format(fact as never)
  return isSentence(fact) ? fact : String(fact ?? '')
}

const MOST_NAMED = 10

/** The formats of facts by their names. All others are texts or numbers. */
export const FORMATS: Formats = {
  commit: shortCommit,
  created_at: ageOf,
  delay: inTime,
  deployment: named,
  'deployment.created_at': ageOf,
  differences: (differences: ComparedField[]) =>
    firstJoined(differences.map(compared), MOST_NAMED, '; '),
  existing: shortValue,
  failure: describe,
  failures: (failures: Failure[]) =>
    joined(failures.map(describe), ', and then '),
  found: inNumber,
  goal: goalInWords,
  inactive: (deployment: Deployment) => inactivity(deployment),
  items: inNumber,
  left: inTime,
  listed: joined,
  others: presented,
  pages: (pages: number) => words(count(pages, 'page')),
  problem: sentence,
  'record.default_branch': (branch?: string) => branch ?? words('unknown'),
  'run.expression': (expression: string) =>
    words(`\`repo_ref: \${{ ${expression} }}\``),
  requested: shortValue,
  'source_revision_config.repo_commit_sha': shortCommit,
  unknown: (fields: ComparedField[]) => firstJoined(fields.map(compared), 100),
}

function ageOf(time?: string | null): Sentence {
  return time ? say`created ${time}` : words('creation time unknown')
}

export function inTime(ms: number): Sentence {
  return words(duration(ms))
}

function inNumber(deployments: number): Sentence {
  return words(count(deployments, 'deployment'))
}

/** A deployment by its name and its id. */
export function named({ id, name }: Pick<Deployment, 'id' | 'name'>): Sentence {
  return name ? say`deployment "${name}" (${id})` : say`deployment ${id}`
}

/** Deployments of one name, each with what tells them apart. */
export function presented(deployments: Deployment[]): Sentence {
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
  const about = { ...goal, wait_for: words(goal.wait_for) }
  return phrase(held(prose.goals, goals), about)
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
export function shortCommit(commit = ''): string {
  return /^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 12) : commit
}

/** Names in backquotes: `X-Api-Key` and `X-Tenant-Id`. */
export function quoted(names: string[], separator = ' and '): Sentence {
  return joined(
    names.map(name => say`\`${name}\``),
    separator,
  )
}

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
