import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Lets a server listen on loopback until the test is over, and returns its port.
 *
 * @param finished the test's own `onTestFinished`, which a concurrent test must pass
 */
export async function listen(server: Server, finished = onTestFinished): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  finished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
