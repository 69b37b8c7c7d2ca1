import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

type Json = Record<string, unknown>

/** A request with every field of the interface, each text different. */
export const WHOLE: Json = parse(readFileSync(join(import.meta.dirname, 'whole-request.yml'), 'utf8'))

/** A copy of a request with a value at a path, such as `secrets.0.value`, whose objects are there. */
export function withValue(request: object, path: string, value: unknown): Json {
  const copy = structuredClone(request) as Json
  const [last = '', ...above] = path.split('.').reverse()
  const parent = above.reverse().reduce((part, key) => part[key] as Json, copy)
  parent[last] = value
  return copy
}
