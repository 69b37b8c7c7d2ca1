import { createServer, type RequestListener, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../listen.ts'

/**
 * A forward proxy on loopback that tunnels and forwards, and records the hosts. With a certificate it speaks TLS.
 *
 * @param finished the test's own `onTestFinished`, which a concurrent test must pass
 */
export async function openProxy(
  tls?: { key: string; cert: string },
  finished = onTestFinished,
): Promise<{ url: string; asked: string[]; authorizations: (string | undefined)[] }> {
  const asked: string[] = []
  const authorizations: (string | undefined)[] = []
  const tunnels = new Set<Socket>()
  finished(() => {
    for (const tunnel of tunnels) tunnel.destroy()
  })
  const listener: RequestListener = (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const forwarded = request(
      incoming.url ?? '',
      { method: incoming.method, headers: incoming.headers },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(forwarded)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    authorizations.push(headers['proxy-authorization'])
    asked.push(`CONNECT ${url}`)
    const [host, port] = url.split(':')
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    tunnels.add(upstream)
    for (const end of [socket, upstream]) end.on('error', () => {})
  })
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${await listen(server, finished)}`,
    asked,
    authorizations,
  }
}
