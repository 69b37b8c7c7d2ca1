import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on loopback. Returns its port, and a function that ends it and every open connection. */
export async function openServer(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  // The server's own list lacks connections during their TLS handshake.
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closed = once(server, 'close')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * Lets a server listen on loopback until the test is over, and returns its port.
 *
 * @param finished the test's own `onTestFinished`, which a concurrent test must pass
 */
export async function listen(server: Server, finished = onTestFinished): Promise<number> {
  const { port, close } = await openServer(server)
  finished(close)
  return port
}
