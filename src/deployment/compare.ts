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

/** The path of the newest revision's commit. A create request has no such field; the comparison puts the input `commit` there. */
export const COMMIT = 'source_revision_config.repo_commit_sha'

/** A part of the request that differs in the deployment, or that the service does not return. */
interface Finding {
  /** The keys that lead to it; `[]` stands for any item of a list. */
  path: string[]
  verdict: 'different' | 'unknown'
}

/**
 * Compares a part of the request, with all that it contains, to the same part of the deployment. `existing` is undefined if the
 * service does not return that part. Equal parts yield no finding.
 */
type Comparator = (requested: unknown, existing: unknown, path: string[]) => Finding[]

/** How parts are compared, by their paths. All others are compared by `compareAny`. */
const COMPARATORS = new Map<string, Comparator>([
  ['secrets', compareSecrets],
  ['source_config', compareUnlessEmpty],
  ['source_config.repo_url', byForm(repositoryKey)],
  ['source_config.custom_url', byForm(bareUrl)],
  [
    'source_config.resource_spec.init_containers',
    // Init containers run one after the other, so keep their order.
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
 * Compares a request with a deployment as the service sent it. Requested fields that are missing or null are not compared. A field
 * that the service does not return is unknown, not different. The result shows secrets by name only.
 */
export function compare(requested: JsonObject, existing: JsonObject): Comparison {
  // Compare the request as it is sent: JSON has neither `undefined` nor `NaN`.
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

/** Compares a part by the rule for its path. */
function comparePart(requested: unknown, existing: unknown, path: string[]): Finding[] {
  return (COMPARATORS.get(path.join('.')) ?? compareAny)(requested, existing, path)
}

/** The finding that the service does not return a part. */
const unknown = (path: string[]): Finding[] => [{ path, verdict: 'unknown' }]

const different = (path: string[]): Finding[] => [{ path, verdict: 'different' }]

// Rules for every value, also in fields that the interface does not define.

function compareAny(
  requested: unknown,
  existing: unknown,
  path: string[],
  order = byName,
): Finding[] {
  if (isObject(requested)) return compareMembers(requested, existing, path)
  if (existing === undefined) return unknown(path)
  if (Array.isArray(requested) && Array.isArray(existing))
    return compareItems(requested.toSorted(order), existing.toSorted(order), path)
  return commonForm(requested) === commonForm(existing) ? [] : different(path)
}

/** Without an existing object, each requested member is unknown, or the object itself if no member is requested. */
function compareMembers(requested: JsonObject, existing: unknown, path: string[]): Finding[] {
  if (existing != null && !isObject(existing)) return different(path)
  const keys = Object.keys(requested).filter(key => requested[key] !== null)
  if (existing == null && keys.length === 0) return unknown(path)
  return keys.flatMap(key => comparePart(requested[key], valueAt(existing, key), [...path, key]))
}

/** Compares two sorted lists item by item. If one item differs, the whole list counts as different. */
function compareItems(requested: unknown[], existing: unknown[], path: string[]): Finding[] {
  if (requested.length !== existing.length) return different(path)
  const findings = requested.flatMap((item, index) =>
    comparePart(item, existing[index], [...path, '[]']),
  )
  return findings.some(({ verdict }) => verdict === 'different') ? different(path) : findings
}

/** The order of items by their names. Items without a name keep their order. */
const byName = (one: unknown, other: unknown): number => sortKey(one).localeCompare(sortKey(other))

/** Several mounts of one volume share its name, so the mount path is part of the key. */
const sortKey = (item: unknown): string => `${textAt(item, 'name')} ${textAt(item, 'mountPath')}`

/** The normal form of a value: null for false and for an empty list, lower case for a UUID. */
function commonForm(value: unknown): unknown {
  if (typeof value === 'string') return comparableId(value)
  return value === false || isDeepStrictEqual(value, []) ? null : value
}

// Rules for single fields.

/** Compares a part that every request must have. If it is empty, it asks for nothing. */
function compareUnlessEmpty(requested: unknown, existing: unknown, path: string[]): Finding[] {
  return isDeepStrictEqual(requested, {}) ? [] : compareAny(requested, existing, path)
}

/** Compares the secrets of the request by name. The service may add some of its own. */
function compareSecrets(requested: unknown, existing: unknown, path: string[]): Finding[] {
  const returned = new Set(namesOfSecrets(existing))
  if (new Set(namesOfSecrets(requested)).isSubsetOf(returned)) return []
  return returned.size === 0 ? unknown(path) : different(path)
}

/** A ref that looks like a commit: `1f3c9ab`. A few digits alone are a tag that is a date: `20260131`. */
const LIKE_COMMIT = /^(?!\d{7,12}$)[0-9a-f]{7,}$/i

/** Compares revisions. A difference in the commit or the ref is unknown where the service's value proves nothing. */
function compareRevisions(requested: unknown, existing: unknown, path: string[]): Finding[] {
  const commit = valueAt(existing, 'repo_commit_sha')
  // Some services resolve a branch or tag and return the commit as the ref, which does not say which branch or tag it was.
  const isResolved =
    isSameCommit(textAt(existing, 'repo_ref'), `${commit}`) &&
    !LIKE_COMMIT.test(textAt(requested, 'repo_ref'))
  // A null commit means that the revision is not built yet.
  const unproven: unknown[] = [commit === null && 'repo_commit_sha', isResolved && 'repo_ref']
  return compareUnlessEmpty(requested, existing, path).map(finding =>
    unproven.includes(finding.path.at(-1)) ? { ...finding, verdict: 'unknown' } : finding,
  )
}

/** Makes a comparator for texts that may be written differently and mean the same, as `isSame` decides. */
function byMeaning(isSame: (requested: string, existing: string) => boolean): Comparator {
  return (requested, existing, path) =>
    typeof requested === 'string' && typeof existing === 'string' && isSame(requested, existing)
      ? []
      : compareAny(requested, existing, path)
}

/** Makes a comparator for texts that mean the same if their normal forms are equal. */
function byForm(formOf: (text: string) => string): Comparator {
  return byMeaning((one, other) => formOf(one) === formOf(other))
}

/** Drops a tag before a digest, as only the digest selects the image: `app:1@sha256:…` becomes `app@sha256:…`. */
function withoutTag(image: string): string {
  return image.replace(/:[^:/@]*@/, '@')
}

/** The normal form of a URL: without `https://`, without a slash at the end, and with its host in lower case. */
function bareUrl(url: string): string {
  return url
    .replace(/^https:\/\/|\/$/gi, '')
    .replace(/^(http:\/\/)?[^/?#]+/i, host => host.toLowerCase())
}

/** Whether two refs are the same commit, branch or tag. Each may be full (`refs/heads/main`) or short (`main`). */
export function isSameRef(one: string, other: string): boolean {
  if (isSha(one) || isSha(other)) return isSameCommit(one, other)
  const short = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')
  return one === other || short(one) === other || one === short(other)
}
