import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, isSameRef } from '../../src/deployment/compare.ts'
import { repositoryKey } from '../../src/deployment/repository.ts'
import { isObject, type JsonObject } from '../../src/service/json.ts'

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
const [DIGEST, OTHER_DIGEST] = ['0a1b2c3d', '99887766'].map(digits => `sha256:${digits.repeat(8)}`)
const SITE = 'https://shop.example'
const secrets = (...names: string[]) => names.map(name => ({ name, value: `a-value-of-${name}` }))
const reference = (name: string, secret_key = 'key') => ({ name, secret_name: 'database', secret_key })
const [A, B] = ['a', 'b'].map(name => ({ name, image: `${name}:1` }))
const [C, D] = [reference('C'), reference('D')]

it.for<[is: 'same' | 'different' | 'unknown', key: string, asked: unknown, returned: unknown]>([
  ['same', 'image_uri', `h:5000/app:v1@${DIGEST}`, `h:5000/app@${DIGEST}`],
  ['same', 'image_uri', `app@${DIGEST}`, `app:v1@${DIGEST}`],
  ['different', 'image_uri', `app:v1@${DIGEST}`, `app:v1@${OTHER_DIGEST}`],
  ['different', 'image_uri', 'app:v1', 'app:v2'],
  ['same', 'build_on_push', false, null],
  ['different', 'build_on_push', true, false],
  ['same', 'custom_url', SITE, `${SITE}/`],
  ['same', 'custom_url', SITE, 'shop.example'],
  ['same', 'custom_url', 'shop.example', 'shop.example/'],
  ['different', 'install_command', SITE, `${SITE}/`],
  ['different', 'custom_url', `${SITE}/A`, `${SITE}/a`],
  ['same', 'listener_id', UUID, UUID.toUpperCase()],
  ['different', 'listener_id', UUID, OTHER_UUID],
  ['same', 'sidecars', [A, B], [B, A]],
  ['different', 'sidecars', [A], [A, B]],
  ['different', 'image_pull_secrets', [A, B], [A]],
  ['different', 'init_containers', [A, B], [B, A]],
  ['same', 'secret_references', [C, D], [D, C]],
  ['different', 'secret_references', [C], [reference('C', 'other')]],
  ['same', 'secret_references', null, [C]],
  ['same', 'secrets', secrets('A', 'B'), secrets('C', 'B', 'A')],
  ['different', 'secrets', secrets('A', 'B'), secrets('A')],
  ['unknown', 'secrets', secrets('A'), []],
  ['unknown', 'secrets', secrets('A'), null],
  ['unknown', 'secrets', secrets('A'), undefined],
  ['same', 'build_command', undefined, 'make'],
  ['same', 'build_command', null, 'make'],
  ['different', 'build_command', 'make', null],
  ['unknown', 'build_command', 'make', undefined],
  ['different', 'k8s_namespace', 'shop', 'Shop'],
  ['unknown', 'resource_spec', { cpu: 1 }, null],
  ['different', 'source', 'external_container', 'internal_template'],
  ['different', 'graph_config_path', 'a', 'b'],
  ['same', 'repo_ref', 'refs/tags/v1', 'v1'],
  ['different', 'repo_ref', 'refs/tags/v1', 'refs/heads/v1'],
  ['same', 'repo_commit_sha', COMMIT, COMMIT.slice(0, 7)],
  ['same', 'repo_commit_sha', COMMIT, COMMIT.toUpperCase()],
  ['different', 'repo_commit_sha', COMMIT, 'c'.repeat(40)],
  ['unknown', 'repo_commit_sha', COMMIT, null],
])('%s: the %s %j, where the service returns %j', ([is, key, asked, returned]) => {
  const { differences, unknown } = compare({ [key]: asked }, returned === undefined ? {} : { [key]: returned })
  const keysOf = (paths: string[]) => paths.map(path => path.split('.')[0])
  expect(keysOf(differences.map(({ path }) => path))).toEqual(is === 'different' ? [key] : [])
  expect(keysOf(unknown)).toEqual(is === 'unknown' ? [key] : [])
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
