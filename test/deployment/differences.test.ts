import { describe, expect, it } from 'vitest'
import { compareAll, pathInWords, withSecretNames } from '../../src/deployment/differences.ts'
import { valueAt } from '../../src/lib/json.ts'
import { write } from '../../src/lib/sentence.ts'
import type { CreateDeploymentRequest } from '../../src/service/requests.ts'

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

const request = {
  name: 'shop',
  source: 'repohost',
  source_config: {
    integration_id: UUID,
    repo_url: 'https://github.com/acme/shop',
    build_on_push: true,
    resource_spec: { cpu: 1, labels: { team: 'core' } },
  },
  source_revision_config: { repo_ref: 'main' },
  secrets: [{ name: 'A', value: 'one' }],
} satisfies CreateDeploymentRequest

/** A comparison with a deployment that has every requested field, except for some changes. Paths are texts. */
function compared(requested: object, sent: object) {
  const asked: CreateDeploymentRequest = { ...request, ...requested }
  const commit = valueAt(asked, ['source_revision_config', 'repo_commit_sha']) as string | undefined
  const { differences, unknown } = compareAll(asked, { ...request, ...sent }, { draft: asked, commit })
  return {
    differences: differences.map(({ path, kind, ...values }) => ({
      path: write(pathInWords(path)),
      ...values,
      ...(kind !== 'value' && { kind }),
    })),
    unknown: unknown.map(({ path, kind }) => {
      const written = write(pathInWords(path))
      return kind === 'not_returned' ? written : `${written}: ${kind}`
    }),
  }
}
const differences = (requested: object, sent: object) => compared(requested, sent).differences
const SAME = { differences: [], unknown: [] }

/** An object with a value at a path of one or two keys. */
function nest(path: string, value: unknown) {
  const [first = '', second] = path.split('.')
  return { [first]: second === undefined ? value : { [second]: value } }
}

describe('values that mean the same do not differ', () => {
  it.each<[field: string, requested: unknown, existing: unknown]>([
    ['source_config.custom_url', null, 'https://shop.test'],
    ['source_config.custom_url', undefined, 'https://shop.test'],
    ['source_config.custom_url', 'https://shop.test', 'https://shop.test/'],
    ['source_config.custom_url', 'https://Shop.test:443/A', 'https://shop.test/A/'],
    ['source_config.build_on_push', false, null],
    ['source_config.repo_url', 'https://github.com/acme/shop', 'git@github.com:Acme/Shop.git'],
    ['source_config.repo_url', 'https://h:443/a/b', 'ssh://git@h:22/a/b/'],
    ['source_revision_config.repo_ref', 'refs/heads/main', 'main'],
    ['source_revision_config.repo_ref', 'v1', 'refs/tags/v1'],
    ['source_revision_config.image_uri', 'h:5000/app:v1@sha256:ab', 'h:5000/app@sha256:ab'],
    ['secret_references', [], null],
    ['source_config.listener_id', UUID, UUID.toUpperCase()],
    ['source_revision_config.repo_commit_sha', 'a'.repeat(40), 'aaaaaaa'],
    ['source_revision_config.repo_ref', 'a'.repeat(40), 'aaaaaaa'],
  ])('%s: %j and %j', (field, requested, existing) => {
    expect(compared(nest(field, requested), nest(field, existing))).toEqual(SAME)
  })
})

describe('a difference has a path and both values', () => {
  it.each<[path: string, requested: unknown, existing: unknown]>([
    ['source', 'repohost', 'internal_source'],
    ['region', 'eu', null],
    ['source_config.build_on_push', true, false],
    ['source_config.listener_id', UUID, null],
    ['source_config.custom_url', 'https://shop.test/A', 'https://shop.test/a'],
    ['source_config.custom_url', 'https://shop.test/?a=/', 'https://shop.test/?a='],
    ['source_config.custom_url', '5', 5],
    ['source_config.resource_spec', { cpu: 1 }, 'small'],
    ['source_config.repo_url', 'https://github.com/acme/shop', 'https://github.com/acme/shop2'],
    ['source_config.repo_url', 'https://h/a/b', 'https://h:8443/a/b'],
    ['source_config.repo_url', 'https://h/?p=a', 'https://h/?p=b'],
    ['source_revision_config.repo_ref', 'main', 'refs/heads/main2'],
    ['source_revision_config.repo_ref', 'refs/tags/v1', 'refs/heads/v1'],
    ['source_revision_config.image_uri', 'app:v1', 'app:v2'],
    ['source_revision_config.image_uri', 'app@sha256:ab', 'app@sha256:cd'],
  ])('%s: %j and %j', (path, requested, existing) => {
    const difference = { path, requested, existing }
    expect(compared(nest(path, requested), nest(path, existing))).toEqual({
      ...SAME,
      differences: [difference],
    })
  })
})

