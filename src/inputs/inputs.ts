import * as core from '@actions/core'
import * as z from 'zod/mini'
import type { Log } from '../base/text.ts'
import { type Problem, RunError } from '../run/error.ts'
import { hasHost } from '../service/http.ts'
import { textLike } from '../service/request.ts'
import type { Reader } from './yaml.ts'

/** Reads the inputs of a step and collects all mistakes, so that one run reports all of them. */
export interface Inputs {
  /** The environment of the step. `@actions/core` reads the inputs from that of the process, which is the same. */
  env: NodeJS.ProcessEnv
  mask: Log['mask']
  /** The mistakes so far, by message, so that an input that is read twice reports a mistake once. */
  problems: Map<string, Problem>
  /** Records a mistake in an input, or at a line of it. */
  refuse(input: string, message: string, line?: number): void
  /** Records a warning. `accept` prints it, as every secret is masked by then. */
  warn(text: string): void
  /** Returns a reader that records the mistakes and warnings of an input. */
  readerOf(input: string): Reader
  /** The text of an input, untrimmed; empty if it is not set. */
  raw(input: string): string
  /** The trimmed text of an input; undefined if it is not set. Records a mistake if the type does not allow the text. */
  text<T = string>(input: string, type?: z.ZodMiniType<T>): T | undefined
  flag<Fallback extends boolean | undefined>(input: string, fallback: Fallback): boolean | Fallback
  /** A duration in milliseconds. 0 is a mistake, unless `mayBeZero`. */
  duration(input: string, fallback: string, mayBeZero?: boolean): number
  /** A whole number, 0 or more. */
  number(input: string, fallback: number): number
  oneOf<const T extends string>(input: string, known: readonly T[], fallback: T): T
  /** An absolute URL with a host and without a user; null if the input is not set, or not a URL. */
  url(input: string): URL | null
  /** A YAML or JSON input, checked against a shape. With `written`, numbers and booleans stay texts as they are written. */
  document<T>(
    input: string,
    shape: z.ZodMiniType<T>,
    numbers?: 'raw' | 'written',
  ): Promise<T | undefined>
  /** Prints the warnings, throws if there is a mistake, and returns its argument. Call it once, before anything is sent. */
  accept<T>(read: T | undefined): T
}

const Flag = textLike(/^(true|True|TRUE|false|False|FALSE)$/, 'must be true or false')

const WholeNumber = textLike(/^\d{1,15}$/, 'must be a whole number, 0 or more')

const Duration = textLike(
  /^\d+(\.\d+)?(ms|s|m|h)?$/,
  'must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds',
)

const AbsoluteUrl = z
  .string()
  .check(
    z.refine(hasHost, 'is no absolute URL with a host, such as https://host/path'),
    z.regex(/^(?![^/]*\/\/[^/?#]*@)/, 'must have no user and no password'),
  )

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Loads the YAML reader on demand, as most runs do not need it. */
export const loadYaml = () => import('./yaml.ts')

/** Opens the inputs of a step. */
export function openInputs(env: NodeJS.ProcessEnv, log: Log): Inputs {
  const problems = new Map<string, Problem>()
  const warnings: string[] = []
  const inputs: Inputs = {
    env,
    mask: log.mask,
    problems,

    refuse(input, message, line) {
      const text = `Input \`${input}\`${line ? `, line ${line}` : ''}: ${message}`
      problems.set(text, { message: text })
    },
    warn: text => warnings.push(text),
    readerOf: input => ({
      refuse: (line, message) => inputs.refuse(input, message, line),
      warn: text => inputs.warn(`Input \`${input}\` ${text}`),
    }),

    raw: input => core.getInput(input, { trimWhitespace: false }),
    text<T = string>(input: string, type?: z.ZodMiniType<T>) {
      const text = core.getInput(input)
      if (text === '') return undefined
      for (const { message } of type?.safeParse(text).error?.issues ?? [])
        inputs.refuse(input, message)
      return text as T
    },

    flag(input, fallback) {
      const text = inputs.text(input, Flag)
      return text === undefined ? fallback : text.toLowerCase() === 'true'
    },

    duration(input, fallback, mayBeZero) {
      const text = inputs.text(input, Duration) ?? fallback
      const duration = Number.parseFloat(text) * (UNITS[text.replace(/[\d.]/g, '')] ?? 1000)
      if (duration === 0 && !mayBeZero) inputs.refuse(input, 'must be more than 0')
      return duration
    },

    number: (input, fallback) => Number(inputs.text(input, WholeNumber) ?? fallback),

    oneOf(input, known, fallback) {
      return inputs.text(input, z.enum(known, `must be one of ${known.join(', ')}`)) ?? fallback
    },

    url(input) {
      return URL.parse(inputs.text(input, AbsoluteUrl) ?? '')
    },

    async document(input, shape, numbers = 'raw') {
      const text = inputs.raw(input)
      if (text.trim() === '') return undefined
      const yaml = await loadYaml()
      const document = yaml.parseDocument(text)
      return yaml.checkDocument(
        { ...document, raw: document[numbers] },
        shape,
        inputs.readerOf(input),
      )
    },

    accept(read) {
      if (log.unmasked.length > 0)
        inputs.warn(
          `These values are too short or too plain to be masked, so they may be seen in the log: ${[...new Set(log.unmasked)].join(', ')}`,
        )
      for (const text of warnings) log.warn(text)
      if (problems.size > 0 || read === undefined)
        throw new RunError('invalid_input', 'Inputs are wrong', {
          problems: [...problems.values()],
        })
      return read
    },
  }
  return inputs
}
