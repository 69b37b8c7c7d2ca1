import * as core from '@actions/core'
import * as z from 'zod/mini'
import type { Log } from '../base/text.ts'
import { type Problem, RunError } from '../run/error.ts'
import { hasHost } from '../service/http.ts'
import { textLike } from '../service/request.ts'

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
  /** The text of an input, untrimmed; empty if it is not set. */
  raw(input: string): string
  /** The trimmed text of an input; undefined if it is not set. */
  text(input: string): string | undefined
  /**
   * What a type makes of the trimmed text of an input; the fallback if it is not set. If the type does not allow the text, it
   * records a mistake, and returns the text, so that nothing counts as missing.
   */
  value<T, Fallback = undefined>(
    input: string,
    type: z.ZodMiniType<T>,
    fallback?: Fallback,
  ): T | Fallback
  /** A YAML or JSON input, checked against a shape. With `written`, numbers and booleans stay texts as they are written. */
  document<T>(
    input: string,
    shape: z.ZodMiniType<T>,
    numbers?: 'raw' | 'written',
  ): Promise<T | undefined>
  /** Prints the warnings, throws if there is a mistake, and returns its argument. Call it once, before anything is sent. */
  accept<T>(read: T | undefined): T
}

/** A boolean. */
export const Flag = z.pipe(
  textLike(/^(true|True|TRUE|false|False|FALSE)$/, 'must be true or false'),
  z.transform(text => text.toLowerCase() === 'true'),
)

/** A whole number, 0 or more. */
export const WholeNumber = z.pipe(
  textLike(/^\d{1,15}$/, 'must be a whole number, 0 or more'),
  z.transform(Number),
)

/** An absolute URL with a host and without a user. */
export const AbsoluteUrl = z
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

/** A duration in milliseconds, which may be 0. */
export const DurationOrZero = z.pipe(
  textLike(
    /^\d+(\.\d+)?(ms|s|m|h)?$/,
    'must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds',
  ),
  z.transform(text => Number.parseFloat(text) * (UNITS[text.replace(/[\d.]/g, '')] ?? 1000)),
)
/** A duration in milliseconds, more than 0. */
export const Duration = DurationOrZero.check(z.positive('must be more than 0'))

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

    raw: input => core.getInput(input, { trimWhitespace: false }),
    text: input => core.getInput(input) || undefined,
    value<T, Fallback>(input: string, type: z.ZodMiniType<T>, fallback?: Fallback) {
      const text = inputs.text(input)
      if (!text) return fallback as Fallback
      const { data = text as T, error } = type.safeParse(text)
      for (const { message } of error?.issues ?? []) inputs.refuse(input, message)
      return data
    },

    async document(input, shape, numbers = 'raw') {
      const text = inputs.raw(input)
      if (text.trim() === '') return undefined
      const yaml = await loadYaml()
      const document = yaml.parseDocument(text)
      return yaml.checkDocument({ ...document, raw: document[numbers] }, shape, {
        refuse: (line, message) => inputs.refuse(input, message, line),
        warn: words => inputs.warn(`Input \`${input}\` ${words}`),
      })
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
