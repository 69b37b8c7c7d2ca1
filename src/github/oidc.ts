import {
  describeNetworkFailure,
  type HttpResponse,
  isNetworkFailure,
  type NetworkFailure,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { isObject, parseJson } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import type { Job } from './job.ts'

/** The age at which a token is renewed, in milliseconds. A token lives for some minutes, and a wait may take longer. */
const RENEW_AFTER = 3 * 60_000

type Header = Record<string, string> | NetworkFailure

/** The environment of a token: everything outside the process that it depends on. */
interface TokenContext {
  job: Pick<Job, 'mask'>
  /** The job's environment, with the URL of the runner's token service and the credential for it. */
  env: NodeJS.ProcessEnv
  clock: Pick<Clock, 'now'>
  send: Send
}

/**
 * The job's OIDC token as a header, renewed before it expires. Requests to the runner use the same proxies and timeout
 * as those to the service, and the same signal.
 *
 * @param audience the audience of the token; undefined for a connection without one
 */
export function bearerToken(
  audience: string | undefined,
  context: TokenContext,
): (signal: AbortSignal) => Promise<Header> {
  let current: { issued: number; header: Promise<Header> } | undefined

  async function renew(audience: string, signal: AbortSignal): Promise<Header> {
    const token = await requestToken(audience, context, signal)
    if (typeof token !== 'string') return token
    context.job.mask(token, words('the OIDC token'))
    return { Authorization: `Bearer ${token}` }
  }

  return async signal => {
    if (audience === undefined) return {}
    const now = context.clock.now()
    if (!current || now - current.issued > RENEW_AFTER) {
      current = { issued: now, header: renew(audience, signal) }
    }
    const asked = current
    let isUsable = false
    try {
      const header = await asked.header
      isUsable = !isNetworkFailure(header)
      return header
    } finally {
      // Cache only a token: after a failure or an abort the next request asks again.
      if (!isUsable && current === asked) current = undefined
    }
  }
}

/** The characters of a token in a header. */
const IN_HEADER = /^[\x21-\x7e]+$/

/** Asks the runner for a token. A failure is not the service's fault: nothing was sent to it. */
async function requestToken(
  audience: string,
  { job, env, send }: TokenContext,
  signal: AbortSignal,
): Promise<string | NetworkFailure> {
  const url = URL.parse(env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  const credential = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''
  if (!url) return noToken('ACTIONS_ID_TOKEN_REQUEST_URL is not a URL')
  job.mask(credential, words('ACTIONS_ID_TOKEN_REQUEST_TOKEN'))
  if (!IN_HEADER.test(credential)) {
    return noToken(
      'ACTIONS_ID_TOKEN_REQUEST_TOKEN holds a character that no token may have, such as a line break',
    )
  }
  url.searchParams.set('audience', audience)
  const headers = { accept: 'application/json', authorization: `Bearer ${credential}` }
  const answer = await send({ method: 'GET', url, headers }, signal)
  if (isNetworkFailure(answer)) {
    return {
      kind: 'network',
      sent: false,
      code: 'OIDC_UNREACHABLE',
      cause: new Error(`the runner gave no OIDC token: ${describeNetworkFailure(answer)}`),
    }
  }
  const { status } = answer
  if (status < 200 || status > 299) {
    const code = status >= 500 || status === 429 ? 'OIDC_UNREACHABLE' : 'OIDC_TOKEN'
    return { ...noToken(`it answered ${status}`), code }
  }
  return tokenIn(answer) ?? noToken('its answer holds no token')
}

function tokenIn({ text }: HttpResponse): string | undefined {
  const body = parseJson(text)
  const token = isObject(body) ? body['value'] : undefined
  return typeof token === 'string' && IN_HEADER.test(token) ? token : undefined
}

const noToken = (reason: string): NetworkFailure => ({
  kind: 'network',
  sent: false,
  code: 'OIDC_TOKEN',
  cause: new Error(`the runner gave no OIDC token: ${reason}`),
})
