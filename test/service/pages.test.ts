import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPages } from '../../src/service/pages.ts'
import { deployments, expectNoneMissed, type List, listOf, page, readAll } from './paged-list.ts'

it('each deployment of a quiet list is read once and in order, whatever the length of its pages', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant([1]), fc.array(fc.constantFrom(2, 7, 20, 99, 100, 101, 1000), { minLength: 1 })),
      fc.nat(400),
      fc.nat(120),
      async (caps, count, start) => {
        const all = deployments(count)
        let requests = 0
        const list: List = offset => listOf(all, caps[requests++ % caps.length])(offset)
        expect((await readAll(list, { start })).items).toEqual(all.slice(start))
      },
    ),
  ))

it.each([
  [0, [0]],
  [1, [0, 1]],
  [2, [0, 1]],
  [99, [0, 98]],
  [100, [0, 99]],
  [101, [0, 99, 100]],
  [350, [0, 99, 198, 297, 349]],
])('a list of %i deployments is requested at the offsets %j', async (count, offsets) => {
  expect((await readAll(listOf(deployments(count)))).offsets).toEqual(offsets)
})

it('no deployment is missed while others come, go or move', () => expectNoneMissed(readPages))

it('a list that never rests is read four times, and all that any reading showed counts', async () => {
  let all = deployments(60)
  let requests = 0
  const { items, offsets } = await readAll(offset => {
    const reply = listOf(all, 20)(offset)
    all = [{ id: `new ${requests++}` }, ...all]
    return reply
  })
  expect(offsets.filter(offset => offset === 0)).toHaveLength(4)
  expect(items).toEqual(expect.arrayContaining(deployments(60)))
})

it('a list is read to its end if the service removes items after it has cut a page', async () => {
  const places = deployments(128)
  const { items } = await readAll(at =>
    page(places.slice(at, at + 100).filter(({ id }) => Number(id) % 2 > 0)),
  )
  expect(items).toHaveLength(64)
})

it('items without an id, or that are no objects, are read too, and the same id in capitals is the same', async () => {
  const id = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'
  const odd = [null, { name: 'a' }, { name: 'a' }, 7, { name: { toString: 1 } }, { id }]
  let requests = 0
  const { items } = await readAll(at => {
    const last = requests++ === 0 ? { id } : { id: id.toUpperCase() }
    return listOf([...odd, last, { id: 'z' }], 7)(at)
  })
  expect(items).toEqual([{ name: 'a' }, { name: { toString: 1 } }, { id }, { id: 'z' }])
})

it.each<[string, List]>([
  ['repeats one item', () => page(deployments(1))],
  ['ignores the offset', () => page(deployments(50))],
  ['ignores limit and offset', () => page(deployments(250))],
  ['repeats a page that ends as it begins', () => page([...deployments(50), ...deployments(1)])],
  ['counts pages instead of items', at => listOf(deployments(250))(at * 100)],
  ['repeats its last page', at => listOf(deployments(250))(Math.min(at, 150))],
  [
    'adds what is no deployment to each page',
    at => page(at < 9 ? [...deployments(9).slice(at, at + 3), null] : []),
  ],
  ['counts hundreds instead of items', at => listOf(deployments(250))(Math.floor(at / 100) * 100)],
])('a list that %s fails, as its end is unknown', async (_, list) => {
  const { items, offsets } = await readAll(list)
  expect(items).toBe('list_parameters')
  expect(offsets.length).toBeLessThan(30)
})

it('a list of a thousand pages is read, and a longer one fails', async () => {
  const all = deployments(2001)
  expect((await readAll(listOf(all.slice(0, 1001), 2))).items).toHaveLength(1001)
  const { items, offsets } = await readAll(listOf(all, 2))
  expect({ items, requests: offsets.length }).toEqual({ items: 'list_parameters', requests: 1001 })
})

it('a reading that takes long is reported every ten seconds', async () => {
  const list = listOf(deployments(301), 11)
  expect((await readAll(list, { took: 300 })).told).toEqual([])
  expect((await readAll(list, { took: 1000 })).told).toEqual([
    { pages: 10, items: 101 },
    { pages: 20, items: 201 },
    { pages: 30, items: 301 },
  ])
})

it('a failed page is the last value', async () => {
  const error = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  const { items, offsets } = await readAll(offset =>
    offset === 0 ? page(deployments(3)) : { ok: false, error },
  )
  expect({ items, offsets }).toEqual({ items: error, offsets: [0, 2] })
})
