import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Listening, listen } from '../harness/listen.ts'

/** A forward proxy that records what it was asked for. Whatever the host, it connects to this port of loopback. */
export interface Proxy extends Listening {
  /** The requests, as `CONNECT host:port` or `GET http://host/path`. */
  asked: string[]
}

/** @param before what happens before the n-th tunnel is opened; the first is 1 */
export async function openProxy(target: string, before = async (_tunnel: number) => {}): Promise<Proxy> {
  const { port } = new URL(target)
  const asked: string[] = []
  const tunnels = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    asked.push(`${method} ${url}`)
    const { pathname, search } = new URL(url)
    const forwarded = request({ port, method, headers, path: pathname + search }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  server.on('connect', async ({ url = '' }, socket: Socket) => {
    asked.push(`CONNECT ${url}`)
    await before(asked.length)
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    tunnels.add(upstream)
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
  })
  const listening = await listen(server)
  async function close(): Promise<void> {
    for (const tunnel of tunnels) tunnel.destroy()
    await listening.close()
  }
  return { port: listening.port, close, asked }
}
