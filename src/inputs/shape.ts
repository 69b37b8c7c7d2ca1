import * as z from 'zod'
import { closest } from '../lib/closest.ts'
import { isObject } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import type { Path } from './yaml.ts'

/** What is wrong at a path of a value; for an unknown key, `path` ends with that key. Values are never quoted. */
export interface ShapeProblem {
  path: Path
  message: string
  unknownKey: boolean
}

/** Checks a value that a user wrote against a schema, and says all that is wrong in a user's words. */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): Result<T, ShapeProblem[]> {
  const result = schema.safeParse(value, { reportInput: false })
  if (result.success) return { ok: true, value: result.data }
  const problems = result.error.issues.flatMap(issue => describeIssue(schema, value, issue))
  return { ok: false, error: problems }
}

function describeIssue(schema: z.ZodType, value: unknown, issue: z.core.$ZodIssue): ShapeProblem[] {
  const { path } = issue
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, path)
      return issue.keys.map(key => ({
        path: [...path, key],
        message: unknownKey(key, known),
        unknownKey: true,
      }))
    }
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

/** `repo_ref: 1.10` is the number 1.1 in YAML. */
const quotingHint = (expected: string, found: string) =>
  expected === 'string' && /number|true or false/.test(found) ? '; put it in quotes' : ''

function unknownKey(key: string, known: string[]): string {
  if (key === 'repo_commit_sha') return 'is set by the service and is not part of a request'
  const [nearest] = closest(key, known, 1)
  return nearest === undefined ? 'is not known' : `is not known; the nearest known key is ${nearest}`
}

/** The keys that the schema has for the object at a path. */
function knownKeys(schema: z.ZodType, path: Path): string[] {
  let current: unknown = unwrap(schema)
  for (const step of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[String(step)])
    else if (current instanceof z.ZodArray) current = unwrap(current.element)
    else return []
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : []
}

function unwrap(schema: unknown): unknown {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap()
  return current
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, step) => (part as Record<PropertyKey, unknown> | undefined | null)?.[step],
    value,
  )

function isGiven(value: unknown, path: Path): boolean {
  const parent = valueAt(value, path.slice(0, -1))
  return (
    path.length === 0 ||
    (isObject(parent) && Object.hasOwn(parent, String(path.at(-1)))) ||
    Array.isArray(parent)
  )
}

/** A path as people write it: `resource_spec.sidecars[0].image`. */
export function formatPath(path: Path): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  )
}
