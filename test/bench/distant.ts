import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openServer } from '../listen.ts'

/**
 * Adds a latency of `roundTrip` milliseconds to a server on loopback. A connection opens at once here, but after one
 * round trip over a network, so its first bytes are delayed by that time.
 */
export function openDistant(target: number, roundTrip: number): ReturnType<typeof openServer> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    relay(near, far, performance.now() + roundTrip, roundTrip / 2)
    relay(far, near, 0, roundTrip / 2)
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  return openServer(server)
}

/** Forwards data in order, `delay` milliseconds after it arrives, and not before `from`. */
function relay(source: Socket, sink: Socket, from: number, delay: number): void {
  let last = Promise.resolve<unknown>(undefined)
  const later = (act: () => void) => {
    const due = Math.max(performance.now(), from) + delay
    last = last.then(() => sleep(Math.max(0, due - performance.now()))).then(act)
  }
  source
    .on('data', bytes => later(() => sink.writable && sink.write(bytes)))
    .on('end', () => later(() => sink.end()))
    .on('close', hadError => hadError && later(() => sink.destroy()))
}
