import leven from 'leven'
import * as z from 'zod'
import { formatPath, isObject, type Path, valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { CreateDeploymentRequest, OpenObject } from '../service/requests.ts'

/** A mistake at a path of a value. For an unknown key, `path` ends with that key. Never quotes values. */
export interface ShapeProblem {
  path: Path
  message: string
  unknownKey: boolean
}

/**
 * Checks a user's value against a schema and describes all mistakes in words for that user.
 *
 * @param stepInputs names of inputs that are easily mistaken for keys
 */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  stepInputs: readonly string[] = [],
): Result<T, ShapeProblem[]> {
  const result = schema.safeParse(value, { reportInput: false })
  if (result.success) return { ok: true, value: result.data }
  const advise = createKeyAdvisor(schema, stepInputs)
  const problems = result.error.issues.flatMap(issue => describeIssue(value, issue, advise))
  return { ok: false, error: problems }
}

function describeIssue(
  value: unknown,
  issue: z.core.$ZodIssue,
  advise: ReturnType<typeof createKeyAdvisor>,
): ShapeProblem[] {
  const { path } = issue
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key => ({
        path: [...path, key],
        message: advise(key, path),
        unknownKey: true,
      }))
    case 'invalid_type': {
      const found = typeName(valueAt(value, path))
      const message =
        found === 'nothing' && !isGiven(value, path)
          ? 'is required'
          : `must be ${TYPES[issue.expected] ?? issue.expected}, not ${found}${quotingHint(issue.expected, found)}`
      return [{ path, message, unknownKey: false }]
    }
    case 'invalid_value': {
      const words = issue.values.map(String)
      return [{ path, message: `must be one of ${words.join(', ')}`, unknownKey: false }]
    }
    case 'invalid_format':
      return [
        { path, message: `must be a ${issue.format === 'guid' ? 'UUID' : issue.format}`, unknownKey: false },
      ]
    case 'too_small':
      return [{ path, message: 'must not be empty', unknownKey: false }]
    case 'too_big':
      return [{ path, message: 'is too large a number', unknownKey: false }]
    default:
      return [{ path, message: issue.message, unknownKey: false }]
  }
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

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number'
  return TYPES[typeof value] ?? typeof value
}

/** Suggests quotes for a number: in YAML, `repo_ref: 1.10` is the number 1.1. */
const quotingHint = (expected: string, found: string) =>
  expected === 'string' && /number|true or false/.test(found) ? '; put it in quotes' : ''

function isGiven(value: unknown, path: Path): boolean {
  const parent = valueAt(value, path.slice(0, -1))
  return (
    path.length === 0 ||
    (isObject(parent) && Object.hasOwn(parent, String(path.at(-1)))) ||
    Array.isArray(parent)
  )
}

/** A key of a schema with its path in a document. A list in the path is written `[]`. */
interface KnownKey {
  key: string
  path: Path
}

/** Longer text is not a misspelt key and is slow to compare. */
const LONGEST_KEY = 64

/** The most keys of one document that are compared with the schema. Further unknown keys get no suggestion. */
const MOST_SEARCHES = 200

/** Extra distance of a key in another mapping, plus an amount for each list in its path. */
const ELSEWHERE = { cost: 1.5, perList: 4 }

const OF_THE_SERVICE = 'is set by the service and is not part of a request'
const MERGE_KEY =
  'is not known: YAML 1.2 has no merge keys, so write the members out, or use an alias for the whole mapping'

/** Keys with a different name: an input of the step, and the field that it sets. */
const SYNONYMS = new Map([
  ['repository', 'repo_url'],
  ['namespace', 'k8s_namespace'],
])

/**
 * Explains unknown keys and suggests the nearest known key. Keys of the same mapping come first, then keys of the whole
 * schema with the path where they belong.
 *
 * @param stepInputs names of inputs that are not fields, but are easily mistaken for keys
 */
