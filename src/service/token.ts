import type { Masks } from '../run/text.ts'
import { failureOrThrow, RequestFailure } from './failure.ts'
import type { Exchange, HttpRequest, Net } from './http.ts'
import { parseJson, textAt } from './json.ts'

// `getIDToken` of @actions/core takes no signal, repeats a request for minutes, and follows redirects with the credential.

/** The age at which a token is renewed, in milliseconds: a wait may outlive one. */
const RENEW_AFTER = 3 * 60_000

/** A token that is not yet valid, as two clocks differ, is valid after this time, in milliseconds. */
const CLOCK_SKEW = 1000

/**
 * Sends requests with the job's OIDC token, renewed before it expires. After a 401 a request is sent once more, a second later, with a
 * new token.
 *
 * @param audience the audience of the token
 */
export function withToken(
  audience: string,
  send: Exchange,
  net: Net,
  mask: Masks['mask'],
): Exchange {
  const { clock, signal } = net
  let authorization = ''
  /** When the token is too old, by the clock. */
  let renewal = 0

  const sendWithToken: Exchange = async request => {
    if (clock.now() >= renewal) {
      const token = await requestToken(audience, request, send, net)
      mask(token, 'the OIDC token')
      authorization = `Bearer ${token}`
      renewal = clock.now() + RENEW_AFTER
    }
    return send({ ...request, headers: { ...request.headers, authorization } })
  }

  return async request => {
    try {
      return await sendWithToken(request)
    } catch (error) {
      if (failureOrThrow(error).status !== 401) throw error
      await clock.sleep(CLOCK_SKEW, signal)
      renewal = 0
      return sendWithToken(request)
    }
  }
}

/** Asks the runner for a token, within the limits of the request that carries it. */
async function requestToken(
  audience: string,
  { until }: HttpRequest,
  send: Exchange,
  { env }: Net,
): Promise<string> {
  const url = new URL(env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  url.searchParams.set('audience', audience)
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}`,
  }
  const answer = await send({
    method: 'GET',
    url,
    headers,
    until,
  }).catch(failureOrThrow)
  if (answer instanceof RequestFailure)
    throw noToken(answer.message, answer.code)
  const token = textAt(parseJson(answer.text), 'value')
  if (token === '') throw noToken('its answer holds none')
  return token
}

/** The request to the service was not sent. */
const noToken = (reason: string, code = ''): RequestFailure =>
  new RequestFailure('unsent', `the runner gave no OIDC token: ${reason}`, {
    code,
    next: 'Check `oidc_audience`, and that the job has the permission `id-token: write`. If both are right, the runner or GitHub failed: look at the status page of GitHub, then rerun.',
  })
