import { connect, createServer, type Socket } from 'node:net'
import { openServer } from '../listen.ts'

/** A server at a distance. */
interface Distant {
  port: number
  close(): Promise<void>
}

/**
 * Puts a local server at a distance: every byte needs a time to arrive, in both directions.
 *
 * @param roundTrip the time for both directions, in milliseconds
 */
export function putAtDistance(port: number, roundTrip: number): Promise<Distant> {
  const server = createServer({ allowHalfOpen: true }, near => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [near, far]) socket.setNoDelay().on('error', () => {})
    delay(near, far, roundTrip / 2)
    delay(far, near, roundTrip / 2)
  })
  return openServer(server)
}

/** Passes on all that one socket receives to another one, after a time. */
function delay(from: Socket, to: Socket, ms: number): void {
  from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), ms))
  from.on('end', () => setTimeout(() => to.end(), ms))
  from.on('close', () => setTimeout(() => to.destroy(), ms))
}
