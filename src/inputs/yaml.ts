import * as yaml from 'yaml'

/** A position in a text, both counted from 1. */
interface Position {
  line: number
  col: number
}

export type Path = readonly PropertyKey[]

/** A YAML (or JSON) text as data, with the way back to where each part of it stands. */
export interface ParsedDocument {
  value: unknown
  /** What makes it no YAML. The messages do not quote the text. */
  errors: (Position & { message: string })[]
  /** Where a path, or else the nearest part around it, stands; `key` asks for the key instead of the value. */
  locate(path: Path, what?: 'key' | 'value'): Position
}

/** An alias may multiply what it stands for; real configurations use a few. */
const MAX_ALIASES = 100

/** Parses one document of YAML 1.2, or JSON. */
export function parseDocument(text: string): ParsedDocument {
  const lines = new yaml.LineCounter()
  // At its default level the parser would print parts of the text on its own.
  const options = { lineCounter: lines, logLevel: 'error', prettyErrors: false, uniqueKeys: true } as const
  const [document, second] = yaml.parseAllDocuments(text, options)
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), col: Math.max(col, 1) }
  }
  if (!document || !('contents' in document)) {
    return { value: null, errors: [], locate: () => ({ line: 1, col: 1 }) }
  }
  const errors = withoutEchoes(
    [...document.errors, ...document.warnings].map(error => ({
      ...at(error.pos[0]),
      message: describe(error),
    })),
  )
  for (const offset of badAliases(document)) {
    errors.push({ ...at(offset), message: 'is an alias of nothing that stands before it' })
  }
  if (second) errors.push({ ...at(second.range[0]), message: 'must hold one document' })

  let value: unknown
  if (errors.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES })
    } catch {
      errors.push({ line: 1, col: 1, message: 'uses too many aliases of aliases' })
    }
  }
  return { value, errors, locate: (path, what = 'value') => at(offsetOf(document, path, what)) }
}

const PARSE_ERRORS: Record<string, string> = {
  DUPLICATE_KEY: 'the key is given twice',
  TAG_RESOLVE_FAILED: 'uses a tag that is not known',
  TAB_AS_INDENT: 'is indented by a tab',
  BAD_INDENT: 'is not indented as YAML asks for',
  MULTIPLE_DOCS: 'must hold one document',
}

function describe({ code, message }: yaml.YAMLError): string {
  if (/^Flow (map|sequence) /.test(message)) return 'a bracket or a brace is not closed'
  return PARSE_ERRORS[code] ?? 'cannot be parsed as YAML or JSON'
}

/** One mistake can make the parser complain several times about a line. */
const withoutEchoes = <T extends Position & { message: string }>(errors: T[]): T[] =>
  [...new Map(errors.toReversed().map(error => [`${error.line} ${error.message}`, error])).values()].reverse()

/** Where an alias stands for nothing, or for what it stands in. */
function badAliases(document: yaml.Document): number[] {
  const anchors = new Map<string, yaml.Node>()
  const offsets: number[] = []
  yaml.visit(document, {
    Node(_key, node, path) {
      if (yaml.isAlias(node)) {
        const target = anchors.get(node.source)
        if (!target || path.includes(target)) offsets.push(node.range?.[0] ?? 0)
      } else if (node.anchor) anchors.set(node.anchor, node)
    },
  })
  return offsets
}

function offsetOf(document: yaml.Document, path: Path, what: 'key' | 'value'): number {
  for (let length = path.length; length >= 0; length--) {
    const parent: unknown = length === 0 ? undefined : document.getIn(path.slice(0, length - 1), true)
    const name = path[length - 1]
    const pair = yaml.isMap(parent)
      ? parent.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === name)
      : undefined
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    const wanted = [what === 'key' && length === path.length ? pair?.key : node, pair?.key]
    const found = wanted.find(
      (candidate): candidate is yaml.Node => yaml.isNode(candidate) && candidate.range != null,
    )
    if (found?.range) return found.range[0]
  }
  return 0
}
