import type { Phase } from '../deployment/context.ts'
import type { Outcome } from '../deployment/outcome.ts'
import { duration, type Markup, section, table } from './markup.ts'
import type { RunState, Span } from './run-state.ts'

/** The names of the phases in the summary. */
const PHASES: Record<Phase, string> = {
  look_up: 'Look up',
  find: 'Find',
  create: 'Create',
  wait: 'Wait',
  health: 'Health',
}

/** The number of facts shown for a phase: the first, and as many of the last, which show how it ended. */
const SHOWN = 10

/** A later fact in its phase, in milliseconds, is shown with its time, and a longer phase with a chart. */
const LONG = 1000

/** The distances between ticks, in seconds, and the number of ticks that fit on a phone. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
const TICKS = 3

/** A phase with its beginning and its length, in milliseconds since the run began. */
interface Timed extends Span {
  start: number
  length: number
}

/** The phases of a run with their times. */
export function timed({ spans, ended }: Pick<RunState, 'spans' | 'ended'>): Timed[] {
  const began = spans[0]?.from ?? 0
  return spans.map((span, index) => {
    const end = spans[index + 1]?.from ?? ended ?? span.from
    return { ...span, start: span.from - began, length: Math.max(0, end - span.from) }
  })
}

/** The phases with their times: a table with the facts of each phase, and a chart if a phase took seconds. */
export function timelineSection(state: RunState, outcome: Outcome, markup: Markup): string {
  const phases = timed(state)
  const failed = outcome.result === 'failed'
  const ending = !failed ? '' : outcome.failure.code === 'cancelled' ? ', then cancelled' : ', then failed'
  const rows = table(['Phase', 'What happened'], phases, phase => {
    const took = `took <b>${duration(phase.length)}</b>, from ${duration(phase.start)} on`
    const end = phase === phases.at(-1) ? ending : ''
    return [PHASES[phase.phase], [took + end, ...factsOf(phase, markup)].join('<br>')]
  })
  const chart = phases.some(({ length }) => length >= LONG) ? `${gantt(phases, failed)}\n\n` : ''
  return section('Timeline', chart + rows)
}

function factsOf({ facts, from }: Span, { text }: Markup): string[] {
  const lines = facts.map(({ at, text: fact }) =>
    at - from >= LONG ? `${text(fact)} (after ${duration(at - from)})` : text(fact),
  )
  const left = lines.length - 2 * SHOWN
  return left <= 0 ? lines : [...lines.slice(0, SHOWN), `… ${left} more …`, ...lines.slice(-SHOWN)]
}

/**
 * The phases as a Mermaid chart. Its text is not HTML, so it contains only our own words and numbers, never text of the
 * service. Times start at zero with the run; Mermaid reads them as times of day without a time zone.
 */
function gantt(phases: Timed[], failed: boolean): string {
  const total = phases.reduce((sum, { length }) => sum + length, 0)
  const step = STEPS.find(seconds => total <= TICKS * seconds * 1000) ?? 3600
  const bars = phases.map(({ phase, start, length }, index) => {
    const state = failed && index === phases.length - 1 ? 'crit' : 'done'
    const time = new Date(Date.UTC(2000, 0, 1) + Math.round(start)).toISOString().replace(/[TZ]/g, ' ').trim()
    return `    ${PHASES[phase]} (${duration(length)}) :${state}, ${time}, ${Math.max(1, Math.round(length))}ms`
  })
  return [
    '```mermaid',
    'gantt',
    '    accTitle: Timeline of the run',
    `    accDescr: The phases one after the other, ${duration(total)} in all. The table below says the same.`,
    '    dateFormat YYYY-MM-DD HH:mm:ss.SSS',
    '    axisFormat %H:%M:%S',
    `    tickInterval ${step < 60 ? `${step}second` : `${step / 60}minute`}`,
    ...bars,
    '```',
  ].join('\n')
}
