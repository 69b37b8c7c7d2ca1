import { describe, expect } from 'vitest'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, type Handler, hangUp, type Service } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE, repositoryOrder } from '../orders.ts'
import { rerunsOf } from '../situations/words.ts'

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

describe.concurrent('a wait that ends claims only what its looks showed:', () => {
  const LAST = /At \d\d:\d\d:\d\d UTC, the last look that showed it, it had status READY, newest revision inactive/

  test('the last state, and since when looks fail', async ({ serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 30, 1000, answer(503))
    const run = await create(service, { ...ORDER, wait_timeout: '2m' })
    expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', http_status: '503' })
    expect(errorOf(run)).toMatch(LAST)
    expect(errorOf(run)).toMatch(/Every look since then failed: .*503/)
    expect(errorOf(run)).not.toContain('was not active')
  })

  test.for<{ what: string; handler: Handler; code: string; says: RegExp }>([
    { what: 'do not show it', handler: answer(200, { resources: [] }), code: 'deleted', says: /has not listed/ },
    { what: 'fail', handler: answer(503), code: 'wait_timeout', says: /No look showed/ },
    { what: 'are refused', handler: answer(403), code: 'forbidden', says: /403/ },
  ])(
    'a deployment whose looks $what was only answered, and a rerun may create a second one',
    async (row, { serve, create }) => {
      const service = await serve({ created: BUILDING })
      service.override('create', 1, (request, respond, store) => {
        service.override('list', 'each', row.handler)
        respond(201, store.create(request.body))
      })
      const run = await create(service, { ...ORDER, wait_timeout: '2m' })
      expect(run.outputs).toMatchObject({ error_code: row.code, created: 'true' })
      expect(errorOf(run)).toMatch(row.says)
      expect(errorOf(run)).not.toMatch(/last look that showed it|no longer lists/)
      expect(rerunsOf(errorOf(run))).toEqual(['once_listed'])
    },
  )

  test('an old answer of the health URL decides nothing', async ({ serve, create }) => {
    const service = await serve({
      created: ACTIVE,
      later: [{ after: MINUTE, fields: { latest_revision_id: 'newer' } }],
    })
    const health_url = `${service.base_url}/nowhere`
    const run = await create(service, { ...ORDER, health_url, wait_timeout: '2m' })
    expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', http_status: '' })
    expect(errorOf(run)).toMatch(/newest revision inactive, an older one \(next\) serves/)
    // A look showed it active before.
    expect(errorOf(run)).not.toContain('No look showed')
    expect(run.summary).toMatch(/answered 404/)
  })
})

