import { describe, expect } from 'vitest'
import { openGitHub } from '../github/github.ts'
import { pullRequest } from '../harness/job.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import { readPage } from '../security/page.ts'

const plain = (markdown = '') => readPage(markdown).text.replaceAll(/\s+/g, ' ')
/** What an earlier run deployed of another image. */
const image_uri = 'registry.example/shop:2'
const OTHER = { source_revision_config: { image_uri }, secrets: [{ name: 'A', value: 'hidden' }] }

describe.concurrent('the summary', () => {
  test('has its parts in the order in which they are needed', async ({ serve, create }) => {
    const service = await serve({ deployments: [OTHER] })
    const inputs = { ...IMAGE, dry_run: 'true', secrets: 'A=abc\nLONG=long enough' }
    const { summary, outputs, warnings, errors } = await create(service, inputs)
    expect(summary).toMatch(/^## ❌ /)
    expect(outputs['report']?.split('\n')[0]).toBe(summary.split('\n')[0])
    // What failed, the warnings, what to do, the deployment, the differences, and the request.
    const [said = '', ...rest] = errors[0]?.message.split('\n') ?? []
    const differences = `source_revision_config.image_uri"${IMAGE.image_uri}"`
    const details = [`Id${outputs['id']}`, differences, '"name": "shop"']
    const parts = [said, warnings[0]?.message, rest.at(-1), ...details]
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

  test('has the warnings of the log, as the report does', async ({ serve, create }) => {
    const service = await serve({ deployments: [{ ...OTHER, name: 'shop-' }] })
    const inputs = { ...IMAGE, name: 'shop-', secrets: 'A=abc', if_exists: 'reuse' }
    const { warnings, summary, outputs } = await create(service, inputs)
    expect(warnings).toHaveLength(4)
    for (const { message } of warnings) {
      const words = message.replace(/\.$/, '').replaceAll(/\s+/g, ' ')
      for (const page of [summary, outputs['report']]) expect(plain(page)).toContain(words)
    }
  })

  test('stays within 1 MiB, and its report within a comment', async ({ serve, create, atEnd }) => {
    const github = await openGitHub(atEnd)
    const spec = (sign: string) => ({
      labels: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, sign.repeat(700)])),
    })
    const service = await serve({ deployments: [{ source_config: { resource_spec: spec('<') } }] })
    const inputs = { ...IMAGE, resource_spec: JSON.stringify(spec('>')), if_exists: 'reuse' }
    const withComment = { ...inputs, comment: 'true', github_token: 'ghs_0123456789' }
    const step = { event: pullRequest({ sha: 'c'.repeat(40), ref: 'topic' }), env: github.env }
    const { summary, outputs, exitCode } = await create(service, withComment, step)
    expect(exitCode).toBe(0)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    expect(outputs['report']?.length).toBeLessThanOrEqual(65_536)
    expect(outputs['report']).toMatch(/^## ⚠️ /)
    expect(github.comments[0]?.body).toMatch(/^## ⚠️ /m)
    for (const page of [summary, outputs['report']]) expect(plain(page)).toContain(outputs['id'])
  })
})
