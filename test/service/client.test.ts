import { expect, it } from 'vitest'
import { listAction } from '../../src/actions/query.ts'
import { runInProcess } from '../security/in-process.ts'

const shop = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }

it('the create request that follows a lost one goes over a new connection', async () => {
  const fresh: unknown[] = []
  const { outputs } = await runInProcess(shop, request => {
    if (request.method === 'GET') return { status: 200, text: '{"resources": []}' }
    fresh.push(request.fresh)
    return { kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined }
  })
  expect(fresh).toEqual([false, true])
  expect(outputs).toMatchObject({ error_code: 'unknown_outcome', created: '' })
})

it('the log says how far the action has read a list that takes long', async () => {
  const listed = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, name: `service-${index}` }))
  const { log } = await runInProcess(
    { base_url: 'https://service.test', max_results: '0' },
    async ({ url }, clock, signal) => {
      await clock.sleep(6000, signal)
      const offset = Number(url.searchParams.get('offset'))
      return { status: 200, text: JSON.stringify({ resources: listed.slice(offset, offset + 100) }) }
    },
    {},
    { run: listAction },
  )
  expect(log.match(/Still reading .*/g)).toEqual([
    'Still reading the list: 199 deployments on 2 pages so far',
    'Still reading the list: 300 deployments on 4 pages so far',
  ])
})
