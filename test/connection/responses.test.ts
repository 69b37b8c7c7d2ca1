import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'

const EMPTY = '{"resources": [], "offset": 0}'
/** A page of JSON of so many MiB. */
const page = (mebibytes: number) => EMPTY.padEnd(mebibytes * 2 ** 20)
const GZIP = { 'content-encoding': 'gzip', 'content-type': 'application/json' }

describe.concurrent('a response', () => {
  test('that redirects is not followed', async ({ serve, create }) => {
    const [service, other] = [await serve(), await serve()]
    const location = `${other.base_url}/login?token=hunt3r-two`
    service.override('list', 'each', answer(308, '', { location }))
    const { outputs, errors, shown } = await create(service, { ...IMAGE, api_key: 'a-good-key' })
    expect(outputs).toMatchObject({ error_code: 'unexpected_response', http_status: '308' })
    expect(errors[0]?.message).toContain(`${other.base_url}/login`)
    expect(shown).not.toContain('hunt3r')
    expect(other.requests).toEqual([])
    expect(service.of('create')).toEqual([])
  })

  test('in gzip of 63 MiB is read', async ({ serve, create }) => {
    const service = await serve()
    service.override(
      'list',
      1,
      answer(200, gzipSync(page(63), { level: 1 }), { ...GZIP, 'content-encoding': 'X-Gzip' }),
    )
    expect(await create(service, IMAGE)).toMatchObject({ exitCode: 0, errors: [] })
  })

  test('in gzip that is cut is a broken connection, and read again', async ({ serve, create }) => {
    const service = await serve()
    service.override('list', 1, answer(200, gzipSync(EMPTY).subarray(0, -12), GZIP))
    const { exitCode, stdout } = await create(service, IMAGE)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/broke off.*another attempt follows/)
  })

  test.for<[what: string, body: Buffer, says: string]>([
    ['over 64 MiB', gzipSync(page(65), { level: 1 }), '64 MiB'],
    ['of no byte', Buffer.alloc(0), 'no list of deployments (content type: application/json)'],
  ])('in gzip, %s, is no answer, and not asked for again', async ([, body, says], { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', answer(200, body, GZIP))
    const { outputs, errors } = await create(service, IMAGE)
    expect(outputs['error_code']).toBe('unexpected_response')
    expect(errors[0]?.message).toContain(says)
    expect([service.of('list').length, service.of('create')]).toEqual([1, []])
  })

  test('comes from below the path of base_url, whose last slash is ignored', async ({ serve, create }) => {
    const service = await serve({ base_path: '/a/b.c' })
    const run = await create(service, { ...IMAGE, base_url: `${service.base_url}/` })
    expect(run.exitCode).toBe(0)
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(new Set(['/a/b.c/v2/deployments']))
  })

  test('must come within request_timeout, all phases together', async ({ serve, create }) => {
    const service = await serve()
    service.override('list', 'each', (_, { drip }) => drip())
    const { outputs, errors } = await create(service, { ...IMAGE, request_timeout: '200ms' })
    expect(outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
    expect(errors[0]?.message).toContain('request_timeout')
  })
})
