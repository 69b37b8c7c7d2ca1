import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 9136:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const net = __nccwpck_require__(7030)
const assert = __nccwpck_require__(4589)
const util = __nccwpck_require__(3440)
const { InvalidArgumentError, ConnectTimeoutError } = __nccwpck_require__(8707)

let tls // include tls conditionally since it is not always available

// TODO: session re-use does not wait for the first
// connection to resolve the session and might therefore
// resolve the same servername multiple times even when
// re-use is enabled.

const SessionCache = class WeakSessionCache {
  constructor (maxCachedSessions) {
    this._maxCachedSessions = maxCachedSessions
    this._sessionCache = new Map()
    this._sessionRegistry = new FinalizationRegistry((key) => {
      if (this._sessionCache.size < this._maxCachedSessions) {
        return
      }

      const ref = this._sessionCache.get(key)
      if (ref !== undefined && ref.deref() === undefined) {
        this._sessionCache.delete(key)
      }
    })
  }

  get (sessionKey) {
    const ref = this._sessionCache.get(sessionKey)
    return ref ? ref.deref() : null
  }

  set (sessionKey, session) {
    if (this._maxCachedSessions === 0) {
      return
    }

    if (this._sessionCache.has(sessionKey)) {
      this._sessionCache.delete(sessionKey)
    } else if (this._sessionCache.size >= this._maxCachedSessions) {
      // Make room for the new session: prefer an entry whose session has
      // already been collected, otherwise evict the oldest one.
      let evicted = false
      for (const [key, ref] of this._sessionCache) {
        if (ref.deref() === undefined) {
          this._sessionCache.delete(key)
          evicted = true
          break
        }
      }

      if (!evicted) {
        const oldest = this._sessionCache.keys().next()
        if (!oldest.done) {
          this._sessionCache.delete(oldest.value)
        }
      }
    }

    this._sessionCache.set(sessionKey, new WeakRef(session))
    this._sessionRegistry.register(session, sessionKey)
  }
}

function buildConnector ({ allowH2, preferH2, useH2c, maxCachedSessions, socketPath, timeout, session: customSession, ...opts }) {
  if (maxCachedSessions != null && (!Number.isInteger(maxCachedSessions) || maxCachedSessions < 0)) {
    throw new InvalidArgumentError('maxCachedSessions must be a positive integer or zero')
  }

  const options = { path: socketPath, ...opts }
  const sessionCache = new SessionCache(maxCachedSessions == null ? 100 : maxCachedSessions)
  timeout = timeout == null ? 10e3 : timeout
  allowH2 = allowH2 != null ? allowH2 : true
  return function connect ({ hostname, host, protocol, port, servername, localAddress, httpSocket }, callback) {
    let socket
    if (protocol === 'https:') {
      if (!tls) {
        tls = __nccwpck_require__(1692)
      }
      servername = servername || options.servername || util.getServerName(host) || null

      const sessionKey = servername || hostname
      assert(sessionKey)

      const session = customSession || sessionCache.get(sessionKey) || null

      port = port || 443

      socket = tls.connect({
        highWaterMark: 16384, // TLS in node can't have bigger HWM anyway...
        ...options,
        servername,
        session,
        localAddress,
        ALPNProtocols: allowH2 ? (preferH2 ? ['h2', 'http/1.1'] : ['http/1.1', 'h2']) : ['http/1.1'],
        socket: httpSocket, // upgrade socket connection
        port,
        host: hostname
      })

      socket
        .on('session', function (session) {
          // TODO (fix): Can a session become invalid once established? Don't think so?
          sessionCache.set(sessionKey, session)
        })
    } else {
      assert(!httpSocket, 'httpSocket can only be sent on TLS update')

      port = port || 80

      const connectOptions = {
        highWaterMark: 64 * 1024, // Same as nodejs fs streams.
        ...options,
        localAddress,
        port,
        host: hostname
      }

      const family = net.isIP(hostname)
      if (family !== 0 && servername && servername !== hostname) {
        connectOptions.host = servername
        connectOptions.lookup = (_hostname, lookupOptions, cb) => {
          if (lookupOptions.all) {
            cb(null, [{ address: hostname, family }])
          } else {
            cb(null, hostname, family)
          }
        }
      }

      socket = net.connect(connectOptions)
      if (useH2c === true) {
        socket.alpnProtocol = 'h2'
      }
    }

    // Set TCP keep alive options on the socket here instead of in connect() for the case of assigning the socket
    if (options.keepAlive == null || options.keepAlive) {
      const keepAliveInitialDelay = options.keepAliveInitialDelay === undefined ? 60e3 : options.keepAliveInitialDelay
      socket.setKeepAlive(true, keepAliveInitialDelay)
    }

    const clearConnectTimeout = util.setupConnectTimeout(new WeakRef(socket), { timeout, hostname, port })

    socket
      .setNoDelay(true)
      .once(protocol === 'https:' ? 'secureConnect' : 'connect', function () {
        queueMicrotask(clearConnectTimeout)

        if (callback) {
          const cb = callback
          callback = null
          cb(null, this)
        }
      })
      .on('error', function (err) {
        queueMicrotask(clearConnectTimeout)

        if (callback) {
          const cb = callback
          callback = null
          cb(maybeNormalizeConnectError(err, this, { timeout, hostname, port }))
        }
      })

    return socket
  }
}

// `net.connect` with `autoSelectFamily` raises an `AggregateError` when every
// attempted address fails. If any of those failures is a timeout, surface the
// error as a `ConnectTimeoutError` so callers see the same error regardless of
// which timer (Node's internal one or undici's `connectTimeout`) wins the race.
// The original `AggregateError` is preserved on `.cause`.
function maybeNormalizeConnectError (err, socket, opts) {
  if (
    err instanceof AggregateError &&
    (err.code === 'ETIMEDOUT' || err.errors.some((e) => e != null && e.code === 'ETIMEDOUT'))
  ) {
    let message = 'Connect Timeout Error'
    if (Array.isArray(socket.autoSelectFamilyAttemptedAddresses)) {
      message += ` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(', ')},`
    } else {
      message += ` (attempted address: ${opts.hostname}:${opts.port},`
    }
    message += ` timeout: ${opts.timeout}ms)`

    const wrapped = new ConnectTimeoutError(message)
    wrapped.cause = err
    return wrapped
  }
  return err
}

module.exports = buildConnector


/***/ }),

/***/ 735:
/***/ ((module) => {



/**
 * @see https://developer.mozilla.org/docs/Web/HTTP/Headers
 */
const wellknownHeaderNames = /** @type {const} */ ([
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Accept-Ranges',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Access-Control-Max-Age',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Age',
  'Allow',
  'Alt-Svc',
  'Alt-Used',
  'Authorization',
  'Cache-Control',
  'Clear-Site-Data',
  'Connection',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Content-Type',
  'Cookie',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Date',
  'Device-Memory',
  'Downlink',
  'ECT',
  'ETag',
  'Expect',
  'Expect-CT',
  'Expires',
  'Forwarded',
  'From',
  'Host',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Keep-Alive',
  'Last-Modified',
  'Link',
  'Location',
  'Max-Forwards',
  'Origin',
  'Permissions-Policy',
  'Pragma',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'RTT',
  'Range',
  'Referer',
  'Referrer-Policy',
  'Refresh',
  'Retry-After',
  'Sec-WebSocket-Accept',
  'Sec-WebSocket-Extensions',
  'Sec-WebSocket-Key',
  'Sec-WebSocket-Protocol',
  'Sec-WebSocket-Version',
  'Server',
  'Server-Timing',
  'Service-Worker-Allowed',
  'Service-Worker-Navigation-Preload',
  'Set-Cookie',
  'SourceMap',
  'Strict-Transport-Security',
  'Supports-Loading-Mode',
  'TE',
  'Timing-Allow-Origin',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Upgrade-Insecure-Requests',
  'User-Agent',
  'Vary',
  'Via',
  'WWW-Authenticate',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-Powered-By',
  'X-Requested-With',
  'X-XSS-Protection'
])

/** @type {Record<typeof wellknownHeaderNames[number]|Lowercase<typeof wellknownHeaderNames[number]>, string>} */
const headerNameLowerCasedRecord = {}

// Note: object prototypes should not be able to be referenced. e.g. `Object#hasOwnProperty`.
Object.setPrototypeOf(headerNameLowerCasedRecord, null)

for (let i = 0; i < wellknownHeaderNames.length; ++i) {
  const key = wellknownHeaderNames[i]
  const lowerCasedKey = key.toLowerCase()
  headerNameLowerCasedRecord[key] = headerNameLowerCasedRecord[lowerCasedKey] =
    lowerCasedKey
}

/**
 * Default WebSocket receive limits (see `webSocket` in Client.md). Used by
 * DispatcherBase#webSocketOptions and by the WebSocket parser when the
 * dispatcher doesn't provide a value, so a dispatcher without
 * `webSocketOptions` (a custom one, or a wrapper) doesn't remove the limits.
 */
const defaultWebSocketMaxFragments = 131072
const defaultWebSocketMaxPayloadSize = 128 * 1024 * 1024 // 128 MB

module.exports = {
  wellknownHeaderNames,
  headerNameLowerCasedRecord,
  defaultWebSocketMaxFragments,
  defaultWebSocketMaxPayloadSize
}


/***/ }),

/***/ 8707:
/***/ ((module) => {



const kUndiciError = Symbol.for('undici.error.UND_ERR')
class UndiciError extends Error {
  constructor (message, options) {
    super(message, options)
    this.name = 'UndiciError'
    this.code = 'UND_ERR'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kUndiciError] === true
  }

  get [kUndiciError] () {
    return true
  }
}

const kConnectTimeoutError = Symbol.for('undici.error.UND_ERR_CONNECT_TIMEOUT')
class ConnectTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ConnectTimeoutError'
    this.message = message || 'Connect Timeout Error'
    this.code = 'UND_ERR_CONNECT_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kConnectTimeoutError] === true
  }

  get [kConnectTimeoutError] () {
    return true
  }
}

const kHeadersTimeoutError = Symbol.for('undici.error.UND_ERR_HEADERS_TIMEOUT')
class HeadersTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'HeadersTimeoutError'
    this.message = message || 'Headers Timeout Error'
    this.code = 'UND_ERR_HEADERS_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHeadersTimeoutError] === true
  }

  get [kHeadersTimeoutError] () {
    return true
  }
}

const kHeadersOverflowError = Symbol.for('undici.error.UND_ERR_HEADERS_OVERFLOW')
class HeadersOverflowError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'HeadersOverflowError'
    this.message = message || 'Headers Overflow Error'
    this.code = 'UND_ERR_HEADERS_OVERFLOW'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHeadersOverflowError] === true
  }

  get [kHeadersOverflowError] () {
    return true
  }
}

const kBodyTimeoutError = Symbol.for('undici.error.UND_ERR_BODY_TIMEOUT')
class BodyTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'BodyTimeoutError'
    this.message = message || 'Body Timeout Error'
    this.code = 'UND_ERR_BODY_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kBodyTimeoutError] === true
  }

  get [kBodyTimeoutError] () {
    return true
  }
}

const kInvalidArgumentError = Symbol.for('undici.error.UND_ERR_INVALID_ARG')
class InvalidArgumentError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'InvalidArgumentError'
    this.message = message || 'Invalid Argument Error'
    this.code = 'UND_ERR_INVALID_ARG'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInvalidArgumentError] === true
  }

  get [kInvalidArgumentError] () {
    return true
  }
}

const kInvalidReturnValueError = Symbol.for('undici.error.UND_ERR_INVALID_RETURN_VALUE')
class InvalidReturnValueError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'InvalidReturnValueError'
    this.message = message || 'Invalid Return Value Error'
    this.code = 'UND_ERR_INVALID_RETURN_VALUE'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInvalidReturnValueError] === true
  }

  get [kInvalidReturnValueError] () {
    return true
  }
}

const kAbortError = Symbol.for('undici.error.UND_ERR_ABORT')
class AbortError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'AbortError'
    this.message = message || 'The operation was aborted'
    this.code = 'UND_ERR_ABORT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kAbortError] === true
  }

  get [kAbortError] () {
    return true
  }
}

const kRequestAbortedError = Symbol.for('undici.error.UND_ERR_ABORTED')
class RequestAbortedError extends AbortError {
  constructor (message) {
    super(message)
    this.name = 'AbortError'
    this.message = message || 'Request aborted'
    this.code = 'UND_ERR_ABORTED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestAbortedError] === true
  }

  get [kRequestAbortedError] () {
    return true
  }
}

const kInformationalError = Symbol.for('undici.error.UND_ERR_INFO')
class InformationalError extends UndiciError {
  constructor (message, options) {
    super(message, options)
    this.name = 'InformationalError'
    this.message = message || 'Request information'
    this.code = 'UND_ERR_INFO'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInformationalError] === true
  }

  get [kInformationalError] () {
    return true
  }
}

const kRequestContentLengthMismatchError = Symbol.for('undici.error.UND_ERR_REQ_CONTENT_LENGTH_MISMATCH')
class RequestContentLengthMismatchError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'RequestContentLengthMismatchError'
    this.message = message || 'Request body length does not match content-length header'
    this.code = 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestContentLengthMismatchError] === true
  }

  get [kRequestContentLengthMismatchError] () {
    return true
  }
}

const kResponseContentLengthMismatchError = Symbol.for('undici.error.UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
class ResponseContentLengthMismatchError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ResponseContentLengthMismatchError'
    this.message = message || 'Response body length does not match content-length header'
    this.code = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseContentLengthMismatchError] === true
  }

  get [kResponseContentLengthMismatchError] () {
    return true
  }
}

const kClientDestroyedError = Symbol.for('undici.error.UND_ERR_DESTROYED')
class ClientDestroyedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ClientDestroyedError'
    this.message = message || 'The client is destroyed'
    this.code = 'UND_ERR_DESTROYED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kClientDestroyedError] === true
  }

  get [kClientDestroyedError] () {
    return true
  }
}

const kClientClosedError = Symbol.for('undici.error.UND_ERR_CLOSED')
class ClientClosedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ClientClosedError'
    this.message = message || 'The client is closed'
    this.code = 'UND_ERR_CLOSED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kClientClosedError] === true
  }

  get [kClientClosedError] () {
    return true
  }
}

const kSocketError = Symbol.for('undici.error.UND_ERR_SOCKET')
class SocketError extends UndiciError {
  constructor (message, socket) {
    super(message)
    this.name = 'SocketError'
    this.message = message || 'Socket error'
    this.code = 'UND_ERR_SOCKET'
    this.socket = socket
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kSocketError] === true
  }

  get [kSocketError] () {
    return true
  }
}

const kNotSupportedError = Symbol.for('undici.error.UND_ERR_NOT_SUPPORTED')
class NotSupportedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'NotSupportedError'
    this.message = message || 'Not supported error'
    this.code = 'UND_ERR_NOT_SUPPORTED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kNotSupportedError] === true
  }

  get [kNotSupportedError] () {
    return true
  }
}

