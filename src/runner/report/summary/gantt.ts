import type { Phase } from '../../../deployment/events.ts'
import { duration } from '../fact.ts'
import type { Span } from '../timeline.ts'

/** The phases in our own words. */
export const PHASES: Record<Phase, string> = { look_up: 'Look up', create: 'Create', wait: 'Wait' }

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const TICKS: [number, string][] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n): [number, string] => [n, `${n}millisecond`]),
  ...[1, 2, 5, 10, 15, 30].map((n): [number, string] => [n * SECOND, `${n}second`]),
  ...[1, 2, 5, 10, 15, 30].map((n): [number, string] => [n * MINUTE, `${n}minute`]),
  ...[1, 2, 4, 6, 12, 24].map((n): [number, string] => [n * HOUR, `${n}hour`]),
]
/** As many as stand side by side on a telephone. */
const MOST_TICKS = 4

/**
 * The phases as a Mermaid chart, of nothing but our own words and numbers: its text is not HTML, so no text of
 * the service may be in it. Times are those since the run began, as times of a day without a time zone.
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

export const endOf = ({ from, to = from }: Span) => to

const clockTime = (ms: number) =>
  new Date(Date.UTC(2000, 0, 1) + Math.round(ms)).toISOString().replace('T', ' ').replace('Z', '')
