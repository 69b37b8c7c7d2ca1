import { fill, type Sentence, write } from '../lib/sentence.ts'
import type { Said } from '../service/said.ts'
import errors from './errors.json' with { type: 'json' }
import { type Entry, type Flags, held, merged, whatOf } from './phrases.ts'

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

/** What failed, as a sentence about facts. */
export const failureIn = (meaning: Meaning, facts: object): Sentence =>
  whatOf(entriesIn(meaning), facts)

/** What to do after an error. Annotations, the job summary and docs/errors.md explain it in these words. */
export function explain(meaning: Meaning) {
  const { code } = meaning
  const entry = { ...errors.codes[code], ...merged(entriesIn(meaning)) }
  const { title, said_by: saidBy = 'The service' } = entry
  const next = withClauses(entry.next)
  const rerun = `A rerun is ${withClauses(entry.rerun)}.`
  return { code, title, saidBy, next, rerun }
}

const CLAUSES: Record<string, string> = errors.clauses

/** A text with the clauses that it names. */
const withClauses = (text: string): string =>
  write(fill(text, name => CLAUSES[name]))
