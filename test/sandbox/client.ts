import { expect, onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts'

export type Json = Record<string, unknown>

/** Starts a sandbox that closes at the end of the test. */
export async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A clock that changes only when its time is set; milliseconds since the epoch. */
export function stoppedClock(time = Date.parse('2030-01-02T03:04:05.000Z')) {
  const clock = { time, now: () => clock.time }
  return clock
}

/** Sends a create request; a string body is sent unchanged, any other as JSON. */
export function post(sandbox: Sandbox, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${sandbox.base_url}/v2/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Creates a deployment and returns the response. */
export async function create(sandbox: Sandbox, body: unknown): Promise<Json> {
  const response = await post(sandbox, body)
  const answer = await jsonOf(response)
  if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Lists deployments. */
export function list(sandbox: Sandbox, query = '') {
  return fetch(`${sandbox.base_url}/v2/deployments${query}`)
}

/** The page of a list; throws if the request fails. */
export async function page(sandbox: Sandbox, query = ''): Promise<{ resources: Json[]; offset: number }> {
  const response = await list(sandbox, query)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as { resources: Json[]; offset: number }
}

export async function namesOf(sandbox: Sandbox, query: string): Promise<unknown[]> {
  return (await page(sandbox, query)).resources.map(({ name }) => name)
}

export async function jsonOf(response: Response): Promise<Json> {
  return (await response.json()) as Json
}

/** The findings of a 422 response. */
export async function findings(response: Response): Promise<{ loc: unknown; msg: string; type: string }[]> {
  expect(response.status).toBe(422)
  return (await jsonOf(response))['detail'] as { loc: unknown; msg: string; type: string }[]
}

/** The paths at which a new sandbox refuses a create request. */
export async function locsOf(request: unknown): Promise<unknown[]> {
  return (await findings(await post(await open(), request))).map(({ loc }) => loc)
}
