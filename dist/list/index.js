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

/***/ 1162:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _runner_list_action_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8926);
/* harmony import */ var _runner_process_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(657);


// Entry of the list action.
await (0,_runner_process_js__WEBPACK_IMPORTED_MODULE_1__/* .runInThisProcess */ .i)(_runner_list_action_js__WEBPACK_IMPORTED_MODULE_0__/* .listAction */ .j);

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 567:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Q: () => (/* binding */ MAX_SUMMARY_BYTES),
  I: () => (/* binding */ openJob)
});

// EXTERNAL MODULE: ./build/service/json.js
var service_json = __nccwpck_require__(268);
;// CONCATENATED MODULE: ./build/runner/redact.js

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
        return masked === plain || (0,service_json/* parseJson */.qF)(masked) !== undefined ? masked : JSON.stringify(MASK);
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

// EXTERNAL MODULE: ./build/runner/text.js
var runner_text = __nccwpck_require__(3912);
;// CONCATENATED MODULE: ./build/runner/job.js


/** Long enough for any sentence meant for people, short enough for a log. */
const LONGEST_LINE = 2000;
/** GitHub refuses a step's summary beyond 1 MiB. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** The job as a runner provides it. */
function openJob(runner) {
    const redactor = createRedactor();
    // Redacted before it is cut, as half a secret is not known as one, and after, as what is joined may be one.
    const line = (text) => redactor.text((0,runner_text/* plainLine */.h0)((0,runner_text/* shorten */.ml)(redactor.text(text), LONGEST_LINE)));
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

/***/ 8926:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  j: () => (/* binding */ listAction)
});

// UNUSED EXPORTS: LIST

;// CONCATENATED MODULE: ./build/service/pages.js
/** The most that the interface allows. */
const PAGE_SIZE = 100;
/** Far beyond any real list: a service that never stops must not hold a job for hours. */
const MAX_PAGES = 20_000;
/**
 * Walks the list of deployments to its end and keeps the items that are wanted, as the service sent them.
 *
 * Neither the order of the list nor what a response's `offset` stands for is sure, and a short page may be
 * short because the service imposes its own size. So the walk ends at an empty page only, follows an `offset`
 * that points forwards, and counts items where it does not. A page that brings nothing new means that the
 * service ignores the offset; as a list may also have shifted meanwhile, the walk then starts over, once.
 */
async function pages_findDeployments(list, query, wanted, signal, part = {}) {
    for (let walk = 1;; walk++) {
        const reply = await walkOnce(list, query, wanted, part, signal);
        if (reply !== 'repeats')
            return reply;
        if (walk === 2)
            return { ok: false, failure: repeats() };
    }
}
async function walkOnce(list, query, wanted, { offset: start = 0, most = Number.POSITIVE_INFINITY }, signal) {
    const seen = new Set();
    const found = [];
    let offset = start;
    let emptyPages = 0;
    for (let count = 0; count < MAX_PAGES; count++) {
        const reply = await list({ ...query, limit: String(PAGE_SIZE), offset: String(offset) }, signal);
        if (!reply.ok)
            return reply;
        const { resources, offset: told } = reply.value;
        const pointsForwards = told !== undefined && told > offset;
        const before = seen.size;
        for (const item of resources) {
            const key = keyOf(item);
            if (seen.has(key))
                continue;
            seen.add(key);
            if (wanted(item))
                found.push(item);
        }
        if (found.length >= most)
            return { ok: true, value: found.slice(0, most), status: reply.status };
        if (resources.length === 0) {
            // Some services filter a page after they cut it: one that is empty and points on is not yet the end.
            emptyPages++;
            if (!pointsForwards || emptyPages > 1)
                return { ok: true, value: found, status: reply.status };
        }
        else if (seen.size === before) {
            return 'repeats';
        }
        else {
            emptyPages = 0;
        }
        offset = pointsForwards ? told : offset + resources.length;
    }
    return { ok: false, failure: endless() };
}
const keyOf = ({ id, name }) => (typeof id === 'string' ? id : `without id: ${name}`);
function repeats() {
    const reason = 'the list of deployments repeats a page although another one was asked for: ' +
        'the service does not know the offset parameter by the name used (see the input list_parameters)';
    return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } };
}
function endless() {
    const reason = `the list of deployments did not end after ${MAX_PAGES} pages (see the input list_parameters)`;
    return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } };
}

;// CONCATENATED MODULE: ./build/service/exchange.js
function isNetworkFailure(answer) {
    return 'kind' in answer && answer.kind === 'network';
}

// EXTERNAL MODULE: ./build/service/json.js
var service_json = __nccwpck_require__(268);
;// CONCATENATED MODULE: ./build/service/failure.js

const MAX_FIELDS = 50;
/**
 * Tells why a response that is not a success failed.
 *
 * @param now the current time, for a `Retry-After` that is a date
 */
