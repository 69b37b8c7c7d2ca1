// The forms in which the standard encoders write a secret: those that GitHub's runner computes for a mask.

const ENTITIES: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
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
    text.replace(/[&<>"']/g, sign => `&${ENTITIES[sign]};`),
    ...[0, 1, 2].flatMap(before => base64FormsOf(text, before)),
  ]
}

/** As base64 and base64url write it behind a number of bytes: the characters that it alone determines. */
function base64FormsOf(text: string, before: number): string[] {
  const bytes = Buffer.from('\0'.repeat(before) + text)
  const first = Math.ceil((before * 8) / 6)
  const last = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const

  return encodings.map(encoding => bytes.toString(encoding).slice(first, last))
}
