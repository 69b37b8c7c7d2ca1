import { describe, expect, test, vi } from 'vitest'
import { sandboxForTest, workspaceWith } from './create.ts'
import { gitHubForTest } from './github-api.ts'
import { HEAD, markerOf, PUSH, preview, RUN_PAGE, startPreview, warningsOf } from './pull-request.ts'

const BOT = 'github-actions[bot]'
const MARKER = markerOf('shop-pr-7')

describe('the comment on a pull request', () => {
  test('shows the result of the run, and equals the output report', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const run = await preview(sandbox, github, { custom_url: 'https://shop.example/' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
    expect(github.comments).toMatchObject([
      { user: { login: BOT }, body: `${MARKER}\n${run.outputs['report']}` },
    ])
    const [, title, , ...rest] = github.comments[0]?.body.split('\n') ?? []
    expect(title).toMatch('✅ Deployment created')
    for (const shown of [
      '<code>READY</code>',
      '<a href="https://shop.example/">https://shop.example/</a>',
      `<code>${run.outputs['id']}</code>`,
      `<a href="https://github.example/acme/shop/commit/${HEAD}">workflow commit ${HEAD.slice(0, 7)}</a>`,
      `<a href="${RUN_PAGE}">`,
      '<details><summary>Details</summary>',
    ])
      expect(rest.join('\n').replaceAll('<wbr>', '')).toContain(shown)
    expect(run.stdout).toContain('The comment on pull request 7 is written')
  })

  test('is updated in place, on failure too, and if the inputs are invalid', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const GITHUB_WORKSPACE = await workspaceWith({ 'deploy.yml': 'name: shop-pr-7\nsource: [\n' })
    await preview(sandbox, github)
    const [first] = github.comments
    for (const [inputs, shown] of [
      [{ if_exists: 'fail' }, '❌ Deployment exists'],
      [{ wait_for: 'godot' }, '<code>wait_for</code>'],
      [{ config: 'deploy.yml', name: '', source: '' }, 'deploy.yml'],
    ] as const) {
      const run = await preview(sandbox, github, inputs, undefined, { GITHUB_WORKSPACE })
      expect(run).toMatchObject({ exitCode: 1, warnings: [] })
      expect(github.comments).toMatchObject([{ id: first?.id, body: expect.stringContaining(shown) }])
    }
    expect(github.writes()).toEqual(['comment', 'update', 'update', 'update'])
  })

  test('of a dry run is separate from that of the deployment', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    await preview(sandbox, github)
    await preview(sandbox, github, { dry_run: 'true', environment: 'preview' })
    await preview(sandbox, github, { dry_run: 'true', wait_for: 'godot', environment: 'preview' })
    expect(github.writes()).toEqual(['comment', 'comment', 'update'])
    const markers = github.comments.map(({ body }) => body.split('\n')[0])
    expect(markers).toEqual([MARKER, markerOf('shop-pr-7', 'plan')])
    expect(github.comments[0]?.body).toContain('✅ Deployment created')
  })

  test('is found on the last of several pages', async () => {
    const body = `Nice, see ${MARKER}`
    const others = Array.from({ length: 250 }, (_, index) => ({
      ...{ id: index + 1, user: { login: index % 2 ? 'eve' : BOT }, body },
    }))
    const own = { id: 900, user: { login: BOT }, body: `${MARKER}\nold` }
    const github = await gitHubForTest({ comments: [...others, own] })
    await preview(await sandboxForTest(), github)
    expect(github.calls()).toEqual(['user', 'comments', 'comments', 'comments', 'update'])
    expect(github.comments.at(-1)).toMatchObject({ id: 900, body: expect.stringContaining('created') })
  })

  test("is written by the token's own user, even if another user copied the marker", async () => {
    const others = ['eve', BOT, 'Octocat'].map((login, index) => ({
      ...{ id: index + 1, user: { login }, body: `${MARKER}\nforged` },
    }))
    const github = await gitHubForTest({ login: 'octocat', comments: others })
    for (let run = 0; run < 2; run++) await preview(await sandboxForTest(), github)
    expect(github.writes()).toEqual(['comment', 'update'])
    expect(github.comments.map(({ user }) => user.login)).toEqual(['eve', BOT, 'Octocat', 'octocat'])
  })

  test('exists once even if the token cannot read its own user', async () => {
    const github = await gitHubForTest({ writesAs: 'deployer[bot]' })
    for (let run = 0; run < 3; run++) await preview(await sandboxForTest(), github)
    expect(github.comments).toHaveLength(1)
  })

  test('exists once after two jobs wrote it at the same time', async () => {
    const sandbox = await sandboxForTest()
    const { promise: both, resolve: release } = Promise.withResolvers<void>()
    // Both jobs must request the comments before either gets a response.
    const github = await gitHubForTest({ answers: { comments: [{ after: both }, { after: both }] } })
    const start = () => startPreview(sandbox, github, { if_exists: 'reuse' })
    const started = [await start(), await start()]
    const asked = () => github.calls().filter(call => call === 'comments').length
    await vi.waitFor(() => expect(asked()).toBe(2), { timeout: 30_000 })
    release()
    for (const { result } of started) expect(await result).toMatchObject({ exitCode: 0 })
    expect(github.writes().slice(0, 2)).toEqual(['comment', 'comment'])
    expect(github.comments).toHaveLength(1)
  })

  test('is written for a comment on it, and not without a token or for a push, as the run says', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const withoutToken = await preview(sandbox, github, { github_token: '' })
    expect(warningsOf(withoutToken)).toBe('Input `comment`: has no effect without `github_token`')
    const push = await preview(sandbox, github, { if_exists: 'reuse' }, PUSH)
    expect(push.stdout).toContain('No comment is written, as the event push shows no pull request')
    expect(github.requests).toEqual([])
    await preview(sandbox, github, { if_exists: 'reuse' }, { issue: { number: 7, pull_request: {} } })
    expect(github.writes()).toEqual(['comment'])
  })
})
