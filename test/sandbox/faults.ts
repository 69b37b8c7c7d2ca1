import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'

/** The three operations of the interface. */
export type Operation = 'list_repositories' | 'list_deployments' | 'create_deployment'

/**
 * A fault on the wire, of one request or of `times` requests: a custom answer (`status`, `headers`, `body` or `rewrite`) or
 * a `drop`; otherwise the real answer. Any answer can come after a `delay`, and be sent by `half` or `stall`. The faults
 * of the service itself are in src/sandbox/faults.ts.
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
  /** Whether the operation takes effect in spite of a custom answer; default `none`. */
  effect?: 'before' | 'none'
  /** Resets the connection, either without an effect (`before`) or after the operation takes effect. */
  drop?: 'before' | 'after'
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
  if (hasOwnAnswer(fault)) return fault.effect === 'before'
  return fault.drop !== 'before'
}

/** Sends the answer of a fault; `real` is the operation's own, or undefined if it took no effect. */
export async function sendFault(
  fault: Fault,
  real: Response | undefined,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await answerOf(fault, real)
  if (outgoing.destroyed) return
  if (response === undefined) return reset(outgoing)
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!fault.half && !fault.stall) return void outgoing.writeHead(status, headers).end(bytes)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve())
  await Promise.race([sent, once(outgoing, 'close')])
  if (fault.half) outgoing.destroy()
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** The answer to send; undefined for a dropped connection. */
async function answerOf(fault: Fault, real: Response | undefined): Promise<Response | undefined> {
  const { status, headers, body, rewrite, drop } = fault
  if (!hasOwnAnswer(fault)) return drop === undefined ? real : undefined
  const changed = rewrite && real ? await rewrite(await real.json()) : body
  // Text and bytes are sent unchanged, every other value as JSON.
  const isRaw = changed === undefined || typeof changed === 'string' || changed instanceof Uint8Array
  const own = new Headers(isRaw ? {} : JSON_TYPE)
  for (const [name, value] of Object.entries(headers ?? {})) own.set(name, value)
  const init = { status: status ?? (rewrite && real ? real.status : 200), headers: own }
  return new Response(isRaw ? (changed as string | undefined) : JSON.stringify(changed), init)
}

function reset({ socket }: ServerResponse): void {
  // Only plain TCP can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}
