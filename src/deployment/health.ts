import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isNetworkFailure, problemOf, type Send } from '../http/exchange.ts'
import { within } from '../lib/clock.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { describe, redirectOf, retryAfterOf } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { NOTHING_SAID } from '../service/said.ts'
import type { Context, HealthAnswer } from './context.ts'
import { named, type RunFailure } from './outcome.ts'
import { GRACE, pauseAfter } from './watch.ts'

/** The maximum size of a health response, in bytes. */
export const MAX_HEALTH_BYTES = 1024 * 1024

export interface HealthContext extends Pick<Context, 'clock' | 'notify' | 'signal'> {
  /** Sends one GET, without the headers and credentials of the service. */
  health: Send
  /** The first line of a body, without secrets and short enough to print. */
  excerpt: (body: string) => string
}

/**
 * The URL to poll: an absolute URL as it is; a path is appended to that of the deployment's `custom_url`, which loses its
 * query and credentials. Undefined if the deployment has no usable `custom_url`.
 */
export function resolveHealthUrl(health_url: string, custom_url: string | null | undefined): URL | undefined {
  const isPath = health_url.startsWith('/')
  const base = isPath ? (custom_url?.trim() ?? '') : health_url
  // Some services return only the host.
  const url = URL.parse(/^[\w.-]+(:\d+)?(\/|$)/.test(base) ? `https://${base}` : base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (isPath) {
    const [path = '', ...query] = health_url.split('?')
    url.pathname = posix.join(url.pathname, path)
    url.search = query.join('?')
  }
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

/** The URL for messages, without its query, which may contain a token. */
export const shownUrl = ({ origin, pathname, search }: URL): string =>
  `${origin}${pathname}${search === '' ? '' : '?…'}`

/**
 * Polls the health URL until it answers 2xx and contains the wanted text.
 *
 * @param deadline when to give up, by the clock; the URL is requested at least once
 * @returns the last answer, healthy or not; the last request may end without one
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
    const asked = await within(Math.max(0, deadline - clock.now()) + GRACE, context, until =>
      askOnce(url, contains, { ...context, signal: until }),
    )
    if (!asked) return last ?? { healthy: false, answered: say`gave no answer in time`, excerpt: '' }
    const { answer, retryAfter } = asked
    if (!isDeepStrictEqual(answer, last)) notify({ type: 'health', url: shownUrl(url), answer })
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
  { status, answered, excerpt, hint }: HealthAnswer,
  time: Sentence,
): RunFailure {
  return {
    code: 'unhealthy',
    what: say`The ${named(deployment)} was not healthy within ${time}: ${shownUrl(url)} ${answered}`,
    said: { ...NOTHING_SAID, text: excerpt },
    saidBy: 'The health URL',
    ...(status !== undefined && { status }),
    hint,
  }
}

async function askOnce(
  url: URL,
  contains: string | undefined,
  { health, excerpt, clock, signal }: HealthContext,
): Promise<{ answer: HealthAnswer; retryAfter?: number | undefined }> {
  const headers = { accept: '*/*', 'user-agent': 'create-deployment-action' }
  const response = await health({ method: 'GET', url, headers, enough: contains ?? '' }, signal)
  if (isNetworkFailure(response)) {
    const hint = problemOf(response) === 'host_unknown' ? ('health_host' as const) : undefined
    // The sentence already contains the URL.
    const { code, cause } = response
    const answered = say`gave no answer: ${describe({ kind: 'network', sent: true, code, cause })}`
    return { answer: { healthy: false, answered, excerpt: '', hint } }
  }
  const { status, text, truncated, broken } = response
  const wanted = contains ?? ''
  const isSuccess = status >= 200 && status <= 299
  const healthy = isSuccess && text.includes(wanted)
  const hint = isSuccess && !healthy ? ('health_text' as const) : undefined
  const more = hint
    ? say` without the text "${wanted}" that \`health_contains\` asks for`
    : (redirectOf(response, url) ?? say``)
  // A body that was cut may end with a part of a secret, which is not redacted. Of a healthy one the rest was not read.
  const last = truncated || broken ? text.lastIndexOf('\n') + 1 : text.length
  const end = healthy ? text.indexOf(wanted) + wanted.length : last
  const answered = say`answered ${status}${more}`
  return {
    answer: { healthy, status, answered, excerpt: excerpt(text.slice(0, end)), hint },
    retryAfter: retryAfterOf(response, clock.date()),
  }
}
