import {
  EMPTY_VALUE,
  isSecretName,
  type LineRemark,
  type ParsedSecrets,
  secretFromEnvironment,
  UNSET_VARIABLE,
} from './secret.ts'

/**
 * Reads the `secrets` input: a JSON object of strings, or lines `NAME` (from the environment), `NAME=value`
 * (verbatim to the end of the line) and `NAME<<END` (verbatim lines up to END). A line ends with LF or CRLF.
 */
export async function parseSecrets(text: string, env: NodeJS.ProcessEnv): Promise<ParsedSecrets> {
  if (!text.trimStart().startsWith('{')) return parseSecretLines(text, env)
  const { parseJsonSecrets } = await import('./secret-json.ts')
  return parseJsonSecrets(text)
}

const MALFORMED =
  'must be NAME, NAME=value or NAME<<END, and a name has only letters, digits and _, and no digit first; a value of several lines goes between NAME<<END and END, or into the environment'
const QUOTED =
  'the value is in quotes, which are sent as part of it; remove them unless the secret itself contains them'
const FOLDED =
  'the value contains ` NAME=`, as if several lines had been folded into one: write `secrets: |` instead of `secrets: >`. It is sent as one secret'

/** One entry of the input: a secret, or the reason why it is invalid. `last` is the index of its last line. */
interface Entry {
  name?: string
  value?: string
  problem?: string
  warning?: string
  /** Whether the line matches none of the forms. */
  malformed?: boolean
  last: number
}

/** Parses a `secrets` input of lines. */
function parseSecretLines(text: string, env: NodeJS.ProcessEnv): ParsedSecrets {
  const lines = splitLines(text)
  const found: ParsedSecrets = {
    secrets: [],
    problems: [],
    warnings: foldedLines(lines.texts),
    names: new Set(),
  }
  const { secrets, problems, warnings, names } = found
  const malformed = new Set<number>()
  for (let index = 0; index < lines.texts.length; index++) {
    const line = lines.texts[index] ?? ''
    if (line.trim() === '' || line.startsWith('#')) continue
    const number = index + 1
    const entry = parseEntry(lines, index, env)
    if (entry.name !== undefined) {
      if (names.has(entry.name)) problems.push({ line: number, message: 'the name is given twice' })
      names.add(entry.name)
      if (entry.value !== undefined) secrets.push({ name: entry.name, value: entry.value })
    }
    if (entry.problem !== undefined) problems.push({ line: number, message: entry.problem })
    if (entry.malformed) malformed.add(number)
    if (entry.warning !== undefined) warnings.push({ line: number, message: entry.warning })
    index = entry.last
  }
  return { ...found, problems: joinPasted(problems, malformed, lines.texts), warnings: joinRuns(warnings) }
}

function parseEntry(lines: Lines, index: number, env: NodeJS.ProcessEnv): Entry {
  const line = lines.texts[index] ?? ''
  const [, name = '', operator, rest = ''] = /^([^=<]*)(=|<<)(.*)$/s.exec(line) ?? []
  if (operator === undefined) return { ...parseBareName(line.trimEnd(), env), last: index }
  if (!isSecretName(name)) {
    const end = operator === '<<' && rest !== '' ? lines.next(rest, index) : undefined
    return { problem: MALFORMED, malformed: true, last: end ?? index }
  }
  if (operator === '=') {
    if (isPaddingOfBase64(rest, lines.texts[index - 1]))
      return { problem: MALFORMED, malformed: true, last: index }
    if (rest === '') return { name, value: rest, problem: EMPTY_VALUE, last: index }
    return { name, value: rest, ...(isQuoted(rest) && { warning: QUOTED }), last: index }
  }
  const end = rest === '' ? undefined : lines.next(rest, index)
  if (end === undefined) {
    const value = lines.between(index, lines.texts.length)
    return { name, value, problem: missingEnd(lines.texts, index, rest), last: lines.texts.length }
  }
  const value = lines.between(index, end)
  return { name, value, ...(value === '' && { problem: EMPTY_VALUE }), last: end }
}

function parseBareName(name: string, env: NodeJS.ProcessEnv): Omit<Entry, 'last'> {
  if (!isSecretName(name)) return { problem: MALFORMED, malformed: true }
  const secret = secretFromEnvironment(name, env)
  if (secret.ok) return secret.value
  return { name, problem: secret.error === 'unset' ? UNSET_VARIABLE : EMPTY_VALUE }
}

