import type { Place } from '../github/job.ts'

/** A problem with an input or with a place in the `config` file. */
export interface Problem {
  message: string
  input?: string
  place?: Place
}

/** Thrown when a text cannot be parsed. The message never quotes the text. */
export class InvalidValue extends Error {
  override name = 'InvalidValue'
}

/** The problem as one sentence that names its input or its place. */
export function sentence({ message, input, place }: Problem): string {
  if (place) return `${place.file}:${place.line}:${place.col}: ${message}`
  return input === undefined ? message : `Input \`${input}\`: ${message}`
}