const kBalancedPoolMissingUpstreamError = Symbol.for('undici.error.UND_ERR_BPL_MISSING_UPSTREAM')
class BalancedPoolMissingUpstreamError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MissingUpstreamError'
    this.message = message || 'No upstream has been added to the BalancedPool'
    this.code = 'UND_ERR_BPL_MISSING_UPSTREAM'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kBalancedPoolMissingUpstreamError] === true
  }

  get [kBalancedPoolMissingUpstreamError] () {
    return true
  }
}

const kWebAssemblyNotSupportedError = Symbol.for('undici.error.ERR_WEBASSEMBLY_NOT_SUPPORTED')
class WebAssemblyNotSupportedError extends Error {
  constructor (message) {
    super(message || 'WebAssembly is not supported in this environment, but is required for HTTP/1 parsing')
    this.code = 'ERR_WEBASSEMBLY_NOT_SUPPORTED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kWebAssemblyNotSupportedError] === true
  }

  get [kWebAssemblyNotSupportedError] () {
    return true
  }
}

const kHTTPParserError = Symbol.for('undici.error.UND_ERR_HTTP_PARSER')
class HTTPParserError extends Error {
  constructor (message, code, data) {
    super(message)
    this.name = 'HTTPParserError'
    this.code = code ? `HPE_${code}` : undefined
    this.data = data ? data.toString() : undefined
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHTTPParserError] === true
  }

  get [kHTTPParserError] () {
    return true
  }
}

const kResponseExceededMaxSizeError = Symbol.for('undici.error.UND_ERR_RES_EXCEEDED_MAX_SIZE')
class ResponseExceededMaxSizeError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ResponseExceededMaxSizeError'
    this.message = message || 'Response content exceeded max size'
    this.code = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseExceededMaxSizeError] === true
  }

  get [kResponseExceededMaxSizeError] () {
    return true
  }
}

const kRequestRetryError = Symbol.for('undici.error.UND_ERR_REQ_RETRY')
class RequestRetryError extends UndiciError {
  constructor (message, code, { headers, data }) {
    super(message)
    this.name = 'RequestRetryError'
    this.message = message || 'Request retry error'
    this.code = 'UND_ERR_REQ_RETRY'
    this.statusCode = code
    this.data = data
    this.headers = headers
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestRetryError] === true
  }

  get [kRequestRetryError] () {
    return true
  }
}

const kResponseError = Symbol.for('undici.error.UND_ERR_RESPONSE')
class ResponseError extends UndiciError {
  constructor (message, code, { headers, body, bodyTruncated = false }) {
    super(message)
    this.name = 'ResponseError'
    this.message = message || 'Response error'
    this.code = 'UND_ERR_RESPONSE'
    this.statusCode = code
    this.body = body
    this.bodyTruncated = bodyTruncated
    this.headers = headers
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseError] === true
  }

  get [kResponseError] () {
    return true
  }
}

const kSecureProxyConnectionError = Symbol.for('undici.error.UND_ERR_PRX_TLS')
class SecureProxyConnectionError extends UndiciError {
  constructor (cause, message, options = {}) {
    super(message, { cause, ...options })
    this.name = 'SecureProxyConnectionError'
    this.message = message || 'Secure Proxy Connection failed'
    this.code = 'UND_ERR_PRX_TLS'
    this.cause = cause
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kSecureProxyConnectionError] === true
  }

  get [kSecureProxyConnectionError] () {
    return true
  }
}

const kProxyConnectionError = Symbol.for('undici.error.UND_ERR_PRX_CONN')
class ProxyConnectionError extends UndiciError {
  constructor (cause, message, options = {}) {
    super(message, { cause, ...options })
    this.name = 'ProxyConnectionError'
    this.message = message || 'Proxy Connection failed'
    this.code = 'UND_ERR_PRX_CONN'
    this.cause = cause
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kProxyConnectionError] === true
  }

  get [kProxyConnectionError] () {
    return true
  }
}

const kMaxRedirectsError = Symbol.for('undici.error.UND_ERR_REDIRECT_MAX')
class MaxRedirectsError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MaxRedirectsError'
    this.message = message || 'max redirects'
    this.code = 'UND_ERR_REDIRECT_MAX'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kMaxRedirectsError] === true
  }

  get [kMaxRedirectsError] () {
    return true
  }
}

const kMaxOriginsReachedError = Symbol.for('undici.error.UND_ERR_MAX_ORIGINS_REACHED')
class MaxOriginsReachedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MaxOriginsReachedError'
    this.message = message || 'Maximum allowed origins reached'
    this.code = 'UND_ERR_MAX_ORIGINS_REACHED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kMaxOriginsReachedError] === true
  }

  get [kMaxOriginsReachedError] () {
    return true
  }
}

class Socks5ProxyError extends UndiciError {
  constructor (message, code) {
    super(message)
    this.name = 'Socks5ProxyError'
    this.message = message || 'SOCKS5 proxy error'
    this.code = code || 'UND_ERR_SOCKS5'
  }
}

const kMessageSizeExceededError = Symbol.for('undici.error.UND_ERR_WS_MESSAGE_SIZE_EXCEEDED')
class MessageSizeExceededError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MessageSizeExceededError'
    this.message = message || 'Max decompressed message size exceeded'
    this.code = 'UND_ERR_WS_MESSAGE_SIZE_EXCEEDED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kMessageSizeExceededError] === true
  }

  get [kMessageSizeExceededError] () {
    return true
  }
}

module.exports = {
  AbortError,
  WebAssemblyNotSupportedError,
  HTTPParserError,
  UndiciError,
  HeadersTimeoutError,
  HeadersOverflowError,
  BodyTimeoutError,
  RequestContentLengthMismatchError,
  ConnectTimeoutError,
  InvalidArgumentError,
  InvalidReturnValueError,
  RequestAbortedError,
  ClientDestroyedError,
  ClientClosedError,
  InformationalError,
  SocketError,
  NotSupportedError,
  ResponseContentLengthMismatchError,
  BalancedPoolMissingUpstreamError,
  ResponseExceededMaxSizeError,
  RequestRetryError,
  ResponseError,
  SecureProxyConnectionError,
  ProxyConnectionError,
  MaxOriginsReachedError,
  MaxRedirectsError,
  Socks5ProxyError,
  MessageSizeExceededError
}


/***/ }),

/***/ 6443:
/***/ ((module) => {



module.exports = {
  kClose: Symbol('close'),
  kDestroy: Symbol('destroy'),
  kDispatch: Symbol('dispatch'),
  kUrl: Symbol('url'),
  kRequestOrigin: Symbol('request origin'),
  kRedirectCacheControl: Symbol('redirect cache control'),
  kOriginless: Symbol('originless'),
  kWriting: Symbol('writing'),
  kResuming: Symbol('resuming'),
  kQueue: Symbol('queue'),
  kConnect: Symbol('connect'),
  kConnecting: Symbol('connecting'),
  kKeepAliveDefaultTimeout: Symbol('default keep alive timeout'),
  kKeepAliveMaxTimeout: Symbol('max keep alive timeout'),
  kKeepAliveTimeoutThreshold: Symbol('keep alive timeout threshold'),
  kKeepAliveTimeoutValue: Symbol('keep alive timeout'),
  kKeepAlive: Symbol('keep alive'),
  kHeadersTimeout: Symbol('headers timeout'),
  kBodyTimeout: Symbol('body timeout'),
  kServerName: Symbol('server name'),
  kLocalAddress: Symbol('local address'),
  kHost: Symbol('host'),
  kNoRef: Symbol('no ref'),
  kBodyUsed: Symbol('used'),
  kBody: Symbol('abstracted request body'),
  kRunning: Symbol('running'),
  kBlocking: Symbol('blocking'),
  kPending: Symbol('pending'),
  kSize: Symbol('size'),
  kBusy: Symbol('busy'),
  kQueued: Symbol('queued'),
  kFree: Symbol('free'),
  kConnected: Symbol('connected'),
  kClosed: Symbol('closed'),
  kNeedDrain: Symbol('need drain'),
  kReset: Symbol('reset'),
  kDestroyed: Symbol.for('nodejs.stream.destroyed'),
  kResume: Symbol('resume'),
  kOnError: Symbol('on error'),
  kMaxHeadersSize: Symbol('max headers size'),
  kRunningIdx: Symbol('running index'),
  kPendingIdx: Symbol('pending index'),
  kError: Symbol('error'),
  kClients: Symbol('clients'),
  kClient: Symbol('client'),
  kParser: Symbol('parser'),
  kOnDestroyed: Symbol('destroy callbacks'),
  kPipelining: Symbol('pipelining'),
  kSocket: Symbol('socket'),
  kHostHeader: Symbol('host header'),
  kConnector: Symbol('connector'),
  kStrictContentLength: Symbol('strict content length'),
  kMaxRedirections: Symbol('maxRedirections'),
  kMaxRequests: Symbol('maxRequestsPerClient'),
  kProxy: Symbol('proxy agent options'),
  kCounter: Symbol('socket request counter'),
  kMaxResponseSize: Symbol('max response size'),
  kHTTP2Session: Symbol('http2Session'),
  kHTTP2Options: Symbol('http2 options'),
  kHTTP2SessionState: Symbol('http2Session state'),
  kRetryHandlerDefaultRetry: Symbol('retry agent default retry'),
  kConstruct: Symbol('constructable'),
  kListeners: Symbol('listeners'),
  kHTTPContext: Symbol('http context'),
  kMaxConcurrentStreams: Symbol('max concurrent streams'),
  kHostAuthority: Symbol('host authority'),
  kHTTP2InitialWindowSize: Symbol('http2 initial window size'),
  kHTTP2ConnectionWindowSize: Symbol('http2 connection window size'),
  kEnableConnectProtocol: Symbol('http2session connect protocol'),
  kRemoteSettings: Symbol('http2session remote settings'),
  kHTTP2Stream: Symbol('http2session client stream'),
  kPingInterval: Symbol('ping interval'),
  kUseMilo: Symbol('use milo'),
  kNoProxyAgent: Symbol('no proxy agent'),
  kHttpProxyAgent: Symbol('http proxy agent'),
  kHttpsProxyAgent: Symbol('https proxy agent'),
  kSocks5ProxyAgent: Symbol('socks5 proxy agent')
}


/***/ }),

/***/ 7752:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const {
  wellknownHeaderNames,
  headerNameLowerCasedRecord
} = __nccwpck_require__(735)

class TstNode {
  /** @type {any} */
  value = null
  /** @type {null | TstNode} */
  left = null
  /** @type {null | TstNode} */
  middle = null
  /** @type {null | TstNode} */
  right = null
  /** @type {number} */
  code
  /**
   * @param {string} key
   * @param {any} value
   * @param {number} index
   */
  constructor (key, value, index) {
    if (index === undefined || index >= key.length) {
      throw new TypeError('Unreachable')
    }
    const code = this.code = key.charCodeAt(index)
    // check code is ascii string
    if (code > 0x7F) {
      throw new TypeError('key must be ascii string')
    }
    if (key.length !== ++index) {
      this.middle = new TstNode(key, value, index)
    } else {
      this.value = value
    }
  }

  /**
   * @param {string} key
   * @param {any} value
   * @returns {void}
   */
  add (key, value) {
    const length = key.length
    if (length === 0) {
      throw new TypeError('Unreachable')
    }
    let index = 0
    /**
     * @type {TstNode}
     */
    let node = this
    while (true) {
      const code = key.charCodeAt(index)
      // check code is ascii string
      if (code > 0x7F) {
        throw new TypeError('key must be ascii string')
      }
      if (node.code === code) {
        if (length === ++index) {
          node.value = value
          break
        } else if (node.middle !== null) {
          node = node.middle
        } else {
          node.middle = new TstNode(key, value, index)
          break
        }
      } else if (node.code < code) {
        if (node.left !== null) {
          node = node.left
        } else {
          node.left = new TstNode(key, value, index)
          break
        }
      } else if (node.right !== null) {
        node = node.right
      } else {
        node.right = new TstNode(key, value, index)
        break
      }
    }
  }

  /**
   * @param {Uint8Array} key
   * @returns {TstNode | null}
   */
  search (key) {
    const keylength = key.length
    let index = 0
    /**
     * @type {TstNode|null}
     */
    let node = this
    while (node !== null && index < keylength) {
      let code = key[index]
      // A-Z
      // First check if it is bigger than 0x5a.
      // Lowercase letters have higher char codes than uppercase ones.
      // Also we assume that headers will mostly contain lowercase characters.
      if (code <= 0x5a && code >= 0x41) {
        // Lowercase for uppercase.
        code |= 32
      }
      while (node !== null) {
        if (code === node.code) {
          if (keylength === ++index) {
            // Returns Node since it is the last key.
            return node
          }
          node = node.middle
          break
        }
        node = node.code < code ? node.left : node.right
      }
    }
    return null
  }
}

class TernarySearchTree {
  /** @type {TstNode | null} */
  node = null

  /**
   * @param {string} key
   * @param {any} value
   * @returns {void}
   * */
  insert (key, value) {
    if (this.node === null) {
      this.node = new TstNode(key, value, 0)
    } else {
      this.node.add(key, value)
    }
  }

  /**
   * @param {Uint8Array} key
   * @returns {any}
   */
  lookup (key) {
    return this.node?.search(key)?.value ?? null
  }
}

const tree = new TernarySearchTree()

for (let i = 0; i < wellknownHeaderNames.length; ++i) {
  const key = headerNameLowerCasedRecord[wellknownHeaderNames[i]]
  tree.insert(key, key)
}

module.exports = {
  TernarySearchTree,
  tree
}


/***/ }),

