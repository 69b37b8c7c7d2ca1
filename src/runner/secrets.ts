import { parseDocument } from './yaml.ts'

/** A secret's name and its value, byte for byte. */
export interface Secret {
  name: string
  value: string
}

/** What is wrong with a line, by its number. The text is never quoted: it may be part of a secret. */
export interface SecretsProblem {
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
export function secretFromEnvironment(name: string, env: NodeJS.ProcessEnv): Secret | { message: string } {
  const value = env[name]
  if (value === undefined) {
    return { message: "the environment variable of this name is not set; set it in the step's `env:`" }
  }
  return value === '' ? { message: EMPTY } : { name, value }
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
      if ('message' in secret) {
        if (names.has(bare)) problems.push({ line: number, message: 'the name is given twice' })
        names.add(bare)
        problems.push({ line: number, message: secret.message })
      } else {
        add(number, secret)
      }
      continue
    }
    if (!isSecretName(name)) {
      problems.push({ line: number, message: malformed() })
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
  let values: Record<string, unknown>
  try {
    values = JSON.parse(text)
  } catch {
    const { errors } = await parseDocument(text)
    return { secrets, problems: [{ line: errors[0]?.line ?? 1, message: 'is not valid JSON' }] }
  }
  // JSON.parse keeps the last of two equal names in silence, and knows no lines.
  const { keys } = await parseDocument(text)
  const names = new Set<string>()
  for (const { key, line } of keys) {
    const value = values[key]
    if (names.has(key)) {
      problems.push({ line, message: 'the name is given twice' })
      continue
    }
    names.add(key)
    if (key === '') problems.push({ line, message: 'the name is empty' })
    if (typeof value !== 'string') {
      problems.push({ line, message: 'the value must be a string' })
      continue
    }
    secrets.push({ name: key, value })
    if (value === '') problems.push({ line, message: EMPTY })
  }
  return { secrets, problems }
}
