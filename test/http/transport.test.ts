import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { errors } from 'undici'
import { describe, expect, it } from 'vitest'
import { codeOfNetworkError } from '../../src/http/exchange.ts'
import { openTransport } from '../../src/http/transport.ts'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import { send } from './attempt.ts'

const serve = (listener: RequestListener) => listen(createServer(listener))

/** A server that answers the first data of each connection, and nothing after it. */
const answering = (answer: (socket: Socket) => void) =>
  listen(createTcpServer(socket => socket.on('error', () => {}).once('data', () => answer(socket))))

const silent = () => listen(createTcpServer(() => {}))

/** An answer on a connection, as it is on the wire. */
const saying = (text: string) => answering(socket => socket.end(text))

const TUNNEL = 'HTTP/1.1 200 Connection established\r\n\r\n'
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** Options for a request through a proxy at a port. */
const through = (port: number, scheme = 'http') => ({
  scheme: 'https',
  env: { HTTPS_PROXY: `${scheme}://127.0.0.1:${port}` },
})

/** The same for a request without TLS, which needs no tunnel. */
const plainThrough = (port: number) => ({ env: { HTTP_PROXY: `127.0.0.1:${port}` } })

type Start = () => Promise<Parameters<typeof send>>

const head = (text: string) => `HTTP/1.1 ${text}\r\n\r\n`
const behind = async (answer: string): Promise<Parameters<typeof send>> => [1, through(await saying(answer))]
const PROXY_407 = head('407 Proxy Authentication Required\r\ncontent-length: 0')
const SWITCH = head('101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade')
const LONG = head(`200 OK\r\na: ${'x'.repeat(70_000)}`)
const untrusted: Start = async () => [await listen(createTlsServer(selfSigned())), { scheme: 'https' }]
const plain: Start = async () => [await saying('hello there'), { scheme: 'https' }]

/** Port 1 is always closed. */
const FAILURES: [peer: string, sent: boolean, code: string, start: Start][] = [
  ['refuses the connection', false, 'ECONNREFUSED', async () => [1]],
  ['has an untrusted certificate', false, 'DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['does not speak TLS', false, 'ERR_SSL_WRONG_VERSION_NUMBER', plain],
  ['has an unreachable proxy', false, 'ECONNREFUSED', async () => [1, plainThrough(1)]],
  ['has a proxy that refuses the tunnel', false, 'PROXY_REFUSED_403', () => behind(head('403 Forbidden'))],
  ['has a proxy with other credentials', false, 'PROXY_AUTHENTICATION', () => behind(PROXY_407)],
  [
    'has a proxy with other credentials, without a tunnel',
    false,
    'PROXY_AUTHENTICATION',
    async () => [1, plainThrough(await saying(PROXY_407))],
  ],
  ['has a proxy that closes the connection', false, 'UND_ERR_PRX_CONN', () => behind('')],
  ['resets the connection', true, 'ECONNRESET', async () => [await answering(s => s.resetAndDestroy())]],
  ['closes the connection', true, 'UND_ERR_SOCKET', async () => [await answering(s => s.end())]],
  ['speaks another protocol', true, 'NOT_HTTP', async () => [await saying('SSH-2.0-OpenSSH_9.2\r\n')]],
  ['switches protocols', true, 'UND_ERR_SOCKET', async () => [await saying(SWITCH)]],
  ['sends 70 kB of headers', true, 'UND_ERR_HEADERS_OVERFLOW', async () => [await saying(LONG)]],
]

it.each(FAILURES)(
  'an attempt fails and names the origin if the peer %s (sent: %s, %s)',
  async (_, sent, code, start) => {
    const [port, options] = await start()
    const { scheme = 'http', env = {} } = options ?? {}
    const proxy = Object.keys(env).find(name => name.endsWith('PROXY'))
    const origin = `${scheme}://127.0.0.1:${port}`
    expect(await send(port, options)).toMatchObject({ kind: 'network', sent, code, origin, proxy })
  },
)

const SILENT: [phase: string, sent: boolean, code: string, start: Start][] = [
  ['in the TLS handshake', false, 'CONNECT', async () => [await silent(), { scheme: 'https' }]],
  ['in the tunnel of a proxy', false, 'CONNECT', async () => [1, through(await silent())]],
  ['in the TLS handshake with a proxy', false, 'CONNECT', async () => [1, through(await silent(), 'https')]],
  [
    'in the TLS handshake within a tunnel',
    false,
    'CONNECT',
    async () => [1, through(await answering(socket => socket.write(TUNNEL)))],
  ],
  ['before the response', true, 'RESPONSE', async () => [await silent(), {}]],
]

it.each(SILENT)(
  'a peer that is silent %s delays neither a timeout nor an abort',
  async (_, sent, phase, start) => {
    const [port, options] = await start()
    // Enough time to reach the silent phase.
    const aborted = send(port, { ...options, signal: AbortSignal.timeout(100) })
    await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    const code = `${phase}_TIMEOUT`
    expect(await send(port, { ...options, timeout: 200 })).toMatchObject({ kind: 'network', sent, code })
  },
)

it('an abort during the body is thrown', async () => {
  const controller = new AbortController()
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).flushHeaders()
    setImmediate(() => controller.abort())
  })
  await expect(send(port, { signal: controller.signal })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})