/***/ 3440:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {



const assert = __nccwpck_require__(4589)
const { kDestroyed, kBodyUsed, kListeners, kBody } = __nccwpck_require__(6443)
const { IncomingMessage } = __nccwpck_require__(7067)
const stream = __nccwpck_require__(7075)
const net = __nccwpck_require__(7030)
const { stringify } = __nccwpck_require__(1792)
const { EventEmitter: EE, addAbortListener: addAbortListenerNative } = __nccwpck_require__(8474)
const timers = __nccwpck_require__(6603)
const { InvalidArgumentError, ConnectTimeoutError } = __nccwpck_require__(8707)
const { headerNameLowerCasedRecord } = __nccwpck_require__(735)
const { tree } = __nccwpck_require__(7752)

class BodyAsyncIterable {
  constructor (body) {
    this[kBody] = body
    this[kBodyUsed] = false
  }

  async * [Symbol.asyncIterator] () {
    assert(!this[kBodyUsed], 'disturbed')
    this[kBodyUsed] = true
    yield * this[kBody]
  }
}

function noop () {}

/**
 * @param {*} body
 * @returns {*}
 */
function wrapRequestBody (body) {
  if (isStream(body)) {
    // TODO (fix): Provide some way for the user to cache the file to e.g. /tmp
    // so that it can be dispatched again?
    // TODO (fix): Do we need 100-expect support to provide a way to do this properly?
    if (bodyLength(body) === 0) {
      body
        .on('data', function () {
          assert(false)
        })
    }

    if (typeof body.readableDidRead !== 'boolean') {
      body[kBodyUsed] = false
      EE.prototype.on.call(body, 'data', function () {
        this[kBodyUsed] = true
      })
    }

    return body
  } else if (body && typeof body.pipeTo === 'function') {
    // TODO (fix): We can't access ReadableStream internal state
    // to determine whether or not it has been disturbed. This is just
    // a workaround.
    return new BodyAsyncIterable(body)
  } else if (body && isFormDataLike(body)) {
    return body
  } else if (
    body &&
    typeof body !== 'string' &&
    !ArrayBuffer.isView(body) &&
    isIterable(body)
  ) {
    // TODO: Should we allow re-using iterable if !this.opts.idempotent
    // or through some other flag?
    return new BodyAsyncIterable(body)
  } else {
    return body
  }
}

/**
 * @param {*} obj
 * @returns {obj is import('node:stream').Stream}
 */
function isStream (obj) {
  return obj && typeof obj === 'object' && typeof obj.pipe === 'function' && typeof obj.on === 'function'
}

/**
 * @param {*} object
 * @returns {object is Blob}
 */
function isBlobLike (object) {
  return object instanceof Blob
}

/**
 * @param {string} url The path to check for query strings or fragments.
 * @returns {boolean} Returns true if the path contains a query string or fragment.
 */
function pathHasQueryOrFragment (url) {
  return (
    url.includes('?') ||
    url.includes('#')
  )
}

/**
 * @param {string} url The URL to add the query params to
 * @param {import('node:querystring').ParsedUrlQueryInput} queryParams The object to serialize into a URL query string
 * @returns {string} The URL with the query params added
 */
function serializePathWithQuery (url, queryParams) {
  if (pathHasQueryOrFragment(url)) {
    throw new Error('Query params cannot be passed when url already contains "?" or "#".')
  }

  const stringified = stringify(queryParams)

  if (stringified) {
    url += '?' + stringified
  }

  return url
}

/**
 * @param {number|string|undefined} port
 * @returns {boolean}
 */
function isValidPort (port) {
  const value = parseInt(port, 10)
  return (
    value === Number(port) &&
    value >= 0 &&
    value <= 65535
  )
}

/**
 * Check if the value is a valid http or https prefixed string.
 *
 * @param {string} value
 * @returns {boolean}
 */
function isHttpOrHttpsPrefixed (value) {
  return (
    value != null &&
    value[0] === 'h' &&
    value[1] === 't' &&
    value[2] === 't' &&
    value[3] === 'p' &&
    (
      value[4] === ':' ||
      (
        value[4] === 's' &&
        value[5] === ':'
      )
    )
  )
}

/**
 * @param {string|URL|Record<string,string>} url
 * @returns {URL}
 */
function parseURL (url) {
  if (typeof url === 'string') {
    /**
     * @type {URL}
     */
    url = new URL(url)

    if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
      throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
    }

    return url
  }

  if (!url || typeof url !== 'object') {
    throw new InvalidArgumentError('Invalid URL: The URL argument must be a non-null object.')
  }

  if (!(url instanceof URL)) {
    if (url.port != null && url.port !== '' && isValidPort(url.port) === false) {
      throw new InvalidArgumentError('Invalid URL: port must be a valid integer or a string representation of an integer.')
    }

    if (url.path != null && typeof url.path !== 'string') {
      throw new InvalidArgumentError('Invalid URL path: the path must be a string or null/undefined.')
    }

    if (url.pathname != null && typeof url.pathname !== 'string') {
      throw new InvalidArgumentError('Invalid URL pathname: the pathname must be a string or null/undefined.')
    }

    if (url.hostname != null && typeof url.hostname !== 'string') {
      throw new InvalidArgumentError('Invalid URL hostname: the hostname must be a string or null/undefined.')
    }

    if (url.origin != null && typeof url.origin !== 'string') {
      throw new InvalidArgumentError('Invalid URL origin: the origin must be a string or null/undefined.')
    }

    if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
      throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
    }

    const port = url.port != null
      ? url.port
      : (url.protocol === 'https:' ? 443 : 80)
    let origin = url.origin != null
      ? url.origin
      : `${url.protocol || ''}//${url.hostname || ''}:${port}`
    let path = url.path != null
      ? url.path
      : `${url.pathname || ''}${url.search || ''}`

    if (origin[origin.length - 1] === '/') {
      origin = origin.slice(0, origin.length - 1)
    }

    if (path && path[0] !== '/') {
      path = `/${path}`
    }
    // new URL(path, origin) is unsafe when `path` contains an absolute URL
    // From https://developer.mozilla.org/en-US/docs/Web/API/URL/URL:
    // If first parameter is a relative URL, second param is required, and will be used as the base URL.
    // If first parameter is an absolute URL, a given second param will be ignored.
    return new URL(`${origin}${path}`)
  }

  if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
    throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
  }

  return url
}

/**
 * @param {string|URL|Record<string, string>} url
 * @returns {URL}
 */
function parseOrigin (url) {
  url = parseURL(url)

  if (url.pathname !== '/' || url.search || url.hash) {
    throw new InvalidArgumentError('invalid url')
  }

  return url
}

/**
 * @param {string} host
 * @returns {string}
 */
function getHostname (host) {
  if (host[0] === '[') {
    const idx = host.indexOf(']')

    assert(idx !== -1)
    return host.substring(1, idx)
  }

  const idx = host.indexOf(':')
  if (idx === -1) return host

  return host.substring(0, idx)
}

/**
 * IP addresses are not valid server names per RFC6066
 * Currently, the only server names supported are DNS hostnames
 * @param {string|null} host
 * @returns {string|null}
 */
function getServerName (host) {
  if (!host) {
    return null
  }

  assert(typeof host === 'string')

  const servername = getHostname(host)
  if (net.isIP(servername)) {
    return ''
  }

  return servername
}

/**
 * @function
 * @template T
 * @param {T} obj
 * @returns {T}
 */
function deepClone (obj) {
  return JSON.parse(JSON.stringify(obj))
}

/**
 * @param {*} obj
 * @returns {obj is AsyncIterable}
 */
function isAsyncIterable (obj) {
  return !!(obj != null && typeof obj[Symbol.asyncIterator] === 'function')
}

/**
 * @param {*} obj
 * @returns {obj is Iterable}
 */
function isIterable (obj) {
  return !!(obj != null && (typeof obj[Symbol.iterator] === 'function' || typeof obj[Symbol.asyncIterator] === 'function'))
}

/**
 * Checks whether an object has a safe Symbol.iterator \u2014 i.e. one that is
 * either own or inherited from a non-Object.prototype chain.  This prevents
 * prototype-pollution attacks from injecting a fake iterator on
 * Object.prototype.
 * @param {object} obj
 * @returns {boolean}
 */
function hasSafeIterator (obj) {
  const prototype = Object.getPrototypeOf(obj)
  const ownIterator = Object.hasOwn(obj, Symbol.iterator)
  return ownIterator || (prototype != null && prototype !== Object.prototype && typeof obj[Symbol.iterator] === 'function')
}

/**
 * @param {Blob|Buffer|import ('stream').Stream} body
 * @returns {number|null}
 */
function bodyLength (body) {
  if (body == null) {
    return 0
  } else if (isStream(body)) {
    const state = body._readableState
    return state && state.objectMode === false && state.ended === true && Number.isFinite(state.length)
      ? state.length
      : null
  } else if (isBlobLike(body)) {
    return body.size != null ? body.size : null
  } else if (isBuffer(body)) {
    return body.byteLength
  }

  return null
}

/**
 * @param {import ('stream').Stream} body
 * @returns {boolean}
 */
function isDestroyed (body) {
  return body && !!(body.destroyed || body[kDestroyed] || (stream.isDestroyed?.(body)))
}

/**
 * @param {import ('stream').Stream} stream
 * @param {Error} [err]
 * @returns {void}
 */
function destroy (stream, err) {
  if (stream == null || !isStream(stream) || isDestroyed(stream)) {
    return
  }

  if (typeof stream.destroy === 'function') {
    if (Object.getPrototypeOf(stream).constructor === IncomingMessage) {
      // See: https://github.com/nodejs/node/pull/38505/files
      stream.socket = null
    }

    try {
      stream.destroy(err)
    } catch {
      // stream.destroy may throw on managed sockets (e.g., http2).
      // Silently ignore \u2014 the socket lifecycle is handled by the subsystem.
    }
  } else if (err) {
    queueMicrotask(() => {
      stream.emit('error', err)
    })
  }

  if (stream.destroyed !== true) {
    stream[kDestroyed] = true
  }
}

const KEEPALIVE_TIMEOUT_EXPR = /(?:^|,)[\t ]*timeout=(\d+)/i
/**
 * @param {string} val
 * @returns {number | null}
 */
function parseKeepAliveTimeout (val) {
  const m = val.match(KEEPALIVE_TIMEOUT_EXPR)
  return m ? parseInt(m[1], 10) * 1000 : null
}

/**
 * Retrieves a header name and returns its lowercase value.
 * @param {string | Buffer} value Header name
 * @returns {string}
 */
function headerNameToString (value) {
  return typeof value === 'string'
    ? headerNameLowerCasedRecord[value] ?? value.toLowerCase()
    : tree.lookup(value) ?? value.toString('latin1').toLowerCase()
}

/**
 * Receive the buffer as a string and return its lowercase value.
 * @param {Buffer} value Header name
 * @returns {string}
 */
function bufferToLowerCasedHeaderName (value) {
  return tree.lookup(value) ?? value.toString('latin1').toLowerCase()
}

/**
 * Writes a header onto a plain object without going through the
 * `Object.prototype` `__proto__` setter. Plain assignment there drops a string
 * value and, when the value is an array, replaces the object's prototype
 * instead of storing anything. Every other name is a normal assignment.
 *
 * @param {Record<string, string | string[]>} obj Accumulator to write onto
 * @param {string} key Header name
 * @param {string | string[]} value Header value
 * @returns {void}
 */
function setHeader (obj, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(obj, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true
    })
  } else {
    obj[key] = value
  }
}

/**
 * @param {(Buffer | string)[]} headers
 * @param {Record<string, string | string[]>} [obj]
 * @returns {Record<string, string | string[]>}
 */
function parseHeaders (headers, obj) {
  if (obj === undefined) obj = {}

  for (let i = 0; i < headers.length; i += 2) {
    const key = headerNameToString(headers[i])
    let val = obj[key]

    if (val !== undefined) {
      if (!Object.hasOwn(obj, key)) {
        const headersValue = typeof headers[i + 1] === 'string'
          ? headers[i + 1]
          : Array.isArray(headers[i + 1])
            ? headers[i + 1].map(x => x.toString('latin1'))
            : headers[i + 1].toString('latin1')

        if (key === '__proto__') {
          Object.defineProperty(obj, key, {
            value: headersValue,
            enumerable: true,
            configurable: true,
            writable: true
          })
        } else {
          obj[key] = headersValue
        }
      } else {
        if (typeof val === 'string') {
          val = [val]
          obj[key] = val
        }
        val.push(headers[i + 1].toString('latin1'))
      }
    } else {
      const headersValue = typeof headers[i + 1] === 'string'
        ? headers[i + 1]
        : Array.isArray(headers[i + 1])
          ? headers[i + 1].map(x => x.toString('latin1'))
          : headers[i + 1].toString('latin1')

      obj[key] = headersValue
    }
  }

  return obj
}

/**
 * @param {Buffer[] | string[] | Record<string, string | string[]> | null | undefined} headers
 * @returns {string[]}
 */
function parseRawHeaders (headers) {
  if (headers == null) {
    return []
  }

  if (!Array.isArray(headers)) {
    const rawHeaders = []

    for (const [name, value] of Object.entries(headers)) {
      if (Array.isArray(value)) {
        for (const entry of value) {
          rawHeaders.push(name, `${entry}`)
        }
      } else {
        rawHeaders.push(name, `${value}`)
      }
    }

    return rawHeaders
  }

  const headersLength = headers.length
  /**
   * @type {string[]}
   */
  const ret = new Array(headersLength)

  let key
  let val

  for (let n = 0; n < headersLength; n += 2) {
    key = headers[n]
    val = headers[n + 1]

    typeof key !== 'string' && (key = key.toString())
    typeof val !== 'string' && (val = val.toString('latin1'))

    ret[n] = key
    ret[n + 1] = val
  }

  return ret
}

/**
 * @param {Record<string, string | string[]>} headers
 * @returns {Buffer[]}
 */
function toRawHeaders (headers) {
  const rawHeaders = []

  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) {
      for (const entry of value) {
        rawHeaders.push(Buffer.from(name, 'latin1'), Buffer.from(`${entry}`, 'latin1'))
      }
    } else {
      rawHeaders.push(Buffer.from(name, 'latin1'), Buffer.from(`${value}`, 'latin1'))
    }
  }

  return rawHeaders
}

/**
 * @param {string[]} headers
 * @param {Buffer[]} headers
 */
function encodeRawHeaders (headers) {
  if (!Array.isArray(headers)) {
    throw new TypeError('expected headers to be an array')
  }
  return headers.map(x => Buffer.from(x))
}

/**
 * @param {*} buffer
 * @returns {buffer is Buffer}
 */
function isBuffer (buffer) {
  // See, https://github.com/mcollina/undici/pull/319
  return buffer instanceof Uint8Array || Buffer.isBuffer(buffer)
}

/**
 * Asserts that the handler object is a request handler.
 *
 * @param {object} handler
 * @param {string} method
 * @param {string} [upgrade]
 * @returns {asserts handler is import('../api/api-request').RequestHandler}
 */
function assertRequestHandler (handler, method, upgrade) {
  if (!handler || typeof handler !== 'object') {
    throw new InvalidArgumentError('handler must be an object')
  }

  if (typeof handler.onRequestStart !== 'function') {
    throw new InvalidArgumentError('invalid onRequestStart method')
  }

  if (typeof handler.onResponseError !== 'function') {
    throw new InvalidArgumentError('invalid onResponseError method')
  }

  if (typeof handler.onBodySent !== 'function' && handler.onBodySent !== undefined) {
    throw new InvalidArgumentError('invalid onBodySent method')
  }

  if (typeof handler.onRequestSent !== 'function' && handler.onRequestSent !== undefined) {
    throw new InvalidArgumentError('invalid onRequestSent method')
  }

  if (upgrade || method === 'CONNECT') {
    if (typeof handler.onRequestUpgrade !== 'function') {
      throw new InvalidArgumentError('invalid onRequestUpgrade method')
    }
  } else {
    if (typeof handler.onResponseStart !== 'function') {
      throw new InvalidArgumentError('invalid onResponseStart method')
    }

    if (typeof handler.onResponseData !== 'function') {
      throw new InvalidArgumentError('invalid onResponseData method')
    }

    if (typeof handler.onResponseEnd !== 'function') {
      throw new InvalidArgumentError('invalid onResponseEnd method')
    }
  }
}

/**
 * A body is disturbed if it has been read from and it cannot be re-used without
 * losing state or data.
 * @param {import('node:stream').Readable} body
 * @returns {boolean}
 */