function failureOf(response, url, now) {
    const { status, headers } = response;
    const location = [headers['location'] ?? []].flat()[0];
    if (status >= 300 && status < 400) {
        const target = location === undefined ? undefined : URL.parse(location, url.href);
        return { kind: 'redirect', status, origin: target?.origin ?? 'an unnamed place' };
    }
    const retryAfter = parseRetryAfter([headers['retry-after'] ?? []].flat()[0], now);
    return {
        kind: 'refused',
        status,
        said: whatWasSaid(response.text),
        ...(retryAfter !== undefined && { retryAfter }),
    };
}
function unusable(response, reason) {
    return { kind: 'unusable', status: response.status, reason, said: whatWasSaid(response.text) };
}
/** Error bodies are not part of the interface; these are the shapes that services of this kind use. */
function whatWasSaid(body) {
    if (/^\s*</.test(body))
        return { text: textOfHtml(body), fields: [], html: true };
    const parsed = (0,service_json/* parseJson */.qF)(body);
    if (!(0,service_json/* isObject */.Gv)(parsed) || !(0,service_json/* isWalkable */.mA)(parsed))
        return { text: typeof parsed === 'string' ? parsed : body, fields: [] };
    for (const said of [parsed['detail'], parsed['message'], parsed['error'], parsed['errors']]) {
        const found = readSaid(said);
        if (found)
            return found;
    }
    return { text: body, fields: [] };
}
function readSaid(said) {
    if (typeof said === 'string' && said.trim() !== '')
        return { text: said, fields: [] };
    if ((0,service_json/* isObject */.Gv)(said))
        return readSaid(said['message'] ?? said['msg'] ?? said['detail']);
    if (!Array.isArray(said) || said.length === 0)
        return undefined;
    const fields = said.filter(service_json/* isObject */.Gv).flatMap(item => {
        const { loc, msg } = item;
        if (typeof msg !== 'string')
            return [];
        const path = Array.isArray(loc)
            ? loc.filter(part => typeof part === 'string' || typeof part === 'number')
            : [];
        return [{ loc: path, msg }];
    });
    if (fields.length === 0)
        return {
            text: said.map(item => (typeof item === 'string' ? item : JSON.stringify(item))).join('; '),
            fields,
        };
    const shown = fields.slice(0, MAX_FIELDS);
    const text = shown.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ');
    return { text, fields: shown };
}
/** A gateway's page: its title says as much as a log line can hold. */
function textOfHtml(body) {
    const title = /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? /<h1[^>]*>([^<]+)/i.exec(body)?.[1];
    return title === undefined ? 'an HTML page' : `an HTML page titled "${title.replace(/\s+/g, ' ').trim()}"`;
}
/** `Retry-After` in both of its forms, seconds and a date, as milliseconds from now. */
function parseRetryAfter(value, now) {
    if (value === undefined)
        return undefined;
    if (/^\d+$/.test(value.trim()))
        return Number(value) * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

;// CONCATENATED MODULE: ./build/service/responses.js

const DEPLOYMENT = {
    name: 'string',
    source: 'string',
    source_config: {
        integration_id: 'string',
        repo_url: 'string',
        build_on_push: 'boolean',
        custom_url: 'string',
        resource_spec: 'any',
        listener_id: 'string',
        listener_config: 'any',
        install_command: 'string',
        build_command: 'string',
    },
    source_revision_config: {
        repo_ref: 'string',
        graph_config_path: 'string',
        image_uri: 'string',
        source_tarball_path: 'string',
        repo_commit_sha: 'string',
    },
    secrets: 'list',
    tenant_id: 'string',
    created_at: 'string',
    updated_at: 'string',
    /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE or UNKNOWN, so far. */
    status: 'string',
    latest_revision_id: 'string',
    active_revision_id: 'string',
    secret_references: 'list',
    image_version: 'string',
};
/** A repository that a repository-host integration can see. */
const REPOSITORY_RECORD = {
    host_integration_id: 'string',
    id: 'number',
    name: 'string',
    owner: 'string',
    url: 'string',
    default_branch: 'string',
};
/** Reads a deployment; undefined where it has no `id`. */
function readDeployment(sent) {
    const { id } = sent;
    return typeof id === 'string' && id !== '' ? { ...read(DEPLOYMENT, sent), id } : undefined;
}
const responses_readRepositoryRecord = (sent) => read(REPOSITORY_RECORD, sent);
/** Reads a page of the list of deployments; undefined where it has no `resources`. */
function readDeploymentPage(sent) {
    const { resources, offset } = read({ resources: 'list', offset: 'number' }, sent);
    return resources ? { resources, offset: offset ?? undefined } : undefined;
}
function read(table, sent) {
    const fields = Object.entries(table).flatMap(([field, type]) => {
        const value = sent[field];
        if (value === null)
            return [[field, null]];
        if (typeof type === 'object')
            return (0,service_json/* isObject */.Gv)(value) ? [[field, read(type, value)]] : [];
        return isOf(type, value) ? [[field, value]] : [];
    });
    return Object.fromEntries(fields);
}
function isOf(type, value) {
    switch (type) {
        case 'any':
            return value !== undefined;
        case 'list':
            return Array.isArray(value);
        case 'number':
            return Number.isFinite(value);
        default:
            return typeof value === type;
    }
}

;// CONCATENATED MODULE: ./build/service/retry.js
/** Bounds of the retries of one idempotent request; times in milliseconds. */
const RETRY = { attempts: 5, base: 500, cap: 20_000, retryAfterCap: 60_000, total: 120_000 };
/** Statuses by which a service says that it did not process the request and that it may be sent again. */
const NOT_PROCESSED = new Set([408, 425, 429]);
/** Whether an idempotent request that failed like this is worth another try. */
function isTransient(failure) {
    if (failure.kind === 'network')
        return !isCertificateFailure(failure.code);
    return failure.kind === 'refused' && (NOT_PROCESSED.has(failure.status) || failure.status >= 500);
}
/** A certificate that is not trusted will not be trusted a second later. */
function isCertificateFailure(code) {
    return /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/.test(code);
}
/**
 * How long to wait before the attempt after `attempt` (1 for the first): exponential backoff with full jitter,
 * or what the service asked for by `Retry-After`, capped. In milliseconds.
 */
function retryDelay(attempt, failure, random) {
    if (failure.kind === 'refused' && failure.retryAfter !== undefined) {
        return Math.min(failure.retryAfter, RETRY.retryAfterCap);
    }
    return Math.round(random() * Math.min(RETRY.cap, RETRY.base * 2 ** attempt));
}
/** Runs an idempotent request until it succeeds, fails for good, or the bounds are reached. */
async function retrying(what, request, { clock, random, onRetry }, signal) {
    const deadline = clock.now() + RETRY.total;
    for (let attempt = 1;; attempt++) {
        const reply = await request();
        if (reply.ok || !isTransient(reply.failure) || attempt >= RETRY.attempts)
            return reply;
        const delay = retryDelay(attempt, reply.failure, random);
        if (clock.now() + delay > deadline)
            return reply;
        onRetry({ what, failure: reply.failure, delay, attempt });
        await clock.sleep(delay, signal);
    }
}

;// CONCATENATED MODULE: ./build/service/client.js





function openService({ baseUrl, headers, authorization, listParameters, send, retry, }) {
    async function attempt(request, read, signal) {
        const authorizing = await authorization();
        if (isNetworkFailure(authorizing))
            return { ok: false, failure: authorizing };
        const answer = await send({
            ...request,
            headers: {
                accept: 'application/json',
                'user-agent': 'create-deployment-action',
                ...(request.body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
                ...authorizing,
            },
        }, signal);
        if (isNetworkFailure(answer))
            return { ok: false, failure: answer };
        if (answer.status < 200 || answer.status > 299) {
            return { ok: false, failure: failureOf(answer, request.url, retry.clock.now()) };
        }
        if (answer.truncated)
            return refuse(answer, 'the answer is larger than what is read of one');
        return read(answer);
    }
    function get(what, url, read, signal) {
        return retrying(what, () => attempt({ method: 'GET', url }, read, signal), retry, signal);
    }
    return {
        listRepositories(integrationId, signal) {
            const path = `/v1/integrations/forge/repohost/${encodeURIComponent(integrationId)}/repos`;
            return get('list repositories', new URL(baseUrl + path), readRepositories, signal);
        },
        listDeployments(query, signal, options = { retry: true }) {
            const url = new URL(`${baseUrl}/v2/deployments`);
            for (const purpose of Object.keys(listParameters)) {
                const value = query[purpose];
                if (value !== undefined)
                    url.searchParams.set(listParameters[purpose], value);
            }
            if (!options.retry)
                return attempt({ method: 'GET', url }, readPage, signal);
            return get('list deployments', url, readPage, signal);
        },
        createDeployment(request, signal) {
            const url = new URL(`${baseUrl}/v2/deployments`);
            return attempt({ method: 'POST', url, body: JSON.stringify(request) }, readCreated, signal);
        },
    };
}
/** Reads one deployment; undefined where it has no `id`, or is nested beyond all reason. */
function toDeployment(sent) {
    if (!(0,service_json/* isObject */.Gv)(sent) || !(0,service_json/* isWalkable */.mA)(sent))
        return undefined;
    const read = readDeployment(sent);
    return read && { read, sent };
}
/** Reads one record of a repository; undefined where it is nested beyond all reason. */
function client_toRepository(sent) {
    return isWalkable(sent) ? { read: readRepositoryRecord(sent), sent } : undefined;
}
function readCreated(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const value = toDeployment(json);
    if (!value)
        return refuse(response, 'the created deployment carries no id, or cannot be read');
    return { ok: true, value, status: response.status };
}
function readPage(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const page = (0,service_json/* isObject */.Gv)(json) ? readDeploymentPage(json) : undefined;
    if (!page)
        return refuse(response, 'the list of deployments carries no array `resources`');
    const { resources, offset } = page;
    return { ok: true, value: { resources: resources.filter(service_json/* isObject */.Gv), offset }, status: response.status };
}
function readRepositories(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    if (!Array.isArray(json))
        return refuse(response, 'the list of repositories is not an array');
    return { ok: true, value: json.filter(service_json/* isObject */.Gv), status: response.status };
}
function notJson(response) {
    return refuse(response, 'the answer is not JSON: this does not look like the service');
}
function refuse(response, reason) {
    return { ok: false, failure: unusable(response, reason) };
}

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

const outcome_failed = (trouble) => ({ result: 'failed', trouble });
/** @param doing what was being done, as in "could not \u2026" */
function outcome_troubleOf(doing, failure) {
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

;// CONCATENATED MODULE: ./build/deployment/resolve.js


const NEAREST_SHOWN = 3;
/**
 * Finds the one record that the integration lists for a repository (interface: list repositories of a
 * repository-host integration).
 */
async function resolveRepository(service, { integration_id, repository }, signal) {
    const listed = await listAll(service, integration_id, signal);
    if ('result' in listed)
        return listed;
    const matching = readAll(matchRepository(listed.sent, repository), integration_id);
    if ('result' in matching)
        return matching;
    const matches = withoutRepeats(matching.answer);
    const [record, ...others] = matches;
    if (!record)
        return failed(await notFound(repository, listed.sent));
    if (others.length > 0) {
        const records = matches.map(match => `${nameOf(match.read)} (${match.read.url})`).join(', ');
        return failed({
            code: 'ambiguous_repository',
            what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records}`,
        });
    }
    if (!record.read.host_integration_id || !record.read.url) {
        return failed({
            code: 'unexpected_response',
            what: `The record of the repository "${repository}" carries no host_integration_id or no url`,
        });
    }
    return { record };
}
/** All repositories that an integration can see (interface: list repositories of an integration). */
async function visibleRepositories(service, integration_id, signal) {
    const listed = await listAll(service, integration_id, signal);
    return 'result' in listed ? listed : readAll(listed.sent, integration_id);
}
async function listAll(service, integration_id, signal) {
    const reply = await service.listRepositories(integration_id, signal);
    if (reply.ok)
        return { sent: reply.value };
    const trouble = troubleOf(`list the repositories of integration ${integration_id}`, reply.failure);
    return failed(trouble.code === 'not_found' && !trouble.hint ? { ...trouble, hint: 'integration' } : trouble);
}
/** Records as the action reads them: all of them, or a failure. */
function readAll(sent, integration_id) {
    const answer = sent.flatMap(record => toRepository(record) ?? []);
    if (answer.length === sent.length)
        return { answer };
    return failed({
        code: 'unexpected_response',
        what: `A record of the repositories of integration ${integration_id} is nested beyond all reason`,
    });
}
/** The records that are the repository, by URL or by owner and name; case, `.git` and URL forms do not matter. */
function matchRepository(records, repository) {
    const wanted = resolve_normalizeRepository(repository);
    const last = wanted.slice(wanted.lastIndexOf('/') + 1);
    // To normalise takes long, and of a hundred thousand records hardly one has the last part of the path in it.
    const isWanted = (text) => text.toLowerCase().includes(last) && resolve_normalizeRepository(text) === wanted;
    return records.filter(record => [record['url'], nameOf(record)].some(text => typeof text === 'string' && text !== '' && isWanted(text)));
}
/**
 * One spelling for all forms of a repository: `host/path` for a URL, `owner/name` for a bare name. User names,
 * ports, schemes, case, `.git` and slashes at the ends are left out.
 */
function resolve_normalizeRepository(repository) {
    const text = repository.trim().toLowerCase();
    const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]*)(?::\d*)?(\/.*)?$/.exec(text);
    const scp = /^(?:[^/@:]+@)?([^/@:]+):(.+)$/.exec(text);
    const path = url ? `${url[1]}${url[2] ?? ''}` : scp ? `${scp[1]}/${scp[2]}` : text;
    return path
        .replace(/[?#].*$/, '')
        .replace(/^\/+|\/+$/g, '')
        .replace(/\/{2,}/g, '/')
        .replace(/\.git$/, '');
}
/** A service may list one and the same record twice; that is not an ambiguity. */
function withoutRepeats(matches) {
    return [...new Map(matches.map(match => [JSON.stringify(match.sent), match])).values()];
}
async function notFound(repository, records) {
    const { closest } = await __nccwpck_require__.e(/* import() */ 129).then(__nccwpck_require__.bind(__nccwpck_require__, 4129));
    const names = records.flatMap(record => nameOf(record) ?? []);
    const nearest = closest(pathOf(repository), names, NEAREST_SHOWN);
    const visible = records.length === 1 ? '1 repository' : `${records.length} repositories`;
    return {
        code: 'repository_not_found',
        what: `The repository "${repository}" is not among the ${visible} that the integration can see` +
            (nearest.length > 0 ? `; the nearest are ${nearest.join(', ')}` : ''),
    };
}
/** The owner and name in any form of a repository. */
const pathOf = (repository) => /:/.test(repository)
    ? resolve_normalizeRepository(repository).replace(/^[^/]*\//, '')
    : resolve_normalizeRepository(repository);
/** `owner/name` of a record; undefined where it does not carry both. */
const nameOf = ({ owner, name }) => typeof owner === 'string' && typeof name === 'string' && owner && name ? `${owner}/${name}` : undefined;

;// CONCATENATED MODULE: ./build/deployment/differences.js


const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Compares what was asked for with a deployment that exists. Members that the request leaves out, or sets to
 * null, do not count: the service fills in many. Secrets are compared by name alone.
 */
function differences_findDifferences(request, existing) {
    const { sent } = existing;
    return [
        ...compare('source', request.source, sent['source']),
        ...compare('source_config', request.source_config, sent['source_config']),
        ...compare('source_revision_config', request.source_revision_config, sent['source_revision_config']),
        ...compareSecrets(request.secrets, sent['secrets']),
        ...compare('secret_references', request.secret_references, sent['secret_references']),
    ];
}
function compareSecrets(requested, existing) {
    // A service that does not show secrets leaves nothing to compare.
    if (existing === undefined || existing === null)
        return [];
    const wanted = differences_secretNames(requested);
    const there = differences_secretNames(existing);
    return wanted.every(name => there.includes(name))
        ? []
        : [{ path: 'secrets', requested: wanted, existing: there }];
}
/** The names in a list of secrets, whatever else it holds. */
function differences_secretNames(secrets) {
    if (!Array.isArray(secrets))
        return [];
    return secrets.flatMap(secret => {
        const name = (0,service_json/* isObject */.Gv)(secret) ? secret['name'] : secret;
        return typeof name === 'string' ? [name] : [];
    });
}
function compare(path, requested, existing) {
    if (requested === undefined || requested === null)
        return [];
    if (isObject(requested) && isObject(existing ?? {})) {
        // In an item of a list an empty object is a choice (`emptyDir: {}`); elsewhere it asks for nothing.
        if (existing == null && Object.keys(requested).length === 0 && path.includes('[')) {
            return [{ path, requested, existing: null }];
        }
        const there = (existing ?? {});
        return Object.entries(requested).flatMap(([key, value]) => compare(`${path}.${key}`, value, own(there, key)));
    }
    if (Array.isArray(requested) && Array.isArray(existing ?? [])) {
        return compareLists(path, requested, (existing ?? []));
    }
    return isSame(path, requested, existing) ? [] : [{ path, requested, existing: existing ?? null }];
}
/** Lists of named things (containers, volumes, references) are compared by name, others item by item. */
function compareLists(path, requested, existing) {
    const wanted = byName(requested);
    const there = byName(existing);
    if (wanted && there) {
        return [...wanted].flatMap(([name, value]) => compare(`${path}[${name}]`, value, there.get(name) ?? null));
    }
    if (requested.length !== existing.length)
        return [{ path, requested, existing }];
    return requested.flatMap((value, index) => compare(`${path}[${index}]`, value, existing[index]));
}
function byName(items) {
    const named = new Map();
    for (const item of items) {
        const name = isObject(item) ? item['name'] : undefined;
        if (typeof name !== 'string' || named.has(name))
            return undefined;
        named.set(name, item);
    }
    return named;
}
function isSame(path, requested, existing) {
    if (requested === existing)
        return true;
    if (typeof requested !== 'string' || typeof existing !== 'string')
        return false;
    if (UUID.test(requested))
        return requested.toLowerCase() === existing.toLowerCase();
    return path === 'source_config.repo_url' && normalizeRepository(requested) === normalizeRepository(existing);
}
const own = (object, key) => Object.hasOwn(object, key) ? object[key] : undefined;

;// CONCATENATED MODULE: ./build/deployment/existing.js




/**
 * All deployments that bear exactly this name (interface: list deployments). The service's filter only narrows
 * the walk; it may be a substring, a prefix or nothing at all.
 *
 * @param options whether each request is retried; a caller that looks again by itself has no need of it
 */
async function lookUpName(service, name, signal, options = { retry: true }) {
    const list = (query, until) => service.listDeployments(query, until, options);
    const reply = await findDeployments(list, { name }, sent => sent['name'] === name, signal);
    return reply.ok ? allReadable(reply, `a listed deployment named "${name}"`) : reply;
}
/**
 * Listed deployments as the action reads them: all of them, or a failure.
 *
 * @param each what one of them is called in that failure
 */
function allReadable({ value, status }, each) {
    const deployments = [];
    for (const sent of value) {
        const deployment = toDeployment(sent);
        if (!deployment) {
            const reason = `${each} carries no id, or cannot be read`;
            return { ok: false, failure: { kind: 'unusable', status, reason, said: { text: '', fields: [] } } };
        }
        deployments.push(deployment);
    }
    return { ok: true, value: deployments, status };
}
/** Two deployments of one name cannot be told apart by a workflow. */
function ambiguousName(name, deployments) {
    const ids = deployments.map(({ read }) => read.id).join(', ');
    return failed({
        code: 'ambiguous_name',
        what: `${deployments.length} deployments are named "${name}": ${ids}`,
    });
}
/**
 * Decides what becomes of a run whose name is taken: the deployment is adopted, or the run fails.
 */
function adopt(request, deployment, ifExists, notify) {
    const { id, status } = deployment.read;
    notify({ type: 'not_created' });
    notify({ type: 'deployment', deployment });
    const differences = findDifferences(request, deployment);
    notify({ type: 'differences', differences });
    if (status === 'AWAITING_DELETE') {
        return failed({
            code: 'deleted',
            what: `The deployment named "${request.name}" (${id}) is being deleted`,
        });
    }
    if (ifExists === 'fail') {
        return failed({
            code: 'already_exists',
            what: `A deployment named "${request.name}" exists already: ${id}`,
        });
    }
    if (differences.length === 0)
        return { result: 'adopted', deployment };
    const paths = differences.map(({ path }) => path).join(', ');
    if (ifExists === 'match') {
        return failed({
            code: 'differs',
            what: `The deployment named "${request.name}" (${id}) exists and differs from what was asked for in: ${paths}`,
        });
    }
    notify({ type: 'warning', message: `The deployment differs from what was asked for in: ${paths}` });
    return { result: 'adopted', deployment };
}

;// CONCATENATED MODULE: ./build/deployment/list.js



/** Lists deployments, each once (interface: list deployments). */
async function listDeployments(service, { name, name_contains, filters, offset, max_results }, signal) {
    const filter = name_contains ?? name;
    const reply = await pages_findDeployments(service.listDeployments, { ...filters, ...(filter !== undefined && { name: filter }) }, sent => name === undefined || sent['name'] === name, signal, 
    // One beyond shows whether there is more.
    { offset, ...(max_results > 0 && { most: max_results + 1 }) });
    const read = reply.ok ? allReadable(reply, 'a listed deployment') : reply;
    if (!read.ok)
        return outcome_failed(outcome_troubleOf('list deployments', read.failure));
    const deployments = max_results > 0 ? read.value.slice(0, max_results) : read.value;
    return { answer: { deployments, more: read.value.length > deployments.length } };
}
/**
 * Filters that the service seems not to have applied: it gave deployments that they rule out. A parameter that
 * a service does not know by its name is ignored in silence, and a workflow would take all for the few.
 */
function ignoredFilters({ filters }, { deployments }) {
    const same = (a, b) => a.toLowerCase() === b.toLowerCase();
    const rulesOut = {
        status: (wanted, { status }) => typeof status === 'string' && !same(status, wanted),
        image_version: (wanted, { image_version }) => typeof image_version === 'string' && !same(image_version, wanted),
        ids: (wanted, { id }) => !wanted.split(',').some(one => same(one, id)),
    };
    return Object.keys(rulesOut).filter(purpose => {
        const wanted = filters[purpose];
        return wanted !== undefined && deployments.some(({ read }) => rulesOut[purpose]?.(wanted, read));
    });
}

// EXTERNAL MODULE: ./build/service/enums.js
var enums = __nccwpck_require__(7238);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
;// CONCATENATED MODULE: ./build/runner/inputs/problem.js
/** Thrown where a text cannot be read as what it should be. Its message never quotes the text. */
class problem_InvalidValue extends Error {
    name = 'InvalidValue';
}
/** The problem as one sentence that names its input or its place. */
function problem_sentence({ message, input, place }) {
    if (place)
        return `${place.file}:${place.line}:${place.col}: ${message}`;
    return input === undefined ? message : `Input \`${input}\`: ${message}`;
}

;// CONCATENATED MODULE: ./build/runner/inputs/parse.js



/** Booleans of the YAML 1.2 core schema; anything else is an error, never a silent `false`. */
function parseBoolean(text) {
    if (/^(true|True|TRUE)$/.test(text))
        return true;
    if (/^(false|False|FALSE)$/.test(text))
        return false;
    throw new problem_InvalidValue('must be true or false');
}
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest time that a timer can hold, about 24 days. */
const LONGEST = 2 ** 31 - 1;
/** A duration such as `500ms`, `30s`, `15m`, `2h`, or a bare number of seconds, in milliseconds. */
function parseDuration(text) {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
    if (number === undefined) {
        throw new problem_InvalidValue('must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds');
    }
    const ms = Math.round(Number(number) * (UNITS[unit] ?? 1000));
    if (ms > LONGEST)
        throw new problem_InvalidValue('is too long: at most 24 days');
    return ms;
}
/** A duration that is more than nothing, in milliseconds. */
function parseTimeLimit(text) {
    const ms = parseDuration(text);
    if (ms === 0)
        throw new problem_InvalidValue('must be longer than 0');
    return ms;
}
function parseUuid(text) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
        throw new InvalidValue('must be a UUID');
    return text;
}
/** A whole number that is not negative. */
function parseCount(text) {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
        throw new problem_InvalidValue('must be a whole number, 0 or more');
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
    const items = text.startsWith('[') ? (0,service_json/* parseJson */.qF)(text) : text.split(/[\s,]+/);
    if (!Array.isArray(items) || !items.every(item => typeof item === 'string')) {
        throw new problem_InvalidValue('must be a comma-separated list, or a JSON list of texts');
    }
    const identifiers = items.map(item => item.trim()).filter(item => item !== '');
    if (identifiers.length === 0)
        throw new problem_InvalidValue('holds no identifier');
    if (identifiers.some(identifier => identifier.includes(','))) {
        throw new problem_InvalidValue('holds an identifier with a comma in it');
    }
    return identifiers;
}
/** @returns a parser for one of a few words */
function oneOf(words) {
    return text => {
        const word = words.find(candidate => candidate === text);
        if (word === undefined)
            throw new problem_InvalidValue(`must be one of ${words.join(', ')}`);
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
        throw new problem_InvalidValue('must be an absolute URL such as https://host or https://host/path');
    }
    if (url.username !== '' || url.password !== '') {
        throw new problem_InvalidValue('must not carry a user name or password; use api_key or headers');
    }
    if (url.search !== '' || url.hash !== '')
        throw new problem_InvalidValue('must not carry a query or a fragment');
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
        throw new problem_InvalidValue('must be the name of an HTTP header');
    return text;
}
/** A header's value: visible characters of Latin-1, spaces and tabs. */
function parseHeaderValue(text) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
        throw new problem_InvalidValue('holds a line break or another character that an HTTP header cannot carry');
    }
    return text;
}

;// CONCATENATED MODULE: ./build/runner/inputs/list.js


const DEFAULT_MAX_RESULTS = 100;
/** Reads the inputs that are the list action's own. */
function readListOrder(inputs) {
    const reconciled = inputs.read('remote_reconciled', parseBoolean);
    const filters = {
        status: inputs.text('status'),
        remote_reconciled: reconciled === undefined ? undefined : String(reconciled),
        tag_value_ids: inputs.read('tag_value_ids', parseIdentifiers)?.join(','),
        image_version: inputs.text('image_version'),
        deployment_type: inputs.read('deployment_type', oneOf(enums/* DEPLOYMENT_TYPES */._)),
        ids: inputs.read('ids', parseIdentifiers)?.join(','),
    };
    return {
        name: inputs.text('name'),
        name_contains: inputs.text('name_contains'),
        filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
        offset: inputs.read('offset', parseCount) ?? 0,
        max_results: inputs.read('max_results', parseCount) ?? DEFAULT_MAX_RESULTS,
    };
}

;// CONCATENATED MODULE: ./build/runner/action.js

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
    return outcome_failed({ code: 'internal', what: `The action failed by itself: ${message}`, cause });
}

// EXTERNAL MODULE: external "node:querystring"
var external_node_querystring_ = __nccwpck_require__(1792);
// EXTERNAL MODULE: ./build/service/list-parameters.js
var list_parameters = __nccwpck_require__(5755);
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
                throw new problem_InvalidValue('sets a header that another line, api_key or oidc_audience sets too');
            }
            taken.add(name.toLowerCase());
            headers.set(name, value);
        }
        catch (error) {
            if (!(error instanceof problem_InvalidValue))
                throw error;
            inputs.problems.push({ input: 'headers', message: `line ${index + 1}: ${error.message}` });
        }
    }
    return Object.fromEntries(headers);
}
function parseOwnHeaderName(text) {
    const name = parseHeaderName(text);
    if (RESERVED.test(name))
        throw new problem_InvalidValue("sets a header that is not the workflow's to set");
    return name;
}
function parseHeaderLine(line) {
    const colon = line.indexOf(':');
    if (colon === -1)
        throw new problem_InvalidValue('must be of the form Name: value');
    const name = parseOwnHeaderName(line.slice(0, colon).trim());
    const value = parseHeaderValue(line.slice(colon + 1).trim());
    // A scheme alone is what is left of `Bearer ${{ secrets.X }}` where X is not defined.
    if (value === '' || /^(bearer|basic|token)$/i.test(value))
        throw new problem_InvalidValue('has no value; an undefined `secrets.X` or `vars.X` is an empty string');
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
            if (!(error instanceof problem_InvalidValue))
                throw error;
            problems.push({ input: name, message: error.message });
            return undefined;
        }
    }
    async function document(name) {
        if (text(name) === undefined)
            return undefined;
        const { readDocument } = await Promise.all(/* import() */[__nccwpck_require__.e(270), __nccwpck_require__.e(468)]).then(__nccwpck_require__.bind(__nccwpck_require__, 468));
        const read = await readDocument(name, job.input(name));
        if ('value' in read)
            return read.value;
        problems.push(...read.problems);
        return undefined;
    }
    return { problems, text, read, document };
}

