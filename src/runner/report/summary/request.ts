import { secretNames } from '../../../deployment/differences.ts'
import type { Outcome } from '../../../deployment/outcome.ts'
import type { Knowledge } from '../knowledge.ts'
import { fitting, type Markup } from './markup.ts'

const MOST_BYTES = 300_000

/** The request, folded away. */
export function requestDetails({ request, created }: Knowledge, outcome: Outcome, { lines }: Markup): string {
  if (!request) return ''
  const json = JSON.stringify({ ...request, secrets: secretNames(request.secrets) }, null, 2)
  const [shown, left] = fitting(lines(json), MOST_BYTES, line => `${line}<br>`)
  if (left > 0) shown.push(`… (${left} more lines)`)
  const sent = outcome.result === 'dry_run' ? 'that would be sent' : created === false ? '' : 'that was sent'
  return `<details><summary>Request${sent && ` ${sent}`} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`
}
