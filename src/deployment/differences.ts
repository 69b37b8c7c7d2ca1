import { isDeepStrictEqual } from 'node:util'
import { isObject, valueAt } from '../lib/json.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { comparableId, isOfInterface } from '../service/responses.ts'
import type { Comparison, Difference } from './facts.ts'
import { isCommit } from './goal.ts'
import { repositoryKey } from './repository.ts'

/**
 * Compares a request with a deployment as the service sent it. Ignores fields that the request leaves out or sets to null,
 * because the service fills in many. What the service does not return is unknown, and not different.
 */
export function compareRequest(
  { secrets, ...fields }: CreateDeploymentRequest,
  sent: Record<string, unknown>,
): Comparison {
  // A request always has these two parts, so the fields in them are compared one by one.
  const { source_config, source_revision_config } = sent
  const parts = {
    source_config: source_config ?? {},
    source_revision_config: source_revision_config ?? {},
  }
  const found = [
    // Lists of secrets may stand anywhere in a deployment.
    ...compare(
      say``,
      withSecretNames(fields),
      withSecretNames({ ...sent, ...parts }),
    ),
    ...compareSecrets(secrets, sent['secrets']),
  ]
  return {
    differences: found.filter(isReturned),
    unknown: found.filter(field => !isReturned(field)).map(({ path }) => path),
  }
}

/** In place of a secret's value that is not the requested one. */
export const OTHER_VALUE = '(another value)'

/** JSON has no `undefined`, so it stands for a value that the service does not return. */
const isReturned = ({ existing }: Difference) => existing !== undefined

/**
 * Compares secrets by name; the service may add its own. Some services return masks in place of the values, so values are
 * compared only if one of them is as requested. A difference never shows a value.
 */
function compareSecrets(
  requested: CreateDeploymentRequest['secrets'],
  sent: unknown,
): Difference[] {
  if (requested.length === 0) return []
  const existing = new Map(secretEntries(sent))
  const all = {
    path: words('secrets'),
    requested: requested.map(({ name }) => name),
  }
  if (existing.size === 0) return [{ ...all, existing: undefined }]
  const known = requested.filter(({ name }) => existing.has(name))
  const missing =
    known.length < requested.length
      ? [{ ...all, existing: [...existing.keys()] }]
      : []
  const others = known.filter(({ name, value }) => existing.get(name) !== value)
  if (others.length > 0 && others.length === known.length) {
    const path = words(
      'the values of the secrets (the service hides them, or has older ones, which this run did not change)',
    )
    return [...missing, { ...all, path, existing: undefined }]
  }
  const values = others.map(({ name }) => ({
    path: say`secrets.${name}`,
    requested: '(the requested value)',
    existing: existing.get(name) === undefined ? undefined : OTHER_VALUE,
  }))
  return [...missing, ...values]
}

function compare(
  path: Sentence,
  requested: unknown,
  existing: unknown,
): Difference[] {
  if (requested === undefined || requested === null) return []
  const field = write(path).split('.').at(-1) ?? ''
  if (isHidden(field, requested, existing))
    return [{ path, requested, existing: undefined }]
  if (Array.isArray(requested) && Array.isArray(existing))
    return compareLists(path, requested, existing)
  if (isObject(requested) && isObject(existing))
    return compareMembers(path, requested, existing)
  const isSame = meansTheSame(field, requested, existing)
  return isSame ? [] : [{ path, requested, existing }]
}

/** Whether the service keeps a value to itself. Of some objects it returns null, and so it does before the build of a commit. */
function isHidden(
  field: string,
  requested: unknown,
  existing: unknown,
): boolean {
  if (existing === undefined) return true
  const isLate = isObject(requested) || field === 'repo_commit_sha'
  return existing === null && isLate
}

function compareMembers(
  path: Sentence,
  requested: Record<string, unknown>,
  existing: Record<string, unknown>,
): Difference[] {
  const text = write(path)
  const begin = say`${path}${words(text && '.')}`
  const isOwn = isOfInterface(text)
  return Object.entries(requested).flatMap(([key, value]) => {
    const step = isOwn ? words(key) : key
    return compare(say`${begin}${step}`, value, valueAt(existing, [key]))
  })
}

