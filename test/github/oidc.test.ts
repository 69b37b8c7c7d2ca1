import { expect, it } from 'vitest'
import { waitAction } from '../../src/actions/wait.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'

const ENV = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.test/token?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
}
const SHOP = {
  base_url: 'https://service.test',
  name: 'shop',
  source: 'internal_template',
  oidc_audience: 'an audience',
}
const ok = (body: unknown) => ({ status: 200, text: JSON.stringify(body) })

it('the OIDC token is requested once for all requests within three minutes, renewed then, and masked', async () => {
  const asked: { at: number; query: string | null }[] = []
  const sent: string[] = []
  const shop = { id: 'd1', name: 'shop', status: 'AWAITING_DATABASE' }
  const run = await runInProcess(
    {
      base_url: SHOP.base_url,
      oidc_audience: SHOP.oidc_audience,
      name: 'shop',
      wait_for: 'ready',
      wait_timeout: '5m',
    },
    ({ url, headers }, clock) => {
      const minute = Math.ceil(clock.now() / 60_000)
      if (url.host === 'runner.test') {
        asked.push({ at: minute, query: url.searchParams.get('audience') })
        return ok({ value: `token-${asked.length}` })
      }
      sent.push(`${headers['Authorization']} in minute ${minute}`)
      return ok({ resources: url.searchParams.get('offset') === '0' ? [shop] : [] })
    },
    ENV,
    { run: waitAction },
  )
  expect(asked).toEqual([0, 4].map(at => ({ at, query: 'an audience' })))
  expect([sent[0], sent.at(-1)]).toEqual(['Bearer token-1 in minute 0', 'Bearer token-2 in minute 5'])
  expect(run.masks).toEqual(expect.arrayContaining(['request-token', 'token-1', 'token-2']))
})

it.each([
  [{ status: 403, text: '' }, 'the runner gave no OIDC token: it answered 403', 'id-token: write'],
  [ok({ value: 7 }), 'holds no token', 'id-token: write'],
  [ok({ value: 'a\nb' }), 'holds no token', 'id-token: write'],
  [{ kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined } as const, 'reset', ''],
])('a run whose runner answers %j sends no request to the service', async (answer, why, permission) => {
  const asked: string[] = []
  const refuse = ({ url }: HttpRequest) => {
    asked.push(url.host)
    return answer
  }
  const run = await runInProcess(SHOP, refuse, ENV)
  expect(new Set(asked)).toEqual(new Set(['runner.test']))
  expect(run.outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
  for (const words of [why, permission]) expect(run.log).toContain(words)
})

it('a token that the service refuses is renewed once for a request, and then the error names its header', async () => {
  let number = 0
  const sent: string[] = []
  const run = await runInProcess(
    SHOP,
    ({ method, url, headers }) => {
      if (url.host === 'runner.test') return ok({ value: `token-${++number}` })
      sent.push(`${method} ${headers['Authorization']}`)
      const isFresh = headers['Authorization'] === 'Bearer token-2'
      return isFresh && method === 'GET' ? ok({ resources: [] }) : { status: 401, text: '' }
    },
    ENV,
  )
  expect(sent).toEqual(
    ['GET', 'GET', 'POST', 'POST'].map((method, at) => `${method} Bearer token-${[1, 2, 2, 3][at]}`),
  )
  expect(run.outputs).toMatchObject({ error_code: 'unauthorized', created: 'false' })
  expect(run.log).toContain('refused what was sent in `Authorization (OIDC token)`')
})
