import { expect, test } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { type Run, sandboxForTest, withAnnotations } from './create.ts'
import { type GitHub, gitHubForTest } from './github-api.ts'
import { jobFor, markerOf, preview, pullRequest, TOKEN } from './pull-request.ts'

// The step that preview.yml runs after a pull request is closed.

const PREVIEW = { environment: 'preview', if_exists: 'reuse' }

async function closePreview(github: GitHub, inputs: Record<string, string>): Promise<Run> {
  const env = await jobFor(github, { ...pullRequest(), action: 'closed' })
  const given = { github_token: TOKEN, environment: 'preview', name: 'shop-pr-7', ...inputs }
  return withAnnotations(await runStep({ action: '.github/actions/close-preview', with: given, env }))
}

test('the GitHub Deployments become inactive, and the comment says that the deployment remains', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  // The step does not have the secrets of the run that wrote the comment.
  const { outputs } = await preview(sandbox, github, { ...PREVIEW, secrets: 'DB_NAME=shop' })
  await preview(sandbox, github, { ...PREVIEW, name: 'other' })
  const run = await closePreview(github, { ids: JSON.stringify([outputs['id']]) })
  expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
  expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual(['inactive', 'success'])
  expect(github.comments).toHaveLength(2)
  const [{ body } = { body: '' }] = github.comments
  for (const words of [
    `${markerOf('shop-pr-7')}\n## ⏹️ Pull request closed: the deployment remains`,
    'The deployment <code>shop-pr-7</code> is still there. The interface of the service cannot delete it.',
    `<code>${outputs['id']}</code>`,
  ])
    expect(body.replaceAll('<wbr>', '')).toContain(words)
  expect(run.summary).toContain('the deployment remains')
  await preview(sandbox, github, PREVIEW)
  expect(github.comments[0]?.body).toContain('Deployment adopted')
})

test.each<[string, Record<string, string>, string[], string]>([
  [
    'may remain if the look-up failed',
    { ids: '' },
    ['comment'],
    'could not be looked up, and may still be there',
  ],
  ['remains, without an environment', { ids: '["a"]', environment: '' }, ['comment'], 'is still there'],
])('a new comment says that the deployment %s', async (_, inputs, writes, words) => {
  const github = await gitHubForTest()
  await closePreview(github, inputs)
  expect(github.writes()).toEqual(writes)
  expect(github.comments[0]?.body).toContain(words)
})

test.each<[string, Record<string, string>]>([
  ['there is no deployment and no comment', { ids: '[]' }],
  ['neither is wanted', { ids: '["a"]', environment: '', comment: 'false' }],
])('nothing is written if %s', async (_, inputs) => {
  const github = await gitHubForTest()
  expect(await closePreview(github, inputs)).toMatchObject({ exitCode: 0, warnings: [] })
  expect(github.writes()).toEqual([])
})

test('the comment says that the deployment is gone if it was deleted by hand', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  await preview(sandbox, github)
  await closePreview(github, { ids: '[]', environment: '' })
  expect(github.writes()).toEqual(['comment', 'update'])
  expect(github.comments[0]?.body).toContain('is not there any more')
})
