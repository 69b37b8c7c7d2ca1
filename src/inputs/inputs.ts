import type { Job } from '../github/job.ts'
import type { Documents } from './documents.ts'
import { InvalidValue, type Problem } from './problem.ts'

/** Reads inputs one by one and collects all that is wrong with them, so that one run reports everything. */
export interface Inputs {
  problems: Problem[]
  /** An input's text without white space around it; undefined where the workflow gives none. */
  text(name: string): string | undefined
  /** An input as `parse` reads it; undefined where the workflow gives none, or gives what cannot be read. */
  read<T>(name: string, parse: (text: string) => T): T | undefined
  /** An input that is YAML or JSON of a certain shape. */
  document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined>
}

export function readInputs(job: Job): Inputs {
  const problems: Problem[] = []

  function text(name: string): string | undefined {
    const value = job.input(name).trim()
    return value === '' ? undefined : value
  }

  function read<T>(name: string, parse: (text: string) => T): T | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      problems.push({ input: name, message: error.message })
      return undefined
    }
  }

  async function document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined> {
    if (text(name) === undefined) return undefined
    const { readDocument } = await import('./documents.ts')
    const read = await readDocument(name, job.input(name))
    if (read.ok) return read.value
    problems.push(...read.error)
    return undefined
  }

  return { problems, text, read, document }
}
