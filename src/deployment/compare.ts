import { isDeepStrictEqual } from 'node:util'
import type { Comparison } from '../run/run.ts'
import {
  comparableId,
  isSameCommit,
  isSha,
  namesOfSecrets,
  withSecretNames,
} from '../service/deployment.ts'
import { isObject, type JsonObject, textAt, valueAt } from '../service/json.ts'
import { repositoryKey } from './repository.ts'

/** The path of the commit of the newest revision. A request has no such field; the input `commit` stands there. */
export const COMMIT = 'source_revision_config.repo_commit_sha'

/**
 * Compares what is asked for with a deployment as the service sent it. Fields that are left out or null ask for nothing, and what
 * the service does not return is unknown, not different. Secrets are compared by name.
 */
export function compare(
  requested: JsonObject,
  existing: JsonObject,
): Comparison {
  const comparison: Comparison = { differences: [], unknown: [] }
  compareMembers([], requested, existing, comparison)
  return comparison
}

/** Whether a value means that there is none. */
const isNone = (value: unknown): boolean =>
  value === false ||
  value == null ||
  (Array.isArray(value) && value.length === 0)

/** Compares an object member by member: if it is not there, each of them is unknown. */
function compareMembers(
  parent: string[],
  requested: JsonObject,
  existing: unknown,
  comparison: Comparison,
): void {
  for (const [key, wanted] of Object.entries(requested)) {
    const path = [...parent, key]
    const actual = valueAt(existing, key)
    if (wanted == null) continue
    if (isUnknown(key, wanted, actual, existing))
      comparison.unknown.push(path.join('.'))
    else compareValues(path, wanted, actual, comparison)
  }
}

function compareValues(
  path: string[],
  wanted: unknown,
  actual: unknown,
  comparison: Comparison,
): void {
  const key = path.at(-1) ?? ''
  if (key === 'secrets') compareSecrets(path, wanted, actual, comparison)
  else if (isObject(wanted) && (actual == null || isObject(actual)))
    compareMembers(path, wanted, actual, comparison)
  else if (Array.isArray(wanted) && Array.isArray(actual))
    compareLists(path, wanted, actual, comparison)
  else if (!meansTheSame(key, wanted, actual))
    differ(path, wanted, actual, comparison)
}

function differ(
  path: string[],
  requested: unknown,
  existing: unknown,
  { differences }: Comparison,
): void {
  differences.push({
    path: path.join('.'),
    requested: withSecretNames(requested, path),
    existing: withSecretNames(existing, path),
  })
}

/** Whether the service does not say what there is of a value. Of an object, this is asked of each member. */
function isUnknown(
  key: string,
  wanted: unknown,
  actual: unknown,
  siblings: unknown,
): boolean {
  if (isObject(wanted)) return false
  if (key === 'secrets')
    return !isNone(wanted) && namesOfSecrets(actual).length === 0
  if (actual == null) return actual === undefined || key === 'repo_commit_sha'
  // Some services answer with the commit to which they resolved a ref.
  const commit = textAt(siblings, 'repo_commit_sha')
  const isResolved = key === 'repo_ref' && isSameCommit(String(actual), commit)
  // A commit, in full or shortened, is compared.
  return isResolved && !/^[0-9a-f]{7,}$/i.test(String(wanted))
}

/** Compares lists as a whole. The order of named items does not matter, but that of init containers does. */
function compareLists(
  path: string[],
  requested: unknown[],
  existing: unknown[],
  comparison: Comparison,
): void {
  const isSorted = path.at(-1) !== 'init_containers'
  const wanted = isSorted ? requested.toSorted(byName) : requested
  const actual = isSorted ? existing.toSorted(byName) : existing
  const inItems: Comparison = { differences: [], unknown: [] }
  compareMembers(path, { ...wanted }, { ...actual }, inItems)
  const isSame =
    wanted.length === actual.length && inItems.differences.length === 0
  if (!isSame) differ(path, requested, existing, comparison)
  else comparison.unknown.push(...inItems.unknown)
}

/** Compares secrets by name. The service may add some of its own. */
function compareSecrets(
  path: string[],
  requested: unknown,
  existing: unknown,
  comparison: Comparison,
): void {
  const names = namesOfSecrets(existing)
  const wanted = namesOfSecrets(requested)
  if (!wanted.every(name => names.includes(name)))
    differ(path, wanted, names, comparison)
}

/** Items without a name keep their order. */
const byName = (one: unknown, other: unknown): number =>
  sortKey(one).localeCompare(sortKey(other))

/** Mounts of one volume have its name, and differ in their paths. */
const sortKey = (item: unknown): string =>
  `${textAt(item, 'name')} ${textAt(item, 'mountPath')}`

/** Whether two texts of a field mean the same. Other fields hold an id or plain text. */
const SAME = new Map<string, (one: string, other: string) => boolean>([
  ['repo_ref', isSameRef],
  ['repo_commit_sha', isSameCommit],
  ['repo_url', (one, other) => repositoryKey(one) === repositoryKey(other)],
  ['custom_url', (one, other) => bareUrl(one) === bareUrl(other)],
  ['image', isSameImage],
  ['image_uri', isSameImage],
])

/** Whether two values of a field mean the same in another form. */
function meansTheSame(key: string, one: unknown, other: unknown): boolean {
  if (isNone(one) && isNone(other)) return true
  if (typeof one !== 'string' || typeof other !== 'string')
    return isDeepStrictEqual(one, other)
  const isSame = SAME.get(key) ?? isSameId
  return isSame(one, other)
}

function isSameImage(one: string, other: string): boolean {
  // A tag before a digest says nothing.
  const withoutTag = (image: string) => image.replace(/:[^:/@]*@/, '@')
  return withoutTag(one) === withoutTag(other)
}

const isSameId = (one: string, other: string): boolean =>
  comparableId(one) === comparableId(other)

/** A URL without `https://` and a last slash. */
const bareUrl = (url: string): string =>
  url.replace(/^https:\/\//i, '').replace(/\/$/, '')

/** Whether two refs are the same branch or tag, in full or by name, or the same commit. */
export function isSameRef(one: string, other: string): boolean {
  const isFull = [one, other].every(ref => ref.startsWith('refs/'))
  const short = (ref: string) =>
    isFull ? ref : ref.replace(/^refs\/(heads|tags)\//, '')
  const isCommit = isSha(one) || isSha(other)
  return short(one) === short(other) || (isCommit && isSameCommit(one, other))
}

/** The digest of an image; empty if it has none. */
export const digestOf = (image: string): string =>
  /@([a-z0-9+._-]+:[0-9a-f]{32,})$/i.exec(image)?.[1]?.toLowerCase() ?? ''