function isDisturbed (body) {
  // TODO (fix): Why is body[kBodyUsed] needed?
  return !!(body && (stream.isDisturbed(body) || body[kBodyUsed]))
}

/**
 * @typedef {object} SocketInfo
 * @property {string} [localAddress]
 * @property {number} [localPort]
 * @property {string} [remoteAddress]
 * @property {number} [remotePort]
 * @property {string} [remoteFamily]
 * @property {number} [timeout]
 * @property {number} bytesWritten
 * @property {number} bytesRead
 */

/**
 * @param {import('net').Socket} socket
 * @returns {SocketInfo}
 */
function getSocketInfo (socket) {
  return {
    localAddress: socket.localAddress,
    localPort: socket.localPort,
    remoteAddress: socket.remoteAddress,
    remotePort: socket.remotePort,
    remoteFamily: socket.remoteFamily,
    timeout: socket.timeout,
    bytesWritten: socket.bytesWritten,
    bytesRead: socket.bytesRead
  }
}

/**
 * The object should be a FormData instance and contains all the required
 * methods.
 * @param {*} object
 * @returns {object is FormData}
 */
function isFormDataLike (object) {
  return (
    object &&
    typeof object === 'object' &&
    typeof object.append === 'function' &&
    typeof object.delete === 'function' &&
    typeof object.get === 'function' &&
    typeof object.getAll === 'function' &&
    typeof object.has === 'function' &&
    typeof object.set === 'function' &&
    object[Symbol.toStringTag] === 'FormData'
  )
}

function addAbortListener (signal, listener) {
  if (!signal || 'aborted' in signal) {
    return addAbortListenerNative(signal, listener)[Symbol.dispose]
  }

  if (typeof signal.addEventListener === 'function') {
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  }
  signal.once('abort', listener)
  return () => signal.removeListener('abort', listener)
}

const validTokenChars = new Uint8Array([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0-15
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 16-31
  0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, // 32-47 (!"#$%&'()*+,-./)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, // 48-63 (0-9:;<=>?)
  0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 64-79 (@A-O)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, // 80-95 (P-Z[\]^_)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 96-111 (`a-o)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, // 112-127 (p-z{|}~)
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 128-143
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 144-159
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 160-175
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 176-191
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 192-207
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 208-223
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 224-239
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0  // 240-255
])

/**
 * @see https://tools.ietf.org/html/rfc7230#section-3.2.6
 * @param {number} c
 * @returns {boolean}
 */
function isTokenCharCode (c) {
  return (validTokenChars[c] === 1)
}

const tokenRegExp = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/

/**
 * @param {string} characters
 * @returns {boolean}
 */
function isValidHTTPToken (characters) {
  if (characters.length >= 12) return tokenRegExp.test(characters)
  if (characters.length === 0) return false

  for (let i = 0; i < characters.length; i++) {
    if (validTokenChars[characters.charCodeAt(i)] !== 1) {
      return false
    }
  }
  return true
}

// headerCharRegex have been lifted from
// https://github.com/nodejs/node/blob/main/lib/_http_common.js

/**
 * Matches if val contains an invalid field-vchar
 *  field-value    = *( field-content / obs-fold )
 *  field-content  = field-vchar [ 1*( SP / HTAB ) field-vchar ]
 *  field-vchar    = VCHAR / obs-text
 */
const headerCharRegex = /[^\t\x20-\x7e\x80-\xff]/

/**
 * @param {string} characters
 * @returns {boolean}
 */
function isValidHeaderValue (characters) {
  return !headerCharRegex.test(characters)
}

const rangeHeaderRegex = /^bytes (\d+)-(\d+)\/(\d+|\*)?$/

/**
 * @typedef {object} RangeHeader
 * @property {number} start
 * @property {number | null} end
 * @property {number | null} size
 */

/**
 * Parse accordingly to RFC 9110
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.content-range
 * @param {string} [range]
 * @returns {RangeHeader|null}
 */
function parseRangeHeader (range) {
  if (range == null || range === '') return { start: 0, end: null, size: null }
  if (!range) return null

  const m = rangeHeaderRegex.exec(range)
  return m
    ? {
        start: parseInt(m[1]),
        end: m[2] ? parseInt(m[2]) : null,
        size: m[3] && m[3] !== '*' ? parseInt(m[3]) : null
      }
    : null
}

/**
 * @template {import("events").EventEmitter} T
 * @param {T} obj
 * @param {string} name
 * @param {(...args: any[]) => void} listener
 * @returns {T}
 */
function addListener (obj, name, listener) {
  const listeners = (obj[kListeners] ??= [])
  listeners.push([name, listener])
  obj.on(name, listener)
  return obj
}

/**
 * @template {import("events").EventEmitter} T
 * @param {T} obj
 * @returns {T}
 */
function removeAllListeners (obj) {
  if (obj[kListeners] != null) {
    for (const [name, listener] of obj[kListeners]) {
      obj.removeListener(name, listener)
    }
    obj[kListeners] = null
  }
  return obj
}

/**
 * @param {import ('../dispatcher/client')} client
 * @param {import ('../core/request')} request
 * @param {Error} err
 */
function errorRequest (client, request, err) {
  try {
    request.onResponseError(err)
    assert(request.aborted)
  } catch (err) {
    client.emit('error', err)
  }
}

/**
 * @param {WeakRef<net.Socket>} socketWeakRef
 * @param {object} opts
 * @param {number} opts.timeout
 * @param {string} opts.hostname
 * @param {number} opts.port
 * @returns {() => void}
 */
const setupConnectTimeout = process.platform === 'win32'
  ? (socketWeakRef, opts) => {
      if (!opts.timeout) {
        return noop
      }

      let s1 = null
      let s2 = null
      const fastTimer = timers.setFastTimeout(() => {
      // setImmediate is added to make sure that we prioritize socket error events over timeouts
        s1 = setImmediate(() => {
        // Windows needs an extra setImmediate probably due to implementation differences in the socket logic
          s2 = setImmediate(() => onConnectTimeout(socketWeakRef.deref(), opts))
        })
      }, opts.timeout)
      return () => {
        timers.clearFastTimeout(fastTimer)
        clearImmediate(s1)
        clearImmediate(s2)
      }
    }
  : (socketWeakRef, opts) => {
      if (!opts.timeout) {
        return noop
      }

      let s1 = null
      const fastTimer = timers.setFastTimeout(() => {
      // setImmediate is added to make sure that we prioritize socket error events over timeouts
        s1 = setImmediate(() => {
          onConnectTimeout(socketWeakRef.deref(), opts)
        })
      }, opts.timeout)
      return () => {
        timers.clearFastTimeout(fastTimer)
        clearImmediate(s1)
      }
    }

/**
 * @param {net.Socket} socket
 * @param {object} opts
 * @param {number} opts.timeout
 * @param {string} opts.hostname
 * @param {number} opts.port
 */
function onConnectTimeout (socket, opts) {
  // The socket could be already garbage collected
  if (socket == null) {
    return
  }

  let message = 'Connect Timeout Error'
  if (Array.isArray(socket.autoSelectFamilyAttemptedAddresses)) {
    message += ` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(', ')},`
  } else {
    message += ` (attempted address: ${opts.hostname}:${opts.port},`
  }

  message += ` timeout: ${opts.timeout}ms)`

  destroy(socket, new ConnectTimeoutError(message))
}

let lastUrlString = null
let lastProtocol = null

/**
 * @param {string} urlString
 * @returns {string}
 */
function getProtocolFromUrlString (urlString) {
  // Requests are typically dispatched against the same origin over and over,
  // so cache the last (urlString, protocol) pair to skip re-parsing.
  if (urlString === lastUrlString) {
    return lastProtocol
  }

  const protocol = getProtocolFromUrlStringSlow(urlString)
  lastUrlString = urlString
  lastProtocol = protocol

  return protocol
}

/**
 * @param {string} urlString
 * @returns {string}
 */
function getProtocolFromUrlStringSlow (urlString) {
  if (
    urlString[0] === 'h' &&
    urlString[1] === 't' &&
    urlString[2] === 't' &&
    urlString[3] === 'p'
  ) {
    switch (urlString[4]) {
      case ':':
        return 'http:'
      case 's':
        if (urlString[5] === ':') {
          return 'https:'
        }
    }
  }
  // fallback if none of the usual suspects
  return urlString.slice(0, urlString.indexOf(':') + 1)
}

const kEnumerableProperty = {
  __proto__: null,
  enumerable: true
}

const normalizedMethodRecordsBase = {
  delete: 'DELETE',
  DELETE: 'DELETE',
  get: 'GET',
  GET: 'GET',
  head: 'HEAD',
  HEAD: 'HEAD',
  options: 'OPTIONS',
  OPTIONS: 'OPTIONS',
  post: 'POST',
  POST: 'POST',
  put: 'PUT',
  PUT: 'PUT',
  query: 'QUERY',
  QUERY: 'QUERY'
}

const normalizedMethodRecords = {
  ...normalizedMethodRecordsBase,
  patch: 'patch',
  PATCH: 'PATCH'
}

// Note: object prototypes should not be able to be referenced. e.g. `Object#hasOwnProperty`.
Object.setPrototypeOf(normalizedMethodRecordsBase, null)
Object.setPrototypeOf(normalizedMethodRecords, null)

module.exports = {
  kEnumerableProperty,
  isDisturbed,
  isBlobLike,
  parseOrigin,
  parseURL,
  getServerName,
  isStream,
  isIterable,
  hasSafeIterator,
  isAsyncIterable,
  isDestroyed,
  headerNameToString,
  bufferToLowerCasedHeaderName,
  addListener,
  removeAllListeners,
  errorRequest,
  parseRawHeaders,
  toRawHeaders,
  encodeRawHeaders,
  parseHeaders,
  setHeader,
  parseKeepAliveTimeout,
  destroy,
  bodyLength,
  deepClone,
  isBuffer,
  assertRequestHandler,
  getSocketInfo,
  isFormDataLike,
  pathHasQueryOrFragment,
  serializePathWithQuery,
  addAbortListener,
  isValidHTTPToken,
  isValidHeaderValue,
  isTokenCharCode,
  parseRangeHeader,
  normalizedMethodRecordsBase,
  normalizedMethodRecords,
  isValidPort,
  isHttpOrHttpsPrefixed,
  safeHTTPMethods: Object.freeze(['GET', 'HEAD', 'OPTIONS', 'TRACE']),
  wrapRequestBody,
  setupConnectTimeout,
  getProtocolFromUrlString
}


/***/ }),

