import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type HttpResponse, isNetworkFailure } from '../http/exchange.ts'
import { say, words } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { describe, redirectOf, retryAfterOf } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { HealthContext } from './context.ts'
import type { HealthAnswer, HealthNews } from './facts.ts'
import type { Goal } from './goal.ts'
import { withinDeadline } from './looks.ts'

/** The maximum size of a health response, in bytes. */
export const MAX_HEALTH_BYTES = 1024 * 1024

const LONGEST_EXCERPT = 300

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
  const isHost = /^[\w.-]+(:\d+)?(\/|$)/.test(base)
  const url = URL.parse(isHost ? `https://${base}` : base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (isPath) setPath(url, health_url)
  return Object.assign(url, { username: '', password: '', hash: '' })
}

function setPath(url: URL, health_url: string): void {
  const [, path = '', query = ''] = PATH_AND_QUERY.exec(health_url) ?? []
  url.pathname = posix.join(url.pathname, path)
  url.search = query
}

const PATH_AND_QUERY = /^([^?#]*)(\?[^#]*)?/

/** The URL for messages, without its query, which may contain a token. */
export const shownUrl = (url: string): string => url.replace(/[?#].*/s, '?…')

/** A check of the health URL, and what it showed last. */
export interface Health {
  check(deployment: Deployment): Promise<HealthAnswer>
  last(): HealthNews | undefined
}

/**
 * Prepares the check of the health URL: it must answer 2xx and contain the wanted text. A path is asked once the
 * deployment has a `custom_url`, which services give late.
 *
 * @param deadline when to give up, by the clock; a check that it ends leaves the answer before
 */
export function openHealth(
  { health_url = '', health_contains = '' }: Goal,
  deadline: number,
  context: HealthContext,
): Health {
  const { notify } = context
  let last: HealthNews | undefined

  async function check({ source_config }: Deployment): Promise<HealthAnswer> {
    const url = resolveHealthUrl(health_url, source_config?.custom_url)
    const asked = await withinDeadline(
      signal => askOnce(url, health_contains, { ...context, signal }),
      deadline,
      context,
    )
    const answer = asked ?? TOO_LATE
    const news = { url: shownUrl(url?.href ?? health_url), answer }
    if (!asked) {
      last ??= news
      return answer
    }
    if (!isDeepStrictEqual(news, last)) notify({ type: 'health', ...news })
    last = news
    return answer
  }

  return { check, last: () => last }
}

const TOO_LATE: HealthAnswer = {
  kind: 'no_response',
  answered: words('gave no answer in time'),
  excerpt: '',
}

const NO_ADDRESS: HealthAnswer = {
  kind: 'no_address',
  answered: words(
    'belongs to the `custom_url` of the deployment, and it has no usable one yet',
  ),
  excerpt: '',
}

// A connection that is kept could reach an instance that has been replaced.
const HEADERS = {
  accept: '*/*',
  connection: 'close',
  'user-agent': 'create-deployment-action',
}

async function askOnce(
  url: URL | undefined,
  wanted: string,
  { health, redact, clock, signal }: HealthContext,
): Promise<HealthAnswer> {
  if (!url) return NO_ADDRESS
  const request = { method: 'GET', url, headers: HEADERS } as const
  const response = await health(request, signal)
  if (isNetworkFailure(response)) {
    // The sentence already contains the URL.
    const { origin: _, ...failure } = response
    const answered = say`gave no answer: ${describe(failure)}`
    return { kind: 'no_response', answered, excerpt: '' }
  }
  const kind = kindOf(response, wanted)
  return {
    kind,
    status: response.status,
    answered: answerOf(kind, response, url, wanted),
    excerpt: excerptOf(response, redact),
    retryAfter: retryAfterOf(response, clock.date()),
  }
}

function kindOf(
  { status, text }: HttpResponse,
  wanted: string,
): HealthAnswer['kind'] {
  if (status < 200 || status > 299) return 'refused'
  return text.includes(wanted) ? 'healthy' : 'other_text'
}

function answerOf(
  kind: HealthAnswer['kind'],
  response: HttpResponse,
  url: URL,
  wanted: string,
) {
  const { status } = response
  if (kind === 'other_text')
    return say`answered ${status} without the text "${wanted}" that \`health_contains\` asks for`
  return say`answered ${status}${redirectOf(response, url)}`
}

/** The first line of the body. A body that was cut may end with a part of a secret, which is not redacted. */
function excerptOf(
  { text, truncated, broken }: HttpResponse,
  redact: HealthContext['redact'],
): string {
  const isCut = truncated || broken
  const whole = isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const [line = ''] = /\S.*/.exec(redact(whole)) ?? []
  return shorten(line.trimEnd(), LONGEST_EXCERPT)
}
