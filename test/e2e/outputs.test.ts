import { expect, test } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { templateRequest } from '../sandbox/bodies.ts'
import { posts, type Run, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

const { error_code, http_status, ...others } = readAction('.').outputs

/** All outputs if nothing is known. */
const NOTHING = {
  ...Object.fromEntries(Object.keys(others).map(name => [name, ''])),
  created: 'false',
  differences: '[]',
  // Other tests check its text.
  report: expect.stringMatching(/^## /),
}

test('all outputs are set after invalid inputs', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { name: 'shop' })
  expect({ ...run.outputs, name: '' }).toEqual({ ...NOTHING, error_code: 'invalid_input' })
  expect(run.summary).toContain('Invalid input')
  expect(run.summary).toContain('source')
})

test('all outputs are set after a failed look-up', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_deployments', status: 403, body: { detail: 'Not <b>you</b>' } })
  const run = await create(sandbox, { ...shop, custom_url: 'https://shop.example', secrets: 'A=value of a' })
  const request = { ...templateRequest('shop'), source_config: { custom_url: 'https://shop.example' } }
  expect(run.outputs).toEqual({
    ...NOTHING,
    name: 'shop',
    url: 'https://shop.example',
    request: JSON.stringify({ ...request, secrets: ['A'] }),
    error_code: 'forbidden',
    http_status: '403',
  })
  for (const part of ['Not permitted', 'Not &#60;b&#62;you', 'forbidden', '403', 'What to do']) {
    expect(run.summary).toContain(part)
  }
})

test('the outputs for a deployment that differs have its values and the request that was not sent', async () => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed({
    ...shop,
    source_config: { custom_url: 'https://old.example', repo_url: 'https://git.example/a/b' },
    source_revision_config: { repo_ref: 'main', repo_commit_sha: '0a1b2c' },
    image_version: '1.4.2',
    secrets: [{ name: 'A', value: 'existing-value' }],
  })
  const run = await create(sandbox, { ...shop, custom_url: 'https://new.example' })
  const difference = { requested: 'https://new.example', existing: 'https://old.example' }
  expect(run.outputs).toEqual({
    id: deployment?.id,
    status: 'READY',
    name: 'shop',
    created: 'false',
    url: 'https://old.example',
    details_url: '',
    tenant_id: sandbox.tenant_id,
    latest_revision_id: deployment?.latest_revision_id,
    active_revision_id: deployment?.active_revision_id,
    repo_url: 'https://git.example/a/b',
    repo_ref: 'main',
    repo_commit_sha: '0a1b2c',
    image_version: '1.4.2',
    deployment: JSON.stringify({ ...deployment, secrets: ['A'] }),
    differences: JSON.stringify([{ path: 'source_config.custom_url', ...difference }]),
    request: JSON.stringify({
      ...templateRequest('shop'),
      source_config: { custom_url: 'https://new.example' },
    }),
    report: NOTHING.report,
    error_code: 'differs',
  })
  for (const part of ['source_config.custom_url', 'https://new.example', 'https://old.example']) {
    expect(run.summary).toContain(part)
  }
})

test('outputs are empty for fields that the service sends as null', async () => {
  const sandbox = await sandboxForTest()
  const nulls = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, /^(id|name)$/.test(key) ? value : null]),
    )
  sandbox.script({ operation: 'create_deployment', rewrite: body => nulls(body as object) })
  const run = await create(sandbox, { ...shop, custom_url: 'https://shop.example' })
  expect(posts(sandbox)).toHaveLength(1)
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  const { id, name, created, deployment, request, report, ...empty } = run.outputs
  expect({ id, name, created }).toEqual({ id: sandbox.deployments[0]?.id, name: 'shop', created: 'true' })
  expect(Object.values(empty).join('')).toMatch(/^\[.*\]$/)
  expect(JSON.parse(deployment ?? '')).toMatchObject({ status: null, source_config: null })
  expect(run.summary).not.toMatch(/null|undefined/)
})

test('an output of several lines keeps all lines', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({ ...(body as object), image_version: 'one\ntwo\r\nthree=<<four' }),
  })
  const { outputs } = await create(sandbox, { ...shop, build_command: 'make a\nmake b' })
  expect(outputs['image_version']).toBe('one\ntwo\nthree=<<four')
  expect(JSON.parse(outputs['deployment'] ?? '').image_version).toBe('one\ntwo\r\nthree=<<four')
  expect(JSON.parse(outputs['request'] ?? '').source_config.build_command).toBe('make a\nmake b')
})

test('outputs are printed to the log if the runner names no output file', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, shop, { env: { GITHUB_OUTPUT: '' } })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: {} })
  expect(run.stdout).toContain(`::set-output name=id::${sandbox.deployments[0]?.id}`)
})

test('the run succeeds if the runner names no summary file', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, shop, { env: { GITHUB_STEP_SUMMARY: '' } })
  expect(run).toMatchObject({ exitCode: 0, errors: [], summary: '', outputs: { created: 'true' } })
})

// Outputs are exact or empty, whatever the secrets are.

const app = { ...shop, name: 'shop-v1', custom_url: 'https://shop.eu-west-1.example.com:8080' }

const warningsOf = ({ warnings }: Run) => warnings.map(({ message }) => message)
const seen = ({ stdout, summary }: Run) => stdout.replace(/^::add-mask::.*$/gm, '') + summary