;// CONCATENATED MODULE: ./build/runner/report/annotations.js

/** GitHub shows this many annotations of each kind of a step. */
const MOST_ANNOTATIONS = 10;
/** Warnings that may come after those about the inputs: what differs, what was lost, and GitHub's own record. */
const LATER_WARNINGS = 3;
/** What is wrong with the inputs, in short. */
function invalidInput(problems) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    return { code: 'invalid_input', what: `The inputs have ${count}; nothing was sent` };
}
/** One annotation for what failed; of wrong inputs one for each, at its place. */
function annotateFailure(job, trouble, explanation, problems) {
    const annotations = trouble.code === 'invalid_input'
        ? problemAnnotations(problems, explanation)
        : troubleAnnotations(trouble, explanation, problems);
    annotate(job.error, annotations, MOST_ANNOTATIONS);
}
/** Says what is odd about the inputs, and no reason to stop. */
function annotateWarnings(job, warnings) {
    const annotations = warnings.map(warning => ({
        title: titleFor('Inputs', warning),
        lines: [sentence(warning)],
        place: warning.place,
    }));
    annotate(job.warning, annotations, MOST_ANNOTATIONS - LATER_WARNINGS);
}
/** The fields that the service objects to, each led back to the input or the line that set it. */
function refusedFields(outcome, locate) {
    if (outcome.result !== 'failed')
        return [];
    return (outcome.trouble.said?.fields ?? []).flatMap(({ loc, msg }) => {
        const path = /^(body|path|query)$/.test(String(loc[0])) ? loc.slice(1) : loc;
        return path.length > 0 ? [{ ...locate(path), message: `${path.join('.')}: ${msg}` }] : [];
    });
}
const problemAnnotations = (problems, { title, next }) => problems.map(problem => ({
    title: titleFor(title, problem),
    lines: [problem_sentence(problem), next],
    place: problem.place,
}));
/** What failed, what the service said, what to do next; then a line for each further field that was refused. */
function troubleAnnotations({ what, said }, { title, next }, fields) {
    const inputs = [...new Set(fields.flatMap(({ input }) => input ?? []))].map(input => `\`${input}\``);
    const setBy = `Set by the ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(', ')}.`;
    return [
        {
            title,
            lines: [
                `${what}.`,
                ...(said && said.text !== '' ? [`The service said: ${said.text}`] : []),
                ...(inputs.length > 0 ? [setBy] : []),
                next,
            ],
            place: fields[0]?.place,
        },
        ...fields
            .slice(1)
            .filter(({ place }) => place !== undefined)
            .map(field => ({ title, lines: [problem_sentence(field)], place: field.place })),
    ];
}
/** What is beyond the number that is shown is named in the last annotation. */
function annotate(show, annotations, most) {
    const fit = annotations.length <= most;
    const shown = fit ? annotations : annotations.slice(0, most - 1);
    for (const annotation of shown)
        show(annotation);
    const [first, ...others] = annotations.slice(shown.length);
    if (!first)
        return;
    const lines = [first, ...others].flatMap(annotation => annotation.lines[0] ?? []);
    const [title = ''] = first.title.split(':');
    show({ title, lines: [`And ${lines.length} more:`, ...lines] });
}
/** Without a place to stand at, an annotation is told from others by its title alone. */
const titleFor = (title, { input, place }) => input === undefined || place ? title : `${title}: ${input}`;

