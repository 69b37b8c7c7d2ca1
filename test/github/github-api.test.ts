import { beforeAll, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import { runInProcess } from '../security/in-process.ts'

// The time that GitHub may take, on a clock of the test.

// The virtual clock does not wait for an import.
beforeAll(async () => {
  await import('@actions/github')
})

const JOB = { GITHUB_API_URL: 'https://github.test', GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: 'c0ffee' }
const INPUTS = {
  ...{ base_url: 'https://service.test', name: 'shop', source: 'internal_template' },
  ...{ github_token: 'token-of-the-job', environment: 'production' },
}

const json = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) })

/** Runs a create. `onGitHub` may answer a request by the state that it sets, or `begun` or `listed`. */
async function run(onGitHub: (call: string) => 'never' | undefined) {
  const calls: string[] = []
  const created: object[] = []
  let ended = 0
  const written = await runInProcess(
    INPUTS,
    ({ url, method, body }, _, signal) => {
      signal.throwIfAborted()
      if (url.host === 'service.test') {
        if (method === 'POST') created.push({ id: 'an-id', name: 'shop' })
        return method === 'POST' ? json(201, created[0]) : json(200, { resources: created, offset: 0 })
      }
      const call = method === 'GET' ? 'listed' : (JSON.parse(body ?? '{}').state ?? 'begun')
      calls.push(call)
      const answer = onGitHub(call) ?? json(200, method === 'GET' ? [] : { id: 42 })
      if (answer !== 'never') return answer
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    JOB,
    {
      run: async context => {
        const succeeded = await createAction(context)
        ended = context.clock.now()
        return succeeded
      },
    },
  )
  return { ...written, calls, ended }
}

it.each([
  ...['begun', 'in_progress', 'success', 'in_progress and success', 'begun, in_progress and success'],
])('a run succeeds within 20 seconds if GitHub never answers %s', async silent => {
  const { succeeded, ended, log } = await run(call => (silent.includes(call) ? 'never' : undefined))
  expect(succeeded).toBe(true)
  expect(ended).toBeLessThanOrEqual(20_000)
  expect(log.match(/^::warning.*GitHub did not answer in time/gm)).toHaveLength(1)
})
