import { describe, expect, it } from 'vitest'
import { withToken } from '../../src/github/oidc.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'

const MINUTE = 60_000
const ENV = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.test/token?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
}

type Reply = Partial<HttpResponse> | NetworkFailure

const token = (value: unknown): Reply => ({ text: JSON.stringify({ value }) })

const EMPTY: HttpResponse = { status: 200, headers: {}, text: '', truncated: false }

/** `at` gets the header of a request at a time, as the text of its answer; `asked` lists the requests to the runner. */
function tokens(replies: Reply[]) {
  let time = 0
  const asked: HttpRequest[] = []
  const masked: string[] = []
  const sendWithToken = withToken('the audience', {
    job: { mask: secret => masked.push(secret) },
    env: ENV,
    clock: { now: () => time },
    async send(request) {
      if (request.url.host === 'service.test')
        return { ...EMPTY, text: request.headers['Authorization'] ?? '' }
      asked.push(request)
      return { ...EMPTY, ...(replies.shift() ?? expect.unreachable()) }
    },
  })
  const at = (now: number) => {
    time = now
    const request = { method: 'GET' as const, url: new URL('https://service.test'), headers: {} }
    return sendWithToken(request, new AbortController().signal)
  }
  return { at, asked, masked }
}

const RESET: NetworkFailure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined }

describe('the OIDC token', () => {
  it('is masked, requested once for all requests within three minutes, and renewed then', async () => {
    const { at, asked, masked } = tokens([token('first'), token('second')])
    expect(await Promise.all([at(0), at(0)])).toMatchObject(Array(2).fill({ text: 'Bearer first' }))
    expect(await at(3 * MINUTE)).toMatchObject({ text: 'Bearer first' })
    const url = new URL('https://runner.test/token?api-version=2.0&audience=the+audience')
    const headers = { accept: 'application/json', authorization: 'Bearer request-token' }
    expect(asked).toEqual([{ method: 'GET', url, headers }])
    expect(await at(3 * MINUTE + 1)).toMatchObject({ text: 'Bearer second' })
    expect(await at(5 * MINUTE)).toMatchObject({ text: 'Bearer second' })
    expect(masked).toEqual(['request-token', 'first', 'request-token', 'second'])
  })

  it.each<[string, Reply, string, string]>([
    ['the runner refuses', { status: 403 }, 'OIDC_TOKEN', 'it answered 403'],
    ['no response arrives', RESET, 'OIDC_UNREACHABLE', 'reset'],
    ['the response has a token that is not a string', token(7), 'OIDC_TOKEN', 'holds no token'],
    ['the response has a token of two lines', token('a\nb'), 'OIDC_TOKEN', 'holds no token'],
  ])('is requested again if %s', async (_, reply, code, reason) => {
    const { at } = tokens([reply, token('second')])
    const cause = { message: expect.stringContaining(reason) }
    expect(await at(0)).toMatchObject({ kind: 'network', sent: false, code, cause })
    expect(await at(1)).toMatchObject({ text: 'Bearer second' })
  })
})

it('a run without a token sends no request to the service and names the permission', async () => {
  const shop = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }
  const asked: string[] = []
  const refuse = ({ url }: HttpRequest) => {
    asked.push(url.host)
    return { status: 403, text: '' }
  }
  const run = await runInProcess({ ...shop, oidc_audience: 'a' }, refuse, ENV)
  expect(asked).toEqual(['runner.test'])
  expect(run.outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
  expect(run.log).toContain('the runner gave no OIDC token: it answered 403')
  expect(run.log).toContain('id-token: write')
})

it('a token that the service refuses is renewed once for a request, and then the error names its header', async () => {
  const shop = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }
  let number = 0
  const sent: string[] = []
  const run = await runInProcess(
    { ...shop, oidc_audience: 'a' },
    ({ method, url, headers }) => {
      if (url.host === 'runner.test')
        return { status: 200, text: JSON.stringify({ value: `token-${++number}` }) }
      sent.push(`${method} ${headers['Authorization']}`)
      const isFresh = headers['Authorization'] === 'Bearer token-2'
      return isFresh && method === 'GET'
        ? { status: 200, text: '{"resources": []}' }
        : { status: 401, text: '' }
    },
    ENV,
  )
  const [list, again, post, last] = [
    'GET Bearer token-1',
    'GET Bearer token-2',
    'POST Bearer token-2',
    'POST Bearer token-3',
  ]
  expect(sent).toEqual([list, again, post, last])
  expect(run.outputs).toMatchObject({ error_code: 'unauthorized', created: 'false' })
  expect(run.log).toContain('refused what was sent in `Authorization`')
})
