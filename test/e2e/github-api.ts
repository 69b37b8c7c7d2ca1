import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Call, type GitHubState, openState, type Permissions, type Seed } from './github-state.ts'

/** A response that replaces the usual one. A string body is sent unchanged, any other as JSON. */
export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The response waits for this promise. */
  after?: Promise<unknown>
}

interface GitHubRequest {
  call: Call
  method: string
  path: string
  authorization: string | undefined
  body: Record<string, unknown>
}

export interface GitHub extends GitHubState {
  /** For the variable `GITHUB_API_URL`. */
  api_url: string
  /** Every request so far, in order of arrival. */
  requests: GitHubRequest[]
  /** The calls of all requests so far. */
  calls(): Call[]
  /** The requests that change something, and their calls. */
  written(): GitHubRequest[]
  writes(): Call[]
}

interface GitHubOptions extends Seed {
  /** The response to each call; a list is used in order, and then the usual response. */
  answers?: Partial<Record<Call, Answer | Answer[]>>
  /** The path before every route, as on GitHub Enterprise Server; none by default. */
  base_path?: string
  tls?: { key: string; cert: string }
  permissions?: Permissions
}

/** For a response that never arrives. */
export const never = new Promise(() => {})

/**
 * GitHub's API for deployments and comments on loopback, for one test. It knows the repository `acme/shop`, and the
 * test fails if a request violates GitHub's documentation.
 */
export async function gitHubForTest({
  answers = {},
  base_path = '',
  tls,
  ...seed
}: GitHubOptions = {}): Promise<GitHub> {
  let api_url = ''
  const requests: GitHubRequest[] = []
  const faults: string[] = []
  const state = openState(
    seed,
    () => api_url,
    fault => faults.push(fault),
  )
  const scripted = new Map(
    Object.entries(answers).map(([call, answer]) => [call, Array.isArray(answer) ? [...answer] : answer]),
  )
  const nextAnswer = (call: Call) => {
    const answer = scripted.get(call)
    return Array.isArray(answer) ? answer.shift() : answer
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://localhost')
    const sent = await text(request)
    const body = sent === '' ? {} : JSON.parse(sent)
    const path = url.pathname
    const given = { method, path: path.slice(base_path.length), query: url.searchParams, body }
    const call = state.callOf(given)
    requests.push({ call, method, path, authorization: headers.authorization, body })
    if (!path.startsWith(base_path)) faults.push(`${path} is not below ${base_path}`)
    if (!/^application\/vnd\.github\.v3\+json$/.test(headers.accept ?? ''))
      faults.push(`accepts ${headers.accept}`)
    if (!headers['user-agent']) faults.push('no user-agent, which GitHub refuses')
    const scriptedAnswer = nextAnswer(call)
    const usual = scriptedAnswer?.status === undefined ? state.answer(call, given) : { status: 200 }
    const { status, body: answer, headers: added, after } = { ...usual, ...scriptedAnswer }
    await after
    const shown = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.writeHead(status, { 'content-type': 'application/json', ...usual.headers, ...added }).end(shown)
  }

  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    if (faults.length > 0) throw new Error(`GitHub would not take this: ${faults.join('; ')}`)
  })
  const written = () => requests.filter(({ method }) => method !== 'GET')
  const { port } = server.address() as AddressInfo
  api_url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}${base_path}`
  return {
    ...state,
    api_url,
    requests,
    calls: () => requests.map(({ call }) => call),
    written,
    writes: () => written().map(({ call }) => call),
  }
}
