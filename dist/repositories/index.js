import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

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

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

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

/***/ 2144:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ runInThisProcess)
});

;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
// EXTERNAL MODULE: ./build/github/job.js + 1 modules
var job = __nccwpck_require__(1260);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/command.js
var lib_command = __nccwpck_require__(9635);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/file-command.js + 1 modules
var file_command = __nccwpck_require__(7063);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/utils.js
var utils = __nccwpck_require__(4679);
;// CONCATENATED MODULE: ./build/github/runner.js


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
        const { getIDToken } = await __nccwpck_require__.e(/* import() */ 988).then(__nccwpck_require__.bind(__nccwpck_require__, 4988));
        return getIDToken(audience);
    },
    appendSummary(markdown) {
        if (env['GITHUB_STEP_SUMMARY'])
            (0,external_node_fs_.appendFileSync)(env['GITHUB_STEP_SUMMARY'], markdown);
    },
});
/** A runner that names no file takes a command in the log instead. */
const setter = (file, command, env) => (name, value) => env[`GITHUB_${file}`]
    ? (0,file_command/* issueFileCommand */.n)(file, (0,file_command/* prepareKeyValueMessage */.v)(name, value))
    : (0,lib_command/* issueCommand */.L)(command, { name }, value);

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __nccwpck_require__(7067);
// EXTERNAL MODULE: ./build/http/network-errors.js
var network_errors = __nccwpck_require__(9815);
;// CONCATENATED MODULE: ./build/http/body.js

/** More encodings than this, one in the other, are a trap. */
const MOST_ENCODINGS = 3;
/**
 * Reads a body as UTF-8, decompressed, up to a size bound that counts before and after decompression. A body that ends
 * early, or is not in its encoding, is not an error here: the status counts all the same.
 */
async function readBody(response, maxBytes) {
    const chunks = [];
    let size = 0;
    let broken;
    try {
        for await (const chunk of response) {
            chunks.push(chunk);
            size += chunk.length;
            if (size > maxBytes)
                break;
        }
    }
    catch (cause) {
        broken = { code: (0,network_errors/* codeOfNetworkError */.Vg)(cause), cause };
    }
    const bytes = Buffer.concat(chunks.splice(0)).subarray(0, maxBytes);
    const decoded = decode(bytes, response.headers['content-encoding'] ?? '', maxBytes);
    const failure = broken ?? decoded.broken;
    return {
        text: new TextDecoder().decode(decoded.bytes),
        truncated: size > maxBytes || decoded.truncated,
        ...(failure && { broken: failure }),
    };
}
/** An unknown encoding, and one that names another than the body's, leave the bytes as they are. */
function decode(bytes, header, maxBytes) {
    const names = header
        .split(',', MOST_ENCODINGS)
        .map(name => name.trim().toLowerCase())
        .filter(name => name !== '' && name !== 'identity');
    let decoded = bytes;
    for (const name of names.reverse()) {
        try {
            decoded = decompress(name, decoded, maxBytes);
        }
        catch (cause) {
            const truncated = cause instanceof RangeError;
            if (truncated)
                return { bytes: new Uint8Array(), truncated };
            return {
                bytes,
                truncated: false,
                broken: { code: 'BODY_ENCODING', cause: (0,network_errors/* networkError */.x6)('BODY_ENCODING', `not in ${name}`, cause) },
            };
        }
    }
    return { bytes: decoded, truncated: false };
}
/** @throws a RangeError where more than `maxBytes` would come out */
function decompress(name, bytes, maxBytes) {
    // Loaded only for a body that is compressed.
    const zlib = process.getBuiltinModule('node:zlib');
    const { constants } = zlib;
    const maxOutputLength = maxBytes;
    // With a flush at the end, a body that was cut short gives what there is of it.
    const finishFlush = constants.Z_SYNC_FLUSH;
    switch (name) {
        case 'gzip':
        case 'x-gzip':
            return zlib.gunzipSync(bytes, { maxOutputLength, finishFlush });
        case 'deflate':
            return zlib.inflateSync(bytes, { maxOutputLength, finishFlush });
        case 'br':
            return zlib.brotliDecompressSync(bytes, {
                maxOutputLength,
                finishFlush: constants.BROTLI_OPERATION_FLUSH,
            });
        case 'zstd':
            return zlib.zstdDecompressSync(bytes, { maxOutputLength });
        default:
            return bytes;
    }
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
// EXTERNAL MODULE: ./build/http/exchange.js
var exchange = __nccwpck_require__(9148);
;// CONCATENATED MODULE: ./build/http/connect.js




/**
 * Opens a connection over which requests to an origin can be sent: by TCP and TLS, and by a tunnel of a proxy where an
 * https origin is behind one. An abort of the signal ends it in any phase.
 */
async function connect(url, { proxy, signal, enter }) {
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const hop = proxy ?? { protocol: url.protocol, hostname, port: (0,exchange/* portOf */.HM)(url) };
    const tcp = await openTcp(hop, signal, enter);
    const first = hop.protocol === 'https:' ? await connect_secure(tcp, hop.hostname, signal, enter) : tcp;
    if (!proxy || url.protocol === 'http:')
        return first;
    const tunnel = await openTunnel(first, `${url.hostname}:${(0,exchange/* portOf */.HM)(url)}`, proxy, signal, enter);
    return connect_secure(tunnel, hostname, signal, enter);
}
function openTcp({ hostname, port }, signal, enter) {
    enter((0,external_node_net_.isIP)(hostname) ? 'CONNECT' : 'LOOKUP');
    const socket = (0,external_node_net_.connect)({ host: hostname, port, noDelay: true });
    socket.once('lookup', () => enter('CONNECT'));
    return ready(socket, 'connect', signal);
}
function connect_secure(socket, hostname, signal, enter) {
    enter('TLS');
    // Loaded at once, and not by runs over plain http.
    const { connect: connectTls } = process.getBuiltinModule('node:tls');
    const secured = connectTls({
        socket,
        servername: (0,external_node_net_.isIP)(hostname) ? '' : hostname,
        host: hostname,
        ALPNProtocols: ['http/1.1'],
        // Stated, so that no environment variable can turn the verification of certificates off.
        rejectUnauthorized: true,
    });
    return ready(secured, 'secureConnect', signal);
}
/** Waits until a socket is up. Where it fails or the signal aborts first, it is destroyed. */
async function ready(socket, event, signal) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const abort = () => reject(signal.reason);
    if (signal.aborted)
        abort();
    signal.addEventListener('abort', abort, { once: true });
    // This listener stays, for a connection that fails while no request uses it.
    socket.on('error', reject);
    socket.once('close', () => reject((0,network_errors/* networkError */.x6)('ECONNRESET', 'the connection was closed before it was up')));
    socket.once(event, () => resolve(socket));
    try {
        return await promise;
    }
    catch (error) {
        socket.destroy();
        throw error;
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
async function openTunnel(socket, target, { authorization }, signal, enter) {
    enter('PROXY');
    const { promise, resolve, reject } = Promise.withResolvers();
    const asking = (0,external_node_http_.request)({
        createConnection: () => socket,
        method: 'CONNECT',
        path: target,
        headers: {
            host: target,
            connection: 'keep-alive',
            ...(authorization !== undefined && { 'proxy-authorization': authorization }),
        },
        signal,
    });
    asking.once('connect', ({ statusCode }, tunnel, head) => {
        if (head.length > 0)
            tunnel.unshift(head);
        if (statusCode === 200)
            return resolve(tunnel);
        const code = statusCode === 407 ? 'PROXY_AUTHENTICATION' : 'PROXY_REFUSED';
        reject((0,network_errors/* networkError */.x6)(code, `the proxy answered ${statusCode}`));
    });
    asking.on('error', reject);
    asking.once('close', () => reject((0,network_errors/* networkError */.x6)('ECONNRESET', 'the proxy closed the connection')));
    asking.end();
    try {
        return await promise;
    }
    catch (error) {
        socket.destroy();
        throw error;
    }
}

// EXTERNAL MODULE: ./build/http/proxies.js
var http_proxies = __nccwpck_require__(2501);
;// CONCATENATED MODULE: ./build/http/transport.js






/** A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** The body of a response that is not a success is only shown, never computed with. */
const MAX_ERROR_BYTES = 1024 * 1024;
/** Gateways set cookies and policies in many kilobytes. */
const MAX_HEADER_BYTES = 64 * 1024;
/** How long a connection that was opened early is good for, in milliseconds: a service may give up on an idle one. */
const EARLY_FOR = 2000;
/** How a connection ends that the other side closed while it was idle. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);
/**
 * Opens the way to a service, through the proxies that the environment names. Redirects are never followed.
 *
 * GET requests share connections. A POST has a connection of its own that carried nothing before: on one that the
 * service is just closing, nobody could tell whether it arrived.
 */
function openTransport({ timeout, env, willPost = false, maxBytes = MAX_RESPONSE_BYTES, }) {
    const proxies = (0,http_proxies/* readProxies */.r)(env);
    const shared = openAgent({ keepAlive: true });
    const single = openAgent({ keepAlive: false });
    const closed = new AbortController();
    let early;
    let isFirst = true;
    /** Begins the connection of the POST that will follow. It closes by itself where none does. */
    function beginEarly(url) {
        if (closed.signal.aborted)
            return;
        const expired = AbortSignal.any([closed.signal, AbortSignal.timeout(EARLY_FOR)]);
        const socket = connect(url, { proxy: (0,http_proxies/* proxyFor */.i)(url, proxies), signal: expired, enter: () => { } });
        early = { origin: url.origin, socket, expired };
        const taken = early;
        socket.then(open => expired.addEventListener('abort', () => early === taken && open.destroy(), { once: true }), () => { });
    }
    async function dial(url, signal, enter) {
        const options = { proxy: (0,http_proxies/* proxyFor */.i)(url, proxies), signal, enter };
        const candidate = early?.origin === url.origin && !early.expired.aborted ? early : undefined;
        if (!candidate)
            return connect(url, options);
        early = undefined;
        enter('CONNECT');
        const socket = await abortable(candidate.socket, signal).catch(() => undefined);
        return socket && !socket.destroyed ? socket : connect(url, options);
    }
    async function attempt(request, signal) {
        signal.throwIfAborted();
        const { url, method } = request;
        const proxy = (0,http_proxies/* proxyFor */.i)(url, proxies);
        const over = new AbortController();
        const timer = setTimeout(() => over.abort(), timeout);
        const either = AbortSignal.any([signal, over.signal]);
        let phase = 'CONNECT';
        let reused = false;
        const enter = (next) => {
            phase = next;
        };
        const codeOf = (error) => (over.signal.aborted ? `${phase}_TIMEOUT` : (0,network_errors/* codeOfNetworkError */.Vg)(error));
        try {
            const agent = method === 'GET' ? shared : single;
            const open = () => method !== 'GET' ? dial(url, either, enter) : connect(url, { proxy, signal: either, enter });
            const response = await respond(request, { proxy, agent, open, signal: either }, again => {
                reused = again;
                phase = 'RESPONSE';
            });
            phase = 'BODY';
            const status = response.statusCode ?? 0;
            const bound = status >= 200 && status <= 299 ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES);
            const body = await readBody(response, bound);
            signal.throwIfAborted();
            const broken = body.broken && over.signal.aborted ? { ...body.broken, code: 'BODY_TIMEOUT' } : body.broken;
            return { answer: { status, headers: response.headers, ...body, ...(broken && { broken }) }, reused };
        }
        catch (cause) {
            signal.throwIfAborted();
            const sent = phase === 'RESPONSE' || phase === 'BODY';
            const origin = (0,exchange/* originOf */.yv)(url);
            return {
                answer: { kind: 'network', sent, code: codeOf(cause), cause, origin, proxy: proxy?.variable },
                reused,
            };
        }
        finally {
            clearTimeout(timer);
        }
    }
    return {
        async send(request, signal) {
            // After the connections of all the requests that begin now: a service may take one connection at a time.
            if (willPost && isFirst && request.method === 'GET')
                setImmediate(beginEarly, request.url);
            isFirst = false;
            for (;;) {
                const { answer, reused } = await attempt(request, signal);
                const closedWhileIdle = reused && (0,exchange/* isNetworkFailure */.NQ)(answer) && CLOSED.has(answer.code);
                if (!closedWhileIdle || request.method !== 'GET')
                    return answer;
            }
        },
        async close() {
            closed.abort();
            for (const agent of [shared, single])
                agent.destroy();
        },
    };
}
/** An agent that leaves the opening of connections to the request that needs one. */
function openAgent(options) {
    const agent = new external_node_http_.Agent(options);
    agent.createConnection = (options, callback) => {
        const { open } = options;
        open().then(socket => callback?.(null, socket), error => callback?.(error, null));
        return undefined;
    };
    agent.getName = options => String(options?.origin);
    return agent;
}
/**
 * Sends a request and waits for the head of its response. Interim responses (1xx) are skipped.
 *
 * @param started told when a connection is up and the request goes out, and whether the connection was used before
 */
function respond({ url, method, headers, body }, { proxy, agent, open, signal, }, started) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const forwarded = proxy && url.protocol === 'http:';
    const names = new Set(Object.keys(headers).map(name => name.toLowerCase()));
    const options = {
        agent,
        open,
        origin: url.origin,
        method,
        host: url.hostname,
        path: forwarded ? url.origin + url.pathname + url.search : url.pathname + url.search,
        headers: {
            ...(!names.has('host') && { host: url.host }),
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
            ...(forwarded && proxy.authorization !== undefined && { 'proxy-authorization': proxy.authorization }),
        },
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
    };
    const outgoing = (0,external_node_http_.request)(options);
    outgoing.once('socket', () => started(outgoing.reusedSocket));
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.once('close', () => reject((0,network_errors/* networkError */.x6)('ECONNRESET', 'the connection was closed without a response')));
    outgoing.end(body);
    return promise;
}
/** A promise that is given up when the signal aborts. */
function abortable(promise, signal) {
    const { promise: either, resolve, reject } = Promise.withResolvers();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
    return either;
}

