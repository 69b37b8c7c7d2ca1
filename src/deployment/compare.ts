import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, textAt, valueAt } from '../base/json.ts'
import type { Comparison } from '../run/run.ts'
import {
  comparableId,
  isSameCommit,
  isSha,
  namesOfSecrets,
  withSecretNames,
} from '../service/deployment.ts'
import { repositoryKey } from './repository.ts'

/** The path of the commit of the newest revision. A request has no such field; the input `commit` stands there. */
export const COMMIT = 'source_revision_config.repo_commit_sha'

/** A part of the request that the deployment has otherwise, or does not show. */
interface Finding {
  /** The keys that lead to it; `[]` is any item of a list. */
  path: string[]
  verdict: 'different' | 'unknown'
}

/**
 * Compares a part of the request, and all its parts, with what the deployment has in its place: undefined, if the service does not
 * return it. What is the same is no finding.
 */
type Comparator = (
  requested: unknown,
  existing: unknown,
  path: string[],
) => Finding[]

/** How parts are compared, by their paths. All others are compared by `compareAny`. */
const COMPARATORS = new Map<string, Comparator>([
  ['secrets', compareSecrets],
  ['source_config', compareUnlessEmpty],
  ['source_config.repo_url', byForm(repositoryKey)],
  ['source_config.custom_url', byForm(bareUrl)],
  [
    'source_config.resource_spec.init_containers',
    // Their order matters.
    (...parts) => compareAny(...parts, () => 0),
  ],
  ['source_config.resource_spec.init_containers.[].image', byForm(withoutTag)],
  ['source_config.resource_spec.sidecars.[].image', byForm(withoutTag)],
  ['source_revision_config', compareRevisions],
  ['source_revision_config.image_uri', byForm(withoutTag)],
  ['source_revision_config.repo_ref', byMeaning(isSameRef)],
  [COMMIT, byMeaning(isSameCommit)],
])

/**
 * Compares what is requested with a deployment as the service sent it. Fields that are left out or null ask for nothing, and
 * what the service does not return is unknown, not different. Secrets in the result are names.
 */
export function compare(
  requested: JsonObject,
  existing: JsonObject,
): Comparison {
  // As it is sent: JSON has neither `undefined` nor `NaN`.
  const sent: JsonObject = JSON.parse(JSON.stringify(requested))
  const { different = [], unknown = [] } = Object.groupBy(
    compareAny(sent, existing, []),
    ({ verdict }) => verdict,
  )
  return {
    differences: different.map(({ path }) => ({
      path: path.join('.'),
      requested: valueAt(withSecretNames(sent), ...path),
      existing: valueAt(withSecretNames(existing), ...path),
    })),
    unknown: [...new Set(unknown.map(({ path }) => path.join('.')))],
  }
}

/** Compares a part as its path asks for. */
function comparePart(
  requested: unknown,
  existing: unknown,
  path: string[],
): Finding[] {
  const compareBy = COMPARATORS.get(path.join('.')) ?? compareAny
  return compareBy(requested, existing, path)
}

/** The finding that the service does not return a part. */
const unknown = (path: string[]): Finding[] => [{ path, verdict: 'unknown' }]

const different = (path: string[]): Finding[] => [
  { path, verdict: 'different' },
]

// What holds wherever a value stands, also in fields that the interface does not have.

function compareAny(
  requested: unknown,
  existing: unknown,
  path: string[],
  order = byName,
): Finding[] {
  if (isObject(requested)) return compareMembers(requested, existing, path)
  if (existing === undefined) return unknown(path)
  if (Array.isArray(requested) && Array.isArray(existing))
    return compareItems(
      requested.toSorted(order),
      existing.toSorted(order),
      path,
    )
  return commonForm(requested) === commonForm(existing) ? [] : different(path)
}

/** If an object is not returned, each of its members is unknown, or the object itself if no member is requested. */
function compareMembers(
  requested: JsonObject,
  existing: unknown,
  path: string[],
): Finding[] {
  if (existing != null && !isObject(existing)) return different(path)
  const keys = Object.keys(requested).filter(key => requested[key] !== null)
  if (existing == null && keys.length === 0) return unknown(path)
  return keys.flatMap(key =>
    comparePart(requested[key], valueAt(existing, key), [...path, key]),
  )
}

