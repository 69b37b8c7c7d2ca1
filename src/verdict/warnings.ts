import type { Difference, Notice } from '../deployment/facts.ts'
import { isNewestActive } from '../deployment/order.ts'
import type { Problem } from '../inputs/problem.ts'
import { type Sentence, write } from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'
import {
  entriesOf,
  isActivityUnknown,
  merged,
  type Optional,
  phrase,
  whatOf,
} from './phrases.ts'
import type { OtherVersion } from './version.ts'
import prose from './words.json' with { type: 'json' }

/** Something to warn of, with the facts that its words need. */
export type Warning =
  | Notice
  | { code: 'input'; problem: Problem }
  | { code: 'differs'; differences: Difference[] }
  | { code: 'not_as_requested'; differences: Difference[] }
  /** `isNotice`: where a table shows that the deployment is unchanged. */
  | (OtherVersion & { isNotice?: boolean })
  | { code: 'not_active'; inactive: Deployment }
  | { code: 'unused' }
  | { code: 'commit_unknown' }
  | { code: 'not_compared'; fields: Sentence[] }

/** Whether a warning is only a notice. */
export const isNotice = (warning: Warning): boolean =>
  warning.code === 'other_version' && warning.isNotice === true

/** What is known more specifically of a warning. */
type Case = keyof typeof prose.cases

type Table = {
  [C in Warning['code']]?: (
    warning: Extract<Warning, { code: C }>,
  ) => Optional<Case>[]
}

/** The cases of warnings that the facts show. */
const CASES: Table = {
  other_version: casesOfVersion,
  not_active: ({ inactive }) => [
    isActivityUnknown(inactive) && 'activity_unknown',
  ],
  duplicates_possible({ failure, listed }) {
    const why = listed.length === 0 ? 'new_one_unlisted' : 'others_listed'
    return [!failure && why, 'check_duplicates']
  },
  namesakes: ({ listed }) => [listed ? 'own_is_kept' : 'own_is_not_listed'],
  lost_answer: ({ failures, counts }) => [
    failures.length > 1 && 'two_lost_answers',
    counts ? 'counts' : 'does_not_count',
  ],
  input: ({ problem: { input, place } }) => [
    input !== undefined && !place && 'one_input',
  ],
}

/** The words of a warning. */
export interface WarningWords {
  title: string
  message: Sentence
  /** Why a success is no plain one, for the headline. */
  doubt: string | undefined
}

/** The words of a warning, the same in every place. */
export function wordsOf(warning: Warning): WarningWords {
  const casesOf = CASES[warning.code] as
    | ((warning: Warning) => Optional<Case>[])
    | undefined
  const entries = [
    prose.warnings[warning.code],
    ...entriesOf(prose.cases, casesOf?.(warning) ?? []),
  ]
  const { title = '', doubt } = merged(entries)
  return {
    title: write(phrase([title], warning)),
    message: whatOf(entries, { ...warning, title }),
    doubt,
  }
}

/** The codes of all warnings, the weightiest first. */
export const WARNING_CODES = Object.keys(prose.warnings) as Warning['code'][]

/** Sorts the weightiest first. */
export const byWeight = (one: Warning, other: Warning): number =>
  WARNING_CODES.indexOf(one.code) - WARNING_CODES.indexOf(other.code)

/** What the words of another version than the run's say, and what to do. */
function casesOfVersion(other: OtherVersion): Optional<Case>[] {
  const { deed, ref, deployment, existing, own } = other
  const advice = ref && (`ref_${ref.kind}` as const)
  if (deed === 'planned') return ['other_ref_planned', advice]
  if (deed === 'created') {
    const what = existing.id && own.id ? 'version' : 'ref'
    const isActive = deployment && isNewestActive(deployment)
    return [
      'created_otherwise',
      `other_${what}_${isActive ? 'deployed' : 'created'}`,
      advice ?? 'ref_moved',
      'delete_created',
    ]
  }
  const title = deed === 'unknown' && 'deployed_unknown'
  if (isSameTag(other)) return [title, 'same_tag']
  return [title, advice ?? (mayBePushed(other) && 'built_by_push'), 'new_name']
}

/** Whether a push may build the version, and nothing waits for it. No push changes a tag. */
function mayBePushed(other: OtherVersion): boolean {
  const { request, deployment, isAwaited } = other
  const { repo_ref } = request.source_revision_config
  const isTag = repo_ref?.startsWith('refs/tags/') === true
  const isBuilt = deployment?.source_config?.build_on_push !== false
  return request.source === 'repohost' && isBuilt && !isTag && !isAwaited
}

/** Whether both versions have the same image, named without a digest. A rerun of a release finds its own deployment. */
const isSameTag = ({ existing, own }: OtherVersion): boolean =>
  own.image !== undefined && !own.id && existing.image === own.image