/** Compares lists item by item. The order of named items does not matter, except for init containers. */
function compareLists(
  path: Sentence,
  requested: unknown[],
  existing: unknown[],
): Difference[] {
  const isNamed = [...requested, ...existing].every(
    item => nameOf(item) !== undefined,
  )
  const isSorted = isNamed && !write(path).endsWith('.init_containers')
  const [wanted, there] = isSorted
    ? [sorted(requested), sorted(existing)]
    : [requested, existing]
  const [names, others] = [wanted.map(nameOf), there.map(nameOf)]
  if (isNamed && !isDeepStrictEqual(names, others))
    return [{ path, requested: names, existing: others }]
  if (wanted.length !== there.length) return [{ path, requested, existing }]
  return wanted.flatMap((item, index) =>
    compare(say`${path}[${names[index] ?? index}]`, item, there[index]),
  )
}

function nameOf(item: unknown): string | undefined {
  const name = isObject(item) ? item['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Items by name. A name may repeat, as in `volume_mounts`: then by the other members, if they mean anything. */
function sorted(items: unknown[]): unknown[] {
  const keyOf = (item: unknown) => {
    const members = Object.entries(item as object).filter(([, value]) => value)
    return JSON.stringify([nameOf(item), ...members.sort()])
  }
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Whether two values of a field mean the same, however they are written. */
function meansTheSame(field: string, one: unknown, other: unknown): boolean {
  if (field === 'repo_ref') return isSameRef(one, other)
  if (field === 'repo_commit_sha') return isCommit(`${one}`, `${other}`)
  return normal(field, one) === normal(field, other)
}

function normal(field: string, value: unknown): unknown {
  const isEmptyList = Array.isArray(value) && value.length === 0
  if (value === false || isEmptyList) return null
  if (typeof value !== 'string') return value
  if (field === 'repo_url') return repositoryKey(value)
  // A tag before a digest says nothing.
  if (field === 'image' || field === 'image_uri')
    return value.replace(/:[^:/@]*@/, '@')
  return /^https?:\/\//i.test(value) ? normalUrl(value) : comparableId(value)
}

/** A URL without its last slash. */
function normalUrl(value: string): string {
  const url = URL.parse(value)
  if (!url) return value
  url.pathname = url.pathname.replace(/\/$/, '')
  return url.href
}

const FULL_SHA = /^[0-9a-f]{40}$/i

/** Whether two refs are the same branch or tag, as names or in full, or the same commit. */
export function isSameRef(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const [a, b] = [`${one}`, `${other}`]
  if (FULL_SHA.test(a) || FULL_SHA.test(b)) return isCommit(a, b)
  return isFullRefOf(a, b) || isFullRefOf(b, a)
}

const isFullRefOf = (full: string, name: string): boolean =>
  full === `refs/heads/${name}` || full === `refs/tags/${name}`

/** The entries of a list of secrets, or of a mapping from names to values. A value that is no text is undefined. */
function secretEntries(
  secrets: unknown,
): [name: string, value: string | undefined][] {
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : undefined
  if (isObject(secrets))
    return Object.entries(secrets).map(([name, value]) => [name, textOf(value)])
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap((secret): [string, string | undefined][] => {
    if (typeof secret === 'string')
      return [[secret.split('=', 1).join(), undefined]]
    const { name, value } = isObject(secret) ? secret : {}
    return typeof name === 'string' ? [[name, textOf(value)]] : []
  })
}

/** A copy of a JSON value with every `secrets` member, at any depth, reduced to a list of names. */
export function withSecretNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretNames)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(
    ([key, member]): [string, unknown] => [
      key,
      key.toLowerCase() === 'secrets'
        ? secretEntries(member).map(([name]) => name)
        : withSecretNames(member),
    ],
  )
  return Object.fromEntries(members)
}
