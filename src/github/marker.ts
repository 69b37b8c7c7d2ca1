import { createHash } from 'node:crypto'
import type { Redact } from './redact.ts'

/** Long enough for any real name. */
const LONGEST_KEY = 150

/**
 * The key of a deployment's name in a comment's marker and in the payload of a GitHub Deployment. Different names have
 * different keys. A key contains no secret and cannot end the HTML comment around it.
 */
export function nameKey(name: string, redact: Redact): string {
  const shown = redact(name)
  const encoded = encodeURIComponent(shown.toWellFormed()).replace(/[!~*'()]|-(?=-|$)/g, percentEncoded)
  if (shown === name && encoded.length <= LONGEST_KEY) return encoded
  const hash = createHash('sha256').update(name).digest('hex')
  return `${encoded.slice(0, LONGEST_KEY)}~${hash.slice(0, 16)}`
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The first line of a comment. The action finds its comments by it; readers do not see it. */
export const commentMarker = (key: string) => `<!-- create-deployment: ${key} -->`