/***/ 6603:
/***/ ((module) => {



/**
 * This module offers an optimized timer implementation designed for scenarios
 * where high precision is not critical.
 *
 * The timer achieves faster performance by using a low-resolution approach,
 * with an accuracy target of within 500ms. This makes it particularly useful
 * for timers with delays of 1 second or more, where exact timing is less
 * crucial.
 *
 * It's important to note that Node.js timers are inherently imprecise, as
 * delays can occur due to the event loop being blocked by other operations.
 * Consequently, timers may trigger later than their scheduled time.
 */

/**
 * The fastNow variable contains the internal fast timer clock value.
 *
 * @type {number}
 */
let fastNow = 0

/**
 * RESOLUTION_MS represents the target resolution time in milliseconds.
 *
 * @type {number}
 * @default 1000
 */
const RESOLUTION_MS = 1e3

/**
 * TICK_MS defines the desired interval in milliseconds between each tick.
 * The target value is set to half the resolution time, minus 1 ms, to account
 * for potential event loop overhead.
 *
 * @type {number}
 * @default 499
 */
const TICK_MS = (RESOLUTION_MS >> 1) - 1

/**
 * fastNowTimeout is a Node.js timer used to manage and process
 * the FastTimers stored in the `fastTimers` array.
 *
 * @type {NodeJS.Timeout}
 */
let fastNowTimeout

/**
 * The kFastTimer symbol is used to identify FastTimer instances.
 *
 * @type {Symbol}
 */
const kFastTimer = Symbol('kFastTimer')

/**
 * The fastTimers array contains all active FastTimers.
 *
 * @type {FastTimer[]}
 */
const fastTimers = []

/**
 * These constants represent the various states of a FastTimer.
 */

/**
 * The `NOT_IN_LIST` constant indicates that the FastTimer is not included
 * in the `fastTimers` array. Timers with this status will not be processed
 * during the next tick by the `onTick` function.
 *
 * A FastTimer can be re-added to the `fastTimers` array by invoking the
 * `refresh` method on the FastTimer instance.
 *
 * @type {-2}
 */
const NOT_IN_LIST = -2

/**
 * The `TO_BE_CLEARED` constant indicates that the FastTimer is scheduled
 * for removal from the `fastTimers` array. A FastTimer in this state will
 * be removed in the next tick by the `onTick` function and will no longer
 * be processed.
 *
 * This status is also set when the `clear` method is called on the FastTimer instance.
 *
 * @type {-1}
 */
const TO_BE_CLEARED = -1

/**
 * The `PENDING` constant signifies that the FastTimer is awaiting processing
 * in the next tick by the `onTick` function. Timers with this status will have
 * their `_idleStart` value set and their status updated to `ACTIVE` in the next tick.
 *
 * @type {0}
 */
const PENDING = 0

/**
 * The `ACTIVE` constant indicates that the FastTimer is active and waiting
 * for its timer to expire. During the next tick, the `onTick` function will
 * check if the timer has expired, and if so, it will execute the associated callback.
 *
 * @type {1}
 */
const ACTIVE = 1

/**
 * The onTick function processes the fastTimers array.
 *
 * @returns {void}
 */
function onTick () {
  /**
   * Increment the fastNow value by the TICK_MS value, despite the actual time
   * that has passed since the last tick. This approach ensures independence
   * from the system clock and delays caused by a blocked event loop.
   *
   * @type {number}
   */
  fastNow += TICK_MS

  /**
   * The `idx` variable is used to iterate over the `fastTimers` array.
   * Expired timers are removed by replacing them with the last element in the array.
   * Consequently, `idx` is only incremented when the current element is not removed.
   *
   * @type {number}
   */
  let idx = 0

  /**
   * The len variable will contain the length of the fastTimers array
   * and will be decremented when a FastTimer should be removed from the
   * fastTimers array.
   *
   * @type {number}
   */
  let len = fastTimers.length

  while (idx < len) {
    /**
     * @type {FastTimer}
     */
    const timer = fastTimers[idx]

    // If the timer is in the ACTIVE state and the timer has expired, it will
    // be processed in the next tick.
    if (timer._state === PENDING) {
      // Set the _idleStart value to the fastNow value minus the TICK_MS value
      // to account for the time the timer was in the PENDING state.
      timer._idleStart = fastNow - TICK_MS
      timer._state = ACTIVE
    } else if (
      timer._state === ACTIVE &&
      fastNow >= timer._idleStart + timer._idleTimeout
    ) {
      timer._state = TO_BE_CLEARED
      timer._idleStart = -1
      timer._onTimeout(timer._timerArg)
    }

    if (timer._state === TO_BE_CLEARED) {
      timer._state = NOT_IN_LIST

      // Move the last element to the current index and decrement len if it is
      // not the only element in the array.
      if (--len !== 0) {
        fastTimers[idx] = fastTimers[len]
      }
    } else {
      ++idx
    }
  }

  // Set the length of the fastTimers array to the new length and thus
  // removing the excess FastTimers elements from the array.
  fastTimers.length = len

  // If there are still active FastTimers in the array, refresh the Timer.
  // If there are no active FastTimers, the timer will be refreshed again
  // when a new FastTimer is instantiated.
  if (fastTimers.length !== 0) {
    refreshTimeout()
  }
}

function refreshTimeout () {
  // If the fastNowTimeout is already set and the Timer has the refresh()-
  // method available, call it to refresh the timer.
  // Some timer objects returned by setTimeout may not have a .refresh()
  // method (e.g. mocked timers in tests).
  if (fastNowTimeout?.refresh) {
    fastNowTimeout.refresh()
    // fastNowTimeout is not instantiated yet or refresh is not availabe,
    // create a new Timer.
  } else {
    clearTimeout(fastNowTimeout)
    fastNowTimeout = setTimeout(onTick, TICK_MS)
    // If the Timer has an unref method, call it to allow the process to exit,
    // if there are no other active handles. When using fake timers or mocked
    // environments (like Jest), .unref() may not be defined,
    fastNowTimeout?.unref()
  }
}

/**
 * The `FastTimer` class is a data structure designed to store and manage
 * timer information.
 */
class FastTimer {
  [kFastTimer] = true

  /**
   * The state of the timer, which can be one of the following:
   * - NOT_IN_LIST (-2)
   * - TO_BE_CLEARED (-1)
   * - PENDING (0)
   * - ACTIVE (1)
   *
   * @type {-2|-1|0|1}
   * @private
   */
  _state = NOT_IN_LIST

  /**
   * The number of milliseconds to wait before calling the callback.
   *
   * @type {number}
   * @private
   */
  _idleTimeout = -1

  /**
   * The time in milliseconds when the timer was started. This value is used to
   * calculate when the timer should expire.
   *
   * @type {number}
   * @default -1
   * @private
   */
  _idleStart = -1

  /**
   * The function to be executed when the timer expires.
   * @type {Function}
   * @private
   */
  _onTimeout

  /**
   * The argument to be passed to the callback when the timer expires.
   *
   * @type {*}
   * @private
   */
  _timerArg

  /**
   * @constructor
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should wait
   * before the specified function or code is executed.
   * @param {*} arg
   */
  constructor (callback, delay, arg) {
    this._onTimeout = callback
    this._idleTimeout = delay
    this._timerArg = arg

    this.refresh()
  }

  /**
   * Sets the timer's start time to the current time, and reschedules the timer
   * to call its callback at the previously specified duration adjusted to the
   * current time.
   * Using this on a timer that has already called its callback will reactivate
   * the timer.
   *
   * @returns {void}
   */
  refresh () {
    // In the special case that the timer is not in the list of active timers,
    // add it back to the array to be processed in the next tick by the onTick
    // function.
    if (this._state === NOT_IN_LIST) {
      fastTimers.push(this)
    }

    // If the timer is the only active timer, refresh the fastNowTimeout for
    // better resolution.
    if (!fastNowTimeout || fastTimers.length === 1) {
      refreshTimeout()
    }

    // Setting the state to PENDING will cause the timer to be reset in the
    // next tick by the onTick function.
    this._state = PENDING
  }

  /**
   * The `clear` method cancels the timer, preventing it from executing.
   *
   * @returns {void}
   * @private
   */
  clear () {
    // Set the state to TO_BE_CLEARED to mark the timer for removal in the next
    // tick by the onTick function.
    this._state = TO_BE_CLEARED

    // Reset the _idleStart value to -1 to indicate that the timer is no longer
    // active.
    this._idleStart = -1
  }
}

/**
 * This module exports a setTimeout and clearTimeout function that can be
 * used as a drop-in replacement for the native functions.
 */
module.exports = {
  /**
   * The setTimeout() method sets a timer which executes a function once the
   * timer expires.
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should
   * wait before the specified function or code is executed.
   * @param {*} [arg] An optional argument to be passed to the callback function
   * when the timer expires.
   * @returns {NodeJS.Timeout|FastTimer}
   */
  setTimeout (callback, delay, arg) {
    // If the delay is less than or equal to the RESOLUTION_MS value return a
    // native Node.js Timer instance.
    return delay <= RESOLUTION_MS
      ? setTimeout(callback, delay, arg)
      : new FastTimer(callback, delay, arg)
  },
  /**
   * The clearTimeout method cancels an instantiated Timer previously created
   * by calling setTimeout.
   *
   * @param {NodeJS.Timeout|FastTimer} timeout
   */
  clearTimeout (timeout) {
    // If the timeout is a FastTimer, call its own clear method.
    if (timeout[kFastTimer]) {
      /**
       * @type {FastTimer}
       */
      timeout.clear()
      // Otherwise it is an instance of a native NodeJS.Timeout, so call the
      // Node.js native clearTimeout function.
    } else {
      clearTimeout(timeout)
    }
  },
  /**
   * The setFastTimeout() method sets a fastTimer which executes a function once
   * the timer expires.
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should
   * wait before the specified function or code is executed.
   * @param {*} [arg] An optional argument to be passed to the callback function
   * when the timer expires.
   * @returns {FastTimer}
   */
  setFastTimeout (callback, delay, arg) {
    return new FastTimer(callback, delay, arg)
  },
  /**
   * The clearTimeout method cancels an instantiated FastTimer previously
   * created by calling setFastTimeout.
   *
   * @param {FastTimer} timeout
   */
  clearFastTimeout (timeout) {
    timeout.clear()
  },
  /**
   * The now method returns the value of the internal fast timer clock.
   *
   * @returns {number}
   */
  now () {
    return fastNow
  },
  /**
   * Trigger the onTick function to process the fastTimers array.
   * Exported for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   * @param {number} [delay=0] The delay in milliseconds to add to the now value.
   */
  tick (delay = 0) {
    fastNow += delay - RESOLUTION_MS + 1
    onTick()
    onTick()
  },
  /**
   * Reset FastTimers.
   * Exported for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   */
  reset () {
    fastNow = 0
    fastTimers.length = 0
    clearTimeout(fastNowTimeout)
    fastNowTimeout = null
  },
  /**
   * Exporting for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   */
  kFastTimer
}


/***/ }),

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 99:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:sqlite");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 7830:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream/web");

/***/ }),

/***/ 7997:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 932:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("process");

/***/ }),

/***/ 3193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 2570:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  q0: () => (/* binding */ describe),
  gz: () => (/* binding */ failed),
  LH: () => (/* binding */ troubleOf)
});

;// CONCATENATED MODULE: ./build/deployment/hints.js
/** What the code of a network failure hints at. */
const NETWORK = {
    ENOTFOUND: 'host_unknown',
    EAI_AGAIN: 'host_unknown',
    ECONNREFUSED: 'nothing_listens',
    EHOSTUNREACH: 'nothing_listens',
    ENETUNREACH: 'nothing_listens',
    TIMEOUT: 'slow',
    ETIMEDOUT: 'slow',
    UND_ERR_CONNECT_TIMEOUT: 'slow',
    UND_ERR_HEADERS_TIMEOUT: 'slow',
    UND_ERR_BODY_TIMEOUT: 'slow',
    EPROTO: 'not_tls',
    ERR_SSL_WRONG_VERSION_NUMBER: 'not_tls',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_tls',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
    UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
    CERT_HAS_EXPIRED: 'certificate_dates',
    CERT_NOT_YET_VALID: 'certificate_dates',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_host',
    OIDC_TOKEN: 'oidc',
};
/** What a failure hints at, if it is more than its status says. */
function hintOf(failure) {
    switch (failure.kind) {
        case 'network':
            // This is how a proxy's refusal of a tunnel is told.
            if (failure.cause instanceof Error && /^Proxy response/.test(failure.cause.message))
                return 'proxy';
            return NETWORK[failure.code];
        case 'redirect':
            return 'redirect';
        case 'unusable':
            return failure.said.html ? 'not_the_service' : undefined;
        case 'refused':
            return hintOfRefusal(failure.status, failure.said);
    }
}
function hintOfRefusal(status, said) {
    if (status === 407)
        return 'proxy';
    if (status === 404 && said.html)
        return 'not_the_service';
    if (status === 403 && said.html)
        return 'blocked';
    if (status === 403 && /workspace|tenant|organi[sz]ation/i.test(said.text))
        return 'workspace';
    if (status !== 400 && status !== 422)
        return undefined;
    return said.fields.some(({ loc }) => loc.length <= 2 && loc.at(-1) === 'name') ? 'name_refused' : undefined;
}

;// CONCATENATED MODULE: ./build/deployment/outcome.js

const failed = (trouble) => ({ result: 'failed', trouble });
/** @param doing what was being done, as in "could not \u2026" */
function troubleOf(doing, failure) {
    const hint = hintOf(failure);
    switch (failure.kind) {
        case 'network':
            return {
                code: 'unreachable',
                what: `Could not ${doing}: ${describe(failure)}`,
                hint,
                cause: failure.cause,
            };
        case 'refused':
            return {
                code: codeOfStatus(failure.status),
                what: `Could not ${doing}: the service answered ${failure.status}`,
                said: failure.said,
                hint,
                status: failure.status,
            };
        case 'redirect':
            return {
                code: 'unexpected_response',
                what: `Could not ${doing}: ${describe(failure)}, and redirects are not followed`,
                hint,
                status: failure.status,
            };
        case 'unusable':
            return {
                code: 'unexpected_response',
                what: `Could not ${doing}: ${failure.reason}`,
                said: failure.said,
                hint,
                status: failure.status,
            };
    }
}
function codeOfStatus(status) {
    if (status === 401)
        return 'unauthorized';
    if (status === 403)
        return 'forbidden';
    if (status === 404)
        return 'not_found';
    if (status === 429)
        return 'rate_limited';
    return status >= 500 ? 'unavailable' : 'rejected';
}
/** A failure in a few words, for a log line. */
function describe(failure) {
    switch (failure.kind) {
        case 'network':
            return describeNetwork(failure.code, failure.cause);
        case 'refused':
            return `the service answered ${failure.status}${failure.said.text === '' ? '' : ` (${failure.said.text})`}`;
        case 'redirect':
            return `the service answered ${failure.status} and points to ${failure.origin}`;
        case 'unusable':
            return failure.reason;
    }
}
const UNTRUSTED = 'its certificate is not trusted';
const outcome_NETWORK = {
    OIDC_TOKEN: 'the runner gave no OIDC token',
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was reset',
    ENOTFOUND: 'the host name is not known',
    EAI_AGAIN: 'the host name could not be looked up',
    TIMEOUT: 'no complete answer came in time',
    UND_ERR_CONNECT_TIMEOUT: 'no connection came up in time',
    UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
    UND_ERR_BODY_TIMEOUT: 'the answer stalled',
    UND_ERR_SOCKET: 'the connection was closed',
    UND_ERR_ABORTED: 'the connection was aborted',
    DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
    SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
    CERT_HAS_EXPIRED: 'its certificate has expired',
    CERT_NOT_YET_VALID: 'its certificate is not valid yet',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
    ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS',
};
function describeNetwork(code, cause) {
    const known = outcome_NETWORK[code];
    if (known !== undefined)
        return `${known} (${code})`;
    const message = cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
    return code === 'UNKNOWN' ? message : `${message} (${code})`;
}


/***/ }),

/***/ 9179:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   As: () => (/* binding */ isComplete),
/* harmony export */   mK: () => (/* binding */ buildRequest),
/* harmony export */   ps: () => (/* binding */ draftWarnings),
/* harmony export */   u_: () => (/* binding */ draftProblems)
/* harmony export */ });
/**
 * What makes a draft a request that is not worth sending. Which source requires which field is the service's to
 * say, but for these, which are plain from the interface.
 */
function draftProblems(draft) {
    const problems = [];
    const { name, source, source_config, source_revision_config, secret_references } = draft;
    if (name === undefined || name.trim() === '') {
        problems.push({ path: 'name', message: 'is required: the name of the deployment', missing: true });
    }
    if (source === undefined) {
        problems.push({
            path: 'source',
            message: 'is required: what the deployment is created from',
            missing: true,
        });
    }
    if (source !== undefined && source !== 'external_container' && secret_references != null) {
        problems.push({
            path: 'secret_references',
            message: `applies to source external_container only, not to ${source}`,
        });
    }
    if (source === 'repohost' && source_config.integration_id == null) {
        problems.push({
            path: 'source_config.integration_id',
            message: 'is required with source repohost: the integration through which the repository is listed',
            missing: true,
        });
    }
    if (source === 'external_container' && !source_revision_config.image_uri) {
        problems.push({
            path: 'source_revision_config.image_uri',
            message: 'is required with source external_container',
            missing: true,
        });
    }
    return problems;
}
const isComplete = (draft) => draftProblems(draft).length === 0;
const BUILT = ['repohost', 'internal_source', 'internal_template'];
/** Fields that read as belonging to certain sources. Only the service knows, so it is a matter of warnings. */
const FIELDS_OF_SOURCES = {
    'source_config.integration_id': ['repohost'],
    'source_config.repo_url': ['repohost'],
    'source_config.build_on_push': ['repohost'],
    'source_config.install_command': BUILT,
    'source_config.build_command': BUILT,
    'source_revision_config.repo_ref': ['repohost'],
    'source_revision_config.graph_config_path': BUILT,
    'source_revision_config.image_uri': ['external_container', 'internal_container'],
    'source_revision_config.source_tarball_path': ['internal_source'],
};
/** Fields that are set, and sent, although they read as another source's. */
function draftWarnings({ source, source_config, source_revision_config }) {
    const set = new Map([
        ...Object.entries(source_config).map(([key, value]) => [`source_config.${key}`, value]),
        ...Object.entries(source_revision_config).map(([key, value]) => [`source_revision_config.${key}`, value]),
    ]);
    return Object.entries(FIELDS_OF_SOURCES)
        .filter(([path, sources]) => set.get(path) != null && !sources.includes(source))
        .map(([path, sources]) => ({
        path,
        message: `reads as a field of source ${sources.join(' or ')}, not of ${source}; it is sent as it is`,
    }));
}
/**
 * The body of the create operation. For `repohost`, three values of the repository's record go into it
 * (interface: cross-reference of the repository listing); `repo_ref` only where the workflow asked for none.
 */
function buildRequest(draft, record) {
    const { name, source, source_config, source_revision_config, secrets, secret_references } = draft;
    const request = { name, source, source_config, source_revision_config, secrets };
    if (secret_references !== undefined)
        request.secret_references = secret_references;
    if (!record)
        return request;
    return {
        ...request,
        source_config: { ...source_config, integration_id: record.host_integration_id, repo_url: record.url },
        source_revision_config: {
            ...source_revision_config,
            repo_ref: source_revision_config.repo_ref ?? record.default_branch ?? undefined,
        },
    };
}


