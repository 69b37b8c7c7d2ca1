import * as z from 'zod'
import { closest, isSimilar } from '../lib/closest.ts'
import { formatPath, isObject, type Path, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import { isSetByService } from '../service/responses.ts'
import { MOST_PROBLEMS, type ParsedDocument, type Position, parseDocument } from './document.ts'
import { mustBeOneOf } from './parse.ts'
import type { Problem } from './problem.ts'

/** A document that was checked against a schema. */
export interface CheckedDocument<T> extends ParsedDocument {
  /** Undefined if there are problems. */
  data: T | undefined
  problems: Problem[]
}

/** A mistake at a path. The message has only the action's own words. */
interface Mistake {
  path: Path
  message: string
  part?: 'key'
}

/** Looks for mistakes that a schema cannot see. */
type Check = (value: unknown) => Mistake[]

/**
 * Parses a YAML or JSON text and checks it against a schema. Never quotes values, which may be secret.
 *
 * @param problemAt makes a problem of a message about a position in the text
 * @param check looks for mistakes that a schema cannot see
 */
export function readDocument<T>(
  text: string,
  schema: z.ZodType<T>,
  problemAt: (position: Position, message: Sentence) => Problem,
  check: Check = () => [],
): CheckedDocument<T> {
  const document = parseDocument(text)
  const problems = document.faults.map(({ message, ...position }) => problemAt(position, words(message)))
  if (problems.length > 0) return { ...document, data: undefined, problems: limited(problems) }
  const result = schema.safeParse(document.value, { error: describe })
  const mistakes = (result.error?.issues ?? []).flatMap((issue): Mistake[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ path: [...issue.path, key], message: '', part: 'key' }))
      : [{ path: issue.path, message: issue.message }],
  )
  const all = [...mistakes, ...check(document.value)]
  const shown = limited(
    all.slice(0, MOST_PROBLEMS).map(({ path, message, part }) => {
      const { shown, what } = message ? { shown: path, what: message } : adviseOnKey(schema, path)
      return problemAt(
        document.locate(path, part),
        shown.length === 0 ? words(what) : say`${formatPath(shown)} ${words(what)}`,
      )
    }),
    all.length,
  )
  return { ...document, data: all.length === 0 ? result.data : undefined, problems: shown }
}

function limited(problems: Problem[], count = problems.length): Problem[] {
  const [first] = problems
  const more = count - MOST_PROBLEMS
  return first && more > 0
    ? [...problems.slice(0, MOST_PROBLEMS), { ...first, message: words(`and ${more} more mistakes`) }]
    : problems
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
}

/** The error map of every schema: what is wrong, in words for the author of the workflow. */
const describe: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required'
    const found = typeName(issue.input)
    // In YAML, `repo_ref: 1.10` is the number 1.1.
    const isUnquoted = issue.expected === 'string' && /number|true or false/.test(found)
    return `must be ${TYPES[issue.expected] ?? issue.expected}, not ${found}${isUnquoted ? '; put it in quotes' : ''}`
  }
  if (issue.code === 'invalid_value') return mustBeOneOf(issue.values.map(String), String(issue.input))
  if (issue.code === 'invalid_union') {
    return `must be a string, a number, true or false, not ${typeName(issue.input)}`
  }
  if (issue.code === 'too_small') return 'must not be empty'
  if (issue.code === 'too_big') return 'is too large a number'
  return undefined
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'number') return TYPES[typeof value] ?? typeof value
  if (!Number.isFinite(value)) return 'a number that is not finite'
  return Number.isInteger(value) ? 'a whole number' : 'a number'
}

const SET = 'is set by the service and is not part of a request'

/**
 * Explains an unknown key by the nearest key: of its own mapping, or else of another one outside of lists. A key that is
 * similar to no other may be a value, such as a pasted secret, so it is not shown.
 */
function adviseOnKey(schema: z.ZodType, path: Path): { shown: Path; what: string } {
  const key = String(path.at(-1))
  const here = schemaAt(schema, path.slice(0, -1))
  const own = here instanceof z.ZodObject ? Object.keys(here.shape) : []
  const isOfRequest = valueAt(schema, ['shape', 'source_config']) !== undefined
  if (isOfRequest && isSetByService(path)) return { shown: path, what: SET }
  const others = path.some(step => typeof step === 'number') ? [] : pathsIn(unwrap(schema), [])
  const [nearest = ''] = closest(key, [...own, ...others.map(other => String(other.at(-1)))], 1)
  const isShown = isSimilar(key, nearest)
  const [shown, what] = isShown ? [path, 'is not known'] : [path.slice(0, -1), 'has a key that is not known']
  if (own.includes(nearest)) return { shown, what: `${what}; the nearest known key is ${nearest}` }
  const place = others.find(other => other.at(-1) === nearest) ?? []
  const move = nearest === key ? ': move it there' : ''
  return { shown, what: `${what} here; the nearest known key is ${formatPath(place)}${move}` }
}

/** The part of a schema at a path of a document; undefined if there is none. */
const schemaAt = (schema: z.ZodType, path: Path): z.ZodType | undefined =>
  path.reduce<z.ZodType | undefined>((current, step) => {
    if (current instanceof z.ZodObject) return unwrap(current.shape[String(step)])
    return current instanceof z.ZodArray ? unwrap(current.element as z.ZodType) : undefined
  }, unwrap(schema))

/** The paths of all keys outside of lists, nearest to the root first. */
function pathsIn(schema: z.ZodType | undefined, parent: Path): Path[] {
  if (!(schema instanceof z.ZodObject)) return []
  const own = Object.keys(schema.shape).map(key => [...parent, key])
  return [...own, ...own.flatMap(path => pathsIn(unwrap(schema.shape[String(path.at(-1))]), path))]
}

/** A schema without its optional and nullable wrappers. */
function unwrap(schema: unknown): z.ZodType | undefined {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap()
  return current instanceof z.ZodType ? current : undefined
}

/** The fields of the interface within `extra_fields`, which have their own inputs. */
export const extraFieldMistakes = (value: unknown, parent: Path = []): Mistake[] =>
  fieldsIn(value).flatMap(({ path, mistake }) =>
    mistake === undefined ? [] : { path: [...parent, ...path], message: mistake, part: 'key' },
  )

/** The fields of a mapping in the shape of the create request, and why a field is refused. */
export function fieldsIn(
  value: unknown,
  parent: Path = [],
  schema: unknown = CreateDeploymentRequest,
): { path: Path; mistake?: string }[] {
  if (!isObject(value) || !(schema instanceof z.ZodObject)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = Object.hasOwn(schema.shape, key) ? unwrap(schema.shape[key]) : undefined
    if (known instanceof z.ZodObject && isObject(member)) return fieldsIn(member, path, known)
    if (known) return { path, mistake: 'is a field of the interface: set it through its own input or key' }
    return isSetByService(path) ? { path, mistake: SET } : { path }
  })
}
