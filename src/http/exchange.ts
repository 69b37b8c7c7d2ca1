/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
}

/**
 * A response with any status. Its body is decompressed; `truncated` means that it exceeded the size limit. `broken` is
 * the reason why the body could not be read to its end; the status is still valid.
 */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  truncated: boolean
  broken?: { code: string; cause: unknown }
}

/**
 * An attempt without a response. `sent: false` guarantees that no byte of the request left this machine. `code` is one
 * of network-errors.ts or of Node. `origin` is the target of the request, as `https://host:port`; `proxy` is the
 * environment variable that names the proxy.
 */
export interface NetworkFailure {
  kind: 'network'
  sent: boolean
  code: string
  cause: unknown
  origin?: string
  proxy?: string | undefined
}

export function isNetworkFailure(answer: object): answer is NetworkFailure {
  return 'kind' in answer && answer.kind === 'network'
}

/** The origin of a URL with its port, the only part that an error may contain: `https://host:port`. */
export const originOf = (url: URL): string => `${url.protocol}//${url.hostname}:${portOf(url)}`

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Makes one attempt of one request. A network failure is a value; only an abort of `signal` or a bug throws. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | NetworkFailure>
