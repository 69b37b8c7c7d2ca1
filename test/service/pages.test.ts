import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import type { ListQuery } from '../../src/service/list-parameters.ts'
import { findDeployments } from '../../src/service/pages.ts'

/** How a service may page, within what the interface leaves open. */
interface Dialect {
  pageSize: number
  honoursLimit: boolean
  filters: 'exact' | 'substring' | 'none' | 'after paging'
  told: 'next' | 'this' | 'missing' | 'always further'
}

const deployments = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: name(index) }))

function serve(all: { id: string; name: string }[], dialect: Dialect, asked: ListQuery[] = []) {
  return async (query: ListQuery): Promise<Reply<Page>> => {
    asked.push(query)
    const offset = Number(query.offset)
    const limit = dialect.honoursLimit ? Math.min(Number(query.limit), dialect.pageSize) : dialect.pageSize
    const matches = (name: string) =>
      dialect.filters === 'exact' ? name === query.name : name.includes(query.name ?? '')
    const listed =
      dialect.filters === 'exact' || dialect.filters === 'substring'
        ? all.filter(({ name }) => matches(name))
        : all
    const page = listed.slice(offset, offset + limit)
    const resources = dialect.filters === 'after paging' ? page.filter(({ name }) => matches(name)) : page
    const told = {
      next: offset + page.length,
      this: offset,
      missing: undefined,
      'always further': offset + limit,
    }[dialect.told]
    return { ok: true, status: 200, value: { resources, offset: told } }
  }
}

const find = (list: ReturnType<typeof serve>, name: string) =>
  findDeployments(list, { name }, sent => sent['name'] === name, new AbortController().signal)

describe('all deployments of a name are found, each once', () => {
  it('however the service pages', () => {
    const dialect = fc.record<Dialect>({
      pageSize: fc.integer({ min: 1, max: 30 }),
      honoursLimit: fc.boolean(),
      filters: fc.constantFrom('exact', 'substring', 'none'),
      told: fc.constantFrom('next', 'this', 'missing', 'always further'),
    })
    return fc.assert(
      fc.asyncProperty(
        dialect,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 40 }),
        async (service, count, nth) => {
          const all = deployments(count, index => (index % nth === 0 ? 'shop' : `shop-${index}`))
          const reply = await find(serve(all, service), 'shop')
          expect(reply).toMatchObject({ ok: true })
          expect(reply.ok && reply.value).toEqual(all.filter(({ name }) => name === 'shop'))
        },
      ),
    )
  })

  it('though the filter leaves a page empty', async () => {
    const all = deployments(50, index => (index === 15 || index === 35 ? 'shop' : 'other'))
    const dialect: Dialect = { pageSize: 10, honoursLimit: true, filters: 'after paging', told: 'next' }
    const reply = await find(serve(all, dialect), 'shop')
    expect(reply.ok && reply.value).toEqual([all[15], all[35]])
  })

  it('though deployments come in while it pages', async () => {
    const all = deployments(50, index => (index === 49 ? 'shop' : 'other'))
    const dialect: Dialect = { pageSize: 10, honoursLimit: true, filters: 'none', told: 'next' }
    let requests = 0
    const list = serve(all, dialect)
    const reply = await find(query => {
      if (++requests <= 3) all.unshift({ id: `new-${requests}`, name: 'other' })
      return list(query)
    }, 'shop')
    expect(reply.ok && reply.value).toMatchObject([{ id: 'id-49' }])
  })

  it('though one moves on to the next page', async () => {
    const all = deployments(20, index => (index === 9 ? 'shop' : 'other'))
    const dialect: Dialect = { pageSize: 10, honoursLimit: true, filters: 'none', told: 'next' }
    const list = serve(all, dialect)
    const reply = await find(query => {
      if (query.offset === '10') all.unshift({ id: 'new', name: 'other' })
      return list(query)
    }, 'shop')
    expect(reply.ok && reply.value).toMatchObject([{ id: 'id-9' }])
  })

  it('though a page brought nothing new once', async () => {
    const all = deployments(20, index => (index === 19 ? 'shop' : 'other'))
    const list = serve(all, { pageSize: 10, honoursLimit: true, filters: 'none', told: 'next' })
    let requests = 0
    const reply = await find(query => list(++requests === 2 ? { ...query, offset: '0' } : query), 'shop')
    expect(reply.ok && reply.value).toMatchObject([{ id: 'id-19' }])
  })

  it('though some have no id', async () => {
    const resources = [{ name: 'other' }, { name: 'shop' }, { id: 7, name: 'shop-2' }]
    const list = async ({ offset }: ListQuery): Promise<Reply<Page>> => ({
      ok: true,
      status: 200,
      value: { resources: resources.slice(Number(offset)), offset: undefined },
    })
    const reply = await find(list, 'shop')
    expect(reply.ok && reply.value).toEqual([{ name: 'shop' }])
  })
})

