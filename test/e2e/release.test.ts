import { expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The inputs `version` and `details_url`.

const FILE = `
name: shop-{version}
source: external_container
source_revision_config: {image_uri: "host/shop:{version}"}
source_config: {resource_spec: {labels: {"{version}": "{version}/{version}"}}}
variables: {RELEASE: "{version}", COUNT: 1.10, __proto__: kept}
extra_fields: {channel: ["{version}"]}
`

it.each([['v1.4.2'], ['$&'], ['{version}'], ['a", "source": "repohost'], ['x\nsecrets: [PATH]']])(
  'the version %j replaces {version} in every text of the file, and is never read as YAML',
  async version => {
    const sandbox = await sandboxForTest()
    const workspace = await workspaceWith({ 'deploy.yml': FILE })
    await create(sandbox, { config: 'deploy.yml', version, image_uri: 'host/shop:1' }, { workspace })
    expect(posts(sandbox)).toEqual([
      {
        name: `shop-${version}`,
        source: 'external_container',
        source_config: { resource_spec: { labels: { '{version}': `${version}/${version}` } } },
        source_revision_config: { image_uri: 'host/shop:1' },
        secrets: [
          { name: 'RELEASE', value: version },
          { name: 'COUNT', value: '1.10' },
          { name: '__proto__', value: 'kept' },
        ],
        channel: [version],
      },
    ])
  },
)

const details_url = 'https://console.example/{tenant_id}/{name}?id={id}#{latest_revision_id}'
const SHOP = { name: 'shop & "söhne"', source: 'internal_template' } as const

it('the page of a deployment is an output, the first link of summary and comment, and in an error', async () => {
  const sandbox = await sandboxForTest()
  const [{ id, tenant_id, latest_revision_id } = {}] = sandbox.seed(SHOP)
  const page = `https://console.example/${tenant_id}/shop%20%26%20%22s%C3%B6hne%22?id=${id}#${latest_revision_id}`
  const wait = { base_url: sandbox.base_url, name: SHOP.name, wait_for: 'ready', details_url }
  const waited = await runStep({ action: 'wait', with: wait })
  const adopted = await create(sandbox, { ...SHOP, details_url })
  const differs = await create(sandbox, { ...SHOP, details_url, custom_url: 'https://shop.example' })
  for (const { outputs, summary } of [waited, adopted, differs]) {
    expect(outputs).toMatchObject({ details_url: page })
    for (const text of [summary, outputs['report'] ?? summary])
      expect(/<a href="([^"]*)"/.exec(text)?.[1]).toBe(page.replace('&', '&#38;'))
  }
  expect(differs.errors).toMatchObject([{ message: expect.stringContaining(`\nDetails: ${page}\n`) }])
})

it.each([
  ['of a deployment that is planned', { name: 'new', dry_run: 'true' }, 'https://console.example/{name}'],
  ['while a value is unknown', SHOP, details_url],
  ['that holds a secret', { ...SHOP, secrets: `A=${SHOP.name}` }, 'https://console.example/{name}'],
])('there is no link to a page %s', async (_, inputs, details_url) => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ ...SHOP, latest_revision_id: null })
  const { summary } = await create(sandbox, { ...SHOP, ...inputs, details_url })
  expect(summary).not.toContain('<a href="https://console')
  expect(summary).toContain('##')
})