// EXTERNAL MODULE: ./build/runner/text.js
var runner_text = __nccwpck_require__(3912);
;// CONCATENATED MODULE: ./build/runner/report/table.js

/** Rows that are seen at once, and that can be opened besides. What is beyond is counted. */
const MOST_ROWS = { open: 50, folded: 450 };
/** GitHub refuses a step's summary beyond 1 MiB. */
const MOST_CHARACTERS = 500_000;
const LONGEST_CELL = 200;
/**
 * A table of any length that stays readable: some rows, further ones folded away, and a count of what is left
 * out. Cells are redacted, then escaped; what is null or unknown is an empty cell.
 *
 * @param rest where the rows are that are left out
 */
function boundedTable(head, rows, redact, rest) {
    const header = `<tr>${head.map(label => `<th align="left">${label}</th>`).join('')}</tr>`;
    const table = (lines) => `<table>\n${[header, ...lines].join('\n')}\n</table>`;
    const cell = (text) => `<td>${text ? (0,runner_text/* code */.aY)((0,runner_text/* shorten */.ml)(redact(text), LONGEST_CELL)) : ''}</td>`;
    const lines = rows
        .slice(0, MOST_ROWS.open + MOST_ROWS.folded)
        .map(row => `<tr>${row.map(cell).join('')}</tr>`);
    const fitting = thatFit(lines, MOST_CHARACTERS);
    const [open, folded] = [fitting.slice(0, MOST_ROWS.open), fitting.slice(MOST_ROWS.open)];
    const left = rows.length - fitting.length;
    return [
        open.length > 0 ? table(open) : '',
        folded.length > 0
            ? `<details><summary>${number(folded.length)} more</summary>\n${table(folded)}\n</details>`
            : '',
        left > 0 ? `<p>and ${number(left)} more, ${rest}</p>` : '',
    ]
        .filter(part => part !== '')
        .join('\n\n');
}
function thatFit(lines, most) {
    let left = most;
    const overflow = lines.findIndex(line => {
        left -= line.length;
        return left < 0;
    });
    return overflow === -1 ? lines : lines.slice(0, overflow);
}
/** A number as people read it. */
const number = (value) => value.toLocaleString('en-US');
/** How many, of what. */
const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