describe.concurrent('a wait is reached', () => {
  const inTurn = (...all: Fields[]) => all.map((fields, index) => ({ after: (index + 1) * MINUTE, fields }))
  const STATES = inTurn({ status: 'CREATING' }, { status: 'X' }, { status: 'READY' }, ACTIVE)
  test.for<{ what: string; wait_for: string; minutes: number }>([
    { what: 'through unknown statuses', wait_for: 'active', minutes: 4 },
    { what: 'by READY alone', wait_for: 'ready', minutes: 3 },
  ])('$what', async ({ wait_for, minutes }, { serve, create }) => {
    const created = { active_revision_id: 'an older one', status: 'AWAITING_DATABASE' }
    const service = await serve({ created, later: STATES })
    const { exitCode, outputs, stdout, summary } = await create(service, { ...IMAGE, wait_for })
    expect([exitCode, outputs['created'], outputs['status']]).toEqual([0, 'true', 'READY'])
    expect(outputs['active_revision_id']).toBe(wait_for === 'ready' ? 'an older one' : 'next')
    expect(looks(service).at(-1)).toBeGreaterThanOrEqual(minutes * 60)
    // Each change of the state is a line of the log.
    const lines = stdout.split('\n').filter(line => !line.startsWith('::'))
    for (const status of ['AWAITING_DATABASE', 'CREATING', 'READY'])
      expect(lines.filter(line => line.includes(status))).not.toEqual([])
    expect(lines.filter(line => line.includes('CREATING'))).toHaveLength(1)
    // So is a row of a table, with its time of day and the seconds since the wait began.
    const row = /<tr><th[^>]*>\d\d:\d\d:\d\d UTC<\/th><td>(\d+) s<\/td><td><code>status CREATING/.exec(summary)
    expect(Math.abs(Number(row?.[1]) - 60)).toBeLessThan(20)
    // Looks begin at a second and grow to fifteen. One may be two requests, of a filter and of the whole list.
    const times = looks(service).filter((time, index, all) => time - (all[index - 1] ?? -1) > 0.5)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses[0]).toBeLessThan(4)
    expect(Math.max(...pauses)).toBeLessThan(20)
    expect(pauses.at(-2)).toBeGreaterThan(14)
  })

  test('at the commit, which a later revision brings', async ({ serve, create }) => {
    const fields = { ...ACTIVE, source_revision_config: { repo_commit_sha: NEXT } }
    const service = await serve({ later: [{ after: 3 * MINUTE, fields }] })
    const run = await create(service, { ...repositoryOrder(service), commit: NEXT, wait_for: 'active' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], outputs: { repo_commit_sha: NEXT } })
    expect(looks(service).at(-1)).toBeGreaterThanOrEqual(180)
  })

  const none = answer(200, { resources: [] })
  const page = answer(200, '<html></html>')
  const FAILURES = [answer(503), answer(429), hangUp, page, answer(200, {}), answer(400)]
  const inEveryWay: Handler = (request, respond, store) =>
    FAILURES[request.call % FAILURES.length]?.(request, respond, store)
  let count = 0
  const twoOfThree: Handler = ({ query }, respond) => {
    // A look begins with a filter.
    if (query['deployment_ids']) count += 1
    if (count % 3 === 0) respond.usual()
    else respond(403, { detail: 'Not now' })
  }
  const noneFiltered: Handler = (request, respond, store) => {
    const isWhole = Object.keys(request.query).every(name => ['limit', 'offset'].includes(name))
    return isWhole ? respond.usual() : none(request, respond, store)
  }
  test.for<{ what: string; handler: Handler; from: number; to: number }>([
    { what: 'looks fail in every way', handler: inEveryWay, from: 4, to: 100 },
    { what: 'two looks in a row are refused, and two again', handler: twoOfThree, from: 4, to: 240 },
    { what: 'the list lacks it for ten seconds', handler: none, from: 4, to: 14 },
    { what: 'filters show nothing', handler: noneFiltered, from: 4, to: 240 },
  ])('though $what', async ({ handler, from, to }, { serve, create }) => {
    const service = await serve({ created: BUILDING, later: [{ after: 2 * MINUTE, fields: ACTIVE }] })
    between(service, from, to, handler)
    const { exitCode, outputs } = await create(service, ORDER)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { active_revision_id: 'next' } })
  })
})

describe.concurrent('a wait ends', () => {
  const remove: Handler = (_request, { usual }, store) => {
    store.update('shop', { status: 'AWAITING_DELETE' })
    usual()
  }
  const refuse = answer(403, { detail: 'No more looks' })
  test.for<{ what: string; code: string; status?: string; handler: Handler; names: RegExp }>([
    { what: 'after three refusals', code: 'forbidden', status: '403', handler: refuse, names: /No more/ },
    { what: 'as it is being deleted', code: 'deleted', handler: remove, names: /AWAITING_DELETE/ },
  ])('$what', async ({ code, status = '', handler, names }, { serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 4, 9999, handler)
    const run = await create(service, ORDER)
    const id = service.deployments[0]?.id
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: code, created: 'true', id } })
    expect(run.outputs['http_status'] ?? '').toBe(status)
    expect(errorOf(run)).toMatch(names)
    // Each of three looks may come fifteen seconds after the one before.
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
