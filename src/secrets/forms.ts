// The forms in which the standard encoders write a secret: those that GitHub's runner computes for a mask.

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The forms in which a secret is hidden: plain, and as JSON, URLs, HTML and base64 write it. */
export function formsOf(secret: string): string[] {
  const text = secret.toWellFormed()
  const encoded = encodeURIComponent(text)

  return [
    secret,
    text,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    text.replace(/[&<>"']/g, character => ENTITIES[character] ?? ''),
    ...base64FormsOf(text),
  ]
}

/**
 * As base64 and base64url write it within a longer text, at each of the three alignments: the characters that it alone
 * determines. The last one of the longer text may belong to it too.
 */
function base64FormsOf(text: string): string[] {
  const bytes = Buffer.from(text)

  return [0, 1, 2].flatMap(before => {
    const aligned = Buffer.concat([Buffer.alloc(before), bytes])
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor((aligned.length * 8) / 6)

    return (['base64', 'base64url'] as const).flatMap(encoding => {
      const encoded = aligned.toString(encoding).replaceAll('=', '')
      return [encoded.slice(first), encoded.slice(first, last)]
    })
  })
}
