import { expect, test } from 'vitest'
import { sandboxForTest } from './create.ts'
import { gitHubForTest } from './github-api.ts'
import { ID } from './github-state.ts'
import { HEAD, preview, pullRequest, warningsOf } from './pull-request.ts'

// The GitHub Deployments of a pull request, and the states of earlier ones.

const RECORDED = { comment: 'false', environment: 'preview', if_exists: 'reuse' }

test('a GitHub Deployment of a pull request is of its head commit and transient', async () => {
  const github = await gitHubForTest()
  const run = await preview(await sandboxForTest(), github, { ...RECORDED, name: 'shop' })
  expect(run).toMatchObject({ exitCode: 0, warnings: [] })
  expect(github.requests[0]?.body).toMatchObject({
    ref: HEAD,
    description: 'Deployment shop',
    transient_environment: true,
    production_environment: false,
  })
})

test('the environment production is marked as production, also on a pull request', async () => {
  const github = await gitHubForTest()
  await preview(await sandboxForTest(), github, { ...RECORDED, environment: 'production' })
  expect(github.requests[0]?.body).toMatchObject({
    transient_environment: true,
    production_environment: true,
  })
})

test('only earlier GitHub Deployments of the same name and environment become inactive', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  const run = (more: Record<string, string>) => preview(sandbox, github, { ...RECORDED, ...more })
  await run({ name: 'shop' })
  await run({ name: 'shop-next' })
  await run({ name: 'shop', environment: 'production' })
  await run({ name: 'shop', if_exists: 'fail' })
  const last = await run({ name: 'shop' })
  expect(last).toMatchObject({ exitCode: 0, warnings: [] })
  const states = github.deployments.map(({ id }) => github.statesOf(id).at(-1))
  expect(states).toEqual(['inactive', 'success', 'success', 'inactive', 'success'])
})

test('a failed GitHub Deployment does not change earlier ones', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  await preview(sandbox, github, RECORDED)
  await preview(sandbox, github, { ...RECORDED, if_exists: 'fail' })
  expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual(['success', 'failure'])
})

test('GitHub Deployments of other tools and of similar names do not change', async () => {
  const like = (id: number, more: object) => ({ id, environment: 'preview', payload: {}, ...more })
  const deployments = [
    like(1, { description: 'Deployment shop-pr-7' }),
    like(2, { payload: { deployment: 'shop-pr-77' } }),
    like(3, { payload: 'shop-pr-7' }),
    like(4, { payload: null }),
    like(ID + 50, { payload: { deployment: 'shop-pr-7' } }),
  ]
  const github = await gitHubForTest({ deployments })
  await preview(await sandboxForTest(), github, RECORDED)
  await preview(await sandboxForTest(), github, RECORDED)
  const states = deployments.map(({ id }) => github.statesOf(id))
  // Only the last one has the same name, and is earlier than those of this test.
  expect(states).toEqual([[], [], [], [], ['inactive']])
})

test('earlier GitHub Deployments are found on all pages, and inactive ones are not requested again', async () => {
  const others = Array.from({ length: 230 }, (_, index) => ({
    id: index + 2,
    environment: 'preview',
    payload: { deployment: `other-${index}` },
  }))
  const first = { id: 1, environment: 'preview', payload: '{"deployment":"shop-pr-7"}' }
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest({ deployments: [first, ...others] })]
  await preview(sandbox, github, RECORDED)
  expect(github.statesOf(1)).toEqual(['inactive'])
  await preview(sandbox, github, RECORDED)
  const before = github.requests.length
  await preview(sandbox, github, RECORDED)
  expect(github.calls().slice(before)).toEqual([
    'deployment',
    'in_progress',
    'deployments',
    'statuses',
    'statuses',
    'success',
    'inactive',
  ])
})

test('the run succeeds with a warning if earlier GitHub Deployments cannot be listed', async () => {
  const github = await gitHubForTest({ answers: { deployments: { status: 403, body: { message: 'no' } } } })
  const run = await preview(await sandboxForTest(), github, RECORDED)
  expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
  expect(warningsOf(run)).toContain(
    'Could not list the earlier GitHub Deployments: GitHub answered 403 (no).',
  )
  expect(github.statesOf(ID)).toEqual(['in_progress', 'success'])
})

test('the action waits for the end of a rate limit', async () => {
  const limited = { status: 429, headers: { 'retry-after': '0' }, body: {} }
  const answers = { deployment: [limited], in_progress: [limited], success: [limited, limited] }
  const github = await gitHubForTest({ answers })
  expect(await preview(await sandboxForTest(), github, RECORDED)).toMatchObject({ exitCode: 0, warnings: [] })
  expect(github.statesOf(ID)).toEqual(['in_progress', 'success'])
})

test('on a pull request of a fork, one warning names the permission that a fork does not have', async () => {
  const github = await gitHubForTest({ permissions: { deployments: 'read', pull_requests: 'read' } })
  const run = await preview(
    await sandboxForTest(),
    github,
    { ...RECORDED, comment: 'true' },
    pullRequest('eve/shop'),
  )
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(run.warnings.map(({ properties }) => properties['title'])).toEqual(
    expect.arrayContaining(['GitHub Deployment', 'Comment']),
  )
  expect(warningsOf(run)).toContain('`deployments: write`')
  expect(warningsOf(run)).toContain('`pull-requests: write`')
})

test('a name that is too long for the description is truncated', async () => {
  const github = await gitHubForTest()
  const run = await preview(await sandboxForTest(), github, { ...RECORDED, name: 'a'.repeat(300) })
  expect(run).toMatchObject({ warnings: [] })
  expect(String(github.requests[0]?.body['description'])).toMatch(
    /^Deployment a{90}… \(210 more characters\)$/,
  )
})
