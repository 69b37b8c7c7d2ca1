import * as yaml from 'yaml'
import * as z from 'zod'
import { formatPath, type Path } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { LIST_PARAMETERS, type ListParameters } from '../service/client.ts'
import { OpenObject, ResourceSpec, SecretReference } from '../service/requests.ts'
import type { Problem } from './parse.ts'
import { checkShape, extraFieldProblems, type ShapeProblem } from './shape.ts'

// Inputs that are YAML or JSON, and their shapes. Loaded only if a workflow sets one of them.

const purposes = Object.keys(LIST_PARAMETERS) as (keyof ListParameters)[]

const RepositorySeed = z.strictObject({
  owner: z.string().min(1),
  name: z.string().min(1),
  url: z.string().exactOptional(),
  default_branch: z.string().exactOptional(),
  host_integration_id: z.guid().exactOptional(),
  id: z.int().exactOptional(),
})

/** The parsed documents by input. */
export interface Documents {
  resource_spec: z.infer<typeof ResourceSpec>
  secret_references: z.infer<typeof SecretReference>[]
  extra_fields: Record<string, unknown>
  list_parameters: Record<string, string | undefined>
  repositories: z.infer<typeof RepositorySeed>[]
}

const SHAPES: { [Name in keyof Documents]: z.ZodType<Documents[Name]> } = {
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  extra_fields: OpenObject,
  list_parameters: z.strictObject(
    Object.fromEntries(purposes.map(purpose => [purpose, z.string().min(1).optional()])),
  ),
  repositories: z.array(RepositorySeed),
}

function check<Name extends keyof Documents>(
  input: Name,
  value: unknown,
): Result<Documents[Name], ShapeProblem[]> {
  const checked = checkShape(SHAPES[input], value)
  if (!checked.ok || input !== 'extra_fields') return checked
  const problems = extraFieldProblems(value)
  return problems.length === 0 ? checked : { ok: false, error: problems }
}

/**
 * Parses a YAML or JSON input. Reports all mistakes with their lines.
 *
 * @param text the text as in the workflow, untrimmed: leading white space is indentation, and leading lines count
 */
export async function readDocument<Name extends keyof Documents>(
  input: Name,
  text: string,
): Promise<Result<Documents[Name], Problem[]>> {
  const { value, errors, badKeys, locate } = parseDocument(text)
  const onLine = ({ line, message }: Line): Problem => ({ input, message: `line ${line}: ${message}` })
  if (errors.length > 0) return { ok: false, error: errors.map(onLine) }
  const checked = check(input, value)
  if (checked.ok && badKeys.length === 0) return checked
  const mistakes = checked.ok ? [] : checked.error
  const whole = mistakes.find(({ path }) => path.length === 0)
  if (whole) return { ok: false, error: [{ input, message: whole.message }] }
  const lines = mistakes.map(({ path, message, unknownKey }) => ({
    line: locate(path, unknownKey ? 'key' : 'value').line,
    message: `${formatPath(path)} ${message}`,
  }))
  const named = new Set(lines.map(({ line }) => line))
  return { ok: false, error: [...lines, ...badKeys.filter(({ line }) => !named.has(line))].map(onLine) }
}

interface Line {
  line: number
  message: string
}

/** A position in a text, both counted from 1. */
interface Position {
  line: number
  col: number
}

type Remark = Position & { message: string }

/** A parsed YAML or JSON text that can find the position of each part. */
export interface ParsedDocument {
  value: unknown
  /** The syntax errors. Their messages do not quote the text. */
  errors: Remark[]
  /** Keys that are not strings. The value contains them as strings, so the shape check may report them too. */
  badKeys: Remark[]
  /**
   * The position of a path, or of its nearest existing parent. `key` gives the position of the key instead of the
   * value.
   */
  locate(path: Path, what?: 'key' | 'value'): Position
}

/** An error at an offset of the text. */
interface Fault {
  offset: number
  message: string
}

/** Real configuration is not nested deeper, and recursive code would overflow the stack. */
const MOST_LEVELS = 100

/** Limits for aliases, which may multiply the text: their number, nested ones included, and the expanded characters. */
const EXPANDED = { aliases: 1000, characters: 4 * 1024 * 1024 }

/**
 * The core schema of YAML 1.2, in which every key is text, as in JSON: the keys `1` and `"1"` are equal, and `1.10`
 * stays as written. The parser's own check for duplicate keys takes quadratic time, so {@link findFaults} does it.
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

/** Parses one document of YAML 1.2, or JSON. */
export function parseDocument(text: string): ParsedDocument {
  const lines = new yaml.LineCounter()
  const [document, second] = yaml.parseAllDocuments(text, { ...OPTIONS, lineCounter: lines })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), col: Math.max(col, 1) }
  }
  if (!document || !('contents' in document)) {
    return { value: null, errors: [], badKeys: [], locate: () => ({ line: 1, col: 1 }) }
  }
  const located = (faults: Fault[]) =>
    withoutEchoes(faults.map(({ offset, message }) => ({ ...at(offset), message })))
  const complaints = [...document.errors, ...document.warnings]
  const badKeys = complaints.filter(isBadKey)
  const faults = [
    ...oldVersion(text, document),
    ...complaints.filter(error => !isBadKey(error)).map(toFault),
    ...(document.errors.every(isBadKey) ? findFaults(document) : []),
    ...(second ? [{ offset: second.range[0], message: 'must hold one document' }] : []),
  ]
  const errors = located(faults)
  const findOffset = offsets(document)
  return {
    value: errors.length === 0 ? document.toJS({ maxAliasCount: -1 }) : undefined,
    errors,
    badKeys: located(badKeys.map(toFault)),
    locate: (path, what = 'value') => at(findOffset(path, what)),
  }
}

