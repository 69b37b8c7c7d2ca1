import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selfSigned } from '../sandbox/certificate.ts'
import { sandboxForTest, workspaceWith } from './create.ts'
import { type Answer, type Call, gitHubForTest, ID } from './github-api.ts'
import { openProxy } from './proxy.ts'
import { preview, pullRequest, record, TOKEN, warningsOf } from './pull-request.ts'

// What GitHub refuses is a warning, and never fails the step.

const PERMISSION = { deployment: '`deployments: write`', comment: '`pull-requests: write`' }
const limited = (status: number, seconds: string): Answer => ({
  status,
  headers: { 'retry-after': seconds },
  body: { message: 'You have exceeded a secondary rate limit' },
})

const ANSWERS: [string, Answer, string[]][] = [
  [
    '401',
    { status: 401, body: { message: 'Bad credentials' } },
    ['401 (Bad credentials)', 'Check `github_token`'],
  ],
  ['404', { status: 404, body: { message: 'Not Found' } }, ['404', 'may see acme/shop']],
  [
    '422',
    {
      status: 422,
      body: {
        message: 'Validation Failed',
        errors: [{ resource: 'Deployment', field: 'ref', code: 'invalid' }],
      },
    },
    ['422', 'Validation Failed', 'invalid'],
  ],
  [
    '502',
    { status: 502, body: '<html><title>Bad\ngateway</title>' },
    ['502', 'an HTML page titled "Bad gateway"'],
  ],
  ['503 without a body', { status: 503, body: '' }, ['GitHub answered 503.']],
  [
    'a redirect',
    { status: 301, headers: { location: '/repositories/1' } },
    ['301', 'acme/shop was renamed or moved'],
  ],
  ['200 without JSON', { status: 200, body: 'hello' }, ['GitHub answered 200 without JSON']],
  ['an hour of rate limit', limited(429, '3600'), ['429', 'GitHub limits the rate of requests']],
  ['a rate limit with 403', limited(403, '60'), ['403', 'GitHub limits the rate of requests']],
]

describe.each<Call>(['deployment', 'in_progress', 'comments', 'comment'])(
  'if GitHub answers %s with',
  call => {
    test.each(ANSWERS)('%s, the step succeeds with one warning', async (_, answer, words) => {
      const github = await gitHubForTest({ answers: { [call]: answer } })
      const isComment = call.startsWith('comment')
      const run = await preview(await sandboxForTest(), github, {
        comment: String(isComment),
        environment: isComment ? '' : 'production',
      })
      expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
      for (const word of words) expect(warningsOf(run)).toContain(word)
    })
  },
)

describe('the warning names', () => {
  test.each(['acme/shop', 'eve/shop'])('the missing permissions, for a branch of %s', async head => {
    const github = await gitHubForTest({ permissions: { deployments: 'read', pull_requests: 'read' } })
    const run = await preview(await sandboxForTest(), github, { environment: 'preview' }, pullRequest(head))
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    expect(run.warnings.map(({ properties }) => properties['title']).sort()).toEqual([
      'Comment',
      'GitHub Deployment',
    ])
    for (const permission of Object.values(PERMISSION)) expect(warningsOf(run)).toContain(permission)
    expect(warningsOf(run).includes('from a fork, and the token of its runs may only read')).toBe(
      head !== 'acme/shop',
    )
  })

  test('the lock of a pull request', async () => {
    const body = { message: 'Unable to create comment because issue is locked.' }
    const github = await gitHubForTest({ answers: { comment: { status: 403, body } } })
    const run = await preview(await sandboxForTest(), github)
    expect(warningsOf(run)).toContain('The conversation of the pull request is locked: unlock it')
    expect(warningsOf(run)).not.toContain('permission')
  })

  test.each(['a\nb', '\u200bghs_0123', '“ghs_0123”', 'ghs_ä', 'two words'])(
    'the input for a text that cannot be a token: %j',
    async github_token => {
      const github = await gitHubForTest()
      const run = await preview(await sandboxForTest(), github, { github_token, environment: 'preview' })
      expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
      expect(run.warnings).toHaveLength(1)
      expect(warningsOf(run)).toMatch(/^Input `github_token`: cannot be a token/)
      expect(github.requests).toEqual([])
    },
  )

  test('the words of GitHub, shortened, and without commands and secrets', async () => {
    const message = `\n::error::pwned ${TOKEN} ${'long '.repeat(1000)}`
    const github = await gitHubForTest({ answers: { deployment: { status: 422, body: { message } } } })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [{ command: 'warning' }] })
    expect(warningsOf(run)).toMatch(/^Could not .*pwned \*\*\* long .*more characters\)\)\.$/)
    expect(warningsOf(run).length).toBeLessThan(800)
  })
})

test.each([
  ['ids of another type', { body: { id: { toString: null } } }],
  [
    'errors that are nested deeply',
    { status: 422, body: `{"errors": ${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
  ],
  ['headers that the library would print', { headers: { deprecation: 'true', sunset: '::error::pwned' } }],
])('%s do not fail the step and print no error', async (_, answer) => {
  const github = await gitHubForTest({ answers: { deployment: answer, comment: answer } })
  const run = await preview(await sandboxForTest(), github, { environment: 'preview' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], stderr: '' })
  expect(run.stdout).not.toContain('pwned')
})

test.each(['/does/not/exist.json', import.meta.filename])('the event in %s does not matter', async event => {
  const github = await gitHubForTest()
  const run = await record(await sandboxForTest(), github, {}, {}, { GITHUB_EVENT_PATH: event })
  expect(run).toMatchObject({ exitCode: 0, warnings: [], stderr: '' })
  expect(run.stdout).not.toContain('GITHUB_EVENT_PATH')
})

test('a page of a list on another host is not read', async () => {
  const other = await gitHubForTest()
  const link = `<${other.api_url}/repos/acme/shop/issues/7/comments?page=2>; rel="next"`
  const github = await gitHubForTest({ answers: { comments: { headers: { link } } } })
  const run = await preview(await sandboxForTest(), github)
  expect(warningsOf(run)).toContain('GitHub named a page outside of its API')
  expect(other.requests).toEqual([])
})

describe('a request to GitHub', () => {
  test('is repeated after a failure that may pass, but not a creation', async () => {
    const [passing, again] = [{ status: 502, body: '' }, limited(429, '0')]
    const answers = { deployment: [again], success: [passing], comments: [passing], comment: [again] }
    const github = await gitHubForTest({ answers })
    const run = await preview(await sandboxForTest(), github, { environment: 'preview' })
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
    [
      'nothing that listens',
      async () => ({ api_url: 'http://127.0.0.1:9' }),
      'no response from http://127.0.0.1:9',
    ],
    ['no URL', async () => ({ api_url: 'nowhere' }), 'Could not'],
  ])('that meets %s is a warning', async (_, open, words) => {
    const run = await record(await sandboxForTest(), await open())
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
    expect(warningsOf(run)).toContain(words)
  })
})
