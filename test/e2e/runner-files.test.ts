import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { create, NOWHERE, sandboxForTest, startedSandbox, workspaceWith } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

/** Ways in which a file cannot be written. Nobody reads the pipe. */
const WAYS = ['full disk', 'missing folder', 'folder', 'pipe'] as const

async function unwritable(way: (typeof WAYS)[number], { onTestFinished }: TestContext): Promise<string> {
  if (way === 'full disk') return '/dev/full'
  const workspace = await workspaceWith({}, onTestFinished)
  if (way === 'folder') return workspace
  if (way === 'missing folder') return join(workspace, 'gone', 'file')
  execFileSync('mkfifo', [join(workspace, 'pipe')])
  return join(workspace, 'pipe')
}

describe.concurrent.each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])('if %s cannot be written', variable => {
  it.skipIf(process.platform === 'win32').for(WAYS)(
    'a create fails with one error that contains the id: %s',
    async (way, context) => {
      const sandbox = await sandboxForTest({}, context.onTestFinished)
      const run = await create(sandbox, INPUTS, { env: { [variable]: await unwritable(way, context) } })
      const id = sandbox.deployments[0]?.id ?? expect.unreachable()
      expect(run).toMatchObject({ exitCode: 1, stderr: '' })
      expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining(id)])
      expect(run.stdout).not.toMatch(/^\s+at /m)
      if (variable === 'GITHUB_OUTPUT') expect(run.summary).toContain(id)
      else expect(run.outputs).toMatchObject({ id, created: 'true', error_code: 'internal' })
    },
  )

  it('a failure is still one error, which also names the file', async context => {
    const sandbox = await sandboxForTest({}, context.onTestFinished)
    const inputs = { ...INPUTS, base_url: NOWHERE.replace('http:', 'https:') }
    const env = { [variable]: await unwritable('missing folder', context) }
    const run = await create(sandbox, inputs, { env })
    expect(run).toMatchObject({ exitCode: 1, stderr: '' })
    expect(run.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/connection was refused[\s\S]*could not write/),
    ])
  })
})

it.concurrent('the sandbox fails with one error if GITHUB_STATE cannot be written', async context => {
  const env = { GITHUB_STATE: await unwritable('missing folder', context) }
  const { run } = await startedSandbox({}, { env }, context.onTestFinished)
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('could not write the state'),
  ])
})
