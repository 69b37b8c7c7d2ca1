/** Nobody nests configuration this deep; what does would overflow the stack of whatever walks it. */
const MOST_LEVELS = 100

/** A text as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a JSON value may be walked member by member. */
export function isWalkable(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(member => isWalkable(member, levels - 1))
}
