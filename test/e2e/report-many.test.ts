import { expect, test } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { withAnnotations, workspaceWith } from './create.ts'
import { type GitHub, gitHubForTest } from './github-api.ts'
import { jobFor, pullRequest, TOKEN } from './pull-request.ts'
import { startInSharedProcess } from './shared-process.ts'

// The last step of deploy-many.yml.

/** The key of the call. */
const KEY = '17-1-42'
const RUN = 'https://github.example/acme/shop/actions/runs/17'

const note = (file: string, more: Record<string, string>) => ({
  ...{ key: KEY, file, outcome: 'success', name: file[0] ?? '', id: '', status: null, created: 'false' },
  ...{ error_code: '', error_message: '', report: '', ...more },
})

async function report(
  github: GitHub,
  files: string[],
  notes: (object | string)[],
  inputs: Record<string, string> = {},
) {
  const stored = notes.map((value, index) => [
    // An artifact may hold a folder.
    value === FOLDER ? 'results/folder/0.json' : `results/${index}.json`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const workspace = await workspaceWith(Object.fromEntries(stored))
  const given = { folder: 'results', key: KEY, run: RUN, name: 'services', github_token: TOKEN, ...inputs }
  const env = { ...(await jobFor(github, pullRequest())), GITHUB_RUN_ATTEMPT: '2' }
  const step = {
    action: '.github/actions/report-many',
    with: { files: JSON.stringify(files), ...given },
    env,
    workspace,
  }
  return withAnnotations(await runStep(step, startInSharedProcess))
}

/** In place of a note. */
const FOLDER = '{}'

const REJECTED = {
  ...{ outcome: 'failure', error_code: 'rejected', report: '## ❌ Request rejected' },
  error_message: 'The service refused the request (422): @all "name" is too long',
}

/** A result as the output lists it. */
const resultOf = (file: string, known: Record<string, string>) => ({
  ...{ file, name: '', id: '', status: '', result: '', error_code: '', error_message: '' },
  ...known,
})

test('the table marks a job that warns, and shows its report', async () => {
  const doubtful = {
    created: 'true',
    id: '1',
    report: '## ⚠️ Deployment created: from another ref\n\n<p>Why</p>',
  }
  const notes = [note('a.yml', doubtful), note('b.yml', { report: '## ✅ Deployment adopted' })]
  const run = await report(await gitHubForTest(), ['a.yml', 'b.yml'], notes)
  expect(run.summary).toContain('## ⚠️ 2 deployments: 1 created, 1 adopted')
  expect(run.summary).toContain('<td>⚠️ created</td>')
  expect(run.summary.split('<p>Why</p>')).toHaveLength(2)
  expect(run.outputs['failed']).toBe('0')

  const failed = await report(
    await gitHubForTest(),
    ['a.yml'],
    [note('a.yml', { ...doubtful, outcome: 'failure', error_code: 'cancelled' })],
  )
  expect(failed.summary.split('<p>Why</p>')).toHaveLength(2)
})

test('one table shows the result of each file, failures first, and their reports follow', async () => {
  const github = await gitHubForTest()
  const notes = [
    note('a.yml', { created: 'true', id: '1', status: 'READY', url: 'https://a.example', job: '51' }),
    note('b.yml', { id: '2', repo_ref: 'refs/tags/v1.4.2', repo_commit_sha: 'a'.repeat(40), job: '<b>' }),
    note('c.yml', { outcome: 'failure', error_code: 'differs', id: '3', image_version: '1.4.1' }),
    note('d.yml', { ...REJECTED, version: 'v1.4.2', job: '54', url: 'https://d.example' }),
    note('f.yml', { outcome: 'skipped' }),
    ...['{"file":"e.yml"', 'null', '[1]', '{"file":["e.yml"],"outcome":{}}', FOLDER],
    note('<b>', { name: '</td>@all', id: '::error::x', url: 'javascript:alert(1)' }),
  ]
  const run = await report(github, ['a.yml', 'b.yml', 'c.yml', 'd.yml', 'e.yml', 'f.yml', '<b>'], notes)
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { failed: '4' } })
  expect(JSON.parse(run.outputs['results'] ?? '')).toEqual([
    resultOf('a.yml', { name: 'a', id: '1', status: 'READY', result: 'created' }),
    resultOf('b.yml', { name: 'b', id: '2', result: 'adopted' }),
    resultOf('c.yml', { name: 'c', id: '3', result: 'differs', error_code: 'differs' }),
    resultOf('d.yml', {
      name: 'd',
      result: 'failed',
      error_code: 'rejected',
      error_message: REJECTED.error_message,
    }),
    resultOf('e.yml', { result: 'did_not_run' }),
    resultOf('f.yml', { name: 'f', result: 'did_not_run' }),
    resultOf('<b>', { name: '</td>@all', id: '::error::x', result: 'adopted' }),
  ])
  expect(run.summary).toMatchSnapshot()
  // Without `comment`, there is none.
  expect(github.requests).toEqual([])
})

