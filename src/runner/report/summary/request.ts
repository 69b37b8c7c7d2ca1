import { secretNames } from '../../../deployment/differences.ts'
import type { Outcome } from '../../../deployment/outcome.ts'
import type { Knowledge } from '../knowledge.ts'
import { fitting, type Markup } from './markup.ts'

const MOST_BYTES = 300_000

/** The request, folded away. */
export function requestDetails(known: Knowledge, outcome: Outcome, { lines }: Markup): string {
  const { request } = known
  if (!request) return ''
  const json = JSON.stringify({ ...request, secrets: secretNames(request.secrets) }, null, 2)
  const [shown, left] = fitting(lines(json), MOST_BYTES, line => `${line}<br>`)
  if (left > 0) shown.push(`… (${left} more lines)`)
  return `<details><summary>Request ${sentOrNot(known, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`
}

function sentOrNot({ timeline, deployment }: Knowledge, outcome: Outcome): string {
  if (timeline?.spans.some(({ phase }) => phase === 'create')) return 'that was sent'
  return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent'
}
