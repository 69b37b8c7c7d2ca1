import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import { openConnector, VERIFIED } from './connector.ts'
import type { Send } from './exchange.ts'

export interface Transport {
  /**
   * Begins to open connections to a service, one for each of the requests that will go out side by side. To be called
   * before the first of them; without it, one request goes out at a time. Where a proxy is in between, none is opened.
   */
  warm(url: URL, requests: number): void
  send: Send
  close(): Promise<void>
}

/** A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/**
 * Opens pooled connections to the service, through the proxies that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`). Redirects are never followed.
 *
 * @param timeout time for one attempt, from connecting to the last byte of the answer, in milliseconds
 */
export function openTransport({
  timeout,
  env,
  maxBytes = MAX_RESPONSE_BYTES,
}: {
  timeout: number
  env: NodeJS.ProcessEnv
  maxBytes?: number
}): Transport {
  const connector = openConnector(timeout)
  // Where HTTP/2 may be spoken, undici lets all other requests wait for the first connection.
  const options = { headersTimeout: timeout, bodyTimeout: timeout, allowH2: false }
  const proxies = proxiesOf(env)
  // A connection is free again a moment after its answer only: without a bound, the request that follows at once
  // would open another and wait for that.
  let connections = 1
  let opened: ReturnType<typeof open> | undefined

  /** All that makes requests is loaded while the first connections are being opened. */
  async function open() {
    const { Agent, attempt } = await import('./attempt.ts')
    const agent = proxies
      ? await openProxyAgent(proxies, { ...options, connections, connect: { timeout } })
      : new Agent({ ...options, connect: connector.connect, connections })
    return { agent, attempt }
  }

  return {
    warm(url, requests) {
      connections = requests
      if (!proxies) connector.warm(url, requests)
      opened ??= open()
    },
    async send(request, signal) {
      opened ??= open()
      const { agent, attempt } = await opened
      return attempt(agent, request, signal, { timeout, maxBytes })
    },
    async close() {
      connector.close()
      const { agent } = (await opened) ?? {}
      await agent?.destroy()
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
