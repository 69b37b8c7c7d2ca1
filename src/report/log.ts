import type { Event, Facts, HealthNews, Phase } from '../deployment/facts.ts'
import type { Job } from '../github/job.ts'
import { duration } from '../lib/clock.ts'
import { firstJoined, type Sentence, say, words } from '../lib/sentence.ts'
import { describe } from '../service/failure.ts'
import { stateOf } from '../verdict/phrases.ts'
import { type Warning, wordsOf } from '../verdict/warnings.ts'
import { count } from './markup.ts'

const GROUPS: Record<Phase, string> = {
  look_up: 'Look up the repository and the name',
  find: 'Find the deployment',
  create: 'Create the deployment',
  wait: 'Wait for the deployment',
  health: 'Wait for a healthy answer',
}

/**
 * Writes an event to the log: a line for most, and a group for each phase.
 *
 * @param before what was known before the event
 */
export function logEvent(job: Job, event: Event, before: Facts): void {
  const line = lineOf(event)
  if (line !== undefined) job.info(line)
  if (event.type === 'notice') annotateWarning(job, event.notice)
  if (event.type !== 'phase') return
  endPhase(job, before)
  job.startGroup(GROUPS[event.phase])
}

/** Ends the group of the last phase. */
export function endPhase(job: Job, { phases }: Facts): void {
  if (phases.length > 0) job.endGroup()
}

/** Writes a warning. One about an input stands at its place in the `config` file. */
export function annotateWarning(job: Job, warning: Warning): void {
  const { title, message } = wordsOf(warning)
  const place = warning.code === 'input' ? warning.problem.place : undefined
  const isNotice = warning.code === 'other_version' && warning.isNotice
  const annotate = isNotice ? job.notice : job.warning
  annotate({ title, lines: [message], place })
}

/** An event as one line of the log; undefined for an event that is not logged. */
export const lineOf = (event: Event): Sentence | undefined =>
  (LINES[event.type] as ((event: Event) => Sentence) | undefined)?.(event)

type Lines = {
  [T in Event['type']]?: (event: Extract<Event, { type: T }>) => Sentence
}

const LINES: Lines = {
  repository: ({ record: { owner, name, url, default_branch } }) =>
    say`Repository ${owner}/${name} is ${url}, default branch ${default_branch ?? words('unknown')}`,
  request: ({ request }) =>
    say`Deployment "${request.name}" from ${request.source}`,
  looked_up: ({ found }) =>
    words(
      found === 0
        ? 'The name is free'
        : `The name is taken by ${count(found, 'deployment')}`,
    ),
  compared: comparisonLine,
  posting: ({ again }) =>
    words(
      again
        ? 'The list shows no such deployment: sending the create request once more'
        : 'Sending the create request',
    ),
  created: () => words('The service created the deployment'),
  retry: ({ what, failure, delay }) =>
    say`Could not ${words(what)}: ${describe(failure)}; retrying in ${time(delay)}`,
  reading: ({ items, pages }) =>
    words(
      `Still reading the list: ${count(items, 'deployment')} on ${count(pages, 'page')} so far`,
    ),
  settling: ({ failure, refused }) =>
    refused
      ? say`The create request was refused: ${describe(failure)}; looking whether the name is taken now`
      : say`It is not known whether the create request took effect: ${describe(failure)}; looking for the deployment`,
  status: ({ deployment, commit }) =>
    say`Status is ${stateOf(deployment, commit)}`,
  health: healthLine,
  heartbeat: ({ left }) => say`Still waiting; ${time(left)} left`,
  not_listed: ({ left }) =>
    say`The list does not show the deployment; looking again for ${time(left)}`,
  found: ({ deployment: { name, id } }) =>
    say`Found the deployment "${name}", ${id}`,
  look_failed: ({ failure }) =>
    say`Could not look for the deployment: ${describe(failure)}; trying again`,
}

const time = (ms: number) => words(duration(ms))

function comparisonLine({
  differences,
  unknown,
}: Extract<Event, { type: 'compared' }>): Sentence {
  if (differences.length > 0) {
    const paths = differences.map(({ path }) => path)
    return say`It differs from the request in ${firstJoined(paths, 20)}`
  }
  const isAll = unknown.length === 0
  return words(
    `It matches the request${isAll ? '' : ' in all that could be compared'}`,
  )
}

/** The response of a health URL. Its body comes last because it may be long. */
function healthLine({ url, answer }: HealthNews): Sentence {
  const { kind, answered, excerpt } = answer
  const healthy = kind === 'healthy' && words(', healthy')
  const end = excerpt && say`: ${excerpt}`
  return say`${url} ${answered}${healthy}${end}`
}
