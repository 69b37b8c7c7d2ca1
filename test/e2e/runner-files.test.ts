import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxForTest, startedSandbox } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

const GONE = join(tmpdir(), 'no-such-folder', 'file')

it.skipIf(process.platform === 'win32').each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])(
  'a create fails with one error and the id if the disk of %s is full',
  async variable => {
    const sandbox = await sandboxForTest()
    const run = await create(sandbox, INPUTS, { env: { [variable]: '/dev/full' } })
    const id = sandbox.deployments[0]?.id ?? expect.unreachable()
    expect(run).toMatchObject({ exitCode: 1, stderr: '' })
    expect(run.errors).toMatchObject([{ message: expect.stringContaining(id) }])
    expect(run.errors[0]?.message).toContain('this run created the deployment')
    expect(run.stdout).not.toMatch(/^\s+at /m)
    if (variable === 'GITHUB_OUTPUT') expect(run.summary).toContain(`❌ Disk of the runner full`)
    else expect(run.outputs).toMatchObject({ id, created: 'true', error_code: 'internal' })
  },
)

it('a failed run has one error, and a warning names the file that it could not write', async () => {
  const sandbox = await sandboxForTest({ api_key: 'a-key' })
  const run = await create(sandbox, INPUTS, { env: { GITHUB_OUTPUT: GONE } })
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('answered 401') }])
  expect(run.warnings).toMatchObject([{ message: expect.stringContaining('could not write the outputs') }])
})

it('the sandbox fails with one error if GITHUB_STATE cannot be written', async () => {
  const { run } = await startedSandbox({}, { env: { GITHUB_STATE: GONE } })
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('could not write the state') }])
})