;// CONCATENATED MODULE: ./build/actions/process.js




/**
 * Runs an action as this process's only purpose: with the real job, clock, network and signals, and an exit
 * code that says whether it succeeded.
 */
async function runInThisProcess(action) {
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

/***/ 3967:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  T: () => (/* binding */ repositoriesAction)
});

// UNUSED EXPORTS: REPOSITORIES

// EXTERNAL MODULE: ./build/http/exchange.js
var exchange = __nccwpck_require__(9148);
// EXTERNAL MODULE: ./build/http/network-errors.js
var network_errors = __nccwpck_require__(9815);
// EXTERNAL MODULE: ./build/lib/json.js
var lib_json = __nccwpck_require__(292);
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
    const parsed = (0,lib_json/* parseJson */.qF)(body);
    if (!(0,lib_json/* isObject */.Gv)(parsed) || !(0,lib_json/* isWalkable */.mA)(parsed))
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
    if ((0,lib_json/* isObject */.Gv)(said))
        return readSaid(said['message'] ?? said['msg'] ?? said['detail']);
    if (!Array.isArray(said) || said.length === 0)
        return undefined;
    const fields = said.filter(lib_json/* isObject */.Gv).flatMap(item => {
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
const readRepositoryRecord = (sent) => read(REPOSITORY_RECORD, sent);
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
            return (0,lib_json/* isObject */.Gv)(value) ? [[field, read(type, value)]] : [];
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
        return !(0,network_errors/* isPermanent */.lE)(failure.code);
    return failure.kind === 'refused' && (NOT_PROCESSED.has(failure.status) || failure.status >= 500);
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
        if (reply.ok || !isTransient(reply.error) || attempt >= RETRY.attempts)
            return reply;
        const delay = retryDelay(attempt, reply.error, random);
        if (clock.now() + delay > deadline)
            return reply;
        onRetry({ what, failure: reply.error, delay, attempt });
        await clock.sleep(delay, signal);
    }
}

;// CONCATENATED MODULE: ./build/service/client.js






function openService({ baseUrl, headers, authorization, listParameters, send, retry, }) {
    async function attempt(request, read, signal) {
        const authorizing = await authorization();
        if ((0,exchange/* isNetworkFailure */.NQ)(authorizing))
            return { ok: false, error: authorizing };
        const answer = await send({
            ...request,
            headers: overlaid({
                accept: 'application/json',
                'accept-encoding': 'gzip, br',
                'user-agent': 'create-deployment-action',
                ...(request.body !== undefined && { 'content-type': 'application/json' }),
            }, { ...headers, ...authorizing }),
        }, signal);
        if ((0,exchange/* isNetworkFailure */.NQ)(answer))
            return { ok: false, error: answer };
        if (answer.status < 200 || answer.status > 299) {
            return { ok: false, error: failureOf(answer, request.url, retry.clock.now()) };
        }
        if (answer.truncated)
            return refuse(answer, 'the response is larger than the 64 MiB that are read of one');
        if (answer.broken)
            return unread(request, answer, answer.broken);
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
/** Headers with others put over them. A header is the same in any case. */
function overlaid(headers, over) {
    const names = new Set(Object.keys(over).map(name => name.toLowerCase()));
    return { ...Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name))), ...over };
}
/**
 * A success whose body was lost. A GET is asked again, as after any failure of the network; a POST had its effect, which
 * is then looked for.
 */
