import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, textAt, valueAt } from '../base/json.ts'
import type { Comparison } from '../run/run.ts'
import {
  comparableId,
  fieldsOf,
  isSameCommit,
  isSha,
  namesOfSecrets,
  withSecretNames,
} from '../service/deployment.ts'
import { repositoryKey } from './repository.ts'

/** The path of the commit of the newest revision. A request has no such field; the input `commit` stands there. */
export const COMMIT = 'source_revision_config.repo_commit_sha'

/** A part of the request, and what the deployment has in its place. */
interface Field {
  /** The keys that lead to it; `[]` is any item of a list. */
  path: string[]
  requested: unknown
  /** Undefined if the service does not return it. */
  existing: unknown
  /** The whole deployment. */
  deployment: JsonObject
}

/** A part of the request that the deployment has otherwise, or does not show. */
interface Finding {
  path: string[]
  verdict: 'different' | 'unknown'
}

/** Compares a field and all its parts. What is the same is no finding. */
type Comparator = (field: Field) => Finding[]

/** How fields are compared, by their paths. All others are compared by `compareAny`. */
const COMPARATORS = new Map<string, Comparator>([
  ['secrets', compareSecrets],
  ['source_config', compareUnlessEmpty],
  ['source_config.repo_url', by(repositoryKey)],
  ['source_config.custom_url', by(bareUrl)],
  ['source_config.resource_spec.init_containers', compareInOrder],
  ['source_config.resource_spec.init_containers.[].image', by(withoutTag)],
  ['source_config.resource_spec.sidecars.[].image', by(withoutTag)],
  ['source_revision_config', compareUnlessEmpty],
  ['source_revision_config.image_uri', by(withoutTag)],
  ['source_revision_config.repo_ref', compareRefs],
  [COMMIT, compareCommits],
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
  const root = { path: [], requested: sent, existing, deployment: existing }
  const { different = [], unknown = [] } = Object.groupBy(
    compareAny(root),
    ({ verdict }) => verdict,
  )
  const differences = different.map(({ path }) => ({
    path: path.join('.'),
    requested: valueAt(withSecretNames(sent), ...path),
    existing: valueAt(withSecretNames(existing), ...path),
  }))
  const paths = new Set(unknown.map(({ path }) => path.join('.')))
  return { differences, unknown: [...paths] }
}

/** Compares a part of a field, as its path asks for. */
function comparePart(
  { path, deployment }: Field,
  key: string,
  requested: unknown,
  existing: unknown,
): Finding[] {
  const part = { path: [...path, key], requested, existing, deployment }
  const comparator = COMPARATORS.get(part.path.join('.')) ?? compareAny
  return comparator(part)
}

/** The finding that the service does not return a field. */
const unknown = ({ path }: Field): Finding[] => [{ path, verdict: 'unknown' }]

const different = ({ path }: Field): Finding[] => [
  { path, verdict: 'different' },
]

// What holds wherever a value stands, also in fields that the interface does not have.

function compareAny(field: Field, order: Order = byName): Finding[] {
  const { requested, existing } = field
  if (isObject(requested)) return compareMembers(requested, field)
  if (existing === undefined) return unknown(field)
  if (Array.isArray(requested) && Array.isArray(existing))
    return compareItems(
      requested.toSorted(order),
      existing.toSorted(order),
      field,
    )
  const isSame = commonForm(requested) === commonForm(existing)
  return isSame ? [] : different(field)
}

/** If an object is not returned, each of its members is unknown, or the object itself if no member is requested. */
function compareMembers(requested: JsonObject, field: Field): Finding[] {
  const { existing } = field
  if (existing != null && !isObject(existing)) return different(field)
  const keys = Object.keys(requested).filter(key => requested[key] !== null)
  if (existing == null && keys.length === 0) return unknown(field)
  return keys.flatMap(key =>
    comparePart(field, key, requested[key], valueAt(existing, key)),
  )
}

/** Compares two lists, each in an order. If an item differs, the whole list does. */
function compareItems(
  requested: unknown[],
  existing: unknown[],
  field: Field,
): Finding[] {
  if (requested.length !== existing.length) return different(field)
  const findings = requested.flatMap((item, index) =>
    comparePart(field, '[]', item, existing[index]),
  )
  const isDifferent = findings.some(({ verdict }) => verdict === 'different')
  return isDifferent ? different(field) : findings
}

type Order = (one: unknown, other: unknown) => number

/** Items without a name keep their order. */
const byName: Order = (one, other) => sortKey(one).localeCompare(sortKey(other))

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
function compareUnlessEmpty(field: Field): Finding[] {
  return isDeepStrictEqual(field.requested, {}) ? [] : compareAny(field)
}

/** Compares the secrets of the request by name. The service may add some of its own. */
function compareSecrets(field: Field): Finding[] {
  const requested = new Set(namesOfSecrets(field.requested))
  const existing = new Set(namesOfSecrets(field.existing))
  if (requested.isSubsetOf(existing)) return []
  return existing.size === 0 ? unknown(field) : different(field)
}

/** Compares a list whose order matters. */
function compareInOrder(field: Field): Finding[] {
  return compareAny(field, () => 0)
}

/** Compares texts, which may also be the same in another way. */
function compareTexts(
  field: Field,
  isSame: (requested: string, existing: string) => boolean,
): Finding[] {
  const { requested, existing } = field
  const areTexts = typeof requested === 'string' && typeof existing === 'string'
  return areTexts && isSame(requested, existing) ? [] : compareAny(field)
}

/** Compares texts that are the same if they have the same form. */
function by(formOf: (text: string) => string): Comparator {
  return field =>
    compareTexts(field, (one, other) => formOf(one) === formOf(other))
}

/** Some services answer with the commit to which they resolved a branch or tag: it is not known which one that was. */
function compareRefs(field: Field): Finding[] {
  const { requested, existing, deployment } = field
  const { repo_commit_sha } = fieldsOf(deployment)
  const isResolved = isSameCommit(String(existing), repo_commit_sha)
  const isCommit = /^[0-9a-f]{7,}$/i.test(String(requested))
  return isResolved && !isCommit
    ? unknown(field)
    : compareTexts(field, isSameRef)
}

/** The commit of a revision that is not built yet is null. */
function compareCommits(field: Field): Finding[] {
  return field.existing === null
    ? unknown(field)
    : compareTexts(field, isSameCommit)
}

/** A tag before a digest says nothing. */
function withoutTag(image: string): string {
  return image.replace(/:[^:/@]*@/, '@')
}

/** A URL without `https://` and a last slash. */
function bareUrl(url: string): string {
  return url.replace(/^https:\/\/|\/$/gi, '')
}

/** Whether two refs are the same branch or tag, in full or by name, or the same commit. */
export function isSameRef(one: string, other: string): boolean {
  if (isSha(one) || isSha(other)) return isSameCommit(one, other)
  const short = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')
  return one === other || short(one) === other || one === short(other)
}
