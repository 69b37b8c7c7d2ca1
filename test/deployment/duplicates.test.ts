import { expect, it } from 'vitest'
import { findNamesakes } from '../../src/deployment/duplicates.ts'
import { type Service, toDeployment } from '../../src/service/client.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

const { signal } = new AbortController()

/** Looks for deployments with the name of a new one, while another run creates one of the same age 600 ms later. */
async function lookUpDuringCreate(created_at: string) {
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
  const context = {
    service: { listDeployments } as Pick<Service, 'listDeployments'> as Service,
    clock,
    random: () => 0.5,
    notify: () => {},
    signal,
  }
  const found = await clock.run(findNamesakes(own, { name: 'shop', expected: 0 }, 'quick', context))
  return { others: found.others.map(({ read }) => read.id), lookUps, took: clock.now() }
}

it('one look-up is enough if creation times have fractions of a second', async () => {
  expect(await lookUpDuringCreate('1970-01-01T00:00:00.25Z')).toEqual({ others: [], lookUps: 1, took: 0 })
})

it('one look-up is enough if the creation time is not recent', async () => {
  expect((await lookUpDuringCreate('2001-01-01T00:00:00Z')).lookUps).toBe(1)
})

it('look-ups go on for a second if creation times are whole seconds, because the id then decides', async () => {
  const { others, took } = await lookUpDuringCreate('1970-01-01T00:00:00Z')
  expect(others).toEqual(['a'])
  expect(took).toBeGreaterThanOrEqual(1000)
})
