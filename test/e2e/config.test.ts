import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { WHOLE } from '../sandbox/interface.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const LISTENER = '66666666-7777-4888-9999-aaaaaaaaaaaa'

const FILE = {
  name: 'shop',
  source: 'external_container',
  source_config: {
    custom_url: 'https://file.example',
    listener_id: LISTENER,
    listener_config: { k8s_namespace: 'of-the-file' },
    resource_spec: { cpu: 1, memory_mb: 512 },
  },
  source_revision_config: { image_uri: 'shop:1' },
  secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
}

const AS_INPUTS = {
  name: 'shop',
  source: 'external_container',
  custom_url: 'https://file.example',
  listener_id: LISTENER,
  k8s_namespace: 'of-the-file',
  resource_spec: '{cpu: 1, memory_mb: 512}',
  image_uri: 'shop:1',
  secret_references: '[{name: DB, secret_name: database, secret_key: url}]',
}

const COMMENTED = `# Reviewed together with the code.\n---\n${stringify(FILE)}`

test.each([
  ['YAML', 'deploy.yml', stringify(FILE)],
  [
    'YAML with a comment, a marker and line ends of two characters',
    'deploy.yaml',
    COMMENTED.replaceAll('\n', '\r\n'),
  ],
  ['YAML with a byte order mark', 'deploy', `\uFEFF${stringify(FILE)}`],
  ['YAML with an anchor', 'deploy.yml', stringify(FILE).replace('name: shop', 'name: &name shop')],
  ['JSON', 'deep/down/deploy.json', JSON.stringify(FILE)],
  ['JSON over several lines', 'deploy.txt', JSON.stringify(FILE, null, 2)],
])('a config file creates the deployment without inputs: %s', async (_, config, text) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ [config]: text })
  const run = await create(sandbox, { config }, { workspace })
  expect(posts(sandbox)).toEqual([{ ...FILE, secrets: [] }])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { created: 'true' } })
})

test('inputs without a config file make the same request', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, AS_INPUTS)
  expect(posts(sandbox)).toEqual([{ ...FILE, secrets: [] }])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

const over = (object: 'source_config' | 'source_revision_config', fields: object) => ({
  ...FILE,
  [object]: { ...FILE[object], ...fields },
})

test.each([
  ['name', 'other', { ...FILE, name: 'other' }],
  [
    'k8s_namespace',
    'of-the-input',
    over('source_config', { listener_config: { k8s_namespace: 'of-the-input' } }),
  ],
  ['build_on_push', 'false', over('source_config', { build_on_push: false })],
  ['resource_spec', '{cpu: 2}', over('source_config', { resource_spec: { cpu: 2 } })],
  ['repo_ref', 'main', over('source_revision_config', { repo_ref: 'main' })],
  ['secret_references', '[]', { ...FILE, secret_references: [] }],
])('the input %s overrides its field in the config file and no other field', async (input, value, body) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': stringify(FILE) })
  const run = await create(sandbox, { config: 'deploy.yml', [input]: value }, { workspace })
  expect(posts(sandbox)).toEqual([{ ...body, secrets: [] }])
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
})

test('secrets of the config file come from the environment, and the input secrets overrides them', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({
    'deploy.yml': stringify({ name: 'shop', source: 'internal_template', secrets: ['FIRST', 'SECOND'] }),
  })
  const run = await create(
    sandbox,
    { config: 'deploy.yml', secrets: 'SECOND=of the input\nTHIRD=third value' },
    { workspace, env: { FIRST: ' of the environment\n', SECOND: 'not this one' } },
  )
  expect(posts(sandbox)).toEqual([
    expect.objectContaining({
      secrets: expect.toSatisfy(
        (secrets: { name: string }[]) =>
          JSON.stringify(secrets.toSorted((a, b) => a.name.localeCompare(b.name))) ===
          JSON.stringify([
            { name: 'FIRST', value: ' of the environment\n' },
            { name: 'SECOND', value: 'of the input' },
            { name: 'THIRD', value: 'third value' },
          ]),
      ),
    }),
  ])
  const log = run.stdout.replace(/^::add-mask::.*$/gm, '') + run.summary + JSON.stringify(run.outputs)
  expect(log).not.toMatch(/of the environment|of the input|third value/)
  expect(run.exitCode).toBe(0)
})

test('nullable fields of the service can be null in the config file', async () => {
  const sandbox = await sandboxForTest()
  const { source_config, source_revision_config } = WHOLE as Record<string, object>
  const nulls = (object: object = {}) => Object.fromEntries(Object.keys(object).map(key => [key, null]))
  const config = {
    name: 'shop',
    source: 'internal_template',
    source_config: nulls(source_config),
    source_revision_config: nulls(source_revision_config),
    secret_references: null,
  }
  const workspace = await workspaceWith({ 'deploy.json': JSON.stringify(config) })
  const run = await create(sandbox, { config: 'deploy.json' }, { workspace })
  expect(posts(sandbox)).toEqual([{ ...config, secrets: [] }])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})