function oldVersion(text: string, { directives }: yaml.Document): Fault[] {
  if (directives?.yaml.version !== '1.1') return []
  const message =
    'must be YAML 1.2: remove the line `%YAML 1.1`, by which `010` is the number 8 and `yes` is true'
  return [{ offset: Math.max(0, text.search(/^%YAML/m)), message }]
}

const PARSE_ERRORS: Record<string, string> = {
  TAG_RESOLVE_FAILED:
    'uses a tag that JSON cannot represent, or that does not fit its value: leave the tag out',
  NON_STRING_KEY:
    'a key must be text, not a list, a mapping or an alias; put a value such as {{ … }} in quotes',
  TAB_AS_INDENT: 'is indented by a tab; YAML is indented by spaces',
  BAD_INDENT: 'is not indented as YAML asks for',
  MULTIPLE_DOCS: 'must hold one document',
}

const isBadKey = ({ code }: yaml.YAMLError) => code === 'NON_STRING_KEY'

const toFault = ({ code, message, pos }: yaml.YAMLError): Fault => ({
  offset: pos[0],
  message: /^Flow (map|sequence) /.test(message)
    ? 'a bracket or a brace is not closed'
    : (PARSE_ERRORS[code] ?? 'cannot be parsed as YAML or JSON'),
})

/** Removes repeated errors: the parser may report one mistake several times in a line. */
function withoutEchoes<T extends Position & { message: string }>(errors: T[]): T[] {
  const first = new Map<string, T>()
  for (const error of errors) {
    const key = `${error.line} ${error.message}`
    if (!first.has(key)) first.set(key, error)
  }
  return [...first.values()]
}

const offsetOf = (node: unknown): number => (yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0)

/** The size of a part of the document after its aliases are expanded. */
interface Size {
  characters: number
  aliases: number
}

const NOTHING: Size = { characters: 0, aliases: 0 }

const sum = (first: Size, second: Size): Size => ({
  characters: first.characters + second.characters,
  aliases: first.aliases + second.aliases,
})

/** Finds YAML that the parser accepts and JSON cannot represent, in one pass over the document. */
function findFaults(document: yaml.Document): Fault[] {
  const faults: Fault[] = []
  /** The size of each anchor's node; undefined while the walk is inside it. */
  const anchors = new Map<string, Size | undefined>()

  function walk(node: unknown, level: number): Size {
    if (yaml.isAlias(node)) return walkAlias(node)
    if (!yaml.isNode(node)) return NOTHING
    if (level > MOST_LEVELS) {
      faults.push({ offset: offsetOf(node), message: `is nested more than ${MOST_LEVELS} levels deep` })
      return NOTHING
    }
    if (node.anchor) anchors.set(node.anchor, undefined)
    const size = walkMembers(node, level)
    if (node.anchor) anchors.set(node.anchor, size)
    return size
  }

  function walkAlias(alias: yaml.Alias): Size {
    const size = anchors.get(alias.source)
    if (size) return sum(size, { characters: 0, aliases: 1 })
    faults.push({
      offset: offsetOf(alias),
      message: 'is an alias of an anchor that is not defined before it',
    })
    return NOTHING
  }

  function walkMembers(node: yaml.Node, level: number): Size {
    if (yaml.isScalar(node)) return { characters: String(node.value).length, aliases: 0 }
    let size: Size = { characters: 2, aliases: 0 }
    if (yaml.isSeq(node)) for (const item of node.items) size = sum(size, walk(item, level + 1))
    if (!yaml.isMap(node)) return size
    const keys = new Set<string>()
    for (const { key, value } of node.items) {
      if (yaml.isScalar(key)) {
        const name = String(key.value)
        if (keys.has(name)) faults.push({ offset: offsetOf(key), message: 'the key is given twice' })
        keys.add(name)
      }
      size = sum(size, sum(walk(key, level + 1), walk(value, level + 1)))
    }
    return size
  }

  const { characters, aliases } = walk(document.contents, 0)
  if (aliases > EXPANDED.aliases || (aliases > 0 && characters > EXPANDED.characters)) {
    faults.push({ offset: 0, message: 'uses too many aliases, or aliases of aliases: write the values out' })
  }
  return faults
}

/** @returns a function that finds the offset of a path; its time does not depend on the size of the mappings */
function offsets(document: yaml.Document): (path: Path, what: 'key' | 'value') => number {
  const indexes = new WeakMap<yaml.YAMLMap, Map<string, yaml.Pair>>()

  function pairOf(map: yaml.YAMLMap, name: string): yaml.Pair | undefined {
    let index = indexes.get(map)
    if (!index) {
      index = new Map(map.items.map(pair => [yaml.isScalar(pair.key) ? String(pair.key.value) : '', pair]))
      indexes.set(map, index)
    }
    return index.get(name)
  }

  return (path, what) => {
    let node: unknown = document.contents
    let found = offsetOf(node)
    for (const [index, step] of path.entries()) {
      if (yaml.isMap(node)) {
        const pair = pairOf(node, String(step))
        if (!pair) return found
        const wantsKey = what === 'key' && index === path.length - 1
        node = pair.value
        found = wantsKey || !yaml.isNode(node) || !node.range ? offsetOf(pair.key) : offsetOf(node)
      } else if (yaml.isSeq(node)) {
        node = node.items[Number(step)]
        if (!yaml.isNode(node)) return found
        found = offsetOf(node)
      } else return found
    }
    return found
  }
}
