import { expect, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, inConfig } from './bad-inputs.ts'
import { create, posts, sandboxForTest, workspaceWith } from './create.ts'

const step = { name: 'shop', source: 'internal_template' }

/** The request that the service receives. The sandbox refuses unknown fields, so its response is ignored. */
async function sent(inputs: Record<string, string>, files: Record<string, string> = {}) {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith(files)
  const { warnings, stdout } = await create(sandbox, { ...step, ...inputs }, { workspace })
  const [body] = posts(sandbox)
  return { body, warnings: warnings.map(({ message, properties }) => ({ message, ...properties })), stdout }
}

test('extra fields of the input are merged into the request, and a warning lists their paths', async () => {
  const extra_fields = [
    'priority: 3',
    'source_config:',
    '  region: eu',
    '  resource_spec: {gpu: {type: a100}}',
  ].join('\n')
  const { body, warnings } = await sent({
    extra_fields,
    build_command: 'make',
    resource_spec: 'cpu: 1',
  })
  expect(body).toMatchObject({
    name: 'shop',
    priority: 3,
    source_config: {
      build_command: 'make',
      region: 'eu',
      resource_spec: { cpu: 1, gpu: { type: 'a100' } },
    },
  })
  expect(warnings[0]?.message).toMatch(
    /`extra_fields`.*: priority, source_config\.region, source_config\.resource_spec\.gpu$/,
  )
})

test('extra fields of the config file are merged too, and the input overrides them', async () => {
  const { body, warnings } = await sent(
    { config: 'deploy.yml', extra_fields: '{"source_config": {"region": "us"}}' },
    { 'deploy.yml': 'extra_fields:\n  source_config: {region: eu, zone: b}\n' },
  )
  expect(body).toMatchObject({ source_config: { region: 'us', zone: 'b' } })
  expect(warnings[0]?.message).toContain('source_config.region, source_config.zone')
})

test('the warning about extra fields of the config file names their line', async () => {
  const file = 'source_config: {}\nextra_fields:\n  source_config: {region: eu}\n'
  const { body, warnings } = await sent({ config: 'deploy.yml' }, { 'deploy.yml': file })
  expect(body).not.toHaveProperty('extra_fields')
  expect(warnings[0]).toMatchObject({ file: 'deploy.yml', line: '3' })
  expect(warnings[0]?.message).toContain('source_config.region')
})

test.concurrent.each<[string, string, ...string[]]>([
  ['the name', 'name: store', 'line 1', 'name', 'field of the interface'],
  ['a nested field', 'source_config:\n  custom_url: a', 'line 2', 'source_config.custom_url', 'input'],
  ['a member of the resource_spec', 'source_config: {resource_spec: {cpu: 2}}', 'resource_spec.cpu'],
  ['a label', 'source_config: {resource_spec: {labels: {a: b}}}', 'resource_spec.labels'],
  ['a whole object', 'source_config: 5', 'source_config', 'field of the interface'],
  ['secrets', 'secrets: [{name: A, value: b}]', 'secrets', 'field of the interface'],
  ['the commit', 'source_revision_config: {repo_commit_sha: 0a1b}', 'not part of a request'],
  ['the id', 'id: a', 'id', 'not part of a request'],
  ['a list', '- region', 'mapping'],
  ['a number that JSON does not have', 'a: .nan', 'line 1', 'number'],
  ['a number that JSON does not carry exactly', 'a: {b: 12345678901234567890}', 'a.b', 'number'],
])('extra_fields cannot be %s', (_title, extra_fields, ...words) =>
  expectRefusal({ with: { extra_fields } }, ['extra_fields', ...words]),
)

test.concurrent('a known field under extra_fields of the config file is an error with its line', () =>
  expectRefusal(inConfig('extra_fields:\n  region: eu\n  source_config:\n    build_command: make\n'), [
    '4:5',
    'extra_fields.source_config.build_command',
    'field of the interface',
  ]))
