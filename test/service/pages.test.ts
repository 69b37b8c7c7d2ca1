import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPages } from '../../src/service/pages.ts'
import { deployments, expectNoneMissed, type List, listOf, page, readAll, TOLD } from './paged-list.ts'

it('each deployment is read once and in order, for any length of pages and any meaning of offset', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TOLD),
      fc.array(fc.constantFrom(1, 7, 20, 99, 100, 101, 1000), { minLength: 1 }),
      fc.nat(400),
      fc.nat(120),
      async (told, caps, count, start) => {
        const all = deployments(count)
        let requests = 0
        const list: List = offset => listOf(all, caps[requests++ % caps.length], told)(offset)
        expect((await readAll(list, { start })).items).toEqual(all.slice(start))
      },
    ),
  ))

it.each([
  [0, [0]],
  [99, [0, 99]],
  [100, [0, 99, 100]],
  [150, [0, 99, 150]],
  [350, [0, 99, 198, 297, 350]],
])('a list of %i deployments is requested at the offsets %j', async (count, offsets) => {
  expect((await readAll(listOf(deployments(count)))).offsets).toEqual(offsets)
})

it('no deployment is missed while others come and go in front of it', () => expectNoneMissed(readPages))

it('behind eight empty pages whose offset points further, the list may go on', async () => {
  const all = [...deployments(20), ...Array<undefined>(160), { id: 'last' }]
  const { items } = await readAll(offset => {
    const items = all.slice(offset, offset + 20).filter(item => item !== undefined)
    return page(items, Math.min(offset + 20, all.length))
  })
  expect(items).toEqual([...deployments(20), { id: 'last' }])
})

it('behind nine empty pages the list has ended, as some services always add the limit', async () => {
  const offsets = [0, 100, 200, 300, 400, 500, 600, 700, 800]
  expect(await readAll(offset => page([], offset + 100))).toEqual({ items: [], offsets })
})

it('a deployment is not missed if others move to the end of the list, as in the order of their last change', async () => {
  const all = deployments(104)
  let moving = 3
  const { items, offsets } = await readAll(offset => {
    const reply = listOf(all)(offset)
    all.push(...all.splice(0, moving))
    moving = 0
    return reply
  })
  expect(items).toHaveLength(104)
  expect(offsets).toEqual([0, 99, 0, 99, 104])
})

it('a list is read to its end if the service removes items after it has cut a page', async () => {
  const places = deployments(128)
  const { items } = await readAll(at =>
    page(places.slice(at, at + 100).filter(({ id }) => Number(id) % 2 > 0)),
  )
  expect(items).toHaveLength(64)
})

it.each<[string, List]>([
  ['repeats one item', () => page(deployments(1), 0)],
  ['ignores the offset', () => page(deployments(50), 0)],
  ['ignores limit and offset', () => page(deployments(250), 250)],
  ['begins again after its end', offset => page(deployments(50).slice(offset % 50, (offset % 50) + 10))],
  ['counts pages instead of items', at => listOf(deployments(250))(at * 100)],
])('a list that %s fails, as its end is unknown', async (_, list) => {
  const { items, offsets } = await readAll(list)
  expect(items).toBe('list_parameters')
  expect(offsets.length).toBeLessThan(30)
})

it('a failed page is the last value', async () => {
  const error = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  const { items, offsets } = await readAll(offset =>
    offset === 0 ? page(deployments(3)) : { ok: false, error },
  )
  expect({ items, offsets }).toEqual({ items: error, offsets: [0, 3] })
})
