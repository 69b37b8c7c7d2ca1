import * as yaml from 'yaml'
import { isWalkable, type Path } from '../lib/json.ts'

/** A position in a text, both counted from 1. */
export interface Position {
  line: number
  col: number
}

/** Further mistakes of a document are only counted. */
export const MOST_PROBLEMS = 100

/** A parsed YAML or JSON text that can find the position of each part. */
export interface ParsedDocument {
  /** Undefined if there are faults. */
  value: unknown
  /** What is wrong, at most once for each line. The messages do not quote the text. */
  faults: (Position & { message: string })[]
  /** The position of a value or of its key, or of its nearest existing parent. */
  locate(path: Path, part?: 'key' | 'value'): Position
  /** A number or a boolean as the text has it, such as `1.10`. */
  written(path: Path): string | undefined
}

/**
 * The core schema of YAML 1.2, in which every key is text, as in JSON. The parser's own check for duplicate keys takes
 * quadratic time, so {@link findFaults} does it.
 */
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

/** What is wrong, by the error code of the parser, whose own messages may quote the text. */
const SYNTAX: Record<string, string> = {
  BAD_DIRECTIVE: 'must be YAML 1.2, without a directive for another version',
  BAD_DQ_ESCAPE: 'has a backslash in double quotes that begins no escape: use single quotes',
  BAD_INDENT: 'is not indented like the lines that belong to the same mapping',
  BAD_SCALAR_START: 'begins a value with a character that needs quotes around the value',
  BLOCK_AS_IMPLICIT_KEY: 'has a second `: ` in one line: put a value with `: ` in quotes',
  MISSING_CHAR: 'lacks a quote, a comma, a bracket, a brace or a `:`',
  MULTILINE_IMPLICIT_KEY:
    'is indented further than the line before allows, or that line lacks the space after its `:`',
  MULTIPLE_DOCS: 'must hold one document',
  NON_STRING_KEY:
    'a key must be text, not a list, a mapping or an alias; put a value such as {{ … }} in quotes',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
  TAB_AS_INDENT: 'is indented by a tab; YAML is indented by spaces',
  TAG_RESOLVE_FAILED:
    'uses a tag that JSON cannot represent, or that does not fit its value: leave the tag out',
  UNEXPECTED_TOKEN: 'has text where YAML and JSON allow none: look for a missing quote, comma or line break',
}

/** Parses one document of YAML 1.2, or JSON. */
export function parseDocument(text: string): ParsedDocument {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter: lines })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), col: Math.max(col, 1) }
  }
  const faults = new Map<number, Position & { message: string }>()
  const add = (offset: number, message: string) => {
    const position = at(offset)
    if (!faults.has(position.line)) faults.set(position.line, { ...position, message })
  }
  const { errors, warnings } = document
  for (const [index, { code, message, pos }] of [...errors, ...warnings].entries()) {
    // A line that is indented too far is two errors of the parser; only the second has its place.
    if (code === 'BLOCK_AS_IMPLICIT_KEY' && errors[index + 1]?.code === 'MULTILINE_IMPLICIT_KEY') continue
    const offset = code === 'MULTILINE_IMPLICIT_KEY' ? pos[1] : pos[0]
    const isOpen = /^Flow (map|sequence) /.test(message)
    const what = isOpen ? 'lacks the end of a bracket or a brace before it' : SYNTAX[code]
    add(offset, what ?? 'cannot be parsed as YAML or JSON')
  }
  if (document.directives?.yaml.version === '1.1') {
    const message = 'must be YAML 1.2: remove `%YAML 1.1`, by which `010` is the number 8 and `yes` is true'
    add(Math.max(0, text.search(/^%YAML/m)), message)
  }
  if (faults.size === 0) findFaults(document, add)
  const value = faults.size === 0 ? toValue(document, add) : undefined
  return {
    value,
    faults: [...faults.values()],
    locate: (path, part = 'value') => at(offsetOf(document, path, part)),
    written(path) {
      const node = document.getIn(path, true)
      return yaml.isScalar(node) ? node.source : undefined
    },
  }
}

const startOf = (node: unknown): number | undefined => (yaml.isNode(node) ? node.range?.[0] : undefined)

/** The most characters that a document may have when every alias repeats the whole of it. */
const MOST_CHARACTERS = 4 * 1024 * 1024

const TOO_MANY_ALIASES = 'uses too many aliases, or aliases of aliases: write the values out'

/** Finds YAML that the parser accepts and JSON cannot represent. */
function findFaults(document: yaml.Document.Parsed, add: (offset: number, message: string) => void): void {
  const anchors = new Set<string>()
  let aliases = 0
  const fault = (node: unknown, message: string) => add(startOf(node) ?? 0, message)
  yaml.visit(document, {
    Node(_position, node, parents) {
      if (yaml.isAlias(node)) {
        aliases++
        const isInside = parents.some(parent => yaml.isNode(parent) && parent.anchor === node.source)
        if (isInside || !anchors.has(node.source))
          fault(node, 'is an alias of an anchor that is not defined before it')
      } else if (node.anchor) anchors.add(node.anchor)
      if (!yaml.isMap(node)) return
      const keys = new Set<string>()
      for (const { key } of node.items) {
        if (!yaml.isScalar(key)) continue
        const name = String(key.value)
        if (keys.has(name)) fault(key, 'the key is given twice')
        if (name === '<<' && key.type === 'PLAIN') {
          fault(key, 'has the merge key `<<`, which YAML 1.2 does not have: write the members out')
        }
        keys.add(name)
      }
    },
  })
  if (aliases * document.range[2] > MOST_CHARACTERS) add(0, TOO_MANY_ALIASES)
}

function toValue(document: yaml.Document, add: (offset: number, message: string) => void): unknown {
  try {
    const value: unknown = document.toJS()
    if (isWalkable(value)) return value
    add(0, 'is nested more than 100 levels deep')
  } catch (error) {
    // The parser's limit for aliases, which multiply the text.
    if (!(error instanceof ReferenceError)) throw error
    add(0, TOO_MANY_ALIASES)
  }
  return undefined
}

function offsetOf(document: yaml.Document, path: Path, part: 'key' | 'value'): number {
  let node: unknown = document.contents
  let found = startOf(node) ?? 0
  for (const [index, step] of path.entries()) {
    const pair = yaml.isMap(node)
      ? node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === String(step))
      : undefined
    const member: unknown = yaml.isSeq(node) ? node.items[Number(step)] : pair?.value
    const wantsKey = part === 'key' && index === path.length - 1
    const offset = wantsKey ? startOf(pair?.key) : (startOf(member) ?? startOf(pair?.key))
    if (offset === undefined) return found
    found = offset
    node = member
  }
  return found
}
