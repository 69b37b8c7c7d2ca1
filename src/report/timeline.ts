import type { Event, Phase } from '../deployment/events.ts'
import { factOf } from './log.ts'

/** One phase of a run. Times are in milliseconds since the run began. */
export interface Span {
  phase: Phase
  from: number
  /** Undefined while the phase lasts. */
  to?: number
  facts: { at: number; text: string }[]
}

/** The phases of a run, with times. */
export interface Timeline {
  /** The start, in milliseconds by the clock of the run. */
  began: number
  spans: Span[]
}

/**
 * The timeline after an event. It begins with the first phase.
 *
 * @param at the time of the event, in milliseconds by the clock of the run
 */
export function extend(timeline: Timeline | undefined, event: Event, at: number): Timeline | undefined {
  if (event.type === 'phase') {
    const { began, spans } = endTimeline(timeline, at) ?? { began: at, spans: [] }
    return { began, spans: [...spans, { phase: event.phase, from: since(began, at), facts: [] }] }
  }
  const text = factFor(event)
  const last = timeline?.spans.at(-1)
  if (text === undefined || !timeline || !last) return timeline
  const facts = [...last.facts, { at: since(timeline.began, at), text }]
  return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, facts }] }
}

/** An event as a fact of the timeline. Heartbeats appear only in the log, and differences have their own section. */
function factFor(event: Event): string | undefined {
  if (event.type === 'heartbeat') return undefined
  if (event.type === 'differences' && event.differences.length > 0) return undefined
  return event.type === 'warning' ? event.message : factOf(event)
}

/** The timeline with its last phase ended. */
export function endTimeline(timeline: Timeline | undefined, at: number): Timeline | undefined {
  const last = timeline?.spans.at(-1)
  if (!timeline || !last || last.to !== undefined) return timeline
  const to = Math.max(last.from, since(timeline.began, at))
  return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, to }] }
}

const since = (began: number, at: number) => at - began