;// CONCATENATED MODULE: ./build/runner/report/fact.js


/** What an event tells, in one line; undefined for those that tell nothing new. */
function fact_factOf(event) {
    switch (event.type) {
        case 'repository': {
            const { owner, name, url, default_branch } = event.record;
            return `Repository ${owner}/${name} is ${url}, default branch ${default_branch ?? 'unknown'}`;
        }
        case 'request':
            return `Deployment "${event.request.name}" from ${event.request.source}`;
        case 'looked_up':
            return event.found === 0
                ? 'The name is free'
                : `The name is taken by ${count(event.found, 'deployment')}`;
        case 'differences':
            return event.differences.length === 0
                ? 'It is as asked for'
                : `It differs from what was asked for in ${event.differences.map(({ path }) => path).join(', ')}`;
        case 'posting':
            return 'Sending the create request';
        case 'created':
            return 'The service created the deployment';
        case 'retry':
            return `Could not ${event.what}: ${describe(event.failure)}; trying again in ${seconds(event.delay)}`;
        case 'unsure':
            return `The fate of the create request is not known: ${describe(event.failure)}; looking whether the deployment is there`;
        case 'status':
            return `Status is ${event.status}`;
        case 'heartbeat':
            return `Still ${event.status}; ${seconds(event.left)} left`;
        case 'look_failed':
            return `Could not look for the deployment: ${describe(event.failure)}; going on`;
        default:
            return undefined;
    }
}
/** A time in milliseconds as people read it. */
function seconds(ms) {
    if (ms < 10_000)
        return `${Math.round(ms / 100) / 10} s`;
    const rounded = Math.round(ms / 1000);
    return rounded < 120 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
/** The same for what may be over at once. */
const duration = (ms) => ms > 0 && ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : seconds(ms);

;// CONCATENATED MODULE: ./build/runner/report/log.js

const GROUPS = {
    look_up: 'Look up the repository and the name',
    create: 'Create the deployment',
    wait: 'Wait for the deployment',
};
/** Writes the run's log: a group for each phase, and one line for each fact. */
function createLog(job) {
    let open = false;
    function close() {
        if (open)
            job.endGroup();
        open = false;
    }
    return {
        close,
        event(event) {
            if (event.type === 'phase') {
                close();
                open = true;
                job.startGroup(GROUPS[event.phase]);
            }
            else if (event.type === 'warning') {
                job.warning({ title: 'Deployment', lines: [event.message] });
            }
            else {
                const line = fact_factOf(event);
                if (line !== undefined)
                    job.info(line);
            }
        },
    };
}

;// CONCATENATED MODULE: ./build/runner/report/explanation.js
/** Looks a failure up. The catalogue is loaded only here, as most runs do without it. */
async function explain({ code, hint }) {
    const { CATALOGUE, HINTS } = await __nccwpck_require__.e(/* import() */ 859).then(__nccwpck_require__.bind(__nccwpck_require__, 9859));
    return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) };
}

;// CONCATENATED MODULE: ./build/runner/report/timeline.js

/**
 * The timeline after an event. It begins with the first phase.
 *
 * @param at when it came, in milliseconds since the epoch
 */
function timeline_extend(timeline, event, at) {
    if (event.type === 'phase') {
        const { began, spans } = endTimeline(timeline, at) ?? { began: at, spans: [] };
        return { began, spans: [...spans, { phase: event.phase, from: since(began, at), facts: [] }] };
    }
    const text = worthTelling(event);
    const last = timeline?.spans.at(-1);
    if (text === undefined || !timeline || !last)
        return timeline;
    const facts = [...last.facts, { at: since(timeline.began, at), text }];
    return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, facts }] };
}
/** What is for those who watch the log, or is told at length beside the timeline, is left out. */
function worthTelling(event) {
    if (event.type === 'heartbeat')
        return undefined;
    if (event.type === 'differences' && event.differences.length > 0)
        return undefined;
    return event.type === 'warning' ? event.message : factOf(event);
}
/** The timeline with its last phase ended. */
function endTimeline(timeline, at) {
    const last = timeline?.spans.at(-1);
    if (!timeline || !last || last.to !== undefined)
        return timeline;
    const to = Math.max(last.from, since(timeline.began, at));
    return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, to }] };
}
/** A clock may be set back while a run goes on. */
const since = (began, at) => Math.max(0, at - began);

;// CONCATENATED MODULE: ./build/runner/report/knowledge.js

const NOTHING_KNOWN = { created: false };
/**
 * What is known after an event.
 *
 * @param at when it came, in milliseconds since the epoch
 */
function learn(known, event, at) {
    return { ...learnFacts(known, event), timeline: extend(known.timeline, event, at) };
}
function learnFacts(known, event) {
    switch (event.type) {
        case 'repository':
            return { ...known, repository: event.record };
        case 'request':
            return { ...known, request: event.request };
        case 'deployment':
            return { ...known, deployment: event.deployment };
        case 'differences':
            return { ...known, differences: event.differences };
        case 'posting':
            return { ...known, created: undefined };
        case 'not_created':
            return { ...known, created: false };
        case 'created':
            return { ...known, created: true };
        default:
            return known;
    }
}

;// CONCATENATED MODULE: ./build/runner/report/outputs.js

