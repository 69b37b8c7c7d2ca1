import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

/** Answers a request. */
export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** A running server. */
interface Server {
  /** Its URL, without a trailing slash. */
  url: string
  /** Ends it and every open connection. */
  close: () => Promise<void>
}

/** A request that was served: `status` is null if the connection was dropped without an answer. */
export interface Served {
  method: string
  path: string
  status: number | null
}

/**
 * Serves on 127.0.0.1, on any free port by default. Rejects if the port is taken.
 *
 * @param onServed called for each served request
 */
export async function serve(
  fetch: Fetch,
  port = 0,
  onServed: (served: Served) => void = () => {},
): Promise<Server> {
  const listener = getRequestListener(
    async (request, bindings) => {
      const response = await fetch(request, bindings as HttpBindings)
      const status = bindings.outgoing.destroyed ? null : response.status
      onServed({ method: request.method, path: new URL(request.url).pathname, status })
      return response
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer(listener)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
