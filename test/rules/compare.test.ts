import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, isSameRef } from '../../src/deployment/compare.ts'
import { repositoryKey } from '../../src/deployment/repository.ts'
import { isObject, type JsonObject } from '../../src/service/json.ts'

type Json = Record<string, unknown>

const text = fc.string({ minLength: 1 })
const value = fc.oneof(text, fc.nat({ max: 9 }), fc.constant(true))
const members = fc.dictionary(fc.constantFrom('a', 'b', 'name', 'constructor'), value, { minKeys: 1 })
const requests: fc.Arbitrary<JsonObject> = fc.record({
  name: text,
  source_config: fc.record({
    custom_url: fc.webUrl(),
    build_on_push: fc.constant(true),
    resource_spec: fc.record({
      cpu: fc.nat(),
      labels: members,
      volumes: fc.array(members, { minLength: 1 }),
    }),
  }),
  source_revision_config: fc.record({ repo_ref: text, image_uri: text }),
})

/** The paths of all values, each within its objects. */
const pathsIn = (object: JsonObject, parent: string[] = []): string[][] =>
  Object.entries(object).flatMap(([key, part]) =>
    isObject(part) ? pathsIn(part, [...parent, key]) : [[...parent, key]],
  )

/** A copy with another value at a path, or with none. */
function changed(object: JsonObject, [key = '', ...rest]: string[], other?: unknown): JsonObject {
  const { [key]: part, ...others } = object
  if (isObject(part) && rest.length > 0) return { ...others, [key]: changed(part, rest, other) }
  return other === undefined ? others : { ...others, [key]: other }
}

describe('a deployment', () => {
  /** Checks each request, and each with the path of one of its values. */
  const check = (holds: (request: JsonObject, path: string[]) => void) =>
    fc.assert(
      fc.property(requests, fc.nat(), (request, index) => {
        const paths = pathsIn(request)
        holds(request, paths[index % paths.length] ?? [])
      }),
      { seed: 1, numRuns: 500 },
    )

  it('does not differ from itself, nor if it shows more', () =>
    check((request, [key = '']) => {
      const there = structuredClone(isObject(request[key]) ? changed(request, [key, 'more'], 1) : request)
      expect(compare(request, there)).toEqual({ differences: [], unknown: [] })
    }))

  it('is unknown, and not different, where it does not show a value', () =>
    check((request, path) =>
      expect(compare(request, changed(request, path))).toEqual({
        differences: [],
        unknown: [path.join('.')],
      }),
    ))

  it('differs just where it has another value', () =>
    check((request, path) => {
      const { differences } = compare(request, changed(request, path, 'another value'))
      expect(differences.map(one => one.path)).toEqual([path.join('.')])
    }))
})

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER_UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const OTHER_DIGEST = `sha256:${'99887766'.repeat(8)}`
const SITE = 'https://shop.example'
const secret = (name: string) => ({ name, value: `a-value-of-${name}` })
const reference = (name: string, secret_key = 'key') => ({ name, secret_name: 'database', secret_key })
const container = (name: string) => ({ name, image: `${name}:1` })
const [A, B] = [container('a'), container('b')]

/** A field as it is asked for, and as the service returns it. What is undefined is absent. */
interface Field {
  path: string
  asked: unknown
  returned: unknown
}
const field = (path: string, asked: unknown, returned: unknown): Field => ({ path, asked, returned })
const config = (name: string, asked: unknown, returned: unknown) =>
  field(`source_config.${name}`, asked, returned)
const spec = (name: string, asked: unknown, returned: unknown) =>
  config(`resource_spec.${name}`, asked, returned)
const revision = (name: string, asked: unknown, returned: unknown) =>
  field(`source_revision_config.${name}`, asked, returned)
const image = (asked: unknown, returned: unknown) => revision('image_uri', asked, returned)
const ref = (asked: string, returned: string) => revision('repo_ref', asked, returned)
const commit = (returned: unknown) => revision('repo_commit_sha', COMMIT, returned)
const secrets = (asked: string[], returned: unknown) => field('secrets', asked.map(secret), returned)
const references = (asked: unknown, returned: unknown) => field('secret_references', asked, returned)

/** Sets the value at a path. */
function set(object: Json, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.')
  const child = { ...(object[key] as Json) }
  if (rest.length > 0) set(child, rest.join('.'), value)
  object[key] = rest.length > 0 ? child : value
}

/** What each row compares: fields that are the same, that differ, or that are unknown. */
interface Comparison {
  what: string
  is: 'same' | 'different' | 'unknown'
  fields: Field[]
}

