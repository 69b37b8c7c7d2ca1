import { pathInWords } from '../deployment/differences.ts'
import type { Event, Facts } from '../deployment/facts.ts'
import type { Job } from '../github/job.ts'
import { firstJoined, type Sentence } from '../lib/sentence.ts'
import { type Flags, held, phrase, stateOf } from '../verdict/phrases.ts'
import { isNotice, type Warning, wordsOf } from '../verdict/warnings.ts'
import prose from './log.json' with { type: 'json' }

/**
 * Writes an event to the log: a line for most, and a group for each phase.
 *
 * @param before what was known before the event
 */
export function logEvent(job: Job, event: Event, before: Facts): void {
  if (event.type === 'phase') {
    endPhase(job, before)
    job.startGroup(prose.phases[event.phase])
  } else if (event.type === 'notice') {
    annotateWarning(job, event.notice)
  } else if (hasLine(event.type)) {
    job.info(lineOf(event, event.type))
  }
}

/** Ends the group of the last phase. */
export function endPhase(job: Job, { phases }: Facts): void {
  if (phases.length > 0) job.endGroup()
}

/** Writes a warning. One about an input stands at its place in the `config` file. */
export function annotateWarning(job: Job, warning: Warning): void {
  const { title, message } = wordsOf(warning)
  const place = warning.code === 'input' ? warning.problem.place : undefined
  const annotate = isNotice(warning) ? job.notice : job.warning
  annotate({ title, lines: [message], place })
}

type Line = keyof typeof prose.lines

const hasLine = (name: string): name is Line => name in prose.lines

type Table = {
  [T in Event['type']]?: (event: Extract<Event, { type: T }>) => Flags<Line>
}

/** What an event says more specifically. */
const CASES: Table = {
  looked_up: ({ found }) => ({ name_is_free: found === 0 }),
  compared: ({ differences, unknown }) => ({
    matches_in_part: unknown.length > 0,
    differs: differences.length > 0,
  }),
  posting: ({ again }) => ({ posting_again: again }),
  settling: ({ refused }) => ({ settling_refused: refused }),
  health: ({ answer }) => ({
    healthy: answer.kind === 'healthy',
    // Last, because it may be long.
    excerpt: answer.excerpt,
  }),
}

/** An event as one line of the log. */
function lineOf(event: Event, base: Line): Sentence {
  const casesOf = CASES[event.type] as
    | ((event: Event) => Flags<Line>)
    | undefined
  const lines = held(prose.lines, { [base]: true, ...casesOf?.(event) })
  return phrase(lines, valuesOf(event))
}

/** The facts that the line of an event names. */
function valuesOf(event: Event): object {
  if (event.type === 'status')
    return { state: stateOf(event.deployment, event.commit) }
  if (event.type !== 'compared') return event
  const paths = event.differences.map(({ path }) => pathInWords(path))
  return { paths: firstJoined(paths, 20) }
}
