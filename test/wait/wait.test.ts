import { describe, expect } from 'vitest'
import { errorOf, IMAGE, repositoryOrder } from '../create/orders.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, type Handler, hangUp, type Service, type ServiceOptions } from '../harness/service.ts'
import { test } from '../harness/test.ts'

// A create that waits sees the deployment change, and ends as soon as its end is known.

const ACTIVE: Fields = { latest_revision_id: 'next', active_revision_id: 'next' }
const MINUTE = 60_000
const ORDER = { ...IMAGE, wait_for: 'active' }
const NEXT = 'c'.repeat(40)

/** The times of the looks after the create request, in seconds from the first. */
function looks(service: Service): number[] {
  const created = service.of('create')[0]?.time ?? 0
  const times = service.of('list').map(({ time }) => time)
  return times.filter(time => time >= created).map(time => (time - created) / 1000)
}

/** Answers looks after the create request, between two of its seconds, in another way. */
function between(service: Service, from: number, to: number, handler: Handler): void {
  service.override('list', 'each', (request, respond, store) => {
    const created = service.of('create')[0]
    const age = created ? (request.time - created.time) / 1000 : -1
    // The look after a success comes at once.
    if (age > 0.5 && age >= from && age < to) return handler(request, respond, store)
    return respond.usual()
  })
}

describe.concurrent('a wait is reached', () => {
  const later = (...all: Fields[]): ServiceOptions => ({
    later: all.map((fields, index) => ({ after: (index + 1) * MINUTE, fields })),
  })
  const QUEUED = { created: { status: 'AWAITING_DATABASE' }, ...later({ status: 'READY' }) }
  test.for<{ what: string; options: ServiceOptions; inputs?: Record<string, string> }>([
    { what: 'at once', options: { created: {} } },
    { what: 'as soon as the newest revision is active', options: later({}, {}, {}, {}, ACTIVE) },
    { what: 'through unknown statuses', options: later({ status: 'CREATING' }, { status: 'X' }, ACTIVE) },
    { what: 'by READY alone', options: QUEUED, inputs: { wait_for: 'ready' } },
    { what: 'in place of an older one', options: { created: { active_revision_id: 'x' }, ...later(ACTIVE) } },
  ])('$what', async ({ options, inputs }, { serve, create }) => {
    const service = await serve({ created: BUILDING, ...options })
    const { exitCode, outputs } = await create(service, { ...ORDER, ...inputs })
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    const { status, active_revision_id } = service.deployments[0] ?? {}
    expect(outputs).toMatchObject({ status, active_revision_id: active_revision_id ?? '' })
  })

  test('at the commit, which a later revision brings', async ({ serve, create }) => {
    const fields = { ...ACTIVE, source_revision_config: { repo_commit_sha: NEXT } }
    const service = await serve({ later: [{ after: 3 * MINUTE, fields }] })
    const run = await create(service, { ...repositoryOrder(service), commit: NEXT, wait_for: 'active' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], outputs: { repo_commit_sha: NEXT } })
    expect(looks(service).at(-1)).toBeGreaterThanOrEqual(180)
  })

  const none = answer(200, { resources: [] })
  const noneFiltered: Handler = (request, respond, store) => {
    const isWhole = Object.keys(request.query).every(name => ['limit', 'offset'].includes(name))
    return isWhole ? respond.usual() : none(request, respond, store)
  }
  let refused = 0
  const twoOfThree: Handler = (_request, respond) => {
    refused = (refused + 1) % 3
    if (refused === 0) respond.usual()
    else respond(403, { detail: 'Not now' })
  }
  test.for<{ what: string; handler: Handler; to?: number }>([
    { what: 'looks fail with 503', handler: answer(503) },
    { what: 'looks fail with 429', handler: answer(429) },
    { what: 'looks are reset', handler: hangUp },
    { what: 'pages answer', handler: answer(200, '<html><title>Login</title></html>') },
    { what: 'lists prove nothing', handler: answer(200, {}) },
    { what: 'looks fail with 400', handler: answer(400, { detail: 'no' }) },
    { what: 'two looks in a row are refused, and two again', handler: twoOfThree },
    { what: 'the list lacks it for ten seconds', to: 14, handler: none },
    { what: 'filters show nothing', handler: noneFiltered },
  ])('though $what', async ({ handler, to = 240 }, { serve, create }) => {
    const service = await serve({ created: BUILDING, later: [{ after: 2 * MINUTE, fields: ACTIVE }] })
    between(service, 4, to, handler)
    const { exitCode, outputs } = await create(service, ORDER)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { active_revision_id: 'next' } })
  })
})

describe.concurrent('a wait ends', () => {
  const remove: Handler = (_request, { usual }, store) => {
    store.update('shop', { status: 'AWAITING_DELETE' })
    usual()
  }
  const refused = (status: number, code: string) => {
    const handler = answer(status, { detail: 'No more looks' })
    return { what: `after three times ${status}`, code, status: String(status), handler, names: /No more/ }
  }
  test.for<{ what: string; code: string; status?: string; handler: Handler; names?: RegExp }>([
    refused(401, 'unauthorized'),
    refused(403, 'forbidden'),
    refused(404, 'not_found'),
    { what: 'as the list lacks it', code: 'deleted', handler: answer(200, { resources: [] }) },
    { what: 'as it is being deleted', code: 'deleted', handler: remove, names: /AWAITING_DELETE/ },
  ])('$what', async ({ code, status = '', handler, names = /shop/ }, { serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 4, 9999, handler)
    const run = await create(service, ORDER)
    const id = service.deployments[0]?.id
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: code, created: 'true', id } })
    expect(run.outputs['http_status'] ?? '').toBe(status)
    expect(errorOf(run)).toMatch(names)
    // Each of three looks may come fifteen seconds after the one before, and the list lacks it for as long.
    expect(looks(service).at(-1)).toBeLessThan(80)
  })

  test('after its time, with the last failure of a look', async ({ serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 30, 9999, answer(503, { detail: 'Under maintenance' }))
    const run = await create(service, { ...ORDER, wait_timeout: '2m' })
    expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', created: 'true' })
    expect(errorOf(run)).toMatch(/503/)
    expect(errorOf(run)).toContain('Under maintenance')
  })
})

test('looks begin at a second and grow to fifteen', async ({ serve, create }) => {
  const service = await serve({ created: BUILDING, later: [{ after: 10 * MINUTE, fields: ACTIVE }] })
  await create(service, ORDER)
  // A look may be two requests, of a filter and of the whole list.
  const times = looks(service).filter((time, index, all) => index === 0 || time - (all[index - 1] ?? 0) > 0.5)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses[0]).toBeLessThan(4)
  expect(Math.max(...pauses)).toBeLessThan(20)
  expect(pauses.at(-2)).toBeGreaterThan(14)
})

test('each change of the state is a line of the log', async ({ serve, create }) => {
  const later = ['AWAITING_DATABASE', 'CREATING', 'READY'].map((status, index) => ({
    after: (index + 1) * MINUTE,
    fields: { status, ...(status === 'READY' && ACTIVE) },
  }))
  const { stdout } = await create(await serve({ created: { ...BUILDING, status: 'UNKNOWN' }, later }), ORDER)
  const lines = stdout.split('\n').filter(line => !line.startsWith('::'))
  for (const { fields } of later) expect(lines.filter(line => line.includes(fields.status))).not.toEqual([])
  expect(lines.filter(line => line.includes('CREATING'))).toHaveLength(1)
})
