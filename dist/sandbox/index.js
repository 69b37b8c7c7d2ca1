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

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

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

/***/ 3300:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ runInThisProcess)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(8500);
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
;// CONCATENATED MODULE: ./build/http/exchange.js
function isNetworkFailure(answer) {
    return 'kind' in answer && answer.kind === 'network';
}
/** The origin of a URL with its port, which is the whole of it that an error may name: `https://host:port`. */
const originOf = (url) => `${url.protocol}//${url.hostname}:${portOf(url)}`;
const portOf = ({ port, protocol }) => Number(port) || (protocol === 'https:' ? 443 : 80);

;// CONCATENATED MODULE: ./build/http/connect.js




/**
 * Opens a connection over which requests to an origin can be sent: by TCP and TLS, and by a tunnel of a proxy where an
 * https origin is behind one. An abort of the signal ends it in any phase.
 */
async function connect(url, { proxy, signal, enter }) {
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const hop = proxy ?? { protocol: url.protocol, hostname, port: portOf(url) };
    const tcp = await openTcp(hop, signal, enter);
    const first = hop.protocol === 'https:' ? await connect_secure(tcp, hop.hostname, signal, enter) : tcp;
    if (!proxy || url.protocol === 'http:')
        return first;
    const tunnel = await openTunnel(first, `${url.hostname}:${portOf(url)}`, proxy, signal, enter);
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

// EXTERNAL MODULE: external "node:querystring"
var external_node_querystring_ = __nccwpck_require__(1792);
;// CONCATENATED MODULE: ./build/http/proxies.js


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
    return `Basic ${Buffer.from(parts.map(part => external_node_querystring_.unescape(part)).join(':')).toString('base64')}`;
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
        return domain !== '' && (host === domain || (!(0,external_node_net_.isIP)(host) && host.endsWith(`.${domain}`)));
    });
}
/** An entry's host, and the port after it if there is one. An IPv6 address may stand in brackets. */
function splitPort(entry) {
    if ((0,external_node_net_.isIP)(entry))
        return { name: entry, only: undefined };
    const [, bracketed, name = entry, only] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
    return { name: bracketed ?? name, only };
}
/** Whether an address lies in a network such as `10.0.0.0/8`. */
function isWithin(host, entry) {
    const [network = '', bits = ''] = entry.split('/');
    const version = (0,external_node_net_.isIP)(host);
    if (version === 0 || version !== (0,external_node_net_.isIP)(network) || !/^\d{1,3}$/.test(bits))
        return false;
    if (Number(bits) > (version === 4 ? 32 : 128))
        return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    const list = new external_node_net_.BlockList();
    list.addSubnet(network, Number(bits), family);
    return list.check(host, family);
}

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
    const proxies = readProxies(env);
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
        const socket = connect(url, { proxy: proxyFor(url, proxies), signal: expired, enter: () => { } });
        early = { origin: url.origin, socket, expired };
        const taken = early;
        socket.then(open => expired.addEventListener('abort', () => early === taken && open.destroy(), { once: true }), () => { });
    }
    async function dial(url, signal, enter) {
        const options = { proxy: proxyFor(url, proxies), signal, enter };
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
        const proxy = proxyFor(url, proxies);
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
            const origin = originOf(url);
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
                const closedWhileIdle = reused && isNetworkFailure(answer) && CLOSED.has(answer.code);
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
        clock: { now: Date.now, sleep: (ms, signal) => (0,promises_.setTimeout)(ms, undefined, { signal }) },
        random: Math.random,
        openTransport: options => openTransport({ ...options, env: process.env }),
        signal: cancellation.signal,
    });
    process.exitCode = succeeded ? 0 : 1;
}


/***/ }),

/***/ 7805:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  k: () => (/* binding */ sandboxAction)
});

// EXTERNAL MODULE: ./build/http/network-errors.js
var network_errors = __nccwpck_require__(9815);
;// CONCATENATED MODULE: ./build/deployment/outcome.js

/** What a failure hints at, if it is more than its status says. */
function hintOf(failure) {
    switch (failure.kind) {
        case 'network':
            return problemOf(failure);
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
function outcome_troubleOf(doing, failure) {
    const hint = hintOf(failure);
    switch (failure.kind) {
        case 'network':
            return {
                code: 'unreachable',
                what: `Could not ${doing}: ${outcome_describe(failure)}`,
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
                what: `Could not ${doing}: ${outcome_describe(failure)}, and redirects are not followed`,
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
function outcome_describe(failure) {
    switch (failure.kind) {
        case 'network':
            return describeNetworkFailure(failure);
        case 'refused':
            return `the service answered ${failure.status}${failure.said.text === '' ? '' : ` (${failure.said.text})`}`;
        case 'redirect':
            return `the service answered ${failure.status} and points to ${failure.origin}`;
        case 'unusable':
            return failure.reason;
    }
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __nccwpck_require__(1455);
// EXTERNAL MODULE: ./build/lib/json.js
var json = __nccwpck_require__(292);
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
        const { readDocument } = await Promise.all(/* import() */[__nccwpck_require__.e(270), __nccwpck_require__.e(448)]).then(__nccwpck_require__.bind(__nccwpck_require__, 448));
        const read = await readDocument(name, job.input(name));
        if (read.ok)
            return read.value;
        problems.push(...read.error);
        return undefined;
    }
    return { problems, text, read, document };
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
;// CONCATENATED MODULE: ./build/inputs/parse.js



/** Booleans of the YAML 1.2 core schema; anything else is an error, never a silent `false`. */
function parseBoolean(text) {
    if (/^(true|True|TRUE)$/.test(text))
        return true;
    if (/^(false|False|FALSE)$/.test(text))
        return false;
    throw new InvalidValue('must be true or false');
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
        throw new InvalidValue('must be longer than 0');
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
        throw new problem_InvalidValue('must be a port, 65535 at most');
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
        throw new InvalidValue('must be an absolute URL such as https://host or https://host/path');
    }
    if (url.username !== '' || url.password !== '') {
        throw new InvalidValue('must not carry a user name or password; use api_key or headers');
    }
    if (url.search !== '' || url.hash !== '')
        throw new InvalidValue('must not carry a query or a fragment');
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
    const version = isIP(host);
    return version === 0 || !loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
/** A header's name, as HTTP allows it. */
function parseHeaderName(text) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text))
        throw new InvalidValue('must be the name of an HTTP header');
    return text;
}
/** A header's value: visible characters of Latin-1, spaces and tabs. */
function parseHeaderValue(text) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
        throw new problem_InvalidValue('holds a line break or another character that an HTTP header cannot carry');
    }
    return text;
}

;// CONCATENATED MODULE: ./build/inputs/sandbox.js




/** Reads the sandbox action's inputs. Its repository is the workflow's own unless it is told of others. */
async function readSandboxSettings(job, env) {
    const inputs = readInputs(job);
    const apiKey = inputs.text('api_key');
    if (apiKey !== undefined)
        job.mask(apiKey);
    const settings = {
        port: inputs.read('port', parsePort),
        api_key: inputs.read('api_key', parseHeaderValue),
        ready_after: inputs.read('ready_after', parseDuration),
        repositories: (await inputs.document('repositories')) ?? (await ownRepository(env)),
    };
    return { settings, problems: inputs.problems };
}
async function ownRepository(env) {
    const repository = env['GITHUB_REPOSITORY'] ?? '';
    const [owner, name] = repository.split('/');
    if (!owner || !name)
        return undefined;
    const url = `${env['GITHUB_SERVER_URL'] || 'https://github.com'}/${repository}`;
    const default_branch = await defaultBranch(env);
    return [{ owner, name, url, ...(default_branch !== undefined && { default_branch }) }];
}
/** The default branch, which only the event that started the workflow tells. */
async function defaultBranch(env) {
    const text = await (0,promises_.readFile)(env['GITHUB_EVENT_PATH'] ?? '', 'utf8').catch(() => '');
    const event = (0,json/* parseJson */.qF)(text);
    const repository = (0,json/* isObject */.Gv)(event) ? event['repository'] : undefined;
    const branch = (0,json/* isObject */.Gv)(repository) ? repository['default_branch'] : undefined;
    return typeof branch === 'string' ? branch : undefined;
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
        `## \ud83d\udccb ${count(records.length, 'repository', 'repositories')}`,
        `<p>Visible to the integration ${code(redact(integration_id))}.</p>`,
        boundedTable(['Owner', 'Name', 'URL', 'Default branch'], records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]), redact, 'in the output <code>repositories</code>'),
    ];
    return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}
/** The sandbox's request log, as markdown. It holds neither header values nor bodies. */
function requestLog(served, redact) {
    const parts = [
        `## \ud83e\uddea The sandbox served ${tables_count(served.length, 'request')}`,
        tables_boundedTable(['Method', 'Path', 'Status'], served.map(({ method, path, status }) => [method, path, status === null ? 'dropped' : String(status)]), redact, 'which are not shown'),
    ];
    return `${parts.filter(part => part !== '').join('\n\n')}\n`;
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
    const { sha, ref } = (0,json/* isObject */.Gv)(head) ? head : {};
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
    const pullRequest = (0,json/* isObject */.Gv)(event) ? event['pull_request'] : undefined;
    return (0,json/* isObject */.Gv)(pullRequest) ? pullRequest : undefined;
}
/** The event's payload; undefined where there is no file, or none that can be read. */
function readEvent(path) {
    if (!path)
        return undefined;
    try {
        const { size } = (0,external_node_fs_.statSync)(path);
        return size > MAX_EVENT_BYTES ? undefined : (0,json/* parseJson */.qF)((0,external_node_fs_.readFileSync)(path, 'utf8'));
    }
    catch {
        return undefined;
    }
}
function repositoryOf(side) {
    const repository = (0,json/* isObject */.Gv)(side) ? side['repo'] : undefined;
    return (0,json/* isObject */.Gv)(repository) ? repository['full_name'] : undefined;
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
function responses_readDeployment(sent) {
    const { id } = sent;
    return typeof id === 'string' && id !== '' ? { ...read(DEPLOYMENT, sent), id } : undefined;
}
const responses_readRepositoryRecord = (sent) => read(REPOSITORY_RECORD, sent);
/** Reads a page of the list of deployments; undefined where it has no `resources`. */
function responses_readDeploymentPage(sent) {
    const { resources, offset } = read({ resources: 'list', offset: 'number' }, sent);
    return resources ? { resources, offset: offset ?? undefined } : undefined;
}
function read(table, sent) {
    const fields = Object.entries(table).flatMap(([field, type]) => {
        const value = sent[field];
        if (value === null)
            return [[field, null]];
        if (typeof type === 'object')
            return isObject(value) ? [[field, read(type, value)]] : [];
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
        return !isPermanent(failure.code);
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
async function retry_retrying(what, request, { clock, random, onRetry }, signal) {
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






function client_openService({ baseUrl, headers, authorization, listParameters, send, retry, }) {
    async function attempt(request, read, signal) {
        const authorizing = await authorization();
        if (isNetworkFailure(authorizing))
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
        if (isNetworkFailure(answer))
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
    const failure = { kind: 'network', sent: true, code, cause, origin: originOf(url) };
    if (method === 'GET' && !isPermanent(code))
        return { ok: false, error: failure };
    return refuse(response, `the body of the response could not be read: ${describeNetworkFailure(failure)}`);
}
/** Reads one deployment; undefined where it has no `id`, or is nested beyond all reason. */
function toDeployment(sent) {
    if (!isObject(sent) || !isWalkable(sent))
        return undefined;
    const read = readDeployment(sent);
    return read && { read, sent };
}
/** Reads one record of a repository; undefined where it is nested beyond all reason. */
function client_toRepository(sent) {
    return isWalkable(sent) ? { read: readRepositoryRecord(sent), sent } : undefined;
}
function readCreated(response) {
    const json = parseJson(response.text);
    if (json === undefined)
        return notJson(response);
    const value = toDeployment(json);
    if (!value)
        return refuse(response, 'the created deployment carries no id, or cannot be read');
    return { ok: true, value, status: response.status };
}
function readPage(response) {
    const json = parseJson(response.text);
    if (json === undefined)
        return notJson(response);
    const page = isObject(json) ? readDeploymentPage(json) : undefined;
    if (!page)
        return refuse(response, 'the list of deployments carries no array `resources`');
    const { resources, offset } = page;
    return { ok: true, value: { resources: resources.filter(isObject), offset }, status: response.status };
}
function readRepositories(response) {
    const json = parseJson(response.text);
    if (json === undefined)
        return notJson(response);
    if (!Array.isArray(json))
        return refuse(response, 'the list of repositories is not an array');
    return { ok: true, value: json.filter(isObject), status: response.status };
}
function notJson(response) {
    return refuse(response, 'the answer is not JSON: this does not look like the service');
}
function refuse(response, reason) {
    return { ok: false, error: unusable(response, reason) };
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
        const name = (0,json/* isObject */.Gv)(secret) ? secret['name'] : secret;
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
                : `The name is taken by ${count(event.found, 'deployment')}`;
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
            tell(isNetworkFailure(answer) ? answer.code : String(answer.status));
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

;// CONCATENATED MODULE: ./build/actions/sandbox.js







/** The state that the step saves for its post step: that it ran, and how to stop the sandbox. */
const STATE = { started: 'started', control: 'control' };
/** Why a port cannot be opened, by error code. */
const PORT_PROBLEMS = {
    EADDRINUSE: 'is in use by another process; leave it out to use any free port',
    EACCES: 'may not be opened by this user; leave it out to use any free port',
};
/** The sandbox action. The runner calls it twice for a step: at the step, and after the job. */
const sandboxAction = (sandbox) => async ({ job, env }) => {
    try {
        if (job.state(STATE.started) !== '')
            return await finish(sandbox, job, env);
        job.saveState(STATE.started, 'true');
        return await begin(sandbox, job, env);
    }
    catch (error) {
        await reportFailure(job, env, internal(error, job), { outputs: {}, problems: [] });
        return false;
    }
};
async function begin({ start }, job, env) {
    const { settings, problems } = await readSandboxSettings(job, env);
    if (problems.length > 0)
        return await sandbox_refuse(job, env, problems);
    const running = await start(settings);
    if ('code' in running) {
        const message = PORT_PROBLEMS[running.code];
        if (message !== undefined)
            return await sandbox_refuse(job, env, [{ input: 'port', message }]);
        throw new Error(`the sandbox did not start: ${running.message}`);
    }
    const { base_url, integration_id, control } = running;
    job.saveState(STATE.control, JSON.stringify(control));
    for (const [name, value] of Object.entries({ base_url, integration_id }))
        job.output(name, value);
    job.info(`The sandbox is at ${base_url} until the job ends`);
    for (const { owner, name } of settings.repositories ?? [])
        job.info(`Its integration ${integration_id} can see ${owner}/${name}`);
    return true;
}
/** Stops the sandbox. A failure here is a warning, as the job is over. */
async function finish({ stop }, job, env) {
    // Masks of the first process are unknown in this one.
    await readSandboxSettings(job, env);
    const control = job.state(STATE.control);
    if (control === '')
        return true;
    const served = await stop(JSON.parse(control));
    if (!served) {
        const lines = ['The sandbox ended before the job did, so its request log is lost'];
        job.warning({ title: 'Sandbox', lines });
        return true;
    }
    job.info(`The sandbox stopped; it had served ${tables_count(served.length, 'request')}`);
    writeSummary(job, requestLog(served, job.redact));
    return true;
}
async function sandbox_refuse(job, env, problems) {
    await reportFailure(job, env, failed(invalidInput(problems)), { outputs: {}, problems });
    return false;
}


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

/***/ 9815:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Vg: () => (/* binding */ codeOfNetworkError),
/* harmony export */   x6: () => (/* binding */ networkError)
/* harmony export */ });
/* unused harmony exports problemOf, isPermanent, describeNetworkFailure */
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

/***/ 292:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Gv: () => (/* binding */ isObject),
/* harmony export */   qF: () => (/* binding */ parseJson)
/* harmony export */ });
/* unused harmony export isWalkable */
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

/***/ 2203:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _actions_process_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3300);
/* harmony import */ var _actions_sandbox_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7805);
/* harmony import */ var _sandbox_background_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(9982);



// Entry of the sandbox action, of its post step, and of the process that the one starts and the other stops.
const [, script = '', purpose] = process.argv;
if (purpose === 'serve')
    await (0,_sandbox_background_js__WEBPACK_IMPORTED_MODULE_2__/* .serveInBackground */ .Nn)();
else {
    const action = (0,_actions_sandbox_js__WEBPACK_IMPORTED_MODULE_1__/* .sandboxAction */ .k)({
        start: options => (0,_sandbox_background_js__WEBPACK_IMPORTED_MODULE_2__/* .startInBackground */ .k5)([script, 'serve'], options),
        stop: _sandbox_background_js__WEBPACK_IMPORTED_MODULE_2__/* .stopInBackground */ .al,
    });
    await (0,_actions_process_js__WEBPACK_IMPORTED_MODULE_0__/* .runInThisProcess */ .i)(action);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 9982:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Nn: () => (/* binding */ serveInBackground),
  k5: () => (/* binding */ startInBackground),
  al: () => (/* binding */ stopInBackground)
});

;// CONCATENATED MODULE: external "node:child_process"
const external_node_child_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __nccwpck_require__(8474);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
;// CONCATENATED MODULE: external "node:stream/consumers"
const consumers_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream/consumers");
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __nccwpck_require__(7067);
;// CONCATENATED MODULE: external "node:https"
const external_node_https_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");
;// CONCATENATED MODULE: ./node_modules/@hono/node-server/dist/constants-BLSFu_RU.mjs
//#region src/utils/response/constants.ts
const X_ALREADY_SENT = "x-hono-already-sent";

//#endregion