function unread({ method, url }, response, { code, cause }) {
    const failure = { kind: 'network', sent: true, code, cause, origin: (0,exchange/* originOf */.yv)(url) };
    if (method === 'GET' && !(0,network_errors/* isPermanent */.lE)(code))
        return { ok: false, error: failure };
    return refuse(response, `the body of the response could not be read: ${(0,network_errors/* describeNetworkFailure */.Ku)(failure)}`);
}
/** Reads one deployment; undefined where it has no `id`, or is nested beyond all reason. */
function toDeployment(sent) {
    if (!(0,lib_json/* isObject */.Gv)(sent) || !(0,lib_json/* isWalkable */.mA)(sent))
        return undefined;
    const read = readDeployment(sent);
    return read && { read, sent };
}
/** Reads one record of a repository; undefined where it is nested beyond all reason. */
function toRepository(sent) {
    return (0,lib_json/* isWalkable */.mA)(sent) ? { read: readRepositoryRecord(sent), sent } : undefined;
}
function readCreated(response) {
    const json = (0,lib_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const value = toDeployment(json);
    if (!value)
        return refuse(response, 'the created deployment carries no id, or cannot be read');
    return { ok: true, value, status: response.status };
}
function readPage(response) {
    const json = (0,lib_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const page = (0,lib_json/* isObject */.Gv)(json) ? readDeploymentPage(json) : undefined;
    if (!page)
        return refuse(response, 'the list of deployments carries no array `resources`');
    const { resources, offset } = page;
    return { ok: true, value: { resources: resources.filter(lib_json/* isObject */.Gv), offset }, status: response.status };
}
function readRepositories(response) {
    const json = (0,lib_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    if (!Array.isArray(json))
        return refuse(response, 'the list of repositories is not an array');
    return { ok: true, value: json.filter(lib_json/* isObject */.Gv), status: response.status };
}
function notJson(response) {
    return refuse(response, 'the answer is not JSON: this does not look like the service');
}
function refuse(response, reason) {
    return { ok: false, error: unusable(response, reason) };
}

;// CONCATENATED MODULE: ./build/deployment/outcome.js

/** What a failure hints at, if it is more than its status says. */
function hintOf(failure) {
    switch (failure.kind) {
        case 'network':
            return (0,network_errors/* problemOf */.Zw)(failure);
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
            return (0,network_errors/* describeNetworkFailure */.Ku)(failure);
        case 'refused':
            return `the service answered ${failure.status}${failure.said.text === '' ? '' : ` (${failure.said.text})`}`;
        case 'redirect':
            return `the service answered ${failure.status} and points to ${failure.origin}`;
        case 'unusable':
            return failure.reason;
    }
}

;// CONCATENATED MODULE: ./build/deployment/repository.js



const NEAREST_SHOWN = 3;
/**
 * Finds the one record that the integration lists for a repository (interface: list repositories of a
 * repository-host integration).
 */
async function resolveRepository(service, { integration_id, repository }, signal) {
    const listed = await listAll(service, integration_id, signal);
    if (!listed.ok)
        return listed;
    const matching = readAll(matchRepository(listed.value, repository), integration_id);
    if (!matching.ok)
        return matching;
    const matches = withoutRepeats(matching.value);
    const [record, ...others] = matches;
    if (!record)
        return { ok: false, error: notFound(repository, listed.value) };
    if (others.length > 0) {
        const records = matches.map(match => `${nameOf(match.read)} (${match.read.url})`).join(', ');
        return {
            ok: false,
            error: {
                code: 'ambiguous_repository',
                what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records}`,
            },
        };
    }
    if (!record.read.host_integration_id || !record.read.url) {
        return {
            ok: false,
            error: {
                code: 'unexpected_response',
                what: `The record of the repository "${repository}" carries no host_integration_id or no url`,
            },
        };
    }
    return { ok: true, value: record };
}
/** All repositories that an integration can see (interface: list repositories of an integration). */
async function visibleRepositories(service, integration_id, signal) {
    const listed = await listAll(service, integration_id, signal);
    return listed.ok ? readAll(listed.value, integration_id) : listed;
}
async function listAll(service, integration_id, signal) {
    const reply = await service.listRepositories(integration_id, signal);
    if (reply.ok)
        return reply;
    const trouble = troubleOf(`list the repositories of integration ${integration_id}`, reply.error);
    const isPlain = trouble.code === 'not_found' && !trouble.hint;
    return { ok: false, error: isPlain ? { ...trouble, hint: 'integration' } : trouble };
}
/** Records as the action reads them: all of them, or a failure. */
function readAll(sent, integration_id) {
    const answer = sent.flatMap(record => toRepository(record) ?? []);
    if (answer.length === sent.length)
        return { ok: true, value: answer };
    return {
        ok: false,
        error: {
            code: 'unexpected_response',
            what: `A record of the repositories of integration ${integration_id} is nested too deeply`,
        },
    };
}
/** The records that are the repository, by URL or by owner and name; case, `.git` and URL forms do not matter. */
function matchRepository(records, repository) {
    const wanted = repository_normalizeRepository(repository);
    const last = wanted.slice(wanted.lastIndexOf('/') + 1);
    // To normalise takes long, and of a hundred thousand records hardly one has the last part of the path in it.
    const isWanted = (text) => text.toLowerCase().includes(last) && repository_normalizeRepository(text) === wanted;
    return records.filter(record => [record['url'], nameOf(record)].some(text => typeof text === 'string' && text !== '' && isWanted(text)));
}
/**
 * One spelling for all forms of a repository: `host/path` for a URL, `owner/name` for a bare name. User names,
 * ports, schemes, case, `.git` and slashes at the ends are left out.
 */
function repository_normalizeRepository(repository) {
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
function notFound(repository, records) {
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
    ? repository_normalizeRepository(repository).replace(/^[^/]*\//, '')
    : repository_normalizeRepository(repository);
/** `owner/name` of a record; undefined where it does not carry both. */
const nameOf = ({ owner, name }) => typeof owner === 'string' && typeof name === 'string' && owner && name ? `${owner}/${name}` : undefined;

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
;// CONCATENATED MODULE: ./build/inputs/problem.js
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

;// CONCATENATED MODULE: ./build/inputs/parse.js



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
        throw new problem_InvalidValue('must be a UUID');
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
            throw new InvalidValue(`must be one of ${words.join(', ')}`);
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

// EXTERNAL MODULE: ./build/github/text.js
var github_text = __nccwpck_require__(4639);
;// CONCATENATED MODULE: ./build/report/tables.js

/** How many rows are shown, and how many more are folded. Further rows are counted only. */
const MOST_ROWS = { open: 50, folded: 450 };
/** GitHub refuses a step's summary beyond 1 MiB. */
const MOST_CHARACTERS = 500_000;
const LONGEST_CELL = 200;
/**
 * A table that stays readable at any length: the first rows, further rows folded, and a count of the rest. Cells are
 * redacted, then escaped; null and undefined are empty cells.
 *
 * @param rest says where to find the rows that are left out
 */
function tables_boundedTable(head, rows, redact, rest) {
    const header = `<tr>${head.map(label => `<th align="left">${label}</th>`).join('')}</tr>`;
    const table = (lines) => `<table>\n${[header, ...lines].join('\n')}\n</table>`;
    const cell = (text) => `<td>${text ? (0,github_text/* code */.aY)((0,github_text/* shorten */.ml)(redact(text), LONGEST_CELL)) : ''}</td>`;
    const lines = rows
        .slice(0, MOST_ROWS.open + MOST_ROWS.folded)
        .map(row => `<tr>${row.map(cell).join('')}</tr>`);
    const fitting = thatFit(lines, MOST_CHARACTERS);
    const [open, folded] = [fitting.slice(0, MOST_ROWS.open), fitting.slice(MOST_ROWS.open)];
    const left = rows.length - fitting.length;
    return [
        open.length > 0 ? table(open) : '',
        folded.length > 0
            ? `<details><summary>${tables_number(folded.length)} more</summary>\n${table(folded)}\n</details>`
            : '',
        left > 0 ? `<p>and ${tables_number(left)} more, ${rest}</p>` : '',
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
/** A number with separators: `10,000`. */
const tables_number = (value) => value.toLocaleString('en-US');
/** A count with its noun: `1 deployment`, `2 deployments`. */
const tables_count = (value, one, many = `${one}s`) => `${tables_number(value)} ${value === 1 ? one : many}`;

;// CONCATENATED MODULE: ./build/report/query-summaries.js


const LONGEST_VALUE = 200;
const MOST_STATUSES = 10;
/** The job summary of the list action: the number of deployments by status, and a table. */
function listSummary({ deployments, more }, order, redact) {
    const value = (text) => code(shorten(redact(text), LONGEST_VALUE));
    const parts = [
        `## \ud83d\udccb ${count(deployments.length, 'deployment')}`,
        filtersLine(order, value),
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
function filtersLine({ name, name_contains, filters, offset }, value) {
    const given = Object.entries({
        name,
        name_contains,
        ...filters,
        offset: offset > 0 ? String(offset) : undefined,
    });
    const shown = given.flatMap(([key, text]) => text === undefined ? [] : `<code>${key}</code> ${value(text)}`);
    return shown.length === 0 ? '' : `<p>Filters: ${shown.join(', ')}</p>`;
}
/** The number of deployments with each status, the most frequent first. */
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
/** The job summary of the repositories action. */
function repositoriesSummary(records, integration_id, redact) {
    const parts = [
        `## \ud83d\udccb ${tables_count(records.length, 'repository', 'repositories')}`,
        `<p>Visible to the integration ${(0,github_text/* code */.aY)(redact(integration_id))}.</p>`,
        tables_boundedTable(['Owner', 'Name', 'URL', 'Default branch'], records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]), redact, 'in the output <code>repositories</code>'),
    ];
    return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}
/** The sandbox's request log, as markdown. It holds neither header values nor bodies. */
function requestLog(served, redact) {
    const parts = [
        `## \ud83e\uddea The sandbox served ${count(served.length, 'request')}`,
        boundedTable(['Method', 'Path', 'Status'], served.map(({ method, path, status }) => [method, path, status === null ? 'dropped' : String(status)]), redact, 'which are not shown'),
    ];
    return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

// EXTERNAL MODULE: external "node:querystring"
var external_node_querystring_ = __nccwpck_require__(1792);
// EXTERNAL MODULE: ./build/http/proxies.js
var proxies = __nccwpck_require__(2501);
// EXTERNAL MODULE: ./build/service/list-parameters.js
var list_parameters = __nccwpck_require__(5755);
;// CONCATENATED MODULE: ./build/inputs/connection.js





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
    for (const variable of (0,proxies/* readProxies */.r)(env).unreadable) {
        const message = `The environment variable ${variable} must be a proxy such as http://host:port, host:port or user:password@host:port`;
        inputs.problems.push({ message });
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

;// CONCATENATED MODULE: ./build/inputs/inputs.js

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
        const { readDocument } = await Promise.all(/* import() */[__nccwpck_require__.e(270), __nccwpck_require__.e(301)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2301));
        const read = await readDocument(name, job.input(name));
        if (read.ok)
            return read.value;
        problems.push(...read.error);
        return undefined;
    }
    return { problems, text, read, document };
}

;// CONCATENATED MODULE: ./build/report/annotations.js

/** GitHub shows this many annotations of each kind for a step. */
const MOST_ANNOTATIONS = 10;
/** Places kept for warnings that come after those about the inputs: differences, a lost response, the GitHub Deployment. */
const LATER_WARNINGS = 3;
/** The failure for wrong inputs. */
function invalidInput(problems) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    return { code: 'invalid_input', what: `The inputs have ${count}; nothing was sent` };
}
/** Writes one annotation for the failure; for wrong inputs one for each problem, at its place. */
function annotateFailure(job, trouble, explanation, problems) {
    const annotations = trouble.code === 'invalid_input'
        ? problemAnnotations(problems, explanation)
        : troubleAnnotations(trouble, explanation, problems);
    annotate(job.error, annotations, MOST_ANNOTATIONS);
}
/** Writes the warnings about the inputs. */
function annotateWarnings(job, warnings) {
    const annotations = warnings.map(warning => ({
        title: titleFor('Inputs', warning),
        lines: [sentence(warning)],
        place: warning.place,
    }));
    annotate(job.warning, annotations, MOST_ANNOTATIONS - LATER_WARNINGS);
}
/** The fields that the service refused, each with the input or the line that set it. */
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
/** One annotation with the failure, the service's words and the next step; then one for each further refused field. */
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
/** Writes annotations up to a number; the last one lists those beyond it. */
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
/** The title names the input where the annotation has no place in a file. */
const titleFor = (title, { input, place }) => input === undefined || place ? title : `${title}: ${input}`;

;// CONCATENATED MODULE: ./build/report/log.js


/** An event as one line of the log; undefined for an event that adds nothing to it. */
function log_factOf(event) {
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
                : `The name is taken by ${tables_count(event.found, 'deployment')}`;
        case 'differences':
            return event.differences.length === 0
                ? 'It matches the request'
                : `It differs from the request in ${event.differences.map(({ path }) => path).join(', ')}`;
        case 'posting':
            return 'Sending the create request';
        case 'created':
            return 'The service created the deployment';
        case 'retry':
            return `Could not ${event.what}: ${describe(event.failure)}; retrying in ${seconds(event.delay)}`;
        case 'unsure':
            return `It is not known whether the create request took effect: ${describe(event.failure)}; looking for the deployment`;
        case 'status':
            return `Status is ${event.status}`;
        case 'heartbeat':
            return `Still ${event.status}; ${seconds(event.left)} left`;
        case 'look_failed':
            return `Could not look for the deployment: ${describe(event.failure)}; trying again`;
        default:
            return undefined;
    }
}
/** A time in milliseconds as text: `1.5 s`, `3 min 20 s`. */
function seconds(ms) {
    if (ms < 10_000)
        return `${Math.round(ms / 100) / 10} s`;
    const rounded = Math.round(ms / 1000);
    return rounded < 120 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
/** A duration in milliseconds as text, with milliseconds for short ones: `16 ms`, `1.5 s`. */
const duration = (ms) => ms > 0 && ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : seconds(ms);
const GROUPS = {
    look_up: 'Look up the repository and the name',
    create: 'Create the deployment',
    wait: 'Wait for the deployment',
};
/** Writes the log of the run: a group for each phase, and a line for each event. */
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
                const line = log_factOf(event);
                if (line !== undefined)
                    job.info(line);
            }
        },
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
;// CONCATENATED MODULE: ./build/github/event.js


/** GitHub sends no payload above 25 MB. */
const MAX_EVENT_BYTES = 25 * 1024 * 1024;
/**
 * The commit that a run is about. On a pull request that is the head commit and the head branch, which people see
 * there, instead of the merge commit in `GITHUB_SHA`.
 */
function runCommit(env) {
    const head = pullRequestOf(env)?.['head'];
    const { sha, ref } = (0,lib_json/* isObject */.Gv)(head) ? head : {};
    if (isSha(sha))
        return { sha, ...(typeof ref === 'string' && ref !== '' && { ref }) };
    const { GITHUB_SHA, GITHUB_REF_NAME, GITHUB_REF } = env;
    const name = GITHUB_REF_NAME || GITHUB_REF;
    return { ...(isSha(GITHUB_SHA) && { sha: GITHUB_SHA }), ...(name && { ref: name }) };
}
/** The pull request that started the run; undefined for every other event. */
function runPullRequest(env) {
    const pullRequest = pullRequestOf(env);
    const number = pullRequest?.['number'];
    if (!pullRequest || !Number.isSafeInteger(number))
        return undefined;
    const [head, base] = [repositoryOf(pullRequest['head']), repositoryOf(pullRequest['base'])];
    // The head repository is null once a fork is deleted.
    return { number: Number(number), fromFork: base !== undefined && head !== base };
}
/** `pull_request` of the event's payload. Every event about a pull request has it, `pull_request_target` too. */
function pullRequestOf(env) {
    const event = readEvent(env['GITHUB_EVENT_PATH']);
    const pullRequest = (0,lib_json/* isObject */.Gv)(event) ? event['pull_request'] : undefined;
    return (0,lib_json/* isObject */.Gv)(pullRequest) ? pullRequest : undefined;
}
/** The event's payload; undefined where there is no file, or none that can be read. */
function readEvent(path) {
    if (!path)
        return undefined;
    try {
        const { size } = (0,external_node_fs_.statSync)(path);
        return size > MAX_EVENT_BYTES ? undefined : (0,lib_json/* parseJson */.qF)((0,external_node_fs_.readFileSync)(path, 'utf8'));
    }
    catch {
        return undefined;
    }
}
function repositoryOf(side) {
    const repository = (0,lib_json/* isObject */.Gv)(side) ? side['repo'] : undefined;
    return (0,lib_json/* isObject */.Gv)(repository) ? repository['full_name'] : undefined;
}
const isSha = (text) => typeof text === 'string' && /^[0-9a-f]{7,64}$/i.test(text);

;// CONCATENATED MODULE: ./build/github/links.js


/** Links to the commit, the pull request, the workflow run and the repository, as far as the runner names them. */
function links_jobLinks(env) {
    const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '');
    const repository = env['GITHUB_REPOSITORY'] ?? '';
    if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository))
        return [];
    const base = `${server.origin}${server.pathname.replace(/\/+$/, '')}/${repository}`;
    const [{ sha }, pullRequest, run] = [runCommit(env), runPullRequest(env), env['GITHUB_RUN_ID'] ?? ''];
    return [
        ...(sha ? [{ label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` }] : []),
        ...(pullRequest
            ? [{ label: `pull request #${pullRequest.number}`, url: `${base}/pull/${pullRequest.number}` }]
            : []),
        ...(/^\d+$/.test(run) ? [{ label: 'workflow run', url: `${base}/actions/runs/${run}` }] : []),
        { label: `repository ${repository}`, url: base },
    ];
}
function linksLine(links) {
    if (links.length === 0)
        return '';
    return `<p>${links.map(({ label, url }) => `<a href="${(0,github_text/* html */.qy)(url)}">${(0,github_text/* html */.qy)(label)}</a>`).join(' \u00b7 ')}</p>`;
}

;// CONCATENATED MODULE: ./build/report/errors.js
const LOOKS_UP_FIRST = 'Yes: it looks the name up first and adopts the deployment if it exists.';
/** The explanation of each `error_code`. Annotations, the job summary and docs/errors.md are made from it. */
const CATALOGUE = {
    invalid_input: {
        title: 'Invalid input',
        meaning: 'An input or a line of the `config` file is missing, unknown or cannot be read.',
        causes: [
            'A name is misspelt, or a value has the wrong type.',
            'A secret or variable is not defined in this repository or environment: GitHub passes an empty string.',
            'The workflow runs for a fork or for Dependabot: GitHub passes no secrets to it.',
        ],
        next: 'Correct this and run again; nothing was sent.',
        rerun: 'Yes, but it fails the same way until the inputs are corrected.',
    },
    unauthorized: {
        title: 'Not authenticated',
        meaning: 'The service answered 401: the credential is missing or unknown.',
        causes: [
            'The secret in `api_key` is not defined where this job runs (repository, environment, fork): GitHub passes an empty string.',
            'The key has expired, was revoked, or belongs to another service or region than `base_url`.',
            'The service reads the key from another header: set `api_key_header`.',
            'With `oidc_audience`: the service expects another audience, or the clock of a self-hosted runner is wrong.',
        ],
        next: 'Check the credential: `api_key` and `api_key_header`, `headers`, or `oidc_audience`. An undefined secret is an empty string, and workflows of forks get no secrets.',
        rerun: 'Yes, but it fails the same way until the credential is right.',
    },
    forbidden: {
        title: 'Not permitted',
        meaning: 'The service answered 403: it knows the credential, but the credential may not do this.',
        causes: [
            'The credential is valid for several workspaces, and the request names none: add a workspace header, such as `X-Workspace-Id`, to the input `headers`.',
            'The role of the credential may read deployments but not create them.',
            'A gateway, firewall or IP allow list in front of the service refuses the runner.',
        ],
        next: 'Give the credential the role that this needs. If the key is valid for several workspaces, name the workspace in the input `headers`.',
        rerun: 'Yes, but it fails the same way until the permission is granted.',
    },
    not_found: {
        title: 'Not found',
        meaning: 'The service answered 404, or it has no deployment with this name or id.',
        causes: [
            '`base_url` is wrong: it points to the web page instead of the API, or lacks the path of the API.',
            'The `integration_id`, the `listener_id`, or the deployment that `id` or `name` names does not exist in this workspace.',
            'The service hides resources that the credential may not see.',
        ],
        next: 'Check `base_url`: the paths `/v1` and `/v2` of the service must exist below it. Then check the ids and names in the inputs.',
        rerun: 'Yes, but it fails the same way until the URL or the id is right.',
    },
    rejected: {
        title: 'Request rejected',
        meaning: 'The service read the request and refused it (400, 422 or another 4xx).',
        causes: [
            'The service does not accept the value of a field; its response may name the field.',
            'The source needs a field that is not set, or does not accept one that is.',
            'The service does not accept the name: it is too long, is reserved, or has characters other than small letters, digits and dashes.',
            'The account has reached a limit or a quota.',
        ],
        next: 'Correct the request as the service asks and run again; nothing was created.',
        rerun: 'Yes, but it fails the same way until the request is changed.',
    },
    name_taken: {
        title: 'Name taken',
        meaning: 'The service says that the name is taken, but lists no deployment with this name.',
        causes: [
            'A tracing project has this name: the service creates one with each deployment, and it can outlive the deployment.',
            'A deployment with this name exists in another workspace, or is hidden from this credential.',
            'A deployment with this name was deleted a moment ago, or another run is creating it now.',
        ],
        next: 'Choose another name, or remove the tracing project with this name, and run again.',
        rerun: 'Yes: nothing was created. It fails the same way as long as the name is taken.',
    },
    already_exists: {
        title: 'Deployment exists',
        meaning: 'A deployment with this name exists, and `if_exists: fail` makes this an error.',
        causes: [
            'An earlier run created it: this may be a rerun of a run that succeeded.',
            'Another workflow uses the same name.',
        ],
        next: 'Choose another name, or set `if_exists` to `match` or `reuse` to adopt the deployment.',
        rerun: 'Yes, but it fails the same way as long as the deployment exists and `if_exists` is `fail`.',
    },
    differs: {
        title: 'Deployment differs',
        meaning: 'A deployment with this name exists, and the fields listed differ from the inputs.',
        causes: [
            'The workflow or the `config` file changed after the deployment was created.',
            'Someone changed the deployment in the service.',
            'Another workflow uses the same name.',
        ],
        next: 'The service cannot update a deployment here. Change the inputs to match, choose another name, or set `if_exists` to `reuse` to adopt the deployment as it is.',
        rerun: 'Yes: the deployment was not changed. It fails the same way until the inputs and the deployment agree.',
    },
    ambiguous_name: {
        title: 'Name is ambiguous',
        meaning: 'Several deployments have this name, and a workflow cannot choose between them.',
        causes: [
            'Two runs created the name at the same time: give them one `concurrency` group.',
            'Someone created a second deployment by hand.',
        ],
        next: 'Delete all but one of them, or choose another name, and run again.',
        rerun: 'Yes: it creates nothing as long as several deployments have the name.',
    },
    repository_not_found: {
        title: 'Repository not visible',
        meaning: 'The integration does not list the repository.',
        causes: [
            "The integration's app on the repository host was not granted this repository.",
            'The repository was renamed or moved, or its name is misspelt: compare it with the nearest names.',
            'The `integration_id` belongs to another organisation.',
        ],
        next: "Check the spelling. Then grant the repository to the integration's app on the repository host: on GitHub, under Settings, Applications (for an organisation: GitHub Apps), Configure, Repository access.",
        rerun: 'Yes: nothing was created. It succeeds once the repository is granted.',
    },
    ambiguous_repository: {
        title: 'Repository is ambiguous',
        meaning: 'The integration lists several repositories that match `repository`.',
        causes: ['Several hosts have a repository with this owner and name.'],
        next: 'Set the input `repository` to the full URL of the right one.',
        rerun: 'Yes, but it fails the same way until `repository` is a full URL.',
    },
    rate_limited: {
        title: 'Rate limited',
        meaning: 'The service answered 429, and again after the pauses that it asked for.',
        causes: [
            'Many jobs use the service at once, such as a matrix: set `max-parallel`, or a `concurrency` group.',
            'Another user of the same key or IP address uses up its limit.',
        ],
        next: 'The service asked for a longer pause than this step may take. Run again later; a rerun is safe.',
        rerun: 'Yes: nothing was created. Wait some minutes first.',
    },
    unavailable: {
        title: 'Service unavailable',
        meaning: 'The service, or a gateway in front of it, answered each attempt with a 5xx status.',
        causes: [
            'The service is down or under maintenance: look at its status page.',
            'The gateway in front of a self-hosted service has no healthy backend.',
        ],
        next: 'The service or its gateway failed on every attempt. Run again later; a rerun is safe.',
        rerun: LOOKS_UP_FIRST,
    },
    unreachable: {
        title: 'Service unreachable',
        meaning: 'No response arrived: the connection, the DNS look-up, the proxy or the certificate failed.',
        causes: [
            'The host or port in `base_url` is wrong, or only a network that this runner is not in knows it.',
            'The runner needs a proxy, or the proxy is wrong: check `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case.',
            'A private authority issued the certificate: set `NODE_EXTRA_CA_CERTS` to the file of its certificate.',
            'The certificate has expired, or the clock of a self-hosted runner is wrong.',
            'A firewall drops the connection, or `request_timeout` is too short for the service.',
        ],
        next: 'Check `base_url`, the proxy variables and the certificates of the runner. Run again later; a rerun is safe.',
        rerun: LOOKS_UP_FIRST,
    },
    unknown_outcome: {
        title: 'Outcome unknown',
        meaning: 'The response to the create request was lost, and the look-ups could not show whether the deployment was created.',
        causes: [
            'The service or the network failed just after the request was sent, and did not recover in time.',
        ],
        next: 'Run again: a rerun is safe, as it looks the name up first and adopts the deployment if it exists.',
        rerun: 'Yes: it looks the name up first, adopts the deployment if it exists, and creates it only if not.',
    },
    duplicate_created: {
        title: 'Created twice',
        meaning: 'Several deployments with this name were created at the same time.',
        causes: [
            'Another run created the same name at the same time: give both workflows one `concurrency` group.',
            'The create request was sent a second time after its response was lost, and the service carried out both.',
        ],
        next: 'Delete the deployment that the message names, then run again.',
        rerun: 'Only after one of them is deleted: until then it fails and creates nothing.',
    },
    unexpected_response: {
        title: 'Unexpected response',
        meaning: 'The response is not one that the service sends: something else may have answered.',
        causes: [
            '`base_url` is wrong: a web page, a login page or another service answers there.',
            'A proxy or gateway answers in place of the service.',
            'The service has another version than this action knows.',
        ],
        next: 'Check `base_url`: something other than the service may answer there.',
        rerun: LOOKS_UP_FIRST,
    },
    wait_timeout: {
        title: 'Not ready in time',
        meaning: 'The deployment exists, but did not become what `wait_for` asks for within `wait_timeout`.',
        causes: [
            'It takes longer than `wait_timeout`: the last status and the timeline show how far it came.',
            'Its build or start fails: look at its logs in the service.',
            'With `wait_for: active`: its newest revision does not become healthy.',
        ],
        next: 'Look at the deployment in the service. Run again to go on waiting, with a longer `wait_timeout` if needed; a rerun adopts the deployment.',
        rerun: 'Yes: it adopts the deployment, unless `if_exists` is `fail`, and goes on waiting.',
    },
    deleted: {
        title: 'Deployment is being deleted',
        meaning: 'The deployment is being deleted, or is gone.',
        causes: [
            'Someone, or a clean-up job, deletes it.',
            'An earlier deployment with the same name still exists.',
        ],
        next: 'Run again once it is gone, or choose another name.',
        rerun: 'Yes, once the deployment is gone: it then creates a new one.',
    },
    cancelled: {
        title: 'Cancelled',
        meaning: 'The workflow was cancelled, or the job reached its `timeout-minutes`.',
        causes: [
            'Someone cancelled the run.',
            'A newer run of the same `concurrency` group took its place.',
            'The job reached its `timeout-minutes`.',
        ],
        next: 'Run again if you still want the deployment; a rerun is safe.',
        rerun: LOOKS_UP_FIRST,
    },
    internal: {
        title: 'Internal error',
        meaning: 'The action itself failed: this is a bug.',
        causes: ['The action does not handle this case.'],
        next: 'This is a bug in the action: please report it with the lines above.',
        rerun: LOOKS_UP_FIRST,
    },
};
/** Advice for failures whose details say more than their code: when it applies, and what to do. */
const HINTS = {
    not_the_service: {
        when: 'The response is HTML instead of JSON, with a 404 or a success status',
        next: 'A web page answered: this does not look like the service. Set `base_url` to the URL of its API: the paths `/v1` and `/v2` must exist below it.',
    },
    blocked: {
        when: 'A 403 in HTML instead of JSON',
        next: 'A gateway or firewall in front of the service refused this runner. Have the IP address of the runner allowed, use a runner inside the network, or send the token of the gateway in the input `headers`.',
    },
    workspace: {
        when: 'A 403 that mentions a workspace, tenant or organisation',
        next: 'The credential is valid for several workspaces. Add the header that the service names to the input `headers`, such as `X-Workspace-Id: \u2026`.',
    },
    name_refused: {
        when: 'A 400 or 422 about the `name`',
        next: 'Choose a name that the service accepts and run again; nothing was created. Most services accept small letters, digits and dashes after a first letter.',
    },
    integration: {
        when: 'A 404 for the list of repositories',
        next: 'Check `base_url` and `integration_id`: the service does not know one of them.',
    },
    redirect: {
        when: 'The service answers with a redirect',
        next: 'Set `base_url` to the URL that the service itself answers at. If the redirect leads to a login page, the credential is missing.',
    },
    host_unknown: {
        when: 'The DNS look-up of the host fails',
        next: 'Check the host in `base_url`. If only an internal network knows it, use a runner inside that network, or a proxy (`HTTPS_PROXY`). Otherwise run again later; a rerun is safe.',
    },
    nothing_listens: {
        when: 'The connection is refused, or no route leads to the host',
        next: 'Check the host and port in `base_url`, and those of the proxy if `HTTPS_PROXY` or `HTTP_PROXY` is set: nothing accepts connections there. If they are right, the service is down. Run again later; a rerun is safe.',
    },
    slow: {
        when: 'No response arrives in time',
        next: 'Check that this runner can reach the service (firewall, proxy, `NO_PROXY`). If the service is slow, raise `request_timeout`. Run again later; a rerun is safe.',
    },
    not_tls: {
        when: 'The server does not speak TLS',
        next: 'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service. Check the proxy too if its URL begins with `https://`.',
    },
    certificate_untrusted: {
        when: 'The runner does not trust the authority of the certificate',
        next: 'Set `NODE_EXTRA_CA_CERTS`, in the `env` of the step, to the file with the certificate of the authority. It may be the authority of the service, or of a proxy that inspects TLS.',
    },
    certificate_dates: {
        when: 'The certificate has expired, or is not valid yet',
        next: "Renew the service's certificate. If it is valid, the runner's clock is wrong: synchronise it (NTP).",
    },
    certificate_host: {
        when: 'The certificate is for another host',
        next: 'Set `base_url` to the host that the certificate names.',
    },
    proxy: {
        when: 'The proxy refuses (407, or no tunnel)',
        next: 'Check the address and the credentials of the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, and whether it may reach the service. List hosts that need no proxy in `NO_PROXY`.',
    },
    question: {
        when: 'An action that only reads was cancelled',
        next: 'Run again if you still want the answer; nothing was changed.',
    },
    oidc: {
        when: 'The runner gives no OIDC token',
        next: 'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
    },
};
/** Looks up the explanation of a failure. The advice of a hint replaces that of the code. */
function explain({ code, hint }) {
    return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) };
}

