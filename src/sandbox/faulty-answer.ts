import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Answer } from './answer.ts'
import { type Fault, hasOwnAnswer, takesEffect } from './faults.ts'

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
