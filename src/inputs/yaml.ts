import * as yaml from 'yaml'
import type * as z from 'zod/mini'
import { isShallow, type JsonObject } from '../base/json.ts'

/** A mistake in a text, at one of its lines. */
interface Mistake {
  line: number
  message: string
}

/** A text parsed as one document of YAML 1.2, with `<<` merges. JSON is YAML, too. */
export interface Document {
  /** The value, with aliases and `<<` merges resolved; undefined if there is a mistake. */
  raw?: unknown
  /** The same value, but each number and boolean is a text as it is written, such as `1.10`. */
  written?: unknown
  mistakes: Mistake[]
  /** The line of a part. What an alias or `<<` brings has that of the mapping into which it brings it. */
  lineOf(path: PropertyKey[]): number
}

/** Takes the mistakes and warnings about a document. */
export interface Reader {
  refuse(line: number, message: string): void
  /** The text follows the name of the document, such as `holds keys …`. */
  warn(text: string): void
}

const OPTIONS = { merge: true, stringKeys: true, prettyErrors: false }

/** Every scalar but null is read as a text. */
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
  const end = text.trimEnd().length
  // What is not closed is missed at the end of the text, behind its last line.
  const lineAt = (offset: number) => lineCounter.linePos(Math.min(offset, end)).line

  function lineOf(path: PropertyKey[]): number {
    let part: yaml.Pair = new yaml.Pair(null, document.contents)
    for (const name of path) {
      const parts = partsOf(part.value)
      part = parts.find(pair => String(pair.key) === name) ?? parts[Number(name)] ?? part
    }
    return lineAt(startOf(part.key ?? part.value))
  }

  const mistakes = mistakesIn(document, text, lineAt)
  if (mistakes.length > 0) return { mistakes, lineOf }
  return {
    raw: document.toJS(),
    written: yaml.parseDocument(text, AS_WRITTEN).toJS(),
    mistakes,
    lineOf,
  }
}

/** A comment of `//` or `/*` at the beginning or after white space, up to its end. `https://host` has none. */
const COMMENT = /(?<!\S)(\/\/.*|\/\*[\s\S]*?(\*\/|$))/g

/** Messages of the package about a second document. It has one of its own for brackets after the end of the first document. */
const NEXT_DOCUMENT = /parseAllDocuments|flow-(map|seq)-start at node end/

/** All comments in JSON, or else only the first mistake, as it may cause the others. */
function mistakesIn(
  document: yaml.Document.Parsed,
  text: string,
  lineAt: (offset: number) => number,
): Mistake[] {
  const comments = commentsIn(document, text)
  if (comments.length > 0)
    return [...new Set(comments)].map(offset => ({
      line: lineAt(offset),
      message:
        'has a comment of `//` or `/*`, which would be taken for a key or a text: remove it; a text that looks so needs quotes',
    }))
  const errors = document.errors.map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: NEXT_DOCUMENT.test(message)
      ? 'begins a second document, and only one can be read: remove it, or the line that parts them'
      : `is no valid YAML: ${message}`,
  }))
  return [...errors, ...unreadableIn(document, lineAt)].slice(0, 1)
}

