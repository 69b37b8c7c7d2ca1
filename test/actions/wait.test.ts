import { expect, it } from 'vitest'
import { waitAction } from '../../src/actions/wait.ts'
import { runInProcess } from '../security/in-process.ts'

const SECOND = 1000
const SHOP = { id: 'd1', name: 'shop', status: 'READY', latest_revision_id: 'r1', active_revision_id: 'r1' }

/** Runs the wait action against a list that shows the deployment from a moment of the virtual clock on. */
async function waitFor(listedAt: number, inputs: Record<string, string>) {
  let last = 0
  const base_url = 'https://service.test'
  const run = await runInProcess(
    { base_url, ...inputs },
    ({ url }, clock) => {
      last = clock.now()
      const isShown = last >= listedAt && url.searchParams.get('offset') === '0'
      return { status: 200, text: JSON.stringify({ resources: isShown ? [SHOP] : [] }) }
    },
    {},
    { run: waitAction },
  )
  return { ...run, last }
}

const NEVER = Number.POSITIVE_INFINITY

it.each([[{ id: 'd1' }], [{ name: 'shop' }]])('a wait finds %j that the list shows late', async input => {
  const { outputs, log } = await waitFor(14 * SECOND, input)
  expect(outputs).toMatchObject({ id: 'd1', status: 'READY' })
  expect(outputs).not.toHaveProperty('error_code')
  expect(log).not.toContain('::error')
})

it.each([
  ['15 seconds', {}, 15],
  ['wait_timeout, if that is shorter', { wait_timeout: '5s' }, 5],
  ['15 seconds, though wait_timeout is zero seconds longer', { wait_timeout: '15s' }, 15],
])('a deployment that the list never shows is not_found after looks over %s', async (_, inputs, seconds) => {
  const { outputs, last, log } = await waitFor(NEVER, { name: 'shop', ...inputs })
  expect(outputs).toMatchObject({ error_code: 'not_found', id: '', name: 'shop' })
  expect(last / SECOND).toBeCloseTo(seconds, 0)
  expect(last / SECOND).toBeGreaterThanOrEqual(seconds)
  expect(log.match(/^::error/gm)).toHaveLength(1)
})
