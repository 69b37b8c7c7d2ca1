import * as yaml from 'yaml'
import type * as z from 'zod'
import { isMisread, numbersIn } from './numbers.ts'

/** Writes down a mistake at a line of a text. */
export type RefuseAt = (line: number, message: string) => void

/** A text that was read as one document of YAML 1.2 with merges, which includes JSON, and checked against a shape. */
export interface Read<T> {
  /** Undefined if there is a mistake. */
  value: T | undefined
  /** What the document says, even if the shape does not fit. */
  raw: unknown
  /** The paths and lines of keys that the shape does not have. They stay in the value. */
  unknown: string[]
  /** Numbers that are sent otherwise than they are written, with their paths and lines. */
  misread: string[]
  /** The line of a part, or of its nearest parent. */
  lineOf(path: PropertyKey[]): number
  /** A number, a boolean or a text as it is written, such as `1.10`; else empty. */
  sourceOf(path: PropertyKey[]): string
}

/** @param shape strict: its unknown keys are told apart from mistakes */
export function readDocument<T>(
  text: string,
  shape: z.ZodType<T>,
  refuse: RefuseAt,
): Read<T> {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    schema: 'core',
    merge: true,
    stringKeys: true,
    lineCounter: lines,
    prettyErrors: false,
  })
  const { raw, wrong } = build(document, text)
  const lineAt = (offset: number) => lines.linePos(offset).line

  const nodeAt = (path: PropertyKey[]) => document.getIn(path, true)
  function lineOf(path: PropertyKey[]): number {
    const parentPath = path.slice(0, -1)
    const parent = nodeAt(parentPath)
    const pair = yaml.isMap<yaml.Scalar>(parent)
      ? parent.items.find(({ key }) => key.value === path.at(-1))
      : undefined
    const node = pair?.key ?? nodeAt(path)
    if (yaml.isNode(node) && node.range) return lineAt(node.range[0])
    return path.length > 0 ? lineOf(parentPath) : 1
  }
  function sourceOf(path: PropertyKey[]): string {
    const node = nodeAt(path)
    return yaml.isScalar(node) ? String(node.source) : ''
  }
  const placeOf = (path: PropertyKey[]) =>
    `${path.join('.')} (line ${lineOf(path)})`

  if (wrong.length > 0) {
    for (const { offset, message } of wrong) refuse(lineAt(offset), message)
    const value = undefined
    return { value, raw, unknown: [], misread: [], lineOf, sourceOf }
  }
  const issues = shape.safeParse(raw).error?.issues ?? []
  const mistakes = issues.filter(({ code }) => code !== 'unrecognized_keys')
  for (const { path, message } of mistakes)
    refuse(lineOf(path), [...path, message].join(': '))
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => [...issue.path, key])
      : [],
  )
  // What its field refuses is an error alone.
  const refused = mistakes.map(({ path }) => path.join('.'))
  const misread = numbersIn(raw).filter(
    found =>
      isMisread(found, sourceOf(found.path)) &&
      !refused.includes(found.path.join('.')),
  )
  return {
    // As it was read: what the shape does not know stays in it.
    value: mistakes.length === 0 ? (raw as T) : undefined,
    raw,
    unknown: unknown.map(placeOf),
    misread: misread.map(
      ({ path, number }) =>
        `${placeOf(path)}: ${sourceOf(path)} as ${JSON.stringify(number)}`,
    ),
    lineOf,
    sourceOf,
  }
}

/** A mistake at a place of the text. */
interface Wrong {
  offset: number
  message: string
}

/** What a document says, or its mistakes. */
function build(
  document: yaml.Document,
  text: string,
): { raw?: unknown; wrong: Wrong[] } {
  try {
    const wrong = wrongIn(document, text)
    if (wrong.length > 0) return { wrong }
    // First, as it counts the aliases.
    const raw: unknown = document.toJS()
    expand(document)
    return { raw, wrong }
  } catch (error) {
    // Too many aliases, or too many levels.
    const message = notYaml((error as Error).message)
    return { wrong: [{ offset: 0, message }] }
  }
}

const notYaml = (reason: string): string => `is no valid YAML: ${reason}`

const COMMENT =
  'has a comment of `//` or `/*`, which would be taken for a key or a text: remove it; a text that looks so needs quotes'

const SECOND_DOCUMENT =
  'begins a second document, and only one is read: remove it, or the line that parts them'

/** The comments of JSON; or else the first mistake, which may be the cause of others. */
function wrongIn(document: yaml.Document, text: string): Wrong[] {
  const isBehindComment = /^\s*\/\*.*[[{]/.test(text)
  const comments: Wrong[] = []
  const others: Wrong[] = []
  for (const { code, pos, message } of document.errors) {
    const [offset] = pos
    const isComment = /^\/[/*]/.test(text.slice(offset))
    const said = isComment ? COMMENT : notYaml(message)
    const isSecond = code === 'MULTIPLE_DOCS'
    others.push({ offset, message: isSecond ? SECOND_DOCUMENT : said })
  }
  yaml.visit(document, {
    Scalar(_, { type, range }, parents) {
      const [start, end] = range ?? [0, 0]
      const at = text.slice(start, end).search(/(?<!\S)\/[/*]/)
      const isJson =
        isBehindComment ||
        parents.some(parent => yaml.isCollection(parent) && parent.flow)
      if (type === yaml.Scalar.PLAIN && isJson && at >= 0)
        comments.push({ offset: start + at, message: COMMENT })
    },
    // The package does not say where these are.
    Alias(_, alias) {
      if (!alias.resolve(document))
        others.push(wrongAt(alias, 'an alias of nothing'))
    },
    Pair(_, pair) {
      if (isMerge(pair) && !mergedBy(pair, document).every(yaml.isMap))
        others.push(wrongAt(pair.key, 'a `<<` that brings no mapping'))
    },
  })
  return comments.length > 0 ? comments : others.slice(0, 1)
}

const wrongAt = (node: unknown, what: string): Wrong => ({
  offset: (yaml.isNode(node) && node.range?.[0]) || 0,
  message: `has ${what}`,
})

/** Puts what aliases name and what `<<` brings in their place, so that a path leads to where a part is written. */
function expand(document: yaml.Document): void {
  yaml.visit(document, {
    Alias: (_, alias) => alias.resolve(document),
    Pair(_, pair, parents) {
      if (!isMerge(pair)) return undefined
      const map = parents.at(-1) as yaml.YAMLMap
      const brought = mergedBy(pair, document).filter(yaml.isMap)
      // What is its own counts, and then what is brought first.
      for (const item of brought.flatMap(({ items }) => items))
        if (!map.has(item.key)) map.items.push(item)
      return yaml.visit.REMOVE
    },
  })
}

/** Whether a member is a `<<` without quotes. */
const isMerge = ({ key }: yaml.Pair): boolean =>
  yaml.isScalar(key) && key.type === yaml.Scalar.PLAIN && key.value === '<<'

/** What a `<<` brings: a mapping, or each of a list. */
function mergedBy({ value }: yaml.Pair, document: yaml.Document): unknown[] {
  const resolved = (node: unknown) =>
    yaml.isAlias(node) ? node.resolve(document) : node
  const node = resolved(value)
  return yaml.isSeq(node) ? node.items.map(resolved) : [node]
}
