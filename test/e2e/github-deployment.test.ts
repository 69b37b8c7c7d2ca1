import { describe, expect, test, vi } from 'vitest'
import { sandboxForTest } from './create.ts'
import { gitHubForTest, ID } from './github-api.ts'
import { HEAD, hashOf, MERGE, pullRequest, RUN_PAGE, record, warningsOf } from './pull-request.ts'

const PREVIEW = { environment: 'preview', if_exists: 'reuse' }

describe('the GitHub Deployment of a run', () => {
  test('changes from in_progress to success, with the log and the URL of the deployment', async () => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, { custom_url: 'https://shop.example/start' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
    const path = '/repos/acme/shop/deployments'
    const status = { log_url: RUN_PAGE, auto_inactive: false }
    expect(github.written()).toMatchObject([
      {
        call: 'deployment',
        path,
        body: {
          ref: MERGE,
          environment: 'production',
          description: 'Deployment shop-pr-7',
          payload: { deployment: hashOf('shop-pr-7') },
          transient_environment: false,
          production_environment: true,
          auto_merge: false,
          required_contexts: [],
        },
      },
      { path: `${path}/${ID}/statuses`, body: { ...status, state: 'in_progress' } },
      { body: { ...status, state: 'success', environment_url: 'https://shop.example/start' } },
    ])
    expect(run.stdout).toContain(`The GitHub Deployment ${ID} is set to success`)
  })

  test.each([
    ['preview', false],
    ['production', true],
  ])('of a pull request is of its head commit and transient: %s', async (environment, isProduction) => {
    const github = await gitHubForTest()
    await record(await sandboxForTest(), github, { environment }, pullRequest())
    expect(github.written()[0]?.body).toMatchObject({
      ref: HEAD,
      transient_environment: true,
      production_environment: isProduction,
    })
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

  test.each([
    'ftp://shop.example/',
    'javascript:alert(1)',
    'shop.example',
    'https://shop.example/?key=open /sesame',
  ])('does not link the custom_url %s', async custom_url => {
    const github = await gitHubForTest()
    await record(await sandboxForTest(), github, { custom_url, secrets: 'KEY=open /sesame' })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
    expect(github.written().at(-1)?.body).not.toHaveProperty('environment_url')
    expect(JSON.stringify(github.requests)).not.toContain('sesame')
  })

  test('has a description within the limit of GitHub, without secrets', async () => {
    const github = await gitHubForTest()
    const name = `sesame-${'a'.repeat(300)}`
    await record(await sandboxForTest(), github, { name, secrets: 'KEY=sesame' })
    expect(github.written()[0]?.body['description']).toMatch(/^Deployment \*{3}-a+… \(\d+ more characters\)$/)
  })
})

describe('no GitHub Deployment is recorded', () => {
  test.each<[string, Record<string, string>, string]>([
    ['in a dry run', { dry_run: 'true' }, ''],
    ['if an input is invalid', { wait_for: 'godot' }, ''],
    ['without a token', { github_token: '' }, 'Input `environment`: has no effect without `github_token`'],
    [
      'without an environment',
      { environment: '' },
      'Input `github_token`: has no effect without `environment`',
    ],
  ])('%s', async (_, inputs, warning) => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, inputs)
    expect(warningsOf(run)).toMatch(new RegExp(`^${warning}`))
    expect(github.requests).toEqual([])
  })
})

describe('earlier GitHub Deployments', () => {
  test('become inactive if they are of the same name and environment', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const run = (inputs: Record<string, string>) => record(sandbox, github, { ...PREVIEW, ...inputs })
    await run({ name: 'shop' })
    await run({ name: 'shop-next' })
    await run({ name: 'shop', environment: 'production' })
    await run({ name: 'shop', if_exists: 'fail' })
    expect(await run({ name: 'shop' })).toMatchObject({ exitCode: 0 })
    const states = github.deployments.map(({ id }) => github.statesOf(id).at(-1))
    expect(states).toEqual(['inactive', 'success', 'success', 'inactive', 'success'])
  })

  test('of other tools and of later runs do not change', async () => {
    const payloads = [
      {},
      { deployment: hashOf('shop-pr-77') },
      hashOf('shop-pr-7'),
      null,
      { deployment: null },
    ]
    const deployments = [...payloads, { deployment: hashOf('shop-pr-7') }].map((payload, index) => ({
      id: index + 1,
      environment: 'preview',
      payload,
    }))
    const github = await gitHubForTest({ deployments, answers: { deployment: { body: { id: 6 } } } })
    await record(await sandboxForTest(), github, PREVIEW)
    expect(github.calls().filter(call => call === 'inactive')).toEqual([])
  })

  test('are found on all pages, and inactive ones are not requested again', async () => {
    const others = Array.from({ length: 230 }, (_, index) => ({
      id: index + 2,
      environment: 'preview',
      payload: {},
    }))
    const first = { id: 1, environment: 'preview', payload: `{"deployment":"${hashOf('shop-pr-7')}"}` }
    const [sandbox, github] = [
      await sandboxForTest(),
      await gitHubForTest({ deployments: [first, ...others] }),
    ]
    await record(sandbox, github, PREVIEW)
    expect(github.statesOf(1)).toEqual(['inactive'])
    await record(sandbox, github, PREVIEW)
    const before = github.requests.length
    await record(sandbox, github, PREVIEW)
    const calls = ['deployment', 'in_progress', 'success', 'deployments', 'statuses', 'statuses', 'inactive']
    expect(github.calls().slice(before)).toEqual(calls)
  })
})
