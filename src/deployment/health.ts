import { isDeepStrictEqual } from 'node:util'
import { type HttpResponse, isNetworkFailure, problemOf, type Send } from '../http/exchange.ts'
import { type Clock, within } from '../lib/clock.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { describe, parseRetryAfter, redirectOrigin } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { NOTHING_SAID } from '../service/said.ts'
import type { HealthAnswer, Notify } from './context.ts'
import { named, type RunFailure } from './outcome.ts'
import { GRACE, pauseAfter } from './watch.ts'

/** The maximum size of a health response, in bytes. */
export const MAX_HEALTH_BYTES = 1024 * 1024

export interface HealthContext {
  /** Sends one GET, without the headers and credentials of the service. */
  health: Send
  /** The first line of a body, without secrets and short enough to print. */
  excerpt: (body: string) => string
  clock: Clock
  notify: Notify
  signal: AbortSignal
}

/**
 * The URL to poll: an absolute URL as it is; a path is appended to the deployment's `custom_url` without its query and
 * credentials. Undefined if the deployment has no usable `custom_url`.
 */
export function resolveHealthUrl(health_url: string, custom_url: string | null | undefined): URL | undefined {
  if (!health_url.startsWith('/')) return withoutCredentials(URL.parse(health_url))
  const text = custom_url?.trim() ?? ''
  // Some services return only the host.
  const base = URL.parse(/^[\w.-]+(:\d+)?(\/|$)/.test(text) ? `https://${text}` : text)
  if (!base || !/^https?:$/.test(base.protocol)) return undefined
  const query = health_url.indexOf('?')
  const path = query === -1 ? health_url : health_url.slice(0, query)
  base.pathname = withoutTrailingSlashes(base.pathname) + path
  base.search = query === -1 ? '' : health_url.slice(query)
  return withoutCredentials(base)
}

function withoutCredentials(url: URL | null): URL | undefined {
  if (!url) return undefined
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The URL for messages, without its query, which may contain a token. */
export const shownUrl = ({ origin, pathname, search }: URL): string =>
  `${origin}${pathname}${search === '' ? '' : '?…'}`

/**
 * Polls the health URL until it answers 2xx and contains the wanted text.
 *
 * @param deadline when to give up, by the clock; the URL is requested at least once
 * @returns the last answer, healthy or not
 */
export async function pollHealth(
  url: URL,
  { contains, deadline }: { contains: string | undefined; deadline: number },
  context: HealthContext,
): Promise<HealthAnswer> {
  const { clock, notify, signal } = context
  const began = clock.now()
  let last: HealthAnswer | undefined
  for (;;) {
    const { answer, retryAfter } = await askOnce(url, contains, deadline, context)
    if (!isDeepStrictEqual(answer, last)) {
      notify({ type: 'health', url: shownUrl(url), answer })
    }
    last = answer
    const left = deadline - clock.now()
    if (answer.healthy || left <= 0) return answer
    await clock.sleep(Math.min(pauseAfter(clock.now() - began, retryAfter), left), signal)
  }
}

/** The failure if the time is over before the application is healthy. */
export function unhealthy(
  deployment: Deployment,
  url: URL,
  { status, answered, excerpt, lacksText, problem }: HealthAnswer,
  within: Sentence,
): RunFailure {
  const hint = problem === 'host_unknown' ? 'health_host' : lacksText ? 'health_text' : undefined
  return {
    code: 'unhealthy',
    what: say`The ${named(deployment)} was not healthy within ${within}: ${shownUrl(url)} ${answered}`,
    ...(excerpt !== '' && { said: { ...NOTHING_SAID, text: excerpt }, speaker: 'The health URL' }),
    ...(status !== undefined && { status }),
    hint,
  }
}

async function askOnce(
  url: URL,
  contains: string | undefined,
  deadline: number,
  { health, excerpt, clock, signal }: HealthContext,
): Promise<{ answer: HealthAnswer; retryAfter?: number | undefined }> {
  const headers = { accept: '*/*', 'user-agent': 'create-deployment-action' }
  const left = Math.max(0, deadline - clock.now())
  const response = await within(left + GRACE, { clock, signal }, until =>
    health({ method: 'GET', url, headers, enough: contains ?? '' }, until),
  )
  if (!response || isNetworkFailure(response)) {
    // The sentence already contains the URL.
    const { code, cause } = response ?? { code: 'TIMEOUT', cause: undefined }
    const failure = { kind: 'network' as const, sent: true, code, cause }
    const answered = say`gave no answer: ${describe(failure)}`
    const problem = problemOf(failure)
    return { answer: { healthy: false, status: undefined, answered, excerpt: '', problem } }
  }
  const { status, text, broken } = response
  // A truncated body may end with a part of a secret, which is not redacted: show only complete lines.
  const whole = broken ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const success = status >= 200 && status <= 299
  const healthy = success && (contains === undefined || text.includes(contains))
  const answered =
    success && !healthy
      ? say`answered ${status} without the text "${contains ?? ''}" that \`health_contains\` asks for`
      : say`answered ${status}${redirectOf(response, url)}`
  return {
    answer: { healthy, status, answered, excerpt: excerpt(whole), lacksText: success && !healthy },
    retryAfter: parseRetryAfter(firstOf(response.headers['retry-after']), clock.date()),
  }
}

/** The target of a redirect, as the end of a sentence; empty for any other response. */
function redirectOf({ status, headers }: HttpResponse, url: URL): Sentence {
  const location = firstOf(headers['location'])
  if (status < 300 || status > 399 || location === undefined) return say``
  const origin = redirectOrigin(location, url)
  const to = origin === undefined ? say`, a redirect without a usable target` : say` and points to ${origin}`
  return say`${to}; redirects are not followed`
}

const firstOf = (header: string | string[] | undefined): string | undefined => [header ?? []].flat()[0]
