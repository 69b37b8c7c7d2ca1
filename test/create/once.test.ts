import { describe, expect } from 'vitest'
import { BUILDING } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, IMAGE, NOTHING_DEPLOYED, warningsOf } from '../orders.ts'

// A run sends at most one create request that can take effect, and the list tells what became of a lost one: what only
// whole runs show of it. test/rules has every answer, and test/simulation every rule.

const CREATED = { exitCode: 0, outputs: { created: 'true' } }

test('a create request that was not processed is repeated with the same body', async ({ serve, create }) => {
  const service = await serve()
  service.override('create', 1, answer(429, 'later'))
  // Some runners have no summary.
  expect(await create(service, IMAGE, { env: { GITHUB_STEP_SUMMARY: '' } })).toMatchObject(CREATED)
  const [first, second, ...others] = service.of('create')
  expect([second?.body, others, service.deployments.length]).toEqual([first?.body, [], 1])
})

describe.concurrent('a lost create request is not sent again, and what the list shows was created,', () => {
  const createAndBeSilent: Handler = ({ body }, _respond, store) => void store.create(body)
  test.for<{ after: string; handler: Handler; inputs: Record<string, string> }>([
    { after: 'a reset', handler: createAndHangUp, inputs: { if_exists: 'fail' } },
    { after: 'no answer in time', handler: createAndBeSilent, inputs: { request_timeout: '3s' } },
  ])('after $after', async ({ handler, inputs }, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: service.deployments[0]?.id } })
    expect([service.of('create').length, service.deployments.length]).toEqual([1, 1])
    // Another run of the same name could explain it, too.
    expect(warningsOf(run)).toMatch(/another run/i)
    expect(run.summary).not.toMatch(NOTHING_DEPLOYED)
  })
})

test('an answer is followed by one page of the list, with the filter of the name', async ({ serve, create }) => {
  const service = await serve({ list_parameters: { name: 'query' }, deployments: [{ name: 'my-shop' }] })
  const order = { ...IMAGE, build_command: 'make', secrets: 'KEY=a-secret-value' }
  const run = await create(service, { ...order, list_parameters: 'name: query' })
  // What is as requested is no warning.
  expect(run).toMatchObject({ ...CREATED, warnings: [], summary: expect.stringMatching(/^## ✅/) })
  expect(service.of('list').at(-1)?.query).toMatchObject({ query: 'shop', offset: '0' })
})

test('a plan sends no create request, which it shows, and waits for nothing', async ({ serve, create }) => {
  const service = await serve({ deployments: [{ ...AS_ASKED, ...BUILDING }] })
  const run = await create(service, { ...IMAGE, dry_run: 'true', wait_for: 'active', health_url: '/ok' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: service.deployments[0]?.id } })
  expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  expect([service.of('create'), service.of('list').length]).toEqual([[], 2])
})
