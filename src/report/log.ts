import type { Event, Phase } from '../deployment/context.ts'
import { describe } from '../deployment/outcome.ts'
import { otherVersionInWords } from '../deployment/version.ts'
import type { Job } from '../github/job.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { count } from './markup.ts'

/** An event as one line of the log; undefined for an event that is not logged. */
export function factOf(event: Event): string | Sentence | undefined {
  switch (event.type) {
    case 'repository': {
      const { owner, name, url, default_branch } = event.record
      return `Repository ${owner}/${name} is ${url}, default branch ${default_branch ?? 'unknown'}`
    }
    case 'request':
      return `Deployment "${event.request.name}" from ${event.request.source}`
    case 'looked_up':
      return event.found === 0
        ? 'The name is free'
        : `The name is taken by ${count(event.found, 'deployment')}`
    case 'differences':
      return event.differences.length === 0
        ? 'It matches the request'
        : `It differs from the request in ${event.differences.map(({ path }) => path).join(', ')}`
    case 'posting':
      return 'Sending the create request'
    case 'created':
      return 'The service created the deployment'
    case 'retry':
      return `Could not ${event.what}: ${describe(event.failure)}; retrying in ${seconds(event.delay)}`
    case 'unsure':
      return `It is not known whether the create request took effect: ${describe(event.failure)}; looking for the deployment`
    case 'refused':
      return `The service refused the request: ${describe(event.failure)}; looking for a deployment of this name`
    case 'duplicates_possible':
      return `Duplicates could not be ruled out: ${whyPossible(event)}`
    case 'status':
      return say`Status is ${event.status}`
    case 'health':
      return healthFact(event)
    case 'heartbeat': {
      const { news, left } = event
      const still = news.type === 'status' ? say`Still ${news.status}` : `Still waiting: ${healthFact(news)}`
      return say`${still}; ${seconds(left)} left`
    }
    case 'doubt':
      return say`${event.message}; still waiting`
    case 'found': {
      const { name, id } = event.deployment.read
      return `Found the deployment "${name ?? ''}", ${id}`
    }
    case 'look_failed':
      return `Could not look for the deployment: ${describe(event.failure)}; trying again`
    default:
      return undefined
  }
}

/** The response of a health URL. Its body comes last because it may be long. */
function healthFact({ url, answer }: Extract<Event, { type: 'health' }>): string {
  const { answered, excerpt, healthy } = answer
  return `${url} ${answered}${healthy ? ', healthy' : ''}${excerpt === '' ? '' : `: ${excerpt}`}`
}

/** Formats a time in milliseconds: `1.5 s`, `3 min 20 s`. */
function seconds(ms: number): string {
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`
  const rounded = Math.round(ms / 1000)
  return rounded < 120 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`
}

/** Formats a duration in milliseconds, with milliseconds for short ones: `16 ms`, `1.5 s`. */
export const duration = (ms: number): string =>
  ms > 0 && ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : seconds(ms)

function whyPossible({ failure, listed }: Extract<Event, { type: 'duplicates_possible' }>): string {
  if (failure) return describe(failure)
  if (listed.length === 0) return 'the list does not show the new deployment yet'
  return `instead of the new deployment, the list shows ${listed.join(', ')}`
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
