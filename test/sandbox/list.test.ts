import { expect, test } from 'vitest'
import { jsonOf, list, namesOf, open, page } from './client.ts'

const tags = {
  red: '00000000-0000-4000-8000-0000000000a1',
  blue: '00000000-0000-4000-8000-0000000000a2',
  none: '00000000-0000-4000-8000-0000000000a3',
}

async function openWithFour() {
  const sandbox = await open()
  const [shop, stock, web, demo] = sandbox.seed(
    { name: 'shop', source: 'external_container', image_version: '1.0', tag_value_ids: [tags.red] },
    { name: 'shop-stock', source: 'repohost', tag_value_ids: [tags.red, tags.blue], deployment_type: 'prod' },
    { name: 'web', source: 'internal_source', status: 'UNUSED', deployment_type: 'dev_free' },
    { name: 'demo-Shop', source: 'external_container', status: 'AWAITING_DELETE', image_version: '1.0.1' },
  )
  return { sandbox, ids: [shop, stock, web, demo].map(deployment => deployment?.id ?? '') }
}

test('an empty list has resources and offset', async () => {
  const response = await list(await open())
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toStrictEqual({ resources: [], offset: 0 })
})

test.each([
  ['name_contains=shop', ['shop', 'shop-stock']],
  ['name_contains=Shop', ['demo-Shop']],
  ['name_contains=-', ['shop-stock', 'demo-Shop']],
  ['name_contains=', ['shop', 'shop-stock', 'web', 'demo-Shop']],
  ['name_contains=nothing', []],
  ['status=READY', ['shop', 'shop-stock']],
  ['status=UNUSED', ['web']],
  ['status=ready', []],
  ['remote_reconciled=true', ['shop', 'demo-Shop']],
  ['remote_reconciled=false', ['shop-stock', 'web']],
  [`tag_value_ids=${tags.red}`, ['shop', 'shop-stock']],
  [`tag_value_ids=${tags.blue},${tags.none}`, ['shop-stock']],
  [`tag_value_ids=${tags.none}`, []],
  ['image_version=1.0', ['shop']],
  ['image_version=1', []],
  ['deployment_type=prod', ['shop-stock']],
  ['deployment_type=dev_free', ['web']],
  ['deployment_type=dev', ['shop', 'demo-Shop']],
  ['name_contains=shop&remote_reconciled=true&image_version=1.0', ['shop']],
  ['name_contains=shop&status=UNUSED', []],
  ['name=web&colour=red&Limit=1', ['shop', 'shop-stock', 'web', 'demo-Shop']],
])('a list with the query %s has the names %j', async (query, names) => {
  const { sandbox } = await openWithFour()
  expect(await namesOf(sandbox, `?${query}`)).toEqual(names)
})

test('deployment_ids selects existing deployments by id in any case', async () => {
  const { sandbox, ids } = await openWithFour()
  const [shop, , web] = ids
  expect(await namesOf(sandbox, `?deployment_ids=${web}`)).toEqual(['web'])
  expect(await namesOf(sandbox, `?deployment_ids=${web},${shop},${tags.none}`)).toEqual(['shop', 'web'])
  expect(await namesOf(sandbox, `?deployment_ids=${web?.toUpperCase()}`)).toEqual(['web'])
  expect(await namesOf(sandbox, `?deployment_ids=${tags.none}`)).toEqual([])
})

test('limit and offset count the deployments that match the filter', async () => {
  const { sandbox } = await openWithFour()
  const first = await page(sandbox, '?remote_reconciled=true&limit=1')
  expect(first).toMatchObject({ resources: [{ name: 'shop' }], offset: 1 })
  const second = await page(sandbox, '?remote_reconciled=true&limit=1&offset=1')
  expect(second).toMatchObject({ resources: [{ name: 'demo-Shop' }], offset: 2 })
  expect(await page(sandbox, '?remote_reconciled=true&limit=1&offset=2')).toEqual({
    resources: [],
    offset: 2,
  })
})

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=x', 'offset'],
  ['deployment_type=foo', 'deployment_type'],
  ['deployment_type=Dev', 'deployment_type'],
  ['remote_reconciled=maybe', 'remote_reconciled'],
])('a list with the query %s gets a 422', async (query, name) => {
  const response = await list(await open(), `?${query}`)
  expect(response.status).toBe(422)
  expect(await jsonOf(response)).toStrictEqual({
    detail: [{ loc: ['query', name], msg: expect.any(String), type: expect.any(String) }],
  })
})

test('a 422 response names all invalid parameters', async () => {
  const response = await list(await open(), '?limit=0&offset=-1&deployment_type=foo&remote_reconciled=1')
  expect(response.status).toBe(422)
  const { detail } = await jsonOf(response)
  expect((detail as { loc: string[] }[]).map(({ loc }) => loc[1]).sort()).toEqual([
    'deployment_type',
    'limit',
    'offset',
    'remote_reconciled',
  ])
})

test.each(['limit=1', 'limit=100', 'offset=0', 'offset=1000000'])(
  'a list with the query %s gets a 200',
  async query => {
    expect((await list(await open(), `?${query}`)).status).toBe(200)
  },
)
