import type { ParseError } from 'jsonc-parser'
import { isObject, parseJson } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'

/** A secret's name and its value, byte for byte. */
export interface Secret {
  name: string
  value: string
}

/** What is wrong with a line, by its number. The text is never quoted: it may be part of a secret. */
interface SecretsProblem {
  line: number
  message: string
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

const EMPTY = 'the value is empty; an undefined `secrets.X` or `vars.X` is an empty string'

/**
 * Reads the `secrets` input: a JSON object of strings, or lines `NAME` (from the environment), `NAME=value`
 * (verbatim to the end of the line) and `NAME<<END` (verbatim lines up to END).
 *
 * All values that could be read are returned even where there are problems, so that they can be masked.
 */
export async function parseSecrets(
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<{ secrets: Secret[]; problems: SecretsProblem[] }> {
  return text.trimStart().startsWith('{') ? parseJsonSecrets(text) : parseLines(text, env)
}

/** A secret whose value is the environment variable of its name. */
export function secretFromEnvironment(name: string, env: NodeJS.ProcessEnv): Result<Secret, string> {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value === undefined) {
    return {
      ok: false,
      error: "the environment variable of this name is not set; set it in the step's `env:`",
    }
  }
  return value === '' ? { ok: false, error: EMPTY } : { ok: true, value: { name, value } }
}

export const isSecretName = (name: string) => NAME.test(name)

function parseLines(text: string, env: NodeJS.ProcessEnv): { secrets: Secret[]; problems: SecretsProblem[] } {
  const secrets: Secret[] = []
  const problems: SecretsProblem[] = []
  const names = new Set<string>()
  const lines = text.split('\n')
  const add = (line: number, secret: Secret) => {
    if (names.has(secret.name)) problems.push({ line, message: 'the name is given twice' })
    names.add(secret.name)
    secrets.push(secret)
    if (secret.value === '') problems.push({ line, message: EMPTY })
  }

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const number = index + 1
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name = '', operator, rest = ''] = /^([^=<]*)(=|<<)(.*)$/s.exec(line) ?? []
    if (operator === undefined) {
      const bare = line.trimEnd()
      if (!isSecretName(bare)) {
        problems.push({ line: number, message: malformed() })
        continue
      }
      const secret = secretFromEnvironment(bare, env)
      if (!secret.ok) {
        if (names.has(bare)) problems.push({ line: number, message: 'the name is given twice' })
        names.add(bare)
        problems.push({ line: number, message: secret.error })
      } else {
        add(number, secret.value)
      }
      continue
    }
    if (!isSecretName(name)) {
      problems.push({ line: number, message: malformed() })
      if (operator === '<<' && rest !== '') index = Math.max(index, lines.indexOf(rest, index + 1))
      continue
    }
    if (operator === '=') {
      if (isPaddingOfBase64(rest, lines[index - 1])) problems.push({ line: number, message: malformed() })
      else add(number, { name, value: rest })
      continue
    }
    const end = rest === '' ? -1 : lines.indexOf(rest, index + 1)
    if (end === -1) {
      const message =
        rest === ''
          ? 'the word that ends the value is missing after <<'
          : 'the line that ends the value is missing'
      problems.push({ line: number, message })
      secrets.push({ name, value: lines.slice(index + 1).join('\n') })
      break
    }
    add(number, { name, value: lines.slice(index + 1, end).join('\n') })
    index = end
  }
  return { secrets, problems }
}

const malformed = () =>
  'must be NAME, NAME=value or NAME<<END; a value of several lines goes between NAME<<END and END, or into the environment'

/** The last line of a base64 text pasted behind `NAME=` would read as a secret of its own whose value is `=`. */
function isPaddingOfBase64(value: string, lineBefore: string | undefined): boolean {
  return value === '=' && lineBefore !== undefined && /[A-Za-z0-9+/]{60,}$/.test(lineBefore)
}

async function parseJsonSecrets(text: string): Promise<{ secrets: Secret[]; problems: SecretsProblem[] }> {
  const secrets: Secret[] = []
  const problems: SecretsProblem[] = []
  const { properties, errorLine } = await findProperties(text)
  const values = parseJson(text)
  if (!isObject(values)) return { secrets, problems: [{ line: errorLine, message: 'is not valid JSON' }] }
  const names = new Set<string>()
  for (const { name, line, value } of properties) {
    if (name === '') problems.push({ line, message: 'the name is empty' })
    if (names.has(name)) problems.push({ line, message: 'the name is given twice' })
    else if (typeof value !== 'string') problems.push({ line, message: 'the value must be a string' })
    else if (value === '') problems.push({ line, message: EMPTY })
    names.add(name)
  }
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') secrets.push({ name, value })
  }
  return { secrets, problems }
}

interface Property {
  name: string
  line: number
  value: unknown
}

/** The members of a JSON object with their lines: the platform's parser knows no lines, and takes the last of two. */
async function findProperties(text: string): Promise<{ properties: Property[]; errorLine: number }> {
  const { parseTree } = await import('jsonc-parser')
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { disallowComments: true })
    const properties = (root?.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key ? [{ name: String(key.value), line: lineAt(key.offset), value: value?.value }] : [],
    )
    return { properties, errorLine: lineAt(errors[0]?.offset ?? 0) }
  } catch {
    // Nested beyond what the parser's stack holds, which no object of strings is.
    return { properties: [{ name: 'the first', line: 1, value: undefined }], errorLine: 1 }
  }
}
