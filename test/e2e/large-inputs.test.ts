import { expect, test } from 'vitest'
import { expectRefusalInProcess } from './bad-inputs.ts'
import { create, posts, sandboxForTest, workspaceWith } from './create.ts'

// Large inputs are read in linear time; a quadratic step would take minutes.

const shop = { name: 'shop', source: 'internal_template' }

test('a config file with 10,000 labels and an alias is sent completely', { timeout: 60_000 }, async () => {
  const labels = Array.from({ length: 10_000 }, (_, index) => `      label-${index}: "${index}"`)
  const config = [
    'source_config:',
    '  resource_spec:',
    '    labels: &all',
    ...labels,
    '    annotations: *all',
  ].join('\n')
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': config })
  const { errors } = await create(sandbox, { ...shop, config: 'deploy.yml' }, { workspace })
  expect(errors).toEqual([])
  expect(posts(sandbox)).toMatchObject([
    {
      source_config: {
        resource_spec: { labels: { 'label-9999': '9999' }, annotations: { 'label-0': '0' } },
      },
    },
  ])
})

test('of 4,000 unknown keys a hundred are reported, and the rest is counted', {
  timeout: 60_000,
}, async () => {
  const config = Array.from({ length: 4000 }, (_, index) => `custom_key_${index}: 1`).join('\n')
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': config })
  const { errors } = await create(sandbox, { ...shop, config: 'deploy.yml' }, { workspace })
  expect(errors).toHaveLength(10)
  expect(errors[0]?.message).toContain('custom_key_0 is not known')
  expect(errors[9]?.message).toContain('and 3900 more mistakes')
})

test('10,000 names of secrets are matched with the input in linear time', {
  timeout: 60_000,
}, async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `SECRET_${index}`)
  const secrets = `${names.map(name => `${name}=\n`).join('')}`
  await expectRefusalInProcess(
    { with: { config: 'deploy.yml', secrets }, files: { 'deploy.yml': `secrets: [${names.join(', ')}]\n` } },
    ...names.slice(0, 11).map((_, index) => ['secrets', `line ${index + 1}`, 'empty'] as const),
  )
})
