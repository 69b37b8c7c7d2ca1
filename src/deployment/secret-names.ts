import { isObject } from '../lib/json.ts'

/** The names in a list of secrets, or in a mapping from names to values. */
export function secretNames(secrets: unknown): string[] {
  if (isObject(secrets)) return Object.keys(secrets)
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap(secret => {
    const name = isObject(secret) ? secret['name'] : secret
    return typeof name === 'string' ? [name] : []
  })
}

/** A copy of a value of JSON in which every member `secrets`, at any depth, is a list of names. */
export function withSecretNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretNames)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    key === 'secrets' ? secretNames(member) : withSecretNames(member),
  ])
  return Object.fromEntries(members)
}
