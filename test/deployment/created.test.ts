import { expect, it } from 'vitest'
import type { Event } from '../../src/deployment/context.ts'
import { checkCreated } from '../../src/deployment/created.ts'
import { type Service, toDeployment } from '../../src/service/client.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

/** Checks a new deployment, while another run creates one of the same age and a lower id 600 ms later. */
async function check(created_at: string) {
  const clock = virtualClock()
  const item = (id: string) => ({ id, name: 'shop', created_at })
  const listed = [item('b')]
  clock.after(600, () => listed.push(item('a')))
  let lookUps = 0
  const listDeployments: Service['listDeployments'] = async ({ offset }) => {
    if (offset === '0') lookUps++
    const resources = offset === '0' ? listed.map(one => ({ ...one })) : []
    return { ok: true, status: 200, value: { resources, size: resources.length, offset: 0 } }
  }
  const own = toDeployment(item('b'))
  if (!own) throw new Error('not a deployment')
  const request = { name: 'shop', source: 'internal_template' as const, source_config: {} }
  const outcome = checkCreated(
    { ...request, source_revision_config: {}, secrets: [] },
    own,
    { expected: 0, isSecond: false },
    {
      service: { listDeployments } as Pick<Service, 'listDeployments'> as Service,
      clock,
      random: () => 0.5,
      notify: (_: Event) => {},
      signal: new AbortController().signal,
    },
  )
  const { result } = await clock.run(outcome)
  return { result, lookUps, took: clock.now() }
}

it.each([
  ['has a fraction of a second', '1970-01-01T00:00:00.25Z'],
  ['is not recent', '2001-01-01T00:00:00Z'],
])('one look for duplicates is enough if the creation time %s', async (_, created_at) => {
  expect(await check(created_at)).toEqual({ result: 'created', lookUps: 1, took: 0 })
})

it('looks for duplicates go on for a second if creation times are whole seconds, because the id then decides', async () => {
  const { result, took } = await check('1970-01-01T00:00:00Z')
  expect(result).toBe('failed')
  expect(took).toBeGreaterThanOrEqual(1000)
})
