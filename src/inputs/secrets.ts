import { isObject, type Path, parseJson } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { Inputs } from './inputs.ts'
import type { Origin } from './problem.ts'
import type { CheckedDocument } from './shapes.ts'

/** An entry of the request's list `secrets`, byte for byte. */
export interface Entry {
  name: string
  /** An empty value is refused only where it would be sent. */
  value: string
  /** If not, it is one of the input `variables`, and plain. */
  isSecret: boolean
  origin: Origin
}

/** The variable through which deploy-many.yml gives every job the secrets of all services. */
export const POOL = 'CREATE_DEPLOYMENT_SECRETS_POOL'

/** What a config file of a pull request must not send: the job's tokens, the inputs, and secrets of other services. */
const OF_RUNNER =
  /^((ACTIONS|GITHUB|INPUT|RUNNER)_|CREATE_DEPLOYMENT_SECRETS_POOL$)/i

const NO_OBJECT = say`must be a JSON object of strings: look for a missing quote, comma or bracket`

/**
 * Reads the input `secrets`: a JSON object of strings, or lines `NAME`, `NAME=value` and `NAME<<END` with LF or CRLF. Masks
 * all that could be read, also beside mistakes. No message quotes the text, which may be part of a secret.
 */
export async function readSecrets(
  text: string,
  env: NodeJS.ProcessEnv,
  inputs: Inputs,
): Promise<Entry[]> {
  const plain = text.replace(/^\ufeff/, '')
  const entries = plain.trimStart().startsWith('{')
    ? await readJsonSecrets(plain, inputs)
    : readLines(plain, SECRET_LINES, env, inputs)
  for (const secret of entries) inputs.job.maskSecret(secret)
  return entries
}

async function readJsonSecrets(text: string, inputs: Inputs): Promise<Entry[]> {
  const { readDocument } = await import('./shapes.ts')
  const document = readDocument('secrets', text, {
    ...inputs,
    // A value in the message may quote a secret.
    refuse: (origin, message) =>
      inputs.refuse(origin, message.values.length > 0 ? NO_OBJECT : message),
  })
  const values = parseJson(text)
  // YAML has forms that JSON does not have.
  if (document.data && !isObject(values))
    inputs.refuse({ input: 'secrets' }, NO_OBJECT)
  return toEntries(values, document, true)
}

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping of texts, numbers and booleans. */
export async function readVariables(
  text: string,
  inputs: Inputs,
): Promise<Entry[]> {
  const uncommented = text.replace(/^\s*(#.*\n\s*)*/, '')
  // A mapping in braces, the start of a document, or a key before any `=`.
  const isYaml = /^([{%]|---|[^=\n]*:(\s|$))/.test(uncommented)
  if (!isYaml) return readLines(text, VARIABLE_LINES, {}, inputs)
  const { readDocument } = await import('./shapes.ts')
  const document = readDocument('variables', text, inputs)
  return toEntries(document.data, document, false)
}

/** The entries of a mapping at `parent`. A number is sent as the text has it: `1.10` stays `1.10`. */
export function toEntries(
  mapping: unknown,
  { written, originOf }: CheckedDocument,
  isSecret: boolean,
  parent: Path = [],
): Entry[] {
  const members = isObject(mapping) ? Object.entries(mapping) : []
  return members.map(([name, member]) => {
    const path = [...parent, name]
    const text = typeof member === 'string' ? member : written(path)
    const value = text ?? String(member)
    return { name, value, isSecret, origin: originOf(path) }
  })
}

/** The value of an environment variable, or why none is sent. Windows ignores the case of names. */
export function fromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): string | Sentence {
  if (OF_RUNNER.test(name))
    return say`belongs to the runner and may be a token of the job, so it is never sent; \`NAME=value\` in the input \`secrets\` sends another value under its name`
  return Object.hasOwn(env, name)
    ? String(env[name])
    : say`is not set; set it in the step's \`env:\``
}

/** A line of an input: a name, and perhaps an operator with what follows it. */
interface Line {
  name: string
  operator: string
  rest: string
}

/** The lines that an input may have. */
interface LineForm {
  input: string
  /** Its groups are those of {@link Line}. */
  pattern: RegExp
  /** The error for a line of another form. */
  rule: Sentence
}

const SECRET_LINES: LineForm = {
  input: 'secrets',
  // Not the last line of a pasted base64 value, which ends in `=`.
  pattern:
    /^(?<name>[A-Za-z_]\w*)(?<operator>=(?!=+\s*$)|<<(?=.*\S)|\s*$)(?<rest>.*)$/s,
  rule: say`must be NAME, NAME=value or NAME<<END, with only letters, digits and _ in the name; a value of several lines goes between NAME<<END and END, or into the environment`,
}

const VARIABLE_LINES: LineForm = {
  input: 'variables',
  pattern: /^(?<name>[A-Za-z_]\w*)(?<operator>=)(?<rest>.*)$/s,
  rule: say`must be NAME=value, with only letters, digits and _ in the name`,
}

const BLANK_OR_COMMENT = /^(#|\s*$)/

/** Lines that are read one after the other, each with its index. */
type Lines = IterableIterator<[number, string]>

/** Reads lines in a form, and those of a name alone from the environment. */
function readLines(
  text: string,
  { input, pattern, rule }: LineForm,
  env: NodeJS.ProcessEnv,
  inputs: Inputs,
): Entry[] {
  const isSecret = input === 'secrets'
  const entries: Entry[] = []
  const names = new Set<string>()
  let isPasted = false

  const lines = text.split('\n').entries()
  for (const [index, line] of lines) {
    if (BLANK_OR_COMMENT.test(line)) continue
    const origin = { input, line: index + 1 }
    const refuse = (message: Sentence) => inputs.refuse(origin, message)
    const groups = pattern.exec(withoutReturn(line))?.groups as Line | undefined
    // Malformed lines in a row, as those of a pasted value, are one mistake.
    if (!groups && !isPasted) refuse(rule)
    isPasted = !groups
    if (!groups) continue

    const { name } = groups
    if (names.has(name)) refuse(say`the name is given twice`)
    names.add(name)
    const value = readValue(groups, lines, env, refuse)
    if (typeof value === 'string')
      entries.push({ name, value, isSecret, origin })
    // The name may be a part of a pasted value, so it is not shown.
    else refuse(say`the environment variable of this name ${value}`)
  }
  return entries
}

/** The value of a line, or why there is none. One of several lines is read up to the line that has only a word. */
function readValue(
  { name, operator, rest }: Line,
  lines: Lines,
  env: NodeJS.ProcessEnv,
  refuse: (message: Sentence) => void,
): string | Sentence {
  if (operator === '=') return rest
  if (operator !== '<<') return fromEnvironment(name, env)
  const block: string[] = []
  for (const [, line] of lines) {
    if (withoutReturn(line) === rest) return withoutReturn(block.join('\n'))
    block.push(line)
  }
  refuse(
    say`no later line has only the word after \`<<\`, which ends the value`,
  )
  return withoutReturn(block.join('\n'))
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '')
