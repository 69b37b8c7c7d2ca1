import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Run, sandboxForTest, startCreate } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'
import { type Answer, type GitHub, gitHubForTest, never } from './github-api.ts'
import { expectNoToken, inputs, job, message, record, SHA, TOKEN } from './github-record.ts'
import { type Call, ID } from './github-state.ts'

/** Runs a step that waits, and cancels it as soon as a condition is true. */
async function cancelWhen(github: GitHub, isTime: (sandbox: Sandbox) => boolean): Promise<Run> {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 })
  const env = job(github)
  const { kill, result } = await startCreate(sandbox, inputs({ wait_for: 'ready' }), { env })
  await vi.waitFor(() => expect(isTime(sandbox)).toBe(true), { timeout: 30_000 })
  kill('SIGTERM')
  return result
}

describe('the GitHub Deployment of a run', () => {
  const target = {
    environment: 'production',
    log_url: 'https://github.example/acme/shop/actions/runs/7/attempts/2',
  }
  const path = '/repos/acme/shop/deployments'
  const authorization = `token ${TOKEN}`
  const deployment = {
    call: 'deployment',
    method: 'POST',
    path,
    authorization,
    body: {
      ref: SHA,
      environment: 'production',
      description: 'Deployment shop',
      payload: { deployment: 'shop' },
      transient_environment: false,
      production_environment: true,
      auto_merge: false,
      required_contexts: [],
    },
  }
  const status = (state: string, more: Record<string, string>) => ({
    call: state,
    method: 'POST',
    path: `${path}/${ID}/statuses`,
    authorization,
    body: { ...target, state, ...more, auto_inactive: false },
  })
  const begun = status('in_progress', { description: 'The deployment is being created' })

  test('changes from in_progress to success, with the URL of the deployment', async () => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, { custom_url: 'https://shop.example/start' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
    expect(github.written()).toEqual([
      deployment,
      begun,
      status('success', {
        description: 'The deployment was created',
        environment_url: 'https://shop.example/start',
      }),
    ])
    expect(run.stdout).toContain(`GitHub Deployment ${ID} in production is set to success`)
  })

  test('ends in failure if the service rejects the request', async () => {
    const github = await gitHubForTest()
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: 'create_deployment', status: 422, body: { detail: 'no' } })
    const run = await record(sandbox, github)
    expect(run).toMatchObject({ exitCode: 1, warnings: [], outputs: { error_code: 'rejected' } })
    expect(github.written()).toEqual([
      deployment,
      begun,
      status('failure', { description: 'Request rejected' }),
    ])
  })

  test('ends in success if the deployment is adopted', async () => {
    const github = await gitHubForTest()
    const sandbox = await sandboxForTest()
    await create(sandbox, inputs({ github_token: '', environment: '' }))
    expect((await record(sandbox, github)).outputs).toMatchObject({ created: 'false' })
    expect(github.written().at(-1)?.body).toMatchObject({ description: 'The deployment was adopted' })
  })

  test('does not delay the create request until GitHub responds', async () => {
    const sandbox = await sandboxForTest()
    const isCreated = () => expect(sandbox.deployments).toHaveLength(1)
    const after = vi.waitFor(isCreated, { timeout: 30_000 })
    const github = await gitHubForTest({ answers: { deployment: { after } } })
    expect(await record(sandbox, github)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
  })

  test.each([
    [{ GITHUB_RUN_ATTEMPT: '' }, 'https://github.example/acme/shop/actions/runs/7'],
    [{ GITHUB_SERVER_URL: '' }, 'https://github.com/acme/shop/actions/runs/7/attempts/2'],
    [{ GITHUB_RUN_ID: '' }, undefined],
  ])('links to the log of the job if the environment names it: %j', async (env, log_url) => {
    const github = await gitHubForTest()
    expect(await record(await sandboxForTest(), github, {}, env)).toMatchObject({ warnings: [] })
    expect(github.written().at(-1)?.body['log_url']).toBe(log_url)
  })

  test.each([
    ['does not exist', '/does/not/exist.json'],
    ['is not JSON', join(import.meta.dirname, 'github-api.ts')],
  ])('prints nothing of the library if the event file %s and calls are deprecated', async (_, event) => {
    const headers = { deprecation: 'true', sunset: 'Sat, 01 Jan 2050 00:00:00 GMT' }
    const github = await gitHubForTest({ answers: { deployment: { headers }, success: { headers } } })
    const run = await record(await sandboxForTest(), github, {}, { GITHUB_EVENT_PATH: event })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], stderr: '' })
    expect(run.stdout).not.toMatch(/GITHUB_EVENT_PATH|deprecated|octokit/i)
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
  })

  test('is created on GitHub Enterprise Server', async () => {
    const github = await gitHubForTest({ base_path: '/api/v3' })
    expect(await record(await sandboxForTest(), github)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.written().map(request => request.path)).toEqual([
      `/api/v3${path}`,
      `/api/v3${path}/${ID}/statuses`,
      `/api/v3${path}/${ID}/statuses`,
    ])
  })

  test.each(['ftp://shop.example/', 'javascript:alert(1)', 'shop.example', ''])(
    'does not link the custom_url %j',
    async custom_url => {
      const github = await gitHubForTest()
      expect(await record(await sandboxForTest(), github, { custom_url })).toMatchObject({ exitCode: 0 })
      expect(github.written().at(-1)?.body).toMatchObject({ state: 'success' })
      expect(github.written().at(-1)?.body).not.toHaveProperty('environment_url')
    },
  )

  test('does not link a URL that contains a secret', async () => {
    const github = await gitHubForTest()
    const secret = { secrets: 'KEY=open /sesame', custom_url: 'https://shop.example/?key=open /sesame' }
    await record(await sandboxForTest(), github, secret)
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
    expect(JSON.stringify(github.requests)).not.toContain('sesame')
  })
})

