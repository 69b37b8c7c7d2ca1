import * as yaml from 'yaml'
import { isWalkable, type Path } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'

/** A position in a text, both counted from 1. */
export interface Position {
  line: number
  col: number
}

/** Writes down a mistake in a text. Only the values of its message may quote the text. */
type Refuse = (at: Position, message: Sentence) => void

/** A text that was parsed as one document of YAML 1.2, which includes JSON. */
export interface ParsedDocument {
  /** Undefined if the text has a mistake. */
  value: unknown
  /** The text of a member of the whole mapping, known despite mistakes elsewhere; undefined if it is no text. */
  textAt(key: string): string | undefined
  /** The position of the key or the list item at a path, or of its nearest existing parent. */
  locate(path: Path): Position
  /** A number or a boolean as the text has it, such as `1.10`. */
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

const DIRECTIVE = say`must be YAML 1.2: remove the directive for another version`
const INEXACT = say`is a number that JSON cannot carry exactly: change it, or put it in quotes`
const TWICE = say`the key is given twice`
const MERGE_KEY = say`has the merge key \`<<\`, which YAML 1.2 does not have: write the members out`
const TOO_DEEP = say`is nested too deeply`

interface Mistake {
  offset: number
  message: Sentence
}

/** The whole document, a member of a mapping or an item of a list, which is both its key and its value. */
interface Part {
  key: unknown
  value: unknown
}

/** The parts of each mapping and list, by key or index. */
type Parts = Map<unknown, Map<string, Part>>

/** Parses one document of YAML 1.2, or JSON. Refuses one mistake in each line, as others may follow from it. */
export function parseDocument(text: string, refuse: Refuse): ParsedDocument {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter })
  const parts: Parts = new Map()
  const { value, mistakes } = readWhole(document, text, parts)

  const lines = new Set<number>()
  for (const { offset, message } of mistakes) {
    const at = lineCounter.linePos(offset)
    if (!lines.has(at.line)) refuse(at, message)
    lines.add(at.line)
  }

  function find(path: Path): Part | undefined {
    const root = document.contents
    let part: Part | undefined = { key: root, value: root }
    for (const step of path) part = parts.get(part?.value)?.get(String(step))
    return part
  }
  function locate(path: Path): Position {
    const part = find(path)
    if (!part) return locate(path.slice(0, -1))
    return lineCounter.linePos(startOf(part.key))
  }
  return {
    value,
    textAt(key) {
      const member: unknown = document.get(key)
      return typeof member === 'string' ? member : undefined
    },
    locate,
    written(path) {
      const node = find(path)?.value
      return yaml.isScalar(node) ? node.source : undefined
    },
  }
}

/** The value of a document, or its mistakes. Mistakes of a later kind are looked for only where there is no earlier one. */
function readWhole(
  document: yaml.Document.Parsed,
  text: string,
  parts: Parts,
): { value?: unknown; mistakes: Mistake[] } {
  const ofSyntax = syntaxMistakes(document, text)
  if (ofSyntax.length > 0) return { mistakes: ofSyntax }
  const ofNodes = nodeMistakes(document, parts)
  if (ofNodes.length > 0) return { mistakes: ofNodes }

  const refused = (message: Sentence) => ({
    mistakes: [{ offset: 0, message }],
  })
  try {
    const value: unknown = document.toJS()
    return isWalkable(value) ? { value, mistakes: [] } : refused(TOO_DEEP)
  } catch (error) {
    // An alias of nothing, or more aliases than the parser allows, as they multiply the text.
    if (!(error instanceof ReferenceError)) throw error
    return refused(inWordsOfParser(error.message))
  }
}

/** A mistake in the parser's words. */
const inWordsOfParser = (message: string): Sentence =>
  say`cannot be read as YAML 1.2 or JSON: ${message}`

function messageOf({ code, message }: yaml.YAMLError): Sentence {
  if (code === 'RESOURCE_EXHAUSTION') return TOO_DEEP
  // Without what it quotes after a colon, and its advice to programmers.
  return inWordsOfParser(message.replace(/(?<=\S)[:;] .*/s, ''))
}

/** What the parser finds, and a directive for YAML 1.1, which it follows. */
function syntaxMistakes(
  { errors, warnings, directives }: yaml.Document.Parsed,
  text: string,
): Mistake[] {
  const mistakes = [...errors, ...warnings].map(error => ({
    offset: error.pos[0],
    message: messageOf(error),
  }))
  if (directives.yaml.version === '1.1')
    mistakes.push({ offset: text.search(/^%YAML/m), message: DIRECTIVE })
  return mistakes
}

/** Wrong keys and numbers. Also writes down the parts of each mapping and list. */
function nodeMistakes(document: yaml.Document, parts: Parts): Mistake[] {
  const mistakes: Mistake[] = []
  const refuse = (node: unknown, message: Sentence) =>
    mistakes.push({ offset: startOf(node), message })

  yaml.visit(document, {
    Scalar(_, node) {
      const { value } = node
      if (typeof value === 'number' && !(Math.abs(value) <= LARGEST))
        refuse(node, INEXACT)
    },
    Seq(_, node) {
      const own = new Map<string, Part>()
      for (const [index, item] of node.items.entries())
        own.set(String(index), { key: item, value: item })
      parts.set(node, own)
    },
    Map(_, node) {
      const own = new Map<string, Part>()
      for (const pair of node.items) {
        const key = pair.key as yaml.Scalar<string>
        if (own.has(key.value)) refuse(key, TWICE)
        if (key.value === '<<' && key.type === 'PLAIN') refuse(key, MERGE_KEY)
        own.set(key.value, pair)
      }
      parts.set(node, own)
    },
  })
  return mistakes
}

/** Beyond it JSON loses digits. */
const LARGEST = Number.MAX_SAFE_INTEGER

const startOf = (node: unknown): number =>
  (yaml.isNode(node) && node.range?.[0]) || 0