/** Everything that the create action puts out. What is null or unknown is the empty string. */
function outputs_createOutputs(known, outcome) {
    const { request, created, deployment, differences } = known;
    const succeeded = outcome.result !== 'failed';
    const read = deployment?.read;
    // Until there is a deployment, what would be in it is known from the request.
    const config = read ? read.source_config : request?.source_config;
    const revision = read ? read.source_revision_config : request?.source_revision_config;
    return {
        id: read?.id ?? '',
        status: read?.status ?? '',
        name: read?.name ?? known.name ?? '',
        created: created === undefined ? '' : String(created),
        url: config?.custom_url ?? '',
        tenant_id: read?.tenant_id ?? '',
        latest_revision_id: read?.latest_revision_id ?? '',
        active_revision_id: read?.active_revision_id ?? '',
        repo_url: config?.repo_url ?? '',
        repo_ref: revision?.repo_ref ?? '',
        repo_commit_sha: read?.source_revision_config?.repo_commit_sha ?? '',
        image_version: read?.image_version ?? '',
        deployment: deployment ? publicDeployment(deployment) : '',
        differences: differences ?? (succeeded ? [] : ''),
        request: request ? { ...request, secrets: secretNames(request.secrets) } : '',
        ...(!succeeded && { error_code: outcome.trouble.code }),
        ...(!succeeded &&
            outcome.trouble.status !== undefined && { http_status: String(outcome.trouble.status) }),
    };
}
/** A deployment as the service sent it, its secrets reduced to their names. */
function publicDeployment({ sent }) {
    return 'secrets' in sent ? { ...sent, secrets: differences_secretNames(sent['secrets']) } : sent;
}

;// CONCATENATED MODULE: ./build/runner/report/summary/links.js

