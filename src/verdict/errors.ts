import { fill, type Sentence, write } from '../lib/sentence.ts'
import errors from './errors.json' with { type: 'json' }
import {
  type Entry,
  entriesOf,
  merged,
  type Optional,
  whatOf,
} from './phrases.ts'

/** Values of the output `error_code`. */
export type ErrorCode = keyof typeof errors.codes

/** What is known more specifically of an error. */
export type Case = keyof typeof errors.cases

/** What an error is: its code, the cases that apply, the more specific last, and the facts that their words need. */
export interface Meaning {
  code: ErrorCode
  cases: readonly Optional<Case>[]
  about?: object
}

export const ERROR_CODES = Object.keys(errors.codes) as ErrorCode[]

const entriesIn = ({ code, cases }: Meaning): Entry[] => [
  errors.codes[code],
  ...entriesOf(errors.cases, cases),
]

/** What failed, as a sentence about facts. */
export const failureIn = (meaning: Meaning, facts: object): Sentence =>
  whatOf(entriesIn(meaning), facts)

/** What to do after an error. Annotations, the job summary and docs/errors.md explain it in these words. */
export function explain(meaning: Meaning) {
  const { code } = meaning
  const entry = { ...errors.codes[code], ...merged(entriesIn(meaning)) }
  const next = withClauses(entry.next)
  const rerun = `A rerun is ${withClauses(entry.rerun)}.`
  return { code, title: entry.title, next, rerun }
}

const CLAUSES: Record<string, string> = errors.clauses

/** A text with the clauses that it names. */
const withClauses = (text: string): string =>
  write(fill(text, name => CLAUSES[name]))
