import type { Outcome } from '../../../deployment/outcome.ts'
import { duration } from '../fact.ts'
import type { Span, Timeline } from '../timeline.ts'
import { endOf, gantt, PHASES } from './gantt.ts'
import { fitting, type Markup, section, table } from './markup.ts'

/** Facts of one phase that are shown: its first, and its last, which say how it ended. */
const SHOWN = { first: 10, last: 10 }
const MOST_BYTES = 100_000

/** From when on it is worth saying how long after the beginning of its phase something came, in milliseconds. */
const WORTH_SAYING = 1000

/** The phases with their times: a chart, and the same as text with what happened in each. */
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
  return section('Timeline', `${gantt(spans, failed)}\n\n${table(['Phase', 'What happened'], rows)}`)
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
