import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Difference, findDifferences, secretNames } from '../../src/deployment/differences.ts'
import type { CreateDeploymentRequest } from '../../src/service/requests.ts'

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

const request: CreateDeploymentRequest = {
  name: 'shop',
  source: 'repohost',
  source_config: {
    integration_id: UUID,
    repo_url: 'https://github.com/acme/shop',
    build_on_push: false,
    resource_spec: {
      cpu: 1,
      labels: { team: 'core' },
      image_pull_secrets: [{ name: 'registry' }],
      sidecars: [
        { name: 'proxy', image: 'envoy:1', args: ['-v', '-q'], env: [{ name: 'LEVEL', value: 'info' }] },
      ],
    },
  },
  source_revision_config: { repo_ref: 'main' },
  secrets: [{ name: 'A', value: 'one' }],
}

const differences = (requested: CreateDeploymentRequest, sent: Record<string, unknown>) =>
  findDifferences(requested, { read: { id: UUID }, sent })

/** A deployment as it is after the service filled in all that nobody asked for. */
const filled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)])),
    filled_in: 'default',
  }
}

/** A copy in which one member is another. */
function changed(value: unknown, [step, ...rest]: string[], member: unknown): unknown {
  if (step === undefined) return member
  const copy = structuredClone(value) as Record<string, unknown>
  copy[step] = changed(copy[step], rest, member)
  return copy
}

describe('what was asked for is there', () => {
  it('although the service filled in more', () => {
    expect(differences(request, filled(request) as Record<string, unknown>)).toEqual([])
  })

  it('whatever was asked for', () => {
    const spec = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue())
    fc.assert(
      fc.property(spec, labels => {
        const requested = { ...request, source_config: { resource_spec: { labels } } }
        expect(differences(requested, filled(requested) as Record<string, unknown>)).toEqual([])
      }),
    )
  })

  it.each<[string, Partial<CreateDeploymentRequest>, Record<string, unknown>]>([
    [
      'null asks for nothing',
      { source_config: { custom_url: null } },
      { source_config: { custom_url: 'https://x' } },
    ],
    [
      'an empty object asks for nothing',
      { source_config: { resource_spec: {} } },
      { source_config: { resource_spec: null } },
    ],
    ['an empty list is the same as none', { secret_references: [] }, { secret_references: null }],
    [
      'a UUID in other case',
      { source_config: { listener_id: UUID } },
      { source_config: { listener_id: UUID.toUpperCase() } },
    ],
    [
      'a repository by another form of its URL',
      { source_config: { repo_url: 'https://github.com/acme/shop' } },
      { source_config: { repo_url: 'git@github.com:Acme/shop.git' } },
    ],
    [
      'secrets of other values',
      { secrets: [{ name: 'A', value: 'one' }] },
      { secrets: [{ name: 'A', value: 'two' }] },
    ],
    ['secrets besides those asked for', { secrets: [] }, { secrets: [{ name: 'B', value: '' }] }],
    [
      'named items in another order',
      { source_config: { resource_spec: { volumes: [{ name: 'b' }, { name: 'a' }] } } },
      { source_config: { resource_spec: { volumes: [{ name: 'a' }, { name: 'b' }] } } },
    ],
  ])('%s', (_, asked, there) => {
    const base = {
      name: 'shop',
      source: 'repohost' as const,
      source_config: {},
      source_revision_config: {},
      secrets: [],
    }
    expect(differences({ ...base, ...asked }, { ...base, ...there })).toEqual([])
  })
})