test('a dry run is a plan, in a comment of its own that every run updates', async () => {
  const github = await gitHubForTest()
  const inputs = { dry_run: 'true', comment: 'true' }
  const notes = [note('a.yml', {}), note('b.yml', { id: '2' })]
  for (const files of [['a.yml', 'b.yml'], ['a.yml']]) await report(github, files, notes, inputs)
  await report(github, ['b.yml'], notes, { ...inputs, name: 'other services' })
  await report(github, ['b.yml'], notes, { comment: 'true' })
  expect(github.comments.map(({ body }) => /## .*/.exec(body)?.[0])).toEqual([
    '## 🧪 1 deployment: 1 would create',
    '## 🧪 1 deployment: 1 would adopt',
    '## ✅ 1 deployment: 1 adopted',
  ])
})

test.each(['', 'x', '{}', '[1]', '[{}]'])('the files %j are refused', async files => {
  const run = await report(await gitHubForTest(), [], [], { files })
  expect(run).toMatchObject({ exitCode: 1, outputs: {}, summary: expect.stringContaining('Invalid input') })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('Input `files`: must be') }])
})

test('of 256 failures the summary shows all, and the comment as many as fit', async () => {
  const github = await gitHubForTest()
  const files = Array.from({ length: 256 }, (_, index) => `services/${index}/deploy.yml`)
  const id = '01234567-89ab-4cde-8f01-23456789abcd'
  const notes = files.map(file =>
    note(file, { ...REJECTED, id, version: 'v1.4.2', report: '❌'.repeat(500) }),
  )
  const run = await report(github, files, notes, { comment: 'true' })
  expect(run).toMatchObject({ warnings: [], outputs: { failed: '256' } })
  const { body } = github.comments[0] ?? expect.unreachable()
  expect(Buffer.byteLength(body)).toBeLessThan(65_536)
  expect(run.summary).toContain('services/255/deploy.yml')
  expect(body.replaceAll('<wbr>', '')).toContain('services/63/deploy.yml')
  expect(body).toMatch(/and \d+ more/)
})

test.each([
  [['a.yml'], '1', '## ❌ 1 deployment: 1 did not run'],
  [[], '0', '## ✅ 0 deployments\n'],
])('without a folder of results, the files %j did not run', async (files, failed, title) => {
  const run = await report(await gitHubForTest(), files, [])
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { failed } })
  expect(run.summary).toContain(title)
})

test('a result that another run left on the runner is not read', async () => {
  const left = [
    { ...note('a.yml', { created: 'true', id: '1' }), key: '16-1-7' },
    { ...note('b.yml', { created: 'true', id: '2' }), key: undefined },
  ]
  const run = await report(await gitHubForTest(), ['a.yml', 'b.yml'], left)
  expect(run.outputs).toMatchObject({ failed: '2' })
  expect(run.summary).toContain('## ❌ 2 deployments: 2 did not run')
})
