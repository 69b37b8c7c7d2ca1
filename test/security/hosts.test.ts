import { createServer, type IncomingMessage } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { gitHubForTest } from '../e2e/github-api.ts'
import { openProxy } from '../e2e/proxy.ts'
import { preview, TOKEN } from '../e2e/pull-request.ts'
import { listen } from '../listen.ts'

/** A server that records the requests that it gets. */
async function recording(body: string) {
  const seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
  const server = createServer(({ method, url, headers }, response) => {
    seen.push({ method, url, headers })
    response.end(body)
  })
  return { seen, host: `127.0.0.1:${await listen(server, onTestFinished)}` }
}

const hostsIn = (texts: string[]) => new Set(texts.map(text => /127\.0\.0\.1:\d+/.exec(text)?.[0]))

it('a run talks to the service, the health URL, GitHub and the OIDC endpoint alone, and each gets its own credentials', async () => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service' })
  const [app, oidc] = [
    await recording('fine'),
    await recording(JSON.stringify({ value: 'token-of-the-job' })),
  ]
  const [github, proxy] = [await gitHubForTest(), await openProxy()]
  const inputs = {
    ...{ api_key: 'key-of-the-service', oidc_audience: 'shop', secrets: 'A=value-of-a', environment: 'test' },
    ...{ wait_for: 'ready', health_url: `http://${app.host}/ok?deep=1#part` },
    headers: 'X-Gateway: a-gateway\nUser-Agent: mine',
  }
  const run = await preview(sandbox, github, inputs, undefined, {
    HTTP_PROXY: proxy.url,
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://${oidc.host}/token?a=b`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token-of-the-runner',
  })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(github.comments).toHaveLength(1)
  expect(hostsIn(proxy.asked)).toEqual(
    new Set([...hostsIn([sandbox.base_url, github.api_url]), app.host, oidc.host]),
  )
  const service = JSON.stringify(sandbox.requests)
  for (const own of ['key-of-the-service', 'token-of-the-job', 'value-of-a']) expect(service).toContain(own)
  for (const other of [TOKEN, 'token-of-the-runner']) expect(service).not.toContain(other)
  const headers = {
    accept: '*/*',
    connection: 'close',
    host: app.host,
    'user-agent': 'create-deployment-action',
  }
  expect(app.seen).toEqual([{ method: 'GET', url: '/ok?deep=1', headers }])
  expect(JSON.stringify(oidc.seen)).not.toMatch(new RegExp(`key-of|token-of-the-job|value-of|${TOKEN}`))
  expect(JSON.stringify(github.requests)).not.toMatch(/key-of|token-of|value-of/)
})
