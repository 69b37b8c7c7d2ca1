import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveHealthUrl, shownUrl } from '../../src/deployment/health.ts'
import { deployment, down, HOUR, SECOND, starting, waitThrough } from './waiting.ts'

const URL_ = 'https://shop.example/ok'
const healthGoal = { wait_for: 'none' as const, health_url: URL_ }
const starting503 = { status: 503, text: 'Starting' }

describe('the health check', () => {
  it('starts at once with wait_for: none', async () => {
    const { ended, asked, queries, elapsed } = await waitThrough({ goal: healthGoal })
    expect(ended).toBeUndefined()
    expect([asked.length, queries.length, elapsed]).toEqual([1, 0, 0])
    expect(asked[0]).toEqual({
      method: 'GET',
      url: new URL(URL_),
      headers: { accept: '*/*', 'user-agent': 'create-deployment-action' },
      enough: '',
    })
  })

  it('starts after the deployment is ready', async () => {
    const { ended, asked, events } = await waitThrough({
      goal: { wait_for: 'ready', health_url: URL_ },
      polls: [[starting()], [starting()], [deployment()]],
    })
    expect(ended).toBeUndefined()
    expect(asked).toHaveLength(1)
    const phases = events.flatMap(event => (event.type === 'phase' ? event.phase : []))
    expect(phases).toEqual(['wait', 'health'])
  })

  it('shares one timeout with the wait for the state', async () => {
    const { code, elapsed } = await waitThrough({
      goal: { wait_for: 'ready', health_url: URL_ },
      polls: now => [now >= 50 * SECOND ? deployment() : starting()],
      health: [starting503],
    })
    expect([code, elapsed]).toEqual(['unhealthy', 60 * SECOND])
  })

  it('sends one request even if no time is left', async () => {
    const none = { ...healthGoal, wait_timeout: 0 }
    expect(await waitThrough({ goal: none })).toMatchObject({ ended: undefined })
    expect(await waitThrough({ goal: none, health: [starting503] })).toMatchObject({ code: 'unhealthy' })
  })

  it('ends shortly after the timeout if no response arrives', async () => {
    const run = await waitThrough({ goal: healthGoal, health: ['never'] })
    expect(run).toMatchObject({ code: 'unhealthy', elapsed: 61 * SECOND })
    expect(run.status).toBeUndefined()
    expect(run.what).toContain('gave no answer')
  })

  it('waits for the Retry-After of a response', async () => {
    const { elapsed } = await waitThrough({
      goal: healthGoal,
      health: [{ status: 503, headers: { 'retry-after': '7' } }, { status: 200 }],
    })
    expect(elapsed).toBe(7 * SECOND)
  })

  it('succeeds even if the list requests fail', async () => {
    const run = await waitThrough({
      goal: healthGoal,
      polls: [down],
      health: [starting503, starting503, starting503, { status: 200 }],
    })
    expect(run.ended).toBeUndefined()
  })

  it('sends at most 260 requests in an hour, and as many to the service', async () => {
    const run = await waitThrough({
      goal: { ...healthGoal, wait_timeout: HOUR },
      health: [starting503],
      polls: [[starting()]],
    })
    expect(run.asked.length).toBeLessThanOrEqual(260)
    expect(run.queries.length).toBeLessThanOrEqual(260)
    expect(run.events.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThan(100)
  })

  it('ends as cancelled in both phases of the wait', async () => {
    const waiting = { goal: { wait_for: 'ready' as const, health_url: URL_ }, cancelAfter: 5 * SECOND }
    const inState = await waitThrough({ ...waiting, polls: ['never'] })
    const inHealth = await waitThrough({ ...waiting, health: ['never'] })
    for (const { ended, elapsed } of [inState, inHealth]) {
      expect([ended, elapsed]).toEqual(['AbortError', 5 * SECOND])
    }
  })
})

describe('a health path', () => {
  it.each([
    ['/ok', 'https://shop.example', 'https://shop.example/ok'],
    ['/ok', 'https://shop.example/', 'https://shop.example/ok'],
    ['/ok', 'https://host.example/shop//', 'https://host.example/shop/ok'],
    ['/ok?deep=1', 'https://shop.example/?a=b#c', 'https://shop.example/ok?deep=1'],
    ['/ok', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/ok'],
    ['/ok', 'shop.example', 'https://shop.example/ok'],
    ['/ok', 'https://user:pass@shop.example', 'https://shop.example/ok'],
    ['//other.example/ok', 'https://shop.example', 'https://shop.example/other.example/ok'],
    ['/../../ok', 'https://shop.example/a', 'https://shop.example/ok'],
  ])('%s with the custom_url %s gives %s', (path, custom_url, expected) => {
    expect(resolveHealthUrl(path, custom_url)?.href).toBe(expected)
  })

  it.each([null, undefined, '', ' ', 'ftp://shop.example', 'https://', 'mailto:a@b'])(
    'gives no URL with the custom_url %j',
    custom_url => expect(resolveHealthUrl('/ok', custom_url)).toBeUndefined(),
  )

  it('never leads to another host, and its query is hidden in messages', () => {
    const path = fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => `/${text}`)
    fc.assert(
      fc.property(path, path => {
        const url = resolveHealthUrl(path, 'https://shop.example/base')
        expect(url?.origin).toBe('https://shop.example')
        expect([url?.username, url?.password]).toEqual(['', ''])
      }),
    )
    expect(shownUrl(new URL('https://shop.example/ok?token=1'))).toBe('https://shop.example/ok?…')
  })
})
