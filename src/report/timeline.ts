import type { Event, Phase } from '../deployment/context.ts'
import type { Outcome } from '../deployment/outcome.ts'
import type { Sentence } from '../lib/sentence.ts'
import { duration, factOf } from './log.ts'
import { fitting, type Markup, section, table } from './markup.ts'

/** One phase of a run. Times are in milliseconds since the run began. */
interface Span {
  phase: Phase
  from: number
  /** Undefined while the phase lasts. */
  to?: number
  facts: { at: number; text: string | Sentence }[]
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
function factFor(event: Event): string | Sentence | undefined {
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

/** The names of the phases in the summary. */
const PHASES: Record<Phase, string> = {
  look_up: 'Look up',
  find: 'Find',
  create: 'Create',
  wait: 'Wait',
  health: 'Health',
}

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const TICKS: [number, string][] = [
  [500, '500millisecond'],
  ...[1, 2, 5, 10, 15, 30].map((n): [number, string] => [n * SECOND, `${n}second`]),
  ...[1, 2, 5, 10, 15, 30].map((n): [number, string] => [n * MINUTE, `${n}minute`]),
  ...[1, 2, 4, 6, 12, 24].map((n): [number, string] => [n * HOUR, `${n}hour`]),
]
/** The number of tick labels that fit on a phone. */
const MOST_TICKS = 4

/**
 * The phases as a Mermaid chart. Its text is not HTML, so it contains only our own words and numbers, never text of the
 * service. Times start at zero with the run; Mermaid reads them as times of day without a time zone.
 */
export function gantt(spans: Span[], failed: boolean): string {
  const total = Math.max(1, ...spans.map(endOf))
  const tick = TICKS.find(([length]) => total / length <= MOST_TICKS)?.[1] ?? '24hour'
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
    `    axisFormat ${total < 4 * SECOND ? '%-S.%L s' : total < HOUR ? '%M:%S' : '%H:%M'}`,
    `    tickInterval ${tick}`,
    ...bars,
    '```',
  ].join('\n')
}

const endOf = ({ from, to = from }: Span) => to

const clockTime = (ms: number) =>
  new Date(Date.UTC(2000, 0, 1) + Math.round(ms)).toISOString().replace('T', ' ').replace('Z', '')

/** The number of facts shown for a phase: the first, and the last, which show how it ended. */
const SHOWN = { first: 10, last: 10 }
const MOST_BYTES = 100_000

/** A fact later than this in its phase, in milliseconds, is shown with its time. */
const WORTH_SAYING = 1000

/** The chart is shown only if one phase took this many milliseconds: a chart of shorter phases helps nobody. */
const WORTH_A_CHART = 1000

/** The phases with their times: a table with the facts of each phase, and a chart if a phase took seconds. */
export function timelineSection(
  { spans }: Timeline = { began: 0, spans: [] },
  outcome: Outcome,
  markup: Markup,
): string {
  if (spans.length === 0) return ''
  const failed = outcome.result === 'failed'
  const ending = !failed ? '' : outcome.trouble.code === 'cancelled' ? ', then cancelled' : ', then failed'
  const rows = spans.map((span, index) => {
    const took = `took <b>${duration(endOf(span) - span.from)}</b>, from ${duration(span.from)} on`
    const facts = factsOf(span, MOST_BYTES / spans.length, markup)
    return [
      PHASES[span.phase],
      [`${took}${index === spans.length - 1 ? ending : ''}`, facts].filter(Boolean).join('<br>'),
    ]
  })
  const isLong = spans.some(span => endOf(span) - span.from >= WORTH_A_CHART)
  const chart = isLong ? `${gantt(spans, failed)}\n\n` : ''
  return section('Timeline', chart + table(['Phase', 'What happened'], rows))
}

function factsOf({ facts, from }: Span, bytes: number, { text }: Markup): string {
  const lines = facts.map(({ at, text: fact }) =>
    at - from >= WORTH_SAYING ? `${text(fact)} (after ${duration(at - from)})` : text(fact),
  )
  const many = lines.length > SHOWN.first + SHOWN.last
  const first = many ? lines.slice(0, SHOWN.first) : lines
  const [last] = fitting(many ? lines.slice(-SHOWN.last).reverse() : [], bytes / 2, line => `${line}<br>`)
  const [shown] = fitting(first, bytes / 2, line => `${line}<br>`)
  const left = lines.length - shown.length - last.length
  return [...shown, ...(left > 0 ? [`… ${left} more …`] : []), ...last.reverse()].join('<br>')
}
