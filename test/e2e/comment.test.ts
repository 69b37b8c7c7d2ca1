import { describe, expect, test, vi } from 'vitest'
import { sandboxForTest, workspaceWith } from './create.ts'
import { gitHubForTest } from './github-api.ts'
import { HEAD, MERGE, markerOf, PUSH, preview, RUN_PAGE, startPreview, warningsOf } from './pull-request.ts'

const BOT = 'github-actions[bot]'
const MARKER = markerOf('shop-pr-7')

describe('the comment on a pull request', () => {
  test('shows the result of the run, and equals the output report', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const run = await preview(sandbox, github, { custom_url: 'https://shop.example/' })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
    const [{ body, user } = { body: '' }] = github.comments
    expect(user).toEqual({ login: BOT })
    expect(body).toBe(`${MARKER}\n${run.outputs['report']}`)
    expect(body.split('\n').slice(1, 3)).toEqual(['## ✅ Deployment created', ''])
    for (const shown of [
      '<code>READY</code>',
      '<a href="https://shop.example/">https://shop.example/</a>',
      `<code>${run.outputs['id']}</code>`,
      `<a href="https://github.example/acme/shop/commit/${HEAD}">${HEAD.slice(0, 7)}</a>`,
      `<a href="${RUN_PAGE}">`,
      '<details><summary>Details</summary>',
    ])
      expect(body.replaceAll('<wbr>', '')).toContain(shown)
    expect(run.stdout).toContain('The comment on pull request 7 is written')
  })

  test('shows the deployed commit, and that of the workflow if they differ', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    const inputs = { source: 'repohost', integration_id: sandbox.integration_id, repository: 'acme/shop' }
    for (const repo_commit_sha of [HEAD, MERGE]) {
      const config = { source: 'repohost', source_revision_config: { repo_ref: 'main', repo_commit_sha } }
      sandbox.seed({ name: repo_commit_sha, ...config } as never)
      await preview(sandbox, github, { ...inputs, name: repo_commit_sha, if_exists: 'reuse' })
    }
    const commits = github.comments.map(({ body }) => body.match(/(Deployed|Workflow) commit(?=<.th>)/g))
    expect(commits.map(found => [...new Set(found)])).toEqual([
      ['Deployed commit'],
      ['Deployed commit', 'Workflow commit'],
    ])
  })

  test('is updated in place, on failure too, and if the inputs are invalid', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    await preview(sandbox, github)
    const first = github.comments[0]?.id
    const files = { 'deploy.yml': 'name: shop-pr-7\nsource: [\n' }
    const [broken] = [{ GITHUB_WORKSPACE: await workspaceWith(files) }]
    const runs: [Record<string, string>, string, Record<string, string>?][] = [
      [{ if_exists: 'fail' }, '❌ Deployment exists'],
      [{ wait_for: 'godot' }, '<code>wait_for</code>'],
      [{ config: 'deploy.yml', source: '' }, 'deploy.yml', broken],
    ]
    for (const [inputs, shown, env] of runs) {
      const run = await preview(sandbox, github, inputs, undefined, env)
      expect(run).toMatchObject({ exitCode: 1, warnings: [] })
      expect(github.comments).toMatchObject([{ id: first, body: expect.stringContaining(shown) }])
    }
    expect(github.writes()).toEqual(['comment', 'update', 'update', 'update'])
  })

  test('of a dry run is another one than that of the deployment', async () => {
    const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
    await preview(sandbox, github)
    await preview(sandbox, github, { dry_run: 'true', environment: 'preview' })
    await preview(sandbox, github, { dry_run: 'true', wait_for: 'godot', environment: 'preview' })
    expect(github.writes()).toEqual(['comment', 'comment', 'update'])
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      MARKER,
      markerOf('shop-pr-7', 'plan'),
    ])
    expect(github.comments[0]?.body).toContain('✅ Deployment created')
  })

  test('is found on the last of several pages', async () => {
    const others = Array.from({ length: 250 }, (_, index) => ({
      id: index + 1,
      user: { login: index % 2 ? 'eve' : BOT },
      body: `Nice, see ${MARKER}`,
    }))
    const own = { id: 900, user: { login: BOT }, body: `${MARKER}\nold` }
    const github = await gitHubForTest({ comments: [...others, own] })
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
    for (let run = 0; run < 2; run++) await preview(await sandboxForTest(), github)
    expect(github.writes()).toEqual(['comment', 'update'])
    expect(github.comments.map(({ user }) => user.login)).toEqual(['eve', BOT, 'Octocat', 'octocat'])
  })

  test('exists once even if the token cannot read its own user', async () => {
    const github = await gitHubForTest({ writesAs: 'deployer[bot]' })
    for (let run = 0; run < 3; run++) await preview(await sandboxForTest(), github)
    expect(github.comments).toHaveLength(1)
  })
})

test('after two jobs commented at the same time, one comment is left', async () => {
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
})

describe('no comment is written', () => {
  test('without a token, and a warning says so', async () => {
    const github = await gitHubForTest()
    const run = await preview(await sandboxForTest(), github, { github_token: '' })
    expect(warningsOf(run)).toBe('Input `comment`: has no effect without `github_token`')
    expect(github.requests).toEqual([])
  })

  test('for a push, and the log says so', async () => {
    const github = await gitHubForTest()
    const run = await preview(await sandboxForTest(), github, {}, PUSH)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(run.stdout).toContain('No comment is written, as the event push is not about a pull request')
    expect(github.requests).toEqual([])
  })
})
