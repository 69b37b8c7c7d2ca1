import { describe, expect } from 'vitest'
import type { Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE, NOTHING_DEPLOYED, OTHER_IMAGE, warningsOf } from '../orders.ts'

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

describe.concurrent('what appears after a lost create request, and is not as requested, goes by if_exists', () => {
  test.for<{ appears: Fields; if_exists: string; error_code?: string }>([
    { appears: OTHER_IMAGE, if_exists: 'match', error_code: 'differs' },
    { appears: OTHER_IMAGE, if_exists: 'reuse' },
  ])('$if_exists: $error_code', async ({ appears, if_exists, error_code }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, (_request, respond, store) => {
      store.add(appears)
      respond.destroy()
    })
    const run = await create(service, { ...IMAGE, if_exists })
    expect([run.exitCode, run.outputs['error_code']]).toEqual([error_code ? 1 : 0, error_code])
    expect(run.outputs).toMatchObject({ created: '', id: service.deployments[0]?.id })
    for (const text of [errorOf(run) + warningsOf(run), run.summary.split('\n')[0]])
      expect(text).toMatch(/not known (what|whether)/i)
    expect(run.summary).not.toMatch(NOTHING_DEPLOYED)
  })
})

test('an answer that differs from the request is a warning with both values', async ({ serve, create }) => {
  const service = await serve({ created: { source_config: { build_command: 'make all' } } })
  const run = await create(service, { ...IMAGE, build_command: 'make' })
  expect(run).toMatchObject(CREATED)
  expect(warningsOf(run)).toMatch(/source_config\.build_command.*"make all".*"make"/)
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
  const service = await serve()
  const run = await create(service, { ...IMAGE, dry_run: 'true', wait_for: 'active', health_url: '/ok' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: '' } })
  expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  expect([service.of('create'), service.of('list').length]).toEqual([[], 1])
})
