import { cut } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import { type Cause, causeOf, Stop } from '../run/stop.ts'
import { type Deployment, named } from '../service/deployment.ts'
import { failureOrThrow } from '../service/failure.ts'
import { addressOf, type HttpResponse, type Net } from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { startOf, targetOf } from '../service/refusal.ts'
import { isPlainBeyondLoopback } from '../service/request.ts'

const LONGEST_FIRST_LINE = 300

/** What a health URL answered. */
export interface Health {
  /** The status of the answer, if there was one. */
  status?: number
  isHealthy: boolean
  /** Why there was no answer, where that is known. */
  cause?: Cause | undefined
  /** `https://host/ok answered 503: starting`, without the query, which may hold a token. */
  words: string
}

/**
 * Asks a health URL, which must answer 2xx, with the wanted text. The request carries `health_headers` and no other credential, and
 * redirects are not followed.
 *
 * @throws Stop if the deployment's address is one to which `health_headers` may not be sent
 */
export async function askHealth(
  goal: Goal,
  deployment: Deployment,
  until: number,
  { exchange, net }: Service,
): Promise<Health> {
  const { health_url = '', health_contains = '' } = goal
  const url = healthUrlOf(health_url, deployment.url)
  if (!url) throw new TypeError('the health check has no address yet')
  if (goal.healthNeedsHttps && isPlainBeyondLoopback(url))
    throw new Stop(
      'unhealthy',
      `The health of the ${named(deployment)} was not checked, as ${addressOf(url)} would get \`health_headers\` in the clear`,
      { cause: 'needs_https' },
    )
  try {
    const answer = await exchange({
      method: 'GET',
      url,
      headers: { ...HEADERS, ...goal.health_headers },
      until,
    })
    return readHealth(answer, url, health_contains, net)
  } catch (error) {
    const failure = failureOrThrow(error)
    const words = `${addressOf(url)} gave no answer: ${failure.message}`
    return { isHealthy: false, cause: causeOf(failure), words }
  }
}

const HEADERS = { accept: '*/*' }

function readHealth(
  { status, headers, text }: HttpResponse,
  url: URL,
  wanted: string,
  { redacted }: Net,
): Health {
  const [line = ''] = startOf(text, redacted).split(/[\r\n]/)
  const said = line && `: ${cut(line, LONGEST_FIRST_LINE)}`
  const hundreds = Math.floor(status / 100)
  const target =
    hundreds === 3 ? ` and points to ${targetOf(headers, url)}` : ''
  const isHealthy = hundreds === 2 && text.includes(wanted)
  const lack =
    hundreds === 2 && !isHealthy
      ? ` (without "${wanted}", the text of \`health_contains\`)`
      : ''
  const answer = `answered ${status}${target}${said}${lack}`
  return { isHealthy, status, words: `${addressOf(url)} ${answer}` }
}

/** The URL to ask: an absolute one as it is, or a path on the deployment's address. Null if that is not known yet. */
export function healthUrlOf(
  health_url: string,
  custom_url: string,
): URL | null {
  if (!health_url.startsWith('/')) return URL.parse(health_url)
  // Some services return only the host.
  const isWhole = /^https?:\/\//i.test(custom_url)
  const address = isWhole ? custom_url : `https://${custom_url}`
  if (!URL.canParse(address)) return null
  return URL.parse(address.replace(/\/*([?#].*)?$/, '') + health_url)
}
