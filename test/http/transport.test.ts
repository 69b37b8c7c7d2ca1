import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { openTransport } from '../../src/http/transport.ts'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'

const serve = (listener: RequestListener) => listen(createServer(listener))

async function send(
  port: number,
  options: { scheme?: string; timeout?: number; maxBytes?: number; signal?: AbortSignal } = {},
) {
  const { scheme = 'http', timeout = 5000, maxBytes, signal = new AbortController().signal } = options
  const transport = openTransport({ timeout, env: {}, ...(maxBytes !== undefined && { maxBytes }) })
  const request: HttpRequest = {
    method: 'POST',
    url: new URL(`${scheme}://127.0.0.1:${port}/v2/x?y=1`),
    headers: { a: 'b' },
    body: '{}',
  }
  try {
    return await transport.send(request, signal)
  } finally {
    await transport.close()
  }
}

describe('a failure tells whether the request can have been processed', () => {
  it('not, when the connection is refused', async () => {
    // A port that was closed may be another test's by now.
    expect(await send(1)).toMatchObject({ kind: 'network', sent: false, code: 'ECONNREFUSED' })
  })

  it('not, when the certificate is not trusted', async () => {
    const port = await listen(createTlsServer(selfSigned()))
    expect(await send(port, { scheme: 'https' })).toMatchObject({
      kind: 'network',
      sent: false,
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })

  it('not, when what answers does not speak TLS', async () => {
    const port = await listen(createTcpServer(socket => socket.end('hello')))
    expect(await send(port, { scheme: 'https' })).toMatchObject({ kind: 'network', sent: false })
  })

  it('not, when the TLS handshake takes too long', async () => {
    const port = await listen(createTcpServer(() => {}))
    expect(await send(port, { scheme: 'https', timeout: 50 })).toMatchObject({
      kind: 'network',
      sent: false,
      code: 'TIMEOUT',
    })
  })

  it('perhaps, when the connection is reset after it was up', async () => {
    const port = await listen(createTcpServer(socket => socket.once('data', () => socket.resetAndDestroy())))
    expect(await send(port)).toMatchObject({ kind: 'network', sent: true })
  })

  it('perhaps, when no answer comes in time', async () => {
    const port = await serve(() => {})
    expect(await send(port, { timeout: 1000 })).toMatchObject({
      kind: 'network',
      sent: true,
      code: 'TIMEOUT',
    })
  })

  it('perhaps, when the answer stalls half way', async () => {
    const port = await serve((_, response) =>
      response.writeHead(201, { 'content-length': 100 }).write('{"id"'),
    )
    expect(await send(port, { timeout: 1000 })).toMatchObject({
      kind: 'network',
      sent: true,
      code: 'TIMEOUT',
    })
  })

  it('perhaps, when the answer ends half way', async () => {
    const port = await serve((_, response) => {
      response.writeHead(201, { 'content-length': 100 }).write('{"id"', () => response.destroy())
    })
    expect(await send(port)).toMatchObject({ kind: 'network', sent: true })
  })
})

it('an answer that ends half way is not waited for, though it is compressed', async () => {
  const half = gzipSync('x'.repeat(1000)).subarray(0, 15)
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 100 })
    response.write(half, () => response.destroy())
  })
  expect(await send(port, { timeout: 3_600_000 })).toMatchObject({ kind: 'network', sent: true })
})

describe('an answer is read', () => {
  it.each([
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => gzipSync(text)],
    ['x-gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
    ['zstd', (text: string) => zstdCompressSync(text)],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['GZip ,  BR', (text: string) => brotliCompressSync(gzipSync(text))],
  ])('with content-encoding %s', async (encoding, encode) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"ü": 1}')),
    )
    expect(await send(port)).toMatchObject({ status: 200, text: '{"ü": 1}', truncated: false })
  })

  it('as a failure where it is not in its encoding', async () => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    )
    expect(await send(port)).toMatchObject({ kind: 'network', sent: true })
  })

  it('up to a bound, also when a small one inflates', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const answer = await send(port, { maxBytes: 1000 })
    expect(answer).toMatchObject({ status: 200, truncated: true })
    expect('text' in answer && answer.text.length).toBe(1000)
  })

  it('no further than that: the rest may never come', async () => {
    const port = await serve((_, response) => response.writeHead(200).write('x'.repeat(2000)))
    expect(await send(port, { maxBytes: 1000 })).toMatchObject({ status: 200, truncated: true })
  })

  it('and a redirect is an answer like any other', async () => {
    const asked: (string | undefined)[] = []
    const port = await serve((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await send(port)).toMatchObject({ status: 307 })
    expect(asked).toEqual(['/v2/x?y=1'])
  })
})

it('throws as soon as it is aborted, and only then', async () => {
  const controller = new AbortController()
  const server = createServer(() => controller.abort())
  const connected = vi.fn()
  server.on('connection', connected)
  const port = await listen(server)
  // Its own time is up long after the test's.
  const options = { signal: controller.signal, timeout: 3_600_000 }
  const aborted = expect.objectContaining({ name: 'AbortError' })
  await expect(send(port, options)).rejects.toThrow(aborted)
  await expect(send(port, options)).rejects.toThrow(aborted)
  expect(connected).toHaveBeenCalledTimes(1)
})

it('also in the midst of an answer', async () => {
  const controller = new AbortController()
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).flushHeaders()
    setImmediate(() => controller.abort())
  })
  await expect(send(port, { signal: controller.signal, timeout: 3_600_000 })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})
