import type { Socket } from 'node:net'
import type { buildConnector as Building } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'

/** How undici opens connections, and a way to have some open before it asks for them. */
interface Connector {
  connect: Building.connector
  /** Begins to open connections to a service. One that cannot be had fails the request that would have used it. */
  warm(url: URL, count: number): void
  /** Ends the connections that no request asked for. */
  close(): void
}

/** A connection that was begun before it was asked for. */
interface Early {
  origin: string
  socket: Socket
  answer: Promise<Parameters<Building.Callback>>
}

/** Said outright, so that no variable of the environment can turn the verification off. */
export const VERIFIED = { rejectUnauthorized: true }

/**
 * Opens connections by TCP and TLS.
 *
 * @param timeout time for one connection, in milliseconds
 */
export function openConnector(timeout: number): Connector {
  const connect = buildConnector({
    timeout,
    // HTTP/2 would spare a second handshake but no round trip, and its modules take longer to load than that.
    allowH2: false,
    ...VERIFIED,
  })
  const early: Early[] = []

  function begin(options: Building.Options): Early {
    const { promise: answer, resolve } = Promise.withResolvers<Parameters<Building.Callback>>()
    const socket = connect(options, (...args) => resolve(args))
    return { origin: originOf(options), socket, answer }
  }

  return {
    async connect(options, callback) {
      const index = early.findIndex(({ origin }) => origin === originOf(options))
      const [taken] = index === -1 ? [] : early.splice(index, 1)
      const answer = await taken?.answer
      // The service may have hung up meanwhile, as it saw no request.
      if (answer && (answer[0] || !answer[1].destroyed)) callback(...answer)
      else connect(options, callback)
    },
    warm({ host, hostname, protocol, port }, count) {
      const options = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port }
      early.push(...Array.from({ length: count }, () => begin(options)))
    },
    close() {
      for (const { socket } of early.splice(0)) socket.destroy()
    },
  }
}

const originOf = ({ protocol, host }: Building.Options) => `${protocol}//${host}`
