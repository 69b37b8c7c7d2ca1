import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ignoredFilters, type ListOrder, listDeployments } from '../../src/deployment/list.ts'
import { LIST_PARAMETERS, type ListQuery, type Service, toDeployment } from '../../src/service/client.ts'
import { type Dialect, deployments, PLAIN, serve } from '../service/list-dialect.ts'

/** The names that the list action finds. */
async function namesOf(list: ReturnType<typeof serve>, order: Partial<ListOrder>) {
  const service = { listDeployments: list } as Pick<Service, 'listDeployments'> as Service
  const all = { name: undefined, name_contains: undefined, filters: {}, offset: 0, max_results: 0 }
  const found = await listDeployments(service, { ...all, ...order }, new AbortController().signal)
  return found.ok ? found.value.deployments.map(({ read }) => read.name) : found.error
}

const anyDialect = fc.record<Dialect>({
  told: fc.constantFrom('next', 'this', 'total', 'nothing', 'always further'),
  filter: fc.constantFrom('before the cut', 'after the cut'),
  matches: fc.constant('part'),
  cap: fc.integer({ min: 1, max: 30 }),
  honoursLimit: fc.boolean(),
})

describe('the list action misses no deployment', () => {
  it('if the service applies the filter before or after it cuts the pages, in every dialect', () =>
    fc.assert(
      fc.asyncProperty(anyDialect, fc.nat(90), fc.nat(120), async (dialect, first, count) => {
        const all = deployments(count, index =>
          index >= first && index % 7 === 0 ? `app-${index}` : `other-${index}`,
        )
        const wanted = all.map(({ name }) => name).filter(name => name.startsWith('app'))
        expect(await namesOf(serve(all, dialect), { name_contains: 'app' })).toEqual(wanted)
      }),
    ))

  it('if the filter by name finds nothing', async () => {
    const list = serve(
      deployments(120, index => `app-${index}`),
      PLAIN,
    )
    const blind = async (query: ListQuery) =>
      query.name === undefined ? list(query) : list({ ...query, name: 'nothing has this name' })
    expect(await namesOf(blind, { name: 'app-110' })).toEqual(['app-110'])
  })
})

it('the list action sends at most four requests if the filter works, in a list of any length', async () => {
  const asked: ListQuery[] = []
  const list = serve(
    deployments(10_000, index => `other-${index}`),
    PLAIN,
    asked,
  )
  expect(await namesOf(list, { name_contains: 'app' })).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(4)
})

const GIVEN = { id: 'AN-ID', status: 'READY', image_version: '1.0-rc' }

it.each<[ListOrder['filters'], object, string[]]>([
  [{}, {}, []],
  [{ status: 'ready' }, {}, []],
  [{ status: 'UNUSED' }, {}, ['status']],
  [{ status: 'UNUSED' }, { status: null }, []],
  [{ image_version: '1.0-RC' }, {}, []],
  [{ image_version: '1.0' }, {}, ['image_version']],
  [{ image_version: '1.0' }, { image_version: null }, []],
  [{ ids: 'other,an-id' }, {}, []],
  [{ ids: 'other,an-id-2' }, {}, ['ids']],
])('with the filters %j and the response %j, the ignored filters are %j', (filters, fields, ignored) => {
  const deployment = toDeployment({ ...GIVEN, ...fields })
  const order = { name: undefined, name_contains: undefined, filters, offset: 0, max_results: 0 }
  const listed = { deployments: deployment ? [deployment] : [], more: false }
  expect(ignoredFilters(order, listed)).toEqual(ignored)
})

/** Filters on fields that no response contains: it is impossible to check whether the service applied them. */
const NOT_SHOWN = ['remote_reconciled', 'tag_value_ids', 'deployment_type']

it('each filter that the service ignored is reported if responses contain its field', () => {
  const { limit, offset, name, ...names } = LIST_PARAMETERS
  const filters = Object.fromEntries(Object.keys(names).map(filter => [filter, 'requested']))
  const other = Object.fromEntries(Object.keys(names).map(filter => [filter, 'other']))
  const deployment = toDeployment({ ...other, id: 'other' })
  const order = { name: undefined, name_contains: undefined, filters, offset: 0, max_results: 0 }
  const ignored = ignoredFilters(order, { deployments: deployment ? [deployment] : [], more: false })
  expect([...ignored, ...NOT_SHOWN].sort()).toEqual(Object.keys(names).sort())
})