/***/ }),

/***/ 9479:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _runner_create_action_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9774);
/* harmony import */ var _runner_process_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(657);


// Entry of the create action.
await (0,_runner_process_js__WEBPACK_IMPORTED_MODULE_1__/* .runInThisProcess */ .i)(_runner_create_action_js__WEBPACK_IMPORTED_MODULE_0__/* .createAction */ .V);

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 9297:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ routeOf),
/* harmony export */   m: () => (/* binding */ internal)
/* harmony export */ });
/* harmony import */ var _deployment_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2570);

function routeOf({ openTransport }) {
    let transport;
    return {
        to: ({ request_timeout }) => (transport ??= openTransport({ timeout: request_timeout })),
        close: async () => transport?.close(),
    };
}
/** A bug, as an outcome. Only here is a stack worth its lines. */
function internal(cause, job) {
    const stack = (cause instanceof Error && cause.stack) || String(cause);
    for (const line of stack.split('\n'))
        job.info(line);
    const message = cause instanceof Error ? cause.message : String(cause);
    return (0,_deployment_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .failed */ .gz)({ code: 'internal', what: `The action failed by itself: ${message}`, cause });
}


/***/ }),

/***/ 9774:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  V: () => (/* binding */ createAction)
});

// EXTERNAL MODULE: ./build/runner/action.js
var action = __nccwpck_require__(9297);
// EXTERNAL MODULE: ./build/deployment/request.js
var request = __nccwpck_require__(9179);
// EXTERNAL MODULE: ./build/runner/redact.js
var redact = __nccwpck_require__(2298);
// EXTERNAL MODULE: external "node:querystring"
var external_node_querystring_ = __nccwpck_require__(1792);
// EXTERNAL MODULE: ./build/service/list-parameters.js
var list_parameters = __nccwpck_require__(5755);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
// EXTERNAL MODULE: ./build/runner/inputs/problem.js
var problem = __nccwpck_require__(1850);
;// CONCATENATED MODULE: ./build/runner/inputs/parse.js



/** Booleans of the YAML 1.2 core schema; anything else is an error, never a silent `false`. */
function parseBoolean(text) {
    if (/^(true|True|TRUE)$/.test(text))
        return true;
    if (/^(false|False|FALSE)$/.test(text))
        return false;
    throw new problem/* InvalidValue */.h('must be true or false');
}
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest time that a timer can hold, about 24 days. */
const LONGEST = 2 ** 31 - 1;
/** A duration such as `500ms`, `30s`, `15m`, `2h`, or a bare number of seconds, in milliseconds. */
function parseDuration(text) {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
    if (number === undefined) {
        throw new problem/* InvalidValue */.h('must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds');
    }
    const ms = Math.round(Number(number) * (UNITS[unit] ?? 1000));
    if (ms > LONGEST)
        throw new problem/* InvalidValue */.h('is too long: at most 24 days');
    return ms;
}
/** A duration that is more than nothing, in milliseconds. */
function parseTimeLimit(text) {
    const ms = parseDuration(text);
    if (ms === 0)
        throw new problem/* InvalidValue */.h('must be longer than 0');
    return ms;
}
function parseUuid(text) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
        throw new problem/* InvalidValue */.h('must be a UUID');
    return text;
}
/** A whole number that is not negative. */
function parseCount(text) {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
        throw new InvalidValue('must be a whole number, 0 or more');
    }
    return number;
}
/** A port to listen on; 0 is any free one. */
function parsePort(text) {
    const port = parseCount(text);
    if (port > 65_535)
        throw new InvalidValue('must be a port, 65535 at most');
    return port;
}
/**
 * A list of identifiers, separated by commas or white space, or as JSON, which is what outputs of other steps
 * are. An empty one would be no filter at all, and let everything through.
 */
function parseIdentifiers(text) {
    const items = text.startsWith('[') ? parseJson(text) : text.split(/[\s,]+/);
    if (!Array.isArray(items) || !items.every(item => typeof item === 'string')) {
        throw new InvalidValue('must be a comma-separated list, or a JSON list of texts');
    }
    const identifiers = items.map(item => item.trim()).filter(item => item !== '');
    if (identifiers.length === 0)
        throw new InvalidValue('holds no identifier');
    if (identifiers.some(identifier => identifier.includes(','))) {
        throw new InvalidValue('holds an identifier with a comma in it');
    }
    return identifiers;
}
/** @returns a parser for one of a few words */
function oneOf(words) {
    return text => {
        const word = words.find(candidate => candidate === text);
        if (word === undefined)
            throw new problem/* InvalidValue */.h(`must be one of ${words.join(', ')}`);
        return word;
    };
}
/**
 * An absolute http or https URL, without a trailing slash. Whether plain http may be used is another question:
 * see {@link isPlainHttpBeyondLoopback}.
 */
function parseBaseUrl(text) {
    // The parser would drop line breaks and tabs in silence.
    const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text)) {
        throw new problem/* InvalidValue */.h('must be an absolute URL such as https://host or https://host/path');
    }
    if (url.username !== '' || url.password !== '') {
        throw new problem/* InvalidValue */.h('must not carry a user name or password; use api_key or headers');
    }
    if (url.search !== '' || url.hash !== '')
        throw new problem/* InvalidValue */.h('must not carry a query or a fragment');
    return url.origin + url.pathname.replace(/\/+$/, '');
}
const loopback = new external_node_net_.BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
/** Whether requests to this URL could be read on their way. */
function isPlainHttpBeyondLoopback(baseUrl) {
    const { protocol, hostname } = new URL(baseUrl);
    if (protocol !== 'http:')
        return false;
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (host === 'localhost' || host.endsWith('.localhost'))
        return false;
    const version = (0,external_node_net_.isIP)(host);
    return version === 0 || !loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
/** A header's name, as HTTP allows it. */
function parseHeaderName(text) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text))
        throw new problem/* InvalidValue */.h('must be the name of an HTTP header');
    return text;
}
/** A header's value: visible characters of Latin-1, spaces and tabs. */
function parseHeaderValue(text) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
        throw new problem/* InvalidValue */.h('holds a line break or another character that an HTTP header cannot carry');
    }
    return text;
}

;// CONCATENATED MODULE: ./build/runner/inputs/connection.js




const DEFAULT_REQUEST_TIMEOUT = 30_000;
/** Reads the connection inputs, which three of the actions share, and masks the credentials among them. */
async function readConnection(inputs, job, env) {
    maskCredentials(inputs, job, env);
    const base_url = inputs.read('base_url', parseBaseUrl);
    if (inputs.text('base_url') === undefined) {
        inputs.problems.push({ input: 'base_url', message: 'is required: the absolute URL of the service' });
    }
    const allow_http = inputs.read('allow_http', parseBoolean) ?? false;
    if (base_url !== undefined && !allow_http && isPlainHttpBeyondLoopback(base_url)) {
        const message = 'would send credentials and secrets in the clear: use https://, or set allow_http to true';
        inputs.problems.push({ input: 'base_url', message });
    }
    return {
        base_url: base_url ?? '',
        headers: readHeaders(inputs, job),
        oidc_audience: readOidcAudience(inputs, env),
        request_timeout: inputs.read('request_timeout', parseTimeLimit) ?? DEFAULT_REQUEST_TIMEOUT,
        list_parameters: await readListParameters(inputs),
    };
}
/** Names of headers that say for whom a request is made, but prove nothing. Every other value is a credential. */
const IDENTIFYING = /^(accept|user-agent|(x-)?([a-z]+-)?(tenant|workspace|organi[sz]ation|org|project|request|correlation)(-(id|name))?)$/i;
/** Masks before anything is checked: what is wrong with a credential must not get it printed. */
function maskCredentials(inputs, job, env) {
    const apiKey = inputs.text('api_key');
    if (apiKey !== undefined)
        job.mask(apiKey);
    for (const line of (inputs.text('headers') ?? '').split('\n')) {
        const [, name = '', value = line] = /^([^:]*):(.*)$/.exec(line) ?? [];
        if (IDENTIFYING.test(name.trim()))
            continue;
        job.mask(value.trim());
        // The scheme in front of a token is no secret, but the token alone is.
        const [, token] = /^[A-Za-z]+\s+(\S+)$/.exec(value.trim()) ?? [];
        if (token !== undefined)
            job.mask(token);
    }
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) {
        const password = URL.parse(env[name] ?? '')?.password;
        if (password)
            job.mask(external_node_querystring_.unescape(password));
    }
}
/** Headers that frame a message, or that the interface fixes. */
const RESERVED = /^(content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;
function readHeaders(inputs, job) {
    const headers = new Map();
    const taken = new Set(inputs.text('oidc_audience') === undefined ? [] : ['authorization']);
    const apiKeyHeader = inputs.read('api_key_header', parseOwnHeaderName) ?? 'X-Api-Key';
    const apiKey = inputs.read('api_key', parseHeaderValue);
    if (apiKey !== undefined) {
        if (taken.has(apiKeyHeader.toLowerCase())) {
            inputs.problems.push({ input: 'api_key_header', message: 'names a header that oidc_audience sets too' });
        }
        taken.add(apiKeyHeader.toLowerCase());
        headers.set(apiKeyHeader, apiKey);
    }
    for (const [index, line] of job.input('headers').split('\n').entries()) {
        if (line.trim() === '')
            continue;
        try {
            const [name, value] = parseHeaderLine(line);
            if (taken.has(name.toLowerCase())) {
                throw new problem/* InvalidValue */.h('sets a header that another line, api_key or oidc_audience sets too');
            }
            taken.add(name.toLowerCase());
            headers.set(name, value);
        }
        catch (error) {
            if (!(error instanceof problem/* InvalidValue */.h))
                throw error;
            inputs.problems.push({ input: 'headers', message: `line ${index + 1}: ${error.message}` });
        }
    }
    return Object.fromEntries(headers);
}
function parseOwnHeaderName(text) {
    const name = parseHeaderName(text);
    if (RESERVED.test(name))
        throw new problem/* InvalidValue */.h("sets a header that is not the workflow's to set");
    return name;
}
function parseHeaderLine(line) {
    const colon = line.indexOf(':');
    if (colon === -1)
        throw new problem/* InvalidValue */.h('must be of the form Name: value');
    const name = parseOwnHeaderName(line.slice(0, colon).trim());
    const value = parseHeaderValue(line.slice(colon + 1).trim());
    // A scheme alone is what is left of `Bearer ${{ secrets.X }}` where X is not defined.
    if (value === '' || /^(bearer|basic|token)$/i.test(value))
        throw new problem/* InvalidValue */.h('has no value; an undefined `secrets.X` or `vars.X` is an empty string');
    return [name, value];
}
function readOidcAudience(inputs, env) {
    const audience = inputs.text('oidc_audience');
    if (audience === undefined)
        return undefined;
    if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) {
        const message = 'needs the permission `id-token: write`, which this job does not have';
        inputs.problems.push({ input: 'oidc_audience', message });
    }
    return audience;
}
async function readListParameters(inputs) {
    const renamed = await inputs.document('list_parameters');
    const given = Object.entries(renamed ?? {}).filter(([, name]) => name !== undefined);
    const names = { ...list_parameters/* LIST_PARAMETERS */.i, ...Object.fromEntries(given) };
    if (new Set(Object.values(names)).size < Object.values(names).length) {
        inputs.problems.push({ input: 'list_parameters', message: 'gives one name to two parameters' });
    }
    return names;
}

// EXTERNAL MODULE: ./build/service/enums.js
var enums = __nccwpck_require__(7238);
// EXTERNAL MODULE: ./build/service/json.js
var json = __nccwpck_require__(268);
;// CONCATENATED MODULE: ./build/runner/inputs/fields.js



/** Inputs that are text as it is, by the object of the request that they belong to. */
const TEXTS = {
    source_revision_config: ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'],
    source_config: ['custom_url', 'install_command', 'build_command'],
};
/** Reads every input that fills a field of the request, and puts them over the `config` file's, one by one. */
async function readFields(inputs, config) {
    const all = await readFieldInputs(inputs);
    const fields = all.filter(({ value }) => value !== undefined);
    const names = new Set([...all.map(({ input }) => input), 'repository', 'secrets']);
    const draft = structuredClone({
        source_config: {},
        source_revision_config: {},
        ...config?.fields,
        secrets: [],
    });
    for (const { path, value } of fields)
        setAt(draft, path, value);
    return {
        draft,
        locate(path) {
            const field = fields.find(({ path: own }) => own.every((step, index) => step === path[index]));
            if (field)
                return { input: field.input };
            if (config?.gives(path))
                return { place: config.locate(path) };
            const input = inputFor(path);
            return names.has(input) ? { input } : {};
        },
        isReported({ path }) {
            const steps = path.split('.');
            if (valueAt(draft, steps) !== undefined)
                return false;
            return Boolean(config?.gives(steps)) || inputs.problems.some(({ input }) => input === inputFor(steps));
        },
    };
}
async function readFieldInputs(inputs) {
    const field = (input, path, value) => ({ input, path, value });
    const config = (input, value) => field(input, ['source_config', input], value);
    return [
        field('name', ['name'], inputs.text('name')),
        field('source', ['source'], inputs.read('source', oneOf(enums/* SOURCES */.H))),
        config('integration_id', inputs.read('integration_id', parseUuid)),
        config('build_on_push', inputs.read('build_on_push', parseBoolean)),
        config('listener_id', inputs.read('listener_id', parseUuid)),
        config('resource_spec', await inputs.document('resource_spec')),
        field('k8s_namespace', ['source_config', 'listener_config', 'k8s_namespace'], inputs.text('k8s_namespace')),
        field('secret_references', ['secret_references'], await inputs.document('secret_references')),
        ...Object.entries(TEXTS).flatMap(([object, names]) => names.map(name => field(name, [object, name], inputs.text(name)))),
    ];
}
/** An input bears the name of the field that it fills; a repository is looked up before its URL is known. */
function inputFor(path) {
    const name = String(path.find(step => step !== 'source_config' && step !== 'source_revision_config' && step !== 'listener_config') ?? '');
    return name === 'repo_url' ? 'repository' : name;
}
function setAt(target, path, value) {
    const [first, ...rest] = path;
    if (first === undefined)
        return;
    const object = target;
    if (rest.length === 0)
        object[first] = value;
    else {
        if (!(0,json/* isObject */.Gv)(object[first]))
            object[first] = {};
        setAt(object[first], rest, value);
    }
}
const valueAt = (value, path) => path.reduce((part, step) => ((0,json/* isObject */.Gv)(part) ? part[step] : undefined), value);

;// CONCATENATED MODULE: ./build/runner/inputs/inputs.js

