import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'

/** The three operations of the interface. */
export type Operation = 'list_repositories' | 'list_deployments' | 'create_deployment'

/**
 * A fault of one request (or of `times` requests): a custom answer (`status`, `headers`, `body` or `rewrite`), `garbage` or
 * a `drop`; otherwise the real answer. Any answer can come after a `delay`, and be sent by `half` or `stall`.
 */
export interface Fault {
  /** The operation with the fault; by default any request, even of an unknown route. */
  operation?: Operation | 'any'
  /** The number of requests with the fault; default 1. */
  times?: number | 'forever'
  /** Milliseconds before the answer (or the drop). The operation takes effect before the delay. */
  delay?: number
  /** A custom answer: status (default 200), headers, and a body that is sent unchanged or as JSON. */
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Changes the body of the real answer; the operation takes effect. Can be combined with `status` and `headers`. */
  rewrite?: (body: unknown) => unknown
  /** Whether the operation takes effect in spite of a custom answer or `garbage`; default `none`. */
  effect?: 'before' | 'none'
  /** Resets the connection, either without an effect (`before`) or after the operation takes effect. */
  drop?: 'before' | 'after'
  /** Sends a 200 with a JSON content type and an invalid body. */
  garbage?: true
  /** Sends the head and half of the answer, then ends the connection. */
  half?: true
  /** Sends the head and half of the answer, then nothing. */
  stall?: true
  /** The operation takes effect this many milliseconds after the drop or the answer. */
  commit_after?: number
}

/** Whether the fault replaces the operation's answer. */
const hasOwnAnswer = ({ status, headers, body, rewrite }: Fault): boolean =>
  [status, headers, body, rewrite].some(part => part !== undefined)

/** Whether the operation takes effect as usual, before the fault. */
export function takesEffect(fault: Fault): boolean {
  if (fault.commit_after !== undefined) return false
  if (fault.rewrite !== undefined) return true
  if (hasOwnAnswer(fault) || fault.garbage) return fault.effect === 'before'
  return fault.drop !== 'before'
}

interface Message {
  status: number
  headers: Record<string, string>
  bytes: Uint8Array
}

/** Sends the answer of a fault; `real` is the operation's own, or undefined if it took no effect. */
export async function sendFault(
  fault: Fault,
  real: Response | undefined,
  outgoing: ServerResponse,
): Promise<void> {
  const message = await messageOf(fault, real)
  if (outgoing.destroyed) return
  if (message === undefined) return reset(outgoing)
  const { status, headers, bytes } = message
  if (fault.half || fault.stall) {
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
    const { promise: sent, resolve } = Promise.withResolvers<void>()
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve())
    await Promise.race([sent, once(outgoing, 'close')])
    if (fault.half) outgoing.destroy()
  } else outgoing.writeHead(status, headers).end(bytes)
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** The message to send; undefined for a dropped connection. */
async function messageOf(fault: Fault, real: Response | undefined): Promise<Message | undefined> {
  const { status, headers: given = {}, body, rewrite, garbage, drop } = fault
  if (garbage) return { status: 200, headers: JSON_TYPE, bytes: Buffer.from('{"\xff\xfe\0<!--', 'latin1') }
  if (!hasOwnAnswer(fault)) {
    if (drop !== undefined || real === undefined) return undefined
    return {
      status: real.status,
      headers: Object.fromEntries(real.headers),
      bytes: new Uint8Array(await real.arrayBuffer()),
    }
  }
  const content = rewrite && real ? await rewrite(await real.json()) : body
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  )
  // Text and bytes are sent unchanged, every other value as JSON.
  const own = { status: status ?? (rewrite && real ? real.status : 200) }
  if (content === undefined) return { ...own, headers, bytes: Buffer.alloc(0) }
  if (content instanceof Uint8Array) return { ...own, headers, bytes: content }
  if (typeof content === 'string') {
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return { ...own, headers: { ...type, ...headers }, bytes: Buffer.from(content) }
  }
  return { ...own, headers: { ...JSON_TYPE, ...headers }, bytes: Buffer.from(JSON.stringify(content)) }
}

function reset({ socket }: ServerResponse): void {
  // Only plain TCP can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}
