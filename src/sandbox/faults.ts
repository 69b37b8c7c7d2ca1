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
export function hasOwnAnswer({ status, headers, body, rewrite }: Fault): boolean {
  return [status, headers, body, rewrite].some(part => part !== undefined)
}

/** Whether the operation takes effect as usual, before the fault. */
export function takesEffect(fault: Fault): boolean {
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