describe('what differs is named by its path', () => {
  const spec = 'source_config.resource_spec'
  it.each<[string, path: string, existing: unknown, Difference]>([
    [
      'the source',
      'source',
      'internal_source',
      { path: 'source', requested: 'repohost', existing: 'internal_source' },
    ],
    [
      'a flag',
      'source_config.build_on_push',
      true,
      { path: 'source_config.build_on_push', requested: false, existing: true },
    ],
    [
      'a field that is null there',
      'source_revision_config.repo_ref',
      null,
      { path: 'source_revision_config.repo_ref', requested: 'main', existing: null },
    ],
    [
      'an object that is missing',
      'source_revision_config',
      undefined,
      { path: 'source_revision_config.repo_ref', requested: 'main', existing: null },
    ],
    ['a number', `${spec}.cpu`, 2, { path: `${spec}.cpu`, requested: 1, existing: 2 }],
    [
      'a label',
      `${spec}.labels.team`,
      'x',
      { path: `${spec}.labels.team`, requested: 'core', existing: 'x' },
    ],
    [
      'a field of a named item',
      `${spec}.sidecars.0.image`,
      'envoy:2',
      { path: `${spec}.sidecars[proxy].image`, requested: 'envoy:1', existing: 'envoy:2' },
    ],
    [
      'an item by position',
      `${spec}.sidecars.0.args.1`,
      '-x',
      { path: `${spec}.sidecars[proxy].args[1]`, requested: '-q', existing: '-x' },
    ],
    [
      'the length of a list',
      `${spec}.sidecars.0.args`,
      ['-v'],
      { path: `${spec}.sidecars[proxy].args`, requested: ['-v', '-q'], existing: ['-v'] },
    ],
    [
      'secrets, by name alone',
      'secrets',
      [{ name: 'B', value: 'two' }],
      { path: 'secrets', requested: ['A'], existing: ['B'] },
    ],
  ])('%s', (_, path, existing, expected) => {
    expect(
      differences(request, changed(request, path.split('.'), existing) as Record<string, unknown>),
    ).toEqual([expected])
  })

  it('though it be called __proto__ or constructor', () => {
    const labels = JSON.parse('{"__proto__": "x", "constructor": "y"}')
    const requested = { ...request, source_config: { resource_spec: { labels } } }
    const sent = { ...requested, source_config: { resource_spec: { labels: {} } } }
    expect(differences(requested, sent).map(({ path, existing }) => [path, existing])).toEqual([
      ['source_config.resource_spec.labels.__proto__', null],
      ['source_config.resource_spec.labels.constructor', null],
    ])
  })
})