/** Compares two lists, each in an order. If an item differs, the whole list does. */
function compareItems(
  requested: unknown[],
  existing: unknown[],
  path: string[],
): Finding[] {
  if (requested.length !== existing.length) return different(path)
  const findings = requested.flatMap((item, index) =>
    comparePart(item, existing[index], [...path, '[]']),
  )
  return findings.some(({ verdict }) => verdict === 'different')
    ? different(path)
    : findings
}

/** The order of items by their names. Items without a name keep their order. */
const byName = (one: unknown, other: unknown): number =>
  sortKey(one).localeCompare(sortKey(other))

/** Mounts of one volume have its name, and differ in their paths. */
const sortKey = (item: unknown): string =>
  `${textAt(item, 'name')} ${textAt(item, 'mountPath')}`

/** A value in the form that all have which mean the same: null stands for none, and a UUID has no capitals. */
function commonForm(value: unknown): unknown {
  if (typeof value === 'string') return comparableId(value)
  return value === false || isDeepStrictEqual(value, []) ? null : value
}

// What holds in some fields alone.

/** Compares a part that each request has: it asks for nothing while it is empty. */
function compareUnlessEmpty(
  requested: unknown,
  existing: unknown,
  path: string[],
): Finding[] {
  return isDeepStrictEqual(requested, {})
    ? []
    : compareAny(requested, existing, path)
}

/** Compares the secrets of the request by name. The service may add some of its own. */
function compareSecrets(
  requested: unknown,
  existing: unknown,
  path: string[],
): Finding[] {
  const returned = new Set(namesOfSecrets(existing))
  if (new Set(namesOfSecrets(requested)).isSubsetOf(returned)) return []
  return returned.size === 0 ? unknown(path) : different(path)
}

/** A commit in place of a branch or tag; digits alone are a date. */
const LIKE_COMMIT = /^(?!\d{7,12}$)[0-9a-f]{7,}$/i

/** Compares revisions, of which the commit and the ref may tell nothing. */
function compareRevisions(
  requested: unknown,
  existing: unknown,
  path: string[],
): Finding[] {
  const commit = valueAt(existing, 'repo_commit_sha')
  // Some services answer with the commit to which they resolved a branch or tag: it is not known which one that was.
  const isResolved =
    isSameCommit(textAt(existing, 'repo_ref'), `${commit}`) &&
    !LIKE_COMMIT.test(textAt(requested, 'repo_ref'))
  // A commit of null is not built yet.
  const untold: unknown[] = [
    commit === null && 'repo_commit_sha',
    isResolved && 'repo_ref',
  ]
  return compareUnlessEmpty(requested, existing, path).map(finding =>
    untold.includes(finding.path.at(-1))
      ? { ...finding, verdict: 'unknown' }
      : finding,
  )
}

/** Compares texts that may mean the same in another way, too. */
function byMeaning(
  isSame: (requested: string, existing: string) => boolean,
): Comparator {
  return (requested, existing, path) =>
    typeof requested === 'string' &&
    typeof existing === 'string' &&
    isSame(requested, existing)
      ? []
      : compareAny(requested, existing, path)
}

/** Compares texts that are the same if they have the same form. */
function byForm(formOf: (text: string) => string): Comparator {
  return byMeaning((one, other) => formOf(one) === formOf(other))
}

/** A tag before a digest says nothing. */
function withoutTag(image: string): string {
  return image.replace(/:[^:/@]*@/, '@')
}

/** A URL without `https://` and a last slash. A host has no capitals. */
function bareUrl(url: string): string {
  return url
    .replace(/^https:\/\/|\/$/gi, '')
    .replace(/^(http:\/\/)?[^/?#]+/i, host => host.toLowerCase())
}

/** Whether two refs are the same branch or tag, in full or by name, or the same commit. */
export function isSameRef(one: string, other: string): boolean {
  if (isSha(one) || isSha(other)) return isSameCommit(one, other)
  const short = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')
  return one === other || short(one) === other || one === short(other)
}
