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

/** A copy with an additional field in each object, as if the service filled in defaults. */
const filled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)])),
    filled_in: 'default',
  }
}

/** A copy with another member at the path. */
function changed(value: unknown, [step, ...rest]: string[], member: unknown): unknown {
  if (step === undefined) return member
  const copy = structuredClone(value) as Record<string, unknown>
  copy[step] = changed(copy[step], rest, member)
  return copy
}

describe('a deployment matches the request', () => {
  it('if the service filled in more fields', () => {
    expect(differences(request, filled(request) as Record<string, unknown>)).toEqual([])
  })

  it('for any labels in the request', () => {
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
      'if the requested value is null',
      { source_config: { custom_url: null } },
      { source_config: { custom_url: 'https://x' } },
    ],
    [
      'if the requested object is empty',
      { source_config: { resource_spec: {} } },
      { source_config: { resource_spec: null } },
    ],
    [
      'if the requested list is empty and the existing one is null',
      { secret_references: [] },
      { secret_references: null },
    ],
    [
      'if a UUID differs in case',
      { source_config: { listener_id: UUID } },
      { source_config: { listener_id: UUID.toUpperCase() } },
    ],
    [
      'if the repository URL has another form',
      { source_config: { repo_url: 'https://github.com/acme/shop' } },
      { source_config: { repo_url: 'git@github.com:Acme/shop.git' } },
    ],
    [
      'if the values of secrets differ',
      { secrets: [{ name: 'A', value: 'one' }] },
      { secrets: [{ name: 'A', value: 'two' }] },
    ],
    ['if the deployment has additional secrets', { secrets: [] }, { secrets: [{ name: 'B', value: '' }] }],
    [
      'if named items have another order',
      { source_config: { resource_spec: { volumes: [{ name: 'b' }, { name: 'a' }] } } },
      { source_config: { resource_spec: { volumes: [{ name: 'a' }, { name: 'b' }] } } },
    ],
    [
      'if items whose names repeat have another order',
      {
        source_config: {
          resource_spec: {
            volume_mounts: [
              { name: 'data', mountPath: '/a' },
              { name: 'data', mountPath: '/b', readOnly: true },
            ],
          },
        },
      },
      {
        source_config: {
          resource_spec: {
            volume_mounts: [
              { name: 'data', mountPath: '/b', readOnly: true },
              { name: 'data', mountPath: '/a', readOnly: false },
            ],
          },
        },
      },
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

describe('a difference has a path and both values', () => {
  const spec = 'source_config.resource_spec'
  it.each<[string, path: string, existing: unknown, Difference]>([
    [
      'for the source',
      'source',
      'internal_source',
      { path: 'source', requested: 'repohost', existing: 'internal_source' },
    ],
    [
      'for a flag',
      'source_config.build_on_push',
      true,
      { path: 'source_config.build_on_push', requested: false, existing: true },
    ],
    [
      'for a field that is null in the deployment',
      'source_revision_config.repo_ref',
      null,
      { path: 'source_revision_config.repo_ref', requested: 'main', existing: null },
    ],
    [
      'for an object that is missing in the deployment',
      'source_revision_config',
      undefined,
      { path: 'source_revision_config.repo_ref', requested: 'main', existing: null },
    ],
    ['for a number', `${spec}.cpu`, 2, { path: `${spec}.cpu`, requested: 1, existing: 2 }],
    [
      'for a label',
      `${spec}.labels.team`,
      'x',
      { path: `${spec}.labels.team`, requested: 'core', existing: 'x' },
    ],
    [
      'for a field of a named item',
      `${spec}.sidecars.0.image`,
      'envoy:2',
      { path: `${spec}.sidecars[proxy].image`, requested: 'envoy:1', existing: 'envoy:2' },
    ],
    [
      'for an item without a name, by its position',
      `${spec}.sidecars.0.args.1`,
      '-x',
      { path: `${spec}.sidecars[proxy].args[1]`, requested: '-q', existing: '-x' },
    ],
    [
      'for a list of another length',
      `${spec}.sidecars.0.args`,
      ['-v'],
      { path: `${spec}.sidecars[proxy].args`, requested: ['-v', '-q'], existing: ['-v'] },
    ],
    [
      'for secrets, with their names only',
      'secrets',
      [{ name: 'B', value: 'two' }],
      { path: 'secrets', requested: ['A'], existing: ['B'] },
    ],
  ])('%s', (_, path, existing, expected) => {
    expect(
      differences(request, changed(request, path.split('.'), existing) as Record<string, unknown>),
    ).toEqual([expected])
  })

  it('for labels named __proto__ and constructor', () => {
    const labels = JSON.parse('{"__proto__": "x", "constructor": "y"}')
    const requested = { ...request, source_config: { resource_spec: { labels } } }
    const sent = { ...requested, source_config: { resource_spec: { labels: {} } } }
    expect(differences(requested, sent).map(({ path, existing }) => [path, existing])).toEqual([
      ['source_config.resource_spec.labels.__proto__', null],
      ['source_config.resource_spec.labels.constructor', null],
    ])
  })
})

describe('the comparison of a request with a deployment', () => {
  const of = (source_config: object) =>
    ({ ...request, source_config }) as CreateDeploymentRequest & Record<string, unknown>
  const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

  it.each([
    ['ignores the case of a UUID', { listener_id: UUID }, { listener_id: UUID.toUpperCase() }, 0],
    ['finds another UUID', { listener_id: UUID }, { listener_id: OTHER }, 1],
    ['finds a missing UUID', { listener_id: UUID }, { listener_id: null }, 1],
    ['distinguishes a string from a number', { custom_url: '5' }, { custom_url: 5 }, 1],
    [
      'distinguishes a number from a string',
      { resource_spec: { cpu: 5 } },
      { resource_spec: { cpu: '5' } },
      1,
    ],
    [
      'ignores the form of a repository URL',
      { repo_url: 'https://github.com/acme/shop' },
      { repo_url: 'git@github.com:Acme/Shop.git' },
      0,
    ],
    [
      'finds another repository',
      { repo_url: 'https://github.com/acme/shop' },
      { repo_url: 'https://github.com/acme/shop2' },
      1,
    ],
    [
      'compares the case and the final slash of other URLs',
      { custom_url: 'https://shop.example/A' },
      { custom_url: 'https://shop.example/a/' },
      1,
    ],
    [
      'ignores an undefined requested value',
      { custom_url: undefined },
      { custom_url: 'https://a.example' },
      0,
    ],
  ])('%s', (_, requested, existing, count) => {
    expect(differences(of(requested), of(existing))).toHaveLength(count)
  })

  it.each<[string, object, object, number]>([
    [
      'finds another port of a repository URL',
      { repo_url: 'https://h/a/b' },
      { repo_url: 'https://h:8443/a/b' },
      1,
    ],
    [
      'ignores the default port of a repository URL',
      { repo_url: 'https://h:443/a/b' },
      { repo_url: 'ssh://git@h:22/a/b' },
      0,
    ],
    [
      'finds another query of a repository URL',
      { repo_url: 'https://h/?p=a' },
      { repo_url: 'https://h/?p=b' },
      1,
    ],
    [
      'compares the case of a UUID in another field',
      { build_command: UUID },
      { build_command: UUID.toUpperCase() },
      1,
    ],
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
      'finds an item if the requested list is empty',
      { sidecars: [] },
      { sidecars: [a] },
      [{ path: 'sidecars[a]', requested: null, existing: a }],
    ],
    [
      'finds an additional item',
      { sidecars: [a] },
      { sidecars: [b, a] },
      [{ path: 'sidecars[b]', requested: null, existing: b }],
    ],
    [
      'finds a missing item',
      { sidecars: [a, b] },
      { sidecars: [a] },
      [{ path: 'sidecars[b]', requested: b, existing: null }],
    ],
    [
      'finds an additional item in a nested list',
      { sidecars: [{ ...a, env: [a] }] },
      { sidecars: [{ ...a, env: [a, b] }] },
      [{ path: 'sidecars[a].env[b]', requested: null, existing: b }],
    ],
    [
      'finds another order of init containers',
      { init_containers: [a, b] },
      { init_containers: [b, a] },
      [{ path: 'init_containers', requested: ['a', 'b'], existing: ['b', 'a'] }],
    ],
    ['ignores the order of sidecars', { sidecars: [a, b] }, { sidecars: [b, a] }, []],
    [
      'distinguishes null from a string in a list',
      { labels: { list: [null, 1] } },
      { labels: { list: ['x', 1] } },
      [{ path: 'labels.list[0]', requested: null, existing: 'x' }],
    ],
    ['ignores null if the requested list is empty', { sidecars: [] }, { sidecars: null }, []],
  ])('%s', (_, requested, existing, expected) => {
    expect(specs(requested, existing)).toEqual(expected)
  })

  it('finds an additional secret reference', () => {
    const reference = { name: 'A', secret_name: 'a', secret_key: 'b' }
    const sent = { ...request, secret_references: [reference] }
    expect(differences({ ...request, secret_references: [] }, sent)).toEqual([
      { path: 'secret_references[A]', requested: null, existing: reference },
    ])
  })

  it('finds another value of an extra field', () => {
    const requested = { ...request, region: 'eu' } as CreateDeploymentRequest
    expect(differences(requested, { ...request, region: 'eu' })).toEqual([])
    expect(differences(requested, { ...request })).toEqual([
      { path: 'region', requested: 'eu', existing: null },
    ])
  })

  const volumes = (...items: unknown[]) => of({ resource_spec: { volumes: items } })
  const pathsOf = (requested: unknown[], existing: unknown[]) =>
    differences(volumes(...requested), volumes(...existing)).map(({ path }) => path.replace(/^.*volumes/, ''))

  it('finds an empty object that is missing in a list item', () => {
    expect(pathsOf([{ name: 'tmp', emptyDir: {} }], [{ name: 'tmp', hostPath: '/' }])).toEqual([
      '[tmp].emptyDir',
    ])
    expect(pathsOf([{ name: 'tmp', emptyDir: {} }], [{ name: 'tmp', emptyDir: {} }])).toEqual([])
  })

  it.each([
    ['the existing items have no names', [{ name: 'a' }], [{ size: 1 }], ['[0].name']],
    ['the requested items have no names', [{ size: 1 }], [{ name: 'a' }], ['[0].size']],
    ['a name is not a string', [{ name: 1, size: 1 }], [{ name: 1, size: 2 }], ['[0].size']],
    [
      'two items have the same name',
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
  ])('compares lists by position if %s', (_, requested, existing, paths) => {
    expect(pathsOf(requested, existing)).toEqual(paths)
  })
})

it.each([undefined, null])('secrets are not compared if the service returns %s', secrets => {
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
])('the secrets %j have the names %j', (secrets, names) => {
  expect(secretNames(secrets)).toEqual(names)
})
