import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Answer } from './check.ts'
import type { Operation } from './requests.ts'

/**
 * A fault of one request (or of `times` requests). Set at most one of: a custom answer (`status`, `headers`, `body` or
 * `rewrite`), `drop`, `garbage`, `half`, `stall`. With none of them the real answer is sent after `delay`.
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
  /** Sends the head and half of the real answer, then ends the connection. */
  half?: true
  /** Sends the head and half of the real answer, then nothing. */
  stall?: true
  /** The operation takes effect this many milliseconds (by the sandbox's clock) after the drop or the answer. */
  commit_after?: number
}

/** The faults that are queued for requests. */
export interface FaultQueue {
  /** Adds a fault; returns a function that removes it. Throws if the fault's fields contradict each other. */
  script: (fault: Fault) => () => void
  /** Takes the first fault that matches, and counts one use of it. */
  take: (operation: Operation | null) => Fault | undefined
}

/** An empty queue. */
export function openFaults(): FaultQueue {
  let queue: { fault: Fault; left: number }[] = []

  function sweep(): void {
    queue = queue.filter(({ left }) => left > 0)
  }

  return {
    script(fault) {
      assertSound(fault)
      const { times = 1 } = fault
      const entry = { fault, left: times === 'forever' ? Number.POSITIVE_INFINITY : times }
      queue.push(entry)
      return () => {
        entry.left = 0
        sweep()
      }
    },
    take(operation) {
      const entry = queue.find(
        ({ fault: { operation: wanted = 'any' } }) => wanted === 'any' || wanted === operation,
      )
      if (entry === undefined) return undefined
      entry.left -= 1
      sweep()
      return entry.fault
    },
  }
}

/** Whether the fault replaces the operation's answer. */
function hasOwnAnswer({ status, headers, body, rewrite }: Fault): boolean {
  return [status, headers, body, rewrite].some(part => part !== undefined)
}

/** Whether the operation takes effect as usual, before the fault. */
function takesEffect(fault: Fault): boolean {
  if (fault.commit_after !== undefined) return false
  if (fault.rewrite !== undefined) return true
  if (hasOwnAnswer(fault) || fault.garbage) return fault.effect === 'before'
  return fault.drop !== 'before'
}

function assertSound(fault: Fault): void {
  const { drop, garbage, half, stall, effect, body, rewrite, commit_after } = fault
  const kinds = [hasOwnAnswer(fault), drop !== undefined, garbage, half, stall].filter(Boolean)
  if (kinds.length > 1) throw new Error('A fault is of one kind only')
  if (rewrite && (body !== undefined || effect === 'none')) {
    throw new Error('A fault that rewrites the answer has no other body, and takes effect')
  }
  const atOnce = drop === 'after' || effect === 'before' || rewrite || half || stall
  if (atOnce && commit_after !== undefined) throw new Error('A fault takes effect once only')
}

type Message = { status: number; headers: Record<string, string>; bytes: Uint8Array }

const GARBAGE: Message = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x3c, 0x21, 0x2d, 0x2d]),
}

/**
 * Answers a request under a fault, on the raw response. `effect` runs the operation, `late` milliseconds from now if
 * given, and returns the real answer. `closing` ends a delay early. Returns the status sent, or null if none was sent.
 */
export async function answerWithFault(
  fault: Fault,
  effect: (late?: number) => Answer,
  outgoing: ServerResponse,
  closing: AbortSignal,
): Promise<number | null> {
  const real = takesEffect(fault) ? effect() : undefined
  if (fault.delay !== undefined) {
    const ended = await sleep(fault.delay, false, { signal: closing }).catch(() => true)
    if (ended) return null
  }
  if (fault.commit_after !== undefined) effect(fault.commit_after)

  const message = messageOf(fault, real)
  if (outgoing.destroyed) return null
  if (message === undefined) {
    if (outgoing.socket !== null) reset(outgoing.socket)
    return null
  }
  if (fault.half || fault.stall) await sendHalf(message, outgoing)
  else outgoing.writeHead(message.status, message.headers).end(message.bytes)
  if (fault.half) outgoing.destroy()
  return message.status
}

/** The message to send; undefined for a dropped connection. */
function messageOf(fault: Fault, real: Answer | undefined): Message | undefined {
  if (fault.garbage) return GARBAGE
  if (hasOwnAnswer(fault)) return ownMessage(fault, real)
  if (fault.drop !== undefined || real === undefined) return undefined
  return message(real.status, real.body)
}

function ownMessage({ status, headers = {}, body, rewrite }: Fault, real: Answer | undefined): Message {
  const own =
    rewrite && real ? message(status ?? real.status, rewrite(real.body)) : message(status ?? 200, body)
  for (const [name, value] of Object.entries(headers)) own.headers[name.toLowerCase()] = value
  return own
}

/** Text and bytes are sent unchanged, every other value as JSON. */
function message(status: number, body: unknown): Message {
  if (body === undefined) return { status, headers: {}, bytes: Buffer.alloc(0) }
  if (body instanceof Uint8Array) return { status, headers: {}, bytes: body }
  const isText = typeof body === 'string'
  return {
    status,
    headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' },
    bytes: Buffer.from(isText ? body : JSON.stringify(body)),
  }
}

/** Sends the head and the first half, and waits until they are flushed or the client hangs up. */
async function sendHalf({ status, headers, bytes }: Message, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve())
  await Promise.race([sent, once(outgoing, 'close')])
}

function reset(socket: Socket): void {
  // Only plain TCP can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
