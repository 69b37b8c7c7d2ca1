import { describe, expect, test, vi } from 'vitest'
import { create, sandboxForTest } from './create.ts'
import { gitHubForTest, never } from './github-api.ts'
import { HEAD, preview, pullRequest, startPreview, TOKEN, warningsOf } from './pull-request.ts'

// On Windows, a signal from another process ends a process at once.
const onSystemsWithSignals = test.skipIf(process.platform === 'win32')

const BOT = 'github-actions[bot]'
const MARKER = '<!-- create-deployment: shop-pr-7 -->'

/** Comments of other users. */
const otherComments = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    user: { login: index % 2 ? 'eve' : BOT },
    body: `Nice, see ${MARKER}`,
  }))

describe('the comment on a pull request', () => {
  test('shows the result of the run, and equals the output report', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const run = await preview(sandbox, github, { custom_url: 'https://shop.example/' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
    const [{ body, user } = { body: '' }] = github.comments
    expect(user).toEqual({ login: BOT })
    expect(body).toBe(run.outputs['report'])
    expect(body.split('\n').slice(0, 3)).toEqual([MARKER, '### ✅ Deployment created', ''])
    const page = 'https://github.example/acme/shop'
    for (const shown of [
      '<code>READY</code>',
      '<a href="https://shop.example/">https://shop.example/</a>',
      `<code>${run.outputs['id']}</code>`,
      `<a href="${page}/commit/${HEAD}">${HEAD.slice(0, 7)}</a>`,
      `<a href="${page}/actions/runs/17">`,
      '<details><summary>Details</summary>',
    ])
      expect(body).toContain(shown)
    expect(run.stdout).toContain('The comment on pull request 7 is written')
  })

  test('is updated in place, on failure too', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest({ comments: otherComments(3) })]
    await preview(sandbox, github)
    const [id] = github.comments.slice(-1).map(comment => comment.id)
    const run = await preview(sandbox, github, { if_exists: 'fail' })
    expect(run).toMatchObject({ exitCode: 1, warnings: [], outputs: { error_code: 'already_exists' } })
    expect(github.writes()).toEqual(['comment', 'update'])
    expect(github.comments).toHaveLength(4)
    expect(github.comments.at(-1)).toMatchObject({
      id,
      body: expect.stringContaining('❌ Deployment exists'),
    })
  })

  test('exists once for each name', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    for (const name of ['shop', 'shop-', 'shop--> <b>', 'shop', 'Shop'])
      await preview(sandbox, github, { name })
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- create-deployment: shop -->',
      '<!-- create-deployment: shop%2D -->',
      '<!-- create-deployment: shop%2D-%3E%20%3Cb%3E -->',
      '<!-- create-deployment: Shop -->',
    ])
  })

  test('is found on the last of several pages', async () => {
    const own = { id: 900, user: { login: BOT }, body: `${MARKER}\nold` }
    const github = await gitHubForTest({ comments: [...otherComments(250), own] })
    await preview(await sandboxForTest(), github)
    expect(github.calls()).toEqual(['user', 'comments', 'comments', 'comments', 'update'])
    expect(github.comments.at(-1)).toMatchObject({ id: 900, body: expect.stringContaining('created') })
  })

  test("is written by the token's own user, even if another user copied the marker", async () => {
    const others = ['eve', BOT, 'Octocat'].map((login, index) => ({
      id: index + 1,
      user: { login },
      body: `${MARKER}\nforged`,
    }))
    const github = await gitHubForTest({ login: 'octocat', comments: others })
    await preview(await sandboxForTest(), github)
    await preview(await sandboxForTest(), github)
    expect(github.writes()).toEqual(['comment', 'update'])
    expect(github.comments.map(({ user }) => user.login)).toEqual(['eve', BOT, 'Octocat', 'octocat'])
  })

  test('exists once even if the token cannot read its own user', async () => {
    const github = await gitHubForTest({ writesAs: 'deployer[bot]' })
    for (let run = 0; run < 3; run++) await preview(await sandboxForTest(), github)
    expect(github.comments).toHaveLength(1)
  })

  test('says that the run was a dry run or that an input was invalid', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    await preview(sandbox, github, { dry_run: 'true', environment: 'preview' })
    expect(github.comments[0]?.body).toContain('Dry run: nothing was created')
    const run = await preview(sandbox, github, { wait_for: 'godot', environment: 'preview' })
    expect(run.outputs).toMatchObject({ error_code: 'invalid_input', report: github.comments[0]?.body })
    expect(github.comments[0]?.body).toContain('<code>wait_for</code>')
    expect(github.writes()).toEqual(['comment', 'update'])
  })

  test('is written on GitHub Enterprise Server', async () => {
    const github = await gitHubForTest({ base_path: '/api/v3' })
    expect(await preview(await sandboxForTest(), github)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.requests.map(({ path }) => path)).toContain('/api/v3/user')
    expect(github.comments).toHaveLength(1)
  })

  onSystemsWithSignals('says that the run was cancelled', async () => {
    const [sandbox, github] = [await sandboxForTest({ ready_after: 3_600_000 }), await gitHubForTest()]
    const { kill, result } = await startPreview(sandbox, github, { wait_for: 'ready' })
    await vi.waitFor(
      () => expect([sandbox.deployments.length, github.calls().includes('comments')]).toEqual([1, true]),
      { timeout: 30_000 },
    )
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' }, warnings: [] })
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('🛑 Cancelled') }])
  })
})

