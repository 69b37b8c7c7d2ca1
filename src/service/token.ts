import type { Masks } from '../report/text.ts'
import { parseJson, textAt } from './deployment.ts'
import { RequestFailure } from './failure.ts'
import type { Net, Send } from './http.ts'

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
  send: Send,
  net: Net,
  mask: Masks['mask'],
): Send {
  let token: Promise<string> | undefined
  let since = 0

  function renewed(): Promise<string> {
    since = net.clock.now()
    const asked = requestToken(audience, send, net, mask)
    // After a failure the next request asks again.
    asked.catch(() => {
      token = undefined
    })
    return asked
  }

  const sendWithToken: Send = async request => {
    const isOld = net.clock.now() - since > RENEW_AFTER
    if (!token || isOld) token = renewed()
    const authorization = `Bearer ${await token}`
    return send({ ...request, headers: { ...request.headers, authorization } })
  }

  return async request => {
    try {
      return await sendWithToken(request)
    } catch (error) {
      const isRefused = error instanceof RequestFailure && error.status === 401
      if (!isRefused) throw error
      await net.clock.sleep(CLOCK_SKEW, net.signal)
      token = undefined
      return sendWithToken(request)
    }
  }
}

/** Asks the runner for a token, and masks it. */
async function requestToken(
  audience: string,
  send: Send,
  { env }: Net,
  mask: Masks['mask'],
): Promise<string> {
  const url = new URL(env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  url.searchParams.set('audience', audience)
  const credential = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''
  mask(credential, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN')
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${credential}`,
  }
  const token = await send({ method: 'GET', url, headers }).then(
    ({ text }) => textAt(parseJson(text), 'value'),
    (cause: Error) => {
      if (!(cause instanceof RequestFailure)) throw cause
      throw noToken(cause.message, cause)
    },
  )
  if (!/^[\x21-\x7e]+$/.test(token)) throw noToken('its answer holds none')
  mask(token, 'the OIDC token')
  return token
}

const noToken = (reason: string, cause?: Error): RequestFailure =>
  new RequestFailure('unsent', `the runner gave no OIDC token: ${reason}`, {
    code: 'OIDC',
    cause,
  })
