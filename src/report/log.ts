import type { Event, Phase } from '../deployment/context.ts'
import type { Job } from '../github/job.ts'
import { duration } from '../lib/clock.ts'
import {
  firstJoined,
  joined,
  type Sentence,
  say,
  words,
} from '../lib/sentence.ts'
import { describe } from '../service/failure.ts'
import { count } from './markup.ts'

/** A function for each of some types of events. */
export type ForEvents<V> = {
  [T in Event['type']]?: (event: Extract<Event, { type: T }>) => V
}

/** The value of a table for an event; undefined if the table has none for its type. */
export const forEvent = <V>(table: ForEvents<V>, event: Event): V | undefined =>
  (table[event.type] as ((event: Event) => V) | undefined)?.(event)

/** An event as one line of the log; undefined for an event that is not logged. */
export const factOf = (event: Event): Sentence | undefined =>
  forEvent(FACTS, event)

const FACTS: ForEvents<Sentence> = {
  repository: ({ record: { owner, name, url, default_branch } }) =>
    say`Repository ${owner ?? ''}/${name ?? ''} is ${url ?? ''}, default branch ${default_branch ?? words('unknown')}`,
  request: ({ request }) =>
    say`Deployment "${request.name}" from ${request.source}`,
  looked_up: ({ found }) =>
    words(
      found === 0
        ? 'The name is free'
        : `The name is taken by ${count(found, 'deployment')}`,
    ),
  differences: ({ differences, unknown }) => {
    const matches = words('It matches the request')
    const same =
      unknown.length > 0
        ? say`${matches} in all that could be compared`
        : matches
    const paths = differences.map(({ path }) => path)
    return paths.length === 0
      ? same
      : say`It differs from the request in ${firstJoined(paths, 20)}`
  },
  posting: () => words('Sending the create request'),
  created: () => words('The service created the deployment'),
  retry: ({ what, failure, delay }) =>
    say`Could not ${words(what)}: ${describe(failure)}; retrying in ${time(delay)}`,
  reading: ({ pages, items }) =>
    words(
      `Still reading the list: ${count(items, 'deployment')} on ${count(pages, 'page')} so far`,
    ),
  unsure: ({ failure, refused }) =>
    refused
      ? say`The create request was refused: ${describe(failure)}; looking whether the name is taken now`
      : say`It is not known whether the create request took effect: ${describe(failure)}; looking for the deployment`,
  duplicates_possible: event =>
    say`Duplicates could not be ruled out: ${whyPossible(event)}`,
  status: ({ status }) => say`Status is ${status}`,
  health: healthFact,
  heartbeat: ({ left }) => say`Still waiting; ${time(left)} left`,
  found: ({ deployment: { read } }) =>
    say`Found the deployment "${read.name ?? ''}", ${read.id}`,
  look_failed: ({ failure }) =>
    say`Could not look for the deployment: ${describe(failure)}; trying again`,
}

const time = (ms: number) => words(duration(ms))

/** The response of a health URL. Its body comes last because it may be long. */
function healthFact({
  url,
  answer,
}: Extract<Event, { type: 'health' }>): Sentence {
  const { answered, excerpt, healthy } = answer
  const end = excerpt === '' ? words('') : say`: ${excerpt}`
  return say`${url} ${answered}${words(healthy ? ', healthy' : '')}${end}`
}

function whyPossible({
  failure,
  listed,
}: Extract<Event, { type: 'duplicates_possible' }>): Sentence {
  if (failure) return describe(failure)
  if (listed.length === 0)
    return words('the list does not show the new deployment yet')
  return say`instead of the new deployment, the list shows ${joined(listed)}`
}

const GROUPS: Record<Phase, string> = {
  look_up: 'Look up the repository and the name',
  find: 'Find the deployment',
  create: 'Create the deployment',
  wait: 'Wait for the deployment',
  health: 'Wait for a healthy answer',
}

/**
 * Writes the log of the run: a group for each phase, and a line for each event.
 *
 * @param isOneOfMany whether a table shows the deployment beside others, most of which may be unchanged
 */
export function createLog(
  job: Job,
  isOneOfMany = false,
): { event(event: Event): void; close(): void } {
  let open = false
  function close() {
    if (open) job.endGroup()
    open = false
  }
  return {
    close,
    event(event) {
      if (event.type === 'phase') {
        close()
        open = true
        job.startGroup(GROUPS[event.phase])
      } else if (event.type === 'warning') {
        job.warning({ title: 'Deployment', lines: [event.message] })
      } else if (event.type === 'other_version') {
        const { headline, message } = event.version
        const show =
          isOneOfMany && headline === 'Nothing was deployed'
            ? job.notice
            : job.warning
        show({ title: headline, lines: [message] })
      } else {
        const line = factOf(event)
        if (line !== undefined) job.info(line)
      }
    },
  }
}
