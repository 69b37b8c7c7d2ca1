import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import { create, NOWHERE, sandboxForTest, workspaceWith } from './create.ts'
import { openProxy } from './proxy.ts'
import { startWait, wait } from './wait-action.ts'

const MIB = 1024 * 1024

/** An application that sends these responses in order; the last repeats. */
async function application(...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]) {
  const asked: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    response.on('error', () => {})
    asked.push(request)
    answers[Math.min(asked.length, answers.length) - 1]?.(response, request)
  }
  const port = await listen(createServer(listener))
  return { url: `http://127.0.0.1:${port}/ok`, asked }
}

const says =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** A sandbox with a deployment named shop that is ready and active. */
async function shop(options = {}) {
  const sandbox = await sandboxForTest(options)
  const [deployment] = sandbox.seed({ name: 'shop' })
  return { sandbox, deployment }
}

const HEALTHY = { exitCode: 0, errors: [], warnings: [], stderr: '' }
const UNHEALTHY = { exitCode: 1, outputs: { error_code: 'unhealthy' } }

describe('a deployment is healthy', () => {
  it('after its URL responds with 2xx', async () => {
    const { sandbox, deployment } = await shop()
    const { url, asked } = await application(says(503, 'Starting'), says(404), says(204))
    const run = await wait(sandbox, { name: 'shop', health_url: url })
    expect(run).toMatchObject({ ...HEALTHY, outputs: { id: deployment?.id } })
    expect(asked).toHaveLength(3)
    expect(run.stdout).toContain(`${url} answered 503: Starting`)
    expect(run.stdout).toContain(`${url} answered 204, healthy`)
    expect(run.summary).toContain('## ✅ Deployment is ready and healthy')
  })

  it('after its response contains the text', async () => {
    const { sandbox } = await shop()
    const { url } = await application(says(200, '{"version":"v1"}'), says(200, '{"version":"v2"}'))
    const run = await wait(sandbox, { name: 'shop', health_url: url, health_contains: '"v2"' })
    expect(run).toMatchObject(HEALTHY)
    expect(run.stdout).toContain('without the text ""v2"" that `health_contains` asks for: {"version":"v1"}')
  })

  it('after a create, and the job summary says so', async () => {
    const sandbox = await sandboxForTest()
    const { url } = await application(says(503), says(200, 'fine'))
    const custom_url = url.replace('/ok', '')
    const inputs = { name: 'shop', source: 'internal_template', custom_url, health_url: '/ok' }
    const run = await create(sandbox, inputs)
    expect(run).toMatchObject({ ...HEALTHY, outputs: { created: 'true' } })
    expect(run.summary).toContain('Health')
    const dry = await create(sandbox, { ...inputs, dry_run: 'true', health_url: `${NOWHERE}/ok` })
    expect(dry).toMatchObject(HEALTHY)
  })

  it('if the text ends the first MiB of an endless response', async () => {
    const { sandbox } = await shop()
    const { url } = await application(response => {
      response.writeHead(200)
      response.write(`${'x'.repeat(MIB - 4)}here`)
      const flood = () => {
        while (response.write('y'.repeat(65_536)));
        response.once('drain', flood)
      }
      flood()
    })
    const run = await wait(sandbox, { name: 'shop', health_url: url, health_contains: 'here' })
    expect(run).toMatchObject(HEALTHY)
    expect(run.stdout.length).toBeLessThan(5000)
  })

  it.each([
    ['without an end', { 'content-length': '100' }],
    ['in another encoding than its header names', { 'content-encoding': 'gzip' }],
  ])('with a response %s', async (_, headers) => {
    const { sandbox } = await shop()
    const { url } = await application(response => {
      response.writeHead(200, headers as Record<string, string>)
      response.write('fine')
      setTimeout(() => response.destroy(), 50)
    })
    const inputs = { name: 'shop', health_url: url, request_timeout: '2s' }
    expect(await wait(sandbox, inputs)).toMatchObject(HEALTHY)
    expect(await wait(sandbox, { ...inputs, health_contains: 'fine' })).toMatchObject(HEALTHY)
  })

  it('as soon as the text arrives in a response that never ends', async () => {
    const { sandbox } = await shop()
    const { url } = await application(response => {
      response.writeHead(200).write('fi')
      setTimeout(() => response.write('ne'), 20)
    })
    const inputs = { name: 'shop', health_url: url, wait_timeout: '20s' }
    expect(await wait(sandbox, { ...inputs, health_contains: 'fine' })).toMatchObject(HEALTHY)
    expect(await wait(sandbox, inputs)).toMatchObject(HEALTHY)
  })

  it('behind a certificate of a private authority', async () => {
    const { sandbox } = await shop()
    const tls = selfSigned()
    const workspace = await workspaceWith({ 'ca.pem': tls.cert })
    const url = `https://127.0.0.1:${await listen(createTlsServer(tls, (_, response) => response.end('ok')))}/ok`
    const trusted = { env: { NODE_EXTRA_CA_CERTS: `${workspace}/ca.pem` } }
    expect(await wait(sandbox, { name: 'shop', health_url: url }, trusted)).toMatchObject(HEALTHY)
    const untrusted = await wait(sandbox, { name: 'shop', health_url: url, wait_timeout: '300ms' })
    expect(untrusted).toMatchObject(UNHEALTHY)
    expect(untrusted.errors[0]?.message).toContain('certificate is not trusted')
  })

  it('behind a proxy', async () => {
    const { sandbox } = await shop()
    const proxy = await openProxy()
    const { url, asked } = await application(says(200))
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: new URL(sandbox.base_url).host }
    expect(await wait(sandbox, { name: 'shop', health_url: url }, { env })).toMatchObject(HEALTHY)
    expect([proxy.asked.length, asked.length]).toEqual([1, 1])
  })
})

