import type { Event, Phase } from '../../deployment/events.ts'
import type { Job } from '../job.ts'
import { factOf } from './fact.ts'

const GROUPS: Record<Phase, string> = {
  look_up: 'Look up the repository and the name',
  create: 'Create the deployment',
  wait: 'Wait for the deployment',
}

/** Writes the run's log: a group for each phase, and one line for each fact. */
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
      } else {
        const line = factOf(event)
        if (line !== undefined) job.info(line)
      }
    },
  }
}
