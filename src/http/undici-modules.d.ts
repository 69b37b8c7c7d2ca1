// undici's own modules, which have no types beside them. Its index brings fetch, caches and sockets of all kinds too.

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  /** `dispatcher.request`, for a dispatcher that was not imported from the index. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>
}
