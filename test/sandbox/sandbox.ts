import { serve } from '../../src/sandbox/server.ts'
import { openSandbox, type RepositoryRecord, type SandboxOptions } from '../../src/sandbox/service.ts'
import type { Deployment, Push } from '../../src/sandbox/store.ts'

/** A request as it arrived. `body` is the parsed JSON, or null. */
export interface RecordedRequest {
  method: string
  path: string
  /** Of a repeated parameter, the last value. */
  query: Record<string, string>
  /** Names in lower case. */
  headers: Record<string, string>
  body: unknown
}

/** A running sandbox that records its requests. */
export interface RecordedSandbox {
  base_url: string
  integration_id: string
  repositories: RepositoryRecord[]
  /** All requests so far, those to the applications included. */
  requests: RecordedRequest[]
  /** The deployments as they are now, without a request. */
  deployments(): Deployment[]
  /** What `POST /sandbox/push` does, without a request. */
  push(push: Push): Deployment[]
  close(): void
}

/** Starts the sandbox in this process, on a free port of 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RecordedSandbox> {
  const { fetch, store, integration_id, repositories } = openSandbox(options)
  const requests: RecordedRequest[] = []
  const { url, close } = await serve(async (request, bindings) => {
    requests.push(await recordOf(request.clone()))
    return await fetch(request, bindings)
  })
  const deployments = () => store.list({ limit: Number.POSITIVE_INFINITY, offset: 0 }).resources
  const { push } = store
  return { base_url: url, integration_id, repositories, requests, deployments, push, close }
}

async function recordOf(request: Request): Promise<RecordedRequest> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(request.headers),
    body: text === '' ? null : JSON.parse(text),
  }
}
