import { isDeepStrictEqual } from 'node:util'
import { isObject, valueAt } from '../lib/json.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { comparableId, isOfInterface } from '../service/responses.ts'
import type { ComparedField, Comparison, Step } from './facts.ts'
import { isCommit, type Order } from './order.ts'
import { repositoryKey } from './repository.ts'

/** The path of the newest revision's commit in a deployment. A request does not have this field. */
const COMMIT = ['source_revision_config', 'repo_commit_sha']

/** Whether nothing but the commit differs: a push may build another one. */
export const isCommitOnly = ({ differences }: Comparison): boolean =>
  differences.every(({ path }) => isDeepStrictEqual(path, COMMIT))

/** Whether a comparison showed that nothing differs. */
export const isEqual = ({ differences, unknown }: Comparison): boolean =>
  differences.length === 0 && unknown.length === 0

/** Whether a field is one of those that each revision has of its own. */
export const isOfVersion = ({ path }: ComparedField): boolean =>
  path[0] === 'source_revision_config'

/**
 * A path as it is written: `source_config.resource_spec.sidecars[log].image`. The keys of the interface are own words; names
 * of items and keys of the workflow are values.
 */
export const pathInWords = (path: Step[]): Sentence =>
  joined(path.map(stepInWords), '')

function stepInWords(step: Step, index: number, path: Step[]): Sentence {
  if (!isKey(step)) return say`[${step.item}]`
  const parent = path.slice(0, index)
  const isOwn = !isKey(parent.at(-1)) || isOfInterface(parent.filter(isKey))
  const key = isOwn ? words(step) : step
  return index === 0 ? say`${key}` : say`.${key}`
}

const isKey = (step: Step | undefined): step is string =>
  typeof step === 'string'

/**
 * Compares what the workflow asks for, the request and the commit, with a deployment as the service sent it. Ignores fields
 * that are left out or null, because the service fills in many. What the service does not return is unknown, and not
 * different.
 */
export function compareAll(
  { secrets, ...fields }: CreateDeploymentRequest,
  sent: Record<string, unknown>,
  { commit, draft }: Pick<Order, 'commit' | 'draft'>,
): Comparison {
  const { source_revision_config } = fields
  const requested = {
    ...fields,
    source_revision_config: {
      ...source_revision_config,
      // The workflow's may be a full ref; the request has it as the listing of repositories writes refs.
      repo_ref:
        draft.source_revision_config.repo_ref ||
        source_revision_config.repo_ref,
      repo_commit_sha: commit,
    },
  }
  const existing = {
    ...sent,
    // A request always has these two parts, so the fields in them are compared one by one.
    source_config: sent['source_config'] ?? {},
    source_revision_config: sent['source_revision_config'] ?? {},
  }
  // Lists of secrets may stand anywhere in a deployment.
  const [wanted, there] = [requested, existing].map(withSecretNames)
  const found = [
    ...compare([], wanted, there),
    ...compareSecrets(secrets, sent['secrets']),
  ]
  const isKnown = ({ kind }: ComparedField) =>
    kind === 'value' || kind === 'secret_value'
  return {
    differences: found.filter(isKnown),
    unknown: found.filter(field => !isKnown(field)),
  }
}

/** Compares a part of the request with that of the deployment. */
function compare(
  path: Step[],
  requested: unknown,
  existing: unknown,
): ComparedField[] {
  if (Array.isArray(requested) && Array.isArray(existing))
    return compareLists(path, requested, existing)
  if (isObject(requested) && isObject(existing))
    return compareMembers(path, requested, existing)
  const isSame = meansTheSame(path.at(-1), requested, existing)
  return isSame ? [] : [{ kind: 'value', path, requested, existing }]
}

/**
 * Compares the members that are asked for. In place of some objects the service returns null, and so it does of a commit
 * that is not built yet.
 */
function compareMembers(
  parent: Step[],
  members: Record<string, unknown>,
  there: Record<string, unknown>,
): ComparedField[] {
  return Object.entries(members).flatMap(
    ([key, requested]): ComparedField[] => {
      if (requested == null) return []
      const path = [...parent, key]
      const existing = valueAt(there, [key])
      const mayBeNull = isObject(requested) || key === 'repo_commit_sha'
      return existing === undefined || (existing === null && mayBeNull)
        ? [{ kind: 'not_returned', path }]
        : compare(path, requested, existing)
    },
  )
}

