import type { Place } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'

/** Where a value is given: in an input, at a line of it, or at a place in the `config` file. */
export interface Origin {
  input?: string
  line?: number
  place?: Place
}

/** A mistake in the inputs, or something to warn of. */
export interface Problem extends Origin {
  message: Sentence
}

export const EMPTY_STRING = 'an undefined `vars.X`, `inputs.X` or `secrets.X` is an empty string'

/** Thrown when a text cannot be parsed. The message has only the action's own words, and never quotes the text. */
export class InvalidValue extends Error {
  override name = 'InvalidValue'
}

/** @throws InvalidValue unless a text is valid */
export function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new InvalidValue(message)
}

/** The input and its line, or the place in the `config` file; undefined if there is neither. */
export function locationOf({ input, line, place }: Origin): Sentence | undefined {
  if (place) return say`${`${place.file}:${place.line}:${place.col}`}`
  return input === undefined
    ? undefined
    : words(`Input \`${input}\`${line === undefined ? '' : `, line ${line}`}`)
}

/** The problem as one sentence that names its input or its place. */
export function sentence(problem: Problem): Sentence {
  const location = locationOf(problem)
  return location ? say`${location}: ${problem.message}` : problem.message
}
