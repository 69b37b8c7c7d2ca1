import type { IncomingMessage } from 'node:http'

/** The three operations of the interface, and the push of a repository's host. */
export type Operation = 'list_repositories' | 'list_deployments' | 'create_deployment' | 'push'

/**
 * A received request. `path` includes the base path; header names are in lower case; for a repeated query parameter the
 * last value counts. `body` is the parsed JSON, the text if it is not JSON, or null if there is none (yet); `operation`
 * is null for an unknown route.
 */
export interface RequestRecord {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
  operation: Operation | null
}

/** The record of a request before its body is read. */
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

/** The form of a body in a record. */
export function shownBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The whole body, or undefined if it has more than `most` bytes. Throws when the client hangs up. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // The stream stays open because the answer uses the same socket.
  const stream: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
