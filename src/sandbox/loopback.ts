import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

type Fetch = (
  request: Request,
  bindings: HttpBindings,
) => Response | Promise<Response>

/** A request that is over. `status` is null if the connection was dropped without an answer. */
interface Served {
  method: string
  path: string
  status: number | null
}

interface Server {
  /** Without a trailing slash. */
  url: string
  /** Ends it and every open connection. */
  close(): Promise<void>
}

/** Serves on 127.0.0.1, on any free port by default. Rejects if the port is taken. */
export async function serve(
  fetch: Fetch,
  port = 0,
  onServed: (served: Served) => void = () => {},
): Promise<Server> {
  const listener = getRequestListener(
    async (request, incoming) => {
      const bindings = incoming as HttpBindings
      const response = await fetch(request, bindings)
      onServed({
        method: request.method,
        path: new URL(request.url).pathname,
        status: bindings.outgoing.destroyed ? null : response.status,
      })
      return response
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
