import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { Send } from './exchange.ts'
import { Agent, attempt } from './undici.ts'

export interface Transport {
  send: Send
  close(): Promise<void>
}

/** A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** Stated, so that no environment variable can turn the verification of certificates off. */
const VERIFIED = { rejectUnauthorized: true }

/**
 * Opens pooled connections to the service, through the proxies that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`). Redirects are never followed.
 *
 * @param timeout time for one attempt, from connecting to the last byte of the response, in milliseconds
 * @param parallel how many requests go out side by side; a further one waits for a free connection
 */
export function openTransport({
  timeout,
  env,
  parallel = 1,
  maxBytes = MAX_RESPONSE_BYTES,
}: {
  timeout: number
  env: NodeJS.ProcessEnv
  parallel?: number
  maxBytes?: number
}): Transport {
  // The modules of HTTP/2 take longer to load than it saves. An unbounded pool would open a connection for a request
  // that follows a response at once, as the connection of that response is free only a moment later.
  const options = { headersTimeout: timeout, bodyTimeout: timeout, allowH2: false, connections: parallel }
  const connect = { timeout, allowH2: false, ...VERIFIED }
  const proxies = proxiesOf(env)
  let opened: Promise<Dispatcher> | undefined
  const open = async () =>
    proxies ? openProxyAgent(proxies, { ...options, connect }) : new Agent({ ...options, connect })

  return {
    async send(request, signal) {
      opened ??= open()
      return attempt(await opened, request, signal, { timeout, maxBytes })
    },
    async close() {
      await (await opened)?.destroy()
    },
  }
}

type ProxyOptions = EnvHttpProxyAgent.Options

/** The proxies that the environment names; undefined where it names none, as most do. */
function proxiesOf(env: NodeJS.ProcessEnv): ProxyOptions | undefined {
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? ''
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? ''
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined
}

async function openProxyAgent(proxies: ProxyOptions, options: ProxyOptions): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici')
  return new EnvHttpProxyAgent({
    ...proxies,
    ...options,
    connect: { ...options.connect, ...VERIFIED },
    requestTls: VERIFIED,
    proxyTls: VERIFIED,
  })
}
