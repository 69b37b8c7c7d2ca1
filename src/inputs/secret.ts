import type { Result } from '../lib/result.ts'

/** A secret's name and its value, byte for byte. */
export interface Secret {
  name: string
  value: string
}

/** A remark about a line, by its number. It never quotes the text, which may be part of a secret. */
export interface LineRemark {
  line: number
  /** The last line, if the remark is about several lines. */
  to?: number
  message: string
}

/** The content of the input `secrets`. */
export interface ParsedSecrets {
  /** All values that could be parsed, so that they are masked even if there are problems. */
  secrets: Secret[]
  problems: LineRemark[]
  warnings: LineRemark[]
  /** Every name in the input, even if its value is invalid. */
  names: Set<string>
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export const EMPTY_VALUE = 'the value is empty; an undefined `secrets.X` or `vars.X` is an empty string'

/** A secret whose value is in the environment variable of the same name. The error does not contain the name. */
export function secretFromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): Result<Secret, 'unset' | 'empty'> {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value === undefined) return { ok: false, error: 'unset' }
  return value === '' ? { ok: false, error: 'empty' } : { ok: true, value: { name, value } }
}

export const UNSET_VARIABLE = "the environment variable of this name is not set; set it in the step's `env:`"

export const isSecretName = (name: string) => NAME.test(name)