describe('values are compared exactly', () => {
  const of = (source_config: object) =>
    ({ ...request, source_config }) as CreateDeploymentRequest & Record<string, unknown>
  const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

  it.each([
    ['the case of a UUID does not matter', { listener_id: UUID }, { listener_id: UUID.toUpperCase() }, 0],
    ['another UUID does', { listener_id: UUID }, { listener_id: OTHER }, 1],
    ['a UUID that is not there does', { listener_id: UUID }, { listener_id: null }, 1],
    ['a text is no number', { custom_url: '5' }, { custom_url: 5 }, 1],
    ['a number is no text', { resource_spec: { cpu: 5 } }, { resource_spec: { cpu: '5' } }, 1],
    [
      'the form of a repository does not matter',
      { repo_url: 'https://github.com/acme/shop' },
      { repo_url: 'git@github.com:Acme/Shop.git' },
      0,
    ],
    [
      'another repository does',
      { repo_url: 'https://github.com/acme/shop' },
      { repo_url: 'https://github.com/acme/shop2' },
      1,
    ],
    [
      'every other URL is itself alone',
      { custom_url: 'https://shop.example/A' },
      { custom_url: 'https://shop.example/a/' },
      1,
    ],
    ['what is undefined is not asked for', { custom_url: undefined }, { custom_url: 'https://a.example' }, 0],
  ])('%s', (_, requested, existing, count) => {
    expect(differences(of(requested), of(existing))).toHaveLength(count)
  })

  it.each<[string, object, object, number]>([
    ['a port that is not the default', { repo_url: 'https://h/a/b' }, { repo_url: 'https://h:8443/a/b' }, 1],
    ['the default port', { repo_url: 'https://h:443/a/b' }, { repo_url: 'ssh://git@h:22/a/b' }, 0],
    ['the query of a repository', { repo_url: 'https://h/?p=a' }, { repo_url: 'https://h/?p=b' }, 1],
    ['text that looks like a UUID', { build_command: UUID }, { build_command: UUID.toUpperCase() }, 1],
  ])('%s', (_, requested, existing, count) => {
    expect(differences(of(requested), of(existing))).toHaveLength(count)
  })

  const specs = (requested: object, existing: object) =>
    differences(of({ resource_spec: requested }), of({ resource_spec: existing })).map(difference => ({
      ...difference,
      path: difference.path.replace('source_config.resource_spec.', ''),
    }))
  const [a, b] = [{ name: 'a' }, { name: 'b' }]

  it.each<[string, object, object, object[]]>([
    [
      'no sidecars, of which there is one',
      { sidecars: [] },
      { sidecars: [a] },
      [{ path: 'sidecars[a]', requested: null, existing: a }],
    ],
    [
      'a sidecar more',
      { sidecars: [a] },
      { sidecars: [b, a] },
      [{ path: 'sidecars[b]', requested: null, existing: b }],
    ],
    [
      'a sidecar less',
      { sidecars: [a, b] },
      { sidecars: [a] },
      [{ path: 'sidecars[b]', requested: b, existing: null }],
    ],
    [
      'a variable more in a sidecar',
      { sidecars: [{ ...a, env: [a] }] },
      { sidecars: [{ ...a, env: [a, b] }] },
      [{ path: 'sidecars[a].env[b]', requested: null, existing: b }],
    ],
    [
      'init containers in another order',
      { init_containers: [a, b] },
      { init_containers: [b, a] },
      [{ path: 'init_containers', requested: ['a', 'b'], existing: ['b', 'a'] }],
    ],
    ['sidecars in another order', { sidecars: [a, b] }, { sidecars: [b, a] }, []],
    [
      'null in a list',
      { labels: { list: [null, 1] } },
      { labels: { list: ['x', 1] } },
      [{ path: 'labels.list[0]', requested: null, existing: 'x' }],
    ],
    ['no sidecars, of which there are none', { sidecars: [] }, { sidecars: null }, []],
  ])('lists are compared as a whole: %s', (_, requested, existing, expected) => {
    expect(specs(requested, existing)).toEqual(expected)
  })

  it('references are compared as a whole', () => {
    const reference = { name: 'A', secret_name: 'a', secret_key: 'b' }
    const sent = { ...request, secret_references: [reference] }
    expect(differences({ ...request, secret_references: [] }, sent)).toEqual([
      { path: 'secret_references[A]', requested: null, existing: reference },
    ])
  })

  it('extra fields are compared like all others', () => {
    const requested = { ...request, region: 'eu' } as CreateDeploymentRequest
    expect(differences(requested, { ...request, region: 'eu' })).toEqual([])
    expect(differences(requested, { ...request })).toEqual([
      { path: 'region', requested: 'eu', existing: null },
    ])
  })

  const volumes = (...items: unknown[]) => of({ resource_spec: { volumes: items } })
  const pathsOf = (requested: unknown[], existing: unknown[]) =>
    differences(volumes(...requested), volumes(...existing)).map(({ path }) => path.replace(/^.*volumes/, ''))

  it('an empty object in an item of a list is a choice', () => {
    expect(pathsOf([{ name: 'tmp', emptyDir: {} }], [{ name: 'tmp', hostPath: '/' }])).toEqual([
      '[tmp].emptyDir',
    ])
    expect(pathsOf([{ name: 'tmp', emptyDir: {} }], [{ name: 'tmp', emptyDir: {} }])).toEqual([])
  })

  it.each([
    ['one of them has no names', [{ name: 'a' }], [{ size: 1 }], ['[0].name']],
    ['the other has none', [{ size: 1 }], [{ name: 'a' }], ['[0].size']],
    ['a name is no text', [{ name: 1, size: 1 }], [{ name: 1, size: 2 }], ['[0].size']],
    [
      'a name is there twice',
      [
        { name: 'a', size: 1 },
        { name: 'a', size: 2 },
      ],
      [
        { name: 'a', size: 1 },
        { name: 'a', size: 3 },
      ],
      ['[1].size'],
    ],
  ])('lists go item by item where %s', (_, requested, existing, paths) => {
    expect(pathsOf(requested, existing)).toEqual(paths)
  })
})

it.each([undefined, null])('secrets that the service shows as %s are not compared', secrets => {
  expect(differences(request, { ...request, secrets })).toEqual([])
})

it.each([
  [
    ['A', { name: 'B', value: 'x' }, { name: 7 }, 7, null, {}],
    ['A', 'B'],
  ],
  ['A', []],
  [{ A: 'x', B: 'y' }, ['A', 'B']],
  [7, []],
  [null, []],
])('the names of the secrets in %j are %j', (secrets, names) => {
  expect(secretNames(secrets)).toEqual(names)
})
