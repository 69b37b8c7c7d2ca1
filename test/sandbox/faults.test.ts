import { expect, test } from 'vitest'
import { templateRequest } from './bodies.ts'
import { list, open, post, stoppedClock } from './client.ts'

// What the tests of the action cannot see of a fault: whether it took effect, and when.

test('faults apply in order, each to its operation, until they are used up or withdrawn', async () => {
  const sandbox = await open()
  sandbox.script({ operation: 'create_deployment', status: 500 })
  sandbox.script({ operation: 'list_deployments', status: 503, times: 2 })
  sandbox.script({ status: 418 })
  const withdraw = sandbox.script({ status: 429, times: 'forever' })
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push((await list(sandbox)).status)
  expect(statuses).toEqual([503, 503, 418, 429, 429])
  withdraw()
  expect((await list(sandbox)).status).toBe(200)
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(500)
})

test('late commits take effect at their times, in the order of their times', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now, ready_after: 100 })
  for (const commit_after of [20, 10]) {
    sandbox.script({ commit_after })
    const source_config = { custom_url: `https://${commit_after}.example` }
    await post(sandbox, { ...templateRequest('shop'), source_config }).catch(() => {})
  }
  clock.time = 9
  expect(sandbox.deployments).toEqual([])
  clock.time = 20
  const shop = { source_config: { custom_url: 'https://10.example' }, created_at: '1970-01-01T00:00:00.010Z' }
  expect(sandbox.deployments).toMatchObject([{ ...shop, status: 'AWAITING_DATABASE' }])
  clock.time = 110
  expect(sandbox.deployments).toMatchObject([{ ...shop, status: 'READY' }])
})
