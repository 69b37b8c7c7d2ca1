import type { z } from 'zod'
import type { Job } from '../job.ts'
import { InvalidValue, type Problem } from './problem.ts'
import { checkShape, formatPath } from './shape.ts'
import { parseDocument } from './yaml.ts'

/** Reads inputs one by one and collects all that is wrong with them, so that one run reports everything. */
export interface Inputs {
  problems: Problem[]
  /** An input's text without white space around it; undefined where the workflow gives none. */
  text(name: string): string | undefined
  /** An input as `parse` reads it; undefined where the workflow gives none, or gives what cannot be read. */
  read<T>(name: string, parse: (text: string) => T): T | undefined
  /** An input that is YAML or JSON of a certain shape. */
  readDocument<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined>
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

  async function readDocument<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    if (text(name) === undefined) return undefined
    // White space in front is indentation, and counts for the lines.
    const document = await parseDocument(job.input(name))
    for (const { line, message } of document.errors)
      problems.push({ input: name, message: `line ${line}: ${message}` })
    if (document.errors.length > 0) return undefined
    const checked = checkShape(schema, document.value)
    if (checked.ok) return checked.value
    for (const { path, message, unknownKey } of checked.problems) {
      const { line } = document.locate(path, unknownKey ? 'key' : 'value')
      const where = path.length === 0 ? '' : `line ${line}: ${formatPath(path)} `
      problems.push({ input: name, message: where + message })
    }
    return undefined
  }

  return { problems, text, read, readDocument }
}
