import { expect } from 'vitest'
import { test } from './test.ts'

const INPUTS = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

test('a handler that fails, fails its test', async ({ serve, create }) => {
  const service = await serve()
  service.override('list', 'each', () => expect.unreachable())
  await create(service, INPUTS)
  await expect(service.close()).rejects.toThrow()
})

test('the sandbox action serves until its post step', async ({ run }) => {
  const { outputs, state } = await run({ action: 'sandbox', with: {} })
  const list = () => fetch(`${outputs['base_url']}/v2/deployments`)
  expect((await list()).status).toBe(200)
  expect((await run({ action: 'sandbox', with: {}, post: state })).exitCode).toBe(0)
  await expect(list()).rejects.toThrow()
})
