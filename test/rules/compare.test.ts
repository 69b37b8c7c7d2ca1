import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { compare, isSameRef } from '../../src/deployment/compare.ts'
import { repositoryKey } from '../../src/deployment/repository.ts'

const KEYS = `name mountPath secrets source_config custom_url resource_spec init_containers sidecars image
  source_revision_config repo_ref repo_commit_sha constructor a`.split(/\s+/)

/** JSON of any shape, in which the keys stand that some rule is about. */
const documents = fc
  .object({
    key: fc.constantFrom(...KEYS),
    values: [fc.string({ maxLength: 9 }), fc.uuid(), fc.boolean(), fc.integer(), fc.constant(null)],
    maxDepth: 5,
    maxKeys: 9,
  })
  .map(object => object as JsonObject)

/** A copy of which each object has another member. */
const withMore = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) => (isObject(part) ? { ...part, more: [1] } : part))

it('any JSON is the same as itself, and as the same with more members', () =>
  fc.assert(
    fc.property(documents, document => {
      const { source_revision_config: revision } = document
      // A ref that is the own commit: no branch or tag has to be meant.
      const isResolved = isObject(revision) && revision['repo_ref'] === revision['repo_commit_sha']
      for (const existing of [structuredClone(document), withMore(document)])
        expect(compare(document, existing as JsonObject)).toEqual({
          differences: [],
          unknown: isResolved ? expect.any(Array) : [],
        })
    }),
    { seed: 1, numRuns: 1000 },
  ))

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const [DIGEST, OTHER_DIGEST] = ['0a1b2c3d', '99887766'].map(digits => `sha256:${digits.repeat(8)}`)
const [APP, TAGGED] = [`app@${DIGEST}`, `app:v1@${DIGEST}`]
const SITE = 'https://shop.example'
const secrets = (...names: string[]) => names.map(name => ({ name, value: `a-value-of-${name}` }))
const reference = (name: string, secret_key = 'key') => ({ name, secret_name: 'database', secret_key })
const [A, B] = ['a', 'b'].map(name => ({ name, image: `${name}:1` }))
const [C, D] = [reference('C'), reference('D')]
const container = (image: string) => [{ name: 'a', image }]
const mounts = (...paths: string[]) => paths.map(mountPath => ({ name: 'a', mountPath }))
const SPEC = 'source_config.resource_spec'
const REVISION = 'source_revision_config'

/** An object with a value at a path. */
const withValue = (path: string, value: unknown): JsonObject =>
  path.split('.').reduceRight<JsonObject>((part, key) => ({ [key]: part }), value as JsonObject)

