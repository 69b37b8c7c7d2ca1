import { isUnknown } from '../deployment/create-rules.ts'
import { OTHER_VALUE } from '../deployment/differences.ts'
import { isBeingDeleted } from '../deployment/end.ts'
import type { Difference, Facts } from '../deployment/facts.ts'
import {
  commitOf,
  type Goal,
  isNewestActive,
  type Target,
} from '../deployment/goal.ts'
import {
  firstJoined,
  joined,
  type Sentence,
  say,
  words,
} from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'

// The words of a warning, and parts of sentences that several findings share.

/** The words of a warning. */
export interface WarningWords {
  title: string
  message: Sentence
  /** Why a success is no plain one, for the headline. */
  doubt?: string
}

const MOST_NAMED = 10

/** A deployment by its name and its id. */
export const named = ({
  id,
  name,
}: Pick<Deployment, 'id' | 'name'>): Sentence =>
  name ? say`deployment "${name}" (${id})` : say`deployment ${id}`

/** The deployment that a run looks for. */
export const targeted = (target: Target): Sentence =>
  'id' in target
    ? say`the deployment ${target.id}`
    : say`the deployment "${target.name}"`

/** Deployments of one name, each with what tells them apart. */
export const presented = (deployments: Deployment[]): Sentence =>
  firstJoined(deployments.map(present), MOST_NAMED)

function present(deployment: Deployment): Sentence {
  const { id, created_at, source_config, source_revision_config } = deployment
  const facts = [
    created_at ? say`created ${created_at}` : words('creation time unknown'),
    stateOf(deployment),
  ]
  if (isBeingDeleted(deployment)) facts.push(words('so it is being deleted'))
  const image = source_revision_config?.image_uri
  if (image) facts.push(say`image ${image}`)
  const url = source_config?.custom_url
  if (url) facts.push(say`${url}`)
  return say`${id} (${joined(facts)})`
}

/** The differences, each with both values. */
export const inWords = (differences: Difference[]): Sentence =>
  firstJoined(
    differences.map(({ path, requested, existing }) =>
      existing === OTHER_VALUE
        ? say`${path} has another value`
        : say`${path}: requested ${shortValue(requested)}, existing ${shortValue(existing)}`,
    ),
    MOST_NAMED,
    '; ',
  )

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
export const shortCommit = (commit = ''): string =>
  /^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 12) : commit

/** Names in backquotes: `X-Api-Key` and `X-Tenant-Id`. */
export const quoted = (names: string[]): Sentence =>
  joined(
    names.map(name => say`\`${name}\``),
    ' and ',
  )

/** What is known of two create requests that may both have had an effect. */
export function sentTwice(posts: Facts['posts']): Sentence | undefined {
  const effective = posts.filter(result => result !== 'not_processed')
  if (effective.length < 2) return undefined
  const isUnanswered = effective.every(
    result => result === 'pending' || isUnknown(result),
  )
  if (isUnanswered)
    return words(
      'Two create requests were sent, and neither had a usable answer: each may have created a deployment.',
    )
  const second =
    effective.at(-1) === 'answered' ? ' too' : '. The second was refused'
  return words(
    `Two create requests were sent. The first had no usable answer, so it may have created a deployment${second}.`,
  )
}
