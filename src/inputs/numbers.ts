// Numbers of a document that are sent otherwise than a person reads them there. JSON has one spelling of each.

interface Found {
  path: string[]
  number: number
}

/** The numbers in a value, with their paths. */
export function numbersIn(value: unknown, path: string[] = []): Found[] {
  if (typeof value === 'number') return [{ path, number: value }]
  const parts = typeof value === 'object' ? Object.entries(value ?? {}) : []
  return parts.flatMap(([key, part]) => numbersIn(part, [...path, key]))
}

/** Whether a person would read another number than the one that is sent. Labels and annotations are texts: there, another spelling is another text. */
export function isMisread({ path, number }: Found, written: string): boolean {
  // Their numbers are sent as they are written.
  if (path[0] === 'variables') return false
  const sent = JSON.stringify(number)
  const isText = path.slice(0, -1).some(key => TEXTS.includes(key))
  if (isText) return written !== sent
  const decimal = /^0[ox]/.test(written) ? String(BigInt(written)) : written
  return ODD.test(decimal) || digitsOf(decimal) !== digitsOf(sent)
}

const TEXTS = ['labels', 'annotations']

/** Zeros before a number, an exponent, or no number of JSON: `.inf` or `.nan`. */
const ODD = /^[-+]?0\d|e|\.[in]/i

/** The digits of a decimal number, without the zeros around them, the point and the exponent. */
const digitsOf = (decimal: string): string =>
  decimal.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '')
