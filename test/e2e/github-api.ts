import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What a request is for: the GitHub Deployment, or the state that a status sets. */
export type Call = 'deployment' | 'in_progress' | 'success' | 'failure' | 'error'

/** An answer in the place of the usual 201: a body is sent as JSON, or as it is if it is a string. */
export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Comes no earlier than this is resolved. */
  after?: Promise<unknown>
}

interface GitHubRequest {
  call: Call
  path: string
  authorization: string | undefined
  body: Record<string, unknown>
}

export interface GitHub {
  /** For the variable `GITHUB_API_URL`. */
  api_url: string
  /** Every request so far, in order of arrival. */
  requests: GitHubRequest[]
  calls(): Call[]
}

interface GitHubOptions {
  answers?: Partial<Record<Call, Answer>>
  /** Path in front of every route, as GitHub Enterprise Server has it; default none. */
  base_path?: string
  tls?: { key: string; cert: string }
}

/** For an answer that never comes. */
export const never = new Promise(() => {})

/** The id of every GitHub Deployment that is created here. */
export const ID = 42

/** GitHub's API for deployments on loopback, for one test. It knows the repository `acme/shop`. */
export async function gitHubForTest({
  answers = {},
  base_path = '',
  tls,
}: GitHubOptions = {}): Promise<GitHub> {
  const requests: GitHubRequest[] = []
  const routes = new Map([
    [`${base_path}/repos/acme/shop/deployments`, { id: ID }],
    [`${base_path}/repos/acme/shop/deployments/${ID}/statuses`, { id: 1 }],
  ])

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = (await json(request)) as GitHubRequest['body']
    const path = request.url ?? ''
    const call = path.endsWith('/statuses') ? (body['state'] as Call) : 'deployment'
    requests.push({ call, path, authorization: request.headers.authorization, body })
    const known = request.method === 'POST' ? routes.get(path) : undefined
    const usual = known ? { status: 201, body: known } : { status: 404, body: { message: 'Not Found' } }
    const { status, body: answer, headers, after } = { ...usual, ...answers[call] }
    await after
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const api_url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}${base_path}`
  return { api_url, requests, calls: () => requests.map(({ call }) => call) }
}