it.each<[what: string, requested: object, sent: object, ...unknown: string[]]>([
  ['a field of the workflow', { region: 'eu' }, {}, 'region'],
  ['null in place of an object that asks for nothing', nest('source_config', {}), { source_config: null }],
  [
    'labels with odd names',
    { source_config: { resource_spec: { labels: JSON.parse('{"__proto__": "x", "constructor": "y"}') } } },
    { source_config: { resource_spec: { labels: {} } } },
    'source_config.resource_spec.labels.__proto__',
    'source_config.resource_spec.labels.constructor',
  ],
])('what the service does not return is unknown, and not different: %s', (_, requested, sent, ...unknown) => {
  expect(compared(requested, sent)).toEqual({ differences: [], unknown })
})

it('a secret in the path of a difference is hidden in the names of the workflow, and not in those of the interface', () => {
  const resource_spec = { labels: { image: 'a' }, cpu: 2, sidecars: [{ name: 'image', image: 'a' }] }
  const requested = { ...request, source_config: { resource_spec } }
  const there = { labels: { image: 'b' }, cpu: 1, sidecars: [{ name: 'image', image: 'b' }] }
  const sent = { ...request, source_config: { resource_spec: there } }
  const found = compareAll(requested, sent, { draft: requested }).differences
  expect(
    found.map(({ path }) => write(pathInWords(path), text => text.replace(/image|cpu|spec/, '***'))),
  ).toEqual([
    'source_config.resource_spec.labels.***',
    'source_config.resource_spec.cpu',
    'source_config.resource_spec.sidecars[***].image',
  ])
})

const [a, b] = [{ name: 'a' }, { name: 'b' }]
const mounts = (...paths: string[]) => paths.map(mountPath => ({ name: 'data', mountPath }))
const withDefault = [{ ...mounts('/b')[0], readOnly: false }, ...mounts('/a')]
const empty = { ...a, emptyDir: {} }
const nfs = { ...a, nfs: {} }

it.each<[what: string, list: string, requested: unknown[], existing: unknown, ...paths: string[]]>([
  ['equal items in another order', 'sidecars', [a, b], [b, a]],
  ['items with defaults of the service', 'sidecars', [a], [{ ...a, image: 'x', ports: [] }]],
  ['an additional item', 'sidecars', [a], [b, a], ''],
  ['an additional item beside none', 'sidecars', [], [a], ''],
  ['a missing item', 'sidecars', [a, b], [a], ''],
  ['null in place of a list', 'sidecars', [a], null, ''],
  ['null in place of an empty list', 'sidecars', [], null],
  ['no list', 'sidecars', [a], 'a', ''],
  ['an item in an inner list', 'sidecars', [{ ...a, env: [a] }], [{ ...a, env: [a, b] }], '[a].env'],
  ['a field of an item', 'sidecars', [a, { ...b, image: 'x' }], [{ ...b, image: 'y' }, a], '[b].image'],
  ['init containers in another order', 'init_containers', [a, b], [b, a], ''],
  ['texts in another order', 'args', ['-v', '-q'], ['-q', '-v'], '[0]', '[1]'],
  ['fewer texts', 'args', ['-v', '-q'], ['-v'], ''],
  ['items without names', 'envFrom', [{ size: 1 }], [{ size: 2 }], '[0].size'],
  ['repeated names in another order', 'volume_mounts', mounts('/a', '/b'), withDefault],
  ['a changed, repeated name', 'volume_mounts', mounts('/a', '/b'), mounts('/c', '/a'), '[data].mountPath'],
  ['another kind of volume', 'volumes', [empty], [{ ...empty, nfs: {} }]],
  ['another kind of volume', 'volumes', [empty], [nfs], '? [a].emptyDir'],
  ['items whose names are not returned', 'sidecars', [a, b], [{}, {}], '? [a].name', '? [b].name'],
  ['a field that is not returned', 'sidecars', [{ ...a, image: 'x' }], [a], '? [a].image'],
])('lists are compared as a whole: %s', (_, list, requested, existing, ...paths) => {
  const spec = (value: unknown) => ({ source_config: { resource_spec: { [list]: value } } })
  const found = compared(spec(requested), spec(existing))
  const all = [...found.differences.map(({ path }) => path), ...found.unknown.map(path => `? ${path}`)]
  expect(all.map(path => path.replace(`source_config.resource_spec.${list}`, ''))).toEqual(paths)
})