/** Links to the commit, the workflow run and the repository, as far as the runner tells them. */
function links_jobLinks(env) {
    const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '');
    const repository = env['GITHUB_REPOSITORY'] ?? '';
    const [sha, run] = [env['GITHUB_SHA'] ?? '', env['GITHUB_RUN_ID'] ?? ''];
    if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository))
        return [];
    const base = `${server.origin}${server.pathname.replace(/\/+$/, '')}/${repository}`;
    const links = [];
    if (/^[0-9a-f]{7,64}$/i.test(sha)) {
        links.push({ label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` });
    }
    if (/^\d+$/.test(run))
        links.push({ label: 'workflow run', url: `${base}/actions/runs/${run}` });
    links.push({ label: `repository ${repository}`, url: base });
    return links;
}
function linksLine(links) {
    if (links.length === 0)
        return '';
    return `<p>${links.map(({ label, url }) => `<a href="${(0,runner_text/* html */.qy)(url)}">${(0,runner_text/* html */.qy)(label)}</a>`).join(' \u00b7 ')}</p>`;
}

// EXTERNAL MODULE: ./build/runner/job.js + 1 modules
var job = __nccwpck_require__(567);
;// CONCATENATED MODULE: ./build/runner/report/summary/markup.js

/** Long enough for any value that is meant for people. */
const LONGEST_VALUE = 500;
/** @param redact removes secrets from a text */
function createMarkup(redact) {
    const clean = (value) => redact((0,runner_text/* shorten */.ml)(redact(value), LONGEST_VALUE));
    return {
        text: value => (0,runner_text/* html */.qy)(clean(value)),
        code: value => (0,runner_text/* code */.aY)(clean(value)),
        words: value => (0,runner_text/* html */.qy)(clean(value)).replace(/`([^`]+)`/g, '<code>$1</code>'),
        lines: value => redact(value).split('\n').map(runner_text/* html */.qy),
    };
}
/** A heading of our own words and what belongs under it. */
const section = (title, content) => `### ${title}\n\n${content}`;
/** A table of rows of cells, which are HTML. The first cell of each row names it. */
function table(head, rows) {
    const first = head.length > 0 ? [`<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>`] : [];
    const others = rows.map(([name = '', ...cells]) => `<tr><th align="left" scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`);
    return `<table>\n${[...first, ...others].join('\n')}\n</table>`;
}
/** As many items as fit, and how many do not. */
function fitting(items, bytes, sizeOf) {
    let left = bytes;
    const end = items.findIndex(item => {
        left -= Buffer.byteLength(sizeOf(item)) + 1;
        return left < 0;
    });
    return end === -1 ? [[...items], 0] : [items.slice(0, end), items.length - end];
}

;// CONCATENATED MODULE: ./build/runner/report/summary/deployment.js


/** What is known of the deployment; as long as there is none, what was asked for. */
function deploymentSection(known, { code, text }) {
    const { deployment, request, repository } = known;
    const read = deployment?.read;
    const config = read?.source_config ?? request?.source_config;
    const revision = read?.source_revision_config ?? request?.source_revision_config;
    const rows = [
        ['Name', read?.name ?? known.name],
        ['Id', read?.id],
        ['Status', read?.status],
        ['Source', read?.source ?? request?.source],
        ['Repository', config?.repo_url ?? repository?.url],
        ['Ref', revision?.repo_ref],
        ['Commit', read?.source_revision_config?.repo_commit_sha],
        ['Image', revision?.image_uri],
        ['Tarball', revision?.source_tarball_path],
    ];
    const revisions = [
        ['Newest revision', read?.latest_revision_id],
        ['Active revision', read?.active_revision_id],
    ];
    const shown = (given) => given.flatMap(([label, value]) => (value ? [[label, code(value)]] : []));
    const given = shown(rows);
    const url = config?.custom_url;
    if (url)
        given.push(['URL', isAskedFor(known, url) ? deployment_link(url, text(url)) : code(url)]);
    given.push(...shown(revisions));
    if (read)
        given.push(['Newest is active', newestIsActive(read)]);
    if (given.length === 0)
        return '';
    return section(read ? 'The deployment' : 'What was asked for', table([], given));
}
function newestIsActive({ latest_revision_id: newest, active_revision_id: active }) {
    if (!newest)
        return 'not known';
    if (!active)
        return 'no, none is active yet';
    return newest === active ? 'yes' : 'no, an older one is';
}
/** Only an address that the workflow itself gave becomes a link: where the service points is not for us to vouch for. */
function isAskedFor({ request }, url) {
    return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url);
}
/** A value that holds a secret is shown without it, and cannot be an address then. */
function deployment_link(url, shown) {
    return shown === (0,runner_text/* html */.qy)(url) ? `<a href="${(0,runner_text/* html */.qy)(url)}">${shown}</a>` : shown;
}

;// CONCATENATED MODULE: ./build/runner/report/summary/differences.js

const MOST_BYTES = 200_000;
const differences_MOST_ROWS = 100;
/** What is otherwise than asked for, field by field. On a narrow screen a path is broken at its dots. */
function differencesSection(differences, { code }) {
    if (differences.length === 0)
        return '';
    const cell = (value) => code(typeof value === 'string' ? value : JSON.stringify(value));
    const rows = differences
        .slice(0, differences_MOST_ROWS)
        .map(({ path, requested, existing }) => [
        cell(path).replaceAll('.', '.<wbr>'),
        cell(requested),
        existing === null ? 'nothing' : cell(existing),
    ]);
    const [shown] = fitting(rows, MOST_BYTES, row => row.join());
    const left = differences.length - shown.length;
    return section('What differs', table(['Field', 'Asked for', 'There'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''));
}

;// CONCATENATED MODULE: ./build/runner/report/summary/failure.js

/** Why a run failed, and what to do about it: first what helps at once, then what may lie behind. */
function failure(trouble, { causes, next, rerun }, { code, words }) {
    const said = trouble.said?.text ?? '';
    const status = trouble.status === undefined ? '' : `, HTTP status ${(0,runner_text/* code */.aY)(String(trouble.status))}`;
    return [
        said === '' ? '' : `<p>The service said:</p>\n<blockquote>${code(said)}</blockquote>`,
        `<p><b>What to do:</b> ${words(next)}</p>`,
        `<p><b>Is a rerun safe?</b> ${words(rerun)}</p>`,
        isPlain(trouble)
            ? ''
            : `<p><b>Likely causes:</b></p>\n<ul>${causes.map(cause => `<li>${words(cause)}</li>`).join('')}</ul>`,
        `<p>Error code ${(0,runner_text/* code */.aY)(trouble.code)}${status}</p>`,
    ]
        .filter(part => part !== '')
        .join('\n');
}
/** Where the cause is at hand, others would only distract from it. */
const isPlain = ({ hint, said }) => hint !== undefined || (said?.fields.length ?? 0) > 0;

;// CONCATENATED MODULE: ./build/runner/report/summary/opening.js

/**
 * How the run ended, in a few words of our own.
 *
 * @param title what the catalogue calls a failure
 */
function heading({ created }, outcome, title = '') {
    switch (outcome.result) {
        case 'created':
            return '\u2705 Deployment created';
        case 'adopted':
            return '\u2705 Deployment adopted';
        case 'dry_run':
            return '\ud83e\uddea Dry run: nothing was created';
        case 'failed': {
            const { code } = outcome.trouble;
            const after = created && code !== 'duplicate_created' ? ', after the deployment was created' : '';
            return `${code === 'cancelled' ? '\ud83d\uded1' : '\u274c'} ${title}${after}`;
        }
    }
}
/** What happened, in one sentence. */
function opening(known, outcome, { code, text }) {
    const { request, deployment, differences = [], timeline } = known;
    const name = code(request?.name ?? deployment?.read.name ?? '');
    const status = deployment?.read.status;
    const took = timeline ? ` in ${duration(durationOf(timeline))}` : '';
    const differing = differences.length > 0 ? ', although it differs from what was asked for' : '';
    switch (outcome.result) {
        case 'created':
            return `The deployment ${name} was created from ${code(request?.source ?? '')}${took}${status ? ` and is ${code(status)}` : ''}.`;
        case 'adopted':
            return `The deployment ${name} ${appeared(timeline) ? 'came to be there while it was being created' : 'was there already'}${status ? `, is ${code(status)},` : ''} and was adopted${differing}.`;
        case 'dry_run':
            return deployment
                ? `The deployment ${name} is there and would be adopted${differing}.`
                : `The name ${name} is free, and the deployment would be created from ${code(request?.source ?? '')}.`;
        case 'failed':
            return text(`${outcome.trouble.what}.`);
    }
}
const durationOf = ({ spans }) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0;
/** Whether the name was free when the run began. */
const appeared = (timeline) => timeline?.spans.some(({ phase }) => phase === 'create');

;// CONCATENATED MODULE: ./build/runner/report/summary/request.js


const request_MOST_BYTES = 300_000;
/** The request, folded away. */
function requestDetails(known, outcome, { lines }) {
    const { request } = known;
    if (!request)
        return '';
    const json = JSON.stringify({ ...request, secrets: differences_secretNames(request.secrets) }, null, 2);
    const [shown, left] = fitting(lines(json), request_MOST_BYTES, line => `${line}<br>`);
    if (left > 0)
        shown.push(`\u2026 (${left} more lines)`);
    return `<details><summary>Request ${sentOrNot(known, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`;
}
function sentOrNot({ timeline, deployment }, outcome) {
    if (timeline?.spans.some(({ phase }) => phase === 'create'))
        return 'that was sent';
    return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent';
}

;// CONCATENATED MODULE: ./build/runner/report/summary/gantt.js

/** The phases in our own words. */
const PHASES = { look_up: 'Look up', create: 'Create', wait: 'Wait' };
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const TICKS = [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => [n, `${n}millisecond`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * SECOND, `${n}second`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * MINUTE, `${n}minute`]),
    ...[1, 2, 4, 6, 12, 24].map((n) => [n * HOUR, `${n}hour`]),
];
/** As many as stand side by side on a telephone. */
const MOST_TICKS = 4;
/**
 * The phases as a Mermaid chart, of nothing but our own words and numbers: its text is not HTML, so no text of
 * the service may be in it. Times are those since the run began, as times of a day without a time zone.
 */
function gantt(spans, failed) {
    const total = Math.max(1, ...spans.map(endOf));
    const tick = TICKS.find(([length]) => total / length <= MOST_TICKS)?.[1] ?? '24hour';
    const bars = spans.map((span, index) => {
        const state = failed && index === spans.length - 1 ? 'crit' : 'done';
        const length = Math.max(1, Math.round(endOf(span) - span.from));
        return `    ${PHASES[span.phase]} (${duration(length)}) :${state}, ${clockTime(span.from)}, ${length}ms`;
    });
    return [
        '```mermaid',
        'gantt',
        '    accTitle: Timeline of the run',
        `    accDescr: The phases one after the other, ${duration(total)} in all. The table below says the same.`,
        '    dateFormat YYYY-MM-DD HH:mm:ss.SSS',
        `    axisFormat ${total < 4 * SECOND ? '%-S.%L s' : total < HOUR ? '%M:%S' : '%H:%M'}`,
        `    tickInterval ${tick}`,
        ...bars,
        '```',
    ].join('\n');
}
const endOf = ({ from, to = from }) => to;
const clockTime = (ms) => new Date(Date.UTC(2000, 0, 1) + Math.round(ms)).toISOString().replace('T', ' ').replace('Z', '');

;// CONCATENATED MODULE: ./build/runner/report/summary/timeline.js



/** Facts of one phase that are shown: its first, and its last, which say how it ended. */
const SHOWN = { first: 10, last: 10 };
const timeline_MOST_BYTES = 100_000;
/** From when on it is worth saying how long after the beginning of its phase something came, in milliseconds. */
const WORTH_SAYING = 1000;
/** The phases with their times: a chart, and the same as text with what happened in each. */
function timelineSection({ spans } = { began: 0, spans: [] }, outcome, markup) {
    if (spans.length === 0)
        return '';
    const failed = outcome.result === 'failed';
    const ending = !failed ? '' : outcome.trouble.code === 'cancelled' ? ', then cancelled' : ', then failed';
    const rows = spans.map((span, index) => {
        const took = `took <b>${duration(endOf(span) - span.from)}</b>, from ${duration(span.from)} on`;
        const facts = factsOf(span, timeline_MOST_BYTES / spans.length, markup);
        return [
            PHASES[span.phase],
            [`${took}${index === spans.length - 1 ? ending : ''}`, facts].filter(Boolean).join('<br>'),
        ];
    });
    return section('Timeline', `${gantt(spans, failed)}\n\n${table(['Phase', 'What happened'], rows)}`);
}
function factsOf({ facts, from }, bytes, { text }) {
    const lines = facts.map(({ at, text: fact }) => at - from >= WORTH_SAYING ? `${text(fact)} (after ${duration(at - from)})` : text(fact));
    const many = lines.length > SHOWN.first + SHOWN.last;
    const first = many ? lines.slice(0, SHOWN.first) : lines;
    const [last] = fitting(many ? lines.slice(-SHOWN.last).reverse() : [], bytes / 2, line => `${line}<br>`);
    const [shown] = fitting(first, bytes / 2, line => `${line}<br>`);
    const left = lines.length - shown.length - last.length;
    return [...shown, ...(left > 0 ? [`\u2026 ${left} more \u2026`] : []), ...last.reverse()].join('<br>');
}

;// CONCATENATED MODULE: ./build/runner/report/summary.js










const MOST_BYTES_OF_PROBLEMS = 200_000;
/**
 * The job summary, as markdown: what happened, and on failure what to do; then the facts. All that comes from the
 * workflow or the service is redacted, then escaped, and stands in HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
function summary_createSummary({ known, outcome, problems, links, explanation }, redact) {
    const markup = createMarkup(redact);
    const parts = [
        `## ${heading(known, outcome, explanation?.title)}`,
        `<p>${opening(known, outcome, markup)}</p>`,
        problemList(problems, markup),
        outcome.result === 'failed' && explanation ? failure(outcome.trouble, explanation, markup) : '',
        linksLine(links),
        differencesSection(known.differences ?? [], markup),
        deploymentSection(known, markup),
        timelineSection(known.timeline, outcome, markup),
        requestDetails(known, outcome, markup),
    ].filter(part => part !== '');
    return withinLimit(parts);
}
function problemList(problems, { words }) {
    if (problems.length === 0)
        return '';
    const items = problems.map(problem => `<li>${words(problem_sentence(problem))}</li>`);
    const [shown, left] = fitting(items, MOST_BYTES_OF_PROBLEMS, item => item);
    return `<ul>${shown.join('')}${left > 0 ? `<li>and ${left} more</li>` : ''}</ul>`;
}
/** Each part has a bound of its own; should they be too much together, the last ones are left out whole. */
function withinLimit(parts) {
    const [shown] = fitting(parts, job/* MAX_SUMMARY_BYTES */.Q - 1, part => `${part}\n`);
    return `${shown.join('\n\n')}\n`;
}

;// CONCATENATED MODULE: ./build/runner/report/report.js






/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
async function reportCreate(job, env, { known, outcome, problems }) {
    const outputs = createOutputs(known, outcome);
    if (outcome.result === 'failed')
        return reportFailure(job, env, outcome, { known, outputs, problems });
    job.info(closingLine(known, outcome));
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    writeSummary(job, createSummary({ known, outcome, problems, links: jobLinks(env) }, job.redact));
}
/**
 * Publishes a failure of any of the actions.
 *
 * @param problems what is wrong with the inputs, or what the service objects to
 */
async function reportFailure(job, env, outcome, { outputs, problems, known = NOTHING_KNOWN, }) {
    const explanation = await explain(outcome.trouble);
    annotateFailure(job, outcome.trouble, explanation, problems);
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    const ending = { known, outcome, problems, links: links_jobLinks(env), explanation };
    writeSummary(job, summary_createSummary(ending, job.redact));
}
/** Writes the job summary; that it cannot be written makes no release fail. */
function writeSummary(job, markdown) {
    try {
        job.summary(markdown);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        job.warning({ title: 'Job summary', lines: [`The job summary could not be written: ${reason}`] });
    }
}
function closingLine({ deployment, request }, outcome) {
    const name = `"${request?.name}"`;
    if (outcome.result === 'dry_run')
        return `Dry run: nothing was created for ${name}`;
    const { id, status } = deployment?.read ?? {};
    return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`;
}

;// CONCATENATED MODULE: ./build/runner/oidc.js
/** A token lives for some minutes, a wait may take longer. In milliseconds. */
const RENEW_AFTER = 3 * 60_000;
/**
 * The job's OIDC token as a header, renewed in time.
 *
 * @param audience for whom the token is meant; undefined for a connection without one
 */
function bearerToken(audience, job, clock) {
    let issued = Number.NEGATIVE_INFINITY;
    let header = Promise.resolve({});
    async function request(name) {
        try {
            const token = await job.oidcToken(name);
            job.mask(token);
            return { Authorization: `Bearer ${token}` };
        }
        catch (cause) {
            issued = Number.NEGATIVE_INFINITY;
            return { kind: 'network', sent: false, code: 'OIDC_TOKEN', cause };
        }
    }
    return () => {
        if (audience !== undefined && clock.now() - issued > RENEW_AFTER) {
            issued = clock.now();
            header = request(audience);
        }
        return header;
    };
}

;// CONCATENATED MODULE: ./build/runner/report/trace.js

/** Makes each request tell, in the debug log, what was asked, what came of it and how long it took. */
function traced(send, job, clock) {
    return async (request, signal) => {
        const began = clock.now();
        const tell = (came) => job.debug(`${request.method} ${traceable(request.url)}: ${came} after ${clock.now() - began} ms`);
        try {
            const answer = await send(request, signal);
            tell(isNetworkFailure(answer) ? answer.code : String(answer.status));
            return answer;
        }
        catch (error) {
            tell('aborted');
            throw error;
        }
    };
}
/** The path, and of the query the names: its values are the workflow's own, but for the numbers of paging. */
function traceable({ pathname, searchParams }) {
    const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '\u2026'}`);
    return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
}

