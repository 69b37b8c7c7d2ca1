import type { Dispatcher } from 'undici'
import requestBy from 'undici/lib/api/api-request.js'
import { readText } from './body.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from './exchange.ts'

export { default as Agent } from 'undici/lib/dispatcher/agent.js'

/**
 * Makes one attempt of one request, see `Send`.
 *
 * @param bounds time until the last byte of the answer, in milliseconds, and the most that is read of it
 */
export async function attempt(
  agent: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal,
  { timeout, maxBytes }: { timeout: number; maxBytes: number },
): Promise<HttpResponse | NetworkFailure> {
  signal.throwIfAborted()
  const timer = AbortSignal.timeout(timeout)
  const either = AbortSignal.any([signal, timer])
  let sent = false
  const noticing: Dispatcher = agent.compose(noticeStart(() => (sent = true)))
  try {
    const { statusCode, headers, body } = await requestBy.call(noticing, {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal: either,
    })
    const { text, truncated } = await readText(body, headers['content-encoding'], maxBytes)
    return { status: statusCode, headers, text, truncated }
  } catch (cause) {
    signal.throwIfAborted()
    const code = timer.aborted ? 'TIMEOUT' : codeOf(cause)
    return { kind: 'network', sent, code: /^UND_ERR_\w+_TIMEOUT$/.test(code) ? 'TIMEOUT' : code, cause }
  }
}

/** undici calls `onRequestStart` when a connection is up (TLS and proxy tunnel included), just before it writes. */
function noticeStart(started: () => void): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) => {
    const { onRequestStart } = handler
    handler.onRequestStart = (controller, context) => {
      started()
      onRequestStart?.call(handler, controller, context)
    }
    return dispatch(options, handler)
  }
}

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'UNKNOWN'