it('a request whose attempt ended before it had a connection is never sent', async () => {
  const seen: string[] = []
  const server = createTcpServer(socket => socket.on('data', data => seen.push(String(data).slice(0, 4))))
  const port = await listen(server)
  const opening = Promise.withResolvers<Socket>()
  const proxy = await answering(opening.resolve)
  const sendBriefly = openTransport({ timeout: 100, ...through(proxy) })
  const url = new URL(`https://127.0.0.1:${port}`)
  const request = { method: 'POST', url, headers: {}, body: '{}' } as const
  expect(await sendBriefly(request, new AbortController().signal)).toMatchObject({ sent: false })
  const socket = await opening.promise
  socket.write(TUNNEL)
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(seen).toEqual([])
})

describe('a response is returned', () => {
  it('after an interim response', async () => {
    const port = await saying(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}`)
    expect(await send(port)).toMatchObject({ status: 200, text: '{}' })
  })

  // Windows drops what it has received when the connection is reset.
  const isWindows = process.platform === 'win32'
  it.skipIf(isWindows)('if the server sends it before it reads the request and then resets', async () => {
    const refusal = 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'
    const port = await answering(socket => socket.write(refusal, () => socket.resetAndDestroy()))
    expect(await send(port, { body: 'x'.repeat(20_000_000) })).toMatchObject({ status: 401, text: '{}' })
  })

  it('if it has 40 kB of headers', async () => {
    const port = await saying(head(`401 No\r\ncontent-length: 0\r\na: ${'x'.repeat(40_000)}`))
    expect(await send(port)).toMatchObject({ status: 401 })
    expect(await send(1, plainThrough(port))).toMatchObject({ status: 401 })
  })
})

it('requests in a row share a connection unless one is to be fresh, and a failed one is sent once', async () => {
  const seen: string[] = []
  let connections = 0
  const server = createTcpServer(socket => {
    const connection = ++connections
    socket.on('error', () => {})
    socket.on('data', data => {
      const [method = ''] = String(data).split(' ', 1)
      seen.push(`${method} over ${connection}`)
      if (method === 'DELETE') socket.resetAndDestroy()
      else socket.write(OK)
    })
  })
  const url = new URL(`http://127.0.0.1:${await listen(server)}`)
  const sendInTurn = openTransport({ timeout: 60_000, env: {} })
  const answers = []
  for (const method of ['GET', 'GET', 'PATCH', 'DELETE', 'GET'] as const) {
    const request = { method, url, headers: {}, fresh: method === 'PATCH' }
    answers.push(await sendInTurn(request, new AbortController().signal))
  }
  const ok = expect.objectContaining({ status: 200 })
  const reset = expect.objectContaining({ sent: true, code: 'ECONNRESET' })
  expect(answers).toEqual([ok, ok, ok, reset, ok])
  expect(seen).toEqual(['GET over 1', 'GET over 1', 'PATCH over 2', 'DELETE over 2', 'GET over 3'])
})

it('a connection that the server closed after its response is not used again', async () => {
  const closings = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let connections = 0
  const server = createTcpServer(socket => {
    const closing = closings[connections++]
    socket.on('data', () => socket.end(OK)).on('close', () => closing?.resolve())
  })
  const url = new URL(`http://127.0.0.1:${await listen(server)}`)
  const sendInTurn = openTransport({ timeout: 60_000, env: {} })
  for (const { promise: closed } of closings) {
    const request = { method: 'POST', url, headers: {}, body: '{}' } as const
    expect(await sendInTurn(request, new AbortController().signal)).toMatchObject({ status: 200 })
    // The server sees its end only after the client has closed it too.
    await closed
  }
  expect(connections).toBe(3)
})

it.each([new TypeError('a bug'), new errors.InvalidArgumentError('a bug')])('the bug %s is thrown', error => {
  expect(() => codeOfNetworkError(error)).toThrow(error)
})
