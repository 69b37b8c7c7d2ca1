import { expect, test } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { templateRequest } from '../sandbox/bodies.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, type Run, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

const { error_code, error_message, http_status, ...others } = readAction('.').outputs

/** All outputs if nothing is known. */
const NOTHING = {
  ...Object.fromEntries(Object.keys(others).map(name => [name, ''])),
  created: 'false',
  differences: '[]',
  // Other tests check its text.
  report: expect.stringMatching(/^## /),
}

/** Lets a new deployment be as the function makes it, in the answer to the create request and in the list. */
function rewriteAll(sandbox: Sandbox, rewrite: (body: object) => object) {
  sandbox.script({ operation: 'create_deployment', rewrite: body => rewrite(body as object) })
  const rewriteList = (page: unknown) => ({
    resources: (page as { resources: object[] }).resources.map(rewrite),
  })
  sandbox.script({ operation: 'list_deployments', times: 'forever', rewrite: rewriteList })
}

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
    error_message: expect.stringMatching(/^[^\n]*answered 403.*Not <b>you<\/b>[^\n]*$/),
    http_status: '403',
  })
})

test('a dry run sends everything but the create request, and sets the outputs that are known', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const repohost = { source: 'repohost', integration_id, repository: 'acme/shop', secrets: 'TOKEN=a-value' }
  const run = await create(sandbox, { name: 'shop', ...repohost, wait_for: 'active', dry_run: 'true' })
  const operations = new Set(sandbox.requests.map(({ operation }) => operation))
  expect(operations).toEqual(new Set(['list_deployments', 'list_repositories']))
  const [repo_url, repo_ref] = ['https://github.com/acme/shop', 'main']
  const request = expect.stringMatching(/"repo_ref":"main"},"secrets":\["TOKEN"\]}$/)
  expect(run.outputs).toEqual({ ...NOTHING, name: 'shop', repo_url, repo_ref, request })
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
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
    error_message: expect.stringMatching(/"shop".*https:\/\/new\.example.*https:\/\/old\.example/),
  })
})

test('outputs are empty for fields that the service sends as null', async () => {
  const sandbox = await sandboxForTest()
  const nulls = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, /^(id|name)$/.test(key) ? value : null]),
    )
  rewriteAll(sandbox, nulls)
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
  rewriteAll(sandbox, body => ({ ...body, image_version: 'one\ntwo\r\nthree=<<four' }))
  const { outputs } = await create(sandbox, { ...shop, build_command: 'make a\nmake b' })
  expect(outputs['image_version']).toBe('one\ntwo\nthree=<<four')
  expect(JSON.parse(outputs['deployment'] ?? '').image_version).toBe('one\ntwo\r\nthree=<<four')
  expect(JSON.parse(outputs['request'] ?? '').source_config.build_command).toBe('make a\nmake b')
})

test('the run succeeds if the runner names no files for outputs and the summary', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, shop, { env: { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' } })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: {}, summary: '' })
  expect(run.stdout).toContain(`::set-output name=id::${sandbox.deployments[0]?.id}`)
})

const app = { ...shop, name: 'shop-v1', custom_url: 'https://shop.eu-west-1.example.com:8080' }

const warningsOf = ({ warnings }: Run) => warnings.map(({ message }) => message)

test('secrets alter no output, and are hidden from people; a warning for each secret names the outputs', async () => {
  const sandbox = await sandboxForTest()
  const inputs = {
    ...app,
    build_command: 'make PASS=p4ss-w0rd',
    secrets: 'APP=shop\nPASS=p4ss-w0rd\nTINY=eu-',
    api_key: 'key-of-the-service',
  }
  const rewrite = (body: object) => ({ ...body, status: btoa('user:p4ss-w0rd'), 'p4ss-w0rd': inputs.api_key })
  rewriteAll(sandbox, rewrite)
  const run = await create(sandbox, inputs)
  const { secrets, ...sent } = rewrite(sandbox.deployments[0] ?? {}) as Record<string, unknown>
  expect(run.outputs).toMatchObject({ name: app.name, url: app.custom_url, status: sent['status'] })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toEqual({ ...sent, secrets: ['APP', 'PASS', 'TINY'] })
  expect(JSON.parse(run.outputs['request'] ?? '').source_config.build_command).toBe(inputs.build_command)
  const warned = warningsOf(run).flatMap(message => {
    const [, secret, outputs] = /value of (?:the secret )?(\w+).*?: (.*?)\. The runner/.exec(message) ?? []
    return secret === undefined ? [] : [[secret, outputs]]
  })
  expect(Object.fromEntries(warned)).toEqual({
    PASS: 'status, deployment, request',
    APP: 'name, url, deployment, request',
    api_key: 'deployment',
  })
  expect(warned).toHaveLength(3)
  expect(run.stdout.replace(/^::add-mask::.*$/gm, '') + run.summary + run.outputs['report']).not.toMatch(
    /p4ss-w0rd|cDRzcy13MHJk|ZjRzcy13MHJk|shop-v1/,
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

test.each([
  ['a link', 'https://shop.example/a?b=c', '', true],
  ['text, as it has a user', 'https://user@shop.example/', '', false],
  ['text, as it holds a secret', 'https://shop.example/s3cret-path', 'A=s3cret-path', false],
  ['text, as it is no http', 'javascript:alert(1)', '', false],
  ['text, as it has a quotation mark', 'https://shop.example/"onclick="', '', false],
])('the custom_url is %s in the summary and in the report', async (_, url, secrets, linked) => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite(body) {
      sandbox.update((body as { id: string }).id, { source_config: { custom_url: url } })
      return body
    },
  })
  const run = await create(sandbox, { ...shop, secrets })
  const link = `<a href="${url}">${url}</a>`
  for (const text of [run.summary, run.outputs['report'] ?? '']) {
    expect(text.includes(link)).toBe(linked)
    expect(/<a href="[^"]*shop\.example|<a href="javascript/.test(text)).toBe(linked)
    expect(text).not.toContain('s3cret-path')
  }
})