describe('no GitHub Deployment is recorded', () => {
  test('in a dry run', async () => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, { dry_run: 'true' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.requests).toEqual([])
  })

  test('if an input is invalid', async () => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, { wait_for: 'godot' })
    expect(run.outputs).toMatchObject({ error_code: 'invalid_input' })
    expect(github.requests).toEqual([])
  })

  test.each([
    ['environment', 'github_token'],
    ['github_token', 'environment'],
  ])('without %s, and a warning says so', async (missing, given) => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, { [missing]: '' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
    expect(message(run)).toBe(
      `Input \`${given}\`: has no effect without \`${missing}\`: no GitHub Deployment is recorded`,
    )
    expect(github.requests).toEqual([])
  })

  test('with neither input', async () => {
    const github = await gitHubForTest()
    const neither = { github_token: '', environment: '' }
    expect(await record(await sandboxForTest(), github, neither)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.requests).toEqual([])
  })

  test('if the job names no commit', async () => {
    const github = await gitHubForTest()
    const run = await record(await sandboxForTest(), github, {}, { GITHUB_SHA: '' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
    expect(message(run)).toContain('GITHUB_SHA is not set')
    expect(github.requests).toEqual([])
  })
})

describe('an error of GitHub is one warning, and the step does not fail', () => {
  const html = { 'content-type': 'text/html' }
  const validation = { message: 'Validation Failed', errors: [{ field: 'ref', code: 'invalid' }] }
  const refusals: [string, Answer, string[]][] = [
    [
      '401',
      { status: 401, body: { message: 'Bad credentials' } },
      ['401', 'Bad credentials', 'github_token'],
    ],
    [
      '403',
      { status: 403, body: { message: 'Resource not accessible by integration' } },
      ['403', 'Resource not accessible by integration', '`deployments: write`'],
    ],
    ['404', { status: 404, body: { message: 'Not Found' } }, ['404', '`deployments: write`', 'acme/shop']],
    ['409', { status: 409, body: { message: 'Merge conflict' } }, ['409', 'Merge conflict']],
    ['422', { status: 422, body: validation }, ['422', 'Validation Failed', 'ref: invalid']],
    [
      '502',
      { status: 502, body: '<html><title>Bad\ngateway</title>', headers: html },
      ['502', 'an HTML page titled "Bad gateway"'],
    ],
    ['503 without a body', { status: 503, body: '' }, ['GitHub answered 503.']],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, ['307']],
    ['200 without JSON', { status: 200, body: 'hello' }, ['200']],
    ['204', { status: 204, body: '' }, ['204']],
  ]

  test.each(refusals)('%s for the deployment', async (_, answer, words) => {
    const github = await gitHubForTest({ answers: { deployment: answer } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
    for (const word of ['create the GitHub Deployment', ...words]) expect(message(run)).toContain(word)
    expect(github.writes()).toEqual(['deployment'])
  })

  test('for a response without an id', async () => {
    const github = await gitHubForTest({ answers: { deployment: { body: {} } } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
    expect(message(run)).toBe('Could not create the GitHub Deployment: GitHub answered with no id.')
    expect(github.writes()).toEqual(['deployment'])
  })

  test.each(refusals)('%s for each status', async (_, answer, words) => {
    const github = await gitHubForTest({ answers: { in_progress: answer, success: answer } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
    for (const word of [`set the GitHub Deployment ${ID} to in_progress`, ...words])
      expect(message(run)).toContain(word)
    const again: Call[] = Number(answer.status) >= 500 ? ['success'] : []
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success', ...again])
  })

  test('a 403 of GitHub does not change the failure of the step', async () => {
    const github = await gitHubForTest({ answers: { deployment: { status: 403, body: {} } } })
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: 'create_deployment', status: 422, body: { detail: 'no' } })
    const run = await record(sandbox, github)
    expect(run.exitCode).toBe(1)
    expect(run.outputs).toMatchObject({ error_code: 'rejected' })
    expect([run.warnings.length, run.errors.length]).toEqual([1, 1])
  })

  test('for a refused connection', async () => {
    const run = await record(await sandboxForTest(), { api_url: 'http://127.0.0.1:9' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
    expect(message(run)).toContain('127.0.0.1:9 could not be reached')
  })

  test('for an invalid URL of the API', async () => {
    const run = await record(await sandboxForTest(), { api_url: 'nowhere' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
  })

  test('for a message that contains commands or the token, or is too long', async () => {
    const words = `\n::error::pwned ${TOKEN} ${'long '.repeat(1000)}`
    const github = await gitHubForTest({ answers: { deployment: { status: 422, body: { message: words } } } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [{ command: 'warning' }] })
    expect(message(run).split('\n')).toHaveLength(1)
    expect(message(run)).toMatch(/pwned \*\*\* long .*more characters/)
    expect(message(run).length).toBeLessThan(800)
  })

  test.each([480, 490, 499])(
    'for a message that is truncated inside the token after %i characters',
    async length => {
      const body = { message: `${'x'.repeat(length)}${TOKEN}` }
      const github = await gitHubForTest({ answers: { deployment: { status: 422, body } } })
      const run = await record(await sandboxForTest(), github)
      expect(run.warnings).toHaveLength(1)
      expect(run.stdout.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('ghs')
    },
  )

  test('for headers that the library would print', async () => {
    const headers = { deprecation: 'true', sunset: '::error::pwned' }
    const github = await gitHubForTest({ answers: { deployment: { headers } } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [], stderr: '' })
    expect(run.stdout).not.toContain('pwned')
  })
})

describe.skipIf(process.platform === 'win32')('a cancelled run', () => {
  test('is recorded as an error', async () => {
    const github = await gitHubForTest()
    const run = await cancelWhen(
      github,
      ({ deployments }) => deployments.length === 1 && github.writes().includes('in_progress'),
    )
    expectNoToken(run)
    expect(run).toMatchObject({ exitCode: 1, warnings: [], outputs: { error_code: 'cancelled' } })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'error'])
    expect(github.written().at(-1)?.body).toMatchObject({ description: 'Cancelled' })
  })

  test('is recorded as an error even if GitHub does not respond to its start', async () => {
    const github = await gitHubForTest({ answers: { in_progress: { after: never } } })
    const run = await cancelWhen(github, () => github.writes().includes('in_progress'))
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'error'])
  })

  test.each<Call>(['deployment', 'error'])('ends even if GitHub never responds to %s', async call => {
    const github = await gitHubForTest({ answers: { [call]: { after: never } } })
    const seen: Call = call === 'deployment' ? 'deployment' : 'in_progress'
    const run = await cancelWhen(github, () => github.writes().includes(seen))
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
    expect(message(run)).toContain('the run was cancelled, and GitHub did not answer in time')
  })
})
