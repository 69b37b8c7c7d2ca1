// The forms in which the standard encoders write a secret: those of GitHub's runner, of Node and of browsers.

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
  const strict = encoded.replace(/[!'()*]/g, percentEncoded)
  const html = text.replace(/[&<>"']/g, sign => `&${ENTITIES[sign]};`)

  return [
    secret,
    text,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    strict,
    strict.replaceAll('%20', '+'),
    new URLSearchParams({ '': text }).toString().slice(1),
    html,
    html.replaceAll('&#39;', '&apos;'),
    ...[0, 1, 2].flatMap(before => base64FormsOf(text, before)),
  ]
}

/** A character of ASCII as RFC 3986 writes one that has a meaning in URLs. */
const percentEncoded = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** As base64 and base64url write it behind a number of bytes: the characters that it alone determines. */
function base64FormsOf(text: string, before: number): string[] {
  const bytes = Buffer.from('\0'.repeat(before) + text)
  const first = Math.ceil((before * 8) / 6)
  const last = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const

  return encodings.map(encoding => bytes.toString(encoding).slice(first, last))
}