it('no credentials of the service are sent to the health URL', async () => {
  const { sandbox } = await shop({ api_key: 'key-of-the-service' })
  const { url, asked } = await application(says(200))
  const run = await wait(sandbox, {
    name: 'shop',
    api_key: 'key-of-the-service',
    headers: 'X-Gateway: a-gateway\nAuthorization: Bearer a-token\nUser-Agent: mine',
    health_url: `${url}?deep=1#part`,
  })
  expect(run).toMatchObject(HEALTHY)
  expect(asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/ok?deep=1']])
  expect(asked[0]?.headers).toEqual({
    accept: '*/*',
    connection: 'close',
    host: new URL(url).host,
    'user-agent': 'create-deployment-action',
  })
})

describe('a deployment is unhealthy', () => {
  const last = (url: string, more: Record<string, string> = {}) => ({
    name: 'shop',
    health_url: url,
    wait_timeout: '1s',
    ...more,
  })

  it('after the timeout, and the error shows the status and the first line of the last response', async () => {
    const { sandbox, deployment } = await shop()
    const { url } = await application(says(500, '\nDatabase is down\nat line 2'))
    const run = await wait(sandbox, last(url))
    expect(run).toMatchObject({ exitCode: 1 })
    expect(run.outputs).toMatchObject({ error_code: 'unhealthy', http_status: '500', id: deployment?.id })
    expect(run.errors).toHaveLength(1)
    const [{ message } = { message: '' }] = run.errors
    for (const part of ['answered 500', 'The health URL said: Database is down', 'logs', 'within 1 s']) {
      expect(message).toContain(part)
    }
    expect(run.stdout + run.summary).not.toContain('line 2')
    expect(run.summary).toContain('Database is down')
    expect(run.summary).toContain('Likely causes')
  })

  it('if it redirects, and the redirect is not followed', async () => {
    const { sandbox } = await shop()
    const target = await application(says(200))
    const { url } = await application(says(302, '', { location: `${target.url}?token=a-secret-of-theirs` }))
    const run = await wait(sandbox, last(url))
    expect(run).toMatchObject({ ...UNHEALTHY, outputs: { http_status: '302' } })
    expect(run.errors[0]?.message).toContain(`points to ${new URL(target.url).origin}`)
    expect(run.stdout).not.toContain('a-secret-of-theirs')
    expect(target.asked).toEqual([])
  })

  it('if it accepts the connection and never responds', async () => {
    const { sandbox } = await shop()
    const { url } = await application(() => {})
    const run = await wait(sandbox, last(url, { request_timeout: '300ms' }))
    expect(run).toMatchObject(UNHEALTHY)
    expect(run.outputs).not.toHaveProperty('http_status')
    expect(run.errors[0]?.message).toContain('gave no answer: no')
  })

  it('if the text comes only after the first MiB', async () => {
    const { sandbox } = await shop()
    const { url } = await application(says(200, `${'x'.repeat(MIB)}here`))
    const run = await wait(sandbox, last(url, { health_contains: 'here' }))
    expect(run).toMatchObject({ ...UNHEALTHY, outputs: { http_status: '200' } })
    expect(run.stdout.length).toBeLessThan(5000)
  })

  it('if a small response inflates to more than 1 MiB before the text', async () => {
    const { sandbox } = await shop()
    const bomb = gzipSync(Buffer.alloc(64 * MIB, 'x'))
    const { url } = await application(
      response => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const run = await wait(sandbox, last(url, { health_contains: 'here' }))
    expect(run).toMatchObject(UNHEALTHY)
  })

  it('if its host is not known, and the error says so', async () => {
    const { sandbox } = await shop()
    const run = await wait(sandbox, last('https://shop.invalid/ok'))
    expect(run).toMatchObject(UNHEALTHY)
    expect(run.errors[0]?.message).toMatch(
      /The deployment "shop" .*[\s\S]*The host in `health_url` is not known/,
    )
  })

  it('if the text does not come, and the error shows what was wanted and what came', async () => {
    const { sandbox } = await shop()
    const { url } = await application(says(200, 'version 1'))
    const run = await wait(sandbox, last(url, { health_contains: 'version  1' }))
    expect(run).toMatchObject(UNHEALTHY)
    expect(run.errors[0]?.message).toContain('without the text "version  1"')
    expect(run.errors[0]?.message).toContain('The health URL said: version 1')
    expect(run.errors[0]?.message).toContain('spaces count')
  })

  it('if health_url is a path and the deployment has no custom_url', async () => {
    const { sandbox, deployment } = await shop()
    const run = await wait(sandbox, { name: 'shop', health_url: '/ok' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input', id: deployment?.id } })
    expect(run.errors[0]?.message).toContain('has no `custom_url`')
  })
})

it('the text of a health response is no command and no markup', async () => {
  const { sandbox } = await shop()
  const hostile = '::set-output name=id::evil \u001b[31m<script>alert(1)</script> **b** ##[error]x'
  const { url } = await application(says(500, hostile))
  const run = await wait(sandbox, { name: 'shop', health_url: url, wait_timeout: '300ms' })
  expect(run).toMatchObject(UNHEALTHY)
  expect(run.errors).toHaveLength(1)
  expect(run.stdout).not.toMatch(/^\s*::set-output/m)
  expect(run.stdout + run.summary).not.toContain('\u001b')
  expect(run.stdout).not.toContain('##[')
  expect(run.summary).not.toContain('<script>')
})

it('a secret in a health response is not shown', async () => {
  const { sandbox } = await shop({ api_key: 'key-of-the-service' })
  const { url } = await application(says(500, `${'x'.repeat(295)}key-of-the-service`))
  const run = await wait(sandbox, {
    name: 'shop',
    api_key: 'key-of-the-service',
    health_url: url,
    wait_timeout: '300ms',
  })
  expect(run).toMatchObject(UNHEALTHY)
  const shown = run.stdout.replaceAll('::add-mask::key-of-the-service', '') + run.summary
  expect(shown).toContain('xxx')
  expect(shown).not.toContain('key-o')
})

it('the wait ends if the deployment is deleted during the health check', async () => {
  const { sandbox, deployment } = await shop()
  const { url } = await application(response => {
    sandbox.update(deployment?.id ?? '', { status: 'AWAITING_DELETE' })
    response.writeHead(503).end()
  })
  const run = await wait(sandbox, { name: 'shop', health_url: url })
  expect(run).toMatchObject({
    exitCode: 1,
    outputs: { error_code: 'deleted', status: 'AWAITING_DELETE' },
  })
})

it.skipIf(process.platform === 'win32')(
  'a cancelled run ends even if the health URL never responds',
  async () => {
    const { sandbox } = await shop()
    const hanging = Promise.withResolvers<void>()
    const { url } = await application(() => hanging.resolve())
    const { kill, result } = await startWait(sandbox, { name: 'shop', health_url: url })
    await hanging.promise
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
  },
)
