import { beforeAll, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'

// The simulated clock does not wait for a library that is still being loaded.
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

/** A service and a GitHub that do what they are asked for, and remember what GitHub was told. */
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

it('a run that is cancelled before it began is not recorded', async () => {
  const { answer, states } = world()
  const run = (context: Parameters<typeof createAction>[0]) =>
    createAction({ ...context, signal: AbortSignal.abort() })
  const { outputs } = await runInProcess(INPUTS, answer, JOB, { run })
  expect(outputs).toMatchObject({ error_code: 'cancelled', created: 'false' })
  expect(states).toEqual([])
})

it('its end is told once more where GitHub was out of reach, though the run is cancelled meanwhile', async () => {
  const { answer, states } = world({ refused: 'success' })
  const { succeeded } = await runInProcess(INPUTS, answer, JOB, { cancelAfter: 500 })
  expect(succeeded).toBe(true)
  expect(states).toEqual(['begun', 'in_progress', 'success', 'success'])
})
