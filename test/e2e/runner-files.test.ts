import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { create, sandboxForTest, startedSandbox, workspaceWith } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

/** Ways in which a file cannot be written. */
type Way = 'full disk' | 'missing folder' | 'folder'

async function unwritable(way: Way, { onTestFinished }: TestContext): Promise<string> {
  if (way === 'full disk') return '/dev/full'
  const workspace = await workspaceWith({}, onTestFinished)
  return way === 'folder' ? workspace : join(workspace, 'gone', 'file')
}

describe.skipIf(process.platform === 'win32').concurrent('a create fails with one error and the id', () => {
  it.for<[string, Way]>([
    ['GITHUB_OUTPUT', 'full disk'],
    ['GITHUB_OUTPUT', 'folder'],
    ['GITHUB_STEP_SUMMARY', 'full disk'],
  ])('if %s cannot be written: %s', async ([variable, way], context) => {
    const sandbox = await sandboxForTest({}, context.onTestFinished)
    const run = await create(sandbox, INPUTS, { env: { [variable]: await unwritable(way, context) } })
    const id = sandbox.deployments[0]?.id ?? expect.unreachable()
    expect(run).toMatchObject({ exitCode: 1, stderr: '' })
    expect(run.errors).toMatchObject([{ message: expect.stringContaining(id) }])
    expect(run.stdout).not.toMatch(/^\s+at /m)
    if (variable === 'GITHUB_OUTPUT') expect(run.summary).toContain(id)
    else expect(run.outputs).toMatchObject({ id, created: 'true', error_code: 'internal' })
  })
})

it('the error of a failure also names the file that cannot be written', async context => {
  const sandbox = await sandboxForTest({ api_key: 'a-key' })
  const env = { GITHUB_OUTPUT: await unwritable('missing folder', context) }
  const run = await create(sandbox, INPUTS, { env })
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors).toMatchObject([
    { message: expect.stringMatching(/answered 401[\s\S]*could not write the outputs/) },
  ])
})

it('the sandbox fails with one error if GITHUB_STATE cannot be written', async context => {
  const { run } = await startedSandbox(
    {},
    { env: { GITHUB_STATE: await unwritable('missing folder', context) } },
  )
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('could not write the state') }])
})
