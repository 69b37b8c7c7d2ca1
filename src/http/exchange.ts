/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
}

/** An answer with any status. `text` is decompressed; `truncated` says that it went beyond the size bound. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  truncated: boolean
}

/** No usable answer came. `sent: false` proves that not one byte of the request left this machine. */
export interface NetworkFailure {
  kind: 'network'
  sent: boolean
  code: string
  cause: unknown
}

export function isNetworkFailure(answer: object): answer is NetworkFailure {
  return 'kind' in answer && answer.kind === 'network'
}

/** Makes one attempt of one request. A failure of the network is a value; only an abort of `signal` throws. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | NetworkFailure>
