import type { Job } from '../github/job.ts'
import type { Documents } from './documents.ts'
import { InvalidValue, type Problem } from './problem.ts'

/** Reads inputs one by one and collects all mistakes in them, so that one run reports everything. */
export interface Inputs {
  problems: Problem[]
  /** Remarks that are no reason to stop. */
  warnings: Problem[]
  /** An input's text without white space around it; undefined where the workflow gives none. */
  text(name: string): string | undefined
  /** An input as `parse` reads it; undefined where the workflow gives none, or one that cannot be read. */
  read<T>(name: string, parse: (text: string) => T): T | undefined
  /**
   * An input that has a default.
   *
   * @param fallback the default, as action.yml has it
   */
  readOr<T>(name: string, parse: (text: string) => T, fallback: string): T
  /** An input that is YAML or JSON of a certain shape. */
  document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined>
}

export function readInputs(job: Job, env: NodeJS.ProcessEnv): Inputs {
  const problems: Problem[] = []
  const warnings: Problem[] = []

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

  function readOr<T>(name: string, parse: (text: string) => T, fallback: string): T {
    // The runner sets the variable of an input to its default, so an empty one comes from the workflow.
    if (env[`INPUT_${name.toUpperCase()}`]?.trim() === '') {
      const message = `is set to an empty string, which is the value of an undefined \`vars.X\` or \`inputs.X\`; the default, \`${fallback}\`, is used`
      warnings.push({ input: name, message })
    }
    return read(name, parse) ?? parse(fallback)
  }

  async function document<Name extends keyof Documents>(name: Name): Promise<Documents[Name] | undefined> {
    if (text(name) === undefined) return undefined
    const { readDocument } = await import('./documents.ts')
    const read = await readDocument(name, job.input(name))
    if (read.ok) return read.value
    problems.push(...read.error)
    return undefined
  }

  return { problems, warnings, text, read, readOr, document }
}
