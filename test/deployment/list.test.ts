import { expect, it } from 'vitest'
import { type Filters, ignoredFilters, isAlike, namesakes, openFinder } from '../../src/deployment/list.ts'
import type { Service } from '../../src/service/client.ts'
import { readDeployment } from '../../src/service/responses.ts'

it.each([
  ['Shop', 'shop', true],
  [' shop', 'shop', true],
  ['caf\u00e9', 'cafe\u0301', true],
  ['\ufb01sh', 'fish', true],
  ['shop', 'shop-2', false],
  ['shop', 'sh op', false],
])('a service may have changed the name %j to %j: %s', (name, listed, isSame) => {
  expect(isAlike(listed, name)).toBe(isSame)
})

const deployments = (...items: object[]) =>
  items.flatMap(item => readDeployment({ id: 'AN-ID', ...item }) ?? [])

it('a deployment with a changed name counts only if none has the name itself', () => {
  const [changed, same] = [deployments({ name: 'SHOP' }), deployments({ name: 'shop' })]
  expect(namesakes([...changed, ...same], 'shop')).toEqual(same)
  expect(namesakes(changed, 'shop')).toEqual(changed)
})

/** What each of some looks for the deployment `b` found, and which requests it took. */
async function looks(filtered: string[] | number, listed: (string[] | number)[]) {
  let requests = ''
  const list = async ({ ids, offset }: Parameters<Service['listDeployments']>[0]) => {
    requests += ids === undefined ? 'L' : 'F'
    const answer = ids === undefined ? (offset === '0' ? (listed.shift() ?? ['b']) : []) : filtered
    if (typeof answer === 'number') return { kind: 'refused', status: answer, said: { text: '', fields: [] } }
    const resources = offset === '0' ? answer.map(id => ({ id })) : []
    return { status: 200, value: resources }
  }
  const report = { clock: { now: () => 0 }, onProgress: () => {} }
  const find = openFinder(
    { listDeployments: list, report } as unknown as Service,
    { id: 'b', name: 'shop' },
    0,
  )
  const found: string[] = []
  for (let look = 0; look < 4; look++) {
    requests = ''
    const reply = await find(new AbortController().signal)
    const what = reply.failure?.kind ?? reply.deployments[0]?.id ?? 'none'
    found.push(`${requests} ${what}`)
  }
  return found.join(', ')
}

it.each<[string, Parameters<typeof looks>, string]>([
  ['is used', [['b'], []], 'F b, F b, F b, F b'],
  ['is ignored', [['a', 'b'], []], 'F b, F b, F b, F b'],
  ['shows nothing', [[], []], 'FL b, L b, L b, L b'],
  ['shows nothing, nor does the list yet', [[], [[], ['a']]], 'FL none, FLL none, FL b, L b'],
  ...[400, 403, 404, 500].map((status): [string, Parameters<typeof looks>, string] => [
    `fails with ${status}`,
    [status, []],
    'F refused, L b, L b, L b',
  ]),
  ['fails like the list', [503, [503, 503]], 'F refused, L refused, F refused, L refused'],
])('looks for a deployment with a filter that %s', async (_, service, expected) => {
  expect(await looks(...service)).toBe(expected)
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
  [{ image_version: '1.1' }, {}, ['image_version']],
  [{ image_version: '1.0' }, { image_version: null }, []],
  [{ name: 'sho' }, { name: null }, []],
  [{ name: 'other' }, {}, ['name_contains']],
  [{ ids: 'other,an-id' }, {}, []],
  [{ ids: 'other,an-id-2' }, {}, ['ids']],
])('with the filters %j and the response %j, the ignored filters are %j', (filters, item, expected) => {
  expect(ignored(filters, { name: 'shop', status: 'READY', image_version: '1.0-rc', ...item })).toEqual(
    expected,
  )
})
