import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proxyFor, readProxies } from '../../src/http/proxies.ts'

const httpsProxy = (value: string) => readProxies({ HTTPS_PROXY: value })['https:']

describe('a proxy variable', () => {
  it.each([
    ['http://proxy.test:8080', 'http://proxy.test:8080'],
    ['https://proxy.test', 'https://proxy.test'],
    ['HTTP://proxy.test/', 'http://proxy.test'],
    ['proxy.test:8080', 'http://proxy.test:8080'],
    ['proxy', 'http://proxy'],
    ['127.0.0.1:1', 'http://127.0.0.1:1'],
    ['[::1]:3128', 'http://[::1]:3128'],
    ['  proxy:8080\n', 'http://proxy:8080'],
  ])('with the value %j gives the proxy %s', (value, origin) => {
    expect(httpsProxy(value)).toEqual({ variable: 'HTTPS_PROXY', origin })
  })

  it.each([
    ['http://user:pass@proxy:8080', 'user:pass'],
    ['user:pass@proxy:8080', 'user:pass'],
    ['user@proxy:8080', 'user:'],
    ['http://us%40er:p%3Ass@proxy:8080', 'us@er:p:ss'],
    ['http://user:p%pa@proxy:8080', 'user:p%pa'],
    ['http://user:100%@proxy:8080', 'user:100%'],
    ['http://user:p@ss/w#rd?x@proxy:8080', 'user:p@ss/w#rd?x'],
    ['user:12/3@proxy:8080', 'user:12/3'],
  ])('with the value %j gives a proxy with credentials', (value, credentials) => {
    const authorization = `Basic ${btoa(credentials)}`
    expect(httpsProxy(value)).toMatchObject({ origin: 'http://proxy:8080', authorization })
  })

  it.each([
    ...['http://', 'http://user:pass@proxy:99999', 'proxy:0', 'http://pro xy', 'socks5://proxy:1080'],
    ...['://', '@'],
  ])('with the value %j is reported as unreadable', value => {
    expect(readProxies({ https_proxy: value })).toEqual({ bypass: [], unreadable: ['https_proxy'] })
  })

  it('with any value gives a proxy or is reported as unreadable', () => {
    const piece = fc.constantFrom(...'http:// // : @ % %pa [ ] # ? \\ a 1 \0'.split(' '), ' ')
    const text = fc.array(piece).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), text), value => {
        const { unreadable, ...proxies } = readProxies({ HTTP_PROXY: value })
        expect(unreadable.length + (proxies['http:'] ? 1 : 0)).toBe(value.trim() === '' ? 0 : 1)
      }),
    )
  })
})

it('each scheme has its own proxy, and the lower-case variable wins unless it is empty', () => {
  const originFor = (env: NodeJS.ProcessEnv, scheme = 'https') =>
    proxyFor(new URL(`${scheme}://service.test`), readProxies(env))?.origin
  expect(originFor({ HTTPS_PROXY: 'secure:1', http_proxy: 'plain:2' })).toBe('http://secure:1')
  expect(originFor({ HTTPS_PROXY: 'secure:1', http_proxy: 'plain:2' }, 'http')).toBe('http://plain:2')
  expect(originFor({ HTTP_PROXY: 'plain:2' })).toBeUndefined()
  expect(originFor({ https_proxy: 'lower:1', HTTPS_PROXY: 'upper:1' })).toBe('http://lower:1')
  expect(originFor({ https_proxy: '', HTTPS_PROXY: 'upper:1' })).toBe('http://upper:1')
})

describe('NO_PROXY', () => {
  const isDirect = (NO_PROXY: string, host: string) =>
    proxyFor(new URL(`https://${host}`), readProxies({ NO_PROXY, HTTPS_PROXY: 'proxy:1' })) === undefined

  it.each([
    ['*', ['service.test'], []],
    ['other.test, service.test', ['service.test'], []],
    ['other.test service.test', ['service.test'], []],
    ['SERVICE.test', ['service.TEST'], []],
    ['service.test', ['api.service.test'], ['myservice.test', 'service.test.evil.test']],
    ['.service.test', ['api.service.test', 'service.test'], []],
    ['*.service.test', ['api.service.test'], []],
    ['service.test:8443', ['service.test:8443'], ['service.test']],
    ['service.test:443', ['service.test'], []],
    ['127.0.0.1', ['127.0.0.1:4000'], []],
    ['0.0.1', [], ['127.0.0.1']],
    ['::1', ['[::1]:4000'], []],
    ['[::1]:4000', ['[::1]:4000'], []],
    ['', [], ['service.test']],
    ['.', [], ['service.test']],
  ])('%j excludes %j from the proxy, and not %j', (value, direct, proxied) => {
    for (const host of direct) expect(isDirect(value, host), host).toBe(true)
    for (const host of proxied) expect(isDirect(value, host), host).toBe(false)
  })
})
