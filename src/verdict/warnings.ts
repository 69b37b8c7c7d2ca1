import { isOfVersion } from '../deployment/differences.ts'
import type { ComparedField, Notice } from '../deployment/facts.ts'
import type { Problem } from '../inputs/problem.ts'
import { type Sentence, words, write } from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'
import {
  type Flags,
  held,
  isActivityUnknown,
  merged,
  phrase,
  whatOf,
} from './phrases.ts'
import type { OtherVersion } from './version.ts'
import prose from './words.json' with { type: 'json' }

/** Something to warn of, with the facts that its words need. */
export type Warning =
  | Notice
  | { code: 'input'; problem: Problem }
  | { code: 'differs'; differences: ComparedField[] }
  /** `isReused`: whether a rerun adopts it as it is. */
  | {
      code: 'not_as_requested'
      differences: ComparedField[]
      isReused: boolean
    }
  /** `isNotice`: where a table shows that the deployment is unchanged. */
  | (OtherVersion & { isNotice?: boolean | undefined })
  | { code: 'not_active'; inactive: Deployment }
  | { code: 'unused' }
  /** `isProved`: whether the whole list shows no other deployment of the name. */
  | {
      code: 'sent_again'
      deployment: Deployment
      isProved: boolean
    }
  | { code: 'commit_unknown' }
  | { code: 'not_compared'; unknown: ComparedField[] }

/** Whether a warning is only a notice. */
export const isNotice = (warning: Warning): boolean =>
  warning.code === 'other_version' && warning.isNotice === true

/** What is known more specifically of a warning. */
type Cases = Flags<keyof typeof prose.cases>

type Table = {
  [C in Warning['code']]?: (warning: Extract<Warning, { code: C }>) => Cases
}

/** The cases of warnings that the facts show. */
const CASES: Table = {
  other_version: ({ kind, details }) => ({ [kind]: true, ...details }),
  sent_again: ({ isProved }) => ({ second_is_alone: isProved }),
  not_as_requested({ differences, isReused }) {
    const isOther = differences.some(isOfVersion)
    return {
      version_not_as_requested: isOther,
      limited: !isOther,
      rerun_adopts: isReused,
      rerun_fails: !isReused,
    }
  },
  not_active: ({ inactive }) => ({
    activity_unknown: isActivityUnknown(inactive),
  }),
  duplicates_possible: ({ failure, listed }) => ({
    look_failed: failure,
    new_one_unlisted: !failure && listed.length === 0,
    others_listed: !failure && listed.length > 0,
    check_duplicates: true,
  }),
  namesakes: ({ listed }) => ({
    own_is_kept: listed,
    own_is_not_listed: !listed,
  }),
  lost_answer: ({ failures, counts }) => ({
    one_lost_answer: failures.length === 1,
    two_lost_answers: failures.length > 1,
    counts,
    does_not_count: !counts,
  }),
  input: ({ problem: { input, place } }) => ({ one_input: input && !place }),
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
    | ((warning: Warning) => Cases)
    | undefined
  const entries = [
    prose.warnings[warning.code],
    ...held(prose.cases, casesOf?.(warning) ?? {}),
  ]
  const { title = '', doubt } = merged(entries)
  return {
    title: write(phrase([title], warning)),
    message: whatOf(entries, { ...warning, title: words(title) }),
    doubt,
  }
}

/** Whether there is a warning of a kind. */
export const has = (code: Warning['code'], warnings: Warning[]): boolean =>
  warnings.some(warning => warning.code === code)

/** The codes of all warnings, the weightiest first. */
export const WARNING_CODES = Object.keys(prose.warnings) as Warning['code'][]

/** Sorts the weightiest first. */
export const byWeight = (one: Warning, other: Warning): number =>
  WARNING_CODES.indexOf(one.code) - WARNING_CODES.indexOf(other.code)
