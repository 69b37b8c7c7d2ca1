import * as yaml from 'yaml'
import type * as z from 'zod'
import type { JsonObject } from '../base/json.ts'

/** A mistake in a text, at one of its lines. */
interface Mistake {
  line: number
  message: string
}

/** A text as one document of YAML 1.2 with merges, which includes JSON. */
export interface Document {
  /** What it says, through aliases and with what `<<` merges; undefined if there is a mistake. */
  raw?: unknown
  /** The same, with each number and boolean as the text that is written, such as `1.10`. */
  written?: unknown
  mistakes: Mistake[]
  /** The line of a part, or of its nearest parent. */
  lineOf(path: PropertyKey[]): number
}

/** Takes what is wrong or odd in a document. */
export interface Reader {
  refuse(line: number, message: string): void
  /** Warns of what the document `holds …`. */
  warn(text: string): void
}

const OPTIONS = { merge: true, stringKeys: true, prettyErrors: false }

/** All but null is a text. */
const AS_WRITTEN: yaml.ParseOptions & yaml.SchemaOptions = {
  ...OPTIONS,
  schema: 'failsafe',
  customTags: ['null'],
}

/** Parses a text, and finds the lines of its parts. */
export function parseDocument(text: string): Document {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    ...OPTIONS,
    schema: 'core',
    lineCounter,
  })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  const mistakes = mistakesIn(document, text, lineAt)

  function lineOf(path: PropertyKey[]): number {
    let part: yaml.Pair = new yaml.Pair(null, document.contents)
    for (const name of path) {
      const parts = partsOf(part.value, document)
      const member = parts.find(({ key }) => String(key) === name)
      part = member ?? parts[Number(name)] ?? part
    }
    return lineAt(startOf(part.key ?? part.value))
  }

  if (mistakes.length > 0) return { mistakes, lineOf }
  try {
    const raw: unknown = document.toJS()
    const written: unknown = yaml.parseDocument(text, AS_WRITTEN).toJS()
    return { raw, written, mistakes, lineOf }
  } catch (error) {
    // Too many aliases.
    const message = notYaml((error as Error).message)
    return { mistakes: [{ line: 1, message }], lineOf }
  }
}

const notYaml = (reason: string): string => `is no valid YAML: ${reason}`

const SECOND_DOCUMENT =
  'begins a second document, and only one can be read: remove it, or the line that parts them'

const COMMENT_IN_JSON =
  'has a comment of `//` or `/*`, which would be taken for a key or a text: remove it; a text that looks so needs quotes'

/** From a sign of a comment, at the beginning or behind white space, to the end of the comment. */
const COMMENT = /(?<!\S)(\/\/.*|\/\*[\s\S]*?(\*\/|$))/g

