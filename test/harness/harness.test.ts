import { describe, expect } from 'vitest'
import { BUILDING } from './records.ts'
import { answer, createAndHangUp } from './service.ts'
import { test } from './test.ts'

const INPUTS = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }
const ACTIVE = { ...INPUTS, wait_for: 'active' }

describe.concurrent('the harness', () => {
  test('runs a create', async ({ serve, create }) => {
    const service = await serve()
    const { exitCode, outputs, errors } = await create(service, INPUTS)
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] })
    expect(outputs['id']).toBe(service.deployments[0]?.id)
    expect(service.of('create')[0]?.body).toMatchObject({ name: 'shop', source: 'external_container' })
  })

  test('jumps over the pauses of a wait, and the service follows the clock', async ({ serve, create }) => {
    const later = [{ after: 20 * 60_000, fields: { latest_revision_id: 'r', active_revision_id: 'r' } }]
    const service = await serve({ created: BUILDING, later })
    const { exitCode, outputs } = await create(service, ACTIVE)
    expect(exitCode).toBe(0)
    expect(outputs['active_revision_id']).toBe('r')
    // A poll each 15 seconds.
    expect(service.of('list').length).toBeGreaterThan(60)
    expect(service.requests.at(-1)?.time).toBeGreaterThan(20 * 60_000)
  })

  test('answers the n-th request as the test says', async ({ serve, create }) => {
    const service = await serve()
    service.override('list', 1, answer(503, 'down', { 'retry-after': '60' }))
    service.override('create', 1, answer(422, { detail: 'too long' }))
    service.override('create', 2, createAndHangUp)
    const refused = await create(service, INPUTS)
    expect(refused.outputs).toMatchObject({ error_code: 'rejected', http_status: '422' })
    const lost = await create(service, INPUTS)
    expect(lost.outputs).toMatchObject({ created: 'true', id: service.deployments[0]?.id })
    expect(service.of('create')).toHaveLength(2)
  })

  test('fails a test whose handler fails', async ({ serve, create }) => {
    const service = await serve()
    service.override('list', 'each', () => expect.unreachable())
    await create(service, INPUTS)
    await expect(service.close()).rejects.toThrow()
  })

  test('decodes masks, and leaves them out of what is shown', async ({ serve, create }) => {
    const { masks, shown } = await create(await serve(), { ...INPUTS, secrets: 'KEY=100%: a secret' })
    expect(masks).toContain('100%: a secret')
    expect(shown).not.toContain('a secret')
  })

  test('ends a step by a signal', async ({ serve, start }) => {
    const service = await serve({ created: BUILDING })
    const step = await start({ with: { base_url: service.base_url, ...ACTIVE } })
    service.override('list', 3, () => step.kill('SIGINT'))
    const { exitCode, outputs } = await step.result
    expect(exitCode).toBe(1)
    expect(outputs).toMatchObject({ error_code: 'cancelled', id: service.deployments[0]?.id })
  })

  test('runs the other actions, and the post step of the sandbox', async ({ serve, run }) => {
    const { base_url } = await serve({ deployments: [{}, { name: 'other' }] })
    const listed = await run({ action: 'list', with: { base_url, name: 'other' } })
    expect(listed.outputs['names']).toBe('["other"]')
    const { outputs, state } = await run({ action: 'sandbox', with: {} })
    expect(outputs['base_url']).toMatch(/^http:/)
    expect((await run({ action: 'sandbox', with: {}, post: state })).exitCode).toBe(0)
  })
})
