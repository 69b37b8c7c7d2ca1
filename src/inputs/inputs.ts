import type { Job } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { credentialsIn } from '../secrets/urls.ts'
import { didYouMean, InvalidValue } from './parse.ts'
import {
  EMPTY_STRING,
  type Origin,
  type Problem,
  type Report,
} from './problem.ts'
import type { Documents } from './shapes.ts'

/** Reads the trimmed text of an input, and throws an {@link InvalidValue}. */
export type Parser<T = unknown> = (text: string) => T

/** How inputs are read, by their names. */
export type Parsers = Record<string, Parser>

/** The values of inputs. An invalid one has its default; without one it is undefined, like one that is not set. */
type Values<P extends Parsers, D> = {
  [Input in keyof P & keyof D]: ReturnType<P[Input]>
} & { [Input in Exclude<keyof P, keyof D>]?: ReturnType<P[Input]> | undefined }

/** What is wrong with the inputs of a step. With problems, nothing is sent. */
export interface Findings {
  problems: Problem[]
  warnings: Problem[]
}

/** The step whose inputs are read. */
export interface Step {
  job: Job
  env: NodeJS.ProcessEnv
}

/** Reads inputs and collects all mistakes, so that one run reports all of them. */
export interface Inputs extends Step, Report {
  /** Warns of an input that is set. */
  noEffect(input: string, missing: string): void
  /** Masks the users and passwords of the URLs in a value, `what` in words. */
  maskUrls(value: object, what?: string): void
  /** The text of an input as the workflow has it; '' if it is not set. */
  raw(input: string): string
  /** The trimmed text of an input; undefined if it is not set. */
  text(input: string): string | undefined
  /** The result of `parse`; undefined if it throws an {@link InvalidValue}, which becomes a problem. */
  attempt<T>(at: string | Origin, parse: () => T): T | undefined
  /** The value of an input. The default is that of action.yml. */
  value<T>(input: string, parse: Parser<T>, fallback?: string): T | undefined
  /** The values of inputs. */
  read<
    P extends Parsers,
    D extends Partial<Record<keyof P, string>> = Record<never, string>,
  >(parsers: P, defaults?: D): Values<P, D>
  /** A YAML or JSON input, checked against its shape. */
  document<Name extends keyof Documents>(
    input: Name,
  ): Promise<Documents[Name] | undefined>
  /**
   * Refuses misspelt inputs, and warns of others that nothing has read. Returns all that is wrong. Call it when all inputs
   * were read.
   */
  finish(): Findings
}

/** Opens the inputs of a step. */
export function openInputs({ job, env }: Step): Inputs {
  const known = new Set<string>()
  const warnings: Problem[] = []
  const inputs: Inputs = {
    job,
    env,
    problems: [],
    refuse: (at, message) => inputs.problems.push(problemAt(at, message)),
    warn: (at, message) => warnings.push(problemAt(at, message)),
    noEffect(input, missing) {
      if (inputs.text(input))
        inputs.warn(input, words(`has no effect without ${missing}`))
    },
    maskUrls(value, what = 'a URL of the inputs') {
      for (const part of credentialsIn(value))
        job.mask(part, words(`the user or password in ${what}`))
    },
    raw(input) {
      known.add(input)
      return job.input(input)
    },
    text(input) {
      const trimmed = inputs.raw(input).trim()
      inputs.maskUrls({ [input]: trimmed })
      return trimmed || undefined
    },
    attempt(at, parse) {
      try {
        return parse()
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        inputs.refuse(at, words(error.message))
        return undefined
      }
    },
    value(input, parse, fallback) {
      // The runner sets an omitted input to its default, so an empty value comes from the workflow.
      if (fallback && env[`INPUT_${input.toUpperCase()}`]?.trim() === '') {
        const message = `is set to an empty string: ${EMPTY_STRING}; the default, \`${fallback}\`, is used`
        inputs.warn(input, words(message))
      }
      const attempt = (text: string | undefined) =>
        text === undefined
          ? undefined
          : inputs.attempt(input, () => parse(text))
      return attempt(inputs.text(input)) ?? attempt(fallback)
    },
    read(parsers, defaults) {
      const values = Object.entries(parsers).map(([input, parse]) => [
        input,
        inputs.value(input, parse, defaults?.[input]),
      ])
      return Object.fromEntries(values)
    },
    async document(input) {
      if (!inputs.text(input)) return undefined
      const { readDocument } = await import('./shapes.ts')
      return readDocument(input, inputs.raw(input), inputs).data
    },
    finish() {
      for (const variable of Object.keys(env)) {
        const input = variable.replace('INPUT_', '').toLowerCase()
        if (!variable.startsWith('INPUT_') || known.has(input)) continue
        const meant = didYouMean(input, [...known])
        const report = meant ? inputs.refuse : inputs.warn
        const rest = words(meant || ', so it has no effect')
        report({}, say`Input \`${input}\` is unknown to this action${rest}`)
      }
      return { problems: inputs.problems, warnings }
    },
  }
  return inputs
}

const problemAt = (at: string | Origin, message: Sentence): Problem => ({
  ...(typeof at === 'string' ? { input: at } : at),
  message,
})
