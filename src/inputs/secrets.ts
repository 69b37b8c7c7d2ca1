import { isObject, type Path, parseJson } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { Origin, Problem } from './problem.ts'
import type { CheckedDocument } from './shapes.ts'

/** An entry of the request's list `secrets`, byte for byte. */
export interface Entry {
  name: string
  /** An empty value is refused only where it would be sent. */
  value: string
  origin: Origin
}

/** The content of the input `secrets` or `variables`. */
export interface Entries {
  /** All entries that could be parsed, so that secrets are masked even if there are problems. */
  entries: Entry[]
  /** They never quote the text, which may be part of a secret. */
  problems: Problem[]
}

/** A name that an environment variable can have. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The variable through which deploy-many.yml gives every job the secrets of all services. */
export const POOL = 'CREATE_DEPLOYMENT_SECRETS_POOL'

/** What a config file of a pull request must not send: the job's tokens, the inputs, and secrets of other services. */
const OF_RUNNER =
  /^((ACTIONS|GITHUB|INPUT|RUNNER)_|CREATE_DEPLOYMENT_SECRETS_POOL$)/i

const TWICE = say`the name is given twice`
const UNSET = say`is not set; set it in the step's \`env:\``
const OWN_TO_RUNNER = say`belongs to the runner and may be a token of the job, so it is never sent; \`NAME=value\` in the input \`secrets\` sends another value under its name`
const OPEN = say`no later line has only the word after \`<<\`, which ends the value`
const NO_OBJECT = say`must be a JSON object of strings: look for a missing quote, comma or bracket`

/** Reads the input `secrets`: a JSON object of strings, or lines `NAME`, `NAME=value` and `NAME<<END` with LF or CRLF. */
export const parseSecrets = async (
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<Entries> =>
  text.trimStart().startsWith('{')
    ? parseJsonSecrets(text)
    : parseLines(text, SECRET_LINES, env)

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping of texts, numbers and booleans. */
export async function parseVariables(text: string): Promise<Entries> {
  const uncommented = text.replace(/^\s*(#.*\n\s*)*/, '')
  // A mapping in braces, the start of a document, or a key before any `=`.
  const isYaml = /^([{%]|---|[^=\n]*:(\s|$))/.test(uncommented)
  if (!isYaml) return parseLines(text, VARIABLE_LINES, {})
  const { readInputDocument } = await import('./shapes.ts')
  const document = readInputDocument('variables', text)
  const entries = toEntries(document.data, document)
  return { entries, problems: document.problems }
}

/** The entries of a mapping at `parent`. A number is sent as the text has it: `1.10` stays `1.10`. */
export function toEntries(
  mapping: unknown,
  { written, originOf }: Written,
  parent: Path = [],
): Entry[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).map(([name, value]) => {
    const path = [...parent, name]
    const text = typeof value === 'string' ? value : written(path)
    return { name, value: text ?? String(value), origin: originOf(path) }
  })
}

type Written = Pick<CheckedDocument<unknown>, 'written' | 'originOf'>

/** The value of an environment variable, or why none is sent. Windows ignores the case of names. */
export function fromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): string | Sentence {
  if (OF_RUNNER.test(name)) return OWN_TO_RUNNER
  return Object.hasOwn(env, name) ? String(env[name]) : UNSET
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

/** Reads lines. Blank lines and lines that begin with `#` are skipped. */
function parseLines(
  text: string,
  form: LineForm,
  env: NodeJS.ProcessEnv,
): Entries {
  const raw = text.split('\n')
  const lines = raw.map(line => line.replace(/\r$/, ''))
  const found: Entries = { entries: [], problems: [] }
  const names = new Set<string>()

  for (let index = 0; index < lines.length; index++) {
    const origin = { input: form.input, line: index + 1 }
    const refuse = (message: Sentence) =>
      found.problems.push({ ...origin, message })
    const line = readLine(lines[index], form)
    if (line === 'skipped') continue
    if (line === 'malformed') {
      refuse(form.rule)
      index = endOfMalformed(lines, form, index)
      continue
    }

    const { name, operator, rest } = line
    if (names.has(name)) refuse(TWICE)
    names.add(name)
    const begin = index + 1
    if (operator === '<<') index = endOf(lines, rest, begin)
    if (index === lines.length) refuse(OPEN)
    const value = readValue(line, raw.slice(begin, index), env)
    if (typeof value === 'string') found.entries.push({ name, value, origin })
    else refuse(value)
  }
  return found
}

function readLine(text = '', form: LineForm): Line | 'skipped' | 'malformed' {
  if (text.trim() === '' || text.startsWith('#')) return 'skipped'
  const groups = form.pattern.exec(text)?.groups
  return groups ? (groups as unknown as Line) : 'malformed'
}

/** The value of an entry, or why there is none. `block`: its lines between NAME<<END and END. */
function readValue(
  { name, operator, rest }: Line,
  block: string[],
  env: NodeJS.ProcessEnv,
): string | Sentence {
  if (operator === '=') return rest
  if (operator === '<<') return block.join('\n').replace(/\r$/, '')
  return ofVariable(name, env)
}

/** The index of the last malformed line in a row: the lines of a pasted value are one mistake. */
function endOfMalformed(lines: string[], form: LineForm, begin: number) {
  let end = begin
  while (readLine(lines[end + 1], form) === 'malformed') end++
  return end
}

/** The index of the line that ends a value, or the number of lines if it has no end. */
function endOf(lines: string[], word: string, begin: number): number {
  const end = lines.indexOf(word, begin)
  return end === -1 ? lines.length : end
}

/** The value of a variable, or why there is none. Its name may be a part of a pasted value, so it is not shown. */
function ofVariable(name: string, env: NodeJS.ProcessEnv): string | Sentence {
  const found = fromEnvironment(name, env)
  return typeof found === 'string'
    ? found
    : say`the environment variable of this name ${found}`
}

async function parseJsonSecrets(text: string): Promise<Entries> {
  const { readInputDocument } = await import('./shapes.ts')
  const document = readInputDocument('secrets', text)
  const problems = document.problems.map(({ message, ...origin }) => ({
    ...origin,
    // A value in the message may quote a secret.
    message: message.values.length > 0 ? NO_OBJECT : message,
  }))
  const values = parseJson(text)
  // YAML has forms that JSON does not have.
  if (!isObject(values) && problems.length === 0)
    problems.push({ input: 'secrets', message: NO_OBJECT })
  return { entries: toEntries(values, document), problems }
}
