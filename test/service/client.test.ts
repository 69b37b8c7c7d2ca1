import { expect, it } from 'vitest'
import { listAction } from '../../src/actions/list.ts'
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

it.each([201, 202, 204])(
  'a %i with a Location and no body is a success, whose deployment the list shows',
  async status => {
    const listed: object[] = []
    const { outputs, log } = await runInProcess(shop, ({ method, url }) => {
      const resources = url.searchParams.get('offset') === '0' ? listed : []
      if (method === 'GET') return { status: 200, text: JSON.stringify({ resources }) }
      listed.push({ id: 'd1', ...shop, source_config: {}, source_revision_config: {}, secrets: [] })
      return { status, text: '', headers: { location: '/v2/deployments/d1' } }
    })
    expect(outputs).toMatchObject({ id: 'd1', created: 'true' })
    expect(log).toContain(`the service answered ${status} without a body`)
    expect(log).not.toContain('does not look like the service')
  },
)

it.each([408, 425])('a %i to every create request ends as unavailable, and creates nothing', async status => {
  const { outputs } = await runInProcess(shop, ({ method }) =>
    method === 'GET' ? { status: 200, text: '{"resources": []}' } : { status, text: '' },
  )
  expect(outputs).toMatchObject({ error_code: 'unavailable', http_status: `${status}`, created: 'false' })
})

it('a success of a create request whose body is cut, and that is not listed, says when a rerun is safe', async () => {
  const broken = { code: 'ECONNRESET', cause: undefined }
  const { outputs, log } = await runInProcess(shop, ({ method }) =>
    method === 'GET' ? { status: 200, text: '{"resources": []}' } : { status: 200, text: '{"a', broken },
  )
  expect(outputs).toMatchObject({ error_code: 'unexpected_response', created: '' })
  expect(log).toContain('the body of the response could not be read: the connection was reset (ECONNRESET)')
  expect(log).toContain('A rerun is safe once the service lists what it has')
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
