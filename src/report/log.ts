import type { Event, Phase } from '../deployment/context.ts'
import { otherVersionInWords } from '../deployment/version.ts'
import type { Job } from '../github/job.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import { describe } from '../service/failure.ts'
import { count, duration } from './markup.ts'

/** An event as one line of the log; undefined for an event that is not logged. */
export function factOf(event: Event): Sentence | undefined {
  switch (event.type) {
    case 'repository': {
      const { owner, name, url, default_branch } = event.record
      return say`Repository ${owner ?? ''}/${name ?? ''} is ${url ?? ''}, default branch ${default_branch ?? words('unknown')}`
    }
    case 'request':
      return say`Deployment "${event.request.name}" from ${event.request.source}`
    case 'looked_up':
      return words(
        event.found === 0 ? 'The name is free' : `The name is taken by ${count(event.found, 'deployment')}`,
      )
    case 'differences':
      return event.differences.length === 0
        ? words('It matches the request')
        : say`It differs from the request in ${joined(event.differences.map(({ path }) => path))}`
    case 'posting':
      return words('Sending the create request')
    case 'created':
      return words('The service created the deployment')
    case 'retry':
      return say`Could not ${words(event.what)}: ${describe(event.failure)}; retrying in ${time(event.delay)}`
    case 'unsure':
      return say`It is not known whether the create request took effect: ${describe(event.failure)}; looking for the deployment`
    case 'refused':
      return say`The service refused the request: ${describe(event.failure)}; looking for a deployment of this name`
    case 'duplicates_possible':
      return say`Duplicates could not be ruled out: ${whyPossible(event)}`
    case 'status':
      return say`Status is ${event.status}`
    case 'health':
      return healthFact(event)
    case 'heartbeat': {
      const { news, left } = event
      const still =
        news.type === 'status' ? say`Still ${news.status}` : say`Still waiting: ${healthFact(news)}`
      return say`${still}; ${time(left)} left`
    }
    case 'doubt':
      return say`${event.message}; still waiting`
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

/** A duration in milliseconds as own words. */
const time = (ms: number) => words(duration(ms))

/** The response of a health URL. Its body comes last because it may be long. */
function healthFact({ url, answer }: Extract<Event, { type: 'health' }>): Sentence {
  const { answered, excerpt, healthy } = answer
  const end = excerpt === '' ? words('') : say`: ${excerpt}`
  return say`${url} ${answered}${words(healthy ? ', healthy' : '')}${end}`
}

function whyPossible({ failure, listed }: Extract<Event, { type: 'duplicates_possible' }>): Sentence {
  if (failure) return describe(failure)
  if (listed.length === 0) return words('the list does not show the new deployment yet')
  return say`instead of the new deployment, the list shows ${joined(listed)}`
}

const GROUPS: Record<Phase, string> = {
  look_up: 'Look up the repository and the name',
  find: 'Find the deployment',
  create: 'Create the deployment',
  wait: 'Wait for the deployment',
  health: 'Wait for a healthy answer',
}

/** Writes the log of the run: a group for each phase, and a line for each event. */
export function createLog(job: Job): { event(event: Event): void; close(): void } {
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
        const { name, version } = event
        job.warning({ title: version.headline, lines: [otherVersionInWords(name, version)] })
      } else {
        const line = factOf(event)
        if (line !== undefined) job.info(line)
      }
    },
  }
}