describe('after two jobs commented at the same time', () => {
  test('one comment is left', async () => {
    const sandbox = await sandboxForTest()
    const { promise: both, resolve: release } = Promise.withResolvers<void>()
    // Both jobs must request the comments before either gets a response.
    const github = await gitHubForTest({ answers: { comments: [{ after: both }, { after: both }] } })
    const started = [
      await startPreview(sandbox, github, { if_exists: 'reuse' }),
      await startPreview(sandbox, github, { if_exists: 'reuse' }),
    ]
    const asked = () => github.calls().filter(call => call === 'comments').length
    await vi.waitFor(() => expect(asked()).toBe(2), { timeout: 30_000 })
    release()
    for (const { result } of started) expect(await result).toMatchObject({ exitCode: 0 })
    expect(github.writes().slice(0, 2)).toEqual(['comment', 'comment'])
    expect(github.comments).toHaveLength(1)
    expect(github.comments[0]?.body).toContain('### ✅')
  })

  test('the second comment that an earlier run left is removed', async () => {
    const twice = [11, 12].map(id => ({ id, user: { login: BOT }, body: `${MARKER}\nold` }))
    const github = await gitHubForTest({ comments: twice })
    await preview(await sandboxForTest(), github)
    expect(github.comments).toMatchObject([{ id: 11, body: expect.stringContaining('created') }])
  })

  test('a comment that was deleted in the meantime is written again', async () => {
    const own = { id: 11, user: { login: BOT }, body: `${MARKER}\nold` }
    const github = await gitHubForTest({ comments: [own], answers: { update: [{ status: 404, body: {} }] } })
    expect(await preview(await sandboxForTest(), github)).toMatchObject({ warnings: [] })
    expect(github.writes()).toEqual(['update', 'comment', 'update', 'remove'])
  })
})

describe('no comment is written', () => {
  test('without a token, and a warning says so', async () => {
    const github = await gitHubForTest()
    const run = await preview(await sandboxForTest(), github, { github_token: '' })
    expect(warningsOf(run)).toBe(
      'Input `comment`: has no effect without `github_token`: no comment is written',
    )
    expect(run).toMatchObject({ exitCode: 0, outputs: { report: expect.stringContaining(MARKER) } })
    expect(github.requests).toEqual([])
  })

  test('for a push, and the log says so', async () => {
    const github = await gitHubForTest()
    const run = await preview(await sandboxForTest(), github, {}, { ref: 'refs/heads/main' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(run.stdout).toContain('No comment is written, as the event push is not about a pull request')
    expect(github.requests).toEqual([])
  })

  test('if the workflow does not request one, but the output report is set', async () => {
    const sandbox = await sandboxForTest()
    const { outputs } = await create(sandbox, { name: 'shop', source: 'internal_template' })
    expect(outputs['report']).toContain('### ✅ Deployment created')
  })
})

describe('a comment that GitHub refuses is one warning, and the step does not fail', () => {
  test.each([
    ['a 403', { permissions: { pull_requests: 'read' } }, ['write the comment', '`pull-requests: write`']],
    [
      'a 403 for the list',
      { permissions: { pull_requests: 'none' } },
      ['read the comments', '`pull-requests: write`'],
    ],
    ['a 404', { answers: { comment: { status: 404, body: {} } } }, ['404', 'may see acme/shop']],
    ['a 422', { answers: { comment: { status: 422, body: { message: 'Spam' } } } }, ['422 (Spam)']],
    ['a 500', { answers: { comment: { status: 500, body: 'oops' } } }, ['500 (oops)']],
    [
      'a response that is not a list',
      { answers: { comments: { body: {} } } },
      ['GitHub answered with no list'],
    ],
    [
      'a permanent 429',
      { answers: { comment: { status: 429, headers: { 'retry-after': '3600' }, body: {} } } },
      ['429', 'GitHub limits the rate of requests'],
    ],
    [
      'a rate limit of an hour',
      {
        answers: {
          comment: {
            status: 403,
            headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' },
          },
        },
      },
      ['403', 'GitHub limits the rate of requests'],
    ],
  ] as const)('%s', async (_, options, words) => {
    const github = await gitHubForTest(structuredClone(options) as object)
    const run = await preview(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }], errors: [] })
    for (const word of words) expect(warningsOf(run)).toContain(word)
  })

  test('on a fork, the warning says that the token has read permission only', async () => {
    const github = await gitHubForTest({ permissions: { pull_requests: 'read' } })
    const run = await preview(await sandboxForTest(), github, {}, pullRequest('eve/shop'))
    expect(warningsOf(run)).toContain('from a fork, and the token of its runs may only read')
  })

  test('the action waits for a rate limit that ends soon', async () => {
    const limited = (status: number) => ({ status, headers: { 'retry-after': '0' }, body: {} })
    const answers = { comments: [limited(403)], comment: [limited(429), limited(403)] }
    const github = await gitHubForTest({ answers })
    expect(await preview(await sandboxForTest(), github)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.comments).toHaveLength(1)
  })

  onSystemsWithSignals('a cancelled run ends even if GitHub never answers', async () => {
    const [sandbox, github] = [
      await sandboxForTest(),
      await gitHubForTest({ answers: { comment: { after: never } } }),
    ]
    const { kill, result } = await startPreview(sandbox, github)
    await vi.waitFor(() => expect(github.writes()).toEqual(['comment']), { timeout: 30_000 })
    kill('SIGTERM')
    expect(warningsOf(await result)).toContain('the run was cancelled, and GitHub did not answer in time')
  })

  test('the token appears in no output and in no line except its mask command', async () => {
    const answers = { comment: { status: 422, body: { message: `no ${TOKEN}` } } }
    const github = await gitHubForTest({ answers })
    const run = await preview(await sandboxForTest(), github)
    const shown = run.stdout.replaceAll(/^::add-mask::.*$/gm, '') + run.summary + JSON.stringify(run.outputs)
    expect(shown).not.toContain(TOKEN)
  })
})
