import * as yaml from 'yaml'
import type * as z from 'zod'

/** What was found at a line of a text. */
export interface Finding {
  line: number
  message: string
}

/** A text that was read as one document of YAML 1.2, which includes JSON, and checked against a shape. */
export interface Read<T> {
  /** Undefined if there is a problem. */
  value: T | undefined
  /** What the document says, even if the shape does not fit. */
  raw: unknown
  problems: Finding[]
  /** The keys that the shape does not have. They stay in the value. */
  unknown: Finding[]
  /** The line of a part, or of its nearest parent. */
  lineOf(path: PropertyKey[]): number
  /** A number, a boolean or a text as it is written, such as `1.10`. */
  sourceOf(path: PropertyKey[]): string | undefined
}

/** @param shape strict: its unknown keys are told apart from problems */
export function readDocument<T>(text: string, shape: z.ZodType<T>): Read<T> {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    version: '1.2',
    schema: 'core',
    stringKeys: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const lineAt = (offset: number) => lines.linePos(offset).line

  const nodeAt = (path: PropertyKey[]) => document.getIn(path, true)
  function lineOf(path: PropertyKey[]): number {
    const parent = nodeAt(path.slice(0, -1))
    const pairs = yaml.isMap<yaml.Scalar>(parent) ? parent.items : []
    const pair = pairs.find(({ key }) => key.value === path.at(-1))
    const node = pair?.key ?? nodeAt(path)
    const offset = yaml.isNode(node) ? node.range?.[0] : undefined
    if (offset !== undefined) return lineAt(offset)
    return path.length > 0 ? lineOf(path.slice(0, -1)) : 1
  }
  function sourceOf(path: PropertyKey[]): string | undefined {
    const node = nodeAt(path)
    return yaml.isScalar(node) ? node.source : undefined
  }
  const found = {
    lineOf,
    sourceOf,
    unknown: [],
    value: undefined,
    raw: undefined,
  }

  const problems = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message,
  }))
  if (problems.length > 0) return { ...found, problems }
  const built = build(document)
  if (built.message)
    return { ...found, problems: [{ line: 1, message: built.message }] }

  const issues = shape.safeParse(built.value).error?.issues ?? []
  const wrong = issues.filter(({ code }) => code !== 'unrecognized_keys')
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => [...issue.path, key])
      : [],
  )
  return {
    ...found,
    raw: built.value,
    problems: wrong.map(({ path, message }) => ({
      line: lineOf(path),
      message: [path.join('.'), message].filter(Boolean).join(': '),
    })),
    unknown: unknown.map(path => ({
      line: lineOf(path),
      message: path.join('.'),
    })),
    // As it was read: what the shape does not know stays in it.
    value: wrong.length === 0 ? (built.value as T) : undefined,
  }
}

/** The value of a document, or why it cannot be built: an alias of nothing, too many aliases, or too many levels. */
function build(document: yaml.Document): { value?: unknown; message?: string } {
  try {
    return { value: document.toJS() }
  } catch (error) {
    return { message: (error as Error).message }
  }
}
