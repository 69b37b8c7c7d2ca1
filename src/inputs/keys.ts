import leven from 'leven'
import * as z from 'zod'
import { formatPath, type Path } from '../lib/path.ts'

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
export function createKeyAdvisor(
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
export function unwrap(schema: unknown): unknown {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap()
  return current
}
