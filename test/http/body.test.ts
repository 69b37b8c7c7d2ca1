import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { send } from './attempt.ts'

const serve = (listener: RequestListener) => listen(createServer(listener))

it.each([
  ['identity', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text)],
  ['x-gzip', (text: string) => gzipSync(text)],
  ['deflate', (text: string) => deflateSync(text)],
  ['br', (text: string) => brotliCompressSync(text)],
  ['zstd', (text: string) => zstdCompressSync(text)],
  ['GZip ', (text: string) => gzipSync(text)],
])('a body with content-encoding %s is decoded', async (encoding, encode) => {
  const port = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"ü": 1}')),
  )
  const answer = await send(port)
  expect(answer).toMatchObject({ status: 200, text: '{"ü": 1}', truncated: false })
  expect(answer).not.toHaveProperty('broken')
})

it('a byte order mark is removed from the body', async () => {
  const port = await serve((_, response) => response.end('\ufeff{}'))
  expect(await send(port)).toMatchObject({ status: 200, text: '{}' })
})

describe('a response keeps its status', () => {
  it.each(['gzip', 'br', 'zstd', 'deflate'])(
    'if its body is not encoded in %s as its header says',
    async encoding => {
      const port = await serve((_, response) =>
        response.writeHead(401, { 'content-encoding': encoding }).end('{"detail": "no key"}'),
      )
      expect(await send(port)).toMatchObject({
        status: 401,
        text: '{"detail": "no key"}',
        broken: { code: 'BODY_ENCODING' },
      })
    },
  )

  it('if its body is cut short', async () => {
    const port = await serve((_, response) => {
      response.writeHead(401, { 'content-length': 100 }).write('{"det', () => response.destroy())
    })
    expect(await send(port)).toMatchObject({ status: 401, text: '{"det', broken: { code: 'UND_ERR_SOCKET' } })
  })

  it('but no bytes of a compressed body that is cut short', async () => {
    const port = await serve((_, response) => {
      response.writeHead(401, { 'content-encoding': 'gzip', 'content-length': 100 })
      response.write(gzipSync('no key').subarray(0, 12), () => response.destroy())
    })
    expect(await send(port)).toMatchObject({ status: 401, text: '', broken: { code: 'UND_ERR_SOCKET' } })
  })

  it('if its body stalls', async () => {
    const port = await serve((_, response) =>
      response.writeHead(201, { 'content-length': 100 }).write('{"id"'),
    )
    expect(await send(port, { timeout: 1000 })).toMatchObject({
      status: 201,
      text: '{"id"',
      broken: { code: 'BODY_TIMEOUT' },
    })
  })

  it('if its body has several encodings', async () => {
    const port = await serve((_, response) =>
      response.writeHead(401, { 'content-encoding': Array(50).fill('gzip').join(',') }).end('x'),
    )
    expect(await send(port)).toMatchObject({ status: 401 })
  })
})

describe('a body is truncated', () => {
  it.each([200, 401])('if it inflates beyond the limit, with status %i', async status => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const port = await serve((_, response) =>
      response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(await send(port, { maxBytes: 1000 })).toMatchObject({ status, truncated: true, text: '' })
  })

  it('at the limit even if the rest never arrives', async () => {
    const port = await serve((_, response) => response.writeHead(200).write('x'.repeat(2000)))
    expect(await send(port, { maxBytes: 1000 })).toMatchObject({
      status: 200,
      truncated: true,
      text: 'x'.repeat(1000),
    })
  })

  it('at 8 MiB with status 500', async () => {
    const port = await serve((_, response) => response.writeHead(500).end('x'.repeat(9_000_000)))
    expect(await send(port)).toMatchObject({
      status: 500,
      truncated: true,
      text: 'x'.repeat(8 * 1024 * 1024),
    })
  })
})

it.each([{}, { connection: 'close', 'transfer-encoding': 'identity' }, { 'content-length': 9_000_000 }])(
  'a body with the headers %j that does not end in time is broken, whatever it holds',
  async headers => {
    const port = await serve((_, response) => {
      response.writeHead(200, headers).write('{"resources": ')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await send(port, { timeout: 300 })).toMatchObject({
      status: 200,
      broken: { code: 'BODY_TIMEOUT' },
    })
  },
)