describe('a part of the list', () => {
  const part = (service: Dialect, count: number, from: { offset?: number; most?: number }) => {
    const all = deployments(count, index => `shop-${index}`)
    const signal = new AbortController().signal
    return findDeployments(serve(all, service), {}, () => true, signal, from)
  }
  const dialect = fc.record<Dialect>({
    pageSize: fc.integer({ min: 1, max: 30 }),
    honoursLimit: fc.boolean(),
    filters: fc.constant('none'),
    told: fc.constantFrom('next', 'this', 'missing', 'always further'),
  })

  it('is what stands there, however the service pages', () =>
    fc.assert(
      fc.asyncProperty(
        dialect,
        fc.nat(100),
        fc.nat(120),
        fc.integer({ min: 1, max: 120 }),
        async (...given) => {
          const [service, count, offset, most] = given
          const all = deployments(count, index => `shop-${index}`)
          const reply = await part(service, count, { offset, most })
          expect(reply.ok && reply.value).toEqual(all.slice(offset, offset + most))
        },
      ),
    ))

  it.each([1, 7, 99, 100, 101, 1000])('is each of 10,000 once, in pages of %i', async pageSize => {
    for (const told of ['next', 'this', 'missing', 'always further'] as const) {
      const service: Dialect = { pageSize, honoursLimit: false, filters: 'none', told }
      const reply = await part(service, 10_000, {})
      expect(reply.ok && reply.value).toEqual(deployments(10_000, index => `shop-${index}`))
    }
  })

  it('takes no more requests than it needs', async () => {
    const asked: ListQuery[] = []
    const all = deployments(500, index => `shop-${index}`)
    const service: Dialect = { pageSize: 100, honoursLimit: true, filters: 'none', told: 'next' }
    const signal = new AbortController().signal
    await findDeployments(serve(all, service, asked), {}, () => true, signal, { offset: 50, most: 150 })
    expect(asked.map(({ offset }) => offset)).toEqual(['50', '150'])
  })
})

it('asks for nothing more than a first page where that one is empty', async () => {
  const asked: ListQuery[] = []
  await find(serve([], { pageSize: 100, honoursLimit: true, filters: 'exact', told: 'next' }, asked), 'shop')
  expect(asked).toEqual([{ name: 'shop', limit: '100', offset: '0' }])
})

it('asks for each page once', async () => {
  const asked: ListQuery[] = []
  const all = deployments(10_000, index => `shop-${index}`)
  await find(
    serve(all, { pageSize: 100, honoursLimit: true, filters: 'substring', told: 'next' }, asked),
    'shop',
  )
  expect(asked.map(({ offset }) => Number(offset))).toEqual(
    Array.from({ length: 101 }, (_, page) => page * 100),
  )
})

describe('a service that cannot be paged is reported', () => {
  it('when it repeats its page', async () => {
    const all = deployments(50, () => 'other')
    const reply = await find(
      async () => ({ ok: true, status: 200, value: { resources: all, offset: 0 } }),
      'shop',
    )
    expect(reply).toMatchObject({
      ok: false,
      error: { kind: 'unusable', reason: expect.stringMatching(/repeats a page .*list_parameters/) },
    })
  })

  it('when its list never ends', async () => {
    let next = 0
    const endless = async (): Promise<Reply<Page>> => ({
      ok: true,
      status: 200,
      value: { resources: [{ id: `id-${next++}`, name: 'other' }], offset: next },
    })
    expect(await find(endless, 'shop')).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('did not end') },
    })
  })
})

it('hands on the failure of a page', async () => {
  const failure = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  expect(await find(async () => ({ ok: false, error: failure }), 'shop')).toEqual({
    ok: false,
    error: failure,
  })
})