const COMPARISONS: Comparison[] = [
  {
    is: 'same',
    what: 'the same in another form',
    fields: [
      image(`h:5000/app:v1@${DIGEST}`, `h:5000/app@${DIGEST}`),
      config('build_on_push', false, null),
      config('custom_url', SITE, `${SITE}/`),
      config('listener_id', UUID, UUID.toUpperCase()),
      spec('sidecars', [A, B], [B, A]),
      secrets(['A', 'B'], [secret('C'), secret('B'), secret('A')]),
      references([reference('C'), reference('D')], [reference('D'), reference('C')]),
    ],
  },
  { is: 'same', what: 'an address without its scheme', fields: [config('custom_url', SITE, 'shop.example')] },
  { is: 'same', what: 'a digest with a tag', fields: [image(`app@${DIGEST}`, `app:v1@${DIGEST}`)] },
  {
    is: 'same',
    what: 'what was not asked for, or asked for as null',
    fields: [
      ...[config('build_command', undefined, 'make'), config('region', undefined, 'north')],
      ...[config('install_command', null, 'npm ci'), references(null, [reference('C')])],
    ],
  },
  { is: 'same', what: 'refs', fields: [ref('refs/heads/main', 'main'), commit(COMMIT)] },
  { is: 'same', what: 'a tag', fields: [ref('refs/tags/v1', 'v1'), commit(COMMIT.slice(0, 7))] },
  { is: 'same', what: 'a commit in capitals', fields: [commit(COMMIT.toUpperCase())] },
  {
    is: 'different',
    what: 'values of every kind',
    fields: [
      image('app:v1', 'app:v2'),
      config('build_on_push', true, false),
      config('custom_url', `${SITE}/A`, `${SITE}/a`),
      config('listener_id', UUID, OTHER_UUID),
      config('install_command', 'npm ci', 'npm install'),
      config('build_command', 'make', null),
      config('listener_config.k8s_namespace', 'shop', 'Shop'),
      spec('cpu', 1, 2),
      spec('labels.team', 'core', 'edge'),
      spec('sidecars', [A], [A, B]),
      spec('image_pull_secrets', [A, B], [A]),
      spec('init_containers', [A, B], [B, A]),
      secrets(['A', 'B'], [secret('A')]),
      references([reference('C')], [reference('C', 'other')]),
    ],
  },
  { is: 'different', what: 'a digest', fields: [image(`app:v1@${DIGEST}`, `app:v1@${OTHER_DIGEST}`)] },
  { is: 'different', what: 'a source', fields: [field('source', 'external_container', 'internal_template')] },
  {
    is: 'unknown',
    what: 'absent keys, an object that is null, and no secrets',
    fields: [
      config('build_command', 'make', undefined),
      config('resource_spec', { cpu: 1 }, null),
      config('listener_config.k8s_namespace', 'shop', undefined),
      secrets(['A'], []),
    ],
  },
  {
    is: 'different',
    what: 'what a repository runs',
    fields: [
      ref('refs/tags/v1', 'refs/heads/v1'),
      commit('c'.repeat(40)),
      revision('graph_config_path', 'a', 'b'),
    ],
  },
  { is: 'unknown', what: 'secrets that are null', fields: [secrets(['A'], null)] },
  { is: 'unknown', what: 'no list of secrets', fields: [secrets(['A'], undefined)] },
  { is: 'unknown', what: 'a commit that is not built yet', fields: [commit(null)] },
]

it.for(COMPARISONS)('$what: $is', ({ is, fields }) => {
  const [requested, existing]: [Json, Json] = [{}, {}]
  for (const { path, asked, returned } of fields) {
    set(requested, path, asked)
    set(existing, path, returned)
  }
  const { differences, unknown } = compare(requested, existing)
  const paths = fields.map(({ path }) => path)
  /** A path is named as itself, or by a member of it. */
  const named = (found: string[]) => paths.filter(path => found.some(one => one.startsWith(path)))
  const differing = differences.map(({ path }) => path)
  expect(named(differing)).toEqual(is === 'different' ? paths : [])
  expect(named(unknown)).toEqual(is === 'unknown' ? paths : [])
  expect([...differing, ...unknown].filter(one => !paths.some(path => one.startsWith(path)))).toEqual([])
  expect(JSON.stringify(differences)).not.toContain('a-value-of')
})

it('a ref that comes back as the own commit is unknown', () => {
  const asked = { source_revision_config: { repo_ref: 'main' } }
  const there = { source_revision_config: { repo_ref: COMMIT, repo_commit_sha: COMMIT } }
  expect(compare(asked, there)).toEqual({ differences: [], unknown: ['source_revision_config.repo_ref'] })
})

it.for([
  ['main', 'refs/heads/main', true],
  ['v1', 'refs/tags/v1', true],
  ['refs/heads/main', 'refs/heads/main', true],
  [COMMIT, COMMIT.toUpperCase(), true],
  [COMMIT, COMMIT.slice(0, 7), true],
  [COMMIT, COMMIT.slice(0, 6), false],
  ['0123456', '01234567', false],
  ['refs/heads/v1', 'refs/tags/v1', false],
  ['main', 'Main', false],
  ['main', 'refs/remotes/main', false],
  ['a/main', 'refs/heads/main', false],
] as const)('the refs %s and %s are the same: %s', ([one, other, isSame]) => {
  expect([isSameRef(one, other), isSameRef(other, one)]).toEqual([isSame, isSame])
})

it.for([
  ['acme/shop', 'Acme/Shop.git', ' acme/shop/ ', '/acme//shop'],
  ['git.example/acme/shop', 'https://git.example/acme/shop', 'http://user@git.example/Acme/Shop.git/'],
  ['git.example/acme/shop', 'git@git.example:acme/shop.git', 'ssh://git@git.example:2222/acme/shop'],
  ['git.example:8443/acme/shop', 'https://git.example:8443/acme/shop'],
  ['git.example/acme/web/shop', 'git@git.example:acme/web/shop', 'https://git.example/acme/web/shop?tab=1'],
] as const)('the repository %s has other forms', ([key, ...forms]) => {
  expect(forms.map(repositoryKey)).toEqual(forms.map(() => key))
})
