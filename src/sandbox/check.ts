/** The answer of an operation: an HTTP status and a JSON value. */
export interface Answer {
  status: number
  body: unknown
}

/** One finding of a 422: its location (`['body', 'source_config', 'repo_url']`), its message and its type. */
export interface Finding {
  loc: (string | number)[]
  msg: string
  type: string
}

/** An error with a message: `{"detail": "..."}`. */
export function refusal(status: number, detail: string): Answer {
  return { status, body: { detail } }
}

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. */
export function unprocessable(findings: Finding[]): Answer {
  return { status: 422, body: { detail: findings } }
}

/** The type of a field, in the terms of the interface. Plain `object` allows any contents. */
export type Kind =
  | 'string'
  | 'uuid'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'object'
  | { one_of: readonly string[] }
  | { array_of: Kind }
  | { members: Table }

export interface Field {
  kind: Kind
  required?: boolean
  nullable?: boolean
  read_only?: boolean
}

/** A table of an object's fields. An object with a table must not have other members. */
export type Table = Readonly<Record<string, Field>>

type Plain = Exclude<Kind, object>

const PLAIN_KINDS: Record<Plain, { test: (value: unknown) => boolean; msg: string; type: string }> = {
  string: { test: value => typeof value === 'string', msg: 'a valid string', type: 'string_type' },
  uuid: { test: isUuid, msg: 'a valid UUID', type: 'uuid_parsing' },
  boolean: { test: value => typeof value === 'boolean', msg: 'a valid boolean', type: 'bool_type' },
  integer: { test: Number.isInteger, msg: 'a valid integer', type: 'int_type' },
  // A number too large for a double is parsed as Infinity.
  number: { test: Number.isFinite, msg: 'a valid number', type: 'float_type' },
  object: { test: isObject, msg: 'a valid object', type: 'dict_type' },
}

/** Whether a value is an identifier in the usual 8-4-4-4-12 form. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * All findings about a JSON value that does not match its type, at `loc` and below. A message never quotes the value,
 * which may be a secret.
 */
export function check(value: unknown, kind: Kind, loc: Finding['loc']): Finding[] {
  if (typeof kind === 'string') {
    const { test, msg, type } = PLAIN_KINDS[kind]
    return test(value) ? [] : [{ loc, msg: `Input should be ${msg}`, type }]
  }
  if ('one_of' in kind) {
    if (kind.one_of.some(allowed => allowed === value)) return []
    return [{ loc, msg: `Input should be one of ${kind.one_of.join(', ')}`, type: 'enum' }]
  }
  if ('array_of' in kind) {
    if (!Array.isArray(value)) return [{ loc, msg: 'Input should be a valid array', type: 'list_type' }]
    return value.flatMap((item, index) => check(item, kind.array_of, [...loc, index]))
  }
  return checkMembers(value, kind.members, loc)
}

function checkMembers(value: unknown, table: Table, loc: Finding['loc']): Finding[] {
  if (!isObject(value)) return check(value, 'object', loc)
  const fields = Object.entries(table).flatMap(([name, field]) =>
    checkField(value, name, field, [...loc, name]),
  )
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(table, name))
  return [
    ...fields,
    ...unknown.map(name => ({ loc: [...loc, name], msg: 'Unknown field', type: 'extra_forbidden' })),
  ]
}

function checkField(
  value: Record<string, unknown>,
  name: string,
  field: Field,
  loc: Finding['loc'],
): Finding[] {
  if (!Object.hasOwn(value, name))
    return field.required ? [{ loc, msg: 'Field required', type: 'missing' }] : []
  if (field.read_only) {
    return [{ loc, msg: 'Read-only: not part of the request', type: 'extra_forbidden' }]
  }
  if (field.nullable && value[name] === null) return []
  return check(value[name], field.kind, loc)
}
