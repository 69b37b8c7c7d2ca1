import { expect, test } from 'vitest'
import { templateRequest } from './bodies.ts'
import { create, namesOf, open, page, stoppedClock } from './client.ts'

const start = Date.parse('2030-01-02T03:04:05.000Z')

test('a deployment becomes ready after ready_after and active after twice that time', async () => {
  const clock = stoppedClock(start)
  const sandbox = await open({ now: clock.now, ready_after: 1000 })
  const created = await create(sandbox, templateRequest('shop'))
  const created_at = '2030-01-02T03:04:05.000Z'
  expect(created).toMatchObject({ status: 'AWAITING_DATABASE', active_revision_id: null, created_at })
  const { latest_revision_id } = created

  const expected = [
    [0, 'AWAITING_DATABASE', null, created_at],
    [999, 'AWAITING_DATABASE', null, created_at],
    [1000, 'READY', null, '2030-01-02T03:04:06.000Z'],
    [1999, 'READY', null, '2030-01-02T03:04:06.000Z'],
    [2000, 'READY', latest_revision_id, '2030-01-02T03:04:07.000Z'],
    [9000, 'READY', latest_revision_id, '2030-01-02T03:04:07.000Z'],
  ] as const
  for (const [passed, status, active_revision_id, updated_at] of expected) {
    clock.time = start + passed
    const { resources } = await page(sandbox)
    expect(resources).toEqual([{ ...created, status, active_revision_id, updated_at }])
    expect(sandbox.deployments).toEqual(resources)
  }
})

test('a deployment becomes ready after 2 s and active after 4 s by default', async () => {
  const clock = stoppedClock(start)
  const sandbox = await open({ now: clock.now })
  const { latest_revision_id } = await create(sandbox, templateRequest('shop'))
  clock.time = start + 1999
  expect(sandbox.deployments).toMatchObject([{ status: 'AWAITING_DATABASE' }])
  clock.time = start + 2000
  expect(sandbox.deployments).toMatchObject([{ status: 'READY', active_revision_id: null }])
  clock.time = start + 4000
  expect(sandbox.deployments).toMatchObject([{ active_revision_id: latest_revision_id }])
})

test('each deployment becomes ready by its own creation time, also in the status filter', async () => {
  const clock = stoppedClock(start)
  const sandbox = await open({ now: clock.now, ready_after: 1000 })
  await create(sandbox, templateRequest('old'))
  clock.time = start + 600
  await create(sandbox, templateRequest('young'))
  clock.time = start + 1000
  expect(await namesOf(sandbox, '?status=READY')).toEqual(['old'])
  expect(await namesOf(sandbox, '?status=AWAITING_DATABASE')).toEqual(['young'])
})

test('a seed can set updated_at, and an update cannot change the id', async () => {
  const sandbox = await open()
  const [{ id } = { id: '' }] = sandbox.seed({ name: 'shop', updated_at: '2020-01-01T00:00:00.000Z' })
  expect(sandbox.deployments[0]?.updated_at).toBe('2020-01-01T00:00:00.000Z')
  expect(() => sandbox.update(id, { id: 'another' })).toThrow('does not change')
})

test('a deployment is active at once with ready_after: 0', async () => {
  const sandbox = await open({ ready_after: 0 })
  const created = await create(sandbox, templateRequest('shop'))
  expect(created).toMatchObject({ status: 'READY', active_revision_id: created['latest_revision_id'] })
})

test('a seeded deployment is active and keeps its state', async () => {
  const clock = stoppedClock(start)
  const sandbox = await open({ now: clock.now, ready_after: 1000 })
  const [plain] = sandbox.seed(
    { name: 'plain' },
    { name: 'going', status: 'AWAITING_DELETE' },
    { name: 'odd', status: 'HIBERNATING', active_revision_id: null },
  )
  expect(plain).toMatchObject({ status: 'READY', active_revision_id: plain?.latest_revision_id })
  clock.time = start + 5000
  expect((await page(sandbox)).resources).toMatchObject([
    { name: 'plain', status: 'READY' },
    { name: 'going', status: 'AWAITING_DELETE' },
    { name: 'odd', status: 'HIBERNATING', active_revision_id: null },
  ])
})

test('a seeded deployment has all fields', async () => {
  const sandbox = await open()
  const custom_url = 'https://shop.example'
  const [seeded] = sandbox.seed({
    name: 'shop',
    source_config: { custom_url },
    source_revision_config: { repo_ref: 'main' },
  })
  const [created] = [await create(sandbox, templateRequest('other'))]
  expect(Object.keys(seeded ?? {}).sort()).toEqual(Object.keys(created).sort())
  expect(Object.keys(seeded?.source_config ?? {}).sort()).toEqual(
    Object.keys(created['source_config'] ?? {}).sort(),
  )
  expect(seeded?.source_config.custom_url).toBe(custom_url)
  expect(seeded?.source_config.repo_url).toBeNull()
  expect(seeded?.source_revision_config.repo_ref).toBe('main')
})

test('an updated field stays fixed, and the other fields still change by the clock', async () => {
  const clock = stoppedClock(start)
  const sandbox = await open({ now: clock.now, ready_after: 1000 })
  const { id, latest_revision_id } = await create(sandbox, templateRequest('shop'))
  clock.time = start + 500
  sandbox.update(String(id), { status: 'UNKNOWN', source_config: { custom_url: 'https://shop.example' } })
  expect((await page(sandbox)).resources).toMatchObject([
    { id, status: 'UNKNOWN', updated_at: '2030-01-02T03:04:05.500Z', active_revision_id: null },
  ])
  clock.time = start + 2000
  expect((await page(sandbox)).resources).toMatchObject([
    {
      status: 'UNKNOWN',
      updated_at: '2030-01-02T03:04:07.000Z',
      active_revision_id: latest_revision_id,
      source_config: { custom_url: 'https://shop.example', repo_url: null },
    },
  ])
  clock.time = start + 3000
  sandbox.update(String(id), { image_version: '2' })
  clock.time = start + 4000
  expect((await page(sandbox)).resources).toMatchObject([
    { image_version: '2', updated_at: '2030-01-02T03:04:08.000Z' },
  ])
})

test('a name is free after its deployment is removed or renamed', async () => {
  const sandbox = await open()
  const [one, two] = sandbox.seed({ name: 'one' }, { name: 'two' })
  sandbox.remove(one?.id ?? '')
  sandbox.update(two?.id ?? '', { name: 'renamed' })
  await create(sandbox, templateRequest('one'))
  await create(sandbox, templateRequest('two'))
  expect(await namesOf(sandbox, '')).toEqual(['renamed', 'one', 'two'])
  await expect(create(sandbox, templateRequest('renamed'))).rejects.toThrow('409')
})

test('an unknown deployment cannot be updated or removed', async () => {
  const sandbox = await open()
  expect(() => sandbox.update('nothing', { status: 'READY' })).toThrow('nothing')
  expect(() => sandbox.remove('nothing')).toThrow('nothing')
})
