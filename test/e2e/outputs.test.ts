import { expect, test } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { templateRequest } from '../sandbox/bodies.ts'
import { create, posts, sandboxForTest } from './create.ts'

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
  const nulls = { status: null, tenant_id: null, latest_revision_id: null, image_version: null }
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({
      ...(body as object),
      ...nulls,
      active_revision_id: null,
      source_config: null,
      source_revision_config: null,
      secrets: null,
    }),
  })
  const run = await create(sandbox, { ...shop, custom_url: 'https://shop.example' })
  expect(posts(sandbox)).toHaveLength(1)
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(run.outputs).toMatchObject({
    ...Object.fromEntries(Object.keys(nulls).map(name => [name, ''])),
    id: sandbox.deployments[0]?.id,
    active_revision_id: '',
    url: '',
    repo_url: '',
    repo_ref: '',
    repo_commit_sha: '',
    created: 'true',
  })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({ status: null, source_config: null })
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

test('a job summary that cannot be written is one error with the id', async () => {
  const sandbox = await sandboxForTest()
  const missing = { GITHUB_STEP_SUMMARY: '/nowhere/summary' }
  const run = await create(sandbox, { name: 'shop', source: 'internal_template' }, { env: missing })
  expect(run).toMatchObject({ exitCode: 1, warnings: [], outputs: { created: 'true' } })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining(run.outputs['id'] ?? '')])
})
