import type { Job } from '../github/job.ts'
import type { Documents } from './documents.ts'
import { InvalidValue, type Problem } from './problem.ts'

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export interface Inputs {
  problems: Problem[]
  /** Problems that do not stop the run. */
  warnings: Problem[]
  /** The trimmed text of an input; undefined if it is not set. */
  text(name: string): string | undefined
  /** The input parsed by `parse`; undefined if it is not set or invalid. */
  read<T>(name: string, parse: (text: string) => T): T | undefined
  /**
   * Like `read`, for an input with a default.
   *
   * @param fallback the default in action.yml
   */
  readOr<T>(name: string, parse: (text: string) => T, fallback: string): T
  /** A YAML or JSON input, checked against its shape. */
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
    // The runner sets an omitted input to its default, so an empty value comes from the workflow.
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