;// CONCATENATED MODULE: ./build/deployment/differences.js


const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Compares what was asked for with a deployment that exists. Members that the request leaves out, or sets to
 * null, do not count: the service fills in many. Secrets are compared by name alone.
 */
function findDifferences(request, existing) {
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
        const name = (0,lib_json/* isObject */.Gv)(secret) ? secret['name'] : secret;
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

;// CONCATENATED MODULE: ./build/report/outputs.js

/** All outputs of the create action. Null and unknown values are empty strings. */
function outputs_createOutputs(state, outcome) {
    const { request, created, deployment, differences } = state;
    const succeeded = outcome.result !== 'failed';
    const read = deployment?.read;
    // Before there is a deployment, the request tells what it will hold.
    const config = read ? read.source_config : request?.source_config;
    const revision = read ? read.source_revision_config : request?.source_revision_config;
    return {
        id: read?.id ?? '',
        status: read?.status ?? '',
        name: read?.name ?? state.name ?? '',
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
/** A deployment as the service sent it, with `secrets` reduced to names. */
function publicDeployment({ sent }) {
    return 'secrets' in sent ? { ...sent, secrets: secretNames(sent['secrets']) } : sent;
}

;// CONCATENATED MODULE: ./build/report/timeline.js

/**
 * The timeline after an event. It begins with the first phase.
 *
 * @param at the time of the event, in milliseconds since the epoch
 */
function timeline_extend(timeline, event, at) {
    if (event.type === 'phase') {
        const { began, spans } = endTimeline(timeline, at) ?? { began: at, spans: [] };
        return { began, spans: [...spans, { phase: event.phase, from: since(began, at), facts: [] }] };
    }
    const text = factFor(event);
    const last = timeline?.spans.at(-1);
    if (text === undefined || !timeline || !last)
        return timeline;
    const facts = [...last.facts, { at: since(timeline.began, at), text }];
    return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, facts }] };
}
/** An event as a fact of the timeline. Heartbeats are for readers of the log; differences have a section of their own. */
function factFor(event) {
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

;// CONCATENATED MODULE: ./build/report/run-state.js

const INITIAL_STATE = { created: false };
/**
 * The state after an event.
 *
 * @param at the time of the event, in milliseconds since the epoch
 */
function nextState(state, event, at) {
    return { ...learnFacts(state, event), timeline: extend(state.timeline, event, at) };
}
function learnFacts(state, event) {
    switch (event.type) {
        case 'repository':
            return { ...state, repository: event.record };
        case 'request':
            return { ...state, request: event.request };
        case 'deployment':
            return { ...state, deployment: event.deployment };
        case 'differences':
            return { ...state, differences: event.differences };
        case 'posting':
            return { ...state, created: undefined };
        case 'not_created':
            return { ...state, created: false };
        case 'created':
            return { ...state, created: true };
        default:
            return state;
    }
}

// EXTERNAL MODULE: ./build/github/job.js + 1 modules
var job = __nccwpck_require__(1260);
;// CONCATENATED MODULE: ./build/report/markup.js

/** Longer values are truncated. */
const markup_LONGEST_VALUE = 500;
/** @param redact removes secrets from a text */
function createMarkup(redact) {
    const clean = (value) => redact((0,github_text/* shorten */.ml)(redact(value), markup_LONGEST_VALUE));
    return {
        text: value => (0,github_text/* html */.qy)(clean(value)),
        code: value => (0,github_text/* code */.aY)(clean(value)),
        words: value => (0,github_text/* html */.qy)(clean(value)).replace(/`([^`]+)`/g, '<code>$1</code>'),
        lines: value => redact(value).split('\n').map(github_text/* html */.qy),
    };
}
/** A section with a heading of ours. */
const section = (title, content) => `### ${title}\n\n${content}`;
/** A table of cells in HTML. The first cell of each row is its heading. */
function table(head, rows) {
    const first = head.length > 0 ? [`<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>`] : [];
    const others = rows.map(([name = '', ...cells]) => `<tr><th align="left" scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`);
    return `<table>\n${[...first, ...others].join('\n')}\n</table>`;
}
/** The first items that fit into a number of bytes, and the number of those that do not. */
function fitting(items, bytes, sizeOf) {
    let left = bytes;
    const end = items.findIndex(item => {
        left -= Buffer.byteLength(sizeOf(item)) + 1;
        return left < 0;
    });
    return end === -1 ? [[...items], 0] : [items.slice(0, end), items.length - end];
}

;// CONCATENATED MODULE: ./build/report/chart.js


/** The phases as the summary names them. */
const PHASES = { look_up: 'Look up', create: 'Create', wait: 'Wait' };
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const TICKS = [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => [n, `${n}millisecond`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * SECOND, `${n}second`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * MINUTE, `${n}minute`]),
    ...[1, 2, 4, 6, 12, 24].map((n) => [n * HOUR, `${n}hour`]),
];
/** A telephone shows this many side by side. */
const MOST_TICKS = 4;
/**
 * The phases as a Mermaid chart. Its text is not HTML, so it holds our own words and numbers only, and no text of the
 * service. Times count from the start of the run; Mermaid takes them as times of a day without a time zone.
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
/** How many facts of a phase are shown: its first, and its last, which say how it ended. */
const SHOWN = { first: 10, last: 10 };
const MOST_BYTES = 100_000;
/** A fact that comes later than this in its phase, in milliseconds, is shown with its time. */
const WORTH_SAYING = 1000;
/** The phases with their times: a chart, and a table with the facts of each phase. */
function timelineSection({ spans } = { began: 0, spans: [] }, outcome, markup) {
    if (spans.length === 0)
        return '';
    const failed = outcome.result === 'failed';
    const ending = !failed ? '' : outcome.trouble.code === 'cancelled' ? ', then cancelled' : ', then failed';
    const rows = spans.map((span, index) => {
        const took = `took <b>${duration(endOf(span) - span.from)}</b>, from ${duration(span.from)} on`;
        const facts = factsOf(span, MOST_BYTES / spans.length, markup);
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

;// CONCATENATED MODULE: ./build/report/sections.js



/** The deployment's fields; before there is a deployment, those of the request. */
function deploymentSection(state, { code, text }) {
    const { deployment, request, repository } = state;
    const read = deployment?.read;
    const config = read?.source_config ?? request?.source_config;
    const revision = read?.source_revision_config ?? request?.source_revision_config;
    const rows = [
        ['Name', read?.name ?? state.name],
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
        given.push(['URL', isRequested(state, url) ? sections_link(url, text(url)) : code(url)]);
    given.push(...shown(revisions));
    if (read)
        given.push(['Newest is active', newestIsActive(read)]);
    if (given.length === 0)
        return '';
    return section(read ? 'The deployment' : 'The request', table([], given));
}
function newestIsActive({ latest_revision_id: newest, active_revision_id: active }) {
    if (!newest)
        return 'unknown';
    if (!active)
        return 'no, no revision is active yet';
    return newest === active ? 'yes' : 'no, an older revision is active';
}
/** Whether the workflow set this URL. Only then it becomes a link: a URL of the service may lead anywhere. */
function isRequested({ request }, url) {
    return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url);
}
/** A URL as a link, unless redaction changed it. */
function sections_link(url, shown) {
    return shown === (0,github_text/* html */.qy)(url) ? `<a href="${(0,github_text/* html */.qy)(url)}">${shown}</a>` : shown;
}
const MOST_DIFFERENCE_BYTES = 200_000;
const MOST_DIFFERENCES = 100;
/** The differences, field by field. Paths may break at their dots on a narrow screen. */
function differencesSection(differences, { code }) {
    if (differences.length === 0)
        return '';
    const cell = (value) => code(typeof value === 'string' ? value : JSON.stringify(value));
    const rows = differences
        .slice(0, MOST_DIFFERENCES)
        .map(({ path, requested, existing }) => [
        cell(path).replaceAll('.', '.<wbr>'),
        cell(requested),
        existing === null ? 'nothing' : cell(existing),
    ]);
    const [shown] = fitting(rows, MOST_DIFFERENCE_BYTES, row => row.join());
    const left = differences.length - shown.length;
    return section('Differences', table(['Field', 'Requested', 'Existing'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''));
}
const MOST_REQUEST_BYTES = 300_000;
/** The request, in a folded section. */
function requestDetails(state, outcome, { lines }) {
    const { request } = state;
    if (!request)
        return '';
    const json = JSON.stringify({ ...request, secrets: differences_secretNames(request.secrets) }, null, 2);
    const [shown, left] = fitting(lines(json), MOST_REQUEST_BYTES, line => `${line}<br>`);
    if (left > 0)
        shown.push(`\u2026 (${left} more lines)`);
    return `<details><summary>Request ${sentOrNot(state, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`;
}
function sentOrNot({ timeline, deployment }, outcome) {
    if (timeline?.spans.some(({ phase }) => phase === 'create'))
        return 'that was sent';
    return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent';
}

;// CONCATENATED MODULE: ./build/report/summary.js








const MOST_BYTES_OF_PROBLEMS = 200_000;
/**
 * The job summary, as markdown: the outcome, for a failure the next step, then the details. All text of the workflow
 * and the service is redacted, then escaped, and stands in HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
function summary_createSummary({ state, outcome, problems, links, explanation }, redact) {
    const markup = createMarkup(redact);
    const parts = [
        `## ${heading(state, outcome, explanation?.title)}`,
        `<p>${opening(state, outcome, markup)}</p>`,
        problemList(problems, markup),
        outcome.result === 'failed' && explanation ? failure(outcome.trouble, explanation, markup) : '',
        linksLine(links),
        differencesSection(state.differences ?? [], markup),
        deploymentSection(state, markup),
        timelineSection(state.timeline, outcome, markup),
        requestDetails(state, outcome, markup),
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
/** Each part has its own bound. If together they exceed GitHub's limit, the last parts are left out. */
function withinLimit(parts) {
    const [shown] = fitting(parts, job/* MAX_SUMMARY_BYTES */.Q - 1, part => `${part}\n`);
    return `${shown.join('\n\n')}\n`;
}
/**
 * The outcome in a few words.
 *
 * @param title the title of the explanation, for a failure
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
/** The outcome in one sentence. */
function opening(state, outcome, { code, text }) {
    const { request, deployment, differences = [], timeline } = state;
    const name = code(request?.name ?? deployment?.read.name ?? '');
    const status = deployment?.read.status;
    const took = timeline ? ` in ${duration(durationOf(timeline))}` : '';
    const differing = differences.length > 0 ? ', although it differs from the request' : '';
    switch (outcome.result) {
        case 'created':
            return `The deployment ${name} was created from ${code(request?.source ?? '')}${took}${status ? ` and is ${code(status)}` : ''}.`;
        case 'adopted':
            return `The deployment ${name} ${appeared(timeline) ? 'appeared while this run was creating it' : 'already existed'}${status ? `, is ${code(status)},` : ''} and was adopted${differing}.`;
        case 'dry_run':
            return deployment
                ? `The deployment ${name} exists and would be adopted${differing}.`
                : `The name ${name} is free, and the deployment would be created from ${code(request?.source ?? '')}.`;
        case 'failed':
            return text(`${outcome.trouble.what}.`);
    }
}
const durationOf = ({ spans }) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0;
/** Whether the name was free when the run started. */
const appeared = (timeline) => timeline?.spans.some(({ phase }) => phase === 'create');
/** Why a run failed and what to do: the next step first, then likely causes. */
function failure(trouble, { causes, next, rerun }, { code, words }) {
    const said = trouble.said?.text ?? '';
    const status = trouble.status === undefined ? '' : `, HTTP status ${(0,github_text/* code */.aY)(String(trouble.status))}`;
    return [
        said === '' ? '' : `<p>The service said:</p>\n<blockquote>${code(said)}</blockquote>`,
        `<p><b>What to do:</b> ${words(next)}</p>`,
        `<p><b>Is a rerun safe?</b> ${words(rerun)}</p>`,
        isPlain(trouble)
            ? ''
            : `<p><b>Likely causes:</b></p>\n<ul>${causes.map(cause => `<li>${words(cause)}</li>`).join('')}</ul>`,
        `<p>Error code ${(0,github_text/* code */.aY)(trouble.code)}${status}</p>`,
    ]
        .filter(part => part !== '')
        .join('\n');
}
/** Whether the failure names its cause, so that a list of likely causes would distract. */
const isPlain = ({ hint, said }) => hint !== undefined || (said?.fields.length ?? 0) > 0;

;// CONCATENATED MODULE: ./build/report/report.js






/** Reports how the create action ended: outputs, annotations and the job summary, each once. */
async function reportCreate(job, env, { state, outcome, problems }) {
    const outputs = createOutputs(state, outcome);
    if (outcome.result === 'failed')
        return reportFailure(job, env, outcome, { state, outputs, problems });
    job.info(closingLine(state, outcome));
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    writeSummary(job, createSummary({ state, outcome, problems, links: jobLinks(env) }, job.redact));
}
/**
 * Reports a failure of any action.
 *
 * @param problems wrong inputs, or fields that the service refused
 */
async function reportFailure(job, env, outcome, { outputs, problems, state = INITIAL_STATE, }) {
    const explanation = explain(outcome.trouble);
    annotateFailure(job, outcome.trouble, explanation, problems);
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    const ending = { state, outcome, problems, links: links_jobLinks(env), explanation };
    writeSummary(job, summary_createSummary(ending, job.redact));
}
/** Writes the job summary. If that fails, it writes a warning. */
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

;// CONCATENATED MODULE: ./build/github/oidc.js
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

;// CONCATENATED MODULE: ./build/actions/context.js




/** The outcome of a bug. Its stack is printed: no other failure prints one. */
function internal(cause, job) {
    const stack = (cause instanceof Error && cause.stack) || String(cause);
    for (const line of stack.split('\n'))
        job.info(line);
    const message = cause instanceof Error ? cause.message : String(cause);
    return failed({ code: 'internal', what: `The action failed by itself: ${message}`, cause });
}
/** Opens the service of a connection, with retries told to `onRetry` and each request in the debug log. */
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
/** Writes a line to the debug log for each request: method, path, result, time taken. */
function traced(send, job, clock) {
    return async (request, signal) => {
        const began = clock.now();
        const tell = (came) => job.debug(`${request.method} ${traceable(request.url)}: ${came} after ${clock.now() - began} ms`);
        try {
            const answer = await send(request, signal);
            tell((0,exchange/* isNetworkFailure */.NQ)(answer) ? answer.code : String(answer.status));
            return answer;
        }
        catch (error) {
            tell('aborted');
            throw error;
        }
    };
}
/** The path and the names of the query parameters. Values are left out, except the numbers of paging. */
function traceable({ pathname, searchParams }) {
    const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '\u2026'}`);
    return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
}

;// CONCATENATED MODULE: ./build/actions/query.js







/** GitHub passes at most this much of one output from job to job, counted as UTF-16. */
const MOST_OF_OUTPUT = 1024 * 1024;
/**
 * Runs a query action, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
async function queryAction(query, context) {
    const { job } = context;
    try {
        const read = await readQueryInputs(query, context);
        if (read.problems.length > 0) {
            await publishFailure(query, context, failed(invalidInput(read.problems)), read.problems);
            return false;
        }
        const reply = await ask(query, read, context);
        if (reply.ok)
            publish(query, job, reply.value, read.order);
        else
            await publishFailure(query, context, failed(reply.error));
        return reply.ok;
    }
    catch (error) {
        await publishFailure(query, context, internal(error, job));
        return false;
    }
}
/** Reads all inputs of a query action. */
async function readQueryInputs(query, { job, env }) {
    const inputs = readInputs(job);
    const connection = await readConnection(inputs, job, env);
    return { connection, order: query.read(inputs), problems: inputs.problems };
}
async function ask(query, { connection, order }, context) {
    const { job, signal, openTransport } = context;
    const log = createLog(job);
    const transport = openTransport({ timeout: connection.request_timeout });
    try {
        const onRetry = retry => log.event({ type: 'retry', ...retry });
        const service = serviceAt(connection, transport, context, onRetry);
        return await query.ask(service, order, signal);
    }
    catch (error) {
        return { ok: false, error: signal.aborted ? CANCELLED : internal(error, job).trouble };
    }
    finally {
        await transport.close();
    }
}
const CANCELLED = {
    code: 'cancelled',
    what: 'Cancelled before the service had answered',
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
/** The outputs of a query action that failed. */
function failureOutputs(query, { code, status }) {
    return {
        ...query.outputs(undefined),
        error_code: code,
        ...(status !== undefined && { http_status: String(status) }),
    };
}

;// CONCATENATED MODULE: ./build/actions/repositories.js





/** The repositories action: the repositories that an integration can see. */
const REPOSITORIES = {
    read(inputs) {
        if (inputs.text('integration_id') === undefined) {
            const message = 'is required: the integration whose repositories are listed';
            inputs.problems.push({ input: 'integration_id', message });
        }
        return inputs.read('integration_id', parseUuid) ?? '';
    },
    ask: visibleRepositories,
    outputs: records => ({
        repositories: records ? records.map(({ sent }) => sent) : '',
        count: records ? String(records.length) : '',
    }),
    closing: records => `The integration can see ${tables_count(records.length, 'repository', 'repositories')}`,
    warnings: () => [],
    summary: repositoriesSummary,
};
const repositoriesAction = (context) => queryAction(REPOSITORIES, context);


/***/ }),

/***/ 1260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Q: () => (/* binding */ MAX_SUMMARY_BYTES),
  I: () => (/* binding */ openJob)
});

// EXTERNAL MODULE: ./build/lib/json.js
var lib_json = __nccwpck_require__(292);
;// CONCATENATED MODULE: ./build/github/redact.js

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
        return masked === plain || (0,lib_json/* parseJson */.qF)(masked) !== undefined ? masked : JSON.stringify(MASK);
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

// EXTERNAL MODULE: ./build/github/text.js
var github_text = __nccwpck_require__(4639);
;// CONCATENATED MODULE: ./build/github/job.js


/** Long enough for any sentence meant for people, short enough for a log. */
const LONGEST_LINE = 2000;
/** GitHub refuses a step's summary beyond 1 MiB. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** The job as a runner provides it. */
function openJob(runner) {
    const redactor = createRedactor();
    // Redacted before it is cut, as half a secret is not known as one, and after, as what is joined may be one.
    const line = (text) => redactor.text((0,github_text/* plainLine */.h0)((0,github_text/* shorten */.ml)(redactor.text(text), LONGEST_LINE)));
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

/***/ 4639:
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

/***/ 9148:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HM: () => (/* binding */ portOf),
/* harmony export */   NQ: () => (/* binding */ isNetworkFailure),
/* harmony export */   yv: () => (/* binding */ originOf)
/* harmony export */ });
function isNetworkFailure(answer) {
    return 'kind' in answer && answer.kind === 'network';
}
/** The origin of a URL with its port, which is the whole of it that an error may name: `https://host:port`. */
const originOf = (url) => `${url.protocol}//${url.hostname}:${portOf(url)}`;
const portOf = ({ port, protocol }) => Number(port) || (protocol === 'https:' ? 443 : 80);


/***/ }),

/***/ 9815:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ku: () => (/* binding */ describeNetworkFailure),
/* harmony export */   Vg: () => (/* binding */ codeOfNetworkError),
/* harmony export */   Zw: () => (/* binding */ problemOf),
/* harmony export */   lE: () => (/* binding */ isPermanent),
/* harmony export */   x6: () => (/* binding */ networkError)
/* harmony export */ });
const slow = (says) => ({ says, problem: 'slow' });
const NO_ROUTE = { says: 'there is no route to the host', problem: 'nothing_listens' };
const RESET = { says: 'the connection was reset' };
const NOT_TLS = { says: 'the server there does not speak TLS', problem: 'not_tls' };
const UNTRUSTED = {
    says: 'its certificate is not trusted',
    problem: 'certificate_untrusted',
    permanent: true,
};
/** Every code that this project gives to a failure of the network, and those of Node that deserve words. */
const CODES = {
    LOOKUP_TIMEOUT: slow('the host name could not be looked up in time'),
    CONNECT_TIMEOUT: slow('no connection came up in time'),
    TLS_TIMEOUT: slow('the TLS handshake did not end in time'),
    PROXY_TIMEOUT: { says: 'the proxy opened no tunnel in time', problem: 'proxy' },
    RESPONSE_TIMEOUT: slow('no response came in time'),
    BODY_TIMEOUT: slow('the response did not end in time'),
    TIMEOUT: slow('no complete response came in time'),
    PROXY_REFUSED: { says: 'the proxy refused to open a tunnel', problem: 'proxy' },
    PROXY_AUTHENTICATION: { says: 'the proxy asks for other credentials', problem: 'proxy', permanent: true },
    OIDC_TOKEN: { says: 'the runner gave no OIDC token', problem: 'oidc' },
    BODY_ENCODING: { says: 'the response is not in the content-encoding that it names', permanent: true },
    ENOTFOUND: { says: 'the host name is not known', problem: 'host_unknown' },
    EAI_AGAIN: { says: 'the host name could not be looked up', problem: 'host_unknown' },
    ECONNREFUSED: { says: 'the connection was refused', problem: 'nothing_listens' },
    EHOSTUNREACH: NO_ROUTE,
    ENETUNREACH: NO_ROUTE,
    ETIMEDOUT: slow('no connection came up in time'),
    ECONNRESET: RESET,
    EPIPE: RESET,
    EPROTO: NOT_TLS,
    ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
    DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
    SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
    CERT_HAS_EXPIRED: {
        says: 'its certificate has expired',
        problem: 'certificate_dates',
        permanent: true,
    },
    CERT_NOT_YET_VALID: {
        says: 'its certificate is not valid yet',
        problem: 'certificate_dates',
        permanent: true,
    },
    ERR_TLS_CERT_ALTNAME_INVALID: {
        says: 'its certificate is for another host',
        problem: 'certificate_host',
        permanent: true,
    },
};
/** Families of codes, by how they begin. */
const FAMILIES = [
    ['HPE_', { says: 'the server there does not speak HTTP/1.1' }],
    ['ERR_SSL_', { says: 'the TLS handshake failed' }],
    ['CERT_', UNTRUSTED],
];
function entryOf(code) {
    return CODES[code] ?? FAMILIES.find(([start]) => code.startsWith(start))?.[1];
}
/** The kind of problem that a failure of the network hints at, if it is one with advice of its own. */
const problemOf = ({ code }) => entryOf(code)?.problem;
/** Whether a failure would be the same a second later: a certificate that is not trusted will not be trusted then. */
const isPermanent = (code) => entryOf(code)?.permanent === true;
/** What happened, with the origin that was asked and, where there is one, the proxy in between. */
function describeNetworkFailure({ code, cause, origin, proxy }) {
    const what = `${entryOf(code)?.says ?? messageOf(cause)} (${code})`;
    if (origin === undefined)
        return what;
    return `no response from ${origin}${proxy === undefined ? '' : ` through the proxy of ${proxy}`}: ${what}`;
}
const messageOf = (cause) => cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
/** A failure of the network, with a code that says which. */
const networkError = (code, message, cause) => Object.assign(new Error(message, { cause }), { code });
/**
 * The code of an error of the network. Errors without one, and those by which Node rejects an argument, are bugs.
 *
 * @throws the error, where it is a bug
 */
function codeOfNetworkError(error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || error instanceof TypeError || error instanceof RangeError)
        throw error;
    return code;
}


