import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A listening server. `close` ends every open connection, too. */
export interface Listening {
  port: number
  close(): Promise<void>
}

/** Lets a server of `node:net`, `node:http`, `node:https` or `node:tls` listen on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<Listening> {
  // The list of an HTTPS server lacks the connections in their TLS handshake.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** An address at which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:1'
