import { expect, test } from 'vitest'
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
