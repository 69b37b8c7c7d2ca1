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
  /** Undefined if the text cannot be read. Beside other mistakes it is what the rest says. */
  value: unknown
  /** The position of the key or the list item at a path, or of its nearest existing parent. */
  locate(path: Path): Position
  /** The part at a path. It is known beside mistakes, too. */
  partAt(path: Path): Part | undefined
  /** All texts, numbers and booleans that are no keys, as they are written. They are known beside mistakes, too. */
  texts(): string[]
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
export interface Part {
  /** Where its key or the item begins. */
  offset: number
  /** A text, a number or a boolean as it is written, such as `1.10`. */
  source: string | undefined
  /** Whether a mistake in the part itself was refused already. */
  isRefused: boolean
  /** Its own parts by key or index. */
  parts: Map<string, Part>
}

/**
 * Parses one document of YAML 1.2, or JSON. Wrong keys and numbers are looked for only in a text without mistakes of syntax.
 * Refuses one mistake in each line, as others may follow from it.
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
  const isReadable = wrong.size === 0
  const refusePart: RefuseAt = isReadable ? refuseAt : () => {}
  const root = readPart(document.contents, document.contents, refusePart)
  const value = isReadable ? buildValue(document, refuseAt) : undefined

  const partAt = (path: Path): Part | undefined =>
    path.reduce<Part | undefined>(
      (part, step) => part?.parts.get(String(step)),
      root,
    )
  function locate(path: Path): Position {
    const part = partAt(path)
    if (!part) return locate(path.slice(0, -1))
    return lineCounter.linePos(part.offset)
  }
  return {
    value,
    locate,
    partAt,
    texts: () => textsIn(document),
  }
}

function textsIn(document: yaml.Document.Parsed): string[] {
  const texts: string[] = []
  yaml.visit(document, {
    Scalar(key, { value, source }) {
      if (key !== 'key') texts.push(source ?? String(value))
    },
  })
  return texts
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

/** Reads a part of the document with all its parts. Refuses a fault of its key, or a wrong number. */
function readPart(
  begin: unknown,
  value: unknown,
  refuse: RefuseAt,
  fault?: Sentence,
): Part {
  const scalar = yaml.isScalar(value) ? value : undefined
  const isWrong = isInexact(scalar?.value)
  if (fault) refuse(offsetOf(begin), fault)
  if (isWrong) refuse(offsetOf(value), INEXACT)
  return {
    offset: offsetOf(begin),
    source: scalar?.source,
    isRefused: isWrong || fault !== undefined,
    parts: readParts(value, refuse),
  }
}

/** The members of a mapping, or the items of a list. */
function readParts(value: unknown, refuse: RefuseAt): Part['parts'] {
  const parts: Part['parts'] = new Map()
  const items: unknown[] = yaml.isCollection(value) ? value.items : []
  for (const [index, item] of items.entries())
    if (yaml.isPair<Key>(item)) {
      const { key, value: member } = item
      const fault = faultOf(key, parts)
      parts.set(key.value, readPart(key, member, refuse, fault))
    } else parts.set(String(index), readPart(item, item, refuse))
  return parts
}

const INEXACT = say`is a number that JSON cannot carry exactly: change it, or put it in quotes`

type Key = yaml.Scalar<string>

/** Why a key is refused: it is given twice, or it is a merge key. */
function faultOf(key: Key, known: Map<string, Part>): Sentence | undefined {
  if (known.has(key.value)) return say`the key is given twice`
  if (key.value === '<<' && key.type === 'PLAIN')
    return say`has the merge key \`<<\`, which YAML 1.2 does not have: write the members out`
  return undefined
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
