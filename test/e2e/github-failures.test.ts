import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selfSigned } from '../sandbox/certificate.ts'
import { create, NOWHERE, sandboxForTest, workspaceWith } from './create.ts'
import { type Answer, gitHubForTest, ID } from './github-api.ts'
import { openProxy } from './proxy.ts'
import { payloadOf, preview, pullRequest, record, TOKEN, warningsOf } from './pull-request.ts'

// What GitHub refuses is a warning, and never fails the step.

const BOTH = { environment: 'preview' }
const refused = (status: number, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { message },
})
const INVALID = { message: 'Validation Failed', errors: [{ field: 'ref', code: 'invalid' }] }
const LONG = `\n::error::pwned ${TOKEN} ${'long '.repeat(1000)}`
const GRANT =
  'Unless GitHub names another reason, give the job the permission `deployments: write`, under `permissions` in the workflow; if it has it, check that `github_token` is valid and may see acme/shop. The step does not fail for this. A rerun is safe, but has the same permissions.'

test.each<[string, Answer, string]>([
  ['a bad token', refused(401, 'Bad credentials'), `401 (Bad credentials).\n${GRANT}`],
  ['a missing permission', refused(403, 'Not yours'), `403 (Not yours).\n${GRANT}`],
  ['an invalid request', { status: 422, body: INVALID }, '422 (Validation Failed; ref: invalid).'],
  ['a limit', refused(429, 'Slow down', { 'retry-after': '3600' }), '429 (Slow down).'],
  ['long words with a secret', refused(400, LONG), `400 (: :error::pwned *** ${'long '.repeat(80)}`],
])('the warning about GitHub says what to do after %s', async (_, answer, words) => {
  const github = await gitHubForTest({ answers: { deployment: answer, comments: answer } })
  const run = await preview(await sandboxForTest(), github, BOTH)
  expect(run).toMatchObject({ exitCode: 0, errors: [], stderr: '', outputs: { created: 'true' } })
  const [deployment, comment] = run.warnings.map(({ message }) => message).sort()
  expect(deployment).toMatch(`Could not create the GitHub Deployment: GitHub answered ${words}`)
  expect(comment).toMatch(
    `Could not write the comment: GitHub answered ${words.replace('deployments', 'pull-requests')}`,
  )
  expect(deployment?.length).toBeLessThan(800)
})

const ODD: unknown[] = ['hello', null, {}, [null], [{ id: {}, payload: '[', user: 7, body: {} }]]

test.each([
  ['deployment', 'create the GitHub Deployment'],
  ['in_progress', `set the GitHub Deployment ${ID} to in_progress`],
  ['success', `set the GitHub Deployment ${ID} to success`],
  ['deployments', 'list the earlier GitHub Deployments'],
  ['statuses', 'list the earlier GitHub Deployments'],
  ['inactive', 'set the GitHub Deployment 7 to inactive'],
  ['comments', 'write the comment'],
  ['comment', 'write the comment'],
])('an answer to %s that GitHub never sends is at most one plain warning', async (call, doing) => {
  for (const body of ODD) {
    const sandbox = await sandboxForTest()
    const earlier = { id: 7, environment: 'preview', payload: payloadOf(sandbox) }
    // The next id, as the list has one already.
    const created = { body: { id: ID } }
    const answers = {
      deployment: created,
      [call]: { body, headers: { deprecation: 'true', sunset: 'soon' } },
    }
    const github = await gitHubForTest({ answers, deployments: [earlier, { ...earlier, id: ID }] })
    const run = await preview(sandbox, github, BOTH)
    expect(run).toMatchObject({ exitCode: 0, errors: [], stderr: '' })
    expect(['', `Could not ${doing}: ${github.api_url} did not answer as GitHub's API does.`]).toContain(
      warningsOf(run),
    )
    if (body === 'hello') expect(warningsOf(run)).not.toBe('')
  }
})

const PERMISSIONS = ['`deployments: write`', '`pull-requests: write`']
const READ_ONLY = 'is from a fork. The token of its runs may only read'

test.each<[string, string, string, typeof PERMISSIONS, boolean]>([
  ['a branch', 'acme/shop', 'pull_request', PERMISSIONS, false],
  ['a fork, whose run cannot have them,', 'eve/shop', 'pull_request', [], true],
  ['a fork, in a run of the base repository,', 'eve/shop', 'pull_request_target', PERMISSIONS, false],
])('the warnings about permissions fit a pull request from %s', async (_, head, event, named, isFork) => {
  const github = await gitHubForTest({ readOnly: true })
  const env = { GITHUB_EVENT_NAME: event }
  const run = await preview(await sandboxForTest(), github, BOTH, pullRequest(head), env)
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  const titles = run.warnings.map(({ properties }) => properties['title'])
  expect(titles.sort()).toEqual(['Comment', 'GitHub Deployment'])
  expect(PERMISSIONS.filter(permission => warningsOf(run).includes(permission))).toEqual(named)
  expect(warningsOf(run).includes(READ_ONLY)).toBe(isFork)
  for (const permission of named)
    expect(run.summary).toContain(`the permission <code>${permission.slice(1, -1)}</code>, under <code>`)
})

