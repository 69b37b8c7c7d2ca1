import type { Event, Phase } from '../deployment/context.ts'
import type { Outcome } from '../deployment/outcome.ts'
import type { Sentence } from '../lib/sentence.ts'
import { factOf } from './log.ts'
import { duration, type Markup, section, table } from './markup.ts'

/** One phase of a run. Times are in milliseconds since the run began. */
interface Span {
  phase: Phase
  from: number
  /** Undefined while the phase lasts. */
  to?: number
  facts: { at: number; text: Sentence }[]
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
    return { began, spans: [...spans, { phase: event.phase, from: at - began, facts: [] }] }
  }
  const text = factFor(event)
  const last = timeline?.spans.at(-1)
  if (text === undefined || !timeline || !last) return timeline
  const facts = [...last.facts, { at: at - timeline.began, text }]
  return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, facts }] }
}

/** An event as a fact of the timeline. Heartbeats appear only in the log, and differences have their own section. */
function factFor(event: Event): Sentence | undefined {
  if (event.type === 'heartbeat') return undefined
  if (event.type === 'differences' && event.differences.length > 0) return undefined
  return event.type === 'warning' ? event.message : factOf(event)
}

/** The timeline with its last phase ended. */
export function endTimeline(timeline: Timeline | undefined, at: number): Timeline | undefined {
  const last = timeline?.spans.at(-1)
  if (!timeline || !last || last.to !== undefined) return timeline
  const to = Math.max(last.from, at - timeline.began)
  return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, to }] }
}

/** The names of the phases in the summary. */
const PHASES: Record<Phase, string> = {
  look_up: 'Look up',
  find: 'Find',
  create: 'Create',
  wait: 'Wait',
  health: 'Health',
}

/**
 * The phases as a Mermaid chart. Its text is not HTML, so it contains only our own words and numbers, never text of the
 * service. Times start at zero with the run; Mermaid reads them as times of day without a time zone.
 */
export function gantt(spans: Span[], failed: boolean): string {
  const total = Math.max(1, ...spans.map(endOf))
  const bars = spans.map((span, index) => {
    const state = failed && index === spans.length - 1 ? 'crit' : 'done'
    const length = Math.max(1, Math.round(endOf(span) - span.from))
    return `    ${PHASES[span.phase]} (${duration(length)}) :${state}, ${clockTime(span.from)}, ${length}ms`
  })
  return [
    '```mermaid',
    'gantt',
    '    accTitle: Timeline of the run',
    `    accDescr: The phases one after the other, ${duration(total)} in all. The table below says the same.`,
    '    dateFormat YYYY-MM-DD HH:mm:ss.SSS',
    '    axisFormat %H:%M:%S',
    `    tickInterval ${Math.ceil(total / TICKS / 1000)}second`,
    ...bars,
    '```',
  ].join('\n')
}

/** The number of tick labels that fit on a phone. */
const TICKS = 3

const endOf = ({ from, to = from }: Span) => to

const clockTime = (ms: number) =>
  new Date(Date.UTC(2000, 0, 1) + Math.round(ms)).toISOString().replace('T', ' ').replace('Z', '')

/** The number of facts shown for a phase: the first, and as many of the last, which show how it ended. */
const SHOWN = 10

/** A later fact in its phase, in milliseconds, is shown with its time, and a longer phase with a chart. */
const LONG = 1000

/** The phases with their times: a table with the facts of each phase, and a chart if a phase took seconds. */
export function timelineSection(
  { spans }: Timeline = { began: 0, spans: [] },
  outcome: Outcome,
  markup: Markup,
): string {
  if (spans.length === 0) return ''
  const failed = outcome.result === 'failed'
  const ending = !failed ? '' : outcome.failure.code === 'cancelled' ? ', then cancelled' : ', then failed'
  const rows = spans.map((span, index) => {
    const took = `took <b>${duration(endOf(span) - span.from)}</b>, from ${duration(span.from)} on`
    const isLast = index === spans.length - 1
    return [PHASES[span.phase], [`${took}${isLast ? ending : ''}`, ...factsOf(span, markup)].join('<br>')]
  })
  const isLong = spans.some(span => endOf(span) - span.from >= LONG)
  const chart = isLong ? `${gantt(spans, failed)}\n\n` : ''
  return section('Timeline', chart + table(['Phase', 'What happened'], rows))
}

function factsOf({ facts, from }: Span, { text }: Markup): string[] {
  const lines = facts.map(({ at, text: fact }) =>
    at - from >= LONG ? `${text(fact)} (after ${duration(at - from)})` : text(fact),
  )
  const left = lines.length - 2 * SHOWN
  return left <= 0 ? lines : [...lines.slice(0, SHOWN), `… ${left} more …`, ...lines.slice(-SHOWN)]
}
