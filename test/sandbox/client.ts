import { expect, onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'

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

/** Sends a create request; a string and bytes are sent unchanged, any other body as JSON. */
export function post(sandbox: Sandbox, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${sandbox.base_url}/v2/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
  })
}

/** Creates a deployment and returns the response. */
export async function create(sandbox: Sandbox, body: unknown, headers: Record<string, string> = {}) {
  const response = await post(sandbox, body, headers)
  const answer = await jsonOf(response)
  if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Lists deployments. */
export function list(sandbox: Sandbox, query = '', headers: Record<string, string> = {}) {
  return fetch(`${sandbox.base_url}/v2/deployments${query}`, { headers })
}

/** The page of a list; throws if the request fails. */
export async function page(sandbox: Sandbox, query = '', headers: Record<string, string> = {}) {
  const response = await list(sandbox, query, headers)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as { resources: Json[]; offset: number }
}

export async function jsonOf(response: Response): Promise<Json> {
  return (await response.json()) as Json
}

/** The places that a 422 response names. */
export async function locsOf(response: Response): Promise<unknown[]> {
  expect(response.status).toBe(422)
  const { detail } = await jsonOf(response)
  const finding = { loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }
  for (const found of detail as Json[]) expect(found).toStrictEqual(finding)
  return (detail as Json[]).map(({ loc }) => loc)
}