function createKeyAdvisor(
  schema: z.ZodType,
  stepInputs: readonly string[] = [],
): (key: string, parent: Path) => string {
  let everywhere: KnownKey[] | undefined
  let searches = 0

  return (key, parent) => {
    if (key === 'repo_commit_sha') return OF_THE_SERVICE
    if (key === '<<') return MERGE_KEY
    if (key.length > LONGEST_KEY || ++searches > MOST_SEARCHES) return 'is not known'
    everywhere ??= allKeys(unwrap(schema), [])
    const best = nearest(SYNONYMS.get(key) ?? key, keysOf(schemaAt(schema, parent)), everywhere)
    if (!best) return 'is not known'
    const nearestKey = `the nearest known key is ${formatKnown(best)}`
    if (stepInputs.includes(key)) {
      return `is not known: it is an input of the step, not a key of the file (${nearestKey})`
    }
    const isHere = best.path.length === 0
    const move = !isHere && best.key === key ? ': move it there' : ''
    return `is not known${isHere ? '' : ' here'}; ${nearestKey}${move}`
  }
}

/** @returns the nearest known key; a key of the mapping itself has an empty path */
function nearest(key: string, here: string[], everywhere: KnownKey[]): KnownKey | undefined {
  const wanted = key.toLowerCase()
  const candidates = [
    ...here.map(known => ({ key: known, path: [] as Path, extra: 0 })),
    ...everywhere.map(known => ({
      ...known,
      extra: ELSEWHERE.cost + ELSEWHERE.perList * known.path.filter(step => step === '[]').length,
    })),
  ]
  let best: { known: KnownKey; cost: number } | undefined
  for (const { extra, ...known } of candidates) {
    const cost = leven(wanted, known.key.toLowerCase()) + extra
    if (!best || cost < best.cost) best = { known, cost }
  }
  return best?.known
}

const formatKnown = ({ key, path }: KnownKey) => formatPath(path).replaceAll('.[]', '[]') || key

/** The part of a schema at a path of a document; undefined if there is none. */
function schemaAt(schema: z.ZodType, path: Path): unknown {
  return path.reduce<unknown>((current, step) => {
    if (current instanceof z.ZodObject) return unwrap(current.shape[String(step)])
    return current instanceof z.ZodArray ? unwrap(current.element) : undefined
  }, unwrap(schema))
}

const keysOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** Every key of a schema, nearest to the root first. */
function allKeys(schema: unknown, path: Path): KnownKey[] {
  if (schema instanceof z.ZodArray) return allKeys(unwrap(schema.element), [...path, '[]'])
  if (!(schema instanceof z.ZodObject)) return []
  const own = Object.keys(schema.shape).map(key => ({ key, path: [...path, key] }))
  const inner = own.flatMap(({ key, path: at }) => allKeys(unwrap(schema.shape[key]), at))
  return [...own, ...inner]
}

/** A schema without its optional and nullable wrappers. */
function unwrap(schema: unknown): unknown {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap()
  return current
}

/** Fields of a deployment that only the service sets. */
const SET_BY_THE_SERVICE = [
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'status',
  'latest_revision_id',
  'active_revision_id',
  'image_version',
]

/**
 * Checks a mapping of fields that are not in the interface. Fields of the interface are refused because they have their
 * own inputs; objects of the interface may contain extra fields.
 */
export function extraFieldProblems(value: unknown): ShapeProblem[] {
  const checked = checkShape(OpenObject, value)
  if (!checked.ok) return checked.error
  return [...fieldsIn(checked.value, CreateDeploymentRequest, [])].flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ path, message: problem, unknownKey: true }],
  )
}

/** The paths of the fields in a valid mapping. */
export const extraFieldPaths = (value: Record<string, unknown>): string[] =>
  [...fieldsIn(value, CreateDeploymentRequest, [])].map(({ path }) => formatPath(path))

function* fieldsIn(
  value: Record<string, unknown>,
  schema: z.ZodObject,
  parent: Path,
): Generator<{ path: Path; problem?: string }> {
  for (const [key, member] of Object.entries(value)) {
    const path = [...parent, key]
    const isSet = parent.length === 0 ? SET_BY_THE_SERVICE.includes(key) : key === 'repo_commit_sha'
    const known = Object.hasOwn(schema.shape, key) ? unwrap(schema.shape[key]) : undefined
    if (isSet) yield { path, problem: OF_THE_SERVICE }
    else if (known instanceof z.ZodObject && isObject(member)) yield* fieldsIn(member, known, path)
    else if (known)
      yield { path, problem: 'is a field of the interface: set it through its own input or key' }
    else yield { path }
  }
}
