import * as yaml from 'yaml'
import { isWalkable, type Path } from '../lib/json.ts'

/** A position in a text, both counted from 1. */
export interface Position {
  line: number
  col: number
}

/** YAML 1.2 with every key as text, as in JSON. The parser's own check for duplicate keys takes quadratic time. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  // At its default log level the parser prints parts of the text.
  logLevel: 'error',
} as const

const DIRECTIVE = 'must be YAML 1.2: remove the directive for another version'
const UNCLOSED = 'opens a quote or a bracket that is not closed'
const INEXACT =
  'is a number that JSON cannot carry exactly: change it, or put it in quotes'
const MERGE_KEY =
  'has the merge key `<<`, which YAML 1.2 does not have: write the members out'

/** The mistakes by the error code of the parser, whose own messages may quote the text. */
const SYNTAX: Record<string, string> = {
  BAD_DIRECTIVE: DIRECTIVE,
  BAD_INDENT: 'is not indented like the lines that belong to the same mapping',
  BAD_SCALAR_START:
    'begins a value with a character that needs quotes around the value',
  BLOCK_AS_IMPLICIT_KEY:
    'has a second `: ` in one line: put a value with `: ` in quotes',
  MISSING_CHAR: 'lacks a quote, a comma, a bracket, a brace or a `:`',
  MULTILINE_IMPLICIT_KEY:
    'is indented too far, or the line before lacks the space after its `:`',
  NON_STRING_KEY: 'a key must be text; put a value such as {{ … }} in quotes',
  TAB_AS_INDENT: 'is indented by a tab; YAML is indented by spaces',
  TAG_RESOLVE_FAILED:
    'uses a tag that JSON cannot represent, or that does not fit its value: leave it out',
  UNEXPECTED_TOKEN:
    'has text where YAML and JSON allow none: look for a missing quote, comma or line break',
}

/** A mistake at an offset of the text, which its message does not quote. */
type Mistake = [offset: number, message: string]

/** Parses one document of YAML 1.2, or JSON. */
export function parseDocument(text: string) {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter })
  /** The pairs of each mapping by key. */
  const members = new Map<unknown, Map<unknown, yaml.Pair>>()
  const mistakes = [...syntaxMistakes(document, text)]
  if (mistakes.length === 0) mistakes.push(...nodeMistakes(document, members))
  const { value, tooMuch } = mistakes.length === 0 ? readValue(document) : {}
  if (tooMuch !== undefined) mistakes.push([0, tooMuch])
  function at(offset: number): Position {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), col: Math.max(col, 1) }
  }
  /** The key and the value at a path, or at its nearest existing parent. An item of a list is both. */
  function find(path: Path) {
    let found: { key: unknown; value?: unknown } = {
      key: document.contents,
      value: document.contents,
    }
    for (const step of path) {
      const item = yaml.isSeq(found.value)
        ? found.value.items[Number(step)]
        : undefined
      const next =
        item === undefined
          ? members.get(found.value)?.get(step)
          : { key: item, value: item }
      if (!next) return found
      found = next
    }
    return found
  }
  const placed = mistakes.map(([offset, message]) => ({
    ...at(offset),
    message,
  }))
  return {
    /** Undefined if there are faults. */
    value,
    /** The mistakes, at most one for each line. */
    faults: [...Map.groupBy(placed, ({ line }) => line).values()].flatMap(
      ([first]) => first ?? [],
    ),
    /** The text of a member of the whole mapping, known despite mistakes elsewhere; undefined if it is no text. */
    textAt(key: string): string | undefined {
      const value = yaml.isMap(document.contents)
        ? document.contents.get(key)
        : undefined
      return typeof value === 'string' ? value : undefined
    },
    /** The position of the key or the list item at a path, or of its nearest existing parent. */
    locate: (path: Path): Position => at(startOf(find(path).key)),
    /** A number or a boolean as the text has it, such as `1.10`. */
    written(path: Path): string | undefined {
      const { value } = find(path)
      return yaml.isScalar(value) ? value.source : undefined
    },
  }
}