function readInputs(job) {
    const problems = [];
    function text(name) {
        const value = job.input(name).trim();
        return value === '' ? undefined : value;
    }
    function read(name, parse) {
        const value = text(name);
        if (value === undefined)
            return undefined;
        try {
            return parse(value);
        }
        catch (error) {
            if (!(error instanceof problem/* InvalidValue */.h))
                throw error;
            problems.push({ input: name, message: error.message });
            return undefined;
        }
    }
    async function document(name) {
        if (text(name) === undefined)
            return undefined;
        const { readDocument } = await Promise.all(/* import() */[__nccwpck_require__.e(270), __nccwpck_require__.e(851)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8851));
        const read = await readDocument(name, job.input(name));
        if ('value' in read)
            return read.value;
        problems.push(...read.problems);
        return undefined;
    }
    return { problems, text, read, document };
}

// EXTERNAL MODULE: ./build/runner/inputs/secrets.js
var inputs_secrets = __nccwpck_require__(9408);
;// CONCATENATED MODULE: ./build/runner/inputs/create.js







const DEFAULT_WAIT_TIMEOUT = 15 * 60_000;
/**
 * Reads all inputs of the create action and the `config` file, masks what is secret, and puts the request
 * together: inputs win over the file, field by field. Nothing is printed but masks, and nothing is sent.
 *
 * @param onConnection told how to reach the service while the rest is still read, and how many requests come first,
 *   side by side; not told where something is wrong by then
 */
async function readCreateInputs(job, env, onConnection) {
    const inputs = readInputs(job);
    const { problems } = inputs;
    const secretsGiven = await readSecrets(inputs, job, env);
    const github = readGitHub(inputs, job);
    const connection = await readConnection(inputs, job, env);
    if (problems.length === 0)
        onConnection(connection, mayLookUpRepository(inputs) ? 2 : 1);
    const path = inputs.text('config');
    const read = path === undefined ? undefined : await readConfigFile(path, env);
    const config = read && !('unusable' in read) ? read : undefined;
    problems.push(...(read && 'unusable' in read ? read.unusable : (config?.problems ?? [])));
    for (const { value } of config?.secrets ?? [])
        job.mask(value);
    const { draft, isReported, ...fields } = await readFields(inputs, config);
    const secrets = mergeSecrets(config, secretsGiven);
    draft.secrets = secrets.map(({ name, value }) => ({ name, value }));
    const locate = path => path[0] === 'secrets' ? originOf(secrets[Number(path[1])]) : fields.locate(path);
    const toProblem = ({ path, message }) => ({ message, ...locate(path.split('.')) });
    const order = {
        repository: readRepository(inputs, draft, env),
        if_exists: inputs.read('if_exists', oneOf(['match', 'fail', 'reuse'])) ?? 'match',
        wait_for: inputs.read('wait_for', oneOf(['none', 'ready', 'active'])) ?? 'none',
        wait_timeout: inputs.read('wait_timeout', parseDuration) ?? DEFAULT_WAIT_TIMEOUT,
        dry_run: inputs.read('dry_run', parseBoolean) ?? false,
    };
    // What a file that cannot be read may have given is not missing.
    const unreadable = path !== undefined && !config;
    const news = (remark) => !(remark.missing && (unreadable || isReported(remark)));
    problems.push(...(0,request/* draftProblems */.u_)(draft).filter(news).map(toProblem));
    if (problems.length > 0 || !(0,request/* isComplete */.As)(draft))
        return { ok: false, problems };
    const warnings = [
        ...gitHubWarning(inputs),
        ...(0,request/* draftWarnings */.ps)(draft).map(toProblem),
        ...repositoryWarning(inputs, draft),
        ...shortSecretWarnings(secrets),
    ];
    return { ok: true, inputs: { connection, order: { ...order, draft }, github, warnings, locate } };
}
/** Reads the `config` file; what only a file needs is loaded only then. */
async function readConfigFile(path, env) {
    const { readConfig } = await Promise.all(/* import() */[__nccwpck_require__.e(270), __nccwpck_require__.e(67)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9067));
    return readConfig(path, env);
}
async function readSecrets(inputs, job, env) {
    const { secrets, problems } = await (0,inputs_secrets/* parseSecrets */.dC)(job.input('secrets'), env);
    for (const { value } of secrets)
        job.mask(value);
    for (const { line, message } of problems)
        inputs.problems.push({ input: 'secrets', message: `line ${line}: ${message}` });
    return secrets;
}
/** A name that both give takes its value from the input. */
function mergeSecrets(config, given) {
    const names = new Set(given.map(({ name }) => name));
    return [...(config?.secrets ?? []).filter(({ name }) => !names.has(name)), ...given];
}
const originOf = (secret) => secret?.place ? { place: secret.place } : { input: 'secrets' };
/** Whether a repository is looked up, as far as the inputs alone tell. */
const mayLookUpRepository = (inputs) => (inputs.text('source') ?? 'repohost') === 'repohost';
/** The repository to look up; without an input or a `repo_url`, it is the workflow's own. */
function readRepository(inputs, draft, env) {
    if (draft.source !== 'repohost')
        return undefined;
    const repository = inputs.text('repository') ?? draft.source_config.repo_url ?? env['GITHUB_REPOSITORY'];
    if (!repository) {
        inputs.problems.push({ input: 'repository', message: 'is required where GITHUB_REPOSITORY is not set' });
    }
    // Who clones is of no matter to the look-up, and may be a credential.
    const withoutUser = (repository ?? '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
    return { integration_id: draft.source_config.integration_id ?? '', repository: withoutUser };
}
/** Both inputs together ask for a record on GitHub. */
function readGitHub(inputs, job) {
    const [token, environment] = [inputs.text('github_token'), inputs.text('environment')];
    if (token !== undefined)
        job.mask(token);
    return token === undefined || environment === undefined ? undefined : { token, environment };
}
function gitHubWarning(inputs) {
    const isGiven = (name) => inputs.text(name) !== undefined;
    const [given, missing] = isGiven('environment')
        ? ['environment', 'github_token']
        : ['github_token', 'environment'];
    if (!isGiven(given) || isGiven(missing))
        return [];
    return [{ input: given, message: `has no effect without \`${missing}\`: no GitHub Deployment is recorded` }];
}
function repositoryWarning(inputs, { source }) {
    if (source === 'repohost' || inputs.text('repository') === undefined)
        return [];
    return [
        {
            input: 'repository',
            message: `is looked up for source repohost only; it has no effect with ${source}`,
        },
    ];
}
function shortSecretWarnings(secrets) {
    return secrets
        .filter(({ value }) => value.length < redact/* SHORTEST_MASKED */.tG)
        .map(secret => ({
        ...originOf(secret),
        message: `the value of ${secret.name} is shorter than ${redact/* SHORTEST_MASKED */.tG} characters and cannot be masked`,
    }));
}

;// CONCATENATED MODULE: ./build/runner/create-action.js


/**
 * The create action, from its inputs to its report. What reads the inputs is small and comes first: all else is
 * loaded while connections to the service are being opened.
 *
 * @returns whether it succeeded
 */
async function createAction(surroundings) {
    const { job, env } = surroundings;
    const route = (0,action/* routeOf */.L)(surroundings);
    try {
        const read = await readCreateInputs(job, env, (connection, requests) => route.to(connection).warm(new URL(connection.base_url), requests));
        const { createRun } = await __nccwpck_require__.e(/* import() */ 893).then(__nccwpck_require__.bind(__nccwpck_require__, 1893));
        return await createRun(read, route, surroundings);
    }
    catch (error) {
        const { reportBug } = await __nccwpck_require__.e(/* import() */ 893).then(__nccwpck_require__.bind(__nccwpck_require__, 1893));
        return await reportBug(error, surroundings);
    }
    finally {
        await route.close();
    }
}


/***/ }),

/***/ 1850:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ sentence),
/* harmony export */   h: () => (/* binding */ InvalidValue)
/* harmony export */ });
/** Thrown where a text cannot be read as what it should be. Its message never quotes the text. */
class InvalidValue extends Error {
    name = 'InvalidValue';
}
/** The problem as one sentence that names its input or its place. */
function sentence({ message, input, place }) {
    if (place)
        return `${place.file}:${place.line}:${place.col}: ${message}`;
    return input === undefined ? message : `Input \`${input}\`: ${message}`;
}


/***/ }),

/***/ 9408:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   dC: () => (/* binding */ parseSecrets),
/* harmony export */   eh: () => (/* binding */ isSecretName),
/* harmony export */   sK: () => (/* binding */ secretFromEnvironment)
/* harmony export */ });
/* harmony import */ var _service_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(268);

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const EMPTY = 'the value is empty; an undefined `secrets.X` or `vars.X` is an empty string';
/**
 * Reads the `secrets` input: a JSON object of strings, or lines `NAME` (from the environment), `NAME=value`
 * (verbatim to the end of the line) and `NAME<<END` (verbatim lines up to END).
 *
 * All values that could be read are returned even where there are problems, so that they can be masked.
 */
async function parseSecrets(text, env) {
    return text.trimStart().startsWith('{') ? parseJsonSecrets(text) : parseLines(text, env);
}
/** A secret whose value is the environment variable of its name. */
function secretFromEnvironment(name, env) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) {
        return { message: "the environment variable of this name is not set; set it in the step's `env:`" };
    }
    return value === '' ? { message: EMPTY } : { name, value };
}
const isSecretName = (name) => NAME.test(name);
function parseLines(text, env) {
    const secrets = [];
    const problems = [];
    const names = new Set();
    const lines = text.split('\n');
    const add = (line, secret) => {
        if (names.has(secret.name))
            problems.push({ line, message: 'the name is given twice' });
        names.add(secret.name);
        secrets.push(secret);
        if (secret.value === '')
            problems.push({ line, message: EMPTY });
    };
    for (let index = 0; index < lines.length; index++) {
        const line = lines[index] ?? '';
        const number = index + 1;
        if (line.trim() === '' || line.startsWith('#'))
            continue;
        const [, name = '', operator, rest = ''] = /^([^=<]*)(=|<<)(.*)$/s.exec(line) ?? [];
        if (operator === undefined) {
            const bare = line.trimEnd();
            if (!isSecretName(bare)) {
                problems.push({ line: number, message: malformed() });
                continue;
            }
            const secret = secretFromEnvironment(bare, env);
            if ('message' in secret) {
                if (names.has(bare))
                    problems.push({ line: number, message: 'the name is given twice' });
                names.add(bare);
                problems.push({ line: number, message: secret.message });
            }
            else {
                add(number, secret);
            }
            continue;
        }
        if (!isSecretName(name)) {
            problems.push({ line: number, message: malformed() });
            if (operator === '<<' && rest !== '')
                index = Math.max(index, lines.indexOf(rest, index + 1));
            continue;
        }
        if (operator === '=') {
            if (isPaddingOfBase64(rest, lines[index - 1]))
                problems.push({ line: number, message: malformed() });
            else
                add(number, { name, value: rest });
            continue;
        }
        const end = rest === '' ? -1 : lines.indexOf(rest, index + 1);
        if (end === -1) {
            const message = rest === ''
                ? 'the word that ends the value is missing after <<'
                : 'the line that ends the value is missing';
            problems.push({ line: number, message });
            secrets.push({ name, value: lines.slice(index + 1).join('\n') });
            break;
        }
        add(number, { name, value: lines.slice(index + 1, end).join('\n') });
        index = end;
    }
    return { secrets, problems };
}
const malformed = () => 'must be NAME, NAME=value or NAME<<END; a value of several lines goes between NAME<<END and END, or into the environment';
/** The last line of a base64 text pasted behind `NAME=` would read as a secret of its own whose value is `=`. */
function isPaddingOfBase64(value, lineBefore) {
    return value === '=' && lineBefore !== undefined && /[A-Za-z0-9+/]{60,}$/.test(lineBefore);
}
async function parseJsonSecrets(text) {
    const secrets = [];
    const problems = [];
    const { properties, errorLine } = await findProperties(text);
    const values = (0,_service_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJson */ .qF)(text);
    if (!(0,_service_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isObject */ .Gv)(values))
        return { secrets, problems: [{ line: errorLine, message: 'is not valid JSON' }] };
    const names = new Set();
    for (const { name, line, value } of properties) {
        if (name === '')
            problems.push({ line, message: 'the name is empty' });
        if (names.has(name))
            problems.push({ line, message: 'the name is given twice' });
        else if (typeof value !== 'string')
            problems.push({ line, message: 'the value must be a string' });
        else if (value === '')
            problems.push({ line, message: EMPTY });
        names.add(name);
    }
    for (const [name, value] of Object.entries(values)) {
        if (typeof value === 'string')
            secrets.push({ name, value });
    }
    return { secrets, problems };
}
/** The members of a JSON object with their lines: the platform's parser knows no lines, and takes the last of two. */
async function findProperties(text) {
    const { parseTree } = await __nccwpck_require__.e(/* import() */ 547).then(__nccwpck_require__.t.bind(__nccwpck_require__, 9547, 19));
    const lineAt = (offset) => text.slice(0, offset).split('\n').length;
    const errors = [];
    try {
        const root = parseTree(text, errors, { disallowComments: true });
        const properties = (root?.children ?? []).flatMap(({ children: [key, value] = [] }) => key ? [{ name: String(key.value), line: lineAt(key.offset), value: value?.value }] : []);
        return { properties, errorLine: lineAt(errors[0]?.offset ?? 0) };
    }
    catch {
        // Nested beyond what the parser's stack holds, which no object of strings is.
        return { properties: [{ name: 'the first', line: 1, value: undefined }], errorLine: 1 };
    }
}


/***/ }),

/***/ 2604:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ openJob),
/* harmony export */   Q: () => (/* binding */ MAX_SUMMARY_BYTES)
/* harmony export */ });
/* harmony import */ var _redact_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2298);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3912);


/** Long enough for any sentence meant for people, short enough for a log. */
const LONGEST_LINE = 2000;
/** GitHub refuses a step's summary beyond 1 MiB. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** The job as a runner provides it. */
function openJob(runner) {
    const redactor = (0,_redact_js__WEBPACK_IMPORTED_MODULE_0__/* .createRedactor */ .lY)();
    // Redacted before it is cut, as half a secret is not known as one, and after, as what is joined may be one.
    const line = (text) => redactor.text((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(redactor.text(text), LONGEST_LINE)));
    const outputs = new Map();
    const properties = ({ title, place }) => ({
        title: line(title),
        ...(place && { file: line(place.file), startLine: place.line, startColumn: place.col }),
    });
    const message = ({ lines }) => lines.map(line).join('\n');
    return {
        input: name => runner.getInput(name),
        mask(secret) {
            for (const form of redactor.add(secret))
                runner.setSecret(form);
        },
        oidcToken: audience => runner.getIDToken(audience),
        info: text => runner.info(line(text)),
        debug(text) {
            if (runner.isDebug())
                runner.debug(line(text));
        },
        startGroup: title => runner.startGroup(line(title)),
        endGroup: () => runner.endGroup(),
        warning: annotation => runner.warning(message(annotation), properties(annotation)),
        error: annotation => runner.error(message(annotation), properties(annotation)),
        output(name, value) {
            const text = typeof value === 'string' ? redactor.text(value) : redactor.json(value);
            if (outputs.get(name) === text)
                return;
            outputs.set(name, text);
            runner.setOutput(name, text);
        },
        saveState: (name, value) => runner.saveState(name, value),
        state: name => runner.getState(name),
        redact: redactor.text,
        summary(markdown) {
            const bytes = Buffer.from(redactor.text(markdown), 'utf8');
            runner.appendSummary(bytes.subarray(0, MAX_SUMMARY_BYTES).toString('utf8'));
        },
    };
}