;// CONCATENATED MODULE: ./build/runner/service.js



/** The service that a connection leads to. */
function serviceAt(connection, { send }, { job, clock, random }, onRetry) {
    return openService({
        baseUrl: connection.base_url,
        headers: connection.headers,
        authorization: bearerToken(connection.oidc_audience, job, clock),
        listParameters: connection.list_parameters,
        send: traced(send, job, clock),
        retry: { clock, random, onRetry },
    });
}

;// CONCATENATED MODULE: ./build/runner/query-action.js








/** What GitHub passes from job to job of one output at most, which it counts as UTF-16. */
const MOST_OF_OUTPUT = 1024 * 1024;
/**
 * An action that asks, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
async function queryAction(query, surroundings) {
    const { job } = surroundings;
    try {
        const read = await readQueryInputs(query, surroundings);
        if (read.problems.length > 0) {
            await publishFailure(query, surroundings, outcome_failed(invalidInput(read.problems)), read.problems);
            return false;
        }
        const reply = await ask(query, read, surroundings);
        if ('answer' in reply)
            publish(query, job, reply.answer, read.order);
        else
            await publishFailure(query, surroundings, reply);
        return 'answer' in reply;
    }
    catch (error) {
        await publishFailure(query, surroundings, internal(error, job));
        return false;
    }
}
/** Reads all inputs of an action that asks. */
async function readQueryInputs(query, { job, env }) {
    const inputs = readInputs(job);
    const connection = await readConnection(inputs, job, env);
    return { connection, order: query.read(inputs), problems: inputs.problems };
}
async function ask(query, { connection, order }, surroundings) {
    const { job, signal, openTransport } = surroundings;
    const log = createLog(job);
    const transport = openTransport({ timeout: connection.request_timeout });
    try {
        const onRetry = retry => log.event({ type: 'retry', ...retry });
        const service = serviceAt(connection, transport, surroundings, onRetry);
        return await query.ask(service, order, signal);
    }
    catch (error) {
        return signal.aborted ? outcome_failed(CANCELLED) : internal(error, job);
    }
    finally {
        await transport.close();
    }
}
const CANCELLED = {
    code: 'cancelled',
    what: 'Cancelled before the answer was complete',
    hint: 'question',
};
function publish(query, job, answer, order) {
    for (const line of query.warnings(answer, order))
        job.warning({ title: 'Answer', lines: [line] });
    job.info(query.closing(answer));
    for (const [name, value] of Object.entries(query.outputs(answer))) {
        job.output(name, value);
        if (2 * JSON.stringify(value).length > MOST_OF_OUTPUT)
            job.warning(tooLarge(name));
    }
    writeSummary(job, query.summary(answer, order, job.redact));
}
const tooLarge = (name) => ({
    title: 'Large output',
    lines: [
        `The output ${name} is larger than 1 MB, which is what GitHub passes from job to job: use it within this job, or pass on less`,
    ],
});
async function publishFailure(query, { job, env }, outcome, problems = []) {
    await reportFailure(job, env, outcome, { outputs: failureOutputs(query, outcome.trouble), problems });
}
/** Outputs of an action that asks and has no answer. */
function failureOutputs(query, { code, status }) {
    return {
        ...query.outputs(undefined),
        error_code: code,
        ...(status !== undefined && { http_status: String(status) }),
    };
}

;// CONCATENATED MODULE: ./build/runner/report/list-summary.js


const list_summary_LONGEST_VALUE = 200;
const MOST_STATUSES = 10;
/** The job summary of the list action: how many of which status, and a table that is readable at any length. */
function listSummary({ deployments, more }, order, redact) {
    const value = (text) => (0,runner_text/* code */.aY)((0,runner_text/* shorten */.ml)(redact(text), list_summary_LONGEST_VALUE));
    const parts = [
        `## \ud83d\udccb ${count(deployments.length, 'deployment')}`,
        asked(order, value),
        more
            ? `<p>There are more: <code>max_results</code> is ${number(order.max_results)}, and 0 lists all.</p>`
            : '',
        deployments.length > 1 ? tally(deployments, value) : '',
        boundedTable(['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'], deployments.map(({ read }) => row(read)), redact, 'in the output <code>deployments</code>'),
    ];
    return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}
const row = (read) => [
    read.name,
    read.id,
    read.status,
    read.source,
    read.image_version ?? read.source_revision_config?.image_uri ?? read.source_revision_config?.repo_ref,
    read.updated_at,
];
function asked({ name, name_contains, filters, offset }, value) {
    const given = Object.entries({
        name,
        name_contains,
        ...filters,
        offset: offset > 0 ? String(offset) : undefined,
    });
    const shown = given.flatMap(([key, text]) => text === undefined ? [] : `<code>${key}</code> ${value(text)}`);
    return shown.length === 0 ? '' : `<p>Asked for: ${shown.join(', ')}</p>`;
}
/** How many deployments have which status, the most frequent first. */
function tally(deployments, value) {
    const counts = new Map();
    for (const { read } of deployments) {
        const status = read.status ?? 'no status';
        counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([, a], [, b]) => b - a);
    const shown = sorted.slice(0, MOST_STATUSES).map(([status, times]) => `${value(status)} ${number(times)}`);
    const left = sorted.length - shown.length;
    return `<p>${shown.join(' \u00b7 ')}${left > 0 ? ` \u00b7 and ${count(left, 'other status', 'other statuses')}` : ''}</p>`;
}

;// CONCATENATED MODULE: ./build/runner/list-action.js






/** The list action: which deployments are there. */
const LIST = {
    read: readListOrder,
    ask: listDeployments,
    outputs(answer) {
        if (!answer)
            return { deployments: '', ids: '', names: '', count: '' };
        const { deployments } = answer;
        return {
            deployments: deployments.map(publicDeployment),
            ids: deployments.map(({ read }) => read.id),
            names: deployments.map(({ read }) => read.name ?? ''),
            count: String(deployments.length),
        };
    },
    closing: ({ deployments, more }) => `Found ${count(deployments.length, 'deployment')}` +
        (more ? '; there are more than `max_results` lets through' : ''),
    warnings: (answer, order) => ignoredFilters(order, answer).map(purpose => `The service gave deployments that \`${purpose}\` rules out: it may know that parameter by another name (see the input list_parameters)`),
    summary: listSummary,
};
const listAction = (surroundings) => queryAction(LIST, surroundings);


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
        const { Agent, attempt } = await Promise.all(/* import() */[__nccwpck_require__.e(99), __nccwpck_require__.e(607)]).then(__nccwpck_require__.bind(__nccwpck_require__, 988));
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
        const { getIDToken } = await Promise.all(/* import() */[__nccwpck_require__.e(99), __nccwpck_require__.e(752), __nccwpck_require__.e(988)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4988));
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

// EXTERNAL MODULE: ./build/runner/job.js + 1 modules
var job = __nccwpck_require__(567);
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
/* harmony export */   H: () => (/* binding */ SOURCES),
/* harmony export */   _: () => (/* binding */ DEPLOYMENT_TYPES)
/* harmony export */ });
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
const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'];


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
/******/ var __webpack_exports__ = __nccwpck_require__(1162);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
