import { expect, it } from 'vitest'
import { play } from '../summary/scenarios.ts'
import { deployment, listing, lost } from '../summary/service.ts'

const SHOP = deployment()

it.each([
  ['id', { id: SHOP.id, name: '' }],
  ['name', {}],
])('a wait finds by its %s a deployment that the list shows late', async (_, inputs) => {
  const list = (_: number, now: number) => (now < 14_000 ? listing() : listing(SHOP))
  const { outputs, succeeded } = await play({ action: 'wait', inputs, list })
  expect({ ...outputs, succeeded }).toMatchObject({ id: SHOP.id, status: 'READY', succeeded: true })
})

it.each([
  ['15 seconds', {}, 15],
  ['wait_timeout, if that is shorter', { wait_timeout: '5s' }, 5],
  ['15 seconds, though wait_timeout is zero seconds longer', { wait_timeout: '15s' }, 15],
])('a deployment that the list never shows is not_found after looks over %s', async (_, inputs, seconds) => {
  let last = 0
  const list = (_: number, now: number) => {
    last = now / 1000
    return listing()
  }
  const { outputs } = await play({ action: 'wait', inputs, list })
  expect(outputs).toMatchObject({ error_code: 'not_found', id: '', name: 'shop' })
  expect(last).toBeGreaterThanOrEqual(seconds)
  expect(last).toBeLessThan(seconds + 2)
})

it('a wait is not unreachable if the list could be read before, without the deployment', async () => {
  const list = (_: number, now: number) => (now < 3000 ? listing() : lost)
  const { outputs } = await play({ action: 'wait', inputs: { wait_timeout: '5s' }, list })
  expect(outputs['error_code']).toBe('wait_timeout')
})