function missingEnd(texts: string[], index: number, word: string): string {
  if (word.trim() === '') return 'the word that ends the value is missing after <<'
  const near = texts.findIndex((text, at) => at > index && text.trim() === word.trim())
  return near === -1
    ? 'the line that ends the value is missing'
    : `the line that ends the value is missing: line ${near + 1} has white space before or after the word, which must stand alone`
}

/** The lines of a text without their line breaks. */
interface Lines {
  texts: string[]
  /** The index of the next line with this text after a given line. Calls must ask for increasing lines. */
  next(text: string, after: number): number | undefined
  /** The text between two lines, with its line breaks except the last one. */
  between(start: number, end: number): string
}

function splitLines(text: string): Lines {
  const raw = text.split('\n')
  const endsInCrlf = text.includes('\r\n')
  const texts = raw.map((line, index) =>
    // The last line may have lost its LF when the input was trimmed.
    line.endsWith('\r') && (index < raw.length - 1 || endsInCrlf) ? line.slice(0, -1) : line,
  )
  let places: Map<string, number[]> | undefined

  return {
    texts,
    next(line, after) {
      places ??= placesOf(texts)
      const left = places.get(line) ?? []
      while ((left.at(-1) ?? Number.POSITIVE_INFINITY) <= after) left.pop()
      return left.at(-1)
    },
    between(start, end) {
      if (end - start <= 1) return ''
      return [...raw.slice(start + 1, end - 1), texts[end - 1]].join('\n')
    },
  }
}

/** The indexes of each distinct line, in descending order. */
function placesOf(texts: string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let index = texts.length - 1; index >= 0; index--) {
    const text = texts[index] ?? ''
    const known = places.get(text)
    if (known) known.push(index)
    else places.set(text, [index])
  }
  return places
}

/** The last line of base64 text pasted after `NAME=` would parse as another secret with the value `=`. */
function isPaddingOfBase64(value: string, lineBefore = ''): boolean {
  return value === '=' && /^[A-Za-z0-9+/]{60}$/.test(lineBefore.slice(-60))
}

const isQuoted = (value: string) => value.length > 1 && /^(".*"|'.*')$/s.test(value)

/**
 * `secrets: >` folds all lines into one. A value that contains ` NAME=` may still be valid, so this is a warning. For
 * an upper-case name, lower-case letters before `=` are ignored, because connection strings contain them.
 */
function foldedLines(texts: string[]): LineRemark[] {
  const [only, ...others] = texts.flatMap((text, index) =>
    text.trim() === '' ? [] : [{ text, line: index + 1 }],
  )
  if (!only || others.length > 0) return []
  const [, name = ''] = /^#?\s*([A-Za-z_][A-Za-z0-9_]*)=/.exec(only.text) ?? []
  if (name === '' && !only.text.startsWith('#')) return []
  const next = /[a-z]/.test(name) ? /\s[A-Za-z_][A-Za-z0-9_]*=/ : /\s[A-Z_][A-Z0-9_]*=/
  return next.test(only.text) ? [{ line: only.line, message: FOLDED }] : []
}

/**
 * The number of consecutive bad lines that count as one mistake: after a line `NAME=value` (a pasted key), and
 * elsewhere.
 */
const PASTED = { behindValue: 3, anywhere: 10 }

/** Joins the problems of consecutive lines into one if most of the lines are malformed. */
function joinPasted(problems: LineRemark[], malformed: ReadonlySet<number>, texts: string[]): LineRemark[] {
  const runs: LineRemark[][] = []
  for (const problem of problems) {
    const run = runs.at(-1)
    const before = run?.at(-1)?.line ?? Number.NEGATIVE_INFINITY
    if (run && problem.line - before <= 1) run.push(problem)
    else runs.push([problem])
  }
  return runs.flatMap(run => {
    const [line = 0, to = 0] = [run[0]?.line, run.at(-1)?.line]
    const isBehindValue = /^[A-Za-z_][A-Za-z0-9_]*=/.test(texts[line - 2] ?? '')
    const isLong = to - line + 1 >= (isBehindValue ? PASTED.behindValue : PASTED.anywhere)
    const without = run.filter(problem => malformed.has(problem.line)).length
    return isLong && 2 * without >= run.length ? [{ line, to, message: MALFORMED }] : run
  })
}

/** Joins equal remarks about consecutive lines. */
function joinRuns(remarks: LineRemark[]): LineRemark[] {
  const joined: LineRemark[] = []
  for (const remark of remarks) {
    const before = joined.at(-1)
    if (before?.message === remark.message && remark.line === (before.to ?? before.line) + 1)
      before.to = remark.line
    else joined.push({ ...remark })
  }
  return joined
}
