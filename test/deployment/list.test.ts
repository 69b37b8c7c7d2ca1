import { expect, it } from 'vitest'
import { type Filters, ignoredFilters, isAlike, namesakes } from '../../src/deployment/list.ts'
import { LIST_PARAMETERS, toDeployment } from '../../src/service/client.ts'

it.each([
  ['Shop', 'shop', true],
  ['shop', 'SHOP', true],
  [' shop', 'shop', true],
  ['shop', ' shop\n', true],
  ['caf\u00e9', 'cafe\u0301', true],
  ['\ufb01sh', 'fish', true],
  ['straße', 'STRASSE', true],
  ['shop', 'shop-2', false],
  ['shop', 'sho', false],
  ['shop', 'sh op', false],
  ['shop', '', false],
])('a service may have changed the name %j to %j: %s', (name, listed, isSame) => {
  expect(isAlike(listed, name)).toBe(isSame)
})

const deployments = (...items: object[]) =>
  items.flatMap(item => toDeployment({ id: 'AN-ID', ...item }) ?? [])

it('a deployment with a changed name counts only if none has the name itself', () => {
  const [changed, same] = [deployments({ name: 'SHOP' }), deployments({ name: 'shop' })]
  expect(namesakes([...changed, ...same], 'shop')).toEqual(same)
  expect(namesakes(changed, 'shop')).toEqual(changed)
})

/** The filters that the service ignored if it listed this item. */
type Query = Filters & { name?: string }
const ignored = ({ name: name_contains, ...filters }: Query, item: object) =>
  ignoredFilters(
    { name: undefined, name_contains, filters, offset: 0, max_results: 0 },
    { deployments: deployments(item), more: false },
  )

it.each<[Query, object, string[]]>([
  [{}, {}, []],
  [{ status: 'ready' }, {}, []],
  [{ status: 'UNUSED' }, {}, ['status']],
  [{ status: 'UNUSED' }, { status: null }, []],
  [{ image_version: '1.0-RC' }, {}, []],
  [{ image_version: '1.0' }, {}, ['image_version']],
  [{ image_version: '1.0' }, { image_version: null }, []],
  [{ name: 'SHO' }, {}, []],
  [{ name: 'sho' }, { name: null }, []],
  [{ name: 'other' }, {}, ['name_contains']],
  [{ ids: 'other,an-id' }, {}, []],
  [{ ids: 'other,an-id-2' }, {}, ['ids']],
])('with the filters %j and the response %j, the ignored filters are %j', (filters, item, expected) => {
  expect(ignored(filters, { name: 'shop', status: 'READY', image_version: '1.0-rc', ...item })).toEqual(
    expected,
  )
})

/** Filters on fields that no response contains: it is impossible to check whether the service applied them. */
const NOT_SHOWN = ['remote_reconciled', 'tag_value_ids', 'deployment_type']

it('each filter that the service ignored is reported if responses contain its field', () => {
  const { limit, offset, name, ...names } = LIST_PARAMETERS
  const filters = Object.fromEntries(Object.keys(names).map(filter => [filter, 'requested']))
  const other = Object.fromEntries(Object.keys(names).map(filter => [filter, 'other']))
  expect([...ignored(filters, other), ...NOT_SHOWN].sort()).toEqual(Object.keys(names).sort())
})