/** Compares lists item by item. The order of named items does not matter, except for init containers. */
function compareLists(
  path: Step[],
  requested: unknown[],
  existing: unknown[],
): ComparedField[] {
  const isNamed = [...requested, ...existing].every(nameOf)
  const isSorted = isNamed && path.at(-1) !== 'init_containers'
  const order = isSorted ? byName : () => 0
  const wanted = requested.toSorted(order)
  const there = existing.toSorted(order)
  const names = wanted.map(nameOf)
  const others = there.map(nameOf)
  if (isNamed && !isDeepStrictEqual(names, others))
    return [{ kind: 'value', path, requested: names, existing: others }]
  if (wanted.length !== there.length)
    return [{ kind: 'value', path, requested, existing }]
  return wanted.flatMap((part, index) =>
    compare([...path, { item: names[index] ?? index }], part, there[index]),
  )
}

function nameOf(item: unknown): string | undefined {
  const name = valueAt(item, ['name'])
  return typeof name === 'string' ? name : undefined
}

/** Sorts items by name, and mounts of one volume by their paths. */
const byName = (a: unknown, b: unknown): number =>
  sortKey(a) < sortKey(b) ? -1 : 1

const sortKey = (item: unknown): string =>
  `${nameOf(item)} ${valueAt(item, ['mountPath'])}`

/** Whether two values of a field mean the same, however they are written. */
function meansTheSame(
  field: Step | undefined,
  one: unknown,
  other: unknown,
): boolean {
  if (field === 'repo_ref') return isSameRef(one, other)
  if (field === 'repo_commit_sha') return isCommit(`${one}`, `${other}`)
  return normal(field, one) === normal(field, other)
}

function normal(field: Step | undefined, value: unknown): unknown {
  if (typeof value !== 'string')
    return value === false || isDeepStrictEqual(value, []) ? null : value
  if (field === 'repo_url') return repositoryKey(value)
  // A tag before a digest says nothing.
  if (field === 'image' || field === 'image_uri')
    return value.replace(/:[^:/@]*@/, '@')
  return normalText(value)
}

/** A URL without its last slash, an id in the case in which ids are compared, or any other text. */
function normalText(text: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url ? url.href.replace(LAST_SLASH, '$1') : comparableId(text)
}

/** A slash at the end of the path of a URL, and what is before it. */
const LAST_SLASH = /^([^?#]*)\/(?=[?#]|$)/

const FULL_SHA = /^[0-9a-f]{40}$/i

/** What a branch or a tag may begin with. */
const REFS = ['', 'refs/heads/', 'refs/tags/']

/** Whether two refs are the same branch or tag, as names or in full, or the same commit. */
export function isSameRef(one: unknown, other: unknown): boolean {
  const [a, b] = [`${one}`, `${other}`]
  if (FULL_SHA.test(a) || FULL_SHA.test(b)) return isCommit(a, b)
  return REFS.some(begin => a === begin + b || b === begin + a)
}

/**
 * Compares secrets by name; the service may add its own. Some services return masks in place of the values, so values are
 * compared only if one of them is as requested. A difference never shows a value.
 */
function compareSecrets(
  requested: CreateDeploymentRequest['secrets'],
  sent: unknown,
): ComparedField[] {
  const existing = new Map(secretEntries(sent))
  const known = requested.filter(({ name }) => existing.has(name))
  const others = known.filter(({ name, value }) => existing.get(name) !== value)
  const found: ComparedField[] = []
  if (known.length < requested.length)
    found.push({
      // A service that lists none at all keeps them to itself.
      kind: existing.size > 0 ? 'value' : 'not_returned',
      path: ['secrets'],
      requested: requested.map(({ name }) => name),
      existing: [...existing.keys()],
    })
  if (others.length === 0) return found
  if (others.length === known.length)
    return [...found, { kind: 'hidden_values', path: ['secrets'] }]
  const values = others.map(
    ({ name }): ComparedField => ({
      kind:
        typeof existing.get(name) === 'string'
          ? 'secret_value'
          : 'not_returned',
      path: ['secrets', name],
      requested: '(the requested value)',
      existing: '(another value)',
    }),
  )
  return [...found, ...values]
}

/** The entries of a list of secrets, or of a mapping from names to values. */
function secretEntries(secrets: unknown): [name: string, value: unknown][] {
  if (isObject(secrets)) return Object.entries(secrets)
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap((secret): [string, unknown][] => {
    if (typeof secret === 'string') return [[secret.split('=', 1).join(), null]]
    const name = nameOf(secret)
    return name === undefined ? [] : [[name, valueAt(secret, ['value'])]]
  })
}

/** A copy of a JSON value with every `secrets` member, at any depth, reduced to a list of names. */
export function withSecretNames(value: unknown): unknown {
  const inNames = (key: string, member: unknown) =>
    key.toLowerCase() === 'secrets'
      ? secretEntries(member).map(([name]) => name)
      : member
  return value && JSON.parse(JSON.stringify(value, inNames))
}