/** All comments in JSON, or else the first mistake: each may be the cause of the others. */
function mistakesIn(
  document: yaml.Document.Parsed,
  text: string,
  lineAt: (offset: number) => number,
): Mistake[] {
  const found: Mistake[] = []
  const add = (offset: number, message: string) =>
    found.push({ line: lineAt(offset), message })

  for (const error of document.errors) {
    const [offset] = error.pos
    const rest = text.slice(offset)
    const isBehind = offset >= document.range[1] && /^[[{]/.test(rest)
    if (/^\/[/*]/.test(rest)) add(offset, COMMENT_IN_JSON)
    else if (isBehind || error.code === 'MULTIPLE_DOCS')
      add(offset, SECOND_DOCUMENT)
    else add(offset, notYaml(error.message))
  }
  yaml.visit(document, {
    // The package would not say where the next two are.
    Alias(_, alias, parents) {
      const target = alias.resolve(document)
      if (!target || parents.includes(target))
        add(
          startOf(alias),
          'has an alias without an anchor that ends before it',
        )
    },
    Pair(_, pair) {
      const isMap = (node: unknown) => yaml.isMap(resolved(node, document))
      if (isMerge(pair) && !mergedBy(pair, document).every(isMap))
        add(startOf(pair.key), 'has a `<<` that brings no mapping')
    },
    // Within brackets, or before them, YAML takes comments for texts without quotes.
    Scalar(_, scalar, parents) {
      const start = startOf(scalar)
      const written = text.slice(start, scalar.range?.[1])
      const isInJson =
        parents.some(parent => 'flow' in parent && parent.flow) ||
        (start === startOf(document.contents) && /[[{]/.test(written))
      if (scalar.type === 'PLAIN' && isInJson)
        for (const { index } of written.matchAll(COMMENT))
          add(start + index, COMMENT_IN_JSON)
    },
  })
  const comments = found.filter(({ message }) => message === COMMENT_IN_JSON)
  return comments.length > 0 ? comments : found.slice(0, 1)
}

/** Where a node begins. */
const startOf = (node: unknown): number =>
  (node as yaml.ParsedNode | null)?.range[0] ?? 0

/** A node, or what an alias names. */
const resolved = (node: unknown, document: yaml.Document): unknown =>
  yaml.isAlias(node) ? node.resolve(document) : node

/** Whether a member is a `<<` without quotes. */
const isMerge = ({ key }: yaml.Pair): boolean =>
  yaml.isScalar(key) && key.type === 'PLAIN' && key.value === '<<'

/** What a `<<` brings: a mapping, or each of a list. */
function mergedBy({ value }: yaml.Pair, document: yaml.Document): unknown[] {
  const node = resolved(value, document)
  return yaml.isSeq(node) ? node.items : [node]
}

/** The members of a mapping, or the items of a list, without keys. Members that `<<` brings come last: the first of a name counts. */
function partsOf(node: unknown, document: yaml.Document): yaml.Pair[] {
  const whole = resolved(node, document)
  if (yaml.isSeq(whole))
    return whole.items.map(item => new yaml.Pair(null, item))
  if (!yaml.isMap(whole)) return []
  const merged = whole.items
    .filter(isMerge)
    .flatMap(pair => mergedBy(pair, document))
    .flatMap(source => partsOf(source, document))
  return [...whole.items, ...merged]
}

/**
 * What a document says, if it fits a shape. Warns of keys that the shape does not have, which stay in it, and of numbers that
 * are sent otherwise than a person reads them.
 *
 * @param shape strict: its unknown keys are told apart from mistakes
 * @returns undefined if there is a mistake
 */
export function checkDocument<T>(
  document: Document,
  shape: z.ZodType<T>,
  { refuse, warn }: Reader,
): T | undefined {
  const { raw, mistakes, lineOf } = document
  for (const { line, message } of mistakes) refuse(line, message)
  if (mistakes.length > 0) return undefined
  const issues = issuesOf(shape, raw)
  const wrong = issues.filter(issue => !('keys' in issue))
  for (const { path, message } of wrong)
    refuse(lineOf(path), [...path, message].join(': '))

  const unknown = issues.flatMap(issue =>
    'keys' in issue
      ? issue.keys.map(key => placeOf([...issue.path, key], document))
      : [],
  )
  if (unknown.length > 0)
    warn(
      `holds keys that the interface does not have: ${unknown.join(', ')}. If they belong to the create request, they are sent as they are`,
    )
  if (wrong.length > 0) return undefined
  const misread = misreadIn(document, shape)
  if (misread.length > 0)
    warn(
      `holds numbers that are sent otherwise than they are written: ${misread.join(', ')}`,
    )
  return raw as T
}

const issuesOf = (shape: z.ZodType, value: unknown) =>
  shape.safeParse(value).error?.issues ?? []

const placeOf = (path: PropertyKey[], { lineOf }: Document): string =>
  `${path.join('.')} (line ${lineOf(path)})`

/** A number of a document. */
interface Numeral {
  path: string[]
  number: number
  /** As it is written. */
  source: string
}

/** The numbers that are sent otherwise than a person reads them, in words. */
function misreadIn(document: Document, shape: z.ZodType): string[] {
  const { raw, written } = document
  const noTexts = issuesOf(shape, written).map(({ path }) => `${path}`)
  return numbersIn(raw, written)
    .filter(isMisread)
    .map(({ path, number, source }) => {
      const sent = `${placeOf(path, document)}: ${source} as ${JSON.stringify(number)}`
      if (noTexts.includes(`${path}`)) return sent
      // A mode of a file is a number all the same.
      const isMode = /mode,0[0-7]+$/i.test(`${path},${source}`)
      const octal = source.replace(/^0+/, '0o')
      return `${sent} (${isMode ? `a mode is \`${octal}\`` : 'quotes keep it'})`
    })
}

function numbersIn(
  value: unknown,
  written: unknown,
  path: string[] = [],
): Numeral[] {
  if (typeof value === 'number')
    return [{ path, number: value, source: String(written) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    numbersIn(part, (written as JsonObject)[key], [...path, key]),
  )
}

/** Whether a number is sent otherwise than a person reads it. Labels and annotations are texts: any other spelling is another text. */
function isMisread({ path, number, source }: Numeral): boolean {
  const sent = JSON.stringify(number)
  if (/(^|,)(labels|annotations),/.test(`${path}`)) return source !== sent
  const decimal = /^0[ox]/.test(source) ? String(BigInt(source)) : source
  const isOdd = /^[-+]?0\d|e|[.](inf|nan)/i.test(decimal)
  return isOdd || digitsOf(decimal) !== digitsOf(sent)
}

/** The digits of a decimal number, without zeros around them and without an exponent. */
const digitsOf = (decimal: string): string =>
  decimal.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '')