it('a difference shows the names of items, and of secrets at any key', () => {
  const item = { name: 'A', secret_key: 'b', value: 'hidden' }
  const holding = (secrets: unknown) => nest('source_config', { resource_spec: { labels: { secrets } } })
  for (const [requested, sent] of [
    [{ secret_references: [] }, { secret_references: [item] }],
    [holding('mine'), holding([item])],
  ] as const)
    expect(differences(requested, sent)).toMatchObject([{ requested: [], existing: ['A'] }])
})

const ANOTHER = { kind: 'secret_value', requested: '(the requested value)', existing: '(another value)' }
const values = (...pairs: [name: string, value?: string | null][]) =>
  pairs.map(([name, value]) => ({ name, value }))
const HIDDEN = '? secrets: hidden_values'
const HASHES = values(['A', `sha256:${'0a1b'.repeat(16)}`], ['B', '$2b$10$abcdef'])

it.each<[what: string, sent: unknown, ...found: (string | object)[]]>([
  ['equal', values(['A', 'one'], ['B', 'two'])],
  ['equal in a mapping, with one more', { C: 'x', A: 'one', B: 'two' }],
  ['masked', values(['A', '***'], ['B', '***']), HIDDEN],
  ['hashed', HASHES, HIDDEN],
  ['empty', values(['A', ''], ['B', '']), HIDDEN],
  ['only names', ['A', 'B'], HIDDEN],
  ['without values', values(['A'], ['B', null]), HIDDEN],
  ['all of them other values', values(['A', 'three'], ['B', 'four']), HIDDEN],
  ['one of them another value', values(['A', 'one'], ['B', 'three']), { path: 'secrets.B', ...ANOTHER }],
  ['one of them without a value', values(['A', 'one'], ['B', null]), '? secrets.B'],
  ['one missing', values(['A', 'one']), { path: 'secrets', requested: ['A', 'B'], existing: ['A'] }],
  ['an empty list', [], '? secrets'],
  ['no list', undefined, '? secrets'],
  ['null', null, '? secrets'],
])('secrets are compared by name, and by value if the service shows values: %s', (_, sent, ...found) => {
  const secrets = values(['A', 'one'], ['B', 'two'])
  const { differences, unknown } = compared({ secrets }, { secrets: sent })
  expect([...differences, ...unknown.map(path => `? ${path}`)]).toEqual(found)
  expect(compared({ secrets: [] }, { secrets: sent })).toEqual(SAME)
})

it('secrets are reduced to their names at every depth, and all else stays unchanged', () => {
  const secrets = [{ name: 'A', value: 'hidden' }, 'B', 5, 'D=hid=den', { name: 7 }, null, {}]
  const value = {
    id: 1,
    secrets,
    latest: { secrets, list: [{ secrets: { C: 'hidden' } }] },
    SECRETS: secrets,
  }
  expect(withSecretNames({ ...value, lists: [null, 7, 'A', {}].map(secrets => ({ secrets })) })).toEqual({
    id: 1,
    secrets: ['A', 'B', 'D'],
    latest: { secrets: ['A', 'B', 'D'], list: [{ secrets: ['C'] }] },
    SECRETS: ['A', 'B', 'D'],
    lists: Array(4).fill({ secrets: [] }),
  })
  const text = '{"__proto__":{"a":1},"env":[{"name":"A","value":"b"}],"secret":{"secretName":"x"}}'
  expect(JSON.stringify(withSecretNames(JSON.parse(text)))).toBe(text)
})
