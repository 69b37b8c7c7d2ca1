/** Real configuration is not nested deeper, and deeper values would overflow the stack of recursive code. */
const MOST_LEVELS = 100

/** Parses JSON; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON value has parts: those of an object or of a list. */
const hasParts = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null

/** Whether a value is an object of JSON. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  hasParts(value) && !Array.isArray(value)

/** Whether a JSON value is shallow enough for recursive code. */
export function isWalkable(value: unknown, levels = MOST_LEVELS): boolean {
  const parts = hasParts(value) ? Object.values(value) : []
  return levels >= 0 && parts.every(part => isWalkable(part, levels - 1))
}

/** The path from a JSON value to a part of it: keys of mappings and indexes of lists. */
export type Path = readonly PropertyKey[]

/** A JSON value with all its parts, each with its path. */
export function* partsIn(
  value: unknown,
  path: Path = [],
): Generator<{ path: Path; value: unknown }> {
  yield { path, value }
  if (!hasParts(value)) return
  for (const [key, part] of Object.entries(value))
    yield* partsIn(part, [...path, Array.isArray(value) ? Number(key) : key])
}

/** A JSON value in which each text, but no key, is replaced by what `change` returns for it and its path. */
export function mapTexts(
  value: unknown,
  change: (text: string, path: Path) => string,
  path: Path = [],
): unknown {
  if (typeof value === 'string') return change(value, path)
  if (!hasParts(value)) return value
  const changed = (part: unknown, key: PropertyKey) =>
    mapTexts(part, change, [...path, key])
  if (Array.isArray(value)) return value.map(changed)
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, part]) => [key, changed(part, key)]),
  )
}

/** The part of a value at a path; undefined if there is none. Ignores inherited members. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, step) =>
      hasParts(part) && Object.hasOwn(part, step) ? part[step] : undefined,
    value,
  )

/** Sets the part of an object at a path of known fields, and creates missing objects on the path. */
export function setAt(
  target: Record<string, unknown>,
  [key = '', ...rest]: string[],
  value: unknown,
): void {
  const inner = isObject(target[key]) ? target[key] : {}
  target[key] = rest.length === 0 ? value : inner
  if (rest.length > 0) setAt(inner, rest, value)
}

/** Merges two objects. Objects in both are merged recursively; for all other members the second object wins. */
export function merged(
  first: Record<string, unknown>,
  second: Record<string, unknown>,
): typeof first {
  const over = Object.entries(second).map(([key, value]): [string, unknown] => {
    const inner = valueAt(first, [key])
    return [
      key,
      isObject(inner) && isObject(value) ? merged(inner, value) : value,
    ]
  })
  // Unlike an assignment, this sets even a member named `__proto__`.
  return Object.fromEntries([...Object.entries(first), ...over])
}

/** Formats a path for people: `resource_spec.sidecars[0].image`. */
export const formatPath = (path: Path): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
