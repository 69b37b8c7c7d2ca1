import { parseJson, textAt } from '../base/json.ts'
import type { Masks } from '../base/text.ts'
import { failureOrThrow, RequestFailure } from './failure.ts'
import type { HttpRequest, Net, Send } from './http.ts'

// Replaces `getIDToken` of @actions/core, which takes no signal, repeats a request for minutes, and follows redirects with the
// credential.

/** The age at which a token is renewed, in milliseconds: a run may wait longer than a token is valid. */
const RENEW_AFTER = 3 * 60_000

/** The pause after a 401, in milliseconds. If two clocks differ, a new token becomes valid only after a moment. */
const CLOCK_SKEW = 1000

/**
 * Sends requests with the job's OIDC token, renewed before it expires. After a 401, a request is sent once more, a second later,
 * with a new token.
 *
 * @param audience the audience of the token
 */
export function withToken(
  audience: string,
  send: Send,
  { clock, env, signal }: Net,
  mask: Masks['mask'],
): Send {
  const permit = textAt(env, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN')
  mask(permit, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN')
  let authorization = ''
  /** When the token is too old, by the clock. */
  let renewal = 0

  /** Asks the runner for a token, within the limits of the request that carries it. */
  async function renew({ until }: HttpRequest): Promise<void> {
    const url = new URL(textAt(env, 'ACTIONS_ID_TOKEN_REQUEST_URL'))
    url.searchParams.set('audience', audience)
    const { status, text } = await send({
      method: 'GET',
      url,
      headers: {
        authorization: `Bearer ${permit}`,
      },
      until,
    }).catch((error: unknown) => {
      throw noToken(failureOrThrow(error), authorization === '')
    })
    const token = textAt(parseJson(text), 'value')
    if (token === '')
      throw noToken(new RequestFailure('unusable', 'its answer holds none', { status }), false)
    mask(token, 'the OIDC token')
    authorization = `Bearer ${token}`
    renewal = clock.now() + RENEW_AFTER
  }

  const sendWithToken: Send = async request => {
    if (clock.now() >= renewal) await renew(request)
    return send({ ...request, headers: { ...request.headers, authorization } })
  }

  return request =>
    sendWithToken(request).catch(async (error: unknown) => {
      const { status, cause } = failureOrThrow(error)
      if (status !== 401 || cause === 'no_token') throw error
      const renewed = clock.sleep(CLOCK_SKEW, signal).then(() => renew(request))
      // A signal may end the pause, or the renewal. The 401 then tells the caller that the request had no effect.
      await renewed.catch((late: unknown) => {
        throw signal.aborted ? error : late
      })
      return sendWithToken(request)
    })
}

/** Statuses of an answer which denies the job a token, so that no later request gets one. */
const DENIALS: unknown[] = [400, 401, 403, 404]

/**
 * The failure of a request that was not sent, as the runner gave no token.
 *
 * @param isFirst whether the run has had no token yet
 */
const noToken = ({ kind, message, status, said }: RequestFailure, isFirst: boolean) =>
  new RequestFailure(kind, `the runner gave no OIDC token: ${message}`, {
    cause: 'no_token',
    said,
    status,
    endsRun: isFirst && DENIALS.includes(status),
  })
