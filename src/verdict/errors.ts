import type { Sentence } from '../lib/sentence.ts'
import type { Said } from '../service/said.ts'
import errors from './errors.json' with { type: 'json' }
import {
  type Entry,
  type Flags,
  held,
  merged,
  phrase,
  whatOf,
} from './phrases.ts'

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof errors.codes

/** What is known more specifically of an error. */
export type Case = keyof typeof errors.cases

/** Which cases apply, the more specific last. */
export type Cases = Flags<Case>

/** What an error is: its code, the cases that apply, facts that their words need, and the answer behind it. */
export interface Meaning {
  code: ErrorCode
  cases?: Cases
  about?: object
  answer?: { kind?: string; status?: number | undefined; said?: Said }
}

export const ERROR_CODES = Object.keys(errors.codes) as ErrorCode[]

const entriesIn = ({ code, cases = {} }: Meaning): Entry[] => [
  errors.codes[code],
  ...held(errors.cases, cases),
]

/** Which create requests were sent. */
export type Sent = Flags<keyof typeof errors.sent>

/** Which create requests a failed run sent, in a sentence. */
export const sentIn = (sent: Sent, facts: object): Sentence =>
  phrase(held(errors.sent, sent), facts)

/** What failed, as a sentence about facts. */
export const failureIn = (meaning: Meaning, facts: object): Sentence =>
  whatOf(entriesIn(meaning), facts)

/** What to do after an error. */
export interface Advice {
  code: ErrorCode
  title: string
  /** Who said what is quoted. */
  saidBy: string
  /** What to do, and what a rerun does. Its words have `code` in backquotes. */
  next: Sentence
  rerun: Sentence
}

/** What to do after an error, by the facts. Annotations, the job summary and docs/errors.md explain it in these words. */
export function explain(meaning: Meaning, facts: object = {}): Advice {
  const { code } = meaning
  const entry = { ...errors.codes[code], ...merged(entriesIn(meaning)) }
  const { title, said_by: saidBy = 'The service' } = entry
  const next = phrase([inFull(entry.next)], facts)
  const rerun = phrase([inFull(`A rerun is ${entry.rerun}.`)], facts)
  return { code, title, saidBy, next, rerun }
}

const CLAUSES: Record<string, string> = errors.clauses

/** A text with the clauses that it names, and those that they name. */
const inFull = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (name, clause) => {
    const words = CLAUSES[clause]
    return words === undefined ? name : inFull(words)
  })
