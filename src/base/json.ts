// JSON of any shape, read without trust.

/** A JSON object. */
export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON. Returns undefined if the text is not JSON, or is nested too deep for recursive code. */
export function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isShallow(json, MOST_LEVELS) ? json : undefined
  } catch {
    return undefined
  }
}

/** The most levels of nesting that are accepted; real resources have fewer. */
const MOST_LEVELS = 100

/** Whether a value has at most so many levels. One that contains itself has no end of them. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object') return true
  return levels > 0 && Object.values(value ?? {}).every(part => isShallow(part, levels - 1))
}

/** The value at a path of keys; undefined if there is none. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    value,
  )

/** The text at a path such as `source_config.repo_url`; empty if there is none. */
export function textAt(value: unknown, path: string): string {
  const found = valueAt(value, ...path.split('.'))
  return typeof found === 'string' ? found : ''
}
