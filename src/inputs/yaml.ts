import * as yaml from 'yaml'
import { isWalkable, type Path } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'

/** A position in a text, both counted from 1. */
export interface Position {
  line: number
  col: number
}

/** A mistake in a text. Only the values of its message may quote the text. */
export interface Fault extends Position {
  message: Sentence
}

/** A text that was parsed as one document of YAML 1.2, which includes JSON. */
export interface ParsedDocument {
  /** Undefined if there are faults. */
  value: unknown
  /** At most one for each line. */
  faults: Fault[]
  /** The text of a member of the whole mapping, known despite faults elsewhere; undefined if it is no text. */
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

/** A pair of a mapping. An item of a list is both its key and its value. */
interface Member {
  key: unknown
  value: unknown
}

/** The members of each mapping and list, by key or index. */
type Members = Map<unknown, Map<unknown, Member>>

/** Parses one document of YAML 1.2, or JSON. */
export function parseDocument(text: string): ParsedDocument {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { ...OPTIONS, lineCounter })
  const members: Members = new Map()
  const { value, mistakes } = readWhole(document, text, members)

  function at(offset: number): Position {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), col: Math.max(col, 1) }
  }

  function find(path: Path): Member {
    const root = document.contents
    let found: Member = { key: root, value: root }
    for (const step of path) {
      const key = yaml.isSeq(found.value) ? Number(step) : step
      const next = members.get(found.value)?.get(key)
      if (!next) break
      found = next
    }
    return found
  }

  const faults = mistakes.map(({ offset, message }) => ({
    ...at(offset),
    message,
  }))
  return {
    value,
    faults: firstOfEachLine(faults),
    textAt(key) {
      const member: unknown = document.get(key)
      return typeof member === 'string' ? member : undefined
    },
    locate: path => at(startOf(find(path).key)),
    written(path) {
      const { value } = find(path)
      return yaml.isScalar(value) ? value.source : undefined
    },
  }
}

/** The value of a document, or its mistakes. Mistakes of a later kind are looked for only where there is no earlier one. */
function readWhole(
  document: yaml.Document.Parsed,
  text: string,
  members: Members,
): { value?: unknown; mistakes: Mistake[] } {
  const ofSyntax = syntaxMistakes(document, text)
  if (ofSyntax.length > 0) return { mistakes: ofSyntax }
  const ofNodes = nodeMistakes(document, members)
  if (ofNodes.length > 0) return { mistakes: ofNodes }
  try {
    const value: unknown = document.toJS()
    if (isWalkable(value)) return { value, mistakes: [] }
    return { mistakes: [{ offset: 0, message: TOO_DEEP }] }
  } catch (error) {
    // An alias of nothing, or more aliases than the parser allows, as they multiply the text.
    if (!(error instanceof ReferenceError)) throw error
    return {
      mistakes: [{ offset: 0, message: inWordsOfParser(error.message) }],
    }
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
  if (directives.yaml.version !== '1.1') return mistakes
  const offset = Math.max(0, text.search(/^%YAML/m))
  return [...mistakes, { offset, message: DIRECTIVE }]
}

/** Wrong keys and numbers. Also writes down the members of each mapping and list. */
function nodeMistakes(document: yaml.Document, members: Members): Mistake[] {
  const mistakes: Mistake[] = []
  const refuse = (node: unknown, message: Sentence) =>
    mistakes.push({ offset: startOf(node), message })

  yaml.visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'number') return
      const isExact = Math.abs(node.value) <= Number.MAX_SAFE_INTEGER
      if (!isExact) refuse(node, INEXACT)
    },
    Seq(_, node) {
      const items = node.items.map(item => ({ key: item, value: item }))
      members.set(node, new Map(items.entries()))
    },
    Map(_, node) {
      const own = new Map<unknown, Member>()
      for (const pair of node.items) {
        const { value: key, type } = pair.key as yaml.Scalar
        if (own.has(key)) refuse(pair.key, TWICE)
        if (key === '<<' && type === 'PLAIN') refuse(pair.key, MERGE_KEY)
        own.set(key, pair)
      }
      members.set(node, own)
    },
  })
  return mistakes
}

/** The first of the faults in each line: the parser may find others that follow from it. */
function firstOfEachLine(faults: Fault[]): Fault[] {
  const lines = new Set<number>()
  return faults.filter(({ line }) => {
    const isFirst = !lines.has(line)
    lines.add(line)
    return isFirst
  })
}

const startOf = (node: unknown): number =>
  (yaml.isNode(node) && node.range?.[0]) || 0
