export const id = 607;
export const ids = [607];
export const modules = {

/***/ 988:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Agent: () => (/* reexport */ agent),
  attempt: () => (/* binding */ attempt)
});

// EXTERNAL MODULE: ./node_modules/undici/lib/api/api-request.js
var api_request = __webpack_require__(4043);
;// CONCATENATED MODULE: ./build/service/body.js
// Loaded at once, and only for a body that is compressed: one that waited might fail with nobody listening.
const zlib = () => process.getBuiltinModule('node:zlib');
const DECODERS = {
    gzip: () => zlib().createGunzip(),
    'x-gzip': () => zlib().createGunzip(),
    deflate: () => zlib().createInflate(),
    br: () => zlib().createBrotliDecompress(),
    zstd: () => zlib().createZstdDecompress(),
};
/** Reads a body as UTF-8, decompressed, and stops at the bound: a small answer may inflate to gigabytes. */
async function readText(body, encoding, maxBytes) {
    const decoded = decode(body, encoding);
    // One buffer that grows in place and is given back before the text is parsed: a long list is in memory once.
    const bytes = new ArrayBuffer(0, { maxByteLength: maxBytes });
    let size = 0;
    try {
        for await (const chunk of decoded) {
            const part = chunk.subarray(0, maxBytes - size);
            bytes.resize(bytes.byteLength + part.length);
            new Uint8Array(bytes).set(part, size);
            size += chunk.length;
            if (size > maxBytes)
                break;
        }
    }
    finally {
        body.destroy();
    }
    const text = new TextDecoder().decode(bytes);
    bytes.resize(0);
    return { text, truncated: size > maxBytes };
}
/** An encoding that is not known is left as it is: the bytes will not read as JSON, and that is reported. */
function decode(body, encoding) {
    const names = [encoding ?? []].flat().join(',').split(',');
    return names
        .map(name => DECODERS[name.trim().toLowerCase()])
        .filter(decoder => decoder !== undefined)
        .reverse()
        .reduce((stream, decoder) => {
        const next = decoder();
        stream.on('error', error => next.destroy(error));
        return stream.pipe(next);
    }, body);
}

// EXTERNAL MODULE: ./node_modules/undici/lib/dispatcher/agent.js
var agent = __webpack_require__(7405);
;// CONCATENATED MODULE: ./build/service/attempt.js



/**
 * Makes one attempt of one request, see `Send`.
 *
 * @param bounds time until the last byte of the answer, in milliseconds, and the most that is read of it
 */
async function attempt(agent, request, signal, { timeout, maxBytes }) {
    signal.throwIfAborted();
    const timer = AbortSignal.timeout(timeout);
    const either = AbortSignal.any([signal, timer]);
    let sent = false;
    const noticing = agent.compose(noticeStart(() => (sent = true)));
    try {
        const { statusCode, headers, body } = await api_request.call(noticing, {
            origin: request.url.origin,
            path: request.url.pathname + request.url.search,
            method: request.method,
            headers: request.headers,
            body: request.body ?? null,
            signal: either,
        });
        const { text, truncated } = await readText(body, headers['content-encoding'], maxBytes);
        return { status: statusCode, headers, text, truncated };
    }
    catch (cause) {
        signal.throwIfAborted();
        const code = timer.aborted ? 'TIMEOUT' : codeOf(cause);
        return { kind: 'network', sent, code: /^UND_ERR_\w+_TIMEOUT$/.test(code) ? 'TIMEOUT' : code, cause };
    }
}
/** undici calls `onRequestStart` when a connection is up (TLS and proxy tunnel included), just before it writes. */
function noticeStart(started) {
    return dispatch => (options, handler) => {
        const { onRequestStart } = handler;
        handler.onRequestStart = (controller, context) => {
            started();
            onRequestStart?.call(handler, controller, context);
        };
        return dispatch(options, handler);
    };
}
const codeOf = (cause) => cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'UNKNOWN';


/***/ })

};