/***/ }),

/***/ 657:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ runInThisProcess)
});

;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
;// CONCATENATED MODULE: external "node:v8"
const external_node_v8_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:v8");
// EXTERNAL MODULE: ./node_modules/undici/lib/core/connect.js
var core_connect = __nccwpck_require__(9136);
;// CONCATENATED MODULE: ./build/service/connector.js

/** Said outright, so that no variable of the environment can turn the verification off. */
const VERIFIED = { rejectUnauthorized: true };
/**
 * Opens connections by TCP and TLS.
 *
 * @param timeout time for one connection, in milliseconds
 */
function openConnector(timeout) {
    const connect = core_connect({
        timeout,
        // HTTP/2 would spare a second handshake but no round trip, and its modules take longer to load than that.
        allowH2: false,
        ...VERIFIED,
    });
    const early = [];
    function begin(options) {
        const { promise: answer, resolve } = Promise.withResolvers();
        const socket = connect(options, (...args) => resolve(args));
        return { origin: originOf(options), socket, answer };
    }
    return {
        async connect(options, callback) {
            const index = early.findIndex(({ origin }) => origin === originOf(options));
            const [taken] = index === -1 ? [] : early.splice(index, 1);
            const answer = await taken?.answer;
            // The service may have hung up meanwhile, as it saw no request.
            if (answer && (answer[0] || !answer[1].destroyed))
                callback(...answer);
            else
                connect(options, callback);
        },
        warm({ host, hostname, protocol, port }, count) {
            const options = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port };
            early.push(...Array.from({ length: count }, () => begin(options)));
        },
        close() {
            for (const { socket } of early.splice(0))
                socket.destroy();
        },
    };
}
const originOf = ({ protocol, host }) => `${protocol}//${host}`;

;// CONCATENATED MODULE: ./build/service/transport.js

/** A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/**
 * Opens pooled connections to the service, through the proxies that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`). Redirects are never followed.
 *
 * @param timeout time for one attempt, from connecting to the last byte of the answer, in milliseconds
 */
function openTransport({ timeout, env, maxBytes = MAX_RESPONSE_BYTES, }) {
    const connector = openConnector(timeout);
    // Where HTTP/2 may be spoken, undici lets all other requests wait for the first connection.
    const options = { headersTimeout: timeout, bodyTimeout: timeout, allowH2: false };
    const proxies = proxiesOf(env);
    // A connection is free again a moment after its answer only: without a bound, the request that follows at once
    // would open another and wait for that.
    let connections = 1;
    let opened;
    /** All that makes requests is loaded while the first connections are being opened. */
    async function open() {
        const { Agent, attempt } = await Promise.all(/* import() */[__nccwpck_require__.e(99), __nccwpck_require__.e(988)]).then(__nccwpck_require__.bind(__nccwpck_require__, 988));
        const agent = proxies
            ? await openProxyAgent(proxies, { ...options, connections, connect: { timeout } })
            : new Agent({ ...options, connect: connector.connect, connections });
        return { agent, attempt };
    }
    return {
        warm(url, requests) {
            connections = requests;
            if (!proxies)
                connector.warm(url, requests);
            opened ??= open();
        },
        async send(request, signal) {
            opened ??= open();
            const { agent, attempt } = await opened;
            return attempt(agent, request, signal, { timeout, maxBytes });
        },
        async close() {
            connector.close();
            const { agent } = (await opened) ?? {};
            await agent?.destroy();
        },
    };
}
/** The proxies that the environment names; undefined where it names none, as most do. */
function proxiesOf(env) {
    const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
    const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
    const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
    return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined;
}
async function openProxyAgent(proxies, options) {
    const { EnvHttpProxyAgent } = await Promise.all(/* import() */[__nccwpck_require__.e(99), __nccwpck_require__.e(752)]).then(__nccwpck_require__.t.bind(__nccwpck_require__, 4371, 19));
    return new EnvHttpProxyAgent({
        ...proxies,
        ...options,
        connect: { ...options.connect, ...VERIFIED },
        requestTls: VERIFIED,
        proxyTls: VERIFIED,
    });
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/command.js
var lib_command = __nccwpck_require__(9635);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/file-command.js + 1 modules
var file_command = __nccwpck_require__(7063);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/utils.js
var utils = __nccwpck_require__(4679);
;// CONCATENATED MODULE: ./build/runner/github-runner.js


// Only these parts of @actions/core: all of it would load an HTTP client too, longer than the rest takes together.



/** The toolkit of the runner that this process was started by, as @actions/core has it. */
const githubRunner = (env) => ({
    getInput: name => env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '',
    getState: name => env[`STATE_${name}`] ?? '',
    setOutput: setter('OUTPUT', 'set-output', env),
    saveState: setter('STATE', 'save-state', env),
    setSecret: secret => (0,lib_command/* issueCommand */.L)('add-mask', {}, secret),
    info: line => void process.stdout.write(line + external_node_os_namespaceObject.EOL),
    isDebug: () => env['RUNNER_DEBUG'] === '1',
    debug: line => (0,lib_command/* issueCommand */.L)('debug', {}, line),
    startGroup: title => (0,lib_command/* issue */.s)('group', title),
    endGroup: () => (0,lib_command/* issue */.s)('endgroup'),
    warning: (message, properties = {}) => (0,lib_command/* issueCommand */.L)('warning', (0,utils/* toCommandProperties */.k)(properties), message),
    error: (message, properties = {}) => (0,lib_command/* issueCommand */.L)('error', (0,utils/* toCommandProperties */.k)(properties), message),
    async getIDToken(audience) {
        const { getIDToken } = await Promise.all(/* import() */[__nccwpck_require__.e(99), __nccwpck_require__.e(752), __nccwpck_require__.e(942), __nccwpck_require__.e(777)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6777));
        return getIDToken(audience);
    },
    appendSummary(markdown) {
        if (env['GITHUB_STEP_SUMMARY'])
            (0,external_node_fs_namespaceObject.appendFileSync)(env['GITHUB_STEP_SUMMARY'], markdown);
    },
});
/** A runner that names no file takes a command in the log instead. */
const setter = (file, command, env) => (name, value) => env[`GITHUB_${file}`]
    ? (0,file_command/* issueFileCommand */.n)(file, (0,file_command/* prepareKeyValueMessage */.v)(name, value))
    : (0,lib_command/* issueCommand */.L)(command, { name }, value);

// EXTERNAL MODULE: ./build/runner/job.js
var job = __nccwpck_require__(2604);
;// CONCATENATED MODULE: ./build/runner/process.js





/**
 * Runs an action as this process's only purpose: with the real job, clock, network and signals, and an exit
 * code that says whether it succeeded.
 */
async function runInThisProcess(action) {
    // V8 would begin to optimise undici's parser, which is WebAssembly, after an answer or two, and a process only
    // ends when such work is done: some 35 ms for nothing.
    (0,external_node_v8_namespaceObject.setFlagsFromString)('--wasm-tiering-budget=1000000000');
    const cancellation = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'])
        process.on(signal, () => cancellation.abort());
    const succeeded = await action({
        job: (0,job/* openJob */.I)(githubRunner(process.env)),
        env: process.env,
        clock: { now: Date.now, sleep: (ms, signal) => (0,promises_namespaceObject.setTimeout)(ms, undefined, { signal }) },
        random: Math.random,
        openTransport: options => openTransport({ ...options, env: process.env }),
        signal: cancellation.signal,
    });
    process.exitCode = succeeded ? 0 : 1;
}


/***/ }),

/***/ 2298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   lY: () => (/* binding */ createRedactor),
/* harmony export */   tG: () => (/* binding */ SHORTEST_MASKED)
/* harmony export */ });
/* unused harmony export formsOf */
/* harmony import */ var _service_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(268);

/** Below this length a value would mask harmless text everywhere. */
const SHORTEST_MASKED = 4;
const MASK = '***';
function createRedactor() {
    const forms = new Set();
    let pattern;
    function text(input) {
        if (!pattern)
            return input;
        // What a mask joins with its neighbours may be a secret in its turn; each round is shorter.
        const masked = input.replace(pattern, MASK);
        return masked === input ? input : text(masked);
    }
    function members(value) {
        if (typeof value === 'string')
            return text(value);
        if (Array.isArray(value))
            return value.map(members);
        if (typeof value === 'object' && value !== null) {
            return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), members(member)]));
        }
        const literal = String(value);
        return text(literal) === literal ? value : MASK;
    }
    function json(value) {
        const plain = JSON.stringify(members(value));
        const masked = text(plain);
        // A secret may also arise across members, such as `","`. Half a document would be worse than none.
        return masked === plain || (0,_service_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJson */ .qF)(masked) !== undefined ? masked : JSON.stringify(MASK);
    }
    return {
        add(secret) {
            const added = formsOf(secret);
            for (const form of added)
                forms.add(form);
            const longestFirst = [...forms].sort((a, b) => b.length - a.length);
            pattern =
                longestFirst.length > 0 ? new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g') : undefined;
            return added;
        },
        text,
        json,
    };
}
/** The forms in which a secret can come back: as it is, line by line, and in the usual encodings. */
function formsOf(secret) {
    if (secret.length < SHORTEST_MASKED)
        return [];
    const lines = secret.split(/\r\n|\r|\n/);
    // A line of white space alone, or of next to nothing, would mask harmless text everywhere.
    const parts = [secret.trim(), ...lines, ...lines.map(line => line.trim())].filter(part => part.trim().length >= SHORTEST_MASKED);
    const base64 = Buffer.from(secret, 'utf8').toString('base64');
    const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
    const forms = new Set([base64, base64url, unpadded(base64), unpadded(base64url)]);
    for (const part of new Set([secret, ...parts])) {
        forms.add(part);
        forms.add(jsonEscaped(part));
        forms.add(asciiEscaped(part));
        forms.add(encodeURIComponent(part.toWellFormed()));
        forms.add(percentEncoded(part));
        forms.add(new URLSearchParams({ '': part }).toString().slice(1));
    }
    return [...forms];
}
const unpadded = (base64) => base64.replace(/=+$/, '');
/** As RFC 3986 has it: `encodeURIComponent` leaves five signs that others encode. */
const percentEncoded = (text) => encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const jsonEscaped = (text) => JSON.stringify(text).slice(1, -1);
/** JSON as services write it that keep to ASCII. */
const asciiEscaped = (text) => jsonEscaped(text).replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);


/***/ }),

/***/ 3912:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   aY: () => (/* binding */ code),
/* harmony export */   h0: () => (/* binding */ plainLine),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   qy: () => (/* binding */ html)
/* harmony export */ });
/**
 * Makes any text harmless as part of one log line: it can neither start a new line, nor colour or reorder what
 * stands around it, nor act as a workflow command. What is changed stays visible as text.
 */
function plainLine(text) {
    return text
        .toWellFormed()
        .replace(/\r\n|[\n\r\u2028\u2029\u0085]/g, ' ')
        .replace(/[\p{Cc}\p{Bidi_Control}]/gu, character => character === '\t' ? ' ' : escapeCharacter(character))
        .replace(/##\[/g, '## [')
        .replace(/^(\s*):(?=:)/, '$1: ');
}
/** Makes any text harmless as text in HTML within markdown. */
function html(text) {
    return plainLine(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
/** A value of the service or the user as it stands, where neither markdown nor mentions nor links apply. */
const code = (text) => `<code>${html(text)}</code>`;
function escapeCharacter(character) {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
/** At most `length` characters, with a note of how many were left out. */
function shorten(text, length) {
    return text.length <= length ? text : `${text.slice(0, length)}\u2026 (${text.length - length} more characters)`;
}


/***/ }),

/***/ 7238:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ SOURCES)
/* harmony export */ });
/* unused harmony export DEPLOYMENT_TYPES */
// Values that the interface enumerates.
/** What a deployment is created from. */
const SOURCES = [
    'repohost',
    'external_container',
    'internal_container',
    'internal_source',
    'internal_template',
];
/** Values of the deployment type filter of the list. */
const DEPLOYMENT_TYPES = (/* unused pure expression or super */ null && (['dev_free', 'dev', 'prod']));


/***/ }),

/***/ 268:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Gv: () => (/* binding */ isObject),
/* harmony export */   mA: () => (/* binding */ isWalkable),
/* harmony export */   qF: () => (/* binding */ parseJson)
/* harmony export */ });
/** Nobody nests configuration this deep; what does would overflow the stack of whatever walks it. */
const MOST_LEVELS = 100;
/** A text as JSON; undefined where it is none. */
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** Whether a JSON value may be walked member by member. */
function isWalkable(value, levels = MOST_LEVELS) {
    if (typeof value !== 'object' || value === null)
        return true;
    return levels > 0 && Object.values(value).every(member => isWalkable(member, levels - 1));
}


/***/ }),

/***/ 5755:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ LIST_PARAMETERS)
/* harmony export */ });
/**
 * Names of the list operation's query parameters. The interface describes the parameters by purpose only, so
 * each name is a default that the user can override.
 */
const LIST_PARAMETERS = {
    limit: 'limit',
    offset: 'offset',
    name: 'name_contains',
    status: 'status',
    remote_reconciled: 'remote_reconciled',
    tag_value_ids: 'tag_value_ids',
    image_version: 'image_version',
    deployment_type: 'deployment_type',
    ids: 'deployment_ids',
};


/***/ }),

/***/ 9635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ issueCommand),
/* harmony export */   s: () => (/* binding */ issue)
/* harmony export */ });
/* harmony import */ var os__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(857);
/* harmony import */ var _utils_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4679);


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + os__WEBPACK_IMPORTED_MODULE_0__.EOL);
}
function issue(name, message = '') {
    issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return (0,_utils_js__WEBPACK_IMPORTED_MODULE_1__/* .toCommandValue */ .E)(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return (0,_utils_js__WEBPACK_IMPORTED_MODULE_1__/* .toCommandValue */ .E)(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map

/***/ }),

/***/ 7063:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  n: () => (/* binding */ issueFileCommand),
  v: () => (/* binding */ prepareKeyValueMessage)
});

;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(9896);
// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/utils.js
var utils = __nccwpck_require__(4679);
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${(0,utils/* toCommandValue */.E)(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = (0,utils/* toCommandValue */.E)(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map

/***/ }),

/***/ 4679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ toCommandValue),
/* harmony export */   k: () => (/* binding */ toCommandProperties)
/* harmony export */ });
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		id: moduleId,
/******/ 		loaded: false,
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Flag the module as loaded
/******/ 	module.loaded = true;
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/node module decorator */
/******/ (() => {
/******/ 	__nccwpck_require__.nmd = (module) => {
/******/ 		module.paths = [];
/******/ 		if (!module.children) module.children = [];
/******/ 		return module;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(9479);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
