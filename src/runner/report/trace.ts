import type { Clock } from '../../service/clock.ts'
import { isNetworkFailure, type Send } from '../../service/exchange.ts'
import type { Job } from '../job.ts'

/** Makes each request tell, in the debug log, what was asked, what came of it and how long it took. */
export function traced(send: Send, job: Job, clock: Clock): Send {
  return async (request, signal) => {
    const began = clock.now()
    const tell = (came: string) =>
      job.debug(`${request.method} ${traceable(request.url)}: ${came} after ${clock.now() - began} ms`)
    try {
      const answer = await send(request, signal)
      tell(isNetworkFailure(answer) ? answer.code : String(answer.status))
      return answer
    } catch (error) {
      tell('aborted')
      throw error
    }
  }
}

/** The path, and of the query the names: its values are the workflow's own, but for the numbers of paging. */
function traceable({ pathname, searchParams }: URL): string {
  const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '…'}`)
  return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`
}
