import type { Clock } from '../lib/clock.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { isNetworkFailure, type Send } from './exchange.ts'

/** Writes a line to the debug log for each request: method, path, result and duration. */
export function traced(send: Send, debug: (line: Sentence) => void, clock: Clock): Send {
  return async (request, signal) => {
    // Notices a cancellation that came while the process was busy.
    await clock.turn()
    const began = clock.now()
    let result = 'aborted'
    try {
      const answer = await send(request, signal)
      result = isNetworkFailure(answer) ? answer.code : String(answer.status)
      return answer
    } finally {
      const took = Math.round(clock.now() - began)
      debug(say`${request.method} ${traceable(request.url)}: ${result} after ${took} ms`)
    }
  }
}

/** The path and the names of the query parameters. Values are left out, except page numbers. */
function traceable({ pathname, searchParams }: URL): string {
  const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '…'}`)
  return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`
}