test.each([
  ['refuses it', 'unauthorized', { status: 401 }],
  ['redirects it', 'unexpected_response', { status: 302, headers: { location: '/login' } }],
])('a run from a fork is told that it has no secrets if the service %s', async (_, error_code, answer) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_deployments', ...answer })
  const run = await preview(sandbox, await gitHubForTest(), {}, pullRequest('eve/shop'))
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code } })
  expect(run.errors[0]?.message).toContain('a fork, whose workflows get no secrets')
  expect(run.errors[0]?.message).toMatch(/skip this step for forks/i)
})

test.each([
  ['pull_request', true],
  ['pull_request_target', false],
])(
  'after a wrong input, a run from a fork for %s is told that it has no secrets: %s',
  async (event, isTold) => {
    const env = { GITHUB_EVENT_NAME: event }
    const inputs = { secrets: 'A=' }
    const run = await preview(
      await sandboxForTest(),
      await gitHubForTest(),
      inputs,
      pullRequest('eve/shop'),
      env,
    )
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
    for (const text of [run.errors[0]?.message, run.summary])
      expect(text?.includes('This run is for a pull request from a fork')).toBe(isTold)
  },
)

test('a text that cannot be a token is one warning', async () => {
  const github = await gitHubForTest()
  for (const github_token of ['a\nb', '\u200bghs_0123', '“ghs_0123”', 'two words']) {
    const run = await preview(await sandboxForTest(), github, { github_token, ...BOTH })
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    expect(run.warnings).toHaveLength(1)
    expect(warningsOf(run)).toMatch(/^Input `github_token`: cannot be a token/)
  }
  expect(github.requests).toEqual([])
})

test.each([
  ['an event that is not JSON', `{ "${TOKEN}`, NOWHERE],
  ['no URL of the API', '{}', 'nowhere'],
])('a run with %s succeeds with a warning', async (_, event, GITHUB_API_URL) => {
  const GITHUB_EVENT_PATH = join(await workspaceWith({ event }), 'event')
  const inputs = { name: 'shop', source: 'internal_template', github_token: TOKEN, environment: 'preview' }
  const run = await create(await sandboxForTest(), inputs, { env: { GITHUB_API_URL, GITHUB_EVENT_PATH } })
  expect(run).toMatchObject({ exitCode: 0, errors: [], stderr: '', outputs: { created: 'true' } })
  expect(warningsOf(run)).toContain(
    'Could not create the GitHub Deployment: @actions/github cannot be loaded',
  )
})

test('a page of a list on another host is not read', async () => {
  const other = await gitHubForTest()
  const link = `<${other.api_url}/repos/acme/shop/issues/7/comments?page=2>; rel="next"`
  const github = await gitHubForTest({ answers: { comments: { headers: { link } } } })
  const run = await preview(await sandboxForTest(), github)
  expect(warningsOf(run)).toContain("did not answer as GitHub's API does")
  expect(other.requests).toEqual([])
})

describe('a request to GitHub', () => {
  test('is repeated once after a temporary failure, unless it creates something', async () => {
    const passing = { status: 502, body: '' }
    const github = await gitHubForTest({ answers: { success: [passing], comments: [passing] } })
    const run = await preview(await sandboxForTest(), github, BOTH)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.statesOf(ID)).toEqual(['in_progress', 'success'])
    expect(github.comments).toHaveLength(1)
    const failing = await gitHubForTest({ answers: { deployment: [passing] } })
    expect(warningsOf(await record(await sandboxForTest(), failing))).toContain('GitHub answered 502')
    expect(failing.writes()).toEqual(['deployment'])
  })

  test('uses a proxy and trusts a private certificate', async () => {
    const tls = selfSigned()
    const github = await gitHubForTest({ tls, base_path: '/api/v3' })
    const proxy = await openProxy()
    const workspace = await workspaceWith({ 'ca.pem': tls.cert })
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: join(workspace, 'ca.pem') }
    const run = await record(await sandboxForTest(), github, {}, {}, env)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.writes()).toEqual(['deployment', 'in_progress', 'success'])
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(github.api_url).host}`]))
  })

  test.each([
    ['another certificate', async () => gitHubForTest({ tls: selfSigned() }), 'SELF_SIGNED_CERT'],
    ['nothing', async () => ({ api_url: 'http://127.0.0.1:9' }), 'no response from http://127.0.0.1:9'],
  ])('that meets %s is a warning', async (_, open, words) => {
    const run = await record(await sandboxForTest(), await open())
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
    expect(warningsOf(run)).toContain(words)
  })
})
