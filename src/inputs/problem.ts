import type { Place } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'

/** A mistake in an input or at a place in the `config` file, or something to warn of there. */
export interface Problem {
  message: Sentence
  input?: string
  place?: Place
}

export const EMPTY_STRING = 'an undefined `vars.X` is an empty string'

/** Thrown when a text cannot be parsed. The message has only the action's own words, and never quotes the text. */
export class InvalidValue extends Error {
  override name = 'InvalidValue'
}

/** The problem as one sentence that names its input or its place. */
export function sentence({ message, input, place }: Problem): Sentence {
  if (place) return say`${`${place.file}:${place.line}:${place.col}`}: ${message}`
  return input === undefined ? message : say`${words(`Input \`${input}\`: `)}${message}`
}
