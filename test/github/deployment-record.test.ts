import { beforeAll, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'

// The virtual clock does not wait for an import.
beforeAll(async () => {
  await import('@actions/github')
})

const INPUTS = {
  base_url: 'https://service.test',
  name: 'shop',
  source: 'internal_template',
  github_token: 'token-of-the-job',
  environment: 'production',
}
const JOB = { GITHUB_API_URL: 'https://github.test', GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: 'c0ffee' }

const json = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) })

/** A service and a GitHub API whose requests succeed; `states` lists the states that GitHub receives. */
function world({ refused = '' } = {}) {
  const states: string[] = []
  const created: object[] = []
  const answer = ({ url, method, body }: HttpRequest, _: unknown, signal: AbortSignal) => {
    signal.throwIfAborted()
    if (url.host === 'service.test') {
      if (method !== 'POST') return json(200, { resources: created, offset: 0 })
      created.push({ id: 'an-id', name: 'shop' })
      return json(201, created[0])
    }
    if (method === 'GET') return json(200, [])
    const { state = 'begun' } = JSON.parse(body ?? '{}')
    states.push(state)
    return state === refused && states.indexOf(state) === states.length - 1
      ? json(502, {})
      : json(201, { id: 42 })
  }
  return { answer, states }
}

it('a run that is cancelled before its start creates no GitHub deployment', async () => {
  const { answer, states } = world()
  const run = (context: Parameters<typeof createAction>[0]) =>
    createAction({ ...context, signal: AbortSignal.abort() })
  const { outputs } = await runInProcess(INPUTS, answer, JOB, { run })
  expect(outputs).toMatchObject({ error_code: 'cancelled', created: 'false' })
  expect(states).toEqual([])
})

it('a run sends its final state to GitHub again after a failure, even if it is cancelled', async () => {
  const { answer, states } = world({ refused: 'success' })
  const { succeeded } = await runInProcess(INPUTS, answer, JOB, { cancelAfter: 500 })
  expect(succeeded).toBe(true)
  expect(states).toEqual(['begun', 'in_progress', 'success', 'success'])
})

it.each([
  ['ids', 200, [{ id: { toString: null }, environment: 'production', payload: { deployment: 'shop' } }]],
  ['errors', 422, `{"errors": [${'['.repeat(20_000)}${']'.repeat(20_000)}]}`],
])("a GitHub API whose %s have another form than GitHub's does not fail the run", async (_, status, body) => {
  const { answer } = world()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const odd: typeof answer = (request, clock, signal) =>
    request.url.host === 'github.test' && (request.method === 'GET' || status > 299)
      ? { status, text }
      : answer(request, clock, signal)
  const { outputs, succeeded } = await runInProcess(INPUTS, odd, JOB)
  expect(outputs).toMatchObject({ id: 'an-id', created: 'true' })
  expect(succeeded).toBe(true)
})
