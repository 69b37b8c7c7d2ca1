import { createServer } from 'node:http'
import { describe, expect } from 'vitest'
import { selfSigned } from '../harness/certificate.ts'
import { listen } from '../harness/listen.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import { openProxy } from './proxy.ts'

const PLAIN = { ...IMAGE, base_url: 'http://service.example/api', allow_http: 'true' }

describe.concurrent('a proxy', () => {
  // biome-ignore format: a table
  test.for<[variable: string, scheme: string]>([
    ['http_proxy', 'http://'], ['HTTP_PROXY', 'http://user:pa%355word@'],
  ])('in %s with the scheme %j has all', async ([variable, scheme], { serve, create, atEnd }) => { const service = await serve({ base_path: '/api' })
    const proxy = await openProxy(service.base_url)
    atEnd(proxy.close)
    const env = { [variable]: `${scheme}127.0.0.1:${proxy.port}` }
    service.override('list', 1, answer(503, 'the proxy knows pa55word'))
    const { exitCode, shown, stdout } = await create(service, PLAIN, { env })
    expect(exitCode).toBe(0)
    expect(service.of('create')).toHaveLength(1)
    expect(proxy.asked).not.toHaveLength(0)
    for (const asked of proxy.asked)
      expect(asked).toMatch(/^(CONNECT|GET http:\/\/|POST http:\/\/)\s?service\.example/)
    expect(shown.includes('pa55word')).toBe(scheme === 'http://')
    expect(stdout).toContain('the proxy knows')
  })

  test('of HTTPS_PROXY tunnels to a service with TLS', async ({ serve, create, atEnd }) => {
    const { key, cert } = selfSigned()
    const service = await serve({ tls: { key, cert } })
    const proxy = await openProxy(service.base_url)
    atEnd(proxy.close)
    const address = `http://127.0.0.1:${proxy.port}`
    const files = { 'ca.pem': cert }
    const env = { HTTP_PROXY: 'http://127.0.0.1:1' }
    const lax = { ...env, https_proxy: address, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { outputs } = await create(service, IMAGE, { files, env: lax })
    expect(outputs['error_code']).toBe('unreachable')
    const trusting = { ...env, HTTPS_PROXY: address, NODE_EXTRA_CA_CERTS: 'ca.pem' }
    expect(await create(service, IMAGE, { files, env: trusting })).toMatchObject({ exitCode: 0 })
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(service.base_url).host}`]))
  })

  test.for(['*', 'other.example, 127.0.0.1:PORT'])('is passed by with NO_PROXY %s', async (list, { serve, create }) => {
    const service = await serve()
    const NO_PROXY = list.replace('PORT', new URL(service.base_url).port)
    const env = { HTTP_PROXY: 'http://127.0.0.1:1', no_proxy: NO_PROXY }
    expect(await create(service, IMAGE, { env })).toMatchObject({ exitCode: 0 })
    expect(service.of('create')).toHaveLength(1)
  })

  test.for(['proxy.example:3128', 'ftp://proxy.example'])(
    'that is no URL of http, %j, ends the run at once, and its variables are named',
    async (HTTP_PROXY, { serve, create }) => {
      const service = await serve()
      const { outputs, errors, stdout } = await create(service, IMAGE, { env: { HTTP_PROXY } })
      expect(outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
      expect(errors[0]?.message).toMatch(/a proxy that is no URL.*`HTTP_PROXY`.*http:\/\/host/s)
      expect(stdout).not.toContain('another attempt')
      expect(service.requests).toEqual([])
    },
  )

  test.for(['http', 'https'])('that refuses %s is named, and not asked again', async (scheme, { run, atEnd }) => {
    const refusing = createServer(({ method }, respond) =>
      method === 'GET' ? respond.end('{"resources":[]}') : respond.writeHead(407).end(),
    )
    const { port, close } = await listen(refusing.on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n')))
    atEnd(close)
    const env = { [`${scheme}_proxy`]: `http://127.0.0.1:${port}` }
    const inputs = { ...PLAIN, base_url: `${scheme}://service.example` }
    const { outputs, errors, stdout } = await run({ with: inputs, env })
    expect(outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
    expect(errors[0]?.message).toMatch(/407.*`HTTPS_PROXY`/s)
    expect(stdout).not.toContain('another attempt')
  })
})
