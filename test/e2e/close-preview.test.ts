import { expect, test } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { NOWHERE, type Run, sandboxForTest, withAnnotations } from './create.ts'
import { type GitHub, gitHubForTest } from './github-api.ts'
import { jobFor, markerOf, preview, pullRequest, TOKEN } from './pull-request.ts'
import { startInSharedProcess } from './shared-process.ts'

// The step that preview.yml runs after a pull request is closed.

const PREVIEW = { environment: 'preview', if_exists: 'reuse' }

async function closePreview(
  github: GitHub,
  inputs: Record<string, string>,
  { base_url } = { base_url: NOWHERE },
): Promise<Run> {
  const env = await jobFor(github, { ...pullRequest(), action: 'closed' })
  const given = { base_url, github_token: TOKEN, environment: 'preview', name: 'shop-pr-7', ...inputs }
  const step = { action: '.github/actions/close-preview', with: given, env }
  return withAnnotations(await runStep(step, startInSharedProcess))
}

test('the GitHub Deployments become inactive, and the comment says that the deployment remains', async () => {
  const [sandbox, github] = [await sandboxForTest(), await gitHubForTest()]
  // The step does not have the secrets of the run that wrote the comment.
  const { outputs } = await preview(sandbox, github, { ...PREVIEW, secrets: 'DB_NAME=shop' })
  await preview(sandbox, github, { ...PREVIEW, name: 'other' })
  await preview(await sandboxForTest(), github, PREVIEW)
  const run = await closePreview(github, { ids: JSON.stringify([outputs['id']]) }, sandbox)
  expect(run).toMatchObject({ exitCode: 0, warnings: [], errors: [] })
  expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual([
    'inactive',
    'success',
    'success',
  ])
  expect(github.comments).toHaveLength(2)
  for (const words of [
    `${markerOf('shop-pr-7')}\n## ⏹️ Pull request closed: the deployment remains`,
    'The deployment <code>shop-pr-7</code> is still there. The interface of the service cannot delete it.',
    `<code>${outputs['id']}</code>`,
  ])
    expect(github.comments[0]?.body.replaceAll('<wbr>', '')).toContain(words)
  expect(run.summary).toContain('the deployment remains')
  await preview(sandbox, github, PREVIEW)
  expect(github.comments[0]?.body).toContain('Deployment adopted')
  // It may be deleted by hand.
  await closePreview(github, { ids: '[]', environment: '' })
  expect(github.comments[0]?.body).toContain('is not there any more')
})

test('a refused comment of a closed pull request is a warning, in the summary too', async () => {
  const github = await gitHubForTest({
    answers: { comments: { status: 403, body: { message: 'Not yours' } } },
  })
  const run = await closePreview(github, { ids: '["a"]', environment: '' })
  expect(run).toMatchObject({ exitCode: 0, warnings: [{ message: expect.stringContaining('Not yours') }] })
  expect(run.summary).toContain('⚠️ Could not write the comment')
})

test.each<[string, Record<string, string>, string]>([
  ['the look-up failed', { ids: '' }, 'could not be looked up, and may still be there'],
  ['there is no environment', { ids: '["a"]', environment: '' }, 'is still there'],
  ['there is no deployment', { ids: '[]' }, ''],
  ['neither is wanted', { ids: '["a"]', environment: '', comment: 'false' }, ''],
])('a new comment is written unless it is useless: %s', async (_, inputs, words) => {
  const github = await gitHubForTest()
  expect(await closePreview(github, inputs)).toMatchObject({ exitCode: 0, warnings: [] })
  expect(github.writes()).toEqual(words === '' ? [] : ['comment'])
  expect(github.comments[0]?.body ?? '').toContain(words)
})
