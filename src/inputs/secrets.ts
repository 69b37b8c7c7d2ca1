import type { ParsedSecrets } from './secret.ts'
import { parseSecretLines } from './secret-lines.ts'

/**
 * Reads the `secrets` input: a JSON object of strings, or lines `NAME` (from the environment), `NAME=value`
 * (verbatim to the end of the line) and `NAME<<END` (verbatim lines up to END). A line ends with LF or CRLF.
 */
export async function parseSecrets(text: string, env: NodeJS.ProcessEnv): Promise<ParsedSecrets> {
  if (!text.trimStart().startsWith('{')) return parseSecretLines(text, env)
  const { parseJsonSecrets } = await import('./secret-json.ts')
  return parseJsonSecrets(text)
}
