import type { IncomingMessage } from 'node:http'

/** The three operations of the interface, and the push of a repository's host. */
export type Operation = 'list_repositories' | 'list_deployments' | 'create_deployment' | 'push'

/**
 * A request as it arrived. `path` is whole, base path included; header names are in lower case; of a query
 * parameter that was given twice the last value counts. `body` is the parsed JSON, or the text where it is not
 * JSON, or null where there is none (yet); `operation` is null for an unknown route.
 */
export interface RequestRecord {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
  operation: Operation | null
}

/** The record of a request whose body has not been read. */
export function recordOf(request: Request, operation: Operation | null): RequestRecord {
  const { pathname, searchParams } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(request.headers),
    body: null,
    operation,
  }
}

/** What a record shows of a body. */
export function shownBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The whole body, or undefined where it has more than `most` bytes. Throws when the client hangs up. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // The stream is left open, for the answer goes out over the same socket.
  const stream: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
