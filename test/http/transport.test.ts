import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import { send } from './attempt.ts'

const serve = (listener: RequestListener) => listen(createServer(listener))

/** A server that answers the first data of each connection, and nothing after it. */
const answering = (answer: (socket: Socket) => void) =>
  listen(createTcpServer(socket => socket.on('error', () => {}).once('data', () => answer(socket))))

const TUNNEL = 'HTTP/1.1 200 Connection established\r\n\r\n'

describe('a network failure', () => {
  it('has sent: false if the connection is refused', async () => {
    // Port 1 is always closed; a port that this test closes may be in use by another test.
    expect(await send(1)).toMatchObject({
      kind: 'network',
      sent: false,
      code: 'ECONNREFUSED',
      origin: 'http://127.0.0.1:1',
    })
  })

  it('has sent: false if the certificate is not trusted', async () => {
    const port = await listen(createTlsServer(selfSigned()))
    expect(await send(port, { scheme: 'https' })).toMatchObject({
      kind: 'network',
      sent: false,
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      origin: `https://127.0.0.1:${port}`,
    })
  })

  it('has sent: false if the server does not speak TLS', async () => {
    const port = await listen(createTcpServer(socket => socket.end('hello')))
    expect(await send(port, { scheme: 'https' })).toMatchObject({ kind: 'network', sent: false })
  })

  it('has sent: false if the proxy refuses the tunnel', async () => {
    const port = await answering(socket => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
    expect(await send(1, { scheme: 'https', env: { https_proxy: `127.0.0.1:${port}` } })).toMatchObject({
      kind: 'network',
      sent: false,
      code: 'PROXY_REFUSED',
      origin: 'https://127.0.0.1:1',
      proxy: 'https_proxy',
    })
  })

  it('has sent: false if the proxy rejects the credentials', async () => {
    const port = await answering(socket => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
    const env = { HTTPS_PROXY: `user:pass@127.0.0.1:${port}` }
    expect(await send(1, { scheme: 'https', env })).toMatchObject({
      sent: false,
      code: 'PROXY_AUTHENTICATION',
    })
  })

  it('has sent: false if the proxy closes the connection', async () => {
    const port = await answering(socket => socket.end())
    const env = { HTTPS_PROXY: `127.0.0.1:${port}` }
    expect(await send(1, { scheme: 'https', env })).toMatchObject({ sent: false, code: 'ECONNRESET' })
  })

  it('has sent: true if the server resets an open connection', async () => {
    const port = await answering(socket => socket.resetAndDestroy())
    expect(await send(port)).toMatchObject({ kind: 'network', sent: true, code: 'ECONNRESET' })
  })

  it('has sent: true if the server closes the connection without a response', async () => {
    const port = await answering(socket => socket.end())
    expect(await send(port)).toMatchObject({ kind: 'network', sent: true, code: 'ECONNRESET' })
  })
})

/** Peers that accept a connection and then send nothing, with the phase of the attempt that this stops. */
const SILENT: [phase: string, expected: object, start: () => Promise<Parameters<typeof send>>][] = [
  [
    'the TLS handshake',
    { sent: false, code: 'TLS_TIMEOUT' },
    async () => [await listen(createTcpServer(() => {})), { scheme: 'https' }],
  ],
  [
    'the tunnel of a proxy',
    { sent: false, code: 'PROXY_TIMEOUT', proxy: 'HTTPS_PROXY' },
    async () => {
      const port = await listen(createTcpServer(() => {}))
      return [1, { scheme: 'https', env: { HTTPS_PROXY: `127.0.0.1:${port}` } }]
    },
  ],
  [
    'the TLS handshake with a proxy',
    { sent: false, code: 'TLS_TIMEOUT' },
    async () => {
      const port = await listen(createTcpServer(() => {}))
      return [1, { scheme: 'https', env: { HTTPS_PROXY: `https://127.0.0.1:${port}` } }]
    },
  ],
  [
    'the TLS handshake within a tunnel',
    { sent: false, code: 'TLS_TIMEOUT' },
    async () => {
      const port = await answering(socket => socket.write(TUNNEL))
      return [1, { scheme: 'https', env: { HTTPS_PROXY: `127.0.0.1:${port}` } }]
    },
  ],
  ['the response', { sent: true, code: 'RESPONSE_TIMEOUT' }, async () => [await serve(() => {}), {}]],
]

describe.each(SILENT)('if the peer stays silent in the phase of %s', (_, expected, start) => {
  it('the attempt ends after its timeout', async () => {
    const [port, options] = await start()
    expect(await send(port, { ...options, timeout: 300 })).toMatchObject({ kind: 'network', ...expected })
  })

  it('an abort ends the attempt at once', async () => {
    const [port, options] = await start()
    const controller = new AbortController()
    // 100 ms is enough to reach the silent phase; the timeout of the attempt is longer than that of the test.
    setTimeout(() => controller.abort(), 100)
    const sending = send(port, { ...options, timeout: 3_600_000, signal: controller.signal })
    await expect(sending).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})

it('an attempt opens no connection if its signal is already aborted', async () => {
  const server = createServer()
  const connected = vi.fn()
  server.on('connection', connected)
  const port = await listen(server)
  await expect(send(port, { signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
  expect(connected).not.toHaveBeenCalled()
})

it('an abort during the body is thrown', async () => {
  const controller = new AbortController()
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).flushHeaders()
    setImmediate(() => controller.abort())
  })
  await expect(send(port, { signal: controller.signal, timeout: 3_600_000 })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})

describe('a response is returned', () => {
  it('if it is a redirect, which is not followed', async () => {
    const asked: (string | undefined)[] = []
    const port = await serve((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await send(port)).toMatchObject({ status: 307 })
    expect(asked).toEqual(['/v2/x?y=1'])
  })

  it.each(['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'])(
    'after the unrequested interim response %j',
    async interim => {
      const port = await answering(socket =>
        socket.end(`${interim}HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}`),
      )
      expect(await send(port)).toMatchObject({ status: 201, text: '{}' })
    },
  )

  // Windows drops what it has received when the connection is reset.
  const isWindows = process.platform === 'win32'
  it.skipIf(isWindows)('if the server sends it before it reads the request and then resets', async () => {
    const refusal = 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'
    const port = await answering(socket => socket.write(refusal, () => socket.resetAndDestroy()))
    expect(await send(port, { body: 'x'.repeat(20_000_000) })).toMatchObject({ status: 401, text: '{}' })
  })

  it('if it has 40 kB of headers', async () => {
    const port = await serve((_, response) =>
      response.writeHead(401, { 'set-cookie': 'x'.repeat(40_000) }).end(),
    )
    expect(await send(port)).toMatchObject({ status: 401 })
  })
})

it.each([
  ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /^HPE_/],
  [
    'switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    /^ECONNRESET$/,
  ],
])('a server that %s causes a network failure', async (_, greeting, code) => {
  const port = await answering(socket => socket.end(greeting))
  expect(await send(port)).toMatchObject({ kind: 'network', sent: true, code: expect.stringMatching(code) })
})
