import type { Difference } from '../../deployment/differences.ts'
import type { Event } from '../../deployment/events.ts'
import type { Received } from '../../service/client.ts'
import type { CreateDeploymentRequest } from '../../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../../service/responses.ts'
import { extend, type Timeline } from './timeline.ts'

/** What a run has come to know so far. Whatever ends it, this is reported. */
export interface Knowledge {
  /** The name that was asked for. */
  name?: string
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  deployment?: Received<Deployment>
  differences?: Difference[]
  /** Whether this run created the deployment; undefined while a POST is under way whose fate is not known. */
  created: boolean | undefined
  timeline?: Timeline | undefined
}

export const NOTHING_KNOWN: Knowledge = { created: false }

/**
 * What is known after an event.
 *
 * @param at when it came, in milliseconds since the epoch
 */
export function learn(known: Knowledge, event: Event, at: number): Knowledge {
  return { ...learnFacts(known, event), timeline: extend(known.timeline, event, at) }
}

function learnFacts(known: Knowledge, event: Event): Knowledge {
  switch (event.type) {
    case 'repository':
      return { ...known, repository: event.record }
    case 'request':
      return { ...known, request: event.request }
    case 'deployment':
      return { ...known, deployment: event.deployment }
    case 'differences':
      return { ...known, differences: event.differences }
    case 'posting':
      return { ...known, created: undefined }
    case 'not_created':
      return { ...known, created: false }
    case 'created':
      return { ...known, created: true }
    default:
      return known
  }
}
