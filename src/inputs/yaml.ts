import * as yaml from 'yaml'
import type * as z from 'zod'

/** Writes down a mistake at a line of a text. */
export type RefuseAt = (line: number, message: string) => void

/** A text that was read as one document of YAML 1.2, which includes JSON, and checked against a shape. */
export interface Read<T> {
  /** Undefined if there is a mistake. */
  value: T | undefined
  /** What the document says, even if the shape does not fit. */
  raw: unknown
  /** The paths and lines of keys that the shape does not have. They stay in the value. */
  unknown: string[]
  /** The line of a part, or of its nearest parent. */
  lineOf(path: PropertyKey[]): number
  /** A number, a boolean or a text as it is written, such as `1.10`. */
  sourceOf(path: PropertyKey[]): string | undefined
}

/** @param shape strict: its unknown keys are told apart from mistakes */
export function readDocument<T>(
  text: string,
  shape: z.ZodType<T>,
  refuse: RefuseAt,
): Read<T> {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    stringKeys: true,
    lineCounter: lines,
    prettyErrors: false,
  })
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
  function sourceOf(path: PropertyKey[]): string | undefined {
    const node = nodeAt(path)
    return yaml.isScalar(node) ? node.source : undefined
  }

  const { raw, wrong } = build(document)
  if (wrong) {
    refuse(lineAt(wrong.offset), `is no valid YAML: ${wrong.message}`)
    return { value: undefined, raw, unknown: [], lineOf, sourceOf }
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
  return {
    // As it was read: what the shape does not know stays in it.
    value: mistakes.length === 0 ? (raw as T) : undefined,
    raw,
    unknown: unknown.map(path => `${path.join('.')} (line ${lineOf(path)})`),
    lineOf,
    sourceOf,
  }
}

/** The value of a document, or its first mistake: in the syntax, or an alias of nothing, too many aliases, or too many levels. */
function build(document: yaml.Document.Parsed): {
  raw?: unknown
  wrong?: { message: string; offset: number }
} {
  const [error] = document.errors
  if (error) return { wrong: { message: error.message, offset: error.pos[0] } }
  try {
    return { raw: document.toJS() }
  } catch (error) {
    return { wrong: { message: (error as Error).message, offset: 0 } }
  }
}
