import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { send } from './attempt.ts'

/** Sends a request to a server for one test. */
const answered = async (listener: RequestListener, options: Parameters<typeof send>[1] = {}) =>
  send(await listen(createServer(listener)), options)

it.each([
  ['identity', Buffer.from],
  ['UTF-8', Buffer.from],
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['GZip ', gzipSync],
] as [string, (text: string) => Buffer][])(
  'a body with content-encoding %s is decoded, without its byte order mark',
  async (encoding, encode) => {
    const answer = await answered((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('\ufeff{"ü": 1}')),
    )
    expect(answer).toMatchObject({ status: 200, text: '{"ü": 1}', truncated: false })
    expect(answer).not.toHaveProperty('broken')
  },
)

const endless: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 20)
  response.writeHead(401).on('close', () => clearInterval(timer))
}
const half = gzipSync('no key').subarray(0, 12)
const GZIP = { 'content-encoding': 'gzip' }
const cutShort =
  (begin: string | Buffer, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(401, { 'content-length': 100, ...headers }).write(begin, () => response.destroy())
  }

describe('a response keeps its status if its body', () => {
  it.each<[string, RequestListener, { text?: string; broken?: { code: string } }]>([
    ...['gzip', 'br'].map((encoding): [string, RequestListener, object] => [
      `is not in ${encoding} as its header says`,
      (_, response) => response.writeHead(401, { 'content-encoding': encoding }).end('{"detail": "no key"}'),
      { text: '{"detail": "no key"}', broken: { code: 'BODY_ENCODING' } },
    ]),
    [
      'is in an encoding that no request asked for',
      (_, response) =>
        response.writeHead(401, { 'content-encoding': 'deflate' }).end(deflateSync('{"detail": "no key"}')),
      { text: '', broken: { code: 'BODY_ENCODING' } },
    ],
    ['is cut short', cutShort('{"det'), { text: '{"det', broken: { code: 'UND_ERR_SOCKET' } }],
    ['is cut short in gzip', cutShort(half, GZIP), { text: '', broken: { code: 'UND_ERR_SOCKET' } }],
    ['never ends', endless, { broken: { code: 'BODY_TIMEOUT' } }],
  ])('%s', async (_, listener, expected) => {
    expect(await answered(listener, { timeout: 300 })).toMatchObject({ status: 401, ...expected })
  })
})

describe('a body is truncated', () => {
  const most = { maxBytes: 1000 }

  it('if it inflates beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    const headers = { 'content-encoding': 'gzip' }
    const answer = await answered((_, response) => response.writeHead(401, headers).end(bomb), most)
    expect(answer).toMatchObject({ status: 401, truncated: true, text: '' })
  })

  it('at the limit even if the rest never arrives', async () => {
    const answer = await answered((_, response) => response.writeHead(200).write('x'.repeat(2000)), most)
    expect(answer).toMatchObject({ status: 200, truncated: true, text: 'x'.repeat(1000) })
  })

  it('at 8 MiB with status 500', async () => {
    const answer = await answered((_, response) => response.writeHead(500).end('x'.repeat(9_000_000)))
    expect(answer).toMatchObject({ status: 500, truncated: true })
    expect(answer).toHaveProperty('text.length', 8 * 1024 * 1024)
  })
})
