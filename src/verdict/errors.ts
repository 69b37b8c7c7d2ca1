import type { Sentence } from '../lib/sentence.ts'
import type { Said } from '../service/said.ts'
import { phraseOfError } from './error-facts.ts'
import prose from './errors.json' with { type: 'json' }
import { type Flags, held } from './phrases.ts'

/** The name of an entry of errors.json: an error code, or a case of one behind a dot. */
export type ErrorKey = keyof typeof prose.errors

/** Values of the output `error_code`. */
export type ErrorCode = Exclude<ErrorKey, `${string}.${string}`>

/** The error code of an entry. */
const codeOf = (key: string): ErrorCode => key.split('.', 1)[0] as ErrorCode

export const ERROR_CODES = [...new Set(Object.keys(prose.errors).map(codeOf))]

/** What is said of an error. */
interface Texts {
  title: string
  what: string
  next: string
  rerun: string
}

/**
 * What is known of a run or of an answer, whatever the error: the action, whether it runs for a fork, which has no secrets,
 * whether the service gave a reason, and whether two create requests had no usable answer.
 */
export type Variant =
  | 'create'
  | 'wait'
  | 'other'
  | 'fork'
  | 'told'
  | 'mute'
  | 'twice'

/** The texts of an error, and those that are others in a variant. */
type Entry = Texts & { [V in Variant]?: Partial<Texts> }

/** What an error is. */
export interface Meaning {
  /** Its entry in errors.json. */
  key: ErrorKey
  /** Which sentences stand around that of what failed, the outer ones last. */
  around?: Flags<keyof typeof prose.around>
  /** The variant of its texts, beside those of the action and a fork. */
  variant?: 'told' | 'mute' | 'twice' | undefined
  /** Facts that its texts name, beside those of the run and of its stop. */
  about?: object
  /** The answer behind it. */
  answer?:
    | { kind?: string; status?: number | undefined; said?: Said }
    | undefined
}

/** What an error is called, what failed, and what to do. */
export interface Explanation {
  code: ErrorCode
  title: string
  /** What failed, without its full stop. */
  what: Sentence
  /** What to do, and what a rerun does. Its words have `code` in backquotes. */
  next: Sentence
  rerun: Sentence
}

/** Explains an error by the facts of its run. Annotations and the job summary have these words. */
export function explain(
  { key, around = {}, about }: Meaning,
  variants: Variant[],
  facts: object,
): Explanation {
  const entry: Entry = prose.errors[key]
  const others = variants.map(variant => entry[variant])
  const { title, what, next, rerun }: Texts = Object.assign(
    {},
    entry,
    ...others,
  )
  const known = { ...facts, ...about }
  return {
    code: codeOf(key),
    title,
    what: phraseOfError([what, ...held(prose.around, around)], known),
    next: phraseOfError([next], known),
    rerun: phraseOfError([rerun], known),
  }
}