/***/ }),

/***/ 2501:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ proxyFor),
/* harmony export */   r: () => (/* binding */ readProxies)
/* harmony export */ });
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7030);
/* harmony import */ var node_querystring__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1792);


/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case: the lower case counts where both are set. */
function readProxies(env) {
    const proxies = {
        bypass: (env['no_proxy'] || env['NO_PROXY'] || '')
            .toLowerCase()
            .split(/[\s,]+/)
            .filter(Boolean),
        unreadable: [],
    };
    for (const scheme of ['http', 'https']) {
        const variable = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()].find(name => env[name]?.trim());
        if (variable === undefined)
            continue;
        const proxy = parseProxy(env[variable] ?? '');
        if (proxy)
            proxies[`${scheme}:`] = { variable, ...proxy };
        else
            proxies.unreadable.push(variable);
    }
    return proxies;
}
/** The proxy that a request goes through; undefined where it goes straight to its origin. */
function proxyFor(url, proxies) {
    const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:'];
    return proxy && !isBypassed(url, proxies.bypass) ? proxy : undefined;
}
/**
 * Reads `http://host:port`, `host:port` and `user:password@host:port`. All before the last `@` is the user and the
 * password, whatever signs they hold: people paste passwords as they are.
 */
function parseProxy(text) {
    const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/)?(.*)$/is.exec(schemed(text.trim())) ?? [];
    const protocol = `${scheme.toLowerCase()}:`;
    if (protocol !== 'http:' && protocol !== 'https:')
        return undefined;
    const at = rest.lastIndexOf('@');
    const address = rest.slice(at + 1);
    const url = /[\s\\]/.test(address) ? null : URL.parse(`${protocol}//${address}`);
    if (!url || url.hostname === '' || url.port === '0')
        return undefined;
    return {
        protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
        ...(at > 0 && { authorization: basic(rest.slice(0, at)) }),
    };
}
/** A value without a scheme is one of `http`: `proxy:8080` would read as the scheme `proxy`. */
const schemed = (text) => (text.includes('://') ? text : `http://${text}`);
function basic(userinfo) {
    const colon = userinfo.indexOf(':');
    const parts = colon === -1 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)];
    // Unlike decodeURIComponent this leaves a percent sign that begins no escape as it is.
    return `Basic ${Buffer.from(parts.map(part => node_querystring__WEBPACK_IMPORTED_MODULE_1__.unescape(part)).join(':')).toString('base64')}`;
}
/** Whether an entry of NO_PROXY names the host: itself, a domain above it, a network of its address, or `*`. */
function isBypassed({ hostname, port, protocol }, bypass) {
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const ownPort = port || (protocol === 'https:' ? '443' : '80');
    return bypass.some(entry => {
        if (entry === '*')
            return true;
        if (isWithin(host, entry))
            return true;
        const { name, only } = splitPort(entry);
        if (only !== undefined && only !== ownPort)
            return false;
        const domain = name.replace(/^\*?\./, '');
        return domain !== '' && (host === domain || (!(0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(host) && host.endsWith(`.${domain}`)));
    });
}
/** An entry's host, and the port after it if there is one. An IPv6 address may stand in brackets. */
function splitPort(entry) {
    if ((0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(entry))
        return { name: entry, only: undefined };
    const [, bracketed, name = entry, only] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
    return { name: bracketed ?? name, only };
}
/** Whether an address lies in a network such as `10.0.0.0/8`. */
function isWithin(host, entry) {
    const [network = '', bits = ''] = entry.split('/');
    const version = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(host);
    if (version === 0 || version !== (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(network) || !/^\d{1,3}$/.test(bits))
        return false;
    if (Number(bits) > (version === 4 ? 32 : 128))
        return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    const list = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
    list.addSubnet(network, Number(bits), family);
    return list.check(host, family);
}


/***/ }),

/***/ 292:
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

/***/ 8970:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _actions_process_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2144);
/* harmony import */ var _actions_repositories_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3967);


// Entry of the repositories action.
await (0,_actions_process_js__WEBPACK_IMPORTED_MODULE_0__/* .runInThisProcess */ .i)(_actions_repositories_js__WEBPACK_IMPORTED_MODULE_1__/* .repositoriesAction */ .T);

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

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
/******/ var __webpack_exports__ = __nccwpck_require__(8970);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
