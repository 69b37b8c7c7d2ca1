import type { ErrorCode } from '../../src/deployment/errors.ts'
import type { Exchange } from './model.ts'
import type { Run } from './world.ts'

/** A look-up in the whole list, without a filter. */
export interface LookUp {
  ended: number
  /** The ids of the deployments of the name that it found. */
  shown: string[]
  /** The ids of the deployments of the name that were in the list when it began. */
  there: string[]
}

/** Whether a run reads a page: one that was requested together with the first one only if that has the expected items. */
export const isRead = ({ besides, offset }: Exchange) =>
  besides === undefined || (besides.result === 200 && besides.size === offset)

/** The look-ups of a run that reached the end of the list. */
export function lookUpsOf(exchanges: Exchange[]): LookUp[] {
  const lookUps: LookUp[] = []
  let lookUp: LookUp | undefined
  for (const exchange of exchanges.filter(isRead)) {
    const { method, result, filtered, offset, size, shown = [], there = [], stale, at } = exchange
    // A failed request is sent again, or its look-up starts again.
    if (method !== 'GET' || filtered || result !== 200) continue
    if (offset === 0) lookUp = { ended: at, shown: [], there }
    if (!lookUp) continue
    if (stale) lookUp.there = []
    lookUp.shown = [...new Set([...lookUp.shown, ...shown])]
    lookUp.ended = at
    if (size === 0) lookUps.push(lookUp)
    if (size === 0) lookUp = undefined
  }
  return lookUps
}

export const codeOf = ({ outcome }: Run): ErrorCode | undefined =>
  outcome === 'cancelled' ? 'cancelled' : outcome.result === 'failed' ? outcome.failure.code : undefined

export const postsOf = (exchanges: Exchange[]) => exchanges.filter(({ method }) => method === 'POST')

/** Whether a POST proves that it had no effect, so that it may be sent again. */
export const hadNoEffect = ({ result }: Exchange) =>
  result === 'refused' || result === 408 || result === 425 || result === 429

/** Whether a POST leaves its effect unknown. */
export const isUnknown = ({ method, result }: Exchange) =>
  method === 'POST' &&
  (result === 'lost' ||
    result === 'unusable' ||
    (typeof result === 'number' && (result >= 500 || (result >= 300 && result < 400))))
