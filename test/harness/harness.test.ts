import { expect } from 'vitest'
import { answer } from './service.ts'
import { test } from './test.ts'

const INPUTS = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

test('a handler that fails, fails its test', async ({ serve, create }) => {
  const service = await serve()
  service.override('list', 'each', () => expect.unreachable())
  await create(service, INPUTS)
  await expect(service.close()).rejects.toThrow()
})

test('a handler answers the n-th request, and masks are decoded', async ({ serve, create }) => {
  const service = await serve()
  service.override('create', 2, answer(422, { detail: 'too long' }))
  const created = await create(service, { ...INPUTS, secrets: 'KEY=100%: a secret' })
  expect(created).toMatchObject({ exitCode: 0, outputs: { id: service.deployments[0]?.id } })
  expect(created.masks).toContain('100%: a secret')
  expect(created.shown).not.toContain('a secret')
  const refused = await create(service, { ...INPUTS, name: 'other' })
  expect(refused.outputs).toMatchObject({ error_code: 'rejected', http_status: '422' })
})

test('the sandbox action serves until its post step', async ({ run }) => {
  const { outputs, state } = await run({ action: 'sandbox', with: {} })
  const list = () => fetch(`${outputs['base_url']}/v2/deployments`)
  expect((await list()).status).toBe(200)
  expect((await run({ action: 'sandbox', with: {}, post: state })).exitCode).toBe(0)
  await expect(list()).rejects.toThrow()
})
