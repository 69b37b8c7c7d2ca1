import type { Result } from '../lib/result.ts'

/** A secret's name and its value, byte for byte. */
export interface Secret {
  name: string
  value: string
}

/** A remark on a line, by its number. The text is never quoted: it may be part of a secret. */
export interface LineRemark {
  line: number
  /** The last line, where the remark is about several. */
  to?: number
  message: string
}

/** The content of the input `secrets`. */
export interface ParsedSecrets {
  /** All values that could be read, so that they can be masked even where there are problems. */
  secrets: Secret[]
  problems: LineRemark[]
  warnings: LineRemark[]
  /** Every name that the input gives, also those whose value cannot be used. */
  names: Set<string>
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export const EMPTY_VALUE = 'the value is empty; an undefined `secrets.X` or `vars.X` is an empty string'

/** A secret whose value is the environment variable of its name. The error does not contain the name. */
export function secretFromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): Result<Secret, 'unset' | 'empty'> {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value === undefined) return { ok: false, error: 'unset' }
  return value === '' ? { ok: false, error: 'empty' } : { ok: true, value: { name, value } }
}

/** @param variable the name, where it may be shown */
export const unsetVariable = (variable = 'of this name') =>
  `the environment variable ${variable} is not set; set it in the step's \`env:\``

export const isSecretName = (name: string) => NAME.test(name)
