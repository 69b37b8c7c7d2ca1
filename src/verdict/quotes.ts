import type { Stop } from '../deployment/end.ts'
import type { Failure } from '../service/failure.ts'
import { NOTHING_SAID } from '../service/said.ts'
import type { FailureWords } from './verdict.ts'

// What a stop has of the answer behind it.

/** The remote failure behind a stop. */
export function failureOf(stop: Stop): Failure | undefined {
  if (!('failure' in stop)) return undefined
  return stop.code === 'not_in_time' ? undefined : stop.failure
}

/** What the service or the health URL said. */
export function quoteOf(stop: Stop): Pick<FailureWords, 'said' | 'saidBy'> {
  if (stop.code === 'unhealthy') {
    const said = { ...NOTHING_SAID, text: stop.news.answer.excerpt }
    return { said, saidBy: 'The health URL' }
  }
  const failure = failureOf(stop)
  const isQuoted =
    stop.code !== 'unknown_outcome' && failure?.kind === 'refused'
  const said = isQuoted ? failure.said : NOTHING_SAID
  return { said, saidBy: 'The service' }
}

/** The HTTP status behind a stop. */
export function statusOf(stop: Stop): number | undefined {
  if (stop.code === 'wrong_answer') return stop.status
  if (stop.code === 'unhealthy') return stop.news.answer.status
  const failure = failureOf(stop)
  return failure && 'status' in failure ? failure.status : undefined
}
