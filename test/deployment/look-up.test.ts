import { describe, expect, it } from 'vitest'
import { isAlike, lookUpName, lookUpNamesakes } from '../../src/deployment/look-up.ts'
import type { ListQuery, Service } from '../../src/service/client.ts'
import { type Dialect, deployments, type Listed, PLAIN, serve } from '../service/list-dialect.ts'

const { signal } = new AbortController()

const serviceOf = (listDeployments: Service['listDeployments']) => ({ listDeployments }) as Service

/** Looks the name up in a list of a dialect. */
async function lookUp(all: Listed[], dialect: Partial<Dialect> = {}, name = 'shop') {
  const asked: ListQuery[] = []
  const reply = await lookUpName(serviceOf(serve(all, { ...PLAIN, ...dialect }, asked)), name, signal)
  return { ids: reply.ok ? reply.value.deployments.map(({ read }) => read.id) : reply.error, asked }
}

const named = (items: Listed[], ...at: number[]) =>
  items.map((item, index) => (at.includes(index) ? { ...item, name: 'shop' } : item))

describe('a look-up finds each deployment of a name in every list dialect', () => {
  const told = ['next', 'this', 'total', 'nothing', 'always further'] as const
  const filters = ['before the cut', 'after the cut', 'never'] as const
  const matches = ['part', 'prefix', 'exact'] as const
  const dialects = told.flatMap(told =>
    filters.flatMap(filter =>
      matches.flatMap(matches =>
        [
          { cap: 100, honoursLimit: true },
          { cap: 20, honoursLimit: true },
          { cap: 20, honoursLimit: false },
          { cap: 10, honoursLimit: true },
        ].map(pages => ({ told, filter, matches, ...pages })),
      ),
    ),
  )
  /** The request limit for a list of this size: one for each page, a few to learn the dialect, one for the end. */
  const bound = (size: number, cap: number) => Math.ceil(size / cap) + 10

  it.each([0, 1, 2, 99, 100, 101, 420, 1234])('among %i deployments', async size => {
    const others = deployments(size, index => `other-${index}`)
    const places = [...new Set([0, 9, 10, 99, 100, 250, size - 1])].filter(at => at >= 0 && at < size)
    for (const dialect of dialects) {
      for (const at of [[], ...places.map(place => [place]), [0, size - 1]]) {
        const all = named(others, ...at)
        const expected = all.filter(({ name }) => name === 'shop').map(({ id }) => id)
        const { ids, asked } = await lookUp(all, dialect)
        const message = `${JSON.stringify(dialect)}, named at ${at}`
        expect(ids, message).toEqual(expected)
        expect(asked.length, message).toBeLessThanOrEqual(bound(size, dialect.cap))
      }
    }
  })

  it('among 420 deployments whose names contain the name', async () => {
    for (const dialect of dialects) {
      const all = named(
        deployments(420, index => `shop-${index}`),
        17,
        419,
      )
      expect((await lookUp(all, dialect)).ids, JSON.stringify(dialect)).toEqual(['id-17', 'id-419'])
    }
  })
})

it.each([
  [0, 1],
  [5, 2],
  [420, 6],
  [10_000, 7],
])('a look-up in a list of %i deployments sends %i requests', async (size, requests) => {
  const { asked } = await lookUp(deployments(size, index => `other-${index}`))
  expect(asked).toHaveLength(requests)
})

describe('a look-up finds a name that the service changed', () => {
  const CHANGES: [string, string][] = [
    ['Shop', 'shop'],
    ['shop', 'SHOP'],
    [' shop', 'shop'],
    ['shop', ' shop\n'],
    ['caf\u00e9', 'cafe\u0301'],
    ['\ufb01sh', 'fish'],
    ['straße', 'STRASSE'],
  ]

  it.each(CHANGES)('from %j to %j', async (name, listed) => {
    const all = [...deployments(3, index => `other-${index}`), { id: 'changed', name: listed }]
    expect((await lookUp(all, { matches: 'exact' }, name)).ids).toEqual(['changed'])
  })

  it.each([
    ['Shop', 'shop'],
    [' Shop ', 'shop'],
    ['CAF\u00c9', 'caf\u00e9'],
  ])('from %j to %j at the end of a long list', async (name, listed) => {
    const all = [...deployments(2000, index => `other-${index}`), { id: 'changed', name: listed }]
    expect((await lookUp(all, {}, name)).ids).toEqual(['changed'])
  })

  it('unless the list contains an equal name', async () => {
    const all = [
      { id: 'upper', name: 'SHOP' },
      { id: 'equal', name: 'shop' },
    ]
    expect((await lookUp(all)).ids).toEqual(['equal'])
  })

  it.each(['shop-2', 'sho', 'sh op', ''])('but not from "shop" to %j', listed => {
    expect(isAlike(listed, 'shop')).toBe(false)
  })
})

it('a look-up finds a name if the service filters more items than a page contains', async () => {
  // The service filters 100 items and returns 10 of them.
  const all = named(
    deployments(2000, index => `other-${index}`),
    1500,
  )
  const list = serve(all, { ...PLAIN, filter: 'after the cut' })
  const short: Service['listDeployments'] = async (query, until) => {
    const reply = await list(query)
    until.throwIfAborted()
    if (!reply.ok) return reply
    const resources = reply.value.resources.slice(0, 10)
    return { ...reply, value: { ...reply.value, resources, size: resources.length } }
  }
  const reply = await lookUpName(serviceOf(short), 'shop', signal)
  expect(reply.ok && reply.value.deployments.map(({ read }) => read.id)).toEqual(['id-1500'])
})

describe('the look-up after a create', () => {
  const own = { id: 'id-3', name: 'shop' }

  async function lookAfter(all: Listed[], dialect: Partial<Dialect> = {}, end: ListQuery = { offset: '0' }) {
    const asked: ListQuery[] = []
    const service = serviceOf(serve(all, { ...PLAIN, ...dialect }, asked))
    const reply = await lookUpNamesakes(service, { ...own, end }, signal, { retry: false })
    return { ids: reply.ok ? reply.value.map(({ read }) => read.id) : reply.error, asked }
  }

  it('sends one request if the first page contains the new deployment', async () => {
    const all = named(
      deployments(5, index => `other-${index}`),
      3,
    )
    expect(await lookAfter(all)).toEqual({
      ids: ['id-3'],
      asked: [{ name: 'shop', limit: '100', offset: '0' }],
    })
  })

  it('sends two requests if the new deployment is at the end of a long list', async () => {
    const others = deployments(300, index => `shop-${index}`).filter(({ id }) => id !== own.id)
    const { ids, asked } = await lookAfter([...others, own], {}, { name: 'shop', offset: '299' })
    expect(ids).toEqual(['id-3'])
    expect(asked).toHaveLength(2)
  })

  it('finds other deployments of the name if the service ignores the filter', async () => {
    const all = named(
      deployments(300, index => `other-${index}`),
      3,
      280,
    )
    expect((await lookAfter(all, { filter: 'never' })).ids).toEqual(['id-3', 'id-280'])
  })

  it('finds the new deployment at the end of a long list if the service filters each page', async () => {
    const all = [...deployments(300, index => `other-${index}`).filter(({ id }) => id !== own.id), own]
    expect((await lookAfter(all, { filter: 'after the cut', told: 'nothing' })).ids).toEqual(['id-3'])
  })
})