/** What the parser finds, in our words, and what it lets pass. */
function* syntaxMistakes(
  document: yaml.Document.Parsed,
  text: string,
): Generator<Mistake> {
  const { errors, warnings, directives } = document
  const openings =
    errors.length > 0 ? openingsIn(document, text) : new Map<number, number>()
  for (const [index, { code, pos }] of [...errors, ...warnings].entries()) {
    // A line that is indented too far is two errors; only the second has its place.
    if (
      code === 'BLOCK_AS_IMPLICIT_KEY' &&
      errors[index + 1]?.code === 'MULTILINE_IMPLICIT_KEY'
    )
      continue
    const offset = code === 'MULTILINE_IMPLICIT_KEY' ? pos[1] : pos[0]
    const opening = /MISSING_CHAR|BAD_INDENT|MULTILINE/.test(code)
      ? openings.get(offset)
      : undefined
    if (opening !== undefined) yield [opening, UNCLOSED]
    else yield [offset, SYNTAX[code] ?? 'cannot be parsed as YAML or JSON']
  }
  if (directives?.yaml.version === '1.1')
    yield [Math.max(0, text.search(/^%YAML/m)), DIRECTIVE]
}

/** Wrong keys, numbers and aliases. Also writes down the members of each mapping. */
function nodeMistakes(
  document: yaml.Document,
  members: Map<unknown, Map<unknown, yaml.Pair>>,
): Mistake[] {
  const mistakes: Mistake[] = []
  const anchors = new Set<string>()
  yaml.visit(document, {
    Alias(_, node) {
      if (!anchors.has(node.source))
        mistakes.push([
          startOf(node),
          'is an alias of an anchor that is not defined before it',
        ])
    },
    Node(_, node) {
      if (node.anchor) anchors.add(node.anchor)
      const number =
        yaml.isScalar(node) && typeof node.value === 'number' ? node.value : 0
      if (!(Math.abs(number) <= Number.MAX_SAFE_INTEGER))
        mistakes.push([startOf(node), INEXACT])
      if (!yaml.isMap(node)) return
      const own = new Map<unknown, yaml.Pair>()
      members.set(node, own)
      for (const pair of node.items) {
        const { value, type } = pair.key as yaml.Scalar
        if (own.has(value))
          mistakes.push([startOf(pair.key), 'the key is given twice'])
        if (value === '<<' && type === 'PLAIN')
          mistakes.push([startOf(pair.key), MERGE_KEY])
        own.set(value, pair)
      }
    },
  })
  return mistakes
}

function readValue(document: yaml.Document): {
  value?: unknown
  tooMuch?: string
} {
  try {
    const value: unknown = document.toJS()
    return isWalkable(value) ? { value } : { tooMuch: 'is nested too deeply' }
  } catch (error) {
    // The parser's limit for aliases, which multiply the text.
    if (!(error instanceof ReferenceError)) throw error
    return {
      tooMuch:
        'uses too many aliases, or aliases of aliases: write the values out',
    }
  }
}

const CLOSING: Record<string, string> = { '[': ']', '{': '}' }

/** Where a quote or a bracket opens, by the end of its text. Of several, the innermost one that is not closed wins. */
function openingsIn(
  document: yaml.Document,
  text: string,
): Map<number, number> {
  const openings = new Map<number, number>()
  yaml.visit(document, {
    Node(_, node) {
      const [start, end] = node.range ?? [0, 0]
      const sign = text.charAt(start)
      const isBlock = yaml.isCollection(node) && !node.flow
      if (isBlock || !/["'[{]/.test(sign)) return
      const isClosed =
        end - start > 1 && text[end - 1] === (CLOSING[sign] ?? sign)
      if (!isClosed || !openings.has(end)) openings.set(end, start)
    },
  })
  return openings
}

const startOf = (node: unknown): number =>
  (yaml.isNode(node) && node.range?.[0]) || 0