/** The offsets of comments in JSON. To YAML, such a comment is an error, or, within or before brackets, a text without quotes. */
function commentsIn(document: yaml.Document.Parsed, text: string): number[] {
  const comments = document.errors
    .map(({ pos }) => pos[0])
    .filter(offset => /^\/[/*]/.test(text.slice(offset)))
  yaml.visit(document, {
    Scalar(_, scalar, parents) {
      const start = startOf(scalar)
      const written = text.slice(start, scalar.range?.[1])
      const isInJson =
        parents.some(parent => 'flow' in parent && parent.flow) ||
        (start === startOf(document.contents) && /[[{]/.test(written))
      if (scalar.type === 'PLAIN' && isInJson)
        for (const { index } of written.matchAll(COMMENT)) comments.push(start + index)
    },
  })
  return comments
}

/** Fewer than are read in an answer, which has the document some levels further down. */
const MOST_LEVELS = 90

/** Finds wrong aliases and merges, or too many of them. The package does not say where they are, so this tries each node. */
function unreadableIn(
  document: yaml.Document.Parsed,
  lineAt: (offset: number) => number,
): Mistake[] {
  const unreadable: Mistake[] = []
  yaml.visit(document, {
    Node(_, node) {
      try {
        // An alias within its own anchor has no end.
        if (!isShallow(node.toJS(document), MOST_LEVELS)) throw new Error('it is nested too deep')
      } catch (error) {
        // Parents are visited first, so the last node that fails is the innermost. It goes to the front.
        unreadable.unshift({
          line: lineAt(startOf(node)),
          message: `is no valid YAML: ${(error as Error).message}`,
        })
      }
    },
  })
  return unreadable
}

/** Where a node begins. */
const startOf = (node: unknown): number => (node as yaml.ParsedNode | null)?.range[0] ?? 0

/** The members of a mapping, or the items of a list, which have no key. */
const partsOf = (node: unknown): yaml.Pair[] =>
  yaml.isCollection(node)
    ? node.items.map(item => (yaml.isPair(item) ? item : new yaml.Pair(null, item)))
    : []

/**
 * Returns the value of a document if it fits a shape. Warns of unknown keys, which stay in the value, and of numbers that are sent
 * differently from how a person reads them.
 *
 * @param shape must be strict, so that it reports unknown keys; they are no mistakes
 * @returns undefined if there is a mistake
 */
export function checkDocument<T>(
  document: Document,
  shape: z.ZodMiniType<T>,
  { refuse, warn }: Reader,
): T | undefined {
  for (const mistake of document.mistakes) refuse(mistake.line, mistake.message)
  if (document.mistakes.length > 0) return undefined
  const unknown: string[] = []
  let isWrong = false
  for (const issue of issuesOf(shape, document.raw)) {
    const { path, message } = issue
    if ('keys' in issue) {
      for (const key of issue.keys) unknown.push(placeOf([...path, key], document))
    } else {
      isWrong = true
      refuse(document.lineOf(path), [...path, message].join(': '))
    }
  }

  if (unknown.length > 0)
    warn(
      `holds keys that the interface does not have: ${unknown.join(', ')}. If they belong to a create request, they are sent, and the service may refuse or ignore a misspelt one: correct it in a new run, with another \`name\` if a deployment was created. A rerun changes nothing`,
    )
  if (isWrong) return undefined
  const misread = misreadIn(document, shape)
  if (misread.length > 0)
    warn(`holds numbers that are sent otherwise than they are written: ${misread.join(', ')}`)
  return document.raw as T
}

const issuesOf = (shape: z.ZodMiniType, value: unknown) =>
  shape.safeParse(value).error?.issues ?? []

const placeOf = (path: PropertyKey[], document: Document): string =>
  `${path.join('.')} (line ${document.lineOf(path)})`

/** Describes each number that is sent differently from how a person reads it: `env.VERSION (line 3): 1.10 as 1.1`. */
function misreadIn(document: Document, shape: z.ZodMiniType): string[] {
  // The places where the shape allows no text, so that quotes do not help.
  const noTexts = issuesOf(shape, document.written).map(issue => `${issue.path}`)
  const found: string[] = []

  function look(value: unknown, source: unknown, path: string[]): void {
    if (typeof value === 'number' && isMisread(value, `${source}`, path)) {
      found.push(
        `${placeOf(path, document)}: ${source} as ${JSON.stringify(value)}${noTexts.includes(`${path}`) ? '' : hintFor(`${source}`, path)}`,
      )
    }
    if (value instanceof Object)
      for (const [key, part] of Object.entries(value))
        look(part, (source as JsonObject)[key], [...path, key])
  }

  look(document.raw, document.written, [])
  return found
}

/** A hint how to keep a number as it is written: by quotes, or by `0o` for the mode of a file, which must stay a number. */
function hintFor(source: string, path: string[]): string {
  return /mode,0[0-7]+$/i.test(`${path},${source}`)
    ? ` (a mode is \`${source.replace(/^0+/, '0o')}\`)`
    : ' (quotes keep it)'
}

/** Whether a number is sent differently from how a person reads it. In labels and annotations, texts, any new spelling counts. */
function isMisread(value: number, source: string, path: string[]): boolean {
  const sent = JSON.stringify(value)
  if (/(^|,)(labels|annotations),/.test(`${path}`)) return source !== sent
  const decimal = /^0[ox]/.test(source) ? String(BigInt(source)) : source
  return /^[-+]?0\d|e|[.](inf|nan)/i.test(decimal) || digitsOf(decimal) !== digitsOf(sent)
}

/** The digits of a decimal number, without zeros around them and without an exponent. */
const digitsOf = (decimal: string): string => decimal.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '')
