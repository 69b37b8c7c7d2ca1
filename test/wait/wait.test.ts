import { describe, expect } from 'vitest'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, type Handler, hangUp, type Service, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE } from '../orders.ts'
import { rerunsOf } from '../situations/words.ts'

// A create that waits sees the deployment change, and ends as soon as its end is known. test/rules/wait.test.ts has every
// end, second by second.

const ACTIVE: Fields = { latest_revision_id: 'next', active_revision_id: 'next' }
const MINUTE = 60_000
const ORDER = { ...IMAGE, wait_for: 'active' }

/** Answers looks after the create request, between two of its seconds, in another way. */
function between(service: Service, from: number, to: number, handler: Handler): void {
  service.override('list', 'each', (request, respond, store) => {
    const created = service.of('create')[0]
    const age = created ? (request.time - created.time) / 1000 : -1
    return age >= from && age < to ? handler(request, respond, store) : respond.usual()
  })
}

describe.concurrent('a wait that ends claims only what its looks showed:', () => {
  test('the last state, and since when looks fail, and how', async ({ serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 30, 1000, answer(503, { detail: 'Under maintenance' }))
    const run = await create(service, { ...ORDER, wait_timeout: '2m' })
    expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', created: 'true', http_status: '503' })
    expect(errorOf(run)).toMatch(/At \d\d:\d\d:\d\d UTC.* status READY, newest revision inactive/)
    expect(errorOf(run)).toMatch(/Every look since then failed: .*503.*Under maintenance/)
  })

  test.for(['30s', '200ms'])('a silent look, if not cut, by %s', async (request_timeout, { serve, create }) => {
    const service = await serve({ created: BUILDING })
    between(service, 1, 1000, silence)
    const run = await create(service, { ...ORDER, wait_timeout: '2s', request_timeout })
    expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', created: 'true', http_status: '' })
    expect(errorOf(run)).toMatch(/newest revision inactive/)
    expect(errorOf(run).includes('TIMEOUT')).toBe(request_timeout === '200ms')
  })

  test('no status of a create request that was lost, and whose deployment was found', async ({ serve, create }) => {
    const service = await serve({ created: BUILDING })
    service.override('create', 1, (request, respond, store) => respond(504, [store.create(request.body).id]))
    const { outputs } = await create(service, { ...ORDER, wait_timeout: '1m' })
    expect(outputs).toMatchObject({ error_code: 'wait_timeout', created: 'true', http_status: '' })
  })

  const NONE = answer(200, { resources: [] })
  test.for<{ what: string; handler: Handler; code: string; says: RegExp }>([
    { what: 'do not show it', handler: NONE, code: 'wait_timeout', says: /No look at the list showed it/ },
    { what: 'are refused', handler: answer(404), code: 'not_found', says: /404.*other requests of this run/s },
  ])('a deployment whose looks $what, and a rerun may create a second one', async (row, { serve, create }) => {
    const service = await serve({ created: BUILDING })
    service.override('create', 1, (request, respond, store) => {
      service.override('list', 'each', row.handler)
      respond(201, store.create(request.body))
    })
    const run = await create(service, { ...ORDER, wait_timeout: '2m' })
    expect(run.outputs).toMatchObject({ error_code: row.code, created: 'true', id: service.deployments[0]?.id })
    expect(errorOf(run)).toMatch(row.says)
    expect(errorOf(run)).not.toMatch(/last look that showed it|no longer lists/)
    expect(rerunsOf(errorOf(run))).toEqual(['once_listed'])
  })
})

describe.concurrent('a wait is reached', () => {
  test('through unknown statuses, each of which is a line of the log and a row', async ({ serve, create }) => {
    const states: Fields[] = [{ status: 'CREATING' }, { status: 'X' }, { status: 'READY' }, ACTIVE]
    const later = states.map((fields, index) => ({ after: (index + 1) * MINUTE, fields }))
    const service = await serve({ created: { active_revision_id: 'older', status: 'AWAITING_DATABASE' }, later })
    const { exitCode, outputs, stdout, summary } = await create(service, ORDER)
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 0,
      outputs: { created: 'true', active_revision_id: 'next' },
    })
    const lines = stdout.split('\n').filter(line => !line.startsWith('::'))
    for (const status of ['AWAITING_DATABASE', 'CREATING', 'X'])
      expect(lines.filter(line => line.includes(`status ${status}`))).toHaveLength(1)
    // A row has its time of day, and the seconds since the wait began.
    const row = /<tr><th[^>]*>\d\d:\d\d:\d\d<\/th><td>(\d+) s<\/td><td><code>status CREATING/.exec(summary)
    expect(Math.abs(Number(row?.[1]) - 60)).toBeLessThan(20)
  })

  const FAILURES = [answer(503), answer(429), hangUp, answer(200, '<html></html>'), answer(200, {}), answer(400)]
  const inEveryWay: Handler = (request, respond, store) =>
    FAILURES[request.call % FAILURES.length]?.(request, respond, store)
  test('though looks fail in every way', async ({ serve, create }) => {
    const service = await serve({ created: BUILDING, later: [{ after: 2 * MINUTE, fields: ACTIVE }] })
    between(service, 4, 100, inEveryWay)
    const { exitCode, outputs } = await create(service, ORDER)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { active_revision_id: 'next' } })
  })
})
