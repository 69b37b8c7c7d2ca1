import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import { openTransport } from '../../src/http/transport.ts'

/** Sends one POST to a loopback port over a new transport. */
export async function send(
  port: number,
  options: {
    scheme?: string
    timeout?: number
    maxBytes?: number
    signal?: AbortSignal
    env?: NodeJS.ProcessEnv
    body?: string
  } = {},
): Promise<HttpResponse | NetworkFailure> {
  const {
    scheme = 'http',
    timeout = 5000,
    maxBytes,
    signal = new AbortController().signal,
    env = {},
  } = options
  const transport = openTransport({ timeout, env, ...(maxBytes !== undefined && { maxBytes }) })
  const request: HttpRequest = {
    method: 'POST',
    url: new URL(`${scheme}://127.0.0.1:${port}/v2/x?y=1`),
    headers: { a: 'b' },
    body: options.body ?? '{}',
  }
  try {
    return await transport.send(request, signal)
  } finally {
    await transport.close()
  }
}
