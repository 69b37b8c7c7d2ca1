import type { Job } from '../github/job.ts'
import { isObject, type Path, parseJson } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { Origin, Report } from './problem.ts'
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

/** Where secrets are masked and mistakes are written down. */
interface Desk extends Report {
  job: Pick<Job, 'maskSecret'>
}

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

/**
 * Reads the input `secrets`: a JSON object of strings, or lines `NAME`, `NAME=value` and `NAME<<END` with LF or CRLF. Masks
 * all that could be read, also beside mistakes. No message quotes the text, which may be part of a secret.
 */
export async function readSecrets(
  text: string,
  env: NodeJS.ProcessEnv,
  desk: Desk,
): Promise<Entry[]> {
  const plain = text.replace(/^\ufeff/, '')
  const entries = plain.trimStart().startsWith('{')
    ? await readJsonSecrets(plain, desk)
    : readLines(plain, { form: SECRET_LINES, env, desk })
  for (const secret of entries) desk.job.maskSecret(secret)
  return entries
}

async function readJsonSecrets(text: string, desk: Desk): Promise<Entry[]> {
  const { readDocument } = await import('./shapes.ts')
  const document = readDocument('secrets', text, {
    ...desk,
    // A value in the message may quote a secret.
    refuse: (origin, message) =>
      desk.refuse(origin, message.values.length > 0 ? NO_OBJECT : message),
  })
  const values = parseJson(text)
  // YAML has forms that JSON does not have.
  if (document.data && !isObject(values))
    desk.refuse({ input: 'secrets' }, NO_OBJECT)
  return toEntries(values, document, true)
}

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping of texts, numbers and booleans. */
export async function readVariables(
  text: string,
  desk: Desk,
): Promise<Entry[]> {
  const uncommented = text.replace(/^\s*(#.*\n\s*)*/, '')
  // A mapping in braces, the start of a document, or a key before any `=`.
  const isYaml = /^([{%]|---|[^=\n]*:(\s|$))/.test(uncommented)
  if (!isYaml) return readLines(text, { form: VARIABLE_LINES, env: {}, desk })
  const { readDocument } = await import('./shapes.ts')
  const document = readDocument('variables', text, desk)
  return toEntries(document.data, document, false)
}

type Written = Pick<CheckedDocument<unknown>, 'written' | 'originOf'>

/** The entries of a mapping at `parent`. A number is sent as the text has it: `1.10` stays `1.10`. */
export function toEntries(
  mapping: unknown,
  { written, originOf }: Written,
  isSecret: boolean,
  parent: Path = [],
): Entry[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).map(([name, value]) => {
    const path = [...parent, name]
    const text = typeof value === 'string' ? value : written(path)
    const origin = originOf(path)
    return { name, value: text ?? String(value), isSecret, origin }
  })
}

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

/** How lines are read: in their form, and names alone from the environment. */
interface Reading {
  form: LineForm
  env: NodeJS.ProcessEnv
  desk: Desk
}

/** Reads lines. Blank lines and lines that begin with `#` are skipped. */
function readLines(text: string, { form, env, desk }: Reading): Entry[] {
  const raw = text.split('\n')
  const lines = raw.map(line => line.replace(/\r$/, ''))
  const entries: Entry[] = []
  const names = new Set<string>()
  let previous: ReadLine = 'skipped'

  for (let index = 0; index < lines.length; index++) {
    const origin = { input: form.input, line: index + 1 }
    const refuse = (message: Sentence) => desk.refuse(origin, message)
    const line = readLine(lines[index], form)
    // Malformed lines in a row, as those of a pasted value, are one mistake.
    if (line === 'malformed' && previous !== line) refuse(form.rule)
    previous = line
    if (typeof line === 'string') continue

    const { name, operator, rest } = line
    if (names.has(name)) refuse(TWICE)
    names.add(name)
    const begin = index + 1
    if (operator === '<<') index = endOf(lines, rest, begin)
    if (index === lines.length) refuse(OPEN)
    const value = readValue(line, raw.slice(begin, index), env)
    if (typeof value === 'string')
      entries.push({ name, value, isSecret: form === SECRET_LINES, origin })
    // The name may be a part of a pasted value, so it is not shown.
    else refuse(say`the environment variable of this name ${value}`)
  }
  return entries
}

type ReadLine = Line | 'skipped' | 'malformed'

function readLine(text = '', { pattern }: LineForm): ReadLine {
  if (text.trim() === '' || text.startsWith('#')) return 'skipped'
  const groups = pattern.exec(text)?.groups
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
  return fromEnvironment(name, env)
}

/** The index of the line that ends a value, or the number of lines if it has no end. */
function endOf(lines: string[], word: string, begin: number): number {
  const end = lines.indexOf(word, begin)
  return end === -1 ? lines.length : end
}
