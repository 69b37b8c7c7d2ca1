import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

/** Existing deployments, and inputs that match them. */
const EQUAL: [string, DeploymentSeed, Record<string, string>][] = [
  ['a minimal deployment', {}, {}],
  [
    'a deployment with fields that the service filled in',
    {
      source_config: { custom_url: 'https://shop.example', listener_id: 'x', build_command: 'make' },
      source_revision_config: { graph_config_path: 'a.json', repo_commit_sha: '0a1b' },
      image_version: '7',
    },
    { build_command: 'make' },
  ],
  [
    'a deployment with members of a resource_spec that the service filled in',
    {
      source_config: {
        resource_spec: {
          cpu: 1,
          memory_mb: 512,
          sidecars: [{ name: 'proxy', image: 'proxy:2', imagePullPolicy: 'Always' }],
        },
      },
    },
    { resource_spec: '{cpu: 1.0, sidecars: [{name: proxy, image: "proxy:2"}]}' },
  ],
  [
    'a deployment with identifiers in another case',
    { source_config: { listener_id: '66666666-7777-4888-9999-AAAAAAAAAAAA' } },
    { listener_id: '66666666-7777-4888-9999-aaaaaaaaaaaa' },
  ],
  [
    'a deployment with other values of secrets and an additional secret',
    {
      secrets: [
        { name: 'B', value: 'existing-value-1' },
        { name: 'A', value: 'existing-value-2' },
        { name: 'C', value: 'existing-value-3' },
      ],
    },
    { secrets: 'A=requested-value-1\nB=requested-value-2' },
  ],
  [
    'a deployment with secrets without values',
    { secrets: [{ name: 'A' } as { name: string; value: string }] },
    { secrets: 'A=requested-value-1' },
  ],
]

test.each(EQUAL)('if_exists: match and reuse adopt %s', async (_, seed, inputs) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed({ ...shop, ...seed })
  for (const if_exists of ['match', 'reuse']) {
    const run = await create(sandbox, { ...shop, ...inputs, if_exists })
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    expect(run.warnings.map(({ properties }) => properties['title'])).toEqual(['Nothing was deployed'])
    expect(run.outputs).toMatchObject({ id: deployment?.id, created: 'false', differences: '[]' })
    expect(run.outputs).not.toHaveProperty('error_code')
    expect(run.summary).toContain('Deployment adopted')
    const log = run.stdout.replace(/^::add-mask::.*$/gm, '')
    expect(log + run.summary + JSON.stringify(run.outputs)).not.toMatch(/-value-\d/)
  }
  expect(posts(sandbox)).toEqual([])
})

/** Existing deployments, inputs that differ from them, and the differences. */
const DIFFERENT: [string, DeploymentSeed, Record<string, string>, object[]][] = [
  [
    'a field',
    { source_config: { custom_url: 'https://old.example' } },
    { custom_url: 'https://new.example' },
    [
      {
        path: 'source_config.custom_url',
        requested: 'https://new.example',
        existing: 'https://old.example',
      },
    ],
  ],
  [
    'a missing field',
    {},
    { image_uri: 'shop:2', build_on_push: 'false' },
    [{ path: 'source_revision_config.image_uri', requested: 'shop:2', existing: null }],
  ],
  [
    'the source',
    { source: 'internal_source' },
    {},
    [{ path: 'source', requested: 'internal_template', existing: 'internal_source' }],
  ],
  [
    'members of a resource_spec',
    {
      source_config: {
        resource_spec: { cpu: 2, memory_mb: 512, volume_mounts: [{ mountPath: '/a' }], labels: { a: '1' } },
      },
    },
    { resource_spec: 'cpu: 1\nmemory_mb: 512\nlabels: {a: "2"}\nvolume_mounts: [{mountPath: /b}]' },
    [
      { path: 'source_config.resource_spec.cpu', requested: 1, existing: 2 },
      { path: 'source_config.resource_spec.labels.a', requested: '2', existing: '1' },
      { path: 'source_config.resource_spec.volume_mounts[0].mountPath', requested: '/b', existing: '/a' },
    ],
  ],
  [
    'the kind of a volume',
    {
      source_config: {
        resource_spec: { volumes: [{ name: 'cache', persistentVolumeClaim: { claimName: 'x' } }] },
      },
    },
    { resource_spec: 'volumes: [{name: cache, emptyDir: {}}]' },
    [{ path: 'source_config.resource_spec.volumes[cache].emptyDir', requested: {}, existing: null }],
  ],
  [
    'the names of secrets, never their values',
    { secrets: [{ name: 'A', value: 'existing-value-1' }] },
    { secrets: 'A=requested-value-1\nB=requested-value-2' },
    [{ path: 'secrets', requested: ['A', 'B'], existing: ['A'] }],
  ],
]

