import { expect, test } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { create, type Run, sandboxForTest } from './create.ts'

// Outputs are exact or empty, whatever the secrets are.

const shop = {
  name: 'shop-v1',
  source: 'internal_template',
  custom_url: 'https://shop.eu-west-1.example.com:8080',
}

const warningsOf = ({ warnings }: Run) => warnings.map(({ message }) => message)
const seen = ({ stdout, summary }: Run) => stdout.replace(/^::add-mask::.*$/gm, '') + summary

test('short secrets and plain headers alter no output', async () => {
  const sandbox = await sandboxForTest()
  const headers = 'X-Region: eu-west-1\nAccept-Version: 2026'
  const run = await create(sandbox, { ...shop, headers, secrets: 'APP=shop\nPORT_X=8080' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { name: shop.name, url: shop.custom_url } })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({
    created_at: sandbox.deployments[0]?.created_at,
    source_config: { custom_url: shop.custom_url },
  })
  expect(run.stdout).not.toMatch(/::add-mask::(eu-west-1|2026)/)
  expect(warningsOf(run)).toContain(
    'url contains the value of the secret PORT_X, so the runner withholds it from other jobs. A value that is not secret belongs into variables.',
  )
})

test('an id in which short secrets occur is exact', async () => {
  const sandbox = await sandboxForTest()
  const id = 'dead8080-cafe-4bad-8bad-abad8080babe'
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as object), id }) })
  const run = await create(sandbox, { ...shop, secrets: 'A=8080\nB=cafe\nC=babe' })
  expect(run.outputs['id']).toBe(id)
  expect(seen(run)).not.toContain(id)
})

test('own words and field paths stay, also if they are secrets', async () => {
  const sandbox = await sandboxForTest()
  const secrets = 'A=Deployment\nB=image_uri\nC=custom_url\nD=not_found'
  const created = await create(sandbox, { ...shop, secrets })
  expect(created.summary).toContain('✅ Deployment created')
  const differs = await create(sandbox, { ...shop, custom_url: 'https://other.example', secrets })
  expect(JSON.parse(differs.outputs['differences'] ?? '')).toEqual([
    { path: 'source_config.custom_url', requested: 'https://other.example', existing: shop.custom_url },
  ])
  expect(differs).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', url: shop.custom_url } })
})

test('an output with a long secret is empty, and a warning names both', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, secrets: `APP_URL=${shop.custom_url}` })
  expect(run).toMatchObject({ exitCode: 0, outputs: { url: '', name: shop.name } })
  const { source_config } = JSON.parse(run.outputs['deployment'] ?? '')
  expect(source_config).toMatchObject({ custom_url: '***' })
  expect(warningsOf(run)).toContain(
    'url is empty, because it contains the value of the secret APP_URL. A value that is not secret belongs into variables.',
  )
  expect(seen(run)).not.toContain(shop.custom_url)
})

/** Ways in which a service may return a value. */
const FORMS: [string, (value: string) => string][] = [
  ['plain', value => value],
  ['in base64', value => btoa(`user:${value}`)],
  ['in percent escapes', value => value.replace(/./g, sign => `%${sign.charCodeAt(0).toString(16)}`)],
]

test.each(FORMS)(
  'every documented output is exact with a short secret, and empty with a long one, %s',
  async (_, form) => {
    for (const [value, isLong] of [
      ['p4ss', false],
      ['p4ss-w0rd', true],
    ] as const) {
      const sandbox = await sandboxForTest()
      const text = (field: string) => `${field}:${form(value)}`
      const sent = {
        ...{ id: text('id'), name: shop.name, status: text('status'), tenant_id: text('tenant_id') },
        ...{
          latest_revision_id: text('latest'),
          active_revision_id: text('active'),
          image_version: text('image'),
        },
        source_config: { custom_url: text('url'), repo_url: text('repo'), [text('key')]: 12345678901 },
        source_revision_config: { repo_ref: text('ref'), repo_commit_sha: text('sha') },
        secrets: [],
      }
      sandbox.script({ operation: 'create_deployment', rewrite: () => sent })
      const run = await create(sandbox, { ...shop, build_command: text('make'), secrets: `PASS=${value}` })
      const exact = (written: string) => (isLong ? '' : written)
      const hidden = (written: string) => (isLong ? '***' : written)
      const { deployment = '', request = '', differences, report, ...scalars } = run.outputs
      expect(scalars).toMatchObject({
        ...{ id: exact(sent.id), name: shop.name, status: exact(sent.status), created: 'true' },
        ...{ url: exact(text('url')), repo_url: exact(text('repo')), repo_ref: exact(text('ref')) },
        ...{ repo_commit_sha: exact(text('sha')), tenant_id: exact(sent.tenant_id) },
        latest_revision_id: exact(sent.latest_revision_id),
        active_revision_id: exact(sent.active_revision_id),
        image_version: exact(sent.image_version),
      })
      expect(JSON.parse(deployment)).toEqual(
        JSON.parse(JSON.stringify(sent), (key, member) =>
          typeof member === 'string' && key !== 'name' ? hidden(member) : member,
        ),
      )
      expect(JSON.parse(request).source_config.build_command).toBe(hidden(text('make')))
      const [difference] = JSON.parse(differences ?? '')
      const existing = hidden(text('url'))
      expect(difference).toEqual({ path: 'source_config.custom_url', requested: shop.custom_url, existing })
      expect(report).not.toContain(value)
      expect(Object.keys({ ...run.outputs, error_code: '', http_status: '' }).sort()).toEqual(
        Object.keys(readAction('.').outputs).sort(),
      )
      expect(
        warningsOf(run).filter(message => message.includes('the secret PASS')).length,
      ).toBeGreaterThanOrEqual(12)
      expect(seen(run)).not.toContain(form(value))
    }
  },
)

test('a number with more digits than a double holds is exact, also as an id', async () => {
  const sandbox = await sandboxForTest()
  const body = '{"id":12345678901234567890,"name":"shop-v1","big":-9007199254740993,"cpu":0.5}'
  sandbox.script({ operation: 'create_deployment', status: 201, body })
  const { outputs } = await create(sandbox, shop)
  expect(outputs).toMatchObject({ id: '12345678901234567890', deployment: body })
})
