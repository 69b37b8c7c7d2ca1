import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../listen.ts'

/** A forward proxy on loopback that tunnels and forwards, and remembers for which hosts. */
export async function openProxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const tunnels = new Set<Socket>()
  onTestFinished(() => {
    for (const tunnel of tunnels) tunnel.destroy()
  })
  const server = createServer((incoming, outgoing) => {
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
  })
  server.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(`CONNECT ${url}`)
    const [host, port] = url.split(':')
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    tunnels.add(upstream)
    for (const end of [socket, upstream]) end.on('error', () => {})
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, asked }
}
