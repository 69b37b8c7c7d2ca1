import type { Outcome } from '../../../deployment/outcome.ts'
import { duration } from '../fact.ts'
import type { Knowledge } from '../knowledge.ts'
import type { Timeline } from '../timeline.ts'
import type { Markup } from './markup.ts'

/**
 * How the run ended, in a few words of our own.
 *
 * @param title what the catalogue calls a failure
 */
export function heading({ created }: Knowledge, outcome: Outcome, title = ''): string {
  switch (outcome.result) {
    case 'created':
      return '✅ Deployment created'
    case 'adopted':
      return '✅ Deployment adopted'
    case 'dry_run':
      return '🧪 Dry run: nothing was created'
    case 'failed': {
      const { code } = outcome.trouble
      const after = created && code !== 'duplicate_created' ? ', after the deployment was created' : ''
      return `${code === 'cancelled' ? '🛑' : '❌'} ${title}${after}`
    }
  }
}

/** What happened, in one sentence. */
export function opening(known: Knowledge, outcome: Outcome, { code, text }: Markup): string {
  const { request, deployment, differences = [], timeline } = known
  const name = code(request?.name ?? deployment?.read.name ?? '')
  const status = deployment?.read.status
  const took = timeline ? ` in ${duration(durationOf(timeline))}` : ''
  const differing = differences.length > 0 ? ', although it differs from what was asked for' : ''
  switch (outcome.result) {
    case 'created':
      return `The deployment ${name} was created from ${code(request?.source ?? '')}${took}${status ? ` and is ${code(status)}` : ''}.`
    case 'adopted':
      return `The deployment ${name} ${appeared(timeline) ? 'came to be there while it was being created' : 'was there already'}${status ? `, is ${code(status)},` : ''} and was adopted${differing}.`
    case 'dry_run':
      return deployment
        ? `The deployment ${name} is there and would be adopted${differing}.`
        : `The name ${name} is free, and the deployment would be created from ${code(request?.source ?? '')}.`
    case 'failed':
      return text(`${outcome.trouble.what}.`)
  }
}

const durationOf = ({ spans }: Timeline) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0

/** Whether the name was free when the run began. */
const appeared = (timeline?: Timeline) => timeline?.spans.some(({ phase }) => phase === 'create')
