import * as yaml from 'yaml'

/** A mistake in a text, at one of its lines. */
interface Mistake {
  line: number
  message: string
}

/** A text as one document of YAML 1.2 with merges, which includes JSON. */
export interface Document {
  /** What it says, through aliases and with what `<<` merges; undefined if there is a mistake. */
  raw: unknown
  mistakes: Mistake[]
  /** The line of a part, or of its nearest parent. */
  lineOf(path: PropertyKey[]): number
  /** A number, a boolean or a text as it is written, such as `1.10`. */
  sourceOf(path: PropertyKey[]): string | undefined
}

/** A part of a document: the line of its key or item, and how a scalar is written. */
interface Part {
  line: number
  source: string | undefined
}

/** A mistake at a place of the text. */
interface Wrong {
  offset: number
  message: string
}

export const COMMENT_IN_JSON =
  'has a comment of `//` or `/*`, which would be taken for a key or a text: remove it; a text that looks so needs quotes'

const SECOND_DOCUMENT =
  'begins a second document, and only one can be read: remove it, or the line that parts them'

/** Parses a text, and finds the line of each part. */
export function parseDocument(text: string): Document {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    schema: 'core',
    merge: true,
    stringKeys: true,
    lineCounter: lines,
    prettyErrors: false,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const { raw, wrong, parts } = build(document, text, lineAt)
  const partAt = (path: PropertyKey[]) => parts.get(JSON.stringify(path))

  function lineOf(path: PropertyKey[]): number {
    const part = partAt(path)
    if (part) return part.line
    return path.length > 0 ? lineOf(path.slice(0, -1)) : 1
  }

  return {
    raw,
    mistakes: wrong.map(({ offset, message }) => ({
      line: lineAt(offset),
      message,
    })),
    lineOf,
    sourceOf: path => partAt(path)?.source,
  }
}

/** What a document says, with its parts by their paths as JSON, or what is wrong in it. */
function build(
  document: yaml.Document,
  text: string,
  lineAt: (offset: number) => number,
): { raw?: unknown; wrong: Wrong[]; parts: Map<string, Part> } {
  const none = new Map<string, Part>()
  try {
    const comments = commentsIn(document, text)
    const others = [...errorsIn(document, text), ...referencesIn(document)]
    // A comment may be the cause of the others, of which one may be the cause of the next.
    const wrong = comments.length > 0 ? comments : others.slice(0, 1)
    if (wrong.length > 0) return { wrong, parts: none }
    // First, as it counts the aliases.
    const raw: unknown = document.toJS()
    return { raw, wrong, parts: partsOf(document, lineAt) }
  } catch (error) {
    // Too many aliases, or too many levels.
    const message = notYaml((error as Error).message)
    return { wrong: [{ offset: 0, message }], parts: none }
  }
}

const notYaml = (reason: string): string => `is no valid YAML: ${reason}`

/** From a sign of a comment, at the beginning or behind white space, to the end of the comment. */
const COMMENT = /(?<!\S)(\/\/.*|\/\*[\s\S]*?(\*\/|$))/g

/** The comments of `//` and `/*` within brackets, or before them, where YAML takes them for texts without quotes. */
function commentsIn(document: yaml.Document, text: string): Wrong[] {
  const beginning = text.search(/\S/)
  const found: Wrong[] = []
  yaml.visit(document, {
    Scalar(_, { type, range }, parents) {
      if (type !== yaml.Scalar.PLAIN || !range) return
      const [start, end] = range
      const written = text.slice(start, end)
      const isInBrackets = parents.some(
        parent => yaml.isCollection(parent) && parent.flow,
      )
      const isBefore = start === beginning && /[[{]/.test(written)
      if (!isInBrackets && !isBefore) return
      for (const { index } of written.matchAll(COMMENT))
        found.push({ offset: start + index, message: COMMENT_IN_JSON })
    },
  })
  return found
}

/** The errors of the syntax. */
const errorsIn = (document: yaml.Document, text: string): Wrong[] =>
  document.errors.map(({ code, pos: [offset], message }) => {
    const rest = text.slice(offset)
    const [, end = text.length] = document.contents?.range ?? []
    const isSecond = offset >= end && /^[[{]/.test(rest)
    if (code === 'MULTIPLE_DOCS' || isSecond)
      return { offset, message: SECOND_DOCUMENT }
    const isComment = /^\/[/*]/.test(rest)
    return { offset, message: isComment ? COMMENT_IN_JSON : notYaml(message) }
  })

/** The aliases that name nothing, or what they stand in, and the `<<` that bring no mappings: the package would not say where. */
function referencesIn(document: yaml.Document): Wrong[] {
  const found: Wrong[] = []
  yaml.visit(document, {
    Alias(_, alias, parents) {
      const target = alias.resolve(document)
      const offset = startOf(alias)
      if (!target)
        found.push({ offset, message: 'has an alias without an anchor before' })
      else if (parents.includes(target))
        found.push({ offset, message: 'has an alias within its own anchor' })
    },
    Pair(_, pair) {
      if (isMerge(pair) && !mergedBy(pair, document).every(yaml.isMap))
        found.push({
          offset: startOf(pair.key),
          message: 'has a `<<` that brings no mapping',
        })
    },
  })
  return found
}

/** The parts of a document by their paths as JSON. */
function partsOf(
  document: yaml.Document,
  lineAt: (offset: number) => number,
): Map<string, Part> {
  const parts = new Map<string, Part>()

  function add(written: unknown, path: PropertyKey[], offset: number): void {
    const node = resolved(written, document)
    const source = yaml.isScalar(node) ? node.source : undefined
    parts.set(JSON.stringify(path), { line: lineAt(offset), source })
    if (yaml.isMap(node))
      for (const [name, { key, value }] of membersOf(node, document))
        add(value, [...path, name], startOf(key))
    if (yaml.isSeq(node))
      for (const [index, item] of node.items.entries())
        add(item, [...path, index], startOf(item))
  }

  add(document.contents, [], startOf(document.contents))
  return parts
}

/** Where a node begins. */
const startOf = (node: unknown): number =>
  (yaml.isNode(node) && node.range?.[0]) || 0

/** A node, or what an alias names. */
const resolved = (node: unknown, document: yaml.Document): unknown =>
  yaml.isAlias(node) ? node.resolve(document) : node

/** The members of a mapping by their keys: its own before those that `<<` brings, of which the first counts. */
function membersOf(
  map: yaml.YAMLMap,
  document: yaml.Document,
  members = new Map<string, yaml.Pair>(),
): Map<string, yaml.Pair> {
  for (const pair of map.items) {
    const name = String(pair.key)
    if (!isMerge(pair) && !members.has(name)) members.set(name, pair)
  }
  for (const pair of map.items.filter(isMerge))
    for (const source of mergedBy(pair, document))
      if (yaml.isMap(source)) membersOf(source, document, members)
  return members
}

/** Whether a member is a `<<` without quotes. */
const isMerge = ({ key }: yaml.Pair): boolean =>
  yaml.isScalar(key) && key.type === yaml.Scalar.PLAIN && key.value === '<<'

/** What a `<<` brings: a mapping, or each of a list. */
function mergedBy({ value }: yaml.Pair, document: yaml.Document): unknown[] {
  const node = resolved(value, document)
  const sources = yaml.isSeq(node) ? node.items : [node]
  return sources.map(source => resolved(source, document))
}