// EXTERNAL MODULE: external "node:http2"
var external_node_http2_ = __nccwpck_require__(2467);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __nccwpck_require__(7075);
;// CONCATENATED MODULE: ./node_modules/hono/dist/helper/websocket/index.js
//#region src/helper/websocket/index.ts
/**
* A context for controlling WebSockets
*/
var WSContext = class {
	#init;
	constructor(init) {
		this.#init = init;
		this.raw = init.raw;
		this.url = init.url ? new URL(init.url) : null;
		this.protocol = init.protocol ?? null;
	}
	send(source, options) {
		this.#init.send(source, options ?? {});
	}
	raw;
	binaryType = "arraybuffer";
	get readyState() {
		return this.#init.readyState;
	}
	url;
	protocol;
	close(code, reason) {
		this.#init.close(code, reason);
	}
};
const createWSMessageEvent = (source) => {
	return new MessageEvent("message", { data: source });
};
/**
* Create a WebSocket adapter/helper
*/
const defineWebSocketHelper = (handler) => {
	return ((...args) => {
		if (typeof args[0] === "function") {
			const [createEvents, options] = args;
			return async function upgradeWebSocket(c, next) {
				const result = await handler(c, await createEvents(c), options);
				if (result) return result;
				await next();
			};
		} else {
			const [c, events, options] = args;
			return (async () => {
				const upgraded = await handler(c, events, options);
				if (!upgraded) throw new Error("Failed to upgrade WebSocket");
				return upgraded;
			})();
		}
	});
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/@hono/node-server/dist/index.mjs






//#region src/error.ts
var RequestError = class extends Error {
	constructor(message, options) {
		super(message, options);
		this.name = "RequestError";
	}
};

//#endregion
//#region src/headers.ts
const nonJoinedHeaders = new Set([
	"age",
	"authorization",
	"content-length",
	"content-type",
	"etag",
	"expires",
	"from",
	"host",
	"if-modified-since",
	"if-unmodified-since",
	"last-modified",
	"location",
	"max-forwards",
	"proxy-authorization",
	"referer",
	"retry-after",
	"server",
	"user-agent"
]);
const validHeaderName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const isHttpWhitespace = (code) => code === 9 || code === 10 || code === 13 || code === 32;
const normalizeHeaderValue = (value) => {
	if (!isHttpWhitespace(value.charCodeAt(0)) && !isHttpWhitespace(value.charCodeAt(value.length - 1))) return value;
	let start = 0;
	let end = value.length;
	while (start < end && isHttpWhitespace(value.charCodeAt(start))) start++;
	while (end > start && isHttpWhitespace(value.charCodeAt(end - 1))) end--;
	return value.slice(start, end);
};
const forbiddenHeaderValue = /[\0\r\n]/;
const GlobalHeaders = globalThis.Headers;
const materializeHeaders = (rawHeaders, HeadersCtor = GlobalHeaders) => {
	const headers = new HeadersCtor();
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const name = rawHeaders[i];
		if (!name.startsWith(":")) headers.append(name, rawHeaders[i + 1]);
	}
	return headers;
};
var RequestHeaders = class {
	#incoming;
	#rawHeaders;
	#headers;
	#invalidValue;
	constructor(incoming) {
		this.#incoming = incoming;
		if (incoming instanceof external_node_http2_.Http2ServerRequest) this.#rawHeaders = incoming.rawHeaders.slice();
	}
	get #lazyRawHeaders() {
		return this.#rawHeaders ??= this.#incoming.rawHeaders.slice();
	}
	get #native() {
		if (!this.#headers) {
			this.#headers = materializeHeaders(this.#lazyRawHeaders);
			this.#rawHeaders = void 0;
		}
		return this.#headers;
	}
	#normalizedName(name) {
		if (typeof name !== "string") return;
		if (!validHeaderName.test(name)) throw new TypeError(`Invalid header name: ${name}`);
		return name.toLowerCase();
	}
	#lookupHttp1(lowerName) {
		const headers = this.#incoming instanceof external_node_http2_.Http2ServerRequest ? void 0 : this.#incoming.headers;
		if (!headers || nonJoinedHeaders.has(lowerName) || lowerName === "set-cookie" || lowerName === "__proto__") return;
		if (!Object.hasOwn(headers, lowerName)) return null;
		const rawValue = headers[lowerName];
		if (typeof rawValue === "string") {
			const value = normalizeHeaderValue(rawValue);
			return forbiddenHeaderValue.test(value) ? void 0 : value;
		}
	}
	#lookup(rawHeaders, lowerName) {
		const separator = lowerName === "cookie" ? "; " : ", ";
		let value = null;
		for (let i = 0; i < rawHeaders.length; i += 2) {
			const rawName = rawHeaders[i];
			if (rawName.length === lowerName.length && rawName.toLowerCase() === lowerName) {
				const rawValue = normalizeHeaderValue(rawHeaders[i + 1]);
				if (forbiddenHeaderValue.test(rawValue)) {
					this.#invalidValue = true;
					return;
				}
				value = value === null ? rawValue : value + separator + rawValue;
			}
		}
		return value;
	}
	append(name, value) {
		this.#native.append(name, value);
	}
	delete(name) {
		this.#native.delete(name);
	}
	get(name) {
		const lowerName = this.#normalizedName(name);
		if (lowerName && !this.#headers && !this.#invalidValue) {
			const http1Value = this.#lookupHttp1(lowerName);
			if (http1Value !== void 0) return http1Value;
			const value = this.#lookup(this.#lazyRawHeaders, lowerName);
			if (value !== void 0) return value;
		}
		return this.#native.get(name);
	}
	has(name) {
		const lowerName = this.#normalizedName(name);
		if (lowerName && !this.#headers && !this.#invalidValue) {
			const http1Value = this.#lookupHttp1(lowerName);
			if (http1Value !== void 0) return http1Value !== null;
			const value = this.#lookup(this.#lazyRawHeaders, lowerName);
			if (value !== void 0) return value !== null;
		}
		return this.#native.has(name);
	}
	set(name, value) {
		this.#native.set(name, value);
	}
	getSetCookie() {
		return this.#native.getSetCookie();
	}
	keys() {
		return this.#native.keys();
	}
	values() {
		return this.#native.values();
	}
	entries() {
		return this.#native.entries();
	}
	forEach(callback, thisArg) {
		this.#native.forEach((value, key) => {
			callback.call(thisArg, value, key, this);
		});
	}
	[Symbol.iterator]() {
		return this.entries();
	}
};
Object.defineProperty(RequestHeaders.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Headers (lightweight) ${inspectFn(Object.fromEntries(this), {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(RequestHeaders.prototype, GlobalHeaders.prototype);
const newHeadersFromIncoming = (incoming) => globalThis.Headers === GlobalHeaders ? new RequestHeaders(incoming) : materializeHeaders(incoming.rawHeaders, globalThis.Headers);

//#endregion
//#region src/url.ts
const reValidRequestUrl = /^\/[!#$&-;=?-\[\]_a-z~]*$/;
const reDotSegment = /\/\.\.?(?:[/?#]|$)/;
const reValidHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const validateRequestTarget = (target) => {
	const backslash = target.indexOf("\\");
	if (backslash !== -1) {
		const query = target.indexOf("?");
		if (query === -1 || backslash < query) throw new RequestError("Backslash in request path");
	}
};
const buildUrl = (scheme, host, incomingUrl) => {
	const url = `${scheme}://${host}${incomingUrl}`;
	if (!reValidHost.test(host)) {
		validateRequestTarget(incomingUrl);
		const urlObj = new URL(url);
		if (urlObj.hostname.length !== host.length && urlObj.hostname !== (host.includes(":") ? host.replace(/:\d+$/, "") : host).toLowerCase()) throw new RequestError("Invalid host header");
		return urlObj.href;
	} else if (incomingUrl.length === 0) return url + "/";
	else {
		if (incomingUrl.charCodeAt(0) !== 47) throw new RequestError("Invalid URL");
		if (!reValidRequestUrl.test(incomingUrl) || reDotSegment.test(incomingUrl)) {
			validateRequestTarget(incomingUrl);
			return new URL(url).href;
		}
		return url;
	}
};

//#endregion
//#region src/request.ts
const toRequestError = (e) => {
	if (e instanceof RequestError) return e;
	return new RequestError(e.message, { cause: e });
};
const GlobalRequest = global.Request;
var Request$1 = class extends GlobalRequest {
	constructor(input, options) {
		if (typeof input === "object" && getRequestCache in input) {
			const hasReplacementBody = options !== void 0 && "body" in options && options.body != null;
			if (input[bodyConsumedDirectlyKey] && !hasReplacementBody) throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
			input = input[getRequestCache]();
		}
		if (typeof (options?.body)?.getReader !== "undefined") options.duplex ??= "half";
		super(input, options);
	}
};
const wrapBodyStream = Symbol("wrapBodyStream");
const byteExactEncodings = new Set([
	"latin1",
	"binary",
	"hex",
	"base64",
	"base64url"
]);
const isByteExactEncoding = (encoding) => encoding === null || byteExactEncodings.has(encoding);
const bodyBufferedBeforeDisconnectKey = Symbol("bodyBufferedBeforeDisconnect");
const bodyBufferedLengthBeforeDisconnectKey = Symbol("bodyBufferedLengthBeforeDisconnect");
const toBufferChunk = (chunk, encoding) => Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding ?? "utf8");
const isRecoverableDisconnectedIncoming = (incoming) => !(incoming instanceof external_node_http2_.Http2ServerRequest) && !!incoming.complete && !!incoming.readableAborted && typeof incoming.read === "function" && isByteExactEncoding(incoming.readableEncoding);
const recordBodyBufferedBeforeDisconnect = (incoming) => {
	if (incoming.readableDidRead || !isRecoverableDisconnectedIncoming(incoming)) return;
	const incomingWithRecovery = incoming;
	incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey] ??= incoming.readableLength;
};
const readBodyBufferedBeforeDisconnect = (incoming, chunks) => {
	if (incoming.readableDidRead && !chunks || !isRecoverableDisconnectedIncoming(incoming)) return;
	const incomingWithRecovery = incoming;
	if (incomingWithRecovery[bodyBufferedBeforeDisconnectKey] !== void 0) return incomingWithRecovery[bodyBufferedBeforeDisconnectKey];
	let result;
	const errored = incoming.errored;
	if (errored && errored.code !== "ECONNRESET") result = errored;
	else if (incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey] !== void 0 && incoming.readableLength !== incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey]) result = newBodyUnusableError();
	else {
		const bodyChunks = chunks ?? [];
		const chunk = incoming.read();
		if (chunk !== null) bodyChunks.push(toBufferChunk(chunk, incoming.readableEncoding));
		const buffer = bodyChunks.length === 1 ? bodyChunks[0] : Buffer.concat(bodyChunks);
		result = buffer;
		const contentLength = incoming.headers["content-length"];
		if (typeof contentLength === "string" && /^\d+$/.test(contentLength)) {
			const expectedLength = Number(contentLength);
			if (Number.isSafeInteger(expectedLength) && buffer.length !== expectedLength) result = newBodyUnusableError();
		}
	}
	incomingWithRecovery[bodyBufferedBeforeDisconnectKey] = result;
	return result;
};
const enqueueBufferedBody = (controller, buffered) => {
	if (buffered instanceof Error) {
		controller.error(buffered);
		return;
	}
	if (buffered.length > 0) controller.enqueue(buffered);
	controller.close();
};
const newRequestFromIncoming = (method, url, headers, incoming, abortController) => {
	const init = {
		method,
		headers,
		signal: abortController.signal
	};
	if (method === "TRACE") {
		init.method = "GET";
		const req = new Request$1(url, init);
		Object.defineProperty(req, "method", { get() {
			return "TRACE";
		} });
		return req;
	}
	if (!(method === "GET" || method === "HEAD")) if ("rawBody" in incoming && incoming.rawBody instanceof Buffer) init.body = new ReadableStream({ start(controller) {
		controller.enqueue(incoming.rawBody);
		controller.close();
	} });
	else if (incoming[wrapBodyStream]) {
		let reader;
		init.body = new ReadableStream({ async pull(controller) {
			try {
				if (!reader) {
					const buffered = readBodyBufferedBeforeDisconnect(incoming);
					if (buffered !== void 0) {
						enqueueBufferedBody(controller, buffered);
						return;
					}
				}
				reader ||= external_node_stream_.Readable.toWeb(incoming).getReader();
				const { done, value } = await reader.read();
				if (done) controller.close();
				else controller.enqueue(value);
			} catch (error) {
				controller.error(error);
			}
		} });
	} else {
		const buffered = readBodyBufferedBeforeDisconnect(incoming);
		if (buffered !== void 0) init.body = new ReadableStream({ start(controller) {
			enqueueBufferedBody(controller, buffered);
		} });
		else init.body = external_node_stream_.Readable.toWeb(incoming);
	}
	return new Request$1(url, init);
};
const getRequestCache = Symbol("getRequestCache");
const requestCache = Symbol("requestCache");
const incomingKey = Symbol("incomingKey");
const urlKey = Symbol("urlKey");
const methodKey = Symbol("methodKey");
const headersKey = Symbol("headersKey");
const abortControllerKey = Symbol("abortControllerKey");
const getAbortController = Symbol("getAbortController");
const abortRequest = Symbol("abortRequest");
const bodyBufferKey = Symbol("bodyBuffer");
const bodyReadPromiseKey = Symbol("bodyReadPromise");
const bodyConsumedDirectlyKey = Symbol("bodyConsumedDirectly");
const bodyLockReaderKey = Symbol("bodyLockReader");
const abortReasonKey = Symbol("abortReason");
const newBodyUnusableError = () => {
	return /* @__PURE__ */ new TypeError("Body is unusable");
};
const rejectBodyUnusable = () => {
	return Promise.reject(newBodyUnusableError());
};
const textDecoder = new TextDecoder();
const consumeBodyDirectOnce = (request) => {
	if (request[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	request[bodyConsumedDirectlyKey] = true;
};
const toArrayBuffer = (buf) => {
	return buf.buffer.slice(buf.byteOffset, buf.byteOffset + buf.byteLength);
};
const contentType = (request) => {
	return (request[headersKey] ||= newHeadersFromIncoming(request[incomingKey])).get("content-type") || "";
};
const methodTokenRegExp = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const normalizeIncomingMethod = (method) => {
	if (typeof method !== "string" || method.length === 0) return "GET";
	switch (method) {
		case "DELETE":
		case "GET":
		case "HEAD":
		case "OPTIONS":
		case "PATCH":
		case "POST":
		case "PUT":
		case "QUERY": return method;
	}
	const upper = method.toUpperCase();
	switch (upper) {
		case "DELETE":
		case "GET":
		case "HEAD":
		case "OPTIONS":
		case "POST":
		case "PUT": return upper;
		default: return method;
	}
};
const validateDirectReadMethod = (method) => {
	if (!methodTokenRegExp.test(method)) return /* @__PURE__ */ new TypeError(`'${method}' is not a valid HTTP method.`);
	const normalized = method.toUpperCase();
	if (normalized === "CONNECT" || normalized === "TRACK" || normalized === "TRACE" && method !== "TRACE") return /* @__PURE__ */ new TypeError(`'${method}' HTTP method is unsupported.`);
};
const readBodyWithFastPath = (request, method, fromBuffer) => {
	if (request[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	const methodName = request.method;
	if (methodName === "GET" || methodName === "HEAD") return request[getRequestCache]()[method]();
	const methodValidationError = validateDirectReadMethod(methodName);
	if (methodValidationError) return Promise.reject(methodValidationError);
	if (request[requestCache]) {
		if (methodName !== "TRACE") return request[requestCache][method]();
	}
	const alreadyUsedError = consumeBodyDirectOnce(request);
	if (alreadyUsedError) return alreadyUsedError;
	const raw = readRawBodyIfAvailable(request);
	if (raw) {
		const result = Promise.resolve(fromBuffer(raw, request));
		request[bodyBufferKey] = void 0;
		return result;
	}
	return readBodyDirect(request).then((buf) => {
		const result = fromBuffer(buf, request);
		request[bodyBufferKey] = void 0;
		return result;
	});
};
const readRawBodyIfAvailable = (request) => {
	const incoming = request[incomingKey];
	if ("rawBody" in incoming && incoming.rawBody instanceof Buffer) return incoming.rawBody;
};
const normalizeAbortError = (request, incoming) => {
	if (incoming.errored) return incoming.errored;
	const reason = request[abortReasonKey];
	if (reason !== void 0) return reason instanceof Error ? reason : new Error(String(reason));
	return /* @__PURE__ */ new Error("Client connection prematurely closed.");
};
const readBodyDirect = (request) => {
	if (request[bodyBufferKey]) return Promise.resolve(request[bodyBufferKey]);
	if (request[bodyReadPromiseKey]) return request[bodyReadPromiseKey];
	const incoming = request[incomingKey];
	if (incoming.readableDidRead) return rejectBodyUnusable();
	const buffered = readBodyBufferedBeforeDisconnect(incoming);
	if (buffered !== void 0) {
		if (buffered instanceof Error) return Promise.reject(buffered);
		request[bodyBufferKey] = buffered;
		return Promise.resolve(buffered);
	}
	const promise = new Promise((resolve, reject) => {
		const chunks = [];
		let settled = false;
		const finish = (callback) => {
			if (settled) return;
			settled = true;
			cleanup();
			callback();
		};
		const recoverCompleteBodyAfterDisconnect = (error) => {
			const streamError = incoming.errored ?? error;
			if (!isRecoverableDisconnectedIncoming(incoming) || streamError && streamError.code !== "ECONNRESET") return false;
			finish(() => {
				const recovered = readBodyBufferedBeforeDisconnect(incoming, chunks);
				if (recovered instanceof Error) reject(recovered);
				else if (recovered === void 0) reject(error ?? normalizeAbortError(request, incoming));
				else {
					request[bodyBufferKey] = recovered;
					resolve(recovered);
				}
			});
			return true;
		};
		const onData = (chunk) => {
			chunks.push(toBufferChunk(chunk, incoming.readableEncoding));
		};
		const onEnd = () => {
			finish(() => {
				const buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
				request[bodyBufferKey] = buffer;
				resolve(buffer);
			});
		};
		const onError = (error) => {
			if (recoverCompleteBodyAfterDisconnect(error)) return;
			finish(() => {
				reject(error);
			});
		};
		const onClose = () => {
			if (incoming.readableEnded) {
				onEnd();
				return;
			}
			if (recoverCompleteBodyAfterDisconnect()) return;
			finish(() => {
				reject(normalizeAbortError(request, incoming));
			});
		};
		const cleanup = () => {
			incoming.off("data", onData);
			incoming.off("end", onEnd);
			incoming.off("error", onError);
			incoming.off("close", onClose);
			request[bodyReadPromiseKey] = void 0;
		};
		incoming.on("data", onData);
		incoming.on("end", onEnd);
		incoming.on("error", onError);
		incoming.on("close", onClose);
		queueMicrotask(() => {
			if (settled) return;
			if (incoming.readableEnded) onEnd();
			else if (incoming.errored) onError(incoming.errored);
			else if (incoming.destroyed) onClose();
		});
	});
	request[bodyReadPromiseKey] = promise;
	return promise;
};
const requestPrototype = {
	get method() {
		return this[methodKey];
	},
	get url() {
		return this[urlKey];
	},
	get headers() {
		return this[headersKey] ||= newHeadersFromIncoming(this[incomingKey]);
	},
	[abortRequest](reason) {
		if (this[abortReasonKey] === void 0) this[abortReasonKey] = reason;
		const abortController = this[abortControllerKey];
		if (abortController && !abortController.signal.aborted) abortController.abort(reason);
	},
	[getAbortController]() {
		this[abortControllerKey] ||= new AbortController();
		if (this[abortReasonKey] !== void 0 && !this[abortControllerKey].signal.aborted) this[abortControllerKey].abort(this[abortReasonKey]);
		return this[abortControllerKey];
	},
	[getRequestCache]() {
		const abortController = this[getAbortController]();
		if (this[requestCache]) return this[requestCache];
		const method = this.method;
		if (this[bodyConsumedDirectlyKey] && !(method === "GET" || method === "HEAD")) {
			this[bodyBufferKey] = void 0;
			const init = {
				method: method === "TRACE" ? "GET" : method,
				headers: this.headers,
				signal: abortController.signal
			};
			if (method !== "TRACE") {
				init.body = new ReadableStream({ start(c) {
					c.close();
				} });
				init.duplex = "half";
			}
			const req = new Request$1(this[urlKey], init);
			if (method === "TRACE") Object.defineProperty(req, "method", { get() {
				return "TRACE";
			} });
			return this[requestCache] = req;
		}
		return this[requestCache] = newRequestFromIncoming(this.method, this[urlKey], this.headers, this[incomingKey], abortController);
	},
	get body() {
		if (!this[bodyConsumedDirectlyKey]) return this[getRequestCache]().body;
		const request = this[getRequestCache]();
		if (!this[bodyLockReaderKey] && request.body) this[bodyLockReaderKey] = request.body.getReader();
		return request.body;
	},
	get bodyUsed() {
		if (this[bodyConsumedDirectlyKey]) return true;
		if (this[requestCache]) return this[requestCache].bodyUsed;
		return false;
	}
};
Object.defineProperty(requestPrototype, "signal", { get() {
	return this[getAbortController]().signal;
} });
[
	"cache",
	"credentials",
	"destination",
	"duplex",
	"integrity",
	"mode",
	"redirect",
	"referrer",
	"referrerPolicy",
	"keepalive"
].forEach((k) => {
	Object.defineProperty(requestPrototype, k, { get() {
		return this[getRequestCache]()[k];
	} });
});
["clone", "formData"].forEach((k) => {
	Object.defineProperty(requestPrototype, k, { value: function() {
		if (this[bodyConsumedDirectlyKey]) {
			if (k === "clone") throw newBodyUnusableError();
			return rejectBodyUnusable();
		}
		return this[getRequestCache]()[k]();
	} });
});
Object.defineProperty(requestPrototype, "text", { value: function() {
	return readBodyWithFastPath(this, "text", (buf) => textDecoder.decode(buf));
} });
Object.defineProperty(requestPrototype, "arrayBuffer", { value: function() {
	return readBodyWithFastPath(this, "arrayBuffer", (buf) => toArrayBuffer(buf));
} });
Object.defineProperty(requestPrototype, "blob", { value: function() {
	return readBodyWithFastPath(this, "blob", (buf, request) => {
		const type = contentType(request);
		const init = type ? { headers: { "content-type": type } } : void 0;
		return new Response(buf, init).blob();
	});
} });
Object.defineProperty(requestPrototype, "json", { value: function() {
	if (this[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	return this.text().then(JSON.parse);
} });
Object.defineProperty(requestPrototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Request (lightweight) ${inspectFn({
		method: this.method,
		url: this.url,
		headers: this.headers,
		nativeRequest: this[requestCache]
	}, {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(requestPrototype, Request$1.prototype);
const newRequest = (incoming, defaultHostname) => {
	const req = Object.create(requestPrototype);
	req[incomingKey] = incoming;
	req[methodKey] = normalizeIncomingMethod(incoming.method);
	const incomingUrl = incoming.url || "";
	if (incomingUrl[0] !== "/" && (incomingUrl.startsWith("http://") || incomingUrl.startsWith("https://"))) {
		if (incoming instanceof external_node_http2_.Http2ServerRequest) throw new RequestError("Absolute URL for :path is not allowed in HTTP/2");
		try {
			validateRequestTarget(incomingUrl);
			req[urlKey] = new URL(incomingUrl).href;
		} catch (e) {
			throw new RequestError("Invalid absolute URL", { cause: e });
		}
		return req;
	}
	const host = (incoming instanceof external_node_http2_.Http2ServerRequest ? incoming.authority : incoming.headers.host) || defaultHostname;
	if (!host) throw new RequestError("Missing host header");
	let scheme;
	if (incoming instanceof external_node_http2_.Http2ServerRequest) {
		scheme = incoming.scheme;
		if (!(scheme === "http" || scheme === "https")) throw new RequestError("Unsupported scheme");
	} else scheme = incoming.socket && incoming.socket.encrypted ? "https" : "http";
	try {
		req[urlKey] = buildUrl(scheme, host, incomingUrl);
	} catch (e) {
		if (e instanceof RequestError) throw e;
		else throw new RequestError("Invalid URL", { cause: e });
	}
	return req;
};

//#endregion
//#region src/response.ts
const defaultContentType = "text/plain; charset=UTF-8";
const responseCache = Symbol("responseCache");
const getResponseCache = Symbol("getResponseCache");
const cacheKey = Symbol("cache");
const GlobalResponse = global.Response;
var Response$1 = class Response$1 {
	#body;
	#init;
	[getResponseCache]() {
		const cache = this[cacheKey];
		const liveHeaders = cache && cache[2] instanceof Headers ? cache[2] : void 0;
		delete this[cacheKey];
		return this[responseCache] ||= new GlobalResponse(this.#body, liveHeaders ? {
			status: this.#init?.status,
			statusText: this.#init?.statusText,
			headers: liveHeaders
		} : this.#init);
	}
	constructor(body, init) {
		let headers;
		this.#body = body;
		if (init instanceof GlobalResponse) {
			const cachedGlobalResponse = init[responseCache];
			if (cachedGlobalResponse) {
				this.#init = cachedGlobalResponse;
				this[getResponseCache]();
				return;
			}
			this.#init = init instanceof Response$1 ? init.#init : init;
			headers = new Headers(init.headers);
		} else this.#init = init;
		if (body == null || typeof body === "string" || typeof body?.getReader !== "undefined" || body instanceof Blob || body instanceof Uint8Array) this[cacheKey] = [
			init?.status || 200,
			body ?? null,
			headers || init?.headers
		];
	}
	get headers() {
		const cache = this[cacheKey];
		if (cache) {
			if (!(cache[2] instanceof Headers)) cache[2] = new Headers(cache[2] || (cache[1] === null ? void 0 : { "content-type": defaultContentType }));
			return cache[2];
		}
		return this[getResponseCache]().headers;
	}
	get status() {
		return this[cacheKey]?.[0] ?? this[getResponseCache]().status;
	}
	get ok() {
		const status = this.status;
		return status >= 200 && status < 300;
	}
};
[
	"body",
	"bodyUsed",
	"redirected",
	"statusText",
	"trailers",
	"type",
	"url"
].forEach((k) => {
	Object.defineProperty(Response$1.prototype, k, { get() {
		return this[getResponseCache]()[k];
	} });
});
[
	"arrayBuffer",
	"blob",
	"clone",
	"formData",
	"json",
	"text"
].forEach((k) => {
	Object.defineProperty(Response$1.prototype, k, { value: function() {
		return this[getResponseCache]()[k]();
	} });
});
Object.defineProperty(Response$1.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Response (lightweight) ${inspectFn({
		status: this.status,
		headers: this.headers,
		ok: this.ok,
		nativeResponse: this[responseCache]
	}, {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(Response$1, GlobalResponse);
Object.setPrototypeOf(Response$1.prototype, GlobalResponse.prototype);
const validRedirectUrl = /^https?:\/\/[!#-;=?-[\]_a-z~A-Z]+$/;
const parseRedirectUrl = (url) => {
	if (url instanceof URL) return url.href;
	if (validRedirectUrl.test(url)) return url;
	return new URL(url).href;
};
const validRedirectStatuses = new Set([
	301,
	302,
	303,
	307,
	308
]);
Object.defineProperty(Response$1, "redirect", {
	value: function redirect(url, status = 302) {
		if (!validRedirectStatuses.has(status)) throw new RangeError("Invalid status code");
		return new Response$1(null, {
			status,
			headers: { location: parseRedirectUrl(url) }
		});
	},
	writable: true,
	configurable: true
});
Object.defineProperty(Response$1, "json", {
	value: function json(data, init) {
		const body = JSON.stringify(data);
		if (body === void 0) throw new TypeError("The data is not JSON serializable");
		const initHeaders = init?.headers;
		let headers;
		if (initHeaders) {
			headers = new Headers(initHeaders);
			if (!headers.has("content-type")) headers.set("content-type", "application/json");
		} else headers = { "content-type": "application/json" };
		return new Response$1(body, {
			status: init?.status ?? 200,
			statusText: init?.statusText,
			headers
		});
	},
	writable: true,
	configurable: true
});

//#endregion
//#region src/utils.ts
async function readWithoutBlocking(readPromise) {
	return Promise.race([readPromise, Promise.resolve().then(() => Promise.resolve(void 0))]);
}
function writeFromReadableStreamDefaultReader(reader, writable, currentReadPromise) {
	const cancel = (error) => {
		reader.cancel(error).catch(() => {});
	};
	const stream = writable.stream;
	if (writable.destroyed || stream?.closed || stream?.destroyed) {
		cancel();
		return reader.closed;
	}
	writable.on("close", cancel);
	writable.on("error", cancel);
	(currentReadPromise ?? reader.read()).then(flow, handleStreamError);
	return reader.closed.finally(() => {
		writable.off("close", cancel);
		writable.off("error", cancel);
	});
	function handleStreamError(error) {
		if (error) writable.destroy(error);
	}
	function onDrain() {
		reader.read().then(flow, handleStreamError);
	}
	function flow({ done, value }) {
		try {
			if (done) writable.end();
			else if (!writable.write(value)) writable.once("drain", onDrain);
			else reader.read().then(flow, handleStreamError);
		} catch (e) {
			handleStreamError(e);
		}
	}
}
function writeFromReadableStream(stream, writable) {
	if (stream.locked) throw new TypeError("ReadableStream is locked.");
	else if (writable.destroyed) {
		stream.cancel().catch(() => {});
		return;
	}
	return writeFromReadableStreamDefaultReader(stream.getReader(), writable);
}
const buildOutgoingHttpHeaders = (headers, defaultContentType) => {
	const res = {};
	if (!(headers instanceof Headers)) headers = new Headers(headers ?? void 0);
	if (headers.has("set-cookie")) {
		const cookies = [];
		for (const [k, v] of headers) if (k === "set-cookie") cookies.push(v);
		else res[k] = v;
		if (cookies.length > 0) res["set-cookie"] = cookies;
	} else for (const [k, v] of headers) res[k] = v;
	if (defaultContentType) res["content-type"] ??= defaultContentType;
	return res;
};

//#endregion
//#region src/listener.ts
const outgoingEnded = Symbol("outgoingEnded");
const incomingDraining = Symbol("incomingDraining");
const DRAIN_TIMEOUT_MS = 500;
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
const drainIncoming = (incoming) => {
	const incomingWithDrainState = incoming;
	if (incoming.destroyed || incomingWithDrainState[incomingDraining]) return;
	incomingWithDrainState[incomingDraining] = true;
	if (incoming instanceof external_node_http2_.Http2ServerRequest) {
		try {
			incoming.stream?.close?.(external_node_http2_.constants.NGHTTP2_NO_ERROR);
		} catch {}
		return;
	}
	let bytesRead = 0;
	const cleanup = () => {
		clearTimeout(timer);
		incoming.off("data", onData);
		incoming.off("end", cleanup);
		incoming.off("error", cleanup);
	};
	const forceClose = () => {
		cleanup();
		const socket = incoming.socket;
		if (socket && !socket.destroyed) {
			if (typeof socket.destroySoon === "function") socket.destroySoon();
			else if (typeof socket.destroy === "function") socket.destroy();
		}
	};
	const timer = setTimeout(forceClose, DRAIN_TIMEOUT_MS);
	timer.unref?.();
	const onData = (chunk) => {
		bytesRead += chunk.length;
		if (bytesRead > MAX_DRAIN_BYTES) forceClose();
	};
	incoming.on("data", onData);
	incoming.on("end", cleanup);
	incoming.on("error", cleanup);
	incoming.resume();
};
const makeCloseHandler = (req, incoming, outgoing, needsBodyCleanup) => () => {
	if (incoming.errored) {
		recordBodyBufferedBeforeDisconnect(incoming);
		req[abortRequest](incoming.errored.toString());
	} else if (!outgoing.writableFinished || incoming instanceof external_node_http2_.Http2ServerRequest && incoming.aborted) {
		recordBodyBufferedBeforeDisconnect(incoming);
		req[abortRequest]("Client connection prematurely closed.");
	}
	if (needsBodyCleanup && !incoming.readableEnded) setTimeout(() => {
		if (!incoming.readableEnded) setTimeout(() => {
			drainIncoming(incoming);
		});
	});
};
const isImmediateCacheableResponse = (res) => {
	if (!(cacheKey in res)) return false;
	const body = res[cacheKey][1];
	return body === null || typeof body === "string" || body instanceof Uint8Array;
};
const handleRequestError = () => new Response(null, { status: 400 });
const handleFetchError = (e) => new Response(null, { status: e instanceof Error && (e.name === "TimeoutError" || e.constructor.name === "TimeoutError") ? 504 : 500 });
const handleResponseError = (e, outgoing) => {
	const err = e instanceof Error ? e : new Error("unknown error", { cause: e });
	if (err.code === "ERR_STREAM_PREMATURE_CLOSE") console.info("The user aborted a request.");
	else {
		console.error(e);
		if (!outgoing.headersSent) {
			if (outgoing instanceof external_node_http_.ServerResponse) outgoing._contentLength = null;
			outgoing.writeHead(500, { "Content-Type": "text/plain" });
		}
		outgoing.end(`Error: ${err.message}`);
		outgoing.destroy(err);
	}
};
const flushHeaders = (outgoing) => {
	if ("flushHeaders" in outgoing && outgoing.writable) outgoing.flushHeaders();
};
const trySetContentLength = (outgoing, status, length) => {
	const http1 = outgoing;
	if (http1._contentLength === null && http1._hasBody && http1.useChunkedEncodingByDefault && !http1._removedContLen && status >= 200 && status !== 204 && status !== 304 && !outgoing.hasHeader("content-length") && !outgoing.hasHeader("transfer-encoding") && !outgoing.hasHeader("trailer")) {
		http1._contentLength = length;
		return true;
	}
	return false;
};
const writeDefaultHeaders = (outgoing, status, length) => {
	if (trySetContentLength(outgoing, status, length)) outgoing.writeHead(status, { "Content-Type": defaultContentType });
	else outgoing.writeHead(status, {
		"Content-Type": defaultContentType,
		"Content-Length": length
	});
};
const responseViaCache = async (res, outgoing) => {
	let [status, body, header] = res[cacheKey];
	if (!header) {
		if (body === null) {
			outgoing.writeHead(status);
			outgoing.end();
		} else if (typeof body === "string") {
			writeDefaultHeaders(outgoing, status, Buffer.byteLength(body));
			outgoing.end(body);
		} else if (body instanceof Uint8Array) {
			writeDefaultHeaders(outgoing, status, body.byteLength);
			outgoing.end(body);
		} else if (body instanceof Blob) {
			writeDefaultHeaders(outgoing, status, body.size);
			outgoing.end(new Uint8Array(await body.arrayBuffer()));
		} else {
			outgoing.writeHead(status, { "Content-Type": defaultContentType });
			flushHeaders(outgoing);
			await writeFromReadableStream(body, outgoing)?.catch((e) => handleResponseError(e, outgoing));
		}
		outgoing[outgoingEnded]?.();
		return;
	}
	let hasContentLength = false;
	let plainHeaders = false;
	let canAutoLength = true;
	if (header instanceof Headers) {
		hasContentLength = header.has("content-length");
		header = buildOutgoingHttpHeaders(header, body === null ? void 0 : defaultContentType);
	} else if (Array.isArray(header)) {
		const headerObj = new Headers(header);
		hasContentLength = headerObj.has("content-length");
		header = buildOutgoingHttpHeaders(headerObj, body === null ? void 0 : defaultContentType);
	} else {
		plainHeaders = true;
		for (const key in header) {
			if (key.length === 14 && key.toLowerCase() === "content-length") {
				hasContentLength = true;
				break;
			}
			if (key.length === 17 && key.toLowerCase() === "transfer-encoding" || key.length === 7 && key.toLowerCase() === "trailer") canAutoLength = false;
		}
	}
	if (!hasContentLength) {
		let length;
		if (typeof body === "string") length = Buffer.byteLength(body);
		else if (body instanceof Uint8Array) length = body.byteLength;
		else if (body instanceof Blob) length = body.size;
		if (length !== void 0 && (!plainHeaders || !canAutoLength || !trySetContentLength(outgoing, status, length))) {
			if (plainHeaders) header = { ...header };
			header["Content-Length"] = length;
		}
	}
	outgoing.writeHead(status, header);
	if (body == null) outgoing.end();
	else if (typeof body === "string" || body instanceof Uint8Array) outgoing.end(body);
	else if (body instanceof Blob) outgoing.end(new Uint8Array(await body.arrayBuffer()));
	else {
		flushHeaders(outgoing);
		await writeFromReadableStream(body, outgoing)?.catch((e) => handleResponseError(e, outgoing));
	}
	outgoing[outgoingEnded]?.();
};
const isPromise = (res) => typeof res.then === "function";
const responseViaResponseObject = async (res, outgoing, options = {}) => {
	if (isPromise(res)) if (options.errorHandler) try {
		res = await res;
	} catch (err) {
		const errRes = await options.errorHandler(err);
		if (!errRes) return;
		res = errRes;
	}
	else res = await res.catch(handleFetchError);
	if (cacheKey in res) return responseViaCache(res, outgoing);
	const resHeaderRecord = buildOutgoingHttpHeaders(res.headers, res.body === null ? void 0 : defaultContentType);
	if (res.body) {
		const reader = res.body.getReader();
		const values = [];
		let done = false;
		let currentReadPromise = void 0;
		if (resHeaderRecord["transfer-encoding"] !== "chunked") {
			let maxReadCount = 2;
			for (let i = 0; i < maxReadCount; i++) {
				currentReadPromise ||= reader.read();
				const chunk = await readWithoutBlocking(currentReadPromise);
				if (!chunk) {
					if (i === 1) {
						await new Promise((resolve) => setTimeout(resolve));
						maxReadCount = 3;
						continue;
					}
					break;
				}
				currentReadPromise = void 0;
				if (chunk.value) values.push(chunk.value);
				if (chunk.done) {
					done = true;
					break;
				}
			}
			if (done && !("content-length" in resHeaderRecord)) resHeaderRecord["content-length"] = values.reduce((acc, value) => acc + value.length, 0);
		}
		outgoing.writeHead(res.status, resHeaderRecord);
		values.forEach((value) => {
			outgoing.write(value);
		});
		if (done) outgoing.end();
		else {
			if (values.length === 0) flushHeaders(outgoing);
			await writeFromReadableStreamDefaultReader(reader, outgoing, currentReadPromise);
		}
	} else if (resHeaderRecord[X_ALREADY_SENT]) {} else {
		outgoing.writeHead(res.status, resHeaderRecord);
		outgoing.end();
	}
	outgoing[outgoingEnded]?.();
};
const getRequestListener = (fetchCallback, options = {}) => {
	const autoCleanupIncoming = options.autoCleanupIncoming ?? true;
	if (options.overrideGlobalObjects !== false && global.Request !== Request$1) {
		Object.defineProperty(global, "Request", { value: Request$1 });
		Object.defineProperty(global, "Response", { value: Response$1 });
	}
	return async (incoming, outgoing) => {
		let res, req;
		let needsBodyCleanup = false;
		let closeHandlerAttached = false;
		const ensureCloseHandler = () => {
			if (!req || closeHandlerAttached) return;
			closeHandlerAttached = true;
			outgoing.on("close", makeCloseHandler(req, incoming, outgoing, needsBodyCleanup));
		};
		try {
			req = newRequest(incoming, options.hostname);
			needsBodyCleanup = autoCleanupIncoming && !(incoming.method === "GET" || incoming.method === "HEAD");
			if (needsBodyCleanup) {
				incoming[wrapBodyStream] = true;
				if (incoming instanceof external_node_http2_.Http2ServerRequest) outgoing[outgoingEnded] = () => {
					if (!incoming.readableEnded) setTimeout(() => {
						if (!incoming.readableEnded) setTimeout(() => {
							incoming.destroy();
							outgoing.destroy();
						});
					});
				};
			}
			res = fetchCallback(req, {
				incoming,
				outgoing
			});
			if (!isPromise(res) && isImmediateCacheableResponse(res)) {
				if (needsBodyCleanup && !incoming.readableEnded) outgoing.once("finish", () => {
					if (!incoming.readableEnded) drainIncoming(incoming);
				});
				return responseViaCache(res, outgoing);
			}
			ensureCloseHandler();
		} catch (e) {
			if (!res) if (options.errorHandler) {
				ensureCloseHandler();
				res = await options.errorHandler(req ? e : toRequestError(e));
				if (!res) return;
			} else if (!req) res = handleRequestError();
			else res = handleFetchError(e);
			else return handleResponseError(e, outgoing);
		}
		try {
			return await responseViaResponseObject(res, outgoing, options);
		} catch (e) {
			return handleResponseError(e, outgoing);
		}
	};
};

//#endregion
//#region src/websocket.ts
/**
* @link https://developer.mozilla.org/en-US/docs/Web/API/CloseEvent
*/
const CloseEvent = globalThis.CloseEvent ?? class extends Event {
	#eventInitDict;
	constructor(type, eventInitDict = {}) {
		super(type, eventInitDict);
		this.#eventInitDict = eventInitDict;
	}
	get wasClean() {
		return this.#eventInitDict.wasClean ?? false;
	}
	get code() {
		return this.#eventInitDict.code ?? 0;
	}
	get reason() {
		return this.#eventInitDict.reason ?? "";
	}
};
/**
* Node.js has no global `ErrorEvent`, unlike `Event`/`MessageEvent`/`CloseEvent`.
* @link https://developer.mozilla.org/en-US/docs/Web/API/ErrorEvent
*/
const ErrorEvent = globalThis.ErrorEvent ?? class extends Event {
	#eventInitDict;
	constructor(type, eventInitDict = {}) {
		super(type, eventInitDict);
		this.#eventInitDict = eventInitDict;
	}
	get message() {
		return this.#eventInitDict.message ?? "";
	}
	get filename() {
		return this.#eventInitDict.filename ?? "";
	}
	get lineno() {
		return this.#eventInitDict.lineno ?? 0;
	}
	get colno() {
		return this.#eventInitDict.colno ?? 0;
	}
	get error() {
		return this.#eventInitDict.error ?? null;
	}
};
const generateConnectionSymbol = () => Symbol("connection");
const CONNECTION_SYMBOL_KEY = Symbol("CONNECTION_SYMBOL_KEY");
const WAIT_FOR_WEBSOCKET_SYMBOL = Symbol("WAIT_FOR_WEBSOCKET_SYMBOL");
const responseHeadersToSkip = new Set([
	"connection",
	"content-length",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
	"sec-websocket-accept",
	"sec-websocket-extensions",
	"sec-websocket-protocol"
]);
const appendResponseHeaders = (headers, responseHeaders) => {
	if (!responseHeaders) return;
	responseHeaders.forEach((value, key) => {
		if (responseHeadersToSkip.has(key.toLowerCase())) return;
		headers.push(`${key}: ${value}`);
	});
};
const rejectUpgradeRequest = (socket, status, responseHeaders) => {
	if (socket.destroyed) return;
	const responseLines = ["Connection: close", "Content-Length: 0"];
	appendResponseHeaders(responseLines, responseHeaders);
	socket.end(`HTTP/1.1 ${status.toString()} ${STATUS_CODES[status] ?? ""}\r\n${responseLines.join("\r\n")}\r\n\r
`);
};
const createUpgradeRequest = (request) => {
	const protocol = request.socket.encrypted ? "https" : "http";
	const incomingUrl = request.url ?? "/";
	let url;
	if (incomingUrl[0] !== "/" && (incomingUrl.startsWith("http://") || incomingUrl.startsWith("https://"))) {
		validateRequestTarget(incomingUrl);
		url = new URL(incomingUrl).href;
	} else url = buildUrl(protocol, request.headers.host ?? "localhost", incomingUrl);
	const headers = new Headers();
	for (const key in request.headers) {
		const value = request.headers[key];
		if (!value) continue;
		headers.append(key, Array.isArray(value) ? value[0] : value);
	}
	return new Request(url, { headers });
};
const setupWebSocket = (options) => {
	const { server, fetchCallback, wss } = options;
	const waiterMap = /* @__PURE__ */ new Map();
	wss.on("connection", (ws, request) => {
		const waiter = waiterMap.get(request);
		if (waiter) {
			waiter.resolve(ws);
			waiterMap.delete(request);
		}
	});
	const rejectWaiter = (request) => {
		const waiter = waiterMap.get(request);
		if (waiter) {
			waiterMap.delete(request);
			waiter.reject(/* @__PURE__ */ new Error("WebSocket handshake aborted"));
		}
	};
	const waitForWebSocket = (request, connectionSymbol) => {
		return new Promise((resolve, reject) => {
			waiterMap.set(request, {
				resolve,
				reject,
				connectionSymbol
			});
		});
	};
	server.on("upgrade", async (request, socket, head) => {
		if (request.headers.upgrade?.toLowerCase() !== "websocket") return;
		const ignoreSocketError = () => {};
		const reclaimWaiterOnClose = () => rejectWaiter(request);
		socket.on("error", ignoreSocketError);
		socket.once("close", reclaimWaiterOnClose);
		const env = {
			incoming: request,
			outgoing: void 0,
			wss,
			[WAIT_FOR_WEBSOCKET_SYMBOL]: waitForWebSocket
		};
		let status = 400;
		let responseHeaders;
		try {
			const response = await fetchCallback(createUpgradeRequest(request), env);
			if (response instanceof Response) {
				status = response.status;
				responseHeaders = response.headers;
			}
		} catch (error) {
			if (server.listenerCount("upgrade") === 1) rejectUpgradeRequest(socket, error instanceof RequestError ? 400 : 500);
			return;
		}
		if (socket.destroyed) {
			rejectWaiter(request);
			return;
		}
		const waiter = waiterMap.get(request);
		if (!waiter || waiter.connectionSymbol !== env[CONNECTION_SYMBOL_KEY]) {
			rejectWaiter(request);
			if (server.listenerCount("upgrade") === 1) rejectUpgradeRequest(socket, status, responseHeaders);
			return;
		}
		const addResponseHeaders = (headers) => {
			appendResponseHeaders(headers, responseHeaders);
		};
		wss.on("headers", addResponseHeaders);
		try {
			wss.handleUpgrade(request, socket, head, (ws) => {
				socket.off("close", reclaimWaiterOnClose);
				socket.off("error", ignoreSocketError);
				wss.emit("connection", ws, request);
			});
		} finally {
			wss.off("headers", addResponseHeaders);
		}
	});
	server.on("close", () => {
		wss.close();
	});
};
const upgradeWebSocket = defineWebSocketHelper(async (c, events, options) => {
	if (c.req.header("upgrade")?.toLowerCase() !== "websocket") return;
	const env = c.env;
	const waitForWebSocket = env[WAIT_FOR_WEBSOCKET_SYMBOL];
	if (!waitForWebSocket || !env.incoming) return new Response(null, { status: 500 });
	const connectionSymbol = generateConnectionSymbol();
	env[CONNECTION_SYMBOL_KEY] = connectionSymbol;
	(async () => {
		let ws;
		try {
			ws = await waitForWebSocket(env.incoming, connectionSymbol);
		} catch {
			return;
		}
		const messagesReceivedInStarting = [];
		const bufferMessage = (data, isBinary) => {
			messagesReceivedInStarting.push([data, isBinary]);
		};
		ws.on("message", bufferMessage);
		const ctx = {
			binaryType: "arraybuffer",
			close(code, reason) {
				ws.close(code, reason);
			},
			protocol: ws.protocol,
			raw: ws,
			get readyState() {
				return ws.readyState;
			},
			send(source, opts) {
				ws.send(source, { compress: opts?.compress });
			},
			url: new URL(c.req.url)
		};
		try {
			events?.onOpen?.(new Event("open"), ctx);
		} catch (e) {
			(options?.onError ?? console.error)(e);
		}
		const handleMessage = (data, isBinary) => {
			const datas = Array.isArray(data) ? data : [data];
			for (const data of datas) try {
				events?.onMessage?.(new MessageEvent("message", { data: isBinary ? data instanceof ArrayBuffer ? data : data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) : typeof data === "string" ? data : Buffer.from(data).toString("utf-8") }), ctx);
			} catch (e) {
				(options?.onError ?? console.error)(e);
			}
		};
		ws.off("message", bufferMessage);
		for (const message of messagesReceivedInStarting) handleMessage(...message);
		ws.on("message", (data, isBinary) => {
			handleMessage(data, isBinary);
		});
		ws.on("close", (code, reason) => {
			try {
				events?.onClose?.(new CloseEvent("close", {
					code,
					reason: reason.toString()
				}), ctx);
			} catch (e) {
				(options?.onError ?? console.error)(e);
			}
		});
		ws.on("error", (error) => {
			try {
				events?.onError?.(new ErrorEvent("error", { error }), ctx);
			} catch (e) {
				(options?.onError ?? console.error)(e);
			}
		});
	})();
	return new Response();
});

//#endregion
//#region src/server.ts
const createAdaptorServer = (options) => {
	const fetchCallback = options.fetch;
	const requestListener = getRequestListener(fetchCallback, {
		hostname: options.hostname,
		overrideGlobalObjects: options.overrideGlobalObjects,
		autoCleanupIncoming: options.autoCleanupIncoming
	});
	const server = (options.createServer || createServer)(options.serverOptions || {}, requestListener);
	if (options.websocket && options.websocket.server) {
		if (options.websocket.server.options.noServer !== true) throw new Error("WebSocket server must be created with { noServer: true } option");
		setupWebSocket({
			server,
			fetchCallback,
			wss: options.websocket.server
		});
	}
	return server;
};
const serve = (options, listeningListener) => {
	const server = createAdaptorServer(options);
	server.listen(options?.port ?? 3e3, options.hostname, () => {
		const serverInfo = server.address();
		listeningListener && listeningListener(serverInfo);
	});
	return server;
};

//#endregion

;// CONCATENATED MODULE: ./node_modules/@hono/node-server/dist/utils/response.mjs


//#region src/utils/response.ts
const RESPONSE_ALREADY_SENT = new Response(null, { headers: { [X_ALREADY_SENT]: "true" } });

//#endregion

;// CONCATENATED MODULE: ./node_modules/hono/dist/http-exception.js
//#region src/http-exception.ts
/**
* `HTTPException` must be used when a fatal error such as authentication failure occurs.
*
* @see {@link https://hono.dev/docs/api/exception}
*
* @param {StatusCode} status - status code of HTTPException
* @param {HTTPExceptionOptions} options - options of HTTPException
* @param {HTTPExceptionOptions["res"]} options.res - response of options of HTTPException
* @param {HTTPExceptionOptions["message"]} options.message - message of options of HTTPException
* @param {HTTPExceptionOptions["cause"]} options.cause - cause of options of HTTPException
*
* @example
* ```ts
* import { HTTPException } from 'hono/http-exception'
*
* // ...
*
* app.post('/auth', async (c, next) => {
*   // authentication
*   if (authorized === false) {
*     throw new HTTPException(401, { message: 'Custom error message' })
*   }
*   await next()
* })
* ```
*/
var http_exception_HTTPException = class extends Error {
	res;
	status;
	/**
	* Creates an instance of `HTTPException`.
	* @param status - HTTP status code for the exception. Defaults to 500.
	* @param options - Additional options for the exception.
	*/
	constructor(status = 500, options) {
		super(options?.message, { cause: options?.cause });
		this.res = options?.res;
		this.status = status;
	}
	/**
	* Returns the response object associated with the exception.
	* If a response object is not provided, a new response is created with the error message and status code.
	* @returns The response object.
	*/
	getResponse() {
		if (this.res) return new Response(this.res.body, {
			status: this.status,
			headers: this.res.headers
		});
		return new Response(this.message, { status: this.status });
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/request/constants.js
//#region src/request/constants.ts
const GET_MATCH_RESULT = Symbol();
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/buffer.js

//#region src/utils/buffer.ts
/**
* @module
* Buffer utility.
*/
const equal = (a, b) => {
	if (a === b) return true;
	if (a.byteLength !== b.byteLength) return false;
	const va = new DataView(a);
	const vb = new DataView(b);
	let i = va.byteLength;
	while (i--) if (va.getUint8(i) !== vb.getUint8(i)) return false;
	return true;
};
const constantTimeEqualString = (a, b) => {
	const aLen = a.length;
	const bLen = b.length;
	const maxLen = Math.max(aLen, bLen);
	let out = aLen ^ bLen;
	for (let i = 0; i < maxLen; i++) {
		const aChar = i < aLen ? a.charCodeAt(i) : 0;
		const bChar = i < bLen ? b.charCodeAt(i) : 0;
		out |= aChar ^ bChar;
	}
	return out === 0;
};
const timingSafeEqualString = async (a, b, hashFunction) => {
	if (!hashFunction) hashFunction = sha256;
	const [sa, sb] = await Promise.all([hashFunction(a), hashFunction(b)]);
	if (sa == null || sb == null || typeof sa !== "string" || typeof sb !== "string") return false;
	const hashEqual = constantTimeEqualString(sa, sb);
	const originalEqual = constantTimeEqualString(a, b);
	return hashEqual && originalEqual;
};
const timingSafeEqual = async (a, b, hashFunction) => {
	if (typeof a === "string" && typeof b === "string") return timingSafeEqualString(a, b, hashFunction);
	if (!hashFunction) hashFunction = sha256;
	const [sa, sb] = await Promise.all([hashFunction(a), hashFunction(b)]);
	if (!sa || !sb || typeof sa !== "string" || typeof sb !== "string") return false;
	return timingSafeEqualString(sa, sb);
};
const bufferToString = (buffer) => {
	if (buffer instanceof ArrayBuffer) return new TextDecoder("utf-8").decode(buffer);
	return buffer;
};
const bufferToFormData = (arrayBuffer, contentType) => {
	return new Response(arrayBuffer, { headers: { "Content-Type": contentType.replace(/^[^;]+/, (mediaType) => mediaType.toLowerCase()) } }).formData();
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/body.js

//#region src/utils/body.ts
const MAX_NESTED_OBJECTS = 1e4;
const isRawRequest = (request) => "headers" in request;
const parseBody = async (request, options = Object.create(null)) => {
	const { all = false, dot = false } = options;
	const mediaType = (isRawRequest(request) ? request.headers : request.raw.headers).get("Content-Type")?.split(";")[0].trim().toLowerCase();
	if (mediaType === "multipart/form-data" || mediaType === "application/x-www-form-urlencoded") return parseFormData(request, {
		all,
		dot
	});
	return {};
};
/**
* Parses form data from a request.
*
* @template T - The type of the parsed body data.
* @param {HonoRequest | Request} request - The request object containing form data.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {Promise<T>} The parsed body data.
*/
async function parseFormData(request, options) {
	if (!isRawRequest(request) && request.bodyCache.formData) return convertFormDataToBodyData(await request.bodyCache.formData, options);
	const headers = isRawRequest(request) ? request.headers : request.raw.headers;
	const arrayBuffer = await request.arrayBuffer();
	const formDataPromise = bufferToFormData(arrayBuffer, headers.get("Content-Type") || "");
	if (!isRawRequest(request)) request.bodyCache.formData = formDataPromise;
	const formData = await formDataPromise;
	if (formData) return convertFormDataToBodyData(formData, options);
	return {};
}
/**
* Converts form data to body data based on the provided options.
*
* @template T - The type of the parsed body data.
* @param {FormData} formData - The form data to convert.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {T} The converted body data.
*/
function convertFormDataToBodyData(formData, options) {
	const form = Object.create(null);
	const nestingState = { count: 0 };
	formData.forEach((value, key) => {
		if (!(options.all || key.endsWith("[]"))) form[key] = value;
		else handleParsingAllValues(form, key, value);
	});
	if (options.dot) Object.entries(form).forEach(([key, value]) => {
		if (key.includes(".")) {
			handleParsingNestedValues(form, key, value, nestingState);
			delete form[key];
		}
	});
	return form;
}
/**
* Handles parsing all values for a given key, supporting multiple values as arrays.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The key to parse.
* @param {FormDataEntryValue} value - The value to assign.
*/
const handleParsingAllValues = (form, key, value) => {
	if (form[key] !== void 0) {
		if (Array.isArray(form[key])) form[key].push(value);
		else form[key] = [form[key], value];
	} else if (!key.endsWith("[]")) form[key] = value;
	else form[key] = [value];
};
/**
* Handles parsing nested values using dot notation keys.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The dot notation key.
* @param {BodyDataValue} value - The value to assign.
* @param {{ count: number }} state - The state object tracking nesting depth.
*/
const handleParsingNestedValues = (form, key, value, state) => {
	if (/(?:^|\.)__proto__\./.test(key)) return;
	let nestedForm = form;
	const keys = key.split(".", 34);
	if (keys.length > 33) throwNestingLimitExceeded();
	keys.forEach((key, index) => {
		if (index === keys.length - 1) nestedForm[key] = value;
		else {
			if (!nestedForm[key] || typeof nestedForm[key] !== "object" || Array.isArray(nestedForm[key]) || nestedForm[key] instanceof File) {
				if (state.count++ >= MAX_NESTED_OBJECTS) throwNestingLimitExceeded();
				nestedForm[key] = Object.create(null);
			}
			nestedForm = nestedForm[key];
		}
	});
};
const throwNestingLimitExceeded = () => {
	throw new Error("Nesting limit exceeded");
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/url.js
//#region src/utils/url.ts
const splitPath = (path) => {
	const paths = path.split("/");
	if (paths[0] === "") paths.shift();
	return paths;
};
const url_splitRoutingPath = (routePath) => {
	const { groups, path } = extractGroupsFromPath(routePath);
	const paths = splitPath(path);
	return replaceGroupMarks(paths, groups);
};
const extractGroupsFromPath = (path) => {
	const groups = [];
	path = path.replace(/\{[^}]+\}/g, (match, index) => {
		const mark = `@${index}`;
		groups.push([mark, match]);
		return mark;
	});
	return {
		groups,
		path
	};
};
const replaceGroupMarks = (paths, groups) => {
	for (let i = groups.length - 1; i >= 0; i--) {
		const [mark] = groups[i];
		for (let j = paths.length - 1; j >= 0; j--) if (paths[j].includes(mark)) {
			paths[j] = paths[j].replace(mark, groups[i][1]);
			break;
		}
	}
	return paths;
};
const patternCache = {};
const url_getPattern = (label, next) => {
	if (label === "*") return "*";
	const match = label.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
	if (match) {
		const cacheKey = `${label}#${next}`;
		if (!patternCache[cacheKey]) {
			if (match[2]) patternCache[cacheKey] = next && next[0] !== ":" && next[0] !== "*" ? [
				cacheKey,
				match[1],
				new RegExp(`^${match[2]}(?=/${next})`)
			] : [
				label,
				match[1],
				new RegExp(`^${match[2]}$`)
			];
			else patternCache[cacheKey] = [
				label,
				match[1],
				true
			];
		}
		return patternCache[cacheKey];
	}
	return null;
};
const tryDecode = (str, decoder) => {
	try {
		return decoder(str);
	} catch {
		return str.replace(/(?:%[0-9A-Fa-f]{2})+/g, (match) => {
			try {
				return decoder(match);
			} catch {
				return match;
			}
		});
	}
};
/**
* Try to apply decodeURI() to given string.
* If it fails, skip invalid percent encoding or invalid UTF-8 sequences, and apply decodeURI() to the rest as much as possible.
* @param str The string to decode.
* @returns The decoded string that sometimes contains undecodable percent encoding.
* @example
* tryDecodeURI('Hello%20World') // 'Hello World'
* tryDecodeURI('Hello%20World/%A4%A2') // 'Hello World/%A4%A2'
*/
const tryDecodeURI = (str) => tryDecode(str, decodeURI);
const decodeURIWithPreservedPercent = (value) => decodeURI(value.includes("%25") ? value.replace(/%25/g, "%2525") : value);
const getPath = (request) => {
	const url = request.url;
	const start = url.indexOf("/", url.indexOf(":") + 4);
	let i = start;
	for (; i < url.length; i++) {
		const charCode = url.charCodeAt(i);
		if (charCode === 37) {
			const queryIndex = url.indexOf("?", i);
			const hashIndex = url.indexOf("#", i);
			const end = queryIndex === -1 ? hashIndex === -1 ? void 0 : hashIndex : hashIndex === -1 ? queryIndex : Math.min(queryIndex, hashIndex);
			const path = url.slice(start, end);
			const decoded = tryDecode(path, decodeURIWithPreservedPercent);
			if (/%(?![0-9A-Fa-f]{2})/.test(path)) {
				const rewritten = new URL("http://localhost");
				rewritten.pathname = decoded.replace(/[\\\t\n\r]/g, encodeURIComponent);
				if (tryDecode(rewritten.pathname, decodeURIWithPreservedPercent) !== decoded) return tryDecode(path.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"), decodeURIWithPreservedPercent);
			}
			return decoded;
		} else if (charCode === 63 || charCode === 35) break;
	}
	return url.slice(start, i);
};
/**
* @deprecated
* Use the `URL` API instead.
*/
const getQueryStrings = (url) => {
	const queryIndex = url.indexOf("?", 8);
	if (queryIndex === -1) return "";
	const hashIndex = url.indexOf("#", 8);
	return hashIndex === -1 ? url.slice(queryIndex) : queryIndex < hashIndex ? url.slice(queryIndex, hashIndex) : "";
};
const getPathNoStrict = (request) => {
	const result = getPath(request);
	return result.length > 1 && result.at(-1) === "/" ? result.slice(0, -1) : result;
};
/**
* Merge paths.
* @param {string[]} ...paths - The paths to merge.
* @returns {string} The merged path.
* @example
* mergePath('/api', '/users') // '/api/users'
* mergePath('/api/', '/users') // '/api/users'
* mergePath('/api', '/') // '/api'
* mergePath('/api/', '/') // '/api/'
*/
const mergePath = (base, sub, ...rest) => {
	if (rest.length) sub = mergePath(sub, ...rest);
	return `${base?.[0] === "/" ? "" : "/"}${base}${sub === "/" ? "" : `${base?.at(-1) === "/" ? "" : "/"}${sub?.[0] === "/" ? sub.slice(1) : sub}`}`;
};
const checkOptionalParameter = (path) => {
	if (path.charCodeAt(path.length - 1) !== 63 || !path.includes(":")) return null;
	const segments = path.split("/");
	const results = [];
	let basePath = "";
	segments.forEach((segment) => {
		if (segment !== "" && !/\:/.test(segment)) basePath += "/" + segment;
		else if (/\:/.test(segment)) {
			if (segment.charCodeAt(segment.length - 1) === 63) {
				if (results.length === 0 && basePath === "") results.push("/");
				else results.push(basePath);
				const optionalSegment = segment.slice(0, -1);
				basePath += "/" + optionalSegment;
				results.push(basePath);
			} else basePath += "/" + segment;
		}
	});
	return results.filter((v, i, a) => a.indexOf(v) === i);
};
const tryDecodeURIComponent = (str) => str.indexOf("%") !== -1 ? tryDecode(str, decodeURIComponent_) : str;
const _decodeURI = (value) => {
	if (value.indexOf("+") !== -1) value = value.replace(/\+/g, " ");
	return tryDecodeURIComponent(value);
};
const _getQueryParam = (url, key, multiple) => {
	const hashIndex = url.indexOf("#", 8);
	if (hashIndex !== -1) url = url.slice(0, hashIndex);
	let encoded;
	if (!multiple && key && !/[%+&=]/.test(key)) {
		const queryIndex = url.indexOf("?", 8);
		let keyIndex = queryIndex;
		if (keyIndex === -1) return;
		if (!url.startsWith(key, keyIndex + 1)) keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		while (keyIndex !== -1) {
			const trailingKeyCode = url.charCodeAt(keyIndex + key.length + 1);
			if (trailingKeyCode === 61 || trailingKeyCode === 38 || isNaN(trailingKeyCode)) {
				if (keyIndex > queryIndex && /(?:^|&)[^=&]*[%+]/.test(url.slice(queryIndex + 1, keyIndex))) break;
				if (trailingKeyCode === 61) {
					const valueIndex = keyIndex + key.length + 2;
					const endIndex = url.indexOf("&", valueIndex);
					return _decodeURI(url.slice(valueIndex, endIndex === -1 ? void 0 : endIndex));
				}
				return "";
			}
			keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		}
		encoded = /[%+]/.test(url);
		if (!encoded) return;
	}
	const results = Object.create(null);
	encoded ??= /[%+]/.test(url);
	let keyIndex = url.indexOf("?", 8);
	while (keyIndex !== -1) {
		const nextKeyIndex = url.indexOf("&", keyIndex + 1);
		let valueIndex = url.indexOf("=", keyIndex);
		if (valueIndex > nextKeyIndex && nextKeyIndex !== -1) valueIndex = -1;
		let name = url.slice(keyIndex + 1, valueIndex === -1 ? nextKeyIndex === -1 ? void 0 : nextKeyIndex : valueIndex);
		if (encoded) name = _decodeURI(name);
		keyIndex = nextKeyIndex;
		if (name === "") continue;
		let value;
		if (valueIndex === -1) value = "";
		else {
			value = url.slice(valueIndex + 1, nextKeyIndex === -1 ? void 0 : nextKeyIndex);
			if (encoded) value = _decodeURI(value);
		}
		if (multiple) {
			if (!(results[name] && Array.isArray(results[name]))) results[name] = [];
			results[name].push(value);
		} else results[name] ??= value;
	}
	return key ? results[key] : results;
};
const getQueryParam = _getQueryParam;
const getQueryParams = (url, key) => {
	return _getQueryParam(url, key, true);
};
const decodeURIComponent_ = decodeURIComponent;
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/request.js




//#region src/request.ts
var HonoRequest = class {
	/**
	* `.raw` can get the raw Request object.
	*
	* @see {@link https://hono.dev/docs/api/request#raw}
	*
	* @example
	* ```ts
	* // For Cloudflare Workers
	* app.post('/', async (c) => {
	*   const metadata = c.req.raw.cf?.hostMetadata?
	*   ...
	* })
	* ```
	*/
	raw;
	#validatedData;
	#matchResult;
	routeIndex = 0;
	/**
	* `.path` can get the pathname of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#path}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const pathname = c.req.path // `/about/me`
	* })
	* ```
	*/
	path;
	bodyCache = {};
	constructor(request, path = "/", matchResult = [[]]) {
		this.raw = request;
		this.path = path;
		this.#matchResult = matchResult;
	}
	param(key) {
		return key ? this.#getDecodedParam(key) : this.#getAllDecodedParams();
	}
	#getDecodedParam(key) {
		const paramKey = this.#matchResult[0][this.routeIndex]?.[1][key];
		const param = this.#getParamValue(paramKey);
		return param && tryDecodeURIComponent(param);
	}
	#getAllDecodedParams() {
		const decoded = {};
		const keys = Object.keys(this.#matchResult[0][this.routeIndex]?.[1] ?? {});
		for (const key of keys) {
			const value = this.#getParamValue(this.#matchResult[0][this.routeIndex][1][key]);
			if (value !== void 0) decoded[key] = tryDecodeURIComponent(value);
		}
		return decoded;
	}
	#getParamValue(paramKey) {
		return this.#matchResult[1] ? this.#matchResult[1][paramKey] : paramKey;
	}
	query(key) {
		return getQueryParam(this.url, key);
	}
	queries(key) {
		return getQueryParams(this.url, key);
	}
	header(name) {
		if (name) return this.raw.headers.get(name) ?? void 0;
		const headerData = Object.create(null);
		this.raw.headers.forEach((value, key) => {
			headerData[key] = value;
		});
		return headerData;
	}
	async parseBody(options) {
		return parseBody(this, options);
	}
	#cachedBody = (key) => {
		const { bodyCache, raw } = this;
		const cachedBody = bodyCache[key];
		if (cachedBody) return cachedBody;
		for (const anyCachedKey in bodyCache) return bodyCache[anyCachedKey].then((body) => {
			if (anyCachedKey === "json") body = JSON.stringify(body);
			const contentType = anyCachedKey === "formData" ? void 0 : raw.headers.get("content-type");
			return new Response(body, { headers: contentType ? { "Content-Type": contentType } : void 0 })[key]();
		});
		return bodyCache[key] = raw[key]();
	};
	/**
	* `.json()` can parse Request body of type `application/json`
	*
	* @see {@link https://hono.dev/docs/api/request#json}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.json()
	* })
	* ```
	*/
	json() {
		return this.#cachedBody("text").then((text) => JSON.parse(text));
	}
	/**
	* `.text()` can parse Request body of type `text/plain`
	*
	* @see {@link https://hono.dev/docs/api/request#text}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.text()
	* })
	* ```
	*/
	text() {
		return this.#cachedBody("text");
	}
	/**
	* `.arrayBuffer()` parse Request body as an `ArrayBuffer`
	*
	* @see {@link https://hono.dev/docs/api/request#arraybuffer}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.arrayBuffer()
	* })
	* ```
	*/
	arrayBuffer() {
		return this.#cachedBody("arrayBuffer");
	}
	/**
	* `.bytes()` parses the request body as a `Uint8Array`.
	*
	* @see {@link https://hono.dev/docs/api/request#bytes}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.bytes()
	* })
	* ```
	*/
	bytes() {
		return this.#cachedBody("arrayBuffer").then((buffer) => new Uint8Array(buffer));
	}
	/**
	* Parses the request body as a `Blob`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.blob();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#blob
	*/
	blob() {
		return this.#cachedBody("blob");
	}
	/**
	* Parses the request body as `FormData`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.formData();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#formdata
	*/
	formData() {
		return this.#cachedBody("formData");
	}
	/**
	* Adds validated data to the request.
	*
	* @param target - The target of the validation.
	* @param data - The validated data to add.
	*/
	addValidatedData(target, data) {
		(this.#validatedData ??= {})[target] = data;
	}
	valid(target) {
		return this.#validatedData?.[target];
	}
	/**
	* `.url` can get the request url strings.
	*
	* @see {@link https://hono.dev/docs/api/request#url}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const url = c.req.url // `http://localhost:8787/about/me`
	*   ...
	* })
	* ```
	*/
	get url() {
		return this.raw.url;
	}
	/**
	* `.method` can get the method name of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#method}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const method = c.req.method // `GET`
	* })
	* ```
	*/
	get method() {
		return this.raw.method;
	}
	get [GET_MATCH_RESULT]() {
		return this.#matchResult;
	}
	/**
	* `.matchedRoutes` can return a matched route in the handler
	*
	* @deprecated
	*
	* Use matchedRoutes helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#matchedroutes}
	*
	* @example
	* ```ts
	* app.use('*', async function logger(c, next) {
	*   await next()
	*   c.req.matchedRoutes.forEach(({ handler, method, path }, i) => {
	*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
	*     console.log(
	*       method,
	*       ' ',
	*       path,
	*       ' '.repeat(Math.max(10 - path.length, 0)),
	*       name,
	*       i === c.req.routeIndex ? '<- respond from here' : ''
	*     )
	*   })
	* })
	* ```
	*/
	get matchedRoutes() {
		return this.#matchResult[0].map(([[, route]]) => route);
	}
	/**
	* `.routePath` can retrieve the path registered within the handler
	*
	* @deprecated
	*
	* Use routePath helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#routepath}
	*
	* @example
	* ```ts
	* app.get('/posts/:id', (c) => {
	*   return c.json({ path: c.req.routePath })
	* })
	* ```
	*/
	get routePath() {
		return this.#matchResult[0].map(([[, route]]) => route)[this.routeIndex].path;
	}
};
/**
* Clones a HonoRequest's underlying raw Request object.
*
* This utility handles both consumed and unconsumed request bodies:
* - If the request body hasn't been consumed, it uses the native `clone()` method
* - If the request body has been consumed, it reconstructs a new Request using cached body data
*
* This is particularly useful when you need to:
* - Process the same request body multiple times
* - Pass requests to external services after validation
*
* @param req - The HonoRequest object to clone
* @returns A Promise that resolves to a new Request object with the same properties
* @throws {HTTPException} If the request body was consumed directly via `req.raw`
*   without using HonoRequest methods (e.g., `req.json()`, `req.text()`), making it
*   impossible to reconstruct the body from cache
*
* @example
* ```ts
* // Clone after consuming the body (e.g., after validation)
* app.post('/forward',
*   validator('json', (data) => data),
*   async (c) => {
*     const validated = c.req.valid('json')
*     // Body has been consumed, but cloneRawRequest still works
*     const clonedReq = await cloneRawRequest(c.req)
*     return fetch('http://backend-service.com', clonedReq)
*   }
* )
* ```
*/
const cloneRawRequest = async (req) => {
	if (!req.raw.bodyUsed) return req.raw.clone();
	const cacheKey = Object.keys(req.bodyCache)[0];
	if (!cacheKey) throw new HTTPException(500, { message: "Cannot clone request: body was already consumed and not cached. Please use HonoRequest methods (e.g., req.json(), req.text()) instead of consuming req.raw directly." });
	let body = await req[cacheKey]();
	const headers = req.header();
	if (cacheKey === "json") {
		body = JSON.stringify(body);
		delete headers["content-length"];
	} else if (body instanceof FormData) {
		delete headers["content-type"];
		delete headers["content-length"];
	}
	const requestInit = {
		body,
		cache: req.raw.cache,
		credentials: req.raw.credentials,
		headers,
		integrity: req.raw.integrity,
		keepalive: req.raw.keepalive,
		method: req.method,
		mode: req.raw.mode,
		redirect: req.raw.redirect,
		referrer: req.raw.referrer,
		referrerPolicy: req.raw.referrerPolicy,
		signal: req.raw.signal
	};
	return new Request(req.url, requestInit);
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/html.js
//#region src/utils/html.ts
/**
* @module
* HTML utility.
*/
const HtmlEscapedCallbackPhase = {
	Stringify: 1,
	BeforeStream: 2,
	Stream: 3
};
const raw = (value, callbacks) => {
	const escapedString = new String(value);
	escapedString.isEscaped = true;
	escapedString.callbacks = callbacks;
	return escapedString;
};
const escapeRe = /[&<>'"]/;
const stringBufferToString = async (buffer, callbacks) => {
	let str = "";
	callbacks ||= [];
	const resolvedBuffer = await Promise.all(buffer);
	for (let i = resolvedBuffer.length - 1;; i--) {
		str += resolvedBuffer[i];
		i--;
		if (i < 0) break;
		let r = resolvedBuffer[i];
		if (r == null || typeof r === "boolean") continue;
		if (typeof r === "number") {
			str += r;
			continue;
		}
		if (typeof r === "object") callbacks.push(...r.callbacks || []);
		const isEscaped = r.isEscaped;
		r = await (typeof r === "object" ? r.toString() : r);
		if (typeof r === "object") callbacks.push(...r.callbacks || []);
		if (r.isEscaped ?? isEscaped) str += r;
		else {
			const buf = [str];
			escapeToBuffer(r, buf);
			str = buf[0];
		}
	}
	return raw(str, callbacks);
};
const escapeToBuffer = (str, buffer) => {
	const match = str.search(escapeRe);
	if (match === -1) {
		buffer[0] += str;
		return;
	}
	let escape;
	let index;
	let lastIndex = 0;
	for (index = match; index < str.length; index++) {
		switch (str.charCodeAt(index)) {
			case 34:
				escape = "&quot;";
				break;
			case 39:
				escape = "&#39;";
				break;
			case 38:
				escape = "&amp;";
				break;
			case 60:
				escape = "&lt;";
				break;
			case 62:
				escape = "&gt;";
				break;
			default: continue;
		}
		buffer[0] += str.substring(lastIndex, index) + escape;
		lastIndex = index + 1;
	}
	buffer[0] += str.substring(lastIndex, index);
};
const resolveCallbackSync = (str) => {
	const callbacks = str.callbacks;
	if (!callbacks?.length) return str;
	const buffer = [str];
	const context = {};
	callbacks.forEach((c) => c({
		phase: HtmlEscapedCallbackPhase.Stringify,
		buffer,
		context
	}));
	return buffer[0];
};
const resolveCallback = async (str, phase, preserveCallbacks, context, buffer) => {
	if (typeof str === "object" && !(str instanceof String)) {
		if (!(str instanceof Promise)) str = str.toString();
		if (str instanceof Promise) str = await str;
	}
	const callbacks = str.callbacks;
	if (!callbacks?.length) return Promise.resolve(str);
	if (buffer) buffer[0] += str;
	else buffer = [str];
	const resStr = Promise.all(callbacks.map((c) => c({
		phase,
		buffer,
		context
	}))).then((res) => Promise.all(res.filter(Boolean).map((str) => resolveCallback(str, phase, false, context, buffer))).then(() => buffer[0]));
	if (preserveCallbacks) return raw(await resStr, callbacks);
	else return resStr;
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/context.js


//#region src/context.ts
const TEXT_PLAIN = "text/plain; charset=UTF-8";
const setDefaultContentType = (contentType, headers) => {
	return {
		"Content-Type": contentType,
		...headers
	};
};
const createResponseInstance = (body, init) => new Response(body, init);
var Context = class {
	#rawRequest;
	#req;
	/**
	* `.env` can get bindings (environment variables, secrets, KV namespaces, D1 database, R2 bucket etc.) in Cloudflare Workers.
	*
	* @see {@link https://hono.dev/docs/api/context#env}
	*
	* @example
	* ```ts
	* // Environment object for Cloudflare Workers
	* app.get('*', async c => {
	*   const counter = c.env.COUNTER
	* })
	* ```
	*/
	env = {};
	#var;
	finalized = false;
	/**
	* `.error` can get the error object from the middleware if the Handler throws an error.
	*
	* @see {@link https://hono.dev/docs/api/context#error}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   await next()
	*   if (c.error) {
	*     // do something...
	*   }
	* })
	* ```
	*/
	error;
	#status;
	#executionCtx;
	#res;
	#layout;
	#renderer;
	#notFoundHandler;
	#preparedHeaders;
	#matchResult;
	#path;
	/**
	* Creates an instance of the Context class.
	*
	* @param req - The Request object.
	* @param options - Optional configuration options for the context.
	*/
	constructor(req, options) {
		this.#rawRequest = req;
		if (options) {
			this.#executionCtx = options.executionCtx;
			this.env = options.env;
			this.#notFoundHandler = options.notFoundHandler;
			this.#path = options.path;
			this.#matchResult = options.matchResult;
		}
	}
	/**
	* `.req` is the instance of {@link HonoRequest}.
	*/
	get req() {
		this.#req ??= new HonoRequest(this.#rawRequest, this.#path, this.#matchResult);
		return this.#req;
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#event}
	* The FetchEvent associated with the current request.
	*
	* @throws Will throw an error if the context does not have a FetchEvent.
	*/
	get event() {
		if (this.#executionCtx && "respondWith" in this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no FetchEvent");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#executionctx}
	* The ExecutionContext associated with the current request.
	*
	* @throws Will throw an error if the context does not have an ExecutionContext.
	*/
	get executionCtx() {
		if (this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no ExecutionContext");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#res}
	* The Response object for the current request.
	*/
	get res() {
		return this.#res ||= createResponseInstance(null, { headers: this.#preparedHeaders ??= new Headers() });
	}
	/**
	* Sets the Response object for the current request.
	*
	* @param _res - The Response object to set.
	*/
	set res(_res) {
		if (this.#res && _res) {
			_res = createResponseInstance(_res.body, _res);
			for (const [k, v] of this.#res.headers.entries()) {
				if (k === "content-type") continue;
				if (k === "set-cookie") {
					const cookies = this.#res.headers.getSetCookie();
					_res.headers.delete("set-cookie");
					for (const cookie of cookies) _res.headers.append("set-cookie", cookie);
				} else _res.headers.set(k, v);
			}
		}
		this.#res = _res;
		this.finalized = true;
	}
	/**
	* `.render()` can create a response within a layout.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   return c.render('Hello!')
	* })
	* ```
	*/
	render = (...args) => {
		this.#renderer ??= (content) => this.html(content);
		return this.#renderer(...args);
	};
	/**
	* Sets the layout for the response.
	*
	* @param layout - The layout to set.
	* @returns The layout function.
	*/
	setLayout = (layout) => this.#layout = layout;
	/**
	* Gets the current layout for the response.
	*
	* @returns The current layout function.
	*/
	getLayout = () => this.#layout;
	/**
	* `.setRenderer()` can set the layout in the custom middleware.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```tsx
	* app.use('*', async (c, next) => {
	*   c.setRenderer((content) => {
	*     return c.html(
	*       <html>
	*         <body>
	*           <p>{content}</p>
	*         </body>
	*       </html>
	*     )
	*   })
	*   await next()
	* })
	* ```
	*/
	setRenderer = (renderer) => {
		this.#renderer = renderer;
	};
	/**
	* `.header()` can set headers.
	*
	* @see {@link https://hono.dev/docs/api/context#header}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*
	*   // Append multiple headers using the append option (e.g. Vary)
	*   c.header('Vary', 'Accept-Encoding', { append: true })
	*   c.header('Vary', 'User-Agent', { append: true })
	*
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	header = (name, value, options) => {
		if (this.finalized && !this.#res.bodyUsed) this.#res = createResponseInstance(this.#res.body, this.#res);
		const headers = this.#res ? this.#res.headers : this.#preparedHeaders ??= new Headers();
		if (value === void 0) headers.delete(name);
		else if (options?.append) headers.append(name, value);
		else headers.set(name, value);
	};
	status = (status) => {
		this.#status = status;
	};
	/**
	* `.set()` can set the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   c.set('message', 'Hono is hot!!')
	*   await next()
	* })
	* ```
	*/
	set = (key, value) => {
		this.#var ??= /* @__PURE__ */ new Map();
		this.#var.set(key, value);
	};
	/**
	* `.get()` can use the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   const message = c.get('message')
	*   return c.text(`The message is "${message}"`)
	* })
	* ```
	*/
	get = (key) => {
		return this.#var ? this.#var.get(key) : void 0;
	};
	/**
	* `.var` can access the value of a variable.
	*
	* @see {@link https://hono.dev/docs/api/context#var}
	*
	* @example
	* ```ts
	* const result = c.var.client.oneMethod()
	* ```
	*/
	get var() {
		if (!this.#var) return {};
		return Object.fromEntries(this.#var);
	}
	#newResponse(data, arg, headers) {
		let responseHeaders = this.#res ? new Headers(this.#res.headers) : this.#preparedHeaders;
		if (typeof arg === "object" && arg.headers) {
			responseHeaders ??= new Headers();
			for (const [key, value] of new Headers(arg.headers)) if (key === "set-cookie") responseHeaders.append(key, value);
			else responseHeaders.set(key, value);
		}
		if (headers) {
			if (!responseHeaders) {
				let count = 0;
				for (const k in headers) if (++count > 1 || typeof headers[k] !== "string") {
					responseHeaders = new Headers();
					break;
				}
			}
			if (responseHeaders) for (const k in headers) {
				const v = headers[k];
				if (typeof v === "string") responseHeaders.set(k, v);
				else {
					responseHeaders.delete(k);
					for (const v2 of v) responseHeaders.append(k, v2);
				}
			}
		}
		const status = typeof arg === "number" ? arg : arg?.status ?? this.#status;
		return createResponseInstance(data, {
			status,
			headers: responseHeaders ?? headers
		});
	}
	newResponse = (...args) => this.#newResponse(...args);
	/**
	* `.body()` can return the HTTP response.
	* You can set headers with `.header()` and set HTTP status code with `.status`.
	* This can also be set in `.text()`, `.json()` and so on.
	*
	* @see {@link https://hono.dev/docs/api/context#body}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*   // Set HTTP status code
	*   c.status(201)
	*
	*   // Return the response body
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	body = (data, arg, headers) => this.#newResponse(data, arg, headers);
	/**
	* `.text()` can render text as `Content-Type:text/plain`.
	*
	* @see {@link https://hono.dev/docs/api/context#text}
	*
	* @example
	* ```ts
	* app.get('/say', (c) => {
	*   return c.text('Hello!')
	* })
	* ```
	*/
	text = (text, arg, headers) => {
		return !this.#preparedHeaders && !this.#status && !arg && !headers && !this.finalized ? new Response(text) : this.#newResponse(text, arg, setDefaultContentType(TEXT_PLAIN, headers));
	};
	/**
	* `.json()` can render JSON as `Content-Type:application/json`.
	*
	* @see {@link https://hono.dev/docs/api/context#json}
	*
	* @example
	* ```ts
	* app.get('/api', (c) => {
	*   return c.json({ message: 'Hello!' })
	* })
	* ```
	*/
	json = (object, arg, headers) => {
		return this.#newResponse(JSON.stringify(object), arg, setDefaultContentType("application/json", headers));
	};
	html = (html, arg, headers) => {
		const res = (html) => this.#newResponse(html, arg, setDefaultContentType("text/html; charset=UTF-8", headers));
		return typeof html === "object" ? resolveCallback(html, HtmlEscapedCallbackPhase.Stringify, false, {}).then(res) : res(html);
	};
	/**
	* `.redirect()` can Redirect, default status code is 302.
	*
	* @see {@link https://hono.dev/docs/api/context#redirect}
	*
	* @example
	* ```ts
	* app.get('/redirect', (c) => {
	*   return c.redirect('/')
	* })
	* app.get('/redirect-permanently', (c) => {
	*   return c.redirect('/', 301)
	* })
	* ```
	*/
	redirect = (location, status) => {
		const locationString = String(location);
		this.header("Location", !/[^\x00-\xFF]/.test(locationString) ? locationString : encodeURI(locationString));
		return this.newResponse(null, status ?? 302);
	};
	/**
	* `.notFound()` can return the Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/context#notfound}
	*
	* @example
	* ```ts
	* app.get('/notfound', (c) => {
	*   return c.notFound()
	* })
	* ```
	*/
	notFound = () => {
		this.#notFoundHandler ??= () => createResponseInstance();
		return this.#notFoundHandler(this);
	};
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/compose.js
//#region src/compose.ts
/**
* Compose middleware functions into a single function based on `koa-compose` package.
*
* @template E - The environment type.
*
* @param {[[Function, unknown], unknown][] | [[Function]][]} middleware - An array of middleware functions and their corresponding parameters.
* @param {ErrorHandler<E>} [onError] - An optional error handler function.
* @param {NotFoundHandler<E>} [onNotFound] - An optional not-found handler function.
*
* @returns {(context: Context, next?: Next) => Promise<Context>} - A composed middleware function.
*/
const compose = (middleware, onError, onNotFound) => {
	return (context, next) => {
		let index = -1;
		return dispatch(0);
		/**
		* Dispatch the middleware functions.
		*
		* @param {number} i - The current index in the middleware array.
		*
		* @returns {Promise<Context>} - A promise that resolves to the context.
		*/
		async function dispatch(i) {
			if (i <= index) throw new Error("next() called multiple times");
			index = i;
			let res;
			let isError = false;
			let handler;
			if (middleware[i]) {
				handler = middleware[i][0][0];
				context.req.routeIndex = i;
			} else handler = i === middleware.length && next || void 0;
			if (handler) try {
				res = await handler(context, () => dispatch(i + 1));
			} catch (err) {
				if (err instanceof Error && onError) {
					context.error = err;
					res = await onError(err, context);
					isError = true;
				} else throw err;
			}
			else if (context.finalized === false && onNotFound) res = await onNotFound(context);
			if (res && (context.finalized === false || isError)) context.res = res;
			return context;
		}
	};
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/helper/route/index.js


//#region src/helper/route/index.ts
/**
* Get matched routes in the handler
*
* @param {Context} c - The context object
* @returns An array of matched routes
*
* @example
* ```ts
* import { matchedRoutes } from 'hono/route'
*
* app.use('*', async function logger(c, next) {
*   await next()
*   matchedRoutes(c).forEach(({ handler, method, path }, i) => {
*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
*     console.log(
*       method,
*       ' ',
*       path,
*       ' '.repeat(Math.max(10 - path.length, 0)),
*       name,
*       i === c.req.routeIndex ? '<- respond from here' : ''
*     )
*   })
* })
* ```
*/
const matchedRoutes = (c) => c.req[GET_MATCH_RESULT][0].map(([[, route]]) => route);
/**
* Get the route path registered within the handler
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The route path registered within the handler
*
* @example
* ```ts
* import { routePath } from 'hono/route'
*
* app.use('*', (c, next) => {
*   console.log(routePath(c)) // '*'
*   console.log(routePath(c, -1)) // '/posts/:id'
*   return next()
* })
*
* app.get('/posts/:id', (c) => {
*   return c.text(routePath(c)) // '/posts/:id'
* })
* ```
*/
const routePath = (c, index) => matchedRoutes(c).at(index ?? c.req.routeIndex)?.path ?? "";
/**
* Get the basePath of the as-is route specified by routing.
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The basePath of the as-is route specified by routing.
*
* @example
* ```ts
* import { baseRoutePath } from 'hono/route'
*
* const app = new Hono()
*
* const subApp = new Hono()
* subApp.get('/posts/:id', (c) => {
*   return c.text(baseRoutePath(c)) // '/:sub'
* })
*
* app.route('/:sub', subApp)
* ```
*/
const baseRoutePath = (c, index) => matchedRoutes(c).at(index ?? c.req.routeIndex)?.basePath ?? "";
/**
* Get the basePath with embedded parameters
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The basePath with embedded parameters.
*
* @example
* ```ts
* import { basePath } from 'hono/route'
*
* const app = new Hono()
*
* const subApp = new Hono()
* subApp.get('/posts/:id', (c) => {
*   return c.text(basePath(c)) // '/requested-sub-app-path'
* })
*
* app.route('/:sub', subApp)
* ```
*/
const basePathCacheMap = /* @__PURE__ */ new WeakMap();
const basePath = (c, index) => {
	index ??= c.req.routeIndex;
	const cache = basePathCacheMap.get(c) || [];
	if (typeof cache[index] === "string") return cache[index];
	let result;
	const rp = baseRoutePath(c, index);
	if (!/[:*]/.test(rp)) result = rp;
	else {
		const paths = splitRoutingPath(rp);
		const reqPath = c.req.path;
		let basePathLength = 0;
		for (let i = 0, len = paths.length; i < len; i++) {
			const pattern = getPattern(paths[i], paths[i + 1]);
			if (pattern) {
				const re = pattern[2] === true || pattern === "*" ? /[^\/]+/ : pattern[2];
				const restPath = reqPath.substring(basePathLength + 1);
				const segment = restPath.split("/", 1)[0];
				basePathLength += (restPath.match(re)?.[0] ?? (re.test(segment) ? segment : "")).length;
			} else basePathLength += paths[i].length;
			basePathLength += 1;
		}
		result = reqPath.substring(0, basePathLength);
	}
	cache[index] = result;
	basePathCacheMap.set(c, cache);
	return result;
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router.js
//#region src/router.ts
/**
* @module
* This module provides types definitions and variables for the routers.
*/
/**
* Constant representing all HTTP methods in uppercase.
*/
const METHOD_NAME_ALL = "ALL";
/**
* Constant representing all HTTP methods in lowercase.
*/
const METHOD_NAME_ALL_LOWERCASE = "all";
/**
* Array of supported HTTP methods.
*/
const METHODS = [
	"get",
	"post",
	"put",
	"delete",
	"options",
	"patch",
	"query"
];
/**
* Error message indicating that a route cannot be added because the matcher is already built.
*/
const MESSAGE_MATCHER_IS_ALREADY_BUILT = "Can not add a route since the matcher is already built.";
/**
* Error class representing an unsupported path error.
*/
var UnsupportedPathError = class extends Error {};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/constants.js
//#region src/utils/constants.ts
/**
* Constant used to mark a composed handler.
*/
const COMPOSED_HANDLER = "__COMPOSED_HANDLER";
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/utils/mount.js



//#region src/utils/mount.ts
const countTrailingSlashes = (path) => {
	let index = path.length;
	while (index > 0 && path.charCodeAt(index - 1) === 47) index--;
	return path.length - index;
};
const getPathPrefixLength = (c, pathPrefix, routePath) => {
	if (!/[:*]/.test(pathPrefix)) return pathPrefix.length;
	const path = c.req.path;
	const matchResult = c.req[GET_MATCH_RESULT];
	const paramNames = /* @__PURE__ */ new Set();
	let length = 0;
	for (const part of url_splitRoutingPath(pathPrefix)) {
		if (part[0] === ":" && part.endsWith("}?")) throw new Error(`mount(): Optional regular expression parameters are not supported in "${routePath}".`);
		const pattern = url_getPattern(part);
		if (pattern && pattern !== "*") {
			const name = pattern[1];
			if (paramNames.has(name)) throw new Error(`mount(): Duplicate path parameter "${name}" in "${routePath}".`);
			paramNames.add(name);
		}
		if (pattern && pattern !== "*" && pattern[2] !== true) {
			const value = matchResult.length === 2 ? matchResult[1][matchResult[0][c.req.routeIndex][1][pattern[1]]] : matchResult[0][c.req.routeIndex][1][pattern[1]];
			length += value.length + 1;
		} else if (pattern || part.endsWith("*")) {
			const end = path.indexOf("/", length + 1);
			length = end === -1 ? path.length : end;
		} else length += part.length + 1;
	}
	return length;
};
const createMountedRequest = (c, pathPrefix, routePath) => {
	if (/[^/]\*$/.test(routePath)) throw new Error(`mount(): Wildcard must follow "/" in "${routePath}".`);
	const prefixLength = getPathPrefixLength(c, pathPrefix, routePath);
	const path = c.req.path.slice(prefixLength) || "/";
	if (prefixLength > c.req.path.length || path[0] !== "/" || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) throw new http_exception_HTTPException(400, { message: "Invalid mounted path" });
	const rawUrl = c.req.raw.url;
	if (/^[^/?#]*\/\/[^/?#\\]*[?#\\]/.test(rawUrl)) throw new http_exception_HTTPException(400, { message: "Invalid mounted path" });
	const rawPathEnd = rawUrl.search(/[?#]/);
	const rawTrailingSlashes = countTrailingSlashes(rawPathEnd === -1 ? rawUrl : rawUrl.slice(0, rawPathEnd));
	if (rawTrailingSlashes > 1 && countTrailingSlashes(c.req.path) === rawTrailingSlashes - 1) throw new http_exception_HTTPException(400, { message: "Invalid mounted path" });
	const url = new URL(rawUrl);
	url.pathname = path.replace(/[\\\t\n\r]/g, encodeURIComponent);
	if (path.includes("%")) {}
	return new Request(url, c.req.raw);
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/hono-base.js







//#region src/hono-base.ts
/**
* @module
* This module is the base module for the Hono object.
*/
const notFoundHandler = (c) => {
	return c.text("404 Not Found", 404);
};
const errorHandler = (err, c) => {
	if ("getResponse" in err) {
		const res = err.getResponse();
		return c.newResponse(res.body, res);
	}
	console.error(err);
	return c.text("Internal Server Error", 500);
};
var Hono = class Hono {
	get;
	post;
	put;
	delete;
	options;
	patch;
	query;
	all;
	on;
	use;
	router;
	getPath;
	_basePath = "/";
	#path = "/";
	routes = [];
	constructor(options = {}) {
		[...METHODS, "all"].forEach((method) => {
			this[method] = (args1, ...args) => {
				const methodName = method.toUpperCase();
				if (typeof args1 === "string") this.#path = args1;
				else this.#addRoute(methodName, this.#path, args1);
				args.forEach((handler) => {
					this.#addRoute(methodName, this.#path, handler);
				});
				return this;
			};
		});
		this.on = (method, path, ...handlers) => {
			for (const p of [path].flat()) {
				this.#path = p;
				for (const m of [method].flat()) {
					const methodName = m.toUpperCase();
					for (const handler of handlers) this.#addRoute(methodName, this.#path, handler);
				}
			}
			return this;
		};
		this.use = (arg1, ...handlers) => {
			if (typeof arg1 === "string") this.#path = arg1;
			else {
				this.#path = "*";
				handlers.unshift(arg1);
			}
			handlers.forEach((handler) => {
				this.#addRoute("ALL", this.#path, handler);
			});
			return this;
		};
		const { strict, ...optionsWithoutStrict } = options;
		Object.assign(this, optionsWithoutStrict);
		this.getPath = strict ?? true ? options.getPath ?? getPath : getPathNoStrict;
	}
	#clone() {
		const clone = new Hono({
			router: this.router,
			getPath: this.getPath
		});
		clone.errorHandler = this.errorHandler;
		clone.#notFoundHandler = this.#notFoundHandler;
		clone.routes = this.routes;
		return clone;
	}
	#notFoundHandler = notFoundHandler;
	errorHandler = errorHandler;
	/**
	* `.route()` allows grouping other Hono instance in routes.
	*
	* @see {@link https://hono.dev/docs/api/routing#grouping}
	*
	* @param {string} path - base Path
	* @param {Hono} app - other Hono instance
	* @returns {Hono} routed Hono instance
	*
	* @example
	* ```ts
	* const app = new Hono()
	* const app2 = new Hono()
	*
	* app2.get("/user", (c) => c.text("user"))
	* app.route("/api", app2) // GET /api/user
	* ```
	*/
	route(path, app) {
		const subApp = this.basePath(path);
		app.routes.map((r) => {
			let handler;
			if (app.errorHandler === errorHandler) handler = r.handler;
			else {
				handler = async (c, next) => (await compose([], app.errorHandler)(c, () => r.handler(c, next))).res;
				handler[COMPOSED_HANDLER] = r.handler;
			}
			subApp.#addRoute(r.method, r.path, handler, r.basePath);
		});
		return this;
	}
	/**
	* `.basePath()` allows base paths to be specified.
	*
	* @see {@link https://hono.dev/docs/api/routing#base-path}
	*
	* @param {string} path - base Path
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* const api = new Hono().basePath('/api')
	* ```
	*/
	basePath(path) {
		const subApp = this.#clone();
		subApp._basePath = mergePath(this._basePath, path);
		return subApp;
	}
	/**
	* `.onError()` handles an error and returns a customized Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#error-handling}
	*
	* @param {ErrorHandler} handler - request Handler for error
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.onError((err, c) => {
	*   console.error(`${err}`)
	*   return c.text('Custom Error Message', 500)
	* })
	* ```
	*/
	onError = (handler) => {
		this.errorHandler = handler;
		return this;
	};
	/**
	* `.notFound()` allows you to customize a Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#not-found}
	*
	* @param {NotFoundHandler} handler - request handler for not-found
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.notFound((c) => {
	*   return c.text('Custom 404 Message', 404)
	* })
	* ```
	*/
	notFound = (handler) => {
		this.#notFoundHandler = handler;
		return this;
	};
	/**
	* `.mount()` allows you to mount applications built with other frameworks into your Hono application.
	*
	* @deprecated Use `mount()` from `hono/mount` instead. `.mount()` will be removed in v5.
	*
	* @see {@link https://hono.dev/docs/api/hono#mount}
	*
	* @param {string} path - base Path
	* @param {Function} applicationHandler - other Request Handler
	* @param {MountOptions} [options] - options of `.mount()`
	* @returns {Hono} mounted Hono instance
	* @throws {Error} If automatic request rewriting encounters duplicate path parameter names or an optional regular expression parameter.
	* @throws {HTTPException} With status 400 if automatic request rewriting cannot safely preserve the routed path.
	*
	* @example
	* ```ts
	* import { Router as IttyRouter } from 'itty-router'
	* import { Hono } from 'hono'
	* // Create itty-router application
	* const ittyRouter = IttyRouter()
	* // GET /itty-router/hello
	* ittyRouter.get('/hello', () => new Response('Hello from itty-router'))
	*
	* const app = new Hono()
	* app.mount('/itty-router', ittyRouter.handle)
	* ```
	*
	* @example
	* ```ts
	* const app = new Hono()
	* // Send the request to another application without modification.
	* app.mount('/app', anotherApp, {
	*   replaceRequest: (req) => req,
	* })
	* ```
	*/
	mount(path, applicationHandler, options) {
		let replaceRequest;
		let optionHandler;
		if (options) {
			if (typeof options === "function") optionHandler = options;
			else {
				optionHandler = options.optionHandler;
				if (options.replaceRequest === false) replaceRequest = (request) => request;
				else replaceRequest = options.replaceRequest;
			}
		}
		const getOptions = optionHandler ? (c) => {
			const options = optionHandler(c);
			return Array.isArray(options) ? options : [options];
		} : (c) => {
			let executionContext = void 0;
			try {
				executionContext = c.executionCtx;
			} catch {}
			return [c.env, executionContext];
		};
		const defaultReplaceRequest = (c) => {
			const mountedRoutePath = routePath(c);
			return createMountedRequest(c, mountedRoutePath.replace(/\/?\*$/, ""), mountedRoutePath);
		};
		const handler = async (c, next) => {
			const res = await applicationHandler(replaceRequest ? replaceRequest(c.req.raw) : defaultReplaceRequest(c), ...getOptions(c));
			if (res) return res;
			await next();
		};
		this.#addRoute("ALL", mergePath(path, "*"), handler);
		return this;
	}
	#addRoute(method, path, handler, baseRoutePath) {
		path = mergePath(this._basePath, path);
		const r = {
			basePath: baseRoutePath !== void 0 ? mergePath(this._basePath, baseRoutePath) : this._basePath,
			path,
			method,
			handler
		};
		this.router.add(method, path, [handler, r]);
		this.routes.push(r);
	}
	#handleError(err, c) {
		if (err instanceof Error) return this.errorHandler(err, c);
		throw err;
	}
	#dispatch(request, executionCtx, env, method) {
		if (method === "HEAD") return (async () => new Response(null, await this.#dispatch(request, executionCtx, env, "GET")))();
		const path = this.getPath(request, { env });
		const matchResult = this.router.match(method, path);
		const c = new Context(request, {
			path,
			matchResult,
			env,
			executionCtx,
			notFoundHandler: this.#notFoundHandler
		});
		if (matchResult[0].length === 1) {
			let res;
			try {
				res = matchResult[0][0][0][0](c, async () => {
					c.res = await this.#notFoundHandler(c);
				});
			} catch (err) {
				return this.#handleError(err, c);
			}
			return res instanceof Promise ? res.then((resolved) => resolved || (c.finalized ? c.res : this.#notFoundHandler(c))).catch((err) => this.#handleError(err, c)) : res ?? this.#notFoundHandler(c);
		}
		const composed = compose(matchResult[0], this.errorHandler, this.#notFoundHandler);
		return (async () => {
			try {
				const context = await composed(c);
				if (!context.finalized) throw new Error("Context is not finalized. Did you forget to return a Response object or `await next()`?");
				return context.res;
			} catch (err) {
				return this.#handleError(err, c);
			}
		})();
	}
	/**
	* `.fetch()` will be entry point of your app.
	*
	* @see {@link https://hono.dev/docs/api/hono#fetch}
	*
	* @param {Request} request - request Object of request
	* @param {Env} env - env Object
	* @param {ExecutionContext} executionCtx - context of execution
	* @returns {Response | Promise<Response>} response of request
	*
	*/
	fetch = (request, ...rest) => {
		return this.#dispatch(request, rest[1], rest[0], request.method);
	};
	/**
	* `.request()` is a useful method for testing.
	* You can pass a URL or pathname to send a GET request.
	* app will return a Response object.
	* ```ts
	* test('GET /hello is ok', async () => {
	*   const res = await app.request('/hello')
	*   expect(res.status).toBe(200)
	* })
	* ```
	* @see https://hono.dev/docs/api/hono#request
	*/
	request = (input, requestInit, Env, executionCtx) => {
		if (input instanceof Request) return this.fetch(requestInit ? new Request(input, requestInit) : input, Env, executionCtx);
		input = input.toString();
		return this.fetch(new Request(/^https?:\/\//.test(input) ? input : `http://localhost${mergePath("/", input)}`, requestInit), Env, executionCtx);
	};
	/**
	* `.fire()` automatically adds a global fetch event listener.
	* This can be useful for environments that adhere to the Service Worker API, such as non-ES module Cloudflare Workers.
	* @deprecated
	* Use `fire` from `hono/service-worker` instead.
	* ```ts
	* import { Hono } from 'hono'
	* import { fire } from 'hono/service-worker'
	*
	* const app = new Hono()
	* // ...
	* fire(app)
	* ```
	* @see https://hono.dev/docs/api/hono#fire
	* @see https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API
	* @see https://developers.cloudflare.com/workers/reference/migrate-to-module-workers/
	*/
	fire = () => {
		addEventListener("fetch", (event) => {
			event.respondWith(this.#dispatch(event.request, event, void 0, event.request.method));
		});
	};
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/utils.js
//#region src/router/utils.ts
const createNullObject = () => Object.create(null);
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/reg-exp-router/matcher.js

//#region src/router/reg-exp-router/matcher.ts
const emptyParam = [];
function match(method, path) {
	const matchers = this.buildAllMatchers();
	const match = ((method, path) => {
		const matcher = matchers[method] || matchers["ALL"];
		const staticMatch = matcher[2][path];
		if (staticMatch) return staticMatch;
		const match = path.match(matcher[0]);
		if (!match) return [[], emptyParam];
		const index = match.indexOf("", 1);
		return [matcher[1][index], match];
	});
	this.match = match;
	return match(method, path);
}
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/reg-exp-router/node.js

//#region src/router/reg-exp-router/node.ts
const LABEL_REG_EXP_STR = "[^/]+";
const ONLY_WILDCARD_REG_EXP_STR = "[^]*";
const TAIL_WILDCARD_REG_EXP_STR = "(?:|/[^]*)";
const PATH_ERROR = Symbol();
const regExpMetaChars = /* @__PURE__ */ new Set(".\\+*[^]$()");
/**
* Sort order:
* 1. literal
* 2. special pattern (e.g. :label{[0-9]+})
* 3. common label pattern (e.g. :label)
* 4. wildcard
*/
function compareKey(a, b) {
	if (a.length === 1) return b.length === 1 ? a < b ? -1 : 1 : -1;
	if (b.length === 1) return 1;
	if (a === "[^]*" || a === "(?:|/[^]*)") return b === "[^]*" ? -1 : 1;
	else if (b === "[^]*" || b === "(?:|/[^]*)") return -1;
	if (a === "[^/]+") return 1;
	else if (b === "[^/]+") return -1;
	return a.length === b.length ? a < b ? -1 : 1 : b.length - a.length;
}
var Node = class Node {
	#index;
	#varIndex;
	#children = createNullObject();
	insert(tokens, index, paramMap, context, keys) {
		let node = this;
		for (let i = 0, len = tokens.length; i < len; i++) {
			const token = tokens[i];
			const pattern = token.length === 1 ? token === "*" ? i === len - 1 ? [
				"",
				"",
				ONLY_WILDCARD_REG_EXP_STR
			] : [
				"",
				"",
				LABEL_REG_EXP_STR
			] : null : token === "/*" ? [
				"",
				"",
				TAIL_WILDCARD_REG_EXP_STR
			] : token.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
			let nextNode;
			if (pattern) {
				const name = pattern[1];
				let regexpStr = pattern[2] || "[^/]+";
				if (name && pattern[2]) {
					if (new RegExp(regexpStr).test("")) throw PATH_ERROR;
					regexpStr = regexpStr.replace(/^\((?!\?:)(?=[^)]+\)$)/, "(?:");
					if (/\((?!\?:)/.test(regexpStr)) throw PATH_ERROR;
					if (regexpStr.length === 1 && regExpMetaChars.has(regexpStr)) throw PATH_ERROR;
				}
				keys.push(regexpStr);
				nextNode = node.#children[regexpStr];
				if (!nextNode) {
					if (regexpStr !== "[^]*" && regexpStr !== "(?:|/[^]*)") {
						for (const k in node.#children) if ((regexpStr.length > 1 || k.length > 1) && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					}
					nextNode = node.#children[regexpStr] = new Node();
				}
				if (name !== "") {
					nextNode.#varIndex ??= context.varIndex++;
					paramMap.push([name, nextNode.#varIndex]);
				}
			} else {
				keys.push(token);
				nextNode = node.#children[token];
				if (!nextNode) {
					for (const k in node.#children) if (k.length > 1 && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					nextNode = node.#children[token] = new Node();
				}
			}
			node = nextNode;
		}
		if (node.#index !== void 0) throw PATH_ERROR;
		node.#index = index;
	}
	buildRegExpStr() {
		const strList = Object.keys(this.#children).sort(compareKey).map((k) => {
			const c = this.#children[k];
			const childStr = c.buildRegExpStr();
			return childStr === "" ? "" : (typeof c.#varIndex === "number" ? `(${k})@${c.#varIndex}` : regExpMetaChars.has(k) ? `\\${k}` : k) + childStr;
		}).filter(Boolean);
		if (typeof this.#index === "number" && this.#index !== -1) strList.unshift(`#${this.#index}`);
		if (strList.length === 0) return "";
		if (strList.length === 1) return strList[0];
		return "(?:" + strList.join("|") + ")";
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/reg-exp-router/trie.js


//#region src/router/reg-exp-router/trie.ts
var Trie = class {
	#context = { varIndex: 0 };
	#root = new Node();
	#index = 0;
	paths = createNullObject();
	insert(path, isStatic) {
		const keys = [];
		if (isStatic) {
			this.#root.insert(path.split(""), -1, [], this.#context, keys);
			this.paths[path] = [
				-1,
				[],
				keys
			];
			return;
		}
		const paramAssoc = [];
		const groups = [];
		let markedPath = path;
		for (let i = 0;;) {
			let replaced = false;
			markedPath = markedPath.replace(/\{(?:\{[\d,]+\}|[^}])+\}/g, (m) => {
				const mark = `@\\${i}`;
				groups[i] = [mark, m];
				i++;
				replaced = true;
				return mark;
			});
			if (!replaced) break;
		}
		/**
		*  - pattern (:label, :label{0-9]+}, ...)
		*  - /* wildcard
		*  - character
		*/
		const tokens = markedPath.match(/(?::[^\/]+)|(?:\/\*$)|./gs) || [];
		for (let i = groups.length - 1; i >= 0; i--) {
			const [mark] = groups[i];
			for (let j = tokens.length - 1; j >= 0; j--) if (tokens[j].indexOf(mark) !== -1) {
				tokens[j] = tokens[j].replace(mark, groups[i][1]);
				break;
			}
		}
		this.#root.insert(tokens, this.#index, paramAssoc, this.#context, keys);
		this.paths[path] = [
			this.#index++,
			paramAssoc,
			keys
		];
	}
	buildRegExp() {
		let regexp = this.#root.buildRegExpStr();
		if (regexp === "") return [
			/^$/,
			[],
			[]
		];
		let captureIndex = 0;
		const indexReplacementMap = [];
		const paramReplacementMap = [];
		regexp = regexp.replace(/#(\d+)|@(\d+)|\.\*\$/g, (_, handlerIndex, paramIndex) => {
			if (handlerIndex !== void 0) {
				indexReplacementMap[++captureIndex] = Number(handlerIndex);
				return "$()";
			}
			if (paramIndex !== void 0) {
				paramReplacementMap[Number(paramIndex)] = ++captureIndex;
				return "";
			}
			return "";
		});
		return [
			new RegExp(`^${regexp}`),
			indexReplacementMap,
			paramReplacementMap
		];
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/reg-exp-router/router.js






//#region src/router/reg-exp-router/router.ts
function endsWithWildcard(keys) {
	const tail = keys[keys.length - 1];
	return tail === "[^]*" || tail === "(?:|/[^]*)";
}
function covers(wildcard, target) {
	const last = wildcard.length - 1;
	for (let i = 0; i < last; i++) if (wildcard[i] !== target[i]) return false;
	return wildcard[last] === "[^]*" || target.length === last || target[last] === "/";
}
var RegExpRouter = class {
	name = "RegExpRouter";
	#handlers;
	#tries;
	constructor() {
		this.#handlers = { ["ALL"]: [] };
		this.#tries = { ["ALL"]: new Trie() };
	}
	#insertPath(method, path) {
		try {
			this.#tries[method].insert(path, !/\*|\/:/.test(path));
		} catch (e) {
			throw e === PATH_ERROR ? new UnsupportedPathError(path) : e;
		}
	}
	add(method, path, handler) {
		const handlers = this.#handlers;
		if (!handlers) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		const tries = this.#tries;
		if (!handlers[method]) {
			tries[method] = new Trie();
			handlers[method] = [...handlers["ALL"]];
			for (const p in tries["ALL"].paths) this.#insertPath(method, p);
		}
		if (path === "/*") path = "*";
		const methods = method === "ALL" ? Object.keys(handlers) : [method];
		const paths = checkOptionalParameter(path) || [path];
		for (const path of paths) for (const m of methods) {
			if (!tries[m].paths[path]) this.#insertPath(m, path);
			handlers[m].push([handler, path]);
		}
	}
	match = match;
	buildAllMatchers() {
		const matchers = createNullObject();
		for (const method of Object.keys(this.#handlers)) matchers[method] = this.#buildMatcher(method);
		this.#handlers = this.#tries = void 0;
		return matchers;
	}
	#buildMatcher(method) {
		const handlers = this.#handlers[method];
		const trie = this.#tries[method];
		const staticMap = createNullObject();
		const handlerData = [];
		const [regexp, indexReplacementMap, paramReplacementMap] = trie.buildRegExp();
		const own = createNullObject();
		const entries = handlers.map(([h, p], i) => {
			(own[p] ??= []).push(i);
			return [h, trie.paths[p][1].reduceRight((map, [key, varIndex]) => {
				map[key] = paramReplacementMap[varIndex];
				return map;
			}, createNullObject())];
		});
		const wildcards = Object.keys(own).filter((p) => endsWithWildcard(trie.paths[p][2]));
		for (const path in trie.paths) {
			const [index, , keys] = trie.paths[path];
			const indexes = [...own[path]];
			for (const p of wildcards) if (p !== path && covers(trie.paths[p][2], keys)) indexes.push(...own[p]);
			const data = indexes.sort((a, b) => a - b).map((i) => entries[i]);
			if (index === -1) {
				const last = Math.max(-1, ...data.flatMap(([, map]) => Object.values(map)));
				staticMap[path] = [data, last === -1 ? emptyParam : path.match(regexp).slice(0, last + 1)];
			} else handlerData[index] = data;
		}
		return [
			regexp,
			indexReplacementMap.map((i) => handlerData[i]),
			staticMap
		];
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/smart-router/router.js

//#region src/router/smart-router/router.ts
var SmartRouter = class {
	name = "SmartRouter";
	#routers = [];
	#routes = [];
	constructor(init) {
		this.#routers = init.routers;
	}
	add(method, path, handler) {
		if (!this.#routes) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		this.#routes.push([
			method,
			path,
			handler
		]);
	}
	match(method, path) {
		if (!this.#routes) throw new Error("Fatal error");
		const routers = this.#routers;
		const routes = this.#routes;
		const len = routers.length;
		let i = 0;
		let res;
		for (; i < len; i++) {
			const router = routers[i];
			try {
				for (let i = 0, len = routes.length; i < len; i++) router.add(...routes[i]);
				res = router.match(method, path);
			} catch (e) {
				if (e instanceof UnsupportedPathError) continue;
				throw e;
			}
			this.match = router.match.bind(router);
			this.#routers = [router];
			this.#routes = void 0;
			break;
		}
		if (i === len) throw new Error("Fatal error");
		this.name = `SmartRouter + ${this.activeRouter.name}`;
		return res;
	}
	get activeRouter() {
		if (this.#routes || this.#routers.length !== 1) throw new Error("No active router has been determined yet.");
		return this.#routers[0];
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/trie-router/node.js



//#region src/router/trie-router/node.ts
const emptyParams = createNullObject();
let order = 0;
var node_Node = class Node {
	#methods = [];
	#children = createNullObject();
	#patterns = [];
	#pattern;
	#params = emptyParams;
	insert(method, path, handler) {
		let curNode = this;
		const parts = url_splitRoutingPath(path);
		const possibleKeys = /* @__PURE__ */ new Set();
		let i = 0;
		for (const p of parts) {
			const nextP = parts[++i];
			const pattern = url_getPattern(p, nextP) || (nextP === void 0 && p && p.indexOf("*") === p.length - 1 ? p : null);
			const isParam = Array.isArray(pattern);
			const key = isParam ? pattern[0] : pattern || p;
			const child = curNode.#children[key] ||= new Node();
			if (pattern && !child.#pattern) {
				child.#pattern = pattern;
				curNode.#patterns.push(child);
			}
			curNode = child;
			if (isParam) possibleKeys.add(pattern[1]);
		}
		curNode.#methods.push({ [method]: {
			handler,
			possibleKeys: [...possibleKeys],
			score: ++order
		} });
	}
	#pushHandlerSets(handlerSets, node, method, nodeParams, params) {
		for (let i = 0, len = node.#methods.length; i < len; i++) {
			const m = node.#methods[i];
			const handlerSet = m[method] || m["ALL"];
			if (handlerSet) {
				handlerSet.params = createNullObject();
				handlerSets.push(handlerSet);
				for (let i = 0, len = handlerSet.possibleKeys.length; i < len; i++) {
					const key = handlerSet.possibleKeys[i];
					handlerSet.params[key] = params?.[key] && !i ? params[key] : nodeParams[key] ?? params?.[key];
				}
			}
		}
	}
	search(method, path) {
		const handlerSets = [];
		this.#params = emptyParams;
		let curNodes = [this];
		const parts = splitPath(path);
		const curNodesQueue = [];
		const len = parts.length;
		let partOffsets = null;
		for (let i = 0; i < len; i++) {
			const part = parts[i];
			const isLast = i === len - 1;
			const tempNodes = [];
			for (let j = 0, len2 = curNodes.length; j < len2; j++) {
				const node = curNodes[j];
				const nextNode = node.#children[part];
				if (nextNode) {
					nextNode.#params = node.#params;
					if (isLast) {
						if (nextNode.#children["*"]) this.#pushHandlerSets(handlerSets, nextNode.#children["*"], method, node.#params);
						this.#pushHandlerSets(handlerSets, nextNode, method, node.#params);
					} else tempNodes.push(nextNode);
				}
				for (const child of node.#patterns) {
					const pattern = child.#pattern;
					const params = node.#params === emptyParams ? {} : { ...node.#params };
					if (typeof pattern === "string") {
						if (pattern === "*" || part.startsWith(pattern.slice(0, -1))) {
							this.#pushHandlerSets(handlerSets, child, method, node.#params);
							if (pattern === "*") {
								child.#params = params;
								tempNodes.push(child);
							}
						}
						continue;
					}
					const [, name, matcher] = pattern;
					if (!part && matcher === true) continue;
					if (matcher !== true) {
						if (!partOffsets) {
							partOffsets = [];
							let offset = path[0] === "/" ? 1 : 0;
							for (let p = 0; p < len; p++) {
								partOffsets[p] = offset;
								offset += parts[p].length + 1;
							}
						}
						const restPathString = path.slice(partOffsets[i]);
						const m = matcher.exec(restPathString);
						if (m) {
							if (!Object.hasOwn(params, name)) params[name] = m[0];
							this.#pushHandlerSets(handlerSets, child, method, node.#params, params);
							if (m[0].length === restPathString.length && child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, node.#params, params);
							for (const _ in child.#children) {
								child.#params = params;
								const componentCount = m[0].match(/\//g)?.length ?? 0;
								(curNodesQueue[componentCount] ||= []).push(child);
								break;
							}
							continue;
						}
					}
					if (matcher === true || matcher.test(part)) {
						if (!Object.hasOwn(params, name)) params[name] = part;
						if (isLast) {
							this.#pushHandlerSets(handlerSets, child, method, params, node.#params);
							if (child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, params, node.#params);
						} else {
							child.#params = params;
							tempNodes.push(child);
						}
					}
				}
			}
			const shifted = curNodesQueue.shift();
			curNodes = shifted ? tempNodes.concat(shifted) : tempNodes;
		}
		if (handlerSets[1]) handlerSets.sort((a, b) => {
			return a.score - b.score;
		});
		return [handlerSets.map(({ handler, params }) => [handler, params])];
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/trie-router/router.js


//#region src/router/trie-router/router.ts
var TrieRouter = class {
	name = "TrieRouter";
	#node = new node_Node();
	add(method, path, handler) {
		for (const result of checkOptionalParameter(path) || [path]) this.#node.insert(method, result, handler);
	}
	match(method, path) {
		return this.#node.search(method, path);
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/router/trie-router/index.js



;// CONCATENATED MODULE: ./node_modules/hono/dist/hono.js





//#region src/hono.ts
/**
* The Hono class extends the functionality of the HonoBase class.
* It sets up routing and allows for custom options to be passed.
*
* @template E - The environment type.
* @template S - The schema type.
* @template BasePath - The base path type.
*/
var hono_Hono = class extends Hono {
	/**
	* Creates an instance of the Hono class.
	*
	* @param options - Optional configuration options for the Hono instance.
	*/
	constructor(options = {}) {
		super(options);
		this.router = options.router ?? new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
	}
};
//#endregion


;// CONCATENATED MODULE: ./node_modules/hono/dist/index.js


//#region src/index.ts
/**
* @module
*
* Hono - Web Framework built on Web Standards
*
* @example
* ```ts
* import { Hono } from 'hono'
* const app = new Hono()
*
* app.get('/', (c) => c.text('Hono!'))
*
* export default app
* ```
*/
//#endregion


;// CONCATENATED MODULE: ./build/sandbox/answer.js
/** An error with a sentence: `{"detail": "..."}`. */
function refusal(status, detail) {
    return { status, body: { detail } };
}
/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. */
function unprocessable(findings) {
    return { status: 422, body: { detail: findings } };
}

;// CONCATENATED MODULE: ./build/sandbox/check.js
const PLAIN_KINDS = {
    string: { test: value => typeof value === 'string', msg: 'a valid string', type: 'string_type' },
    uuid: { test: isUuid, msg: 'a valid UUID', type: 'uuid_parsing' },
    boolean: { test: value => typeof value === 'boolean', msg: 'a valid boolean', type: 'bool_type' },
    integer: { test: Number.isInteger, msg: 'a valid integer', type: 'int_type' },
    // A number too large for a double is Infinity once it has been parsed.
    number: { test: Number.isFinite, msg: 'a valid number', type: 'float_type' },
    object: { test: isObject, msg: 'a valid object', type: 'dict_type' },
};
/** Whether a value is an identifier in the usual 8-4-4-4-12 form. */
function isUuid(value) {
    return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
/** Whether a value is a JSON object: neither an array nor null. */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/**
 * Everything in which a JSON value differs from its type, at `loc` and below. A message never holds anything
 * of the value, which may be a secret.
 */
function check(value, kind, loc) {
    if (typeof kind === 'string') {
        const { test, msg, type } = PLAIN_KINDS[kind];
        return test(value) ? [] : [{ loc, msg: `Input should be ${msg}`, type }];
    }
    if ('one_of' in kind) {
        if (kind.one_of.some(allowed => allowed === value))
            return [];
        return [{ loc, msg: `Input should be one of ${kind.one_of.join(', ')}`, type: 'enum' }];
    }
    if ('array_of' in kind) {
        if (!Array.isArray(value))
            return [{ loc, msg: 'Input should be a valid array', type: 'list_type' }];
        return value.flatMap((item, index) => check(item, kind.array_of, [...loc, index]));
    }
    return checkMembers(value, kind.members, loc);
}
function checkMembers(value, table, loc) {
    if (!isObject(value))
        return check(value, 'object', loc);
    const fields = Object.entries(table).flatMap(([name, field]) => checkField(value, name, field, [...loc, name]));
    const unknown = Object.keys(value).filter(name => !Object.hasOwn(table, name));
    return [
        ...fields,
        ...unknown.map(name => ({ loc: [...loc, name], msg: 'Unknown field', type: 'extra_forbidden' })),
    ];
}
function checkField(value, name, field, loc) {
    if (!Object.hasOwn(value, name))
        return field.required ? [{ loc, msg: 'Field required', type: 'missing' }] : [];
    if (field.read_only) {
        return [{ loc, msg: 'Read-only: not part of the request', type: 'extra_forbidden' }];
    }
    if (field.nullable && value[name] === null)
        return [];
    return check(value[name], field.kind, loc);
}

;// CONCATENATED MODULE: ./build/sandbox/deployment.js

/** The five values of `source`. */
const SOURCES = [
    'repohost',
    'external_container',
    'internal_container',
    'internal_source',
    'internal_template',
];
/** The values of the list's deployment type filter. */
const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'];
/** The source configuration with every field, null where not given. */
function wholeSourceConfig(given = {}) {
    return {
        integration_id: null,
        repo_url: null,
        build_on_push: null,
        custom_url: null,
        resource_spec: null,
        listener_id: null,
        listener_config: null,
        install_command: null,
        build_command: null,
        ...given,
    };
}
/** The source revision configuration with every field, null where not given. */
function wholeRevisionConfig(given = {}) {
    return {
        repo_ref: null,
        graph_config_path: null,
        image_uri: null,
        source_tarball_path: null,
        repo_commit_sha: null,
        ...given,
    };
}
/** The deployment that a create request makes, as it is at its creation: no active revision yet. */
function newDeployment(request, origin) {
    const created_at = new Date(origin.created_ms).toISOString();
    const image_uri = request.source_revision_config.image_uri ?? null;
    return {
        name: request.name,
        source: request.source,
        source_config: wholeSourceConfig(request.source_config),
        source_revision_config: wholeRevisionConfig({
            ...request.source_revision_config,
            repo_commit_sha: madeUpCommit(request.source, origin.revision_id),
        }),
        secrets: request.secrets,
        id: origin.id,
        tenant_id: origin.tenant_id,
        created_at,
        updated_at: created_at,
        status: 'AWAITING_DATABASE',
        latest_revision_id: origin.revision_id,
        active_revision_id: null,
        secret_references: request.secret_references ?? null,
        image_version: imageVersion(request.source, image_uri),
    };
}
/** A made-up commit of 40 hexadecimal digits for a repository, null for every other source. */
function madeUpCommit(source, revision_id) {
    return source === 'repohost' ? (0,external_node_crypto_.createHash)('sha1').update(revision_id).digest('hex') : null;
}
/** The tag of a container's image, null without one. A port (`host:5000/app`) and a digest are no tags. */
function imageVersion(source, image_uri) {
    if (image_uri === null || !(source === 'external_container' || source === 'internal_container'))
        return null;
    return /:([^:/]+)$/.exec(image_uri.replace(/@.*$/, ''))?.[1] ?? null;
}

;// CONCATENATED MODULE: ./build/sandbox/tables.js

// The request's tables in the interface's own order. "All members are optional in shape" is read as: may be
// left out, but not null. "Nullable" is read as: may be left out, too.
const SECRET = required({ name: 'string', value: 'string' });
const SECRET_REFERENCE = required({ name: 'string', secret_name: 'string', secret_key: 'string' });
const VOLUME = {
    ...optional('string', 'name'),
    ...optional('object', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'),
    ...optional('object', 'nfs', 'projected', 'downwardAPI', 'csi'),
};
const VOLUME_MOUNT = {
    ...optional('string', 'name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'),
    ...optional('boolean', 'readOnly'),
};
const CONTAINER = {
    ...optional('string', 'name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'),
    ...optional({ array_of: 'string' }, 'command', 'args'),
    ...optional({ array_of: { members: { ...optional('string', 'name', 'value'), ...optional('object', 'valueFrom') } } }, 'env'),
    ...optional({ array_of: 'object' }, 'envFrom'),
    ...optional({ members: optional('object', 'limits', 'requests') }, 'resources'),
    ...optional({ array_of: { members: VOLUME_MOUNT } }, 'volumeMounts'),
    ...optional('object', 'securityContext'),
};
const RESOURCE_SPEC = {
    ...optional('integer', 'min_scale', 'max_scale'),
    ...optional('number', 'cpu', 'cpu_limit'),
    ...optional('integer', 'memory_mb', 'memory_limit_mb'),
    ...optional('integer', 'queue_min_scale', 'queue_max_scale'),
    ...optional('number', 'queue_cpu', 'queue_cpu_limit'),
    ...optional('integer', 'queue_memory_mb', 'queue_memory_limit_mb'),
    ...optional('number', 'orchestrator_cpu', 'orchestrator_cpu_limit'),
    ...optional('integer', 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb'),
    ...optional('integer', 'orchestrator_min_scale', 'orchestrator_max_scale'),
    ...optional('number', 'executor_cpu', 'executor_cpu_limit'),
    ...optional('integer', 'executor_memory_mb', 'executor_memory_limit_mb'),
    ...optional('number', 'redis_cpu', 'redis_cpu_limit'),
    ...optional('integer', 'redis_memory_mb', 'redis_memory_limit_mb'),
    ...optional('number', 'db_cpu', 'db_cpu_limit'),
    ...optional('integer', 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections'),
    ...optional('object', 'labels', 'annotations'),
    ...optional('string', 'service_account_name'),
    ...optional({ array_of: { members: optional('string', 'name') } }, 'image_pull_secrets'),
    ...optional({ array_of: { members: VOLUME } }, 'volumes'),
    ...optional({ array_of: { members: VOLUME_MOUNT } }, 'volume_mounts'),
    ...optional({ array_of: { members: CONTAINER } }, 'init_containers', 'sidecars'),
};
const SOURCE_CONFIG = nullable({
    integration_id: 'uuid',
    repo_url: 'string',
    build_on_push: 'boolean',
    custom_url: 'string',
    resource_spec: { members: RESOURCE_SPEC },
    listener_id: 'uuid',
    listener_config: { members: optional('string', 'k8s_namespace') },
    install_command: 'string',
    build_command: 'string',
});
const SOURCE_REVISION_CONFIG = {
    ...nullable({
        repo_ref: 'string',
        graph_config_path: 'string',
        image_uri: 'string',
        source_tarball_path: 'string',
    }),
    repo_commit_sha: { kind: 'string', read_only: true },
};
/** The body of a create request. */
const CREATE_REQUEST = {
    ...required({
        name: 'string',
        source: { one_of: SOURCES },
        source_config: { members: SOURCE_CONFIG },
        source_revision_config: { members: SOURCE_REVISION_CONFIG },
        secrets: { array_of: { members: SECRET } },
    }),
    ...nullable({ secret_references: { array_of: { members: SECRET_REFERENCE } } }),
};
function optional(kind, ...names) {
    return Object.fromEntries(names.map(name => [name, { kind }]));
}
function required(kinds) {
    return withEach(kinds, { required: true });
}
function nullable(kinds) {
    return withEach(kinds, { nullable: true });
}
function withEach(kinds, rest) {
    return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind, ...rest }]));
}

;// CONCATENATED MODULE: ./build/sandbox/create-check.js



// The interface leaves open which source requires which field. This is the sandbox's own choice.
const REQUIREMENTS = {
    repohost: [
        ['source_config', 'integration_id'],
        ['source_config', 'repo_url'],
        ['source_revision_config', 'repo_ref'],
    ],
    external_container: [['source_revision_config', 'image_uri']],
};
/** Judges a create request's body: the request as it may be carried out, or all findings at once. */
function checkCreate(body, repositories) {
    const findings = [
        ...check(body, { members: CREATE_REQUEST }, ['body']),
        ...(isObject(body) ? checkSource(body, repositories) : []),
    ];
    return findings.length > 0 ? { findings } : { request: body };
}
function checkSource(body, repositories) {
    const source = SOURCES.find(known => known === body['source']);
    if (source === undefined)
        return [];
    const required = REQUIREMENTS[source] ?? [];
    return [
        ...required.flatMap(([group, name]) => checkRequired(body, group, name, source)),
        ...checkSecretReferences(body, source),
        ...(source === 'repohost' ? checkRepository(body['source_config'], repositories) : []),
    ];
}
function checkRequired(body, group, name, source) {
    const fields = body[group];
    if (!isObject(fields) || (fields[name] ?? null) !== null)
        return [];
    return [{ loc: ['body', group, name], msg: `Field required for the source ${source}`, type: 'missing' }];
}
function checkSecretReferences(body, source) {
    if (source === 'external_container' || (body['secret_references'] ?? null) === null)
        return [];
    const msg = 'Only applicable for the source external_container';
    return [{ loc: ['body', 'secret_references'], msg, type: 'value_error' }];
}
function checkRepository(sourceConfig, repositories) {
    if (!isObject(sourceConfig))
        return [];
    const { integration_id, repo_url } = sourceConfig;
    if (!isUuid(integration_id) || typeof repo_url !== 'string')
        return [];
    const visible = repositories.filter(record => record.host_integration_id.toLowerCase() === integration_id.toLowerCase());
    if (visible.some(record => record.url === repo_url))
        return [];
    const loc = ['body', 'source_config', visible.length > 0 ? 'repo_url' : 'integration_id'];
    const msg = `No listed repository has this ${visible.length > 0 ? 'URL' : 'integration'}`;
    return [{ loc, msg, type: 'value_error' }];
}

;// CONCATENATED MODULE: ./build/sandbox/create.js


const REFUSALS = {
    conflict: 409,
    bad_request: 400,
    unprocessable: 422,
};
/**
 * The create operation: 201 with the deployment, 422 with all findings, 400 for what is not JSON, or the refusal
 * of a taken name. `late` milliseconds from now the deployment comes to be, at once by default.
 */
function createDeployment(bytes, setting, late) {
    const { state, repositories, taken_names } = setting;
    const parsed = parse(bytes);
    // The parser's own words quote the text, and with it a secret's value.
    if (parsed === undefined)
        return refusal(400, 'The body is not valid JSON');
    const checked = checkCreate(parsed.body, repositories);
    if ('findings' in checked)
        return unprocessable(checked.findings);
    const { request } = checked;
    if (taken_names !== 'accept' && state.isTaken(request.name)) {
        return refusal(REFUSALS[taken_names], `A deployment named ${JSON.stringify(request.name)} already exists`);
    }
    return { status: 201, body: state.create(request, late) };
}
function parse(bytes) {
    try {
        return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
    }
    catch {
        return undefined;
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(8500);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __nccwpck_require__(1692);
;// CONCATENATED MODULE: ./build/sandbox/faults.js
/** An empty queue. */
function openFaults() {
    let queue = [];
    function sweep() {
        queue = queue.filter(({ left }) => left > 0);
    }
    return {
        script(fault) {
            assertSound(fault);
            const { times = 1 } = fault;
            const entry = { fault, left: times === 'forever' ? Number.POSITIVE_INFINITY : times };
            queue.push(entry);
            return () => {
                entry.left = 0;
                sweep();
            };
        },
        take(operation) {
            const entry = queue.find(({ fault: { operation: wanted = 'any' } }) => wanted === 'any' || wanted === operation);
            if (entry === undefined)
                return undefined;
            entry.left -= 1;
            sweep();
            return entry.fault;
        },
    };
}
/** Whether the fault answers in the operation's stead. */
function hasOwnAnswer({ status, headers, body, rewrite }) {
    return [status, headers, body, rewrite].some(part => part !== undefined);
}
/** Whether the operation takes effect as usual, before anything goes wrong. */
function takesEffect(fault) {
    if (fault.commit_after !== undefined)
        return false;
    if (fault.rewrite !== undefined)
        return true;
    if (hasOwnAnswer(fault) || fault.garbage)
        return fault.effect === 'before';
    return fault.drop !== 'before';
}
function assertSound(fault) {
    const { drop, garbage, half, stall, effect, body, rewrite, commit_after } = fault;
    const kinds = [hasOwnAnswer(fault), drop !== undefined, garbage, half, stall].filter(Boolean);
    if (kinds.length > 1)
        throw new Error('A fault is of one kind only');
    if (rewrite && (body !== undefined || effect === 'none')) {
        throw new Error('A fault that rewrites the answer has no other body, and takes effect');
    }
    const atOnce = drop === 'after' || effect === 'before' || rewrite || half || stall;
    if (atOnce && commit_after !== undefined)
        throw new Error('A fault takes effect once only');
}

;// CONCATENATED MODULE: ./build/sandbox/faulty-answer.js




const GARBAGE = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x3c, 0x21, 0x2d, 0x2d]),
};
/**
 * Answers a request under a fault, on the raw response. `effect` carries the operation out, `late` milliseconds
 * from now where given, and returns the real answer. `closing` cuts a delay short. Returns the status that went
 * out, null where none did.
 */
async function answerWithFault(fault, effect, outgoing, closing) {
    const real = takesEffect(fault) ? effect() : undefined;
    if (fault.delay !== undefined) {
        const ended = await (0,promises_.setTimeout)(fault.delay, false, { signal: closing }).catch(() => true);
        if (ended)
            return null;
    }
    if (fault.commit_after !== undefined)
        effect(fault.commit_after);
    const message = messageOf(fault, real);
    if (outgoing.destroyed)
        return null;
    if (message === undefined) {
        if (outgoing.socket !== null)
            faulty_answer_reset(outgoing.socket);
        return null;
    }
    if (fault.half || fault.stall)
        await sendHalf(message, outgoing);
    else
        outgoing.writeHead(message.status, message.headers).end(message.bytes);
    if (fault.half)
        outgoing.destroy();
    return message.status;
}
/** What goes out, undefined for a dropped connection. */
function messageOf(fault, real) {
    if (fault.garbage)
        return GARBAGE;
    if (hasOwnAnswer(fault))
        return ownMessage(fault, real);
    if (fault.drop !== undefined || real === undefined)
        return undefined;
    return message(real.status, real.body);
}
function ownMessage({ status, headers = {}, body, rewrite }, real) {
    const own = rewrite && real ? message(status ?? real.status, rewrite(real.body)) : message(status ?? 200, body);
    for (const [name, value] of Object.entries(headers))
        own.headers[name.toLowerCase()] = value;
    return own;
}
/** Text and bytes go out as they are, every other value as JSON. */
function message(status, body) {
    if (body === undefined)
        return { status, headers: {}, bytes: Buffer.alloc(0) };
    if (body instanceof Uint8Array)
        return { status, headers: {}, bytes: body };
    const isText = typeof body === 'string';
    return {
        status,
        headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' },
        bytes: Buffer.from(isText ? body : JSON.stringify(body)),
    };
}
/** Sends the head and the first half, and waits until they have left (or the client has). */
async function sendHalf({ status, headers, bytes }, outgoing) {
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
    const { promise: sent, resolve } = Promise.withResolvers();
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve());
    await Promise.race([sent, (0,external_node_events_.once)(outgoing, 'close')]);
}
function faulty_answer_reset(socket) {
    // A reset is for plain TCP only.
    if (socket instanceof external_node_tls_.TLSSocket)
        socket.destroy();
    else
        socket.resetAndDestroy();
}

;// CONCATENATED MODULE: ./build/sandbox/list.js


// The interface describes the parameters by purpose; the names are those of comparable services.
const filters = {
    name_contains: value => stored => stored.deployment.name.includes(value),
    status: value => (stored, state) => state.statusOf(stored) === value,
    remote_reconciled: value => {
        const wanted = flag(value);
        // The sandbox's own choice: what runs in the user's own cluster is reconciled remotely.
        if (typeof wanted !== 'boolean')
            return wanted;
        return stored => (stored.deployment.source === 'external_container') === wanted;
    },
    tag_value_ids: value => {
        const wanted = identifiers(value);
        return stored => stored.marks.tag_value_ids.some(id => wanted.has(id.toLowerCase()));
    },
    image_version: value => stored => stored.deployment.image_version === value,
    deployment_type: value => {
        const wanted = DEPLOYMENT_TYPES.find(type => type === value);
        if (wanted === undefined) {
            return { msg: `Input should be one of ${DEPLOYMENT_TYPES.join(', ')}`, type: 'enum' };
        }
        return stored => stored.marks.deployment_type === wanted;
    },
    deployment_ids: value => {
        const wanted = identifiers(value);
        return stored => wanted.has(stored.deployment.id.toLowerCase());
    },
};
/**
 * The list operation: `{resources, offset}`, `offset` being the next page's. A parameter that is not known is
 * ignored; every bad value is a finding of one 422.
 */
function listDeployments(query, state) {
    const findings = [];
    function read(name, value) {
        if (!isFault(value))
            return value;
        findings.push({ loc: ['query', name], ...value });
        return undefined;
    }
    const limit = read('limit', integer(query['limit'] ?? '20', 1, 100)) ?? 0;
    const offset = read('offset', integer(query['offset'] ?? '0', 0, Number.MAX_SAFE_INTEGER)) ?? 0;
    const tests = Object.entries(filters).flatMap(([name, filter]) => {
        const value = query[name];
        return value === undefined ? [] : (read(name, filter(value)) ?? []);
    });
    if (findings.length > 0)
        return unprocessable(findings);
    const resources = page(state, tests, offset, limit).map(state.present);
    return { status: 200, body: { resources, offset: offset + resources.length } };
}
function page(state, tests, offset, limit) {
    const found = [];
    let passed = 0;
    for (const stored of state.entries()) {
        if (!tests.every(test => test(stored, state)))
            continue;
        passed += 1;
        if (passed > offset)
            found.push(stored);
        if (found.length === limit)
            break;
    }
    return found;
}
function isFault(value) {
    return typeof value === 'object' && value !== null && 'msg' in value;
}
function integer(value, least, most) {
    if (!/^[+-]?\d+$/.test(value))
        return { msg: 'Input should be a valid integer', type: 'int_parsing' };
    const number = Number(value);
    if (number < least) {
        return { msg: `Input should be greater than or equal to ${least}`, type: 'greater_than_equal' };
    }
    if (number > most)
        return { msg: `Input should be less than or equal to ${most}`, type: 'less_than_equal' };
    return number;
}
function flag(value) {
    if (value === 'true')
        return true;
    if (value === 'false')
        return false;
    return { msg: 'Input should be true or false', type: 'bool_parsing' };
}
/** The identifiers of a comma-separated list, in lower case. */
function identifiers(value) {
    return new Set(value.split(',').map(id => id.trim().toLowerCase()));
}

;// CONCATENATED MODULE: ./build/sandbox/repositories.js


const MADE_UP = [
    { owner: 'acme', name: 'shop' },
    { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
    { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
];
/**
 * Whole records from partial ones, or three made-up ones. The `host_integration_id` they share is another than
 * the integration's own identifier: the interface names the two apart, and a client must copy the record's.
 */
function wholeRecords(seeds, uuid) {
    const host_integration_id = uuid();
    return (seeds ?? MADE_UP).map((seed, index) => ({
        host_integration_id,
        id: 1001 + index,
        url: `https://github.com/${seed.owner}/${seed.name}`,
        default_branch: 'main',
        ...seed,
    }));
}
/** The listing: the records of the one integration there is; 422 for no uuid, 404 for another's. */
function listRepositories(asked, integration_id, repositories) {
    if (!isUuid(asked))
        return unprocessable(check(asked, 'uuid', ['path', 'integration_id']));
    if (asked.toLowerCase() !== integration_id.toLowerCase())
        return refusal(404, 'Integration not found');
    return { status: 200, body: repositories };
}

;// CONCATENATED MODULE: ./build/sandbox/requests.js
/** The record of a request whose body has not been read. */
function recordOf(request, operation) {
    const { pathname, searchParams } = new URL(request.url);
    return {
        method: request.method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: Object.fromEntries(request.headers),
        body: null,
        operation,
    };
}
/** What a record shows of a body. */
function shownBody(bytes) {
    if (bytes.length === 0)
        return null;
    const text = new TextDecoder().decode(bytes);
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}
/** The whole body, or undefined where it has more than `most` bytes. Throws when the client hangs up. */
async function readBody(incoming, most) {
    const chunks = [];
    let size = 0;
    // The stream is left open, for the answer goes out over the same socket.
    const stream = incoming.iterator({ destroyOnReturn: false });
    for await (const chunk of stream) {
        size += chunk.length;
        if (size > most)
            return undefined;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

;// CONCATENATED MODULE: ./build/sandbox/app.js








const MOST_BYTES = 10 * 1024 * 1024;
/** The routes of the interface under the base path. Each is recorded, then meets its fault, then its operation. */
function openApp(setting) {
    const { integration_id, repositories, state, base_path } = setting;
    const app = new hono_Hono();
    function serve(operation, carryOut) {
        return async (c) => {
            const request = recordOf(c.req.raw, operation);
            setting.requests.push(request);
            const fault = setting.faults.take(operation);
            const bytes = await readBody(c.env.incoming, MOST_BYTES).catch(() => null);
            // The client has gone: nothing takes effect, and nobody is there for an answer.
            if (bytes === null)
                return RESPONSE_ALREADY_SENT;
            if (bytes !== undefined)
                request.body = shownBody(bytes);
            const effect = (late) => refuse(request, bytes) ?? carryOut({ request, bytes: bytes ?? new Uint8Array(), late }, c);
            if (fault !== undefined) {
                const status = await answerWithFault(fault, effect, c.env.outgoing, setting.closing);
                setting.on_served({ method: request.method, path: request.path, status });
                return RESPONSE_ALREADY_SENT;
            }
            const { status, body } = effect();
            setting.on_served({ method: request.method, path: request.path, status });
            return Response.json(body, { status });
        };
    }
    function refuse({ headers }, bytes) {
        const { api_key, api_key_header } = setting;
        if (api_key !== '' && headers[api_key_header.toLowerCase()] !== api_key) {
            return refusal(401, 'The API key is missing or wrong');
        }
        return bytes === undefined ? refusal(413, 'The body is too large') : undefined;
    }
    app.get(`${base_path}/v1/integrations/forge/repohost/:integration_id/repos`, serve('list_repositories', (_, c) => listRepositories(c.req.param('integration_id') ?? '', integration_id, repositories)));
    app.get(`${base_path}/v2/deployments`, serve('list_deployments', ({ request }) => listDeployments(request.query, state)));
    app.post(`${base_path}/v2/deployments`, serve('create_deployment', ({ request, bytes, late }) => {
        const { 'content-type': type } = request.headers;
        if (!isJson(type))
            return refusal(415, 'The Content-Type is not application/json');
        return createDeployment(bytes, setting, late);
    }));
    app.notFound(serve(null, () => refusal(404, 'Not Found')));
    return app;
}
function isJson(contentType = '') {
    return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

;// CONCATENATED MODULE: ./build/sandbox/state.js

/** An empty state. */
function openState({ now, uuid, ready_after, tenant_id, duplicates }) {
    const stored = new Map();
    const namesakes = new Map();
    let coming = [];
    function add(entry) {
        stored.set(entry.deployment.id, entry);
        count(entry.deployment.name, 1);
    }
    function count(name, change) {
        namesakes.set(name, (namesakes.get(name) ?? 0) + change);
    }
    function find(id) {
        settle();
        const entry = stored.get(id);
        if (entry === undefined)
            throw new Error(`The sandbox has no deployment ${id}`);
        return entry;
    }
    function settle() {
        if (coming.length === 0)
            return;
        const time = now();
        const due = coming.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at);
        coming = coming.filter(({ at }) => at > time);
        for (const { entry } of due)
            if (duplicates || !isTaken(entry.deployment.name))
                add(entry);
    }
    function isTaken(name) {
        settle();
        return (namesakes.get(name) ?? 0) > 0;
    }
    function progress({ deployment, progress_from: from }) {
        const elapsed = from === null ? -1 : now() - from;
        if (from === null || elapsed < ready_after)
            return deployment;
        const active = elapsed >= 2 * ready_after;
        const moved_at = new Date(from + ready_after * (active ? 2 : 1)).toISOString();
        return {
            status: 'READY',
            active_revision_id: active ? deployment.latest_revision_id : deployment.active_revision_id,
            updated_at: moved_at > deployment.updated_at ? moved_at : deployment.updated_at,
        };
    }
    function present(entry) {
        const { status, active_revision_id, updated_at } = progress(entry);
        return { ...entry.deployment, status, active_revision_id, updated_at, ...entry.fixed };
    }
    return {
        entries() {
            settle();
            return stored.values();
        },
        statusOf: entry => entry.fixed.status ?? progress(entry).status,
        present,
        isTaken,
        create(request, late = 0) {
            const at = now() + late;
            const deployment = newDeployment(request, {
                id: uuid(),
                revision_id: uuid(),
                tenant_id,
                created_ms: at,
            });
            const entry = { deployment, marks: noMarks(), progress_from: at, fixed: {} };
            if (late > 0)
                coming.push({ at, entry });
            else
                add(entry);
            return present(entry);
        },
        seed(seeds) {
            return seeds.map(seed => {
                const entry = seeded(seed, { id: uuid(), revision_id: uuid(), tenant_id, created_ms: now() });
                add(entry);
                return present(entry);
            });
        },
        update(id, seed) {
            const before = find(id);
            const deployment = { ...before.deployment, updated_at: new Date(now()).toISOString() };
            const after = changed({ ...before, deployment }, seed);
            if (after.deployment.id !== id)
                throw new Error('The id of a deployment does not change');
            stored.set(id, after);
            count(before.deployment.name, -1);
            count(after.deployment.name, 1);
            return present(after);
        },
        remove(id) {
            count(find(id).deployment.name, -1);
            stored.delete(id);
        },
    };
}
// A seeded deployment is one that has long been there: ready, active, and still.
function seeded(seed, origin) {
    const { source = 'repohost', source_revision_config = {} } = seed;
    const deployment = newDeployment({ name: `seeded-${origin.id}`, source, source_config: {}, source_revision_config, secrets: [] }, origin);
    const { latest_revision_id: active_revision_id = origin.revision_id } = seed;
    const still = {
        deployment: { ...deployment, status: 'READY', active_revision_id },
        marks: noMarks(),
        progress_from: null,
        fixed: {},
    };
    return changed(still, seed);
}
function changed(before, { deployment_type, tag_value_ids, ...fields }) {
    const { status, active_revision_id, updated_at } = fields;
    const { deployment } = before;
    return {
        ...before,
        deployment: {
            ...deployment,
            ...fields,
            source_config: wholeSourceConfig({ ...deployment.source_config, ...fields.source_config }),
            source_revision_config: wholeRevisionConfig({
                ...deployment.source_revision_config,
                ...fields.source_revision_config,
            }),
        },
        marks: {
            deployment_type: deployment_type ?? before.marks.deployment_type,
            tag_value_ids: tag_value_ids ?? before.marks.tag_value_ids,
        },
        fixed: {
            ...before.fixed,
            ...(status !== undefined && { status }),
            ...(active_revision_id !== undefined && { active_revision_id }),
            ...(updated_at !== undefined && { updated_at }),
        },
    };
}
function noMarks() {
    return { deployment_type: 'dev', tag_value_ids: [] };
}

;// CONCATENATED MODULE: ./build/sandbox/server.js









/** Starts the service in memory on 127.0.0.1. Rejects where the port is taken. */
async function startSandbox(options = {}) {
    const { now = Date.now, uuid = external_node_crypto_.randomUUID, ready_after = 2000, taken_names = 'conflict' } = options;
    const { integration_id = uuid(), api_key = '', api_key_header = 'X-Api-Key' } = options;
    const base_path = (options.base_path ?? '').replace(/\/+$/, '');
    const tenant_id = uuid();
    const repositories = wholeRecords(options.repositories, uuid);
    const requests = [];
    const faults = openFaults();
    const closing = new AbortController();
    const state = openState({ now, uuid, ready_after, tenant_id, duplicates: taken_names === 'accept' });
    const app = openApp({
        state,
        repositories,
        taken_names,
        integration_id,
        base_path,
        api_key,
        api_key_header,
        requests,
        faults,
        on_served: options.on_served ?? (() => { }),
        closing: closing.signal,
    });
    const { port, close } = await listen(app.fetch, options);
    return {
        base_url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}${base_path}`,
        integration_id,
        tenant_id,
        repositories,
        requests,
        get deployments() {
            return Array.from(state.entries(), state.present);
        },
        script: faults.script,
        seed: (...seeds) => state.seed(seeds),
        update: state.update,
        remove: state.remove,
        close() {
            closing.abort();
            return close();
        },
    };
}
async function listen(fetch, { tls, port = 0 }) {
    const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
    const server = tls ? (0,external_node_https_namespaceObject.createServer)(tls, listener) : (0,external_node_http_.createServer)(listener);
    // Kept apart from the server's own list, which has no connection whose TLS handshake is under way.
    const sockets = new Set();
    server.on('connection', (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await (0,external_node_events_.once)(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string')
        throw new Error('The sandbox has no port');
    const closed = new Promise(resolve => server.once('close', resolve));
    return {
        port: address.port,
        async close() {
            server.close();
            for (const socket of sockets)
                socket.destroy();
            await closed;
        },
    };
}

;// CONCATENATED MODULE: ./build/sandbox/background.js






/** As long as GitHub lets a job run on its own machines: what is left then has been forgotten. In milliseconds. */
const LONGEST_LIFE = 6 * 3_600_000;
/** Time for a sandbox to give its log and close, in milliseconds. */
const STOP_TIMEOUT = 5000;
/**
 * Starts a sandbox as a process that outlives this one, and keeps nothing of this one open.
 *
 * @param args what makes Node call {@link serveInBackground}
 */
async function startInBackground(args, options) {
    // By RUNNER_TRACKING_ID the runner finds, at the end of the job, what should not be there any more. Nothing else
    // of the environment is of use, and some of it is secret.
    const { RUNNER_TRACKING_ID, SystemRoot } = process.env;
    const child = (0,external_node_child_process_namespaceObject.spawn)(process.execPath, args, {
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...(RUNNER_TRACKING_ID && { RUNNER_TRACKING_ID }), ...(SystemRoot && { SystemRoot }) },
    });
    const answer = new Promise(resolve => {
        child.once('message', message => resolve(message));
        child.once('error', error => resolve(reasonOf(error)));
        child.once('exit', code => resolve({ code: 'EXITED', message: `its process ended with ${code}` }));
    });
    child.send(options, () => { });
    const background = await answer;
    if (child.connected)
        child.disconnect();
    child.unref();
    return background;
}
/** The other end: serves until it is told to stop, or has been forgotten. */
async function serveInBackground() {
    const orphaned = () => process.exit(1);
    process.once('disconnect', orphaned);
    const [options] = (await (0,external_node_events_.once)(process, 'message'));
    const answer = await background_serve(options).catch(reasonOf);
    // From here on the step may end, and hang up, at any time.
    process.off('disconnect', orphaned);
    await tell(answer);
    if (process.connected)
        process.disconnect();
}
async function background_serve(options) {
    const log = [];
    const sandbox = await startSandbox({ ...options, on_served: served => log.push(served) });
    const token = (0,external_node_crypto_.randomUUID)();
    const control = (0,external_node_net_.createServer)(socket => {
        socket.on('error', () => { });
        socket.once('data', data => {
            if (data.toString() === token)
                void stop().then(() => socket.end(JSON.stringify(log)));
            else
                socket.destroy();
        });
    });
    const timer = setTimeout(stop, LONGEST_LIFE);
    async function stop() {
        clearTimeout(timer);
        control.close();
        await sandbox.close();
    }
    control.listen(0, '127.0.0.1');
    await (0,external_node_events_.once)(control, 'listening');
    const { port } = control.address();
    return { base_url: sandbox.base_url, integration_id: sandbox.integration_id, control: { port, token } };
}
const tell = (message) => new Promise(resolve => void process.send?.(message, undefined, undefined, () => resolve()));
function reasonOf(error) {
    const { code = 'UNKNOWN', message } = error;
    return { code, message };
}
/** Stops a sandbox, and returns the requests that it served; undefined where it had ended before. */
async function stopInBackground({ port, token }) {
    const socket = (0,external_node_net_.connect)(port, '127.0.0.1');
    socket.setTimeout(STOP_TIMEOUT, () => socket.destroy(new Error('no answer in time')));
    try {
        socket.write(token);
        return JSON.parse(await (0,consumers_namespaceObject.text)(socket));
    }
    catch {
        return undefined;
    }
}


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
/******/ var __webpack_exports__ = __nccwpck_require__(2203);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
