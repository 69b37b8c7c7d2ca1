import type { Operation } from './requests.ts'

/**
 * What goes wrong with one request (or `times` of them). At most one of: an answer of one's own (`status`,
 * `headers`, `body` or `rewrite`), `drop`, `garbage`, `half`, `stall`; with none of them the real answer comes, after `delay`.
 */
export interface Fault {
  /** The operation it is for; any request where left out, unknown routes too. */
  operation?: Operation | 'any'
  /** How many requests it is for; default 1. */
  times?: number | 'forever'
  /** Milliseconds before the answer (or the drop). An effect takes place before them. */
  delay?: number
  /** An answer of one's own: status (default 200), headers, and a body that is sent as it is or as JSON. */
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** The real answer's body, changed; the operation takes effect. Goes with `status` and `headers`. */
  rewrite?: (body: unknown) => unknown
  /** Whether the operation takes effect in spite of an answer of one's own, or of garbage; default `none`. */
  effect?: 'before' | 'none'
  /** The connection is reset, before (that is, without) or after the operation takes effect. */
  drop?: 'before' | 'after'
  /** A 200 that says it is JSON, and is not. */
  garbage?: true
  /** The head and half of the real answer, then the end of the connection. */
  half?: true
  /** The head and half of the real answer, then nothing. */
  stall?: true
  /** The operation takes effect (by the sandbox's clock) these milliseconds after the drop or the answer. */
  commit_after?: number
}

/** The faults that wait for their requests. */
export interface FaultQueue {
  /** Adds one; returns a function that withdraws it. Throws on a fault that contradicts itself. */
  script: (fault: Fault) => () => void
  /** The first that fits, used up by one. */
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

/** Whether the fault answers in the operation's stead. */
export function hasOwnAnswer({ status, headers, body, rewrite }: Fault): boolean {
  return [status, headers, body, rewrite].some(part => part !== undefined)
}

/** Whether the operation takes effect as usual, before anything goes wrong. */
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
