import { isObject, type Path, parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Inputs } from './inputs.ts'
import { EMPTY_STRING, type Origin, type Report } from './problem.ts'
import type { CheckedDocument } from './shapes.ts'

/** An entry of the request's list `secrets`, byte for byte. */
export interface Entry {
  name: string
  /** An empty value is refused only where it would be sent. */
  value: string
  origin: Origin
}

/** The last entry of each name. */
export const byName = (entries: Entry[]): Map<string, Entry> =>
  new Map(entries.map(entry => [entry.name, entry]))

/** The variable through which deploy-many.yml gives every job the secrets of all services. */
export const POOL = 'CREATE_DEPLOYMENT_SECRETS_POOL'

/** What a config file of a pull request must not send: the job's tokens, the inputs, and secrets of other services. */
const OF_RUNNER =
  /^((ACTIONS|GITHUB|INPUT|RUNNER)_|CREATE_DEPLOYMENT_SECRETS_POOL$)/i

const NO_OBJECT = say`must be a JSON object of strings: look for a missing quote, comma or bracket`

/** An input with entries, and how it is written. */
interface Form {
  /** Whether a text is a document, and not lines. */
  isDocument(text: string): boolean
  /** A line: a name, and perhaps an operator with what follows it. */
  line: RegExp
  /** The error for a line of another form. */
  rule: Sentence
}

const FORMS: Record<'secrets' | 'variables', Form> = {
  secrets: {
    isDocument: text => text.trimStart().startsWith('{'),
    // Not the last line of a pasted base64 value, which ends in `=`.
    line: /^(?<name>[A-Za-z_]\w*)(?<operator>=(?!=+\s*$)|<<(?=.*\S)|\s*$)(?<rest>.*)$/s,
    rule: say`must be NAME, NAME=value or NAME<<END, the name of letters, digits and _; a value of several lines goes between NAME<<END and END, or into the environment`,
  },
  variables: {
    // A mapping in braces, the start of a document, or a key before any `=`.
    isDocument: text =>
      /^([{%]|---|[^=\n]*:(\s|$))/.test(text.replace(/^\s*(#.*\n\s*)*/, '')),
    line: /^(?<name>[A-Za-z_]\w*)(?<operator>=)(?<rest>.*)$/s,
    rule: say`must be NAME=value, with only letters, digits and _ in the name`,
  },
}

/**
 * Reads the text of an input, or another one in its form. `secrets` is a JSON object of strings, or lines `NAME`,
 * `NAME=value` and `NAME<<END` with LF or CRLF; `variables` is a YAML or JSON mapping of texts, numbers and booleans, or
 * lines `NAME=value`. Masks all secrets that could be read, also beside mistakes. No message quotes the text of secrets.
 */
export async function readEntries(
  input: keyof typeof FORMS,
  inputs: Inputs,
  text = inputs.raw(input),
): Promise<Entry[]> {
  const plain = text.replace(/^\ufeff/, '')
  const entries = FORMS[input].isDocument(plain)
    ? await readMapping(input, plain, inputs)
    : readLines(input, plain, inputs)
  if (input === 'secrets')
    for (const secret of entries) inputs.job.maskSecret(secret)
  return entries
}

/** Reads a document. The values of secrets are read as JSON, which they must be, also beside mistakes. */
async function readMapping(
  input: keyof typeof FORMS,
  text: string,
  inputs: Inputs,
): Promise<Entry[]> {
  const { readDocument } = await import('./shapes.ts')
  if (input === 'variables') {
    const document = readDocument(input, text, inputs)
    return toEntries(document.data, document, [])
  }
  const document = readDocument(input, text, withoutValues(inputs))
  const values = parseJson(text)
  if (!document.data) {
    // Beside a mistake, a value may be part of no entry.
    for (const value of document.texts())
      inputs.job.maskSecret({ name: input, value })
  } else if (!isObject(values)) {
    // YAML has forms that JSON does not have.
    inputs.refuse(input, NO_OBJECT)
  }
  return toEntries(values, document, [])
}

/** A report that shows no value of a message, which may quote a secret. */
const withoutValues = (inputs: Inputs): Report => ({
  ...inputs,
  refuse: (at, message) =>
    inputs.refuse(at, message.values.length > 0 ? NO_OBJECT : message),
})

/** The entries of a mapping at `parent`. A number is sent as the text has it: `1.10` stays `1.10`. */
export function toEntries(
  mapping: unknown,
  { partAt, originOf }: CheckedDocument,
  parent: Path,
): Entry[] {
  const members = isObject(mapping) ? Object.entries(mapping) : []
  const scalars = members.filter(([, member]) => typeof member !== 'object')
  return scalars.map(([name, member]) => {
    const path = [...parent, name]
    const text = typeof member === 'string' ? member : partAt(path)?.source
    const value = text ?? String(member)
    return { name, value, origin: originOf(path) }
  })
}

/** The value of an environment variable, or why none is sent. Windows ignores the case of names. */
export function fromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): string | Sentence {
  if (OF_RUNNER.test(name))
    return say`belongs to the runner and may be a token of the job, so it is never sent; \`NAME=value\` in the input \`secrets\` sends another value under its name`
  if (!Object.hasOwn(env, name))
    return say`is not set; set it in the step's \`env:\`, such as \`NAME: \${{ secrets.NAME }}\``
  return (
    env[name] ||
    words(`is set, but empty: check where it is set; ${EMPTY_STRING}`)
  )
}

const BLANK_OR_COMMENT = /^(#|\s*$)/

/** Lines that are read one after the other, each with its index. */
type Lines = IterableIterator<[number, string]>

/** The parts of a line. */
interface Line {
  name: string
  operator: string
  rest: string
}

/** Reads lines in the form of an input, and those of a name alone from the environment. */
function readLines(
  input: keyof typeof FORMS,
  text: string,
  inputs: Inputs,
): Entry[] {
  const form = FORMS[input]
  const entries: Entry[] = []
  const names = new Set<string>()
  let isAfterMistake = false

  const lines = text.split('\n').entries()
  for (const [index, line] of lines) {
    if (BLANK_OR_COMMENT.test(line)) continue
    const origin = { input, line: index + 1 }
    const refuse = (message: Sentence) => inputs.refuse(origin, message)
    const parts = form.line.exec(withoutReturn(line))?.groups as
      | Line
      | undefined
    if (!parts) {
      // Malformed lines in a row, as those of a pasted value, are one mistake.
      if (!isAfterMistake) refuse(form.rule)
      isAfterMistake = true
      continue
    }

    isAfterMistake = false
    const { name } = parts
    if (names.has(name)) refuse(say`the name is given twice`)
    names.add(name)
    const value = readValue(parts, lines, inputs.env, refuse)
    if (typeof value === 'string') entries.push({ name, value, origin })
    // The name may be a part of a pasted value, so it is not shown.
    else refuse(say`names an environment variable that ${value}`)
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
  let next = lines.next()
  while (!next.done && withoutReturn(next.value[1]) !== rest) {
    block.push(next.value[1])
    next = lines.next()
  }
  if (next.done)
    refuse(
      say`no later line has only the word after \`<<\`, which ends the value`,
    )
  return withoutReturn(block.join('\n'))
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '')
