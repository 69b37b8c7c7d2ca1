import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { merged } from '../../src/lib/json.ts'
import { WHOLE } from '../sandbox/bodies.ts'
import { posts, type Run, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The create request that inputs and the `config` file make.

const SHOP = { name: 'shop', source: 'internal_template' }
const BODY = { ...SHOP, source_config: {}, source_revision_config: {}, secrets: [] }
const ID = '11111111-2222-4333-8444-555555555555'

const CREATED = { exitCode: 0, errors: [], warnings: [], outputs: { created: 'true' } }

/** The body of the only create request of a step, and the run. */
async function sent(
  inputs: Record<string, string>,
  { config, env = {} }: { config?: string | object; env?: Record<string, string> } = {},
): Promise<{ body: object; run: Run }> {
  const sandbox = await sandboxForTest()
  const file = typeof config === 'string' ? config : stringify(config)
  const workspace = await workspaceWith(config === undefined ? {} : { 'conf/deploy.yml': file })
  const given = { ...(config !== undefined && { config: 'conf/deploy.yml' }), ...inputs }
  const run = await create(sandbox, given, { workspace, env })
  const [body] = posts(sandbox)
  expect(posts(sandbox), run.stdout).toEqual([expect.any(Object)])
  return { body: body as object, run }
}

// The wire test has the request of the source `repohost`.
test.each([
  ['external_container', { image_uri: 'images.example:5000/acme/shop:1.4.2' }],
  ['internal_container', {}],
  ['internal_source', { source_tarball_path: 'uploads/shop.tgz' }],
  ['internal_template', {}],
])('the source %s is created from only the fields that it needs', async (source, inputs) => {
  const { body, run } = await sent({ name: 'shop', source, ...inputs })
  expect(body).toMatchSnapshot()
  expect(run).toMatchObject(CREATED)
  expect(run.outputs['request']).toBe(JSON.stringify(body))
})

const IMAGE = `host:5000/a@sha256:${'0a1b'.repeat(16)}`

/** An input, its value and its field in the request. */
const FIELDS = [
  ['repo_ref', 'refs/tags/v1', { source_revision_config: { repo_ref: 'refs/tags/v1' } }],
  ['graph_config_path', 'a/b.json', { source_revision_config: { graph_config_path: 'a/b.json' } }],
  ['image_uri', IMAGE, { source_revision_config: { image_uri: IMAGE } }],
  ['source_tarball_path', 'a b.tgz', { source_revision_config: { source_tarball_path: 'a b.tgz' } }],
  ['integration_id', ID, { source_config: { integration_id: ID } }],
  ['build_on_push', 'False', { source_config: { build_on_push: false } }],
  ['custom_url', 'https://shop.example/?a=b', { source_config: { custom_url: 'https://shop.example/?a=b' } }],
  ['listener_id', ID, { source_config: { listener_id: ID } }],
  ['install_command', 'npm ci && "x"', { source_config: { install_command: 'npm ci && "x"' } }],
  ['build_command', 'make\nmake b', { source_config: { build_command: 'make\nmake b' } }],
  ['k8s_namespace', '123', { source_config: { listener_config: { k8s_namespace: '123' } } }],
  ['resource_spec', 'cpu: 0.5', { source_config: { resource_spec: { cpu: 0.5 } } }],
] as const

test('each input sets its field, and so does the config file', async () => {
  const inputs = Object.fromEntries(FIELDS.map(([input, value]) => [input, value]))
  const fields: Record<string, unknown>[] = FIELDS.map(([, , field]) => field)
  const request = fields.reduce((all, field) => merged(all, field), BODY)
  expect((await sent({ ...SHOP, ...inputs })).body).toEqual(request)
  const { secrets: _, ...config } = request
  expect((await sent({}, { config })).body).toEqual(request)
})

const FILE = {
  name: 'shop',
  source: 'external_container',
  source_config: {
    custom_url: 'https://file.example',
    listener_config: { k8s_namespace: 'of-the-file' },
    resource_spec: { cpu: 1, memory_mb: 512 },
  },
  source_revision_config: { image_uri: 'shop:1' },
  secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
}
const YAML = stringify(FILE)

test.each([
  ['YAML with a comment, a marker and CRLF', `# ours\n---\n${YAML}`.replaceAll('\n', '\r\n')],
  ['YAML with a byte order mark', `\uFEFF${YAML}`],
  ['YAML with an anchor', YAML.replace('name: shop', 'name: &name shop')],
  ['JSON', JSON.stringify(FILE)],
  ['JSON over several lines', JSON.stringify(FILE, null, 2)],
])('a config file in %s is sent as it is', async (_, config) => {
  const { body, run } = await sent({}, { config })
  expect(body).toEqual({ ...FILE, secrets: [] })
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

test('inputs override their fields in the config file and no other field', async () => {
  const inputs = {
    name: 'other',
    k8s_namespace: 'of-the-input',
    resource_spec: '{cpu: 2}',
    secret_references: '[]',
  }
  const { source_config: config, source_revision_config, source } = FILE
  const { body } = await sent(inputs, { config: YAML })
  expect(body).toEqual({
    ...{ name: 'other', source, source_revision_config, secrets: [], secret_references: [] },
    source_config: {
      ...config,
      listener_config: { k8s_namespace: 'of-the-input' },
      resource_spec: { cpu: 2 },
    },
  })
})

test('a config file with every field is sent completely, and null stays null', async () => {
  const env = { TOKEN: 'value of the token' }
  const { body, run } = await sent({}, { config: { ...WHOLE, secrets: ['TOKEN'] }, env })
  expect(body).toEqual({ ...WHOLE, secrets: [{ name: 'TOKEN', value: 'value of the token' }] })
  expect(JSON.parse(run.outputs['request'] ?? '')).toEqual({ ...WHOLE, secrets: ['TOKEN'] })
  // A warning would say what the sandbox changed.
  expect(run).toMatchObject(CREATED)
  const { source_config, source_revision_config } = WHOLE as Record<string, object>
  const nulls = (object: object = {}) => Object.fromEntries(Object.keys(object).map(key => [key, null]))
  const config = {
    ...SHOP,
    source_config: nulls(source_config),
    source_revision_config: nulls(source_revision_config),
    secret_references: null,
  }
  expect(await sent({}, { config })).toMatchObject({ body: { ...config, secrets: [] }, run: CREATED })
})

test('a ref of null in the config file is sent as null, and not as the default branch', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': 'source_revision_config: {repo_ref: null}' })
  const { integration_id } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  await create(sandbox, { ...inputs, config: 'deploy.yml' }, { workspace })
  expect(posts(sandbox)).toMatchObject([{ source_revision_config: { repo_ref: null } }])
})

test('inputs override secrets and variables of the config file; only secrets are masked', async () => {
  const config = [
    'name: shop\nsource: internal_template',
    'secrets: [FIRST, SECOND]\nvariables: {LOG_LEVEL: info, WORKERS: 4, RATIO: 1.10}',
  ].join('\n')
  const inputs = { secrets: 'SECOND=of the input', variables: 'LOG_LEVEL=debug level\nREGION=eu-west-1' }
  const env = { FIRST: ' of the environment\n', SECOND: 'not this one' }
  const { body, run } = await sent(inputs, { config, env })
  expect(body).toMatchSnapshot()
  expect(run).toMatchObject({ exitCode: 0, warnings: [] })
  expect(JSON.parse(run.outputs['request'] ?? '').secrets).toMatchSnapshot()
  expect(run.stdout.match(/::add-mask::.*/g)).toMatchSnapshot()
  expect(run.summary).not.toMatch(/of the (input|environment)/)
})

// The sandbox refuses unknown fields, so its response is ignored.
test('extra fields of the config file and the input are merged into the request, with a warning for each', async () => {
  const extra_fields = 'x_priority: 3\nsource_config: {x_region: us, resource_spec: {x_gpu: {type: a100}}}'
  const config = { ...SHOP, extra_fields: { source_config: { x_region: 'eu', x_zone: 'b' } } }
  const { body, run } = await sent({ extra_fields, resource_spec: 'cpu: 1' }, { config })
  expect(body).toMatchSnapshot()
  expect(run.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^conf\/deploy\.yml:.*: source_config\.x_region, source_config\.x_zone$/),
    expect.stringMatching(/`extra_fields`.*: x_priority, .*x_region, .*x_gpu$/),
  ])
})
