import { describe, expect } from 'vitest'
import { BUILDING } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { RunningStep } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOf } from '../inputs/orders.ts'
import { readPage } from '../security/page.ts'

const plain = (markdown = '') => readPage(markdown).text.replaceAll(/\s+/g, ' ')
/** What an earlier run deployed of another image. */
const image_uri = 'registry.example/shop:2'
const OTHER = { source_revision_config: { image_uri }, secrets: [{ name: 'A', value: 'hidden' }] }
const TAKEN = { deployments: [OTHER] }

describe.concurrent('the summary', () => {
  test.for([
    ['✅', 'a success', {}, {}],
    ['⚠️', 'a success with a warning', TAKEN, { if_exists: 'reuse' }],
    ['🧪', 'a plan', {}, { dry_run: 'true' }],
    ['🧪', 'a plan of a name that is taken', TAKEN, { dry_run: 'true', if_exists: 'reuse' }],
    ['❌', 'a failure', TAKEN, {}],
    ['❌', 'a failed plan', TAKEN, { dry_run: 'true' }],
  ] as const)('begins with %s for %s', async ([sign, , options, inputs], { serve, create }) => {
    const service = await serve({ deployments: [], ...options } as Parameters<typeof serve>[0])
    const { summary, outputs } = await create(service, { ...IMAGE, ...inputs })
    expect(summary).toMatch(new RegExp(`^## ${sign} `))
    expect(outputs['report']?.split('\n')[0]).toBe(summary.split('\n')[0])
  })

  test('begins with 🛑 for a run that was cancelled', async ({ serve, start }) => {
    const service = await serve({ created: BUILDING })
    const inputs = { base_url: service.base_url, ...IMAGE, wait_for: 'active' }
    const step: RunningStep = await start({ with: inputs })
    service.override('list', 3, () => step.kill('SIGTERM'))
    const { summary, outputs } = await step.result
    expect(summary).toMatch(/^## 🛑 /)
    expect(outputs).toMatchObject({ error_code: 'cancelled', created: 'true' })
  })

  test('has its parts in the order in which they are needed', async ({ serve, create }) => {
    const service = await serve({ deployments: [OTHER] })
    const inputs = { ...IMAGE, name: 'shop', secrets: 'A=abc\nLONG=long enough' }
    const { summary, outputs, warnings, errors } = await create(service, inputs)
    // What failed, the warnings, what to do, the deployment, the differences, and the request.
    const [said = '', ...rest] = errors[0]?.message.split('\n') ?? []
    const differences = `source_revision_config.image_uri"${IMAGE.image_uri}"`
    const parts = [
      said,
      warnings[0]?.message,
      rest.at(-1),
      `Id${outputs['id']}`,
      differences,
      '"name": "shop"',
    ]
    const text = plain(summary).replaceAll(' ', '')
    const found = parts.map(part => text.indexOf(plain(part).replaceAll(' ', '')))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    const [before = '', request = ''] = summary.split('<details>')
    expect(before).toContain('<table>')
    expect(plain(request)).toContain('"LONG"')
    expect(summary).not.toContain('long enough')
    expect(outputs['report']).not.toContain('<details>')
  })

  // biome-ignore format: a table
  const WARNED: [situation: string, inputs: (service: Service) => Record<string, string>, options: object][] = [
    ['short secrets', () => ({ ...IMAGE, secrets: 'A=abc' }), {}],
    ['a name', () => ({ ...IMAGE, name: 'shop-' }), {}],
    ['an adoption', () => ({ ...IMAGE, if_exists: 'reuse' }), TAKEN],
    ['a version', service => ({ ...repositoryOf(service), if_exists: 'reuse' }), { deployments: [{ source: 'repohost' }] }],
    ['a failure', () => ({ ...IMAGE, secrets: 'A=abc' }), TAKEN],
  ]
  test.for(WARNED)(
    'has the warnings of the log, as the report does: %s',
    async ([, inputs, options], { serve, create }) => {
      const service = await serve(options)
      const { warnings, summary, outputs } = await create(service, inputs(service))
      expect(warnings).not.toHaveLength(0)
      for (const { message } of warnings) {
        const words = message.replace(/\.$/, '').replaceAll(/\s+/g, ' ')
        for (const page of [summary, outputs['report']]) expect(plain(page)).toContain(words)
      }
    },
  )

  test('links a custom_url that is http(s), and nothing else', async ({ serve, create }) => {
    const service = await serve()
    const urls = [
      'https://shop.example/a?b=1&c=2',
      'javascript:alert(1)',
      'shop.example',
      'ftp://shop.example',
    ]
    for (const custom_url of urls) {
      service.remove('shop')
      const { summary } = await create(service, { ...IMAGE, custom_url })
      const expected = custom_url.startsWith('https') ? [{ href: custom_url, text: custom_url }] : []
      expect(readPage(summary).links).toEqual(expected)
      expect(plain(summary)).toContain(custom_url)
    }
  })

  test('stays within 1 MiB, and its report within a comment', async ({ serve, create }) => {
    const spec = (sign: string) => ({
      labels: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, sign.repeat(700)])),
    })
    const service = await serve({ deployments: [{ source_config: { resource_spec: spec('<') } }] })
    const inputs = { ...IMAGE, resource_spec: JSON.stringify(spec('>')), if_exists: 'reuse' }
    const { summary, outputs, exitCode } = await create(service, inputs)
    expect(exitCode).toBe(0)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    expect(outputs['report']?.length).toBeLessThanOrEqual(65_536)
    expect(outputs['report']).toMatch(/^## ⚠️ /)
    for (const page of [summary, outputs['report']]) expect(plain(page)).toContain(outputs['id'])
  })
})
