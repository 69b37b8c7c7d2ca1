import { beforeAll, expect, it } from 'vitest'
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

/** Runs a create. GitHub never answers the requests that set one of these states, begin or list. */
async function run(silent: string) {
  const created: object[] = []
  const written = await runInProcess(
    INPUTS,
    ({ url, method, body }, _, signal) => {
      signal.throwIfAborted()
      if (url.host === 'service.test') {
        if (method === 'POST') created.push({ id: 'an-id', name: 'shop' })
        return method === 'POST' ? json(201, created[0]) : json(200, { resources: created, offset: 0 })
      }
      const call = method === 'GET' ? 'listed' : (JSON.parse(body ?? '{}').state ?? 'begun')
      if (!silent.includes(call)) return json(200, method === 'GET' ? [] : { id: 42 })
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    JOB,
    { isTimed: true },
  )
  const times = Array.from(written.log.matchAll(/^([\d.]+) s: /gm), ([, seconds]) => Number(seconds))
  return { ...written, ended: Math.max(...times) }
}

it.each([
  ...['begun', 'in_progress', 'success', 'in_progress and success', 'begun, in_progress and success'],
])('a run succeeds within 20 seconds if GitHub never answers %s', async silent => {
  const { succeeded, ended, log } = await run(silent)
  expect(succeeded).toBe(true)
  expect(ended).toBeLessThanOrEqual(20)
  expect(log.match(/::warning.*GitHub did not answer in time/gm)).toHaveLength(1)
})
