import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isNetworkFailure, type Send } from '../http/exchange.ts'
import { within } from '../lib/clock.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { describe, redirectOf, retryAfterOf } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { NOTHING_SAID } from '../service/said.ts'
import type { Context, Event, HealthAnswer } from './context.ts'
import type { Hint } from './errors.ts'
import { named, type RunFailure } from './outcome.ts'

/** How long the last request may exceed the end of the wait, in milliseconds. */
export const GRACE = 1000

/** The maximum size of a health response, in bytes. */
export const MAX_HEALTH_BYTES = 1024 * 1024

const LONGEST_EXCERPT = 300

/** What a run with a health check depends on. */
export interface HealthContext extends Context {
  /** Sends one GET, without the headers and credentials of the service. */
  health: Send
  /** Removes secrets from a text, and then shortens it. */
  redact: (text: string, longest: number) => string
}

type HealthNews = Extract<Event, { type: 'health' }>

/**
 * The URL to poll: an absolute URL as it is; a path is appended to that of the deployment's `custom_url`, which loses its
 * query and credentials. Undefined if the deployment has no usable `custom_url`.
 */
export function resolveHealthUrl(
  health_url: string,
  custom_url: string | null | undefined,
): URL | undefined {
  const isPath = health_url.startsWith('/')
  const base = isPath ? (custom_url?.trim() ?? '') : health_url
  // Some services return only the host.
  const url = URL.parse(
    /^[\w.-]+(:\d+)?(\/|$)/.test(base) ? `https://${base}` : base,
  )
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (isPath) {
    const [path = '', ...query] = health_url.split('?')
    url.pathname = posix.join(url.pathname, path)
    url.search = query.join('?')
  }
  return Object.assign(url, { username: '', password: '', hash: '' })
}

/** The URL for messages, without its query, which may contain a token. */
export const shownUrl = (url: string): string => url.replace(/[?#].*/s, '?…')

/** Asks the health URL once. */
export type HealthCheck = (deployment: Deployment) => Promise<HealthAnswer>

/**
 * Prepares the check of the health URL: it must answer 2xx and contain the wanted text. A path is asked once the
 * deployment has a `custom_url`, which services give late.
 *
 * @param deadline when to give up, by the clock
 * @returns the check, and its last answer; a check that the deadline ends leaves the one before
 */
export function openHealth(
  health_url: string,
  health_contains: string | undefined,
  deadline: number,
  context: HealthContext,
): { check: HealthCheck; last: () => HealthNews | undefined } {
  const { clock, notify } = context
  let last: HealthNews | undefined
  async function check({ source_config }: Deployment): ReturnType<HealthCheck> {
    const url = resolveHealthUrl(health_url, source_config?.custom_url)
    const asked = await within(
      Math.max(0, deadline - clock.now()) + GRACE,
      context,
      signal => askOnce(url, health_contains, { ...context, signal }),
    )
    const answer = asked ?? noAnswer(say`gave no answer in time`)
    const news: HealthNews = {
      type: 'health',
      url: shownUrl(url?.href ?? health_url),
      answer,
    }
    if (asked && !isDeepStrictEqual(news, last)) notify(news)
    last = asked ? news : (last ?? news)
    return answer
  }
  return { check, last: () => last }
}

const noAnswer = (answered: Sentence, hint?: Hint): HealthAnswer => ({
  healthy: false,
  answered,
  excerpt: '',
  hint,
})

/** The failure if the time is over before the application is healthy. */
export function unhealthy(
  deployment: Deployment,
  { url, answer }: HealthNews,
  time: Sentence,
): RunFailure {
  const { status, answered, excerpt, hint } = answer
  return {
    code: 'unhealthy',
    what: say`The ${named(deployment)} was not seen healthy within ${time}: ${url} ${answered}`,
    said: { ...NOTHING_SAID, text: excerpt },
    saidBy: 'The health URL',
    ...(status !== undefined && { status }),
    hint,
  }
}

async function askOnce(
  url: URL | undefined,
  wanted = '',
  { health, redact, clock, signal }: HealthContext,
): Promise<HealthAnswer> {
  if (!url) return noAnswer(NO_ADDRESS, 'no_address')
  // A connection that is kept could reach an instance that has been replaced.
  const headers = {
    accept: '*/*',
    connection: 'close',
    'user-agent': 'create-deployment-action',
  }
  const response = await health({ method: 'GET', url, headers }, signal)
  if (isNetworkFailure(response)) {
    // The sentence already contains the URL.
    const { origin: _, ...failure } = response
    return noAnswer(
      say`gave no answer: ${describe(failure)}`,
      'health_unreached',
    )
  }
  const { status, text, truncated, broken } = response
  const isSuccess = status >= 200 && status <= 299
  const healthy = isSuccess && text.includes(wanted)
  const lacksText = say` without the text "${wanted}" that \`health_contains\` asks for`
  const answered = say`answered ${status}${isSuccess && !healthy ? lacksText : (redirectOf(response, url) ?? '')}`
  // A body that was cut may end with a part of a secret, which is not redacted. Of a healthy one the rest was not read.
  const last = truncated || broken ? text.lastIndexOf('\n') + 1 : text.length
  const end = healthy ? text.indexOf(wanted) + wanted.length : last
  const [excerpt = ''] =
    /\S.*/.exec(redact(text.slice(0, end).trimStart(), LONGEST_EXCERPT)) ?? []
  const hint = isSuccess && !healthy ? 'health_text' : undefined
  const retryAfter = retryAfterOf(response, clock.date())
  return {
    healthy,
    status,
    answered,
    excerpt: excerpt.trimEnd(),
    hint,
    retryAfter,
  }
}

const NO_ADDRESS = words(
  'belongs to the `custom_url` of the deployment, and it has no usable one yet',
)
