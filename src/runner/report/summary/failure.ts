import type { Trouble } from '../../../deployment/outcome.ts'
import { code as codeOf } from '../../text.ts'
import type { Explanation } from '../catalogue.ts'
import type { Markup } from './markup.ts'

/** Why a run failed, and what to do about it: first what helps at once, then what may lie behind. */
export function failure(
  trouble: Trouble,
  { causes, next, rerun }: Explanation,
  { code, words }: Markup,
): string {
  const said = trouble.said?.text ?? ''
  const status = trouble.status === undefined ? '' : `, HTTP status ${codeOf(String(trouble.status))}`
  return [
    said === '' ? '' : `<p>The service said:</p>\n<blockquote>${code(said)}</blockquote>`,
    `<p><b>What to do:</b> ${words(next)}</p>`,
    `<p><b>Is a rerun safe?</b> ${words(rerun)}</p>`,
    isPlain(trouble)
      ? ''
      : `<p><b>Likely causes:</b></p>\n<ul>${causes.map(cause => `<li>${words(cause)}</li>`).join('')}</ul>`,
    `<p>Error code ${codeOf(trouble.code)}${status}</p>`,
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** Where the cause is at hand, others would only distract from it. */
const isPlain = ({ hint, said }: Trouble) => hint !== undefined || (said?.fields.length ?? 0) > 0
