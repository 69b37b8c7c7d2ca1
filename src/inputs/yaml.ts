import * as yaml from 'yaml'
import { isWalkable, type Path, valueAt } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'

/** A position in a text, both counted from 1. */
export interface Position {
  line: number
  col: number
}

/** A text that was parsed as one document of YAML 1.2, which includes JSON. */
export interface ParsedDocument {
  /** Undefined if there are mistakes. */
  value: unknown
  /** The position of the key or the list item at a path, or of its nearest existing parent. */
  locate(path: Path): Position
  /** A text, a number or a boolean as it is written, such as `1.10`. It is known beside mistakes, too. */
  written(path: Path): string | undefined
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

const TOO_DEEP = say`is nested too deeply`

/** Writes down a mistake at an offset of the text. Only the values of its message may quote the text. */
type RefuseAt = (offset: number, message: Sentence) => void

/** The whole document, a member of a mapping or an item of a list. */
interface Part {
  /** Where its key or the item begins. */
  offset: number
  /** A text, a number or a boolean as it is written. */
  source: string | undefined
  /** Its own parts by key or index. */
  parts: Map<string, Part>
}

/**
 * Parses one document of YAML 1.2, or JSON. Mistakes of a later kind are looked for only where there is no earlier one:
 * those of syntax, wrong keys and numbers, and values that cannot be built. Refuses one in each line, as others may follow
 * from it.
 */
export function parseDocument(
  text: string,
  refuse: (at: Position, message: Sentence) => void,
): ParsedDocument {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter })
  const wrong = new Set<number>()
  function refuseAt(offset: number, message: Sentence): void {
    const at = lineCounter.linePos(offset)
    if (!wrong.has(at.line)) refuse(at, message)
    wrong.add(at.line)
  }

  refuseSyntax(document, text, refuseAt)
  const refusePart: RefuseAt = wrong.size === 0 ? refuseAt : () => {}
  const root = readPart(document.contents, document.contents, refusePart)
  const value = wrong.size === 0 ? buildValue(document, refuseAt) : undefined

  const find = (path: Path): Part | undefined =>
    path.reduce<Part | undefined>(
      (part, step) => part?.parts.get(String(step)),
      root,
    )
  function locate(path: Path): Position {
    const part = find(path)
    if (!part) return locate(path.slice(0, -1))
    return lineCounter.linePos(part.offset)
  }
  const written = (path: Path) => find(path)?.source
  return { value, locate, written }
}

/** Refuses what the parser finds, and a directive for YAML 1.1, which it follows. */
function refuseSyntax(
  { errors, warnings, directives }: yaml.Document.Parsed,
  text: string,
  refuse: RefuseAt,
): void {
  for (const { code, message, pos } of [...errors, ...warnings]) {
    const isTooDeep = code === 'RESOURCE_EXHAUSTION'
    // Without what the parser quotes after a colon, and its advice to programmers.
    const words = inWordsOfParser(message.replace(/(?<=\S)[:;] .*/s, ''))
    refuse(pos[0], isTooDeep ? TOO_DEEP : words)
  }
  if (directives.yaml.version === '1.1')
    refuse(
      text.search(/^%YAML/m),
      say`must be YAML 1.2: remove the directive for another version`,
    )
}

const inWordsOfParser = (message: string): Sentence =>
  say`cannot be read as YAML 1.2 or JSON: ${message}`

/** Reads a part of the document with all its parts. Refuses wrong keys and numbers. */
function readPart(begin: unknown, value: unknown, refuse: RefuseAt): Part {
  const parts = new Map<string, Part>()
  const items: unknown[] = yaml.isCollection(value) ? value.items : []
  for (const [index, item] of items.entries())
    if (yaml.isPair<Key>(item)) {
      refuseKey(item.key, parts, refuse)
      parts.set(item.key.value, readPart(item.key, item.value, refuse))
    } else parts.set(String(index), readPart(item, item, refuse))

  const scalar = yaml.isScalar(value) ? value : undefined
  if (isInexact(scalar?.value))
    refuse(
      offsetOf(value),
      say`is a number that JSON cannot carry exactly: change it, or put it in quotes`,
    )
  return { offset: offsetOf(begin), source: scalar?.source, parts }
}

type Key = yaml.Scalar<string>

/** Refuses a key that is given twice, and a merge key. */
function refuseKey(key: Key, known: Map<string, Part>, refuse: RefuseAt): void {
  const offset = offsetOf(key)
  if (known.has(key.value)) refuse(offset, say`the key is given twice`)
  if (key.value === '<<' && key.type === 'PLAIN')
    refuse(
      offset,
      say`has the merge key \`<<\`, which YAML 1.2 does not have: write the members out`,
    )
}

/** Whether JSON cannot carry a number, or loses digits of it. */
const isInexact = (value: unknown): boolean =>
  typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/** Where a node of the parser begins. An empty document has none. */
const offsetOf = (node: unknown): number =>
  Number(valueAt(node, ['range', 0]) ?? 0)

/** The value of a document; undefined if it cannot be built. */
function buildValue(document: yaml.Document, refuse: RefuseAt): unknown {
  try {
    const value: unknown = document.toJS()
    if (isWalkable(value)) return value
    refuse(0, TOO_DEEP)
  } catch (error) {
    // An alias of nothing, or more aliases than the parser allows, as they multiply the text.
    if (!(error instanceof ReferenceError)) throw error
    refuse(0, inWordsOfParser(error.message))
  }
  return undefined
}
