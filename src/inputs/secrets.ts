import { isObject, type Path, parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { CheckedDocument } from './documents.ts'
import type { Origin, Problem } from './problem.ts'

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

/** A line of the input: a name, and perhaps an operator with what follows it. */
const LINE = /^([A-Za-z_][A-Za-z0-9_]*)(?:(=|<<)(.*)|\s*)$/s

/** What a config file of a pull request must not send: the job's tokens, the inputs, and secrets of other services. */
const OF_RUNNER =
  /^((ACTIONS|GITHUB|INPUT|RUNNER)_|CREATE_DEPLOYMENT_SECRETS_POOL$)/i

/** Names that may be shown. Any other line of letters and digits may be a part of a pasted value. */
const SHOWN = /^[A-Z](?=.{0,11}$|.*_)[A-Z0-9_]*$/

const SECRET_LINES = say`must be NAME, NAME=value or NAME<<END, with only letters, digits and _ in the name; a value of several lines goes between NAME<<END and END, or into the environment`
const VARIABLE_LINES = say`must be NAME=value, with only letters, digits and _ in the name`
const UNSET = say`is not set; set it in the step's \`env:\``
const OWN_TO_RUNNER = say`belongs to the runner and may be a token of the job, so it is never sent; \`NAME=value\` in the input \`secrets\` sends another value under its name`
const OPEN = say`no later line has only the word after \`<<\`, which ends the value`

/** Reads the input `secrets`: a JSON object of strings, or lines `NAME`, `NAME=value` and `NAME<<END` with LF or CRLF. */
export const parseSecrets = async (
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<Entries> =>
  text.trimStart().startsWith('{')
    ? parseJsonSecrets(text)
    : parseLines(text, 'secrets', env)

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping of texts, numbers and booleans. */
export async function parseVariables(text: string): Promise<Entries> {
  const [first = ''] = text
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
  if (/^[^:{]*(=|$)/.test(first)) return parseLines(text, 'variables')
  const { readInputDocument } = await import('./documents.ts')
  const document = readInputDocument('variables', text)
  return {
    entries: toVariables(document.data, document),
    problems: document.problems,
  }
}

/** The entries of a mapping of variables at `parent`. A number is sent as the text has it: `1.10` stays `1.10`. */
export const toVariables = (
  mapping: unknown,
  { written, originOf }: Pick<CheckedDocument, 'written' | 'originOf'>,
  parent: Path = [],
): Entry[] =>
  Object.entries(isObject(mapping) ? mapping : {}).map(([name, value]) => ({
    name,
    value:
      typeof value === 'string'
        ? value
        : (written([...parent, name]) ?? String(value)),
    origin: originOf([...parent, name]),
  }))

/** The value of an environment variable, or why none is sent. Windows ignores the case of names. */
export function fromEnvironment(
  name: string,
  env: NodeJS.ProcessEnv,
): string | Sentence {
  if (OF_RUNNER.test(name)) return OWN_TO_RUNNER
  return (Object.hasOwn(env, name) ? env[name] : undefined) ?? UNSET
}

/** @param env the environment for lines `NAME`; without it only lines `NAME=value` are valid */
function parseLines(
  text: string,
  input: string,
  env?: NodeJS.ProcessEnv,
): Entries {
  const raw = text.split('\n')
  const lines = raw.map(line => line.replace(/\r$/, ''))
  const entries: Entry[] = []
  const problems: Problem[] = []
  const names = new Set<string>()
  let malformed = -2
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || line.startsWith('#')) continue
    const origin = { input, line: index + 1 }
    const refuse = (message: Sentence) => problems.push({ ...origin, message })
    const [, name = '', operator = '', rest = ''] = LINE.exec(line) ?? []
    // The last line of a pasted base64 value ends in `=`.
    const isEntry = env
      ? operator !== '=' || !/^=+\s*$/.test(rest)
      : operator === '='
    if (name === '' || !isEntry) {
      const message = env ? SECRET_LINES : VARIABLE_LINES
      // The lines of a pasted value are one mistake.
      const last = malformed === index - 1 && problems.at(-1)
      if (last) last.message = say`and the lines after it ${message}`
      else refuse(message)
      malformed = index
      continue
    }
    if (names.has(name)) refuse(say`the name is given twice`)
    names.add(name)
    const add = (value: string) => entries.push({ name, value, origin })
    if (operator === '=') add(rest)
    else if (operator === '<<') {
      const begin = index + 1
      index = rest.trim() === '' ? -1 : lines.indexOf(rest, begin)
      if (index === -1) {
        refuse(OPEN)
        index = lines.length
      }
      add(raw.slice(begin, index).join('\n').replace(/\r$/, ''))
    } else {
      const found = fromEnvironment(name, env ?? {})
      if (typeof found === 'string') add(found)
      else
        refuse(
          say`the environment variable ${SHOWN.test(name) ? name : words('of this name')} ${found}`,
        )
    }
  }
  return { entries, problems }
}

async function parseJsonSecrets(text: string): Promise<Entries> {
  const { parseDocument } = await import('./document.ts')
  const { faults, locate } = parseDocument(text)
  const originOf = (...path: Path) => ({
    input: 'secrets',
    line: locate(path).line,
  })
  const values = parseJson(text)
  const problems = faults.map(
    ({ line, message }): Problem => ({
      input: 'secrets',
      line,
      message: words(message),
    }),
  )
  // YAML has forms that JSON does not have.
  if (!isObject(values) && problems.length === 0)
    problems.push({
      ...originOf(),
      message: words('must be a JSON object of strings'),
    })
  const entries: Entry[] = []
  for (const [name, value] of Object.entries(isObject(values) ? values : {})) {
    const origin = originOf(name)
    if (typeof value === 'string') entries.push({ name, value, origin })
    else
      problems.push({
        ...origin,
        message: say`the value of ${name} must be a string: put it in quotes`,
      })
  }
  return { entries, problems }
}
