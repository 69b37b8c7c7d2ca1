import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { templateRequest } from '../sandbox/bodies.ts'
import { WHOLE } from '../sandbox/interface.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const LISTENER = '66666666-7777-4888-9999-aaaaaaaaaaaa'
const INTEGRATION = '11111111-2222-4333-8444-555555555555'

const request = (source: string, revision: object = {}, config: object = {}) => ({
  name: 'shop',
  source,
  source_config: config,
  source_revision_config: revision,
  secrets: [],
})

/** The minimal inputs of each source, their request, and the outputs. */
const SOURCES = [
  {
    source: 'repohost',
    inputs: ({ integration_id }: Sandbox) => ({ integration_id, repository: 'acme/warehouse' }),
    body: ({ repositories: [, record] }: Sandbox) =>
      request(
        'repohost',
        { repo_ref: 'trunk' },
        { integration_id: record?.host_integration_id, repo_url: record?.url },
      ),
    outputs: { repo_url: 'https://github.com/acme/warehouse', repo_ref: 'trunk', image_version: '' },
  },
  {
    source: 'external_container',
    inputs: () => ({ image_uri: 'images.example:5000/acme/shop:1.4.2' }),
    body: () => request('external_container', { image_uri: 'images.example:5000/acme/shop:1.4.2' }),
    outputs: { repo_url: '', repo_ref: '', image_version: '1.4.2' },
  },
  {
    source: 'internal_container',
    inputs: () => ({}),
    body: () => request('internal_container'),
    outputs: { repo_url: '', repo_ref: '', image_version: '' },
  },
  {
    source: 'internal_source',
    inputs: () => ({ source_tarball_path: 'uploads/shop.tgz' }),
    body: () => request('internal_source', { source_tarball_path: 'uploads/shop.tgz' }),
    outputs: { repo_url: '', repo_ref: '', image_version: '' },
  },
  {
    source: 'internal_template',
    inputs: () => ({}),
    body: () => request('internal_template'),
    outputs: { repo_url: '', repo_ref: '', image_version: '' },
  },
]

test.each(SOURCES)(
  '$source is created, and every output is set',
  async ({ source, inputs, body, outputs }) => {
    const sandbox = await sandboxForTest()
    const run = await create(sandbox, { name: 'shop', source, ...inputs(sandbox) })

    expect(posts(sandbox)).toEqual([body(sandbox)])
    const [deployment] = sandbox.deployments
    expect(run.outputs).toMatchObject({
      id: deployment?.id,
      status: 'READY',
      name: 'shop',
      created: 'true',
      url: '',
      tenant_id: sandbox.tenant_id,
      latest_revision_id: deployment?.latest_revision_id,
      active_revision_id: deployment?.active_revision_id,
      repo_commit_sha: deployment?.source_revision_config.repo_commit_sha ?? '',
      ...outputs,
      deployment: JSON.stringify(deployment),
      differences: '[]',
      request: JSON.stringify(body(sandbox)),
      report: expect.stringContaining('## ✅ Deployment created'),
    })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], stderr: '' })
    expect(run.summary).toContain('Deployment created')
    expect(run.summary).toContain(deployment?.id)
  },
)

/** An input, its value and its field in the request. */
const FIELDS = [
  ['repo_ref', 'refs/tags/v1', { source_revision_config: { repo_ref: 'refs/tags/v1' } }],
  ['graph_config_path', 'a/b.json', { source_revision_config: { graph_config_path: 'a/b.json' } }],
  ['image_uri', 'host:5000/a@sha256:0', { source_revision_config: { image_uri: 'host:5000/a@sha256:0' } }],
  ['source_tarball_path', 'a b.tgz', { source_revision_config: { source_tarball_path: 'a b.tgz' } }],
  ['integration_id', INTEGRATION, { source_config: { integration_id: INTEGRATION } }],
  ['build_on_push', 'true', { source_config: { build_on_push: true } }],
  ['build_on_push', 'False', { source_config: { build_on_push: false } }],
  ['custom_url', 'https://shop.example/?a=b', { source_config: { custom_url: 'https://shop.example/?a=b' } }],
  ['listener_id', LISTENER, { source_config: { listener_id: LISTENER } }],
  ['install_command', 'npm ci && "x"', { source_config: { install_command: 'npm ci && "x"' } }],
  ['build_command', 'make\nmake b', { source_config: { build_command: 'make\nmake b' } }],
  ['k8s_namespace', '123', { source_config: { listener_config: { k8s_namespace: '123' } } }],
  ['resource_spec', 'cpu: 0.5', { source_config: { resource_spec: { cpu: 0.5 } } }],
  ['resource_spec', '{}', { source_config: { resource_spec: {} } }],
  ['secrets', 'TOKEN=a value', { secrets: [{ name: 'TOKEN', value: 'a value' }] }],
] as const

test.each(FIELDS)('the input %s (%j) sets only its field', async (input, value, field) => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', [input]: value })
  expect(posts(sandbox)).toEqual([{ ...templateRequest('shop'), ...field }])
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
})

test.each([
  ['YAML', '- name: DB\n  secret_name: database\n  secret_key: url\n'],
  ['JSON', '[{"name": "DB", "secret_name": "database", "secret_key": "url"}]'],
])('secret_references are sent from %s', async (_, secret_references) => {
  const sandbox = await sandboxForTest()
  const inputs = { name: 'shop', source: 'external_container', image_uri: 'shop:1', secret_references }
  const run = await create(sandbox, inputs)
  expect(posts(sandbox)).toEqual([
    {
      ...request('external_container', { image_uri: 'shop:1' }),
      secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
    },
  ])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

test('a config file with every field is sent completely', async () => {
  const sandbox = await sandboxForTest()
  const secrets = [{ name: 'TOKEN', value: 'value of the token' }]
  const workspace = await workspaceWith({ 'deploy.yml': stringify({ ...WHOLE, secrets: ['TOKEN'] }) })
  const run = await create(
    sandbox,
    { config: 'deploy.yml' },
    { workspace, env: { TOKEN: 'value of the token' } },
  )
  expect(posts(sandbox)).toEqual([{ ...WHOLE, secrets }])
  expect(JSON.parse(run.outputs['request'] ?? '')).toEqual({ ...WHOLE, secrets: ['TOKEN'] })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
})
