import { createRedactor } from '../../src/github/redact.ts'
import { words } from '../../src/lib/sentence.ts'

/** A redactor that knows these secrets. */
export function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  const source = { what: words('the value of a secret'), isMasked: true }
  for (const secret of secrets) redactor.add(secret, source)
  return redactor
}
