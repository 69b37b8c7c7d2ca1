import type { Place } from '../github/job.ts'
import type { Path } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'

/** Where a value is given: in an input, at a line of it, or at a place in the `config` file. */
export interface Origin {
  input?: string | undefined
  line?: number
  place?: Place
}

/** A mistake in the inputs, or something to warn of. */
export interface Problem extends Origin {
  message: Sentence
}

/** Finds the input or the place in the `config` file that sets a field of the request, or that should set it. */
export type Locate = (path: Path) => Origin

/** Writes down what is wrong in the inputs, so that one run reports all of it. */
export interface Report {
  /** The mistakes so far. */
  problems: Problem[]
  /** A mistake in an input, or in a part of one. With one of them, nothing is sent. */
  refuse(at: string | Origin, message: Sentence): void
  /** What the author of the workflow may not expect. It is sent all the same. */
  warn(at: string | Origin, message: Sentence): void
}

export const EMPTY_STRING =
  'an undefined `vars.X`, `inputs.X` or `secrets.X` is an empty string'

/** The problem as one sentence that names its input and line, or its place in the `config` file. */
export function sentence({ input, line, place, message }: Problem): Sentence {
  if (place)
    return say`${`${place.file}:${place.line}:${place.col}`}: ${message}`
  if (input === undefined) return message
  const ofLine = line === undefined ? '' : `, line ${line}`
  return say`${words(`Input \`${input}\`${ofLine}`)}: ${message}`
}
