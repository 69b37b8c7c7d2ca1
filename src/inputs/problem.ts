import type { Place } from '../github/job.ts'

/** One thing that is wrong with what the workflow gave: with an input, or at a place of the `config` file. */
export interface Problem {
  message: string
  input?: string
  place?: Place
}

/** Thrown where a text cannot be read as what it should be. Its message never quotes the text. */
export class InvalidValue extends Error {
  override name = 'InvalidValue'
}

/** The problem as one sentence that names its input or its place. */
export function sentence({ message, input, place }: Problem): string {
  if (place) return `${place.file}:${place.line}:${place.col}: ${message}`
  return input === undefined ? message : `Input \`${input}\`: ${message}`
}
