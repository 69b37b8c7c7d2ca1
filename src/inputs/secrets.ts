import { isObject, parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import type { Problem } from './problem.ts'

/** An entry of the request's list `secrets`, byte for byte, with the input or the line that gives it. */
export interface Entry {
  name: string
  value: string
  origin: Pick<Problem, 'input' | 'place'>
}

/** The content of the input `secrets` or `variables`. */
export interface Entries {
  /** All entries that could be parsed, so that secrets are masked even if there are problems. */
  entries: Entry[]
  /** They never quote the text, which may be part of a secret. */
  problems: Problem[]
  /** Every name in the input, even if its value is invalid. */
  names: Set<string>
}

/** A name that an environment variable can have. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export const EMPTY = 'the value is empty; an undefined `secrets.X` or `vars.X` is an empty string'

export const UNSET = "is not set; set it in the step's `env:`"

const SECRET_LINES =
  'must be NAME, NAME=value or NAME<<END, with only letters, digits and _ in the name; a value of several lines goes between NAME<<END and END, or into the environment'

/**
 * Reads the input `secrets`: a JSON object of strings, or lines `NAME` (from the environment), `NAME=value` (verbatim
 * to the end of the line) and `NAME<<END` (verbatim lines up to END). A line ends with LF or CRLF.
 */
export async function parseSecrets(text: string, env: NodeJS.ProcessEnv): Promise<Entries> {
  return text.trimStart().startsWith('{') ? parseJsonSecrets(text) : parseLines(text, 'secrets', env)
}

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping of texts, numbers and booleans. */
export async function parseVariables(text: string): Promise<Entries> {
  const first = text.split('\n').find(line => line.trim() !== '' && !line.startsWith('#'))
  if (first === undefined) return { entries: [], problems: [], names: new Set() }
  if (/^[^:{=]*=/.test(first)) return parseLines(text, 'variables')
  const { readInputDocument } = await import('./documents.ts')
  const { data, value, problems, written } = readInputDocument('variables', text)
  const origin = { input: 'variables' }
  if (value !== undefined && !isObject(value)) {
    const message = say`must be lines \`NAME=value\`, or a YAML or JSON mapping`
    return { entries: [], problems: [{ ...origin, message }], names: new Set() }
  }
  const found = toVariables(data && value, name => ({ written: written([name]), origin }))
  return {
    ...found,
    problems: [...problems, ...found.problems],
    names: new Set(found.entries.map(({ name }) => name)),
  }
}

/**
 * The entries of a checked mapping of variables. A number is sent as the text has it: `1.10` stays `1.10`.
 *
 * @param find the text of a number or a boolean by its name, and the input or the place of the variable
 */
export function toVariables(
  mapping: unknown,
  find: (name: string) => { written: string | undefined; origin: Entry['origin'] },
): Pick<Entries, 'entries' | 'problems'> {
  const entries = Object.entries(mapping ?? {}).map(([name, value]) => {
    const { written, origin } = find(name)
    return { name, value: typeof value === 'string' ? value : (written ?? String(value)), origin }
  })
  const problems = entries.flatMap(({ name, value, origin }) => {
    if (name === '') return [{ ...origin, message: say`a variable has no name` }]
    return value === '' ? [{ ...origin, message: say`${name}: ${words(EMPTY)}` }] : []
  })
  return { entries, problems }
}

/** @param env the environment for lines `NAME`; without it only lines `NAME=value` are valid */
function parseLines(text: string, input: string, env?: NodeJS.ProcessEnv): Entries {
  const raw = text.split('\n')
  const lines = raw.map((line, index) => (index < raw.length - 1 ? line.replace(/\r$/, '') : line))
  const entries: Entry[] = []
  const names = new Set<string>()
  const mistakes: { from: number; to: number; message: string }[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || line.startsWith('#')) continue
    const number = index + 1
    const refuse = (message: string) => mistakes.push({ from: number, to: number, message })
    const [, name = '', operator = '', rest = ''] =
      /^([A-Za-z_][A-Za-z0-9_]*)(?:(=|<<)(.*)|\s*)$/s.exec(line) ?? []
    if (name === '' || (!env && operator !== '=')) {
      const message = env ? SECRET_LINES : 'must be NAME=value, with only letters, digits and _ in the name'
      const last = mistakes.at(-1)
      // The lines of a pasted value are one mistake.
      if (last?.message === message && last.to === index) last.to = number
      else refuse(message)
      continue
    }
    if (names.has(name)) refuse('the name is given twice')
    names.add(name)
    let value: string | undefined = operator === '=' ? rest : fromEnvironment(name, env ?? {})
    if (operator === '<<') {
      const end = rest.trim() === '' ? -1 : lines.indexOf(rest, number)
      if (end === -1) refuse(`no line is the word after \`<<\` alone, without white space, to end the value`)
      value = raw
        .slice(number, end === -1 ? raw.length : end)
        .join('\n')
        .replace(/\r$/, '')
      index = end === -1 ? raw.length : end
    }
    if (value) entries.push({ name, value, origin: { input } })
    else if (value === '') refuse(EMPTY)
    else refuse(name === 'inherit' ? INHERIT : `the environment variable of this name ${UNSET}`)
  }
  const problems = mistakes.map(({ from, to, message }) => onLines(input, from, to, message))
  return { entries, problems, names }
}

const onLines = (input: string, from: number, to: number, message: string): Problem => ({
  input,
  message: words(`${from === to ? `line ${from}` : `lines ${from} to ${to}`}: ${message}`),
})

const INHERIT =
  '`inherit` works only where a reusable workflow is called; in a step, list the secrets one by one'

/** The environment variable of a name; undefined if it is not set. */
export const fromEnvironment = (name: string, env: NodeJS.ProcessEnv): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : undefined

async function parseJsonSecrets(text: string): Promise<Entries> {
  const { MOST_PROBLEMS, parseDocument } = await import('./document.ts')
  const values = parseJson(text)
  const { faults, locate } = parseDocument(text)
  if (!isObject(values)) {
    const [fault] = faults
    const last = text.trimEnd().split('\n').length
    const problem = fault
      ? onLines('secrets', fault.line, fault.line, fault.message)
      : onLines('secrets', 1, last, 'must be a JSON object of strings')
    return { entries: [], problems: [problem], names: new Set() }
  }
  const mistakes = Object.entries(values).flatMap(([name, value]) => {
    if (name === '') return { name, message: 'the name is empty' }
    if (typeof value !== 'string') return { name, message: 'the value must be a string' }
    return value === '' ? { name, message: EMPTY } : []
  })
  const located = mistakes
    .slice(0, MOST_PROBLEMS)
    .map(({ name, message }) => ({ message, line: locate([name]).line }))
  return {
    entries: Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? { name, value, origin: { input: 'secrets' } } : [],
    ),
    problems: [...faults, ...located].map(({ line, message }) => onLines('secrets', line, line, message)),
    names: new Set(Object.keys(values)),
  }
}
