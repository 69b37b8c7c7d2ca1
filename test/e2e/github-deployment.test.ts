import { describe, expect, test, vi } from 'vitest'
import { sandboxForTest } from './create.ts'
import { gitHubForTest, ID } from './github-api.ts'
import {
  BY_DIGEST,
  HEAD,
  MERGE,
  PUSH,
  payloadOf,
  pullRequest,
  RUN_PAGE,
  record,
  warningsOf,
} from './pull-request.ts'

describe('the GitHub Deployment of a run', () => {
  test.each([
    ['a push', 'production', PUSH, MERGE],
    ['a pull request', 'preview', pullRequest(), HEAD],
    ['a pull request', 'production', pullRequest(), HEAD],
  ])('is of the commit of %s, in progress and then a success, in %s', async (_, environment, event, ref) => {
    const github = await gitHubForTest()
    const custom_url = 'https://shop.example/start'
    const sandbox = await sandboxForTest()
    const run = await record(sandbox, github, { custom_url, environment }, event)
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    const path = '/repos/acme/shop/deployments'
    const status = { log_url: RUN_PAGE, auto_inactive: false }
    expect(github.written()).toMatchObject([
      {
        path,
        body: {
          ref,
          environment,
          description: 'Deployment shop-pr-7',
          payload: payloadOf(sandbox),
          transient_environment: event !== PUSH,
          production_environment: environment === 'production',
          auto_merge: false,
          required_contexts: [],
        },
      },
      { path: `${path}/${ID}/statuses`, body: { ...status, state: 'in_progress' } },
      { body: { ...status, state: 'success', environment_url: custom_url } },
    ])
    expect(run.stdout).toContain(`The GitHub Deployment ${ID} is set to success`)
  })

  test('ends in failure if the service rejects the request', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    sandbox.script({ operation: 'create_deployment', status: 400, body: { detail: 'no' } })
    const run = await record(sandbox, github)
    expect(run).toMatchObject({ exitCode: 1, warnings: [], outputs: { error_code: 'rejected' } })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'failure'])
  })

  test('does not delay the create request until GitHub responds', async () => {
    const sandbox = await sandboxForTest()
    const isCreated = () => expect(sandbox.deployments).toHaveLength(1)
    const after = vi.waitFor(isCreated, { timeout: 30_000 })
    const github = await gitHubForTest({ answers: { deployment: { after } } })
    expect(await record(sandbox, github)).toMatchObject({ exitCode: 0, warnings: [] })
  })

  test('has neither a secret nor a URL that GitHub refuses', async () => {
    for (const custom_url of [
      ...['javascript:alert(1)', 'shop.example', 'https://shop.example/?key=open /up'],
      'https://a:b@shop.example/up',
    ]) {
      const github = await gitHubForTest()
      const name = `sesame-${'a'.repeat(300)}`
      await record(await sandboxForTest(), github, { custom_url, name, secrets: 'KEY=open /up\nNAME=sesame' })
      expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
      expect(github.written()[0]?.body['description']).toMatch(
        /^Deployment \*{3}-a+… \(\d+ more characters\)$/,
      )
      const shown = custom_url.includes('@') ? 'https://shop.example/up' : undefined
      expect(github.written().at(-1)?.body['environment_url']).toBe(shown)
      expect(JSON.stringify(github.requests)).not.toMatch(/sesame|key=open/)
    }
  })

  test.each<[string, Record<string, string>, string]>([
    ['in a dry run', { dry_run: 'true' }, ''],
    ['if an input is invalid', { wait_for: 'godot' }, ''],
    ['without a token', { github_token: '' }, 'Input `environment`: has no effect'],
    ['without an environment', { environment: '' }, 'Input `github_token`: has no effect'],
  ])('is not created %s', async (_, inputs, warning) => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, inputs)
    expect(warningsOf(run)).toMatch(new RegExp(`^${warning}`))
    expect(github.requests).toEqual([])
  })
})

