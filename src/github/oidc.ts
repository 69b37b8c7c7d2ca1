import {
  describeNetworkFailure,
  type NetworkFailure,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson, valueAt } from '../lib/json.ts'
import { words, write } from '../lib/sentence.ts'
import { isToken } from '../lib/text.ts'
import type { Job } from './job.ts'

// `getIDToken` of @actions/core takes no signal and no timeout, repeats a request for minutes, and follows redirects with
// the credential.

/** The age at which a token is renewed, in milliseconds: a wait may outlive one. */
const RENEW_AFTER = 3 * 60_000

interface TokenContext {
  job: Pick<Job, 'mask'>
  env: NodeJS.ProcessEnv
  clock: Pick<Clock, 'now'>
  send: Send
}

/**
 * Sends requests with the job's OIDC token, renewed before it expires, and once for a request that the service refuses
 * with 401. Requests to the runner use the same proxies, timeout and signal as those to the service.
 *
 * @param audience the audience of the token
 */
export function withToken(audience: string, context: TokenContext): Send {
  const { clock, send } = context
  let requested: Promise<string | NetworkFailure> | undefined
  let since = 0
  const forget = () => {
    requested = undefined
  }

  const sendOnce: Send = async (request, signal) => {
    if (!requested || clock.now() - since > RENEW_AFTER) {
      since = clock.now()
      requested = requestToken(audience, context, signal)
      // After a failure or an abort the next request asks again.
      requested.then(token => typeof token === 'string' || forget(), forget)
    }
    const token = await requested
    if (typeof token !== 'string') return token
    const headers = { ...request.headers, Authorization: `Bearer ${token}` }
    return send({ ...request, headers }, signal)
  }

  return async (request, signal) => {
    const answer = await sendOnce(request, signal)
    if ('kind' in answer || answer.status !== 401) return answer
    forget()
    return sendOnce(request, signal)
  }
}

/** Asks the runner for a token, and masks it. A failure is not the service's fault: nothing was sent to it. */
async function requestToken(
  audience: string,
  { job, env, send }: TokenContext,
  signal: AbortSignal,
): Promise<string | NetworkFailure> {
  const url = new URL(env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  url.searchParams.set('audience', audience)
  const credential = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''
  job.mask(credential, words('ACTIONS_ID_TOKEN_REQUEST_TOKEN'))
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${credential}`,
  }
  const answer = await send({ method: 'GET', url, headers }, signal)
  if ('kind' in answer)
    return noToken('OIDC_UNREACHABLE', write(describeNetworkFailure(answer)))

  const { status, text } = answer
  const token = valueAt(parseJson(text), ['value'])
  if (status === 200 && isToken(token)) {
    job.mask(token, words('the OIDC token'))
    return token
  }
  const isDown = status === 429 || status >= 500
  return noToken(
    isDown ? 'OIDC_UNREACHABLE' : 'OIDC_TOKEN',
    status === 200 ? 'its answer holds no token' : `it answered ${status}`,
  )
}

function noToken(
  code: 'OIDC_TOKEN' | 'OIDC_UNREACHABLE',
  reason: string,
): NetworkFailure {
  const cause = new Error(`the runner gave no OIDC token: ${reason}`)
  return { kind: 'network', sent: false, code, cause }
}
