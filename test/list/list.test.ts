import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { Service } from '../harness/service.ts'
import type { Run, Step } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { readPage } from '../security/page.ts'

const FOUR = [
  { name: 'shop', secrets: [{ name: 'A', value: 'hunt3r-two' }] },
  ...['shop-stock', 'web', 'demo-shop'].map(name => ({ name })),
].map((fields, index) => ({ ...fields, id: `d-${index}` }))

const json = ({ outputs }: Run, output: string) => JSON.parse(outputs[output] ?? '')
const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `shop-${index}` }))
const listing = ({ base_url }: Service, inputs: Record<string, string> = {}): Step => ({
  ...{ action: 'list', with: { base_url, ...inputs } },
})

describe.concurrent('the list action', () => {
  test('sets outputs that fit a matrix, and shows a table', async ({ serve, run }) => {
    const service = await serve({ deployments: FOUR, api_key: 'a-good-key' })
    const listed = await run(listing(service, { api_key: 'a-good-key' }))
    expect(listed).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
    expect(json(listed, 'deployments')).toEqual(
      service.deployments.map(one => ({ ...one, secrets: one.secrets.map(({ name }) => name) })),
    )
    expect(json(listed, 'ids')).toEqual(['d-0', 'd-1', 'd-2', 'd-3'])
    expect(json(listed, 'names')).toEqual(FOUR.map(({ name }) => name))
    const { elements, text } = readPage(listed.summary)
    expect(elements).toContain('table')
    for (const { id, name } of FOUR) expect([text.includes(id), text.includes(name)]).toEqual([true, true])
    expect(JSON.stringify(listed)).not.toContain('hunt3r')
  })

  test.for<[inputs: Record<string, string>, names: string[]]>([
    [{ name: 'shop' }, ['shop']],
    [{ name: 'SHOP' }, []],
    [{ name: 'shop', name_contains: 'web' }, []],
    [{ ids: '["d-1", "d-3"]' }, ['shop-stock', 'demo-shop']],
    [{ offset: '1', max_results: '2' }, ['shop-stock', 'web']],
    [{ ids: '[]' }, []],
  ])('with %j lists %j', async ([inputs, names], { serve, run }) => {
    const service = await serve({ deployments: FOUR })
    const listed = await run(listing(service, inputs))
    expect([listed.exitCode, json(listed, 'names'), listed.outputs['count']]).toEqual([0, names, `${names.length}`])
    expect(service.requests.length > 0).toBe(inputs['ids'] !== '[]')
  })

  const SAME = { status: 'A STATUS', remote_reconciled: 'perhaps', tag_value_ids: 'a,b' }
  const FILTERS = { ...SAME, name_contains: 'a&b+1', image_version: '1.0', deployment_type: 'dedicated' }
  const PAGE = { n: '100', from: '0' }
  const RENAMED = { ...PAGE, title: 'a&b+1', id_in: 'i-1,i-2', kind: 'dedicated', image_version: '1.0' }
  const NAMES = 'limit: n\noffset: from\nname: title\nids: id_in\ndeployment_type: kind'
  test.for([
    ['', { ...FILTERS, deployment_ids: 'i-1,i-2', limit: '100', offset: '0' }],
    [NAMES, { ...SAME, ...RENAMED }],
  ] as const)(
    'passes filters on as they are, with list_parameters %j',
    async ([list_parameters, query], { serve, run }) => {
      const service = await serve()
      const inputs = { ...FILTERS, ids: '["i-1"\n"i-2"]', list_parameters }
      expect(await run(listing(service, inputs))).toMatchObject({ exitCode: 0 })
      expect(service.requests[0]?.query).toEqual(query)
    },
  )

  const ALL = {}
  // biome-ignore format: a table
  test.for([
    [ALL, 100], [{ max_results: '0' }, 250], [{ offset: '150' }, 100],
  ] as const)('with %j lists %d of 250, in a file, too', async ([inputs, count], { serve, run }) => {
    const service = await serve({ deployments: numbered(250) })
    const { outputs, exitCode, summary, stdout, warnings } = await run(listing(service, inputs))
    expect([exitCode, outputs['count']]).toEqual([0, `${count}`])
    expect(warnings.some(({ message }) => message.includes('more than `max_results`'))).toBe(inputs === ALL)
    expect(stdout).not.toMatch(/^\.$/m)
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
    const listed = JSON.parse(outputs['deployments'] ?? '')
    expect(new Set(listed.map(({ id }: { id: string }) => id)).size).toBe(count)
    expect(outputs['file']).toMatch(/\/temp\//)
    expect(JSON.parse(await readFile(outputs['file'] ?? '', 'utf8'))).toEqual(listed)
  })

  test('lists items that have no id', async ({ serve, run }) => {
    const service = await serve()
    const items = [{ name: 'a' }, { name: 'b' }]
    service.override('list', 'each', ({ query }, send) =>
      send(200, { resources: items.slice(Number(query['offset'])) }),
    )
    expect(json(await run(listing(service)), 'deployments')).toEqual(items)
  })

  test('lists an item once that changes while the list is read', async ({ serve, run }) => {
    const service = await serve({ deployments: numbered(150) })
    service.override('list', 2, (_request, { usual }, { update }) => {
      update('shop-99', { status: 'CHANGED' })
      usual()
    })
    const listed = await run(listing(service, { max_results: '0' }))
    expect([listed.outputs['count'], json(listed, 'deployments')[99].status]).toEqual(['150', 'CHANGED'])
  })

  test('does not list what was deleted while the list was read', async ({ serve, run }) => {
    const service = await serve({ deployments: numbered(150) })
    service.override('list', 2, (_request, { usual }, { remove }) => {
      remove('shop-0')
      usual()
    })
    const listed = await run(listing(service, { max_results: '0' }))
    expect(listed).toMatchObject({ exitCode: 0, outputs: { count: '149' } })
    expect(json(listed, 'names')).not.toContain('shop-0')
  })
})

describe.concurrent('the repositories action', () => {
  test('lists none of an integration that sees nothing', async ({ serve, run }) => {
    const { base_url, integration_id } = await serve({ repositories: [] })
    const { exitCode, outputs } = await run({ action: 'repositories', with: { base_url, integration_id } })
    expect([exitCode, outputs['count'], outputs['repositories']]).toEqual([0, '0', '[]'])
  })

  test('lists what the integration can see, in outputs, a file and a table', async ({ serve, run }) => {
    const cart = { owner: 'other', name: 'cart', default_branch: 'trunk' }
    const service = await serve({ repositories: [{}, cart] })
    const { base_url, integration_id } = service
    const step: Step = { action: 'repositories', with: { base_url, integration_id } }
    const { exitCode, outputs, summary } = await run(step)
    expect({ exitCode, count: outputs['count'] }).toEqual({ exitCode: 0, count: '2' })
    expect(JSON.parse(outputs['repositories'] ?? '')).toEqual(service.repositories)
    expect(JSON.parse(await readFile(outputs['file'] ?? '', 'utf8'))).toEqual(service.repositories)
    const { elements, text } = readPage(summary)
    expect(elements).toContain('table')
    for (const word of ['acme', 'shop', 'other', 'cart', 'trunk']) expect(text).toContain(word)
  })
})