it.for<[is: 'same' | 'different' | 'unknown', path: string, requested: unknown, existing: unknown]>([
  ['same', `${REVISION}.image_uri`, `h:5000/app:v1@${DIGEST}`, `h:5000/app@${DIGEST}`],
  ['same', `${REVISION}.image_uri`, APP, TAGGED],
  ['different', `${REVISION}.image_uri`, TAGGED, `app:v1@${OTHER_DIGEST}`],
  ['different', `${REVISION}.image_uri`, 'app:v1', 'app:v2'],
  ['same', `${SPEC}.sidecars`, container(APP), container(TAGGED)],
  ['same', `${SPEC}.init_containers`, container(APP), container(TAGGED)],
  ['different', `${SPEC}.labels.image`, APP, TAGGED],
  ['unknown', `${SPEC}.labels.constructor`, 'a', undefined],
  ['same', 'source_config.build_on_push', false, null],
  ['same', 'another.flag', null, false],
  ['same', 'another.list', [null, 'a'], [false, 'a']],
  ['different', 'another.list', 'a', ['a']],
  ['different', 'another.list', ['a'], 'a'],
  ['different', 'another.list', [null, 'a'], ['b', 'a']],
  ['different', 'source_config.build_on_push', true, false],
  ['different', 'source_config.build_on_push', true, null],
  ['same', 'source_config.custom_url', SITE, `${SITE}/`],
  ['same', 'source_config.custom_url', SITE, 'shop.example'],
  ['different', 'source_config.custom_url', `${SITE}/A`, `${SITE}/a`],
  ['same', 'source_config.custom_url', 'https://Shop.Example/A', `${SITE}/A`],
  ['same', 'source_config.custom_url', 'http://Shop.example', 'http://shop.example'],
  ['different', 'source_config.install_command', SITE, `${SITE}/`],
  ['same', 'source_config.repo_url', `${SITE}/acme/shop`, `${SITE}/Acme/shop.git`],
  ['different', 'another.repo_url', `${SITE}/acme/shop`, `${SITE}/Acme/shop.git`],
  ['same', 'source_config.listener_id', UUID, UUID.toUpperCase()],
  ['same', `${SPEC}.sidecars`, [A, B], [B, A]],
  ['same', `${SPEC}.volume_mounts`, mounts('/a', '/b'), mounts('/b', '/a')],
  ['different', `${SPEC}.sidecars`, [A], [A, B]],
  ['different', `${SPEC}.image_pull_secrets`, [A, B], [A]],
  ['different', `${SPEC}.init_containers`, [A, B], [B, A]],
  ['different', 'another.list', ['a', 'b'], ['b', 'a']],
  ['same', 'secret_references', [C, D], [D, C]],
  ['same', 'secret_references', [], null],
  ['different', 'secret_references', [C], null],
  ['different', 'secret_references', [C], [reference('C', 'other')]],
  ['same', 'secret_references', null, [C]],
  ['same', 'secrets', secrets('A', 'B'), secrets('C', 'B', 'A')],
  ['same', 'secrets', [], undefined],
  ['different', 'secrets', secrets('A', 'B'), secrets('A')],
  ['unknown', 'secrets', secrets('A'), []],
  ['unknown', 'secrets', secrets('A'), undefined],
  ['same', `${SPEC}.labels.secrets`, 'blue', 'blue'],
  ['different', `${SPEC}.annotations.secrets`, 'blue', null],
  ['unknown', `${SPEC}.labels.secrets`, 'blue', undefined],
  ['different', 'another.secrets', secrets('A'), secrets('B')],
  ['same', 'source_config.build_command', null, 'make'],
  ['different', 'source_config.build_command', 'make', null],
  ['unknown', 'source_config.build_command', 'make', undefined],
  ['different', 'source_config.listener_config.k8s_namespace', 'shop', 'Shop'],
  ['different', `${SPEC}.labels`, {}, []],
  ['same', `${SPEC}.labels.a`, Number.NaN, null],
  ['different', 'constructor', 'a', 'b'],
  ['same', `${REVISION}.repo_ref`, 'refs/tags/v1', 'v1'],
  ['different', `${REVISION}.repo_ref`, 'refs/tags/v1', 'refs/heads/v1'],
  ['different', `${REVISION}.repo_ref`, 'c'.repeat(40), `${'c'.repeat(40)}-fix`],
  ['same', `${REVISION}.repo_commit_sha`, COMMIT, COMMIT.slice(0, 7)],
  ['same', `${REVISION}.repo_commit_sha`, COMMIT, COMMIT.toUpperCase()],
  ['different', `${REVISION}.repo_commit_sha`, COMMIT, 'c'.repeat(40)],
  ['unknown', `${REVISION}.repo_commit_sha`, COMMIT, null],
])('%s: the %s %j, where the service returns %j', ([is, path, requested, existing]) => {
  const { differences, unknown } = compare(withValue(path, requested), withValue(path, existing))
  expect(differences.map(one => one.path)).toEqual(is === 'different' ? [path] : [])
  expect(unknown).toEqual(is === 'unknown' ? [path] : [])
  expect(JSON.stringify(differences)).not.toContain('a-value-of')
})

const volume = (name: string, more: JsonObject) => ({ name, ...more })
const EMPTY = volume('b', { emptyDir: {} })

it.for<[unknown: string[], requested: JsonObject, existing: unknown]>([
  [['cpu', 'labels.a'], { cpu: 1, labels: { a: 'b' } }, null],
  [['cpu', 'labels.a'], { cpu: 1, labels: { a: 'b' } }, undefined],
  [['labels'], { labels: {} }, {}],
  [['labels'], { labels: {} }, { labels: null }],
  [['labels'], { labels: { a: null } }, {}],
  [[], { labels: {} }, { labels: {} }],
  [['volumes.[].emptyDir'], { volumes: [EMPTY] }, { volumes: [volume('b', { configMap: { name: 'c' } })] }],
  [['volumes.[].emptyDir'], { volumes: [EMPTY, volume('a', {})] }, { volumes: [volume('a', {}), volume('b', {})] }],
])('unknown is %j of the resource_spec %j, where the service returns %j', ([unknown, requested, existing]) => {
  expect(compare(withValue(SPEC, requested), withValue(SPEC, existing))).toEqual({
    differences: [],
    unknown: unknown.map(path => `${SPEC}.${path}`),
  })
})

it('parts that each request has ask for nothing while they are empty', () => {
  const parts = { source_config: {}, source_revision_config: {}, secrets: [] }
  expect(compare(parts, {})).toEqual({ differences: [], unknown: [] })
})

it.for([
  ['unknown', 'main', COMMIT],
  ['unknown', 'refs/heads/0123456', COMMIT],
  ['unknown', '20240101', COMMIT],
  ['unknown', 'v1', COMMIT.slice(0, 7)],
  ['same', COMMIT, COMMIT],
  ['different', 'c'.repeat(40), COMMIT],
  ['different', 'main', 'c'.repeat(40)],
])('%s: the ref %s, where the service returns %s, at the commit 0123456', ([is, repo_ref, existing]) => {
  const there = { repo_ref: existing, repo_commit_sha: COMMIT }
  const { differences, unknown } = compare({ [REVISION]: { repo_ref } }, { [REVISION]: there })
  expect(differences.map(({ path }) => path)).toEqual(is === 'different' ? [`${REVISION}.repo_ref`] : [])
  expect(unknown).toEqual(is === 'unknown' ? [`${REVISION}.repo_ref`] : [])
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
