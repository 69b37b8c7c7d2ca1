import type { Event, HealthNews, Notify, Phase } from '../deployment/facts.ts'
import type { Job } from '../github/job.ts'
import { duration } from '../lib/clock.ts'
import { firstJoined, type Sentence, say, words } from '../lib/sentence.ts'
import { describe } from '../service/failure.ts'
import { stateOf } from '../verdict/phrases.ts'
import { annotateWarning } from './annotations.ts'
import { count } from './markup.ts'

const GROUPS: Record<Phase, string> = {
  look_up: 'Look up the repository and the name',
  find: 'Find the deployment',
  create: 'Create the deployment',
  wait: 'Wait for the deployment',
  health: 'Wait for a healthy answer',
}

/** The log of a run. */
export interface Log {
  event: Notify
  close(): void
}

/** Writes the log of the run: a group for each phase, and a line for most events. */
export function createLog(job: Job): Log {
  let isOpen = false

  function close(): void {
    if (isOpen) job.endGroup()
    isOpen = false
  }

  function event(event: Event): void {
    const line = lineOf(event)
    if (line !== undefined) job.info(line)
    if (event.type === 'notice') annotateWarning(job, event.notice)
    if (event.type !== 'phase') return
    close()
    isOpen = true
    job.startGroup(GROUPS[event.phase])
  }

  return { event, close }
}

/** An event as one line of the log; undefined for an event that is not logged. */
export function lineOf(event: Event): Sentence | undefined {
  switch (event.type) {
    case 'repository': {
      const { owner, name, url, default_branch } = event.record
      return say`Repository ${owner ?? ''}/${name ?? ''} is ${url ?? ''}, default branch ${default_branch ?? words('unknown')}`
    }
    case 'request':
      return say`Deployment "${event.request.name}" from ${event.request.source}`
    case 'looked_up':
      return words(
        event.found === 0
          ? 'The name is free'
          : `The name is taken by ${count(event.found, 'deployment')}`,
      )
    case 'compared':
      return comparisonLine(event)
    case 'posting':
      return words('Sending the create request')
    case 'created':
      return words('The service created the deployment')
    case 'retry':
      return say`Could not ${words(event.what)}: ${describe(event.failure)}; retrying in ${time(event.delay)}`
    case 'reading':
      return words(
        `Still reading the list: ${count(event.items, 'deployment')} on ${count(event.pages, 'page')} so far`,
      )
    case 'settling':
      return event.refused
        ? say`The create request was refused: ${describe(event.failure)}; looking whether the name is taken now`
        : say`It is not known whether the create request took effect: ${describe(event.failure)}; looking for the deployment`
    case 'status':
      return say`Status is ${stateOf(event.deployment, event.commit)}`
    case 'health':
      return healthLine(event)
    case 'heartbeat':
      return say`Still waiting; ${time(event.left)} left`
    case 'found': {
      const { name, id } = event.deployment.read
      return say`Found the deployment "${name ?? ''}", ${id}`
    }
    case 'look_failed':
      return say`Could not look for the deployment: ${describe(event.failure)}; trying again`
    default:
      return undefined
  }
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
  const healthy = words(kind === 'healthy' ? ', healthy' : '')
  const end = excerpt === '' ? words('') : say`: ${excerpt}`
  return say`${url} ${answered}${healthy}${end}`
}