test.each<[string, Record<string, string>, string]>([
  ['runs this version', BY_DIGEST, 'success'],
  ['runs another version', { ...BY_DIGEST, image_uri: `shop@sha256:${'99887766'.repeat(8)}` }, 'inactive'],
  ['cannot be shown to run this version', { source: 'internal_template' }, 'inactive'],
])('the record of a run that adopts a deployment that %s ends as it should', async (_, inputs, state) => {
  for (const active of [true, false]) {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const { source = '', image_uri } = { ...inputs, ...(inputs['image_uri'] && BY_DIGEST) }
    sandbox.seed({
      name: 'shop-pr-7',
      ...{
        source: source as 'internal_template',
        ...(image_uri && { source_revision_config: { image_uri } }),
      },
      ...(!active && { active_revision_id: null }),
    })
    const payload = payloadOf(sandbox)
    github.deployments.push({ id: 1, environment: 'preview', payload })
    const run = await record(sandbox, github, { ...inputs, environment: 'preview', if_exists: 'reuse' })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false' } })
    const isSuccess = state === 'success' && active
    expect(github.statesOf(ID).at(-1)).toBe(isSuccess ? 'success' : 'inactive')
    expect(github.statesOf(1)).toEqual(isSuccess ? ['inactive'] : [])
    expect(run.summary.startsWith('## ✅')).toBe(isSuccess)
    expect(run.warnings.length > 0).toBe(!isSuccess)
  }
})

describe('earlier GitHub Deployments', () => {
  test('become inactive if they are of the same name, service and environment', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const run = (inputs: Record<string, string>) => record(sandbox, github, { ...BY_DIGEST, ...inputs })
    const workspace = { headers: 'X-Tenant-Id: 7\nX-Token: a-token' }
    await run({ name: 'shop' })
    // It adopts another version, so the first one stays active.
    await run({ name: 'shop', image_uri: `shop@sha256:${'99887766'.repeat(8)}`, if_exists: 'reuse' })
    expect(github.statesOf(ID).at(-1)).toBe('success')
    await run({ name: 'shop-next' })
    await run({ name: 'shop', environment: 'production' })
    await run({ name: 'shop', if_exists: 'fail' })
    await run({ name: 'shop', ...workspace })
    expect(await run({ name: 'shop', headers: 'X-Token: another-token' })).toMatchObject({ exitCode: 0 })
    const states = github.deployments.map(({ id }) => github.statesOf(id).at(-1))
    expect(states).toEqual(['inactive', 'inactive', 'success', 'success', 'inactive', 'success', 'success'])
    expect(github.deployments.at(-2)?.payload).toEqual(payloadOf(sandbox, 'shop', '\nx-tenant-id: 7'))
  })

  test('of other tools, services and later runs do not change', async () => {
    const sandbox = await sandboxForTest()
    const own = payloadOf(sandbox)
    const others = [{}, payloadOf(sandbox, 'shop-pr-77'), own.deployment, null, { deployment: null }]
    const payloads = [...others, { deployment: own.deployment }, own]
    const deployments = payloads.map((payload, index) => ({ id: index + 1, environment: 'preview', payload }))
    const github = await gitHubForTest({ deployments, answers: { deployment: { body: { id: 7 } } } })
    await record(sandbox, github, BY_DIGEST)
    expect(github.writes()).not.toContain('inactive')
  })

  test('stay active after one that cannot be changed, so that the next run finds them', async () => {
    const sandbox = await sandboxForTest()
    const payload = payloadOf(sandbox)
    const deployments = [1, 2].map(id => ({ id, environment: 'preview', payload }))
    const github = await gitHubForTest({ deployments, answers: { inactive: { status: 422, body: {} } } })
    await record(sandbox, github, BY_DIGEST)
    expect(github.calls().filter(call => call === 'inactive')).toHaveLength(1)
  })

  test('are found on all pages, and inactive ones are not requested again', async () => {
    const environment = 'preview'
    const sandbox = await sandboxForTest()
    const others = Array.from({ length: 230 }, (_, index) => ({ id: index + 2, environment, payload: {} }))
    const first = { id: 1, environment, payload: JSON.stringify(payloadOf(sandbox)) }
    const github = await gitHubForTest({ deployments: [first, ...others] })
    await record(sandbox, github, BY_DIGEST)
    expect(github.statesOf(1)).toEqual(['inactive'])
    await record(sandbox, github, BY_DIGEST)
    const before = github.requests.length
    await record(sandbox, github, BY_DIGEST)
    const calls = ['deployment', 'in_progress', 'success', 'deployments', 'statuses', 'statuses', 'inactive']
    expect(github.calls().slice(before)).toEqual(calls)
  })
})
