import { isDeepStrictEqual } from 'node:util'
import { isObject, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { type Deployment, isOfInterface } from '../service/responses.ts'
import { repositoryKey } from './repository.ts'

/** A field that differs: its requested value and that of the deployment, if any. Secrets are reduced to names. */
export interface Difference {
  /** The keys of the interface are own words; names of items and keys of the workflow are values. */
  path: Sentence
  requested: unknown
  existing: unknown
}

/**
 * Compares a request with an existing deployment. Ignores fields that the request leaves out or sets to null, because
 * the service fills in many. Compares lists as a whole, except for secrets: these are compared by name only, and the
 * service may add its own.
 */
export function findDifferences(
  request: CreateDeploymentRequest,
  { sent }: Received<Deployment>,
): Difference[] {
  const { secrets, ...fields } = request
  const [names, existing] = [secretNames(secrets), secretNames(sent['secrets'])]
  const isSame = existing.length === 0 || names.every(name => existing.includes(name))
  const others = compare({ text: '', path: say`` }, fields, sent)
  return [
    ...others.map(({ path, requested, existing }) => ({
      path,
      requested: withSecretNames(requested),
      existing: withSecretNames(existing),
    })),
    ...(isSame ? [] : [{ path: say`secrets`, requested: names, existing }]),
  ]
}

/** Whether the request has secrets and the deployment lists none, as some services never do. */
export const hidesSecrets = (request: CreateDeploymentRequest, { sent }: Received<Deployment>): boolean =>
  request.secrets.length > 0 && secretNames(sent['secrets']).length === 0

/** The place of a value in the request, as text and as a sentence. */
interface Place {
  text: string
  path: Sentence
}

function member({ text, path }: Place, key: string): Place {
  const dot = text && '.'
  const step = isOfInterface(text) ? words(key) : key
  return { text: `${text}${dot}${key}`, path: say`${path}${words(dot)}${step}` }
}

function compare(at: Place, requested: unknown, existing: unknown): Difference[] {
  if (requested === undefined || requested === null) return []
  if (Array.isArray(requested) && Array.isArray(existing ?? [])) return compareLists(at, requested, existing)
  // In an item of a list an empty object is a choice, such as `emptyDir: {}`.
  const isChoice = at.text.includes('[') && Object.keys(requested).length === 0
  if (isObject(requested) && isObject(existing ?? (isChoice ? undefined : {}))) {
    return Object.entries(requested).flatMap(([key, value]) => {
      const [wanted, there] = [value, valueAt(existing, [key])].map(part => withoutValues(key, part))
      return compare(member(at, key), wanted, there)
    })
  }
  const field = at.text.slice(at.text.lastIndexOf('.') + 1)
  const isSame = normal(field, requested) === normal(field, existing) && !areBranchAndTag(requested, existing)
  return isSame ? [] : [{ path: at.path, requested, existing }]
}

/** Compares lists item by item. The order of named items does not matter, except for init containers. */
function compareLists({ text, path }: Place, requested: unknown[], existing: unknown): Difference[] {
  const items = Array.isArray(existing) ? existing : []
  const isNamed = [...requested, ...items].every(item => nameOf(item) !== undefined)
  const isSorted = isNamed && !text.endsWith('.init_containers')
  const [wanted, there] = isSorted ? [sorted(requested), sorted(items)] : [requested, items]
  const [names, others] = [wanted.map(nameOf), there.map(nameOf)]
  if (!isDeepStrictEqual(names, others)) {
    return [
      { path, requested: isNamed ? names : requested, existing: isNamed && existing ? others : existing },
    ]
  }
  return wanted.flatMap((item, index) => {
    const name = names[index] ?? index
    return compare({ text: `${text}[${name}]`, path: say`${path}[${name}]` }, item, there[index])
  })
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

/** The normal form of a value: what means the same has the same. */
function normal(field: string, value: unknown): unknown {
  if (value === false) return null
  if (typeof value !== 'string') return value ?? null
  if (/^(integration_id|listener_id)$/.test(field)) return value.toLowerCase()
  if (field === 'repo_url') return repositoryKey(value)
  if (field === 'repo_ref') return value.replace(/^refs\/(heads|tags)\//, '')
  if (/^(image|image_uri)$/.test(field)) return withoutTag(value)
  if (!/^https?:\/\//i.test(value)) return value
  const { href } = URL.parse(value) ?? { href: value }
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Whether one value is the full ref of a branch and the other one that of a tag. */
function areBranchAndTag(...values: unknown[]): boolean {
  return ['refs/heads/', 'refs/tags/'].every(kind => values.some(value => String(value).startsWith(kind)))
}

/** An image without its tag, if it has a digest. */
function withoutTag(image: string): string {
  const [name = '', digest] = image.split('@', 2)
  const tag = name.indexOf(':', name.lastIndexOf('/') + 1)
  return digest === undefined || tag === -1 ? image : `${name.slice(0, tag)}@${digest}`
}

/** The names in a list of secrets, or in a mapping from names to values. */
function secretNames(secrets: unknown): string[] {
  if (isObject(secrets)) return Object.keys(secrets)
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap(secret => {
    if (typeof secret === 'string') return secret.split('=', 1)
    const name = isObject(secret) ? secret['name'] : undefined
    return typeof name === 'string' ? [name] : []
  })
}

/** A member of an object. A list or mapping of secrets is reduced to their names. */
const withoutValues = (key: string, value: unknown): unknown =>
  key.toLowerCase() === 'secrets' && typeof value === 'object' && value ? secretNames(value) : value

/** A copy of a JSON value with every `secrets` member, at any depth, reduced to a list of names. */
export function withSecretNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretNames)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    key.toLowerCase() === 'secrets' ? secretNames(member) : withSecretNames(member),
  ])
  return Object.fromEntries(members)
}
