import { describe, expect, test } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { type Run, sandboxForTest, withAnnotations } from './create.ts'
import { type GitHub, gitHubForTest } from './github-api.ts'
import { jobFor, preview, pullRequest, TOKEN, warningsOf } from './pull-request.ts'

// The step that preview.yml runs after a pull request is closed.

const PREVIEW = { environment: 'preview', if_exists: 'reuse' }

async function closePreview(github: GitHub, inputs: Record<string, string>): Promise<Run> {
  const env = await jobFor(github, { ...pullRequest(), action: 'closed' })
  const given = { github_token: TOKEN, environment: 'preview', name: 'shop-pr-7', ...inputs }
  return withAnnotations(await runStep({ action: '.github/actions/close-preview', with: given, env }))
}

test('the GitHub Deployments become inactive, and the comment says that the deployment remains', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  const { outputs } = await preview(sandbox, github, PREVIEW)
  await preview(sandbox, github, { ...PREVIEW, name: 'other' })
  const run = await closePreview(github, { ids: JSON.stringify([outputs['id']]) })
  expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
  expect(run.stdout).toContain('1 GitHub Deployment in preview became inactive')
  expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual(['inactive', 'success'])
  expect(github.comments).toHaveLength(2)
  const [{ body } = { body: '' }] = github.comments
  for (const words of [
    '<!-- create-deployment: shop-pr-7 -->\n### ⏹️ Pull request closed: the deployment remains',
    'The deployment <code>shop-pr-7</code> is still there. The interface of the service cannot delete it.',
    `<code>${outputs['id']}</code>`,
  ])
    expect(body).toContain(words)
  expect(run.summary).toContain('the deployment remains')
})

test('a pull request that is opened again adopts its deployment', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  const { outputs } = await preview(sandbox, github, PREVIEW)
  await closePreview(github, { ids: JSON.stringify([outputs['id']]) })
  await preview(sandbox, github, PREVIEW)
  expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual(['inactive', 'success'])
  expect(github.comments).toMatchObject([{ body: expect.stringContaining('✅ Deployment adopted') }])
})

test('the comment says that the deployment may remain if the look-up failed', async () => {
  const github = await gitHubForTest()
  await closePreview(github, { ids: '' })
  expect(github.comments[0]?.body).toContain('could not be looked up, and may still be there')
})

test('nothing is written if there is no deployment and no comment', async () => {
  const github = await gitHubForTest()
  expect(await closePreview(github, { ids: '[]' })).toMatchObject({ exitCode: 0, warnings: [] })
  expect(github.writes()).toEqual([])
})

test('the comment says that the deployment is gone if it was deleted by hand', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  await preview(sandbox, github)
  await closePreview(github, { ids: '[]', environment: '' })
  expect(github.writes()).toEqual(['comment', 'update'])
  expect(github.comments[0]?.body).toContain('is not there any more')
})

test('nothing is written without an environment and with comment: false', async () => {
  const github = await gitHubForTest()
  await closePreview(github, { ids: '["a"]', environment: '', comment: 'false' })
  expect(github.requests).toEqual([])
})

describe('the close-preview action', () => {
  test('succeeds with warnings that name missing permissions', async () => {
    const github = await gitHubForTest({ permissions: { deployments: 'none', pull_requests: 'read' } })
    const run = await closePreview(github, { ids: '["a"]' })
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    expect(warningsOf(run)).toContain('`deployments: write`')
    expect(warningsOf(run)).toContain('`pull-requests: write`')
  })

  test.each([
    [{ name: '', ids: '' }, 'Input `name`: is required'],
    [{ github_token: '', ids: '' }, 'Input `github_token`: is required'],
    [{ ids: '{}' }, 'Input `ids`: must be a JSON list of ids'],
  ])('fails for the inputs %j', async (inputs, message) => {
    const github = await gitHubForTest()
    const run = await closePreview(github, inputs)
    expect(run).toMatchObject({ exitCode: 1, errors: [{ message: expect.stringContaining(message) }] })
    expect(github.requests).toEqual([])
  })
})