test('short secrets and plain headers alter no output', async () => {
  const sandbox = await sandboxForTest()
  const headers = 'X-Region: eu-west-1\nAccept-Version: 2026'
  const run = await create(sandbox, { ...app, headers, secrets: 'APP=shop\nPORT_X=8080' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { name: app.name, url: app.custom_url } })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({
    created_at: sandbox.deployments[0]?.created_at,
    source_config: { custom_url: app.custom_url },
  })
  expect(run.stdout).not.toMatch(/::add-mask::(eu-west-1|2026)/)
  expect(warningsOf(run)).toContain(
    'url contains the value of the secret PORT_X, so the runner withholds it from other jobs. A value that is not secret belongs into variables.',
  )
})

test('own words and field paths stay, even if they are secrets', async () => {
  const sandbox = await sandboxForTest()
  const secrets = 'A=Deployment\nB=image_uri\nC=custom_url\nD=not_found'
  const created = await create(sandbox, { ...app, secrets })
  expect(created.summary).toContain('✅ Deployment created')
  const differs = await create(sandbox, { ...app, custom_url: 'https://other.example', secrets })
  expect(JSON.parse(differs.outputs['differences'] ?? '')).toEqual([
    { path: 'source_config.custom_url', requested: 'https://other.example', existing: app.custom_url },
  ])
  expect(differs).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', url: app.custom_url } })
})

test('an output with a long secret is empty, and a warning names both', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...app, secrets: `APP_URL=${app.custom_url}` })
  expect(run).toMatchObject({ exitCode: 0, outputs: { url: '', name: app.name } })
  const { source_config } = JSON.parse(run.outputs['deployment'] ?? '')
  expect(source_config).toMatchObject({ custom_url: '***' })
  expect(warningsOf(run)).toContain(
    'url is empty, because it contains the value of the secret APP_URL. A value that is not secret belongs into variables.',
  )
  expect(seen(run)).not.toContain(app.custom_url)
})

const encoded: [string, (value: string) => string][] = [
  ['plain', value => value],
  ['in base64', value => btoa(`user:${value}`)],
  ['in percent escapes', value => value.replace(/./g, sign => `%${sign.charCodeAt(0).toString(16)}`)],
]
const SECRETS: [string, string, [scalar: string | undefined, json: string | undefined]][] = [
  ['exact with a short secret', 'p4ss', [undefined, undefined]],
  ['empty with a long one', 'p4ss-w0rd', ['', '***']],
]

test.each(encoded.flatMap(([how, form]) => SECRETS.map(row => [...row, how, form] as const)))(
  'every documented output is %s (%s, %j), %s',
  async (_, value, [scalar, json], _how, form) => {
    const sandbox = await sandboxForTest()
    const text = (field: string) => `${field}:${form(value)}`
    const sent = {
      id: text('id'),
      name: app.name,
      status: text('status'),
      tenant_id: text('tenant_id'),
      latest_revision_id: text('latest_revision_id'),
      active_revision_id: text('active_revision_id'),
      image_version: text('image_version'),
      source_config: { custom_url: text('url'), repo_url: text('repo_url'), [text('key')]: 12345678901 },
      source_revision_config: { repo_ref: text('repo_ref'), repo_commit_sha: text('repo_commit_sha') },
      secrets: [],
    }
    sandbox.script({ operation: 'create_deployment', rewrite: () => sent })
    const run = await create(sandbox, { ...app, build_command: text('make'), secrets: `PASS=${value}` })
    const { deployment = '', request = '', differences = '', report, ...scalars } = run.outputs
    const own = { name: app.name, created: 'true' }
    const known = Object.keys(scalars).filter(name => JSON.stringify(sent).includes(`"${text(name)}"`))
    expect(known).toHaveLength(10)
    expect(scalars).toMatchObject({
      ...Object.fromEntries(known.map(name => [name, scalar ?? text(name)])),
      ...own,
    })
    const hidden = (key: string, member: unknown) =>
      typeof member === 'string' && key !== 'name' ? (json ?? member) : member
    expect(JSON.parse(deployment)).toEqual(JSON.parse(JSON.stringify(sent), hidden))
    expect(JSON.parse(request).source_config.build_command).toBe(json ?? text('make'))
    expect(JSON.parse(differences)[0]).toEqual({
      path: 'source_config.custom_url',
      requested: app.custom_url,
      existing: json ?? text('url'),
    })
    expect(Object.keys(run.outputs).sort()).toEqual(Object.keys(others).sort())
    const warned = warningsOf(run).filter(message => message.includes('the secret PASS'))
    expect(warned.length).toBeGreaterThanOrEqual(12)
    expect(report).not.toContain(value)
    expect(seen(run)).not.toContain(form(value))
  },
)

test('a number with more digits than a double holds is exact, also as an id', async () => {
  const sandbox = await sandboxForTest()
  const body = '{"id":12345678901234567890,"name":"shop-v1","big":-9007199254740993,"cpu":0.5,"far":-1e400}'
  sandbox.script({ operation: 'create_deployment', status: 201, body })
  const { outputs } = await create(sandbox, app)
  expect(outputs).toMatchObject({ id: '12345678901234567890', deployment: body })
})
