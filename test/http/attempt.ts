import type { HttpRequest } from '../../src/http/exchange.ts'
import { openTransport } from '../../src/http/transport.ts'

type Options = Partial<Parameters<typeof openTransport>[0]> &
  Partial<Pick<HttpRequest, 'method' | 'body' | 'maxBytes'>> & { scheme?: string; signal?: AbortSignal }

/** Sends one POST to a loopback port over a new transport. The timeout is longer than that of a test. */
export async function send(
  port: number,
  {
    scheme = 'http',
    signal = new AbortController().signal,
    body = '{}',
    method = 'POST',
    timeout = 3_600_000,
    env = {},
    ...rest
  }: Options = {},
) {
  const url = new URL(`${scheme}://127.0.0.1:${port}/v2/x?y=1`)
  const request = { method, url, headers: { a: 'b' }, body, ...rest }
  return openTransport({ timeout, env })(request, signal)
}
