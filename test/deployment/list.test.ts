import { expect, it } from 'vitest'
import { ignoredFilters, type ListOrder } from '../../src/deployment/list.ts'
import { LIST_PARAMETERS, toDeployment } from '../../src/service/client.ts'

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
