import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import { openConnector, VERIFIED } from './connector.ts'
import type { Send } from './exchange.ts'

export interface Transport {
  /** Begins to open connections for the first requests to a service; where a proxy is in between, it does nothing. */
  warm(url: URL, count: number): void
  send: Send
  close(): Promise<void>
}

/**
 * The most requests at a time. A connection is free again a moment after its answer only: without this bound, the
 * request that follows at once would wait for a new one.
 */
const SIDE_BY_SIDE = 2

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
  let opened: ReturnType<typeof open> | undefined

  /** All that makes requests is loaded while the first connections are being opened. */
  async function open() {
    const { Agent, attempt } = await import('./attempt.ts')
    const agent = proxies
      ? await openProxyAgent(proxies, { ...options, connect: { timeout } })
      : new Agent({ ...options, connect: connector.connect, connections: SIDE_BY_SIDE })
    return { agent, attempt }
  }

  return {
    warm(url, count) {
      if (!proxies) connector.warm(url, count)
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