test.each(DIFFERENT)(
  'if_exists: match fails and reuse warns if there is a difference: %s',
  async (_, seed, inputs, differences) => {
    const sandbox = await sandboxForTest()
    const [deployment] = sandbox.seed({ ...shop, ...seed })
    const matched = await create(sandbox, { ...shop, ...inputs })
    const reused = await create(sandbox, { ...shop, ...inputs, if_exists: 'reuse' })
    expect(posts(sandbox)).toEqual([])
    for (const { outputs, summary, stdout } of [matched, reused]) {
      expect(outputs).toMatchObject({ id: deployment?.id, created: 'false', status: 'READY' })
      expect(JSON.parse(outputs['differences'] ?? '')).toEqual(differences)
      for (const { path } of differences as { path: string }[]) expect(summary).toContain(path)
      const log = stdout.replace(/^::add-mask::.*$/gm, '')
      expect(log + summary + JSON.stringify(outputs)).not.toMatch(/-value-\d/)
    }
    const paths = (differences as { path: string }[]).map(({ path }) => expect.stringContaining(path))

    expect(matched).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs' } })
    expect(matched.outputs).not.toHaveProperty('http_status')
    expect(matched.errors).toHaveLength(1)
    for (const path of paths) expect(matched.errors[0]?.message).toEqual(path)
    expect(matched.errors[0]?.message).toContain(deployment?.id)

    expect(reused).toMatchObject({ exitCode: 0, errors: [] })
    expect(reused.outputs).not.toHaveProperty('error_code')
    const told = reused.warnings.filter(({ message }) => !/^(Input |Nothing was deployed)/.test(message))
    expect(told).toHaveLength(1)
    for (const path of paths) expect(told[0]?.message).toEqual(path)
  },
)

test('repository URLs are compared by meaning and not by text', async () => {
  const sandbox = await sandboxForTest()
  const [record] = sandbox.repositories
  const { integration_id } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  const [deployment] = sandbox.seed({
    name: 'shop',
    source: 'repohost',
    source_config: {
      integration_id: record?.host_integration_id ?? null,
      repo_url: 'git@github.com:Acme/shop.git',
    },
    source_revision_config: { repo_ref: 'main' },
  })
  const same = await create(sandbox, inputs)
  expect(same).toMatchObject({ exitCode: 0, outputs: { id: deployment?.id, differences: '[]' } })
  const other = await create(sandbox, { ...inputs, repository: 'acme/warehouse', repo_ref: 'main' })
  expect(JSON.parse(other.outputs['differences'] ?? '')).toEqual([
    {
      path: 'source_config.repo_url',
      requested: 'https://github.com/acme/warehouse',
      existing: 'git@github.com:Acme/shop.git',
    },
  ])
  expect(posts(sandbox)).toEqual([])
})

test.each([
  ['equal', {}],
  ['different', { custom_url: 'https://new.example' }],
])('if_exists: fail fails if the existing deployment is %s', async (_, inputs) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed(shop)
  const run = await create(sandbox, { ...shop, ...inputs, if_exists: 'fail' })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'already_exists', id: deployment?.id, created: 'false' })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(deployment?.id)
  expect(run.summary).toContain('Deployment exists')
  expect(run.exitCode).toBe(1)
})

test.each(['match', 'fail', 'reuse'])(
  'if_exists: %s creates a deployment if the name is free',
  async if_exists => {
    const sandbox = await sandboxForTest()
    const run = await create(sandbox, { ...shop, if_exists })
    expect(posts(sandbox)).toEqual([templateRequest('shop')])
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  },
)

test.each(['match', 'fail', 'reuse'])(
  'if_exists: %s fails if two deployments have the name, and names both',
  async if_exists => {
    const sandbox = await sandboxForTest()
    const two = sandbox.seed(shop, { name: 'between' }, shop).filter(({ name }) => name === 'shop')
    const run = await create(sandbox, { ...shop, if_exists })
    expect(posts(sandbox)).toEqual([])
    expect(run.outputs).toMatchObject({ error_code: 'ambiguous_name', created: 'false', id: '' })
    expect(run.errors).toHaveLength(1)
    for (const { id } of two) {
      expect(run.errors[0]?.message).toContain(id)
      expect(run.summary).toContain(id)
    }
    expect(run.exitCode).toBe(1)
  },
)

test.each(['match', 'reuse'])('if_exists: %s fails if the deployment is being deleted', async if_exists => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed({ ...shop, status: 'AWAITING_DELETE' })
  const run = await create(sandbox, { ...shop, if_exists })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({
    error_code: 'deleted',
    id: deployment?.id,
    status: 'AWAITING_DELETE',
    created: 'false',
  })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(deployment?.id)
  expect(run.exitCode).toBe(1)
})
