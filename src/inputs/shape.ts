import type * as z from 'zod'
import { isObject } from '../lib/json.ts'
import { type Path, valueAt } from '../lib/path.ts'
import type { Result } from '../lib/result.ts'
import { createKeyAdvisor } from './keys.ts'

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
