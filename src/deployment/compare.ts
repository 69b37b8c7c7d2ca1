import { isDeepStrictEqual } from 'node:util'
import {
  comparableId,
  isObject,
  isSameCommit,
  type JsonObject,
  namesOfSecrets,
  textAt,
  valueAt,
  withSecretNames,
} from '../service/deployment.ts'
import { repositoryKey } from './repository.ts'

/** What was asked for, and is otherwise there. */
export interface Difference {
  path: string
  requested: unknown
  existing: unknown
}

export interface Comparison {
  differences: Difference[]
  /** The paths of what the service does not return. */
  unknown: string[]
}

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
  const there = {
    ...existing,
    // Always there in a request, so their fields are compared one by one.
    source_config: existing['source_config'] ?? {},
    source_revision_config: existing['source_revision_config'] ?? {},
  }
  compareMembers([], requested, there, comparison)
  return comparison
}

/** Whether a value means that there is none. */
const isNone = (value: unknown): boolean =>
  value === false ||
  value == null ||
  (Array.isArray(value) && value.length === 0)

function compareMembers(
  parent: string[],
  requested: JsonObject,
  existing: JsonObject,
  found: Comparison,
): void {
  const asked = Object.entries(requested).filter(([, wanted]) => wanted != null)
  for (const [key, wanted] of asked) {
    const path = [...parent, key]
    const there = valueAt(existing, key)
    if (isUnknown(key, wanted, there, existing))
      found.unknown.push(path.join('.'))
    else compareValues(path, wanted, there, found)
  }
}

function compareValues(
  path: string[],
  wanted: unknown,
  there: unknown,
  found: Comparison,
): void {
  const key = path.at(-1) ?? ''
  if (key === 'secrets') compareSecrets(path, wanted, there, found)
  else if (isObject(wanted) && isObject(there))
    compareMembers(path, wanted, there, found)
  else if (Array.isArray(wanted) && Array.isArray(there))
    compareLists(path, wanted, there, found)
  else if (!meansTheSame(key, wanted, there)) differ(path, wanted, there, found)
}

function differ(
  path: string[],
  requested: unknown,
  existing: unknown,
  { differences }: Comparison,
): void {
  const shown = withSecretNames({ requested, existing, path: path.join('.') })
  differences.push(shown as Difference)
}

/** Whether the service does not say what there is of a field. */
function isUnknown(
  key: string,
  wanted: unknown,
  there: unknown,
  siblings: JsonObject,
): boolean {
  if (there === undefined) return true
  if (key === 'secrets')
    return namesOfSecrets(there).length === 0 && !isNone(wanted)
  if (there === null) return isObject(wanted) || key === 'repo_commit_sha'
  // Some services answer with the commit to which they resolved a ref.
  const commit = textAt(siblings, 'repo_commit_sha')
  const isResolved = key === 'repo_ref' && commit !== '' && there === commit
  return isResolved && !isSameCommit(String(wanted), commit)
}

/** Compares lists as a whole. The order of named items does not matter, but that of init containers does. */
function compareLists(
  path: string[],
  requested: unknown[],
  existing: unknown[],
  found: Comparison,
): void {
  const isSorted =
    path.at(-1) !== 'init_containers' &&
    [...requested, ...existing].every(nameOf)
  const wanted = isSorted ? requested.toSorted(byName) : requested
  const there = isSorted ? existing.toSorted(byName) : existing
  const inItems: Comparison = { differences: [], unknown: [] }
  compareMembers(path, { ...wanted }, { ...there }, inItems)
  const isSame =
    wanted.length === there.length && inItems.differences.length === 0
  if (!isSame) differ(path, requested, existing, found)
  else found.unknown.push(...inItems.unknown)
}

/** The service may add secrets of its own. */
function compareSecrets(
  path: string[],
  requested: unknown,
  existing: unknown,
  found: Comparison,
): void {
  const names = namesOfSecrets(existing)
  const wanted = namesOfSecrets(requested)
  if (!wanted.every(name => names.includes(name)))
    found.differences.push({
      path: path.join('.'),
      requested: wanted,
      existing: names,
    })
}

const nameOf = (item: unknown): string => textAt(item, 'name')

/** Mounts of one volume have its name, and differ in their paths. */
const byName = (one: unknown, other: unknown): number =>
  sortKey(one) < sortKey(other) ? -1 : 1

const sortKey = (item: unknown): string =>
  `${nameOf(item)} ${textAt(item, 'mountPath')}`

/** Whether two texts of a field mean the same. Other fields hold a URL, an id or plain text. */
const SAME = new Map<string, (one: string, other: string) => boolean>([
  ['repo_ref', isSameRef],
  ['repo_commit_sha', isSameCommit],
  ['repo_url', (one, other) => repositoryKey(one) === repositoryKey(other)],
  ['image', isSameImage],
  ['image_uri', isSameImage],
])

/** Whether two values of a field mean the same in another form. */
function meansTheSame(key: string, one: unknown, other: unknown): boolean {
  if (isNone(one) && isNone(other)) return true
  if (typeof one !== 'string' || typeof other !== 'string')
    return isDeepStrictEqual(one, other)
  const isSame = SAME.get(key) ?? isSameText
  return isSame(one, other)
}

function isSameImage(one: string, other: string): boolean {
  // A tag before a digest says nothing.
  const withoutTag = (image: string) => image.replace(/:[^:/@]*@/, '@')
  return withoutTag(one) === withoutTag(other)
}

const isSameText = (one: string, other: string): boolean =>
  isSameUrl(one, other) || comparableId(one) === comparableId(other)

/** Whether two texts are one URL, with or without `https://` and a last slash. */
function isSameUrl(one: string, other: string): boolean {
  const bare = (text: string) =>
    text.replace(/^https:\/\//i, '').replace(/\/$/, '')
  const isUrl = [one, other].some(text => /^https?:\/\//i.test(text))
  return isUrl && bare(one) === bare(other)
}

/** Whether two refs are the same branch or tag, in full or by name, or the same commit. */
export function isSameRef(one: string, other: string): boolean {
  const isFull = [one, other].every(ref => ref.startsWith('refs/'))
  const short = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')
  return (
    one === other ||
    (!isFull && short(one) === short(other)) ||
    isSameSha(one, other)
  )
}

const isSameSha = (one: string, other: string): boolean =>
  [one, other].some(text => /^[0-9a-f]{40}$/i.test(text)) &&
  isSameCommit(one, other)

/** The digest of an image; empty if it has none. */
export const digestOf = (image: string): string =>
  /@([a-z0-9+._-]+:[0-9a-f]{32,})$/i.exec(image)?.[1]?.toLowerCase() ?? ''
