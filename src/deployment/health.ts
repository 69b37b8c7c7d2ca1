import { cut } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import { RunError } from '../run/error.ts'
import type { Health } from '../run/run.ts'
import type { Deployment } from '../service/deployment.ts'
import { failureOrThrow } from '../service/failure.ts'
import {
  addressOf,
  type HttpResponse,
  hasHost,
  isPlainBeyondLoopback,
  type Net,
} from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { startOf, targetOf } from '../service/refusal.ts'

/**
 * Asks a health URL, which must answer 2xx, with the wanted text. The request carries `health_headers` and no other credential, and
 * redirects are not followed.
 *
 * @param until when the answer must be there, by the clock
 * @throws RunError if the URL is one to which `health_headers` may not be sent
 */
export async function askHealth(
  url: URL,
  goal: Goal,
  until: number,
  service: Service,
): Promise<Health> {
  if (goal.healthNeedsHttps && isPlainBeyondLoopback(url))
    throw new RunError(
      'unhealthy',
      `The health was not checked, as ${addressOf(url)} would get \`health_headers\` in the clear`,
      { cause: 'needs_https' },
    )
  try {
    return readHealth(
      await service.sendPlain({
        method: 'GET',
        url,
        headers: { accept: '*/*', ...goal.health_headers },
        until,
      }),
      url,
      goal,
      service.net,
    )
  } catch (error) {
    const failure = failureOrThrow(error)
    return {
      isHealthy: false,
      cause: failure.cause,
      isCut: failure.isCut,
      words: `${addressOf(url)} gave no answer: ${failure.message}`,
    }
  }
}

function readHealth(
  response: HttpResponse,
  url: URL,
  { health_contains = '' }: Goal,
  { log }: Net,
): Health {
  const { status, text } = response
  const line = startOf(text, log.redacted).replace(/[\r\n].*/s, '')
  const target =
    status > 299 && status < 400 ? ` and points to ${targetOf(response, url, log.redacted)}` : ''
  const lack = text.includes(health_contains)
    ? ''
    : ` (without "${health_contains}", the text of \`health_contains\`)`
  return {
    isHealthy: status < 300 && lack === '',
    status,
    cause: 'health_answered',
    words: `${addressOf(url)} answered ${status}${target}${line && `: ${cut(line, 300)}`}${lack}`,
  }
}

/** The URL to ask: `health_url` if it is absolute, else that path on the deployment's address. Null while there is no address. */
export function healthUrlOf({ health_url = '' }: Goal, { custom_url }: Deployment): URL | null {
  if (!health_url.startsWith('/')) return URL.parse(health_url)
  // Some services return only the host, so add a scheme where there is none.
  const address = custom_url.replace(/^(?![a-z][a-z\d+.-]*:\/)/i, 'https://')
  if (!hasHost(address)) return null
  // Drop slashes, query and fragment at the end: `https://host/a/?b#c` becomes `https://host/a`.
  return URL.parse(address.replace(/\/*([?#].*)?$/, '') + health_url)
}
