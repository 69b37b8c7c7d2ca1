import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListQuery, Page } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Walk, walkDeployments } from '../../src/service/pages.ts'
import { type Dialect, deployments, PLAIN, serve } from './list-dialect.ts'

const { signal } = new AbortController()

/** The deployments that a walk finds, or its failure. */
async function walk(list: ReturnType<typeof serve>, part: Partial<Walk> = {}) {
  const reply = await walkDeployments(list, { query: {}, wanted: () => true, ...part }, signal)
  return reply.ok ? reply.value.found : reply.error
}

const isShop = (item: Record<string, unknown>) => item['name'] === 'shop'
const page = (resources: Page['resources'], offset?: number): Reply<Page> => ({
  ok: true,
  status: 200,
  value: { resources, size: resources.length, offset },
})

const TOLD = ['next', 'this', 'total', 'nothing', 'always further'] as const

/** A value of JSON, or an object that cannot be converted to text. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom({ toString: null }, [{ toString: null }], Number.POSITIVE_INFINITY),
)

const anyDialect = fc.record<Dialect>({
  told: fc.constantFrom(...TOLD),
  filter: fc.constantFrom('before the cut', 'after the cut', 'never'),
  matches: fc.constantFrom('part', 'prefix', 'exact'),
  cap: fc.integer({ min: 1, max: 30 }),
  honoursLimit: fc.boolean(),
})

describe('a walk without filters returns each deployment once and in order', () => {
  it('in every dialect, from any offset', () =>
    fc.assert(
      fc.asyncProperty(
        anyDialect,
        fc.nat(100),
        fc.nat(120),
        fc.integer({ min: 1, max: 120 }),
        async (dialect, count, offset, most) => {
          const all = deployments(count, index => `shop-${index}`)
          expect(await walk(serve(all, dialect), { offset, most })).toEqual(all.slice(offset, offset + most))
        },
      ),
    ))

  it.each([1, 7, 99, 100, 101, 1000])('with 10,000 deployments in pages of %i', async cap => {
    const all = deployments(10_000, index => `shop-${index}`)
    for (const told of TOLD) {
      expect(await walk(serve(all, { ...PLAIN, told, cap, honoursLimit: false }))).toEqual(all)
    }
  })
})

it('a walk reads a page of 300,000 items', async () => {
  const all = deployments(300_000, () => 'shop')
  expect(await walk(serve(all, { ...PLAIN, cap: all.length, honoursLimit: false }))).toHaveLength(all.length)
})

describe('a filtered walk returns each match once', () => {
  it.each(TOLD.flatMap(told => (['before the cut', 'never'] as const).map(filter => ({ told, filter }))))(
    'if the filter is applied $filter and the offset is $told',
    async dialect => {
      for (const cap of [1, 10, 100]) {
        const all = deployments(150, index => (index % 40 === 7 ? 'shop' : 'other'))
        const found = await walk(serve(all, { ...PLAIN, ...dialect, cap }), {
          query: { name: 'shop' },
          wanted: isShop,
        })
        expect(found).toEqual(all.filter(({ name }) => name === 'shop'))
      }
    },
  )

  it.each(['next', 'total', 'always further'] as const)(
    'if the filter leaves pages empty and the offset is %s',
    async told => {
      for (const cap of [10, 20, 100]) {
        const all = deployments(450, index => (index === 15 || index === 335 ? 'shop' : 'other'))
        const late = serve(all, { ...PLAIN, told, cap, filter: 'after the cut' })
        expect(await walk(late, { query: { name: 'shop' }, wanted: isShop })).toEqual([all[15], all[335]])
      }
    },
  )
})

describe('a walk misses nothing while the list changes', () => {
  const items = () => deployments(50, index => (index === 49 ? 'shop' : 'other'))

  it('if a deployment is added at the front for each page', async () => {
    const all = items()
    const list = serve(all, { ...PLAIN, cap: 10 })
    let added = 0
    const growing: typeof list = query => {
      all.unshift({ id: `new-${added++}`, name: 'other' })
      return list(query)
    }
    expect(await walk(growing, { wanted: isShop })).toMatchObject([{ id: 'id-49' }])
  })

  it('if the last page holds only known deployments', async () => {
    const all = deployments(100, () => 'other')
    const list = serve(all, PLAIN)
    let requests = 0
    const growing: typeof list = query => {
      if (++requests === 2) all.unshift({ id: 'new', name: 'other' })
      return list(query)
    }
    expect(await walk(growing)).toHaveLength(100)
    expect(requests).toBe(3)
  })

  it('if one page holds nothing new', async () => {
    const all = deployments(20, index => (index === 19 ? 'shop' : 'other'))
    const list = serve(all, { ...PLAIN, cap: 10 })
    let requests = 0
    const found = await walk(query => list(++requests === 2 ? { ...query, offset: '0' } : query), {
      wanted: isShop,
    })
    expect(found).toMatchObject([{ id: 'id-19' }])
  })
})

it('a walk skips items without an id and values that are not items', async () => {
  const resources = [{ name: 'other' }, { name: 'shop' }, { id: 7, name: 'shop-2' }]
  const list = async ({ offset }: ListQuery): Promise<Reply<Page>> => {
    const rest = resources.slice(Math.max(0, Number(offset) - 2))
    const size = Number(offset) < 2 ? rest.length + 2 : rest.length
    return { ok: true, status: 200, value: { resources: rest, size, offset: undefined } }
  }
  expect(await walk(list, { wanted: isShop })).toEqual([{ name: 'shop' }])
})

it('a walk sends no more requests than necessary', async () => {
  const asked: ListQuery[] = []
  const all = deployments(500, index => `shop-${index}`)
  await walk(serve(all, PLAIN, asked), { offset: 50, most: 150 })
  expect(asked.map(({ offset }) => offset)).toEqual(['50', '150'])
})

it('a walk ends after an empty first page', async () => {
  const asked: ListQuery[] = []
  await walk(serve([], PLAIN, asked), { query: { name: 'shop' } })
  expect(asked).toEqual([{ name: 'shop', limit: '100', offset: '0' }])
})

it('a walk requests each page once', async () => {
  const asked: ListQuery[] = []
  const all = deployments(10_000, index => `shop-${index}`)
  await walk(serve(all, PLAIN, asked), { query: { name: 'shop' } })
  expect(asked.map(({ offset }) => Number(offset))).toEqual(
    Array.from({ length: 101 }, (_, index) => index * 100),
  )
})

it('a walk stops after enough items', async () => {
  const all = deployments(1000, String)
  const reply = await walkDeployments(
    serve(all, PLAIN),
    { query: {}, wanted: () => false, enough: 250 },
    signal,
  )
  expect(reply).toMatchObject({ ok: true, value: { ended: false, next: 300 } })
})

describe('an empty page whose offset points further', () => {
  const all = deployments(7, index => `shop-${index}`)
  /** The service removes the items that the caller may not see after it has cut the page. */
  const hiding =
    (hidden: number, told: (offset: number) => number | undefined) =>
    async ({ offset }: ListQuery) => {
      const from = Number(offset)
      const visible = all.slice(from, from + 2).filter(({ id }) => !(Number(id.slice(3)) < hidden))
      return page(
        visible.map(item => ({ ...item })),
        told(from),
      )
    }

  it.each([2, 4, 6])('is not the end of the list if the first %i items are hidden', async hidden => {
    expect(await walk(hiding(hidden, offset => Math.min(offset + 2, 7)))).toEqual(all.slice(hidden))
  })

  it('fails the walk if the offset is a total that the pages do not reach', async () => {
    const reason = expect.stringMatching(/has an offset of 7 and shows fewer deployments/)
    expect(await walk(hiding(7, () => 7))).toMatchObject({ kind: 'unusable', reason })
  })

  it('is the end of the list after two more empty pages if the service always returns a further offset', async () => {
    const asked: ListQuery[] = []
    const list = serve(all, { ...PLAIN, told: 'always further' }, asked)
    expect(await walk(list)).toEqual(all)
    expect(asked.map(({ offset }) => offset)).toEqual(['0', '7', '107', '207'])
  })
})

describe('a list that cannot be paged is a failure', () => {
  it.each([{}, { name: 'shop' }])('if it repeats a page, filtered by %j', async query => {
    const all = deployments(50, () => 'other')
    let requests = 0
    const list = async () => {
      requests++
      return page(
        all.map(item => ({ ...item })),
        0,
      )
    }
    expect(await walk(list, { query })).toMatchObject({
      kind: 'unusable',
      reason: expect.stringMatching(/repeats a page .*list_parameters/),
    })
    expect(requests).toBeLessThan(20)
  })

  it('if it never ends', async () => {
    let next = 0
    const list = async () => page([{ id: `id-${next++}`, name: 'other' }], next)
    expect(await walk(list)).toMatchObject({ reason: expect.stringContaining('did not end') })
  })
})

it('a walk fails if the request of a page fails', async () => {
  const failure = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  expect(await walk(async () => ({ ok: false, error: failure }))).toEqual(failure)
})

it('items with values of any type fail or end the walk, and throw nothing', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.record({ id: anyValue, name: anyValue }), { maxLength: 5 }), async items => {
      const list = async ({ offset }: ListQuery) => page(offset === '0' ? items : [])
      expect(await walk(list)).toBeDefined()
    }),
  ))
