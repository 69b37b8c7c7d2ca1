import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { HttpResponse } from '../http/exchange.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { describe, redirectOf, retryAfterOf } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { HealthAnswer, HealthContext, HealthNews } from './facts.ts'
import { withinDeadline } from './looks.ts'
import type { Goal } from './order.ts'

const LONGEST_EXCERPT = 300

/** What is read of an answer, in bytes. */
const MAX_BYTES = 1024 * 1024

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
  if (isPath) {
    const asked = new URL(`http://host${health_url}`)
    url.pathname = posix.join(url.pathname, asked.pathname)
    url.search = asked.search
  }
  return Object.assign(url, { username: '', password: '', hash: '' })
}

/** The URL for messages, without its query, which may contain a token. */
export const shownUrl = (url: string): string => url.replace(/[?#].*/s, '?…')

/**
 * Asks the health URL once: it must answer 2xx and contain the wanted text. A path is asked once the deployment has a
 * `custom_url`, which services give late.
 *
 * @param before what the URL showed last. It stays if the deadline cuts this check off
 */
export async function checkHealth(
  { health_url = '', health_contains = '' }: Goal,
  { source_config }: Deployment,
  before: HealthNews | undefined,
  deadline: number,
  context: HealthContext,
): Promise<HealthNews> {
  const url = resolveHealthUrl(health_url, source_config?.custom_url)
  const shown = shownUrl(url?.href ?? health_url)
  const answer = await withinDeadline(
    signal => ask(url, health_contains, { ...context, signal }),
    deadline,
    context,
  )
  if (!answer) return before ?? { url: shown, answer: TOO_LATE }
  const news = { url: shown, answer }
  if (!isDeepStrictEqual(toldOf(news), toldOf(before)))
    context.notify({ type: 'health', ...news })
  return news
}

/** What the log says of an answer. A `Retry-After` that is a date comes nearer each time. */
const toldOf = (news?: HealthNews) => [
  news?.url,
  news?.answer.answered,
  news?.answer.excerpt,
]

const unanswered = (
  kind: HealthAnswer['kind'],
  answered: Sentence,
): HealthAnswer => ({ kind, answered, excerpt: '' })

const TOO_LATE = unanswered('no_response', words('gave no answer in time'))

const NO_ADDRESS = unanswered(
  'no_address',
  words(
    'is only a path, and the deployment has no usable `custom_url` yet to put before it',
  ),
)

// A connection that is kept could reach an instance that has been replaced.
const HEADERS = {
  accept: '*/*',
  connection: 'close',
  'user-agent': 'create-deployment-action',
}

async function ask(
  url: URL | undefined,
  wanted: string,
  { health, redact, clock, signal }: HealthContext,
): Promise<HealthAnswer> {
  if (!url) return NO_ADDRESS
  const response = await health(
    { method: 'GET', url, headers: HEADERS, maxBytes: MAX_BYTES },
    signal,
  )
  if ('kind' in response) {
    // The sentence already contains the URL.
    const { origin: _, ...failure } = response
    return unanswered('no_response', say`gave no answer: ${describe(failure)}`)
  }
  const { status } = response
  const kind = kindOf(response, wanted)
  const answered =
    kind === 'other_text'
      ? say`answered ${status} without the text \`${wanted}\` that \`health_contains\` asks for`
      : say`answered ${status}${redirectOf(response, url)}`
  const excerpt = excerptOf(response, redact)
  const retryAfter = retryAfterOf(response, clock.date())
  return { kind, status, answered, excerpt, retryAfter }
}

function kindOf(
  { status, text }: HttpResponse,
  wanted: string,
): HealthAnswer['kind'] {
  if (status < 200 || status > 299) return 'refused'
  return text.includes(wanted) ? 'healthy' : 'other_text'
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
