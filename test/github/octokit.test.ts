import { expect, it, onTestFinished, vi } from 'vitest'
import { openOctokit } from '../../src/github/octokit.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'

const TOKEN = 'token-of-the-job'

/** Sends one request; `sent` lists the HTTP requests. The library must print nothing. */
async function ask(
  answer: Partial<HttpResponse> | NetworkFailure | Error,
  request: Partial<Parameters<ReturnType<typeof openOctokit>>[0]> = {},
) {
  const prints = (['log', 'info', 'debug', 'warn', 'error'] as const).map(name =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  )
  onTestFinished(() => {
    for (const print of prints) print.mockRestore()
  })
  const sent: HttpRequest[] = []
  const send = async (request: HttpRequest) => {
    sent.push(request)
    if (answer instanceof Error) throw answer
    return 'kind' in answer ? answer : { status: 200, headers: {}, text: '', truncated: false, ...answer }
  }
  const call = openOctokit(TOKEN, 'https://github.test/api/v3', { send })
  const reply = await call({ method: 'GET', path: '/user', ...request }, new AbortController().signal)
  for (const print of prints) expect(print).not.toHaveBeenCalled()
  return { reply, sent }
}

it('a request has the URL of the API, the token and a JSON body', async () => {
  const body = { url: 'https://shop.test', text: '12n {owner} :repo' }
  const { sent } = await ask({}, { method: 'POST', path: '/repos/acme/shop/deployments', body })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.url.href).toBe('https://github.test/api/v3/repos/acme/shop/deployments')
  expect(sent[0]?.headers).toMatchObject({
    authorization: `token ${TOKEN}`,
    accept: 'application/vnd.github+json',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body)
})

it('a query is encoded', async () => {
  const { sent } = await ask({}, { query: { environment: 'a b&c', page: '2' } })
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ environment: 'a b&c', page: '2' })
})

it.each([200, 204, 302, 304, 404, 422, 500, 599])(
  'a response with status %i is returned with its text',
  async status => {
    const text = status === 204 ? '' : '{"id": 12345678901234567890}'
    const { reply } = await ask({ status, text })
    expect(reply).toMatchObject({ status, text })
  },
)

it.each([200, 403])(
  'a response with status %i keeps only the headers that are read, and none is printed',
  async status => {
    const headers = { deprecation: 'true', sunset: 'soon', link: '<a>; rel="next"', 'retry-after': '3' }
    const { reply } = await ask({ status, headers: { ...headers, 'content-type': 'nonsense' } })
    expect(reply).toMatchObject({ status, headers: { 'retry-after': '3', link: '<a>; rel="next"' } })
    expect(Object.keys((reply as HttpResponse).headers)).not.toContain('deprecation')
    expect(Object.keys((reply as HttpResponse).headers)).not.toContain('sunset')
  },
)

it('a network failure is returned', async () => {
  const failure: NetworkFailure = { kind: 'network', sent: false, code: 'ECONNREFUSED', cause: undefined }
  expect((await ask(failure)).reply).toBe(failure)
})

it('a bug is thrown unchanged', async () => {
  const bug = new TypeError('no such thing')
  await expect(ask(bug)).rejects.toBe(bug)
})
