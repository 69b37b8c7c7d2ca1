import { createServer } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProxy } from '../../src/http/proxies.ts'
import { listen } from '../listen.ts'
import { send } from './attempt.ts'

describe('a proxy variable', () => {
  it.each([
    ['http://proxy.test:8080', 'proxy.test:8080', ''],
    ['HTTP://proxy.test/', 'proxy.test', ''],
    ['proxy.test:8080', 'proxy.test:8080', ''],
    ['[::1]:3128', '[::1]:3128', ''],
    ['  proxy:8080\n', 'proxy:8080', ''],
    ['http://user:pass@proxy:8080', 'proxy:8080', 'user:pass'],
    ['user:pass@proxy:8080', 'proxy:8080', 'user:pass'],
    ['http://us%40er:p%3Ass@proxy:8080', 'proxy:8080', 'us@er:p:ss'],
    ['http://user:p%pa@proxy:8080', 'proxy:8080', 'user:p%pa'],
    ['http://user:p@ss/w#rd?x@proxy:8080', 'proxy:8080', 'user:p@ss/w#rd?x'],
  ])('with the value %j names %s with the credentials %j', (value, host, credentials) => {
    const url = new URL(readProxy('https', { HTTPS_PROXY: value })?.uri ?? '')
    const parts = [url.username, url.password].map(decodeURIComponent).filter(Boolean)
    expect([url.protocol, url.host, parts.join(':')]).toEqual(['http:', host, credentials])
  })

  it.each([
    ...[
      'http://',
      'http://user:pass@proxy:99999',
      'http://pro xy',
      'socks5://proxy:1080',
      'ftp://user:pass@proxy:1',
    ],
    ...['://', '@'],
  ])('with the value %j is no proxy', value => {
    expect(readProxy('https', { https_proxy: value })).toEqual({ variable: 'https_proxy', uri: undefined })
  })

  it('with any value is no proxy or one that can be used', () => {
    const piece = fc.constantFrom(...'http:// // : @ % %pa [ ] # ? \\ a 1 \0'.split(' '), ' ')
    const text = fc.array(piece).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), text), value => {
        const { uri } = readProxy('http', { HTTP_PROXY: value }) ?? {}
        if (uri === undefined) return
        const { username, password, pathname, search, hash } = new URL(uri)
        expect(pathname + search + hash).toBe('/')
        expect(() => decodeURIComponent(username) + decodeURIComponent(password)).not.toThrow()
      }),
    )
  })
})

it('each scheme has its own proxy, and the lower-case variable wins unless it is empty', () => {
  const variableIn = (env: NodeJS.ProcessEnv, scheme: 'http' | 'https' = 'https') =>
    readProxy(scheme, env)?.variable
  const both = { HTTPS_PROXY: 'secure:1', http_proxy: 'plain:2' }
  expect([variableIn(both), variableIn(both, 'http')]).toEqual(['HTTPS_PROXY', 'http_proxy'])
  expect(variableIn({ HTTP_PROXY: 'plain:2' })).toBeUndefined()
  expect(variableIn({ https_proxy: 'lower:1', HTTPS_PROXY: 'upper:1' })).toBe('https_proxy')
  expect(variableIn({ https_proxy: '', HTTPS_PROXY: 'upper:1' })).toBe('HTTPS_PROXY')
})

it.each([
  [{ NO_PROXY: '*' }, true],
  [{ NO_PROXY: 'other.test, 127.0.0.1' }, true],
  [{ no_proxy: '127.0.0.1:PORT' }, true],
  [{ no_proxy: '', NO_PROXY: '127.0.0.1' }, true],
  [{ NO_PROXY: '127.0.0.1:1 service.test' }, false],
  [{}, false],
])('with %j a request goes past a proxy: %s', async (variables, isDirect) => {
  const port = await listen(createServer((_, response) => response.end()))
  const env = JSON.parse(
    JSON.stringify({ HTTP_PROXY: '127.0.0.1:1', ...variables }).replace('PORT', `${port}`),
  )
  expect(await send(port, { env })).toMatchObject(isDirect ? { status: 200 } : { code: 'ECONNREFUSED' })
  // A proxy for http is not one for https.
  expect(await send(port, { env, scheme: 'https' })).toMatchObject({ code: expect.stringContaining('SSL') })
})
