import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { startStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'
import { sandboxForTest, withAnnotations } from './create.ts'
import { gitHubForTest, never } from './github-api.ts'
import { startPreview, warningsOf } from './pull-request.ts'

// Windows has no signals: `kill` ends a process at once.
const posix = test.skipIf(process.platform === 'win32')

posix.each(['nothing', 'deployment', 'in_progress', 'error', 'comments'])(
  'a cancelled wait is reported, though GitHub never answers %s',
  async silent => {
    const sandbox = await sandboxForTest({ ready_after: 3_600_000 })
    const github = await gitHubForTest({ answers: { [silent]: { after: never } } })
    const { kill, result } = await startPreview(sandbox, github, {
      environment: 'production',
      wait_for: 'ready',
    })
    const begun = silent === 'deployment' ? 'deployment' : 'in_progress'
    await vi.waitFor(() => expect([sandbox.deployments.length, github.writes().at(-1)]).toEqual([1, begun]), {
      timeout: 20_000,
      interval: 10,
    })
    kill('SIGTERM')
    const run = await result
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
    const late = 'the run was cancelled, and GitHub did not answer in time'
    expect(warningsOf(run)).toMatch(silent === 'nothing' ? /^$/ : late)
    expect(github.writes().includes('error')).toBe(silent !== 'deployment')
    const shown = silent === 'comments' ? [] : [{ body: expect.stringContaining('🛑 Cancelled') }]
    expect(github.comments).toMatchObject(shown)
  },
)

posix.each(['deployment', 'comments'])(
  'a run that is cancelled after its work, as GitHub never answers %s, names the id',
  async silent => {
    const sandbox = await sandboxForTest()
    const github = await gitHubForTest({ answers: { [silent]: { after: never } } })
    const { kill, stdout, result } = await startPreview(sandbox, github, { environment: 'production' })
    await vi.waitFor(() => expect(stdout()).toContain('was created from'), { timeout: 20_000, interval: 10 })
    kill('SIGTERM')
    const run = withAnnotations(await result)
    const id = sandbox.deployments[0]?.id
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'true', id } })
    expect(run.errors.map(({ message }) => message).join('\n')).toContain(
      `Cancelled after the work was done, which the outputs and the summary show.\nThe create request was sent, and this run created the deployment.\nThe id of the deployment is ${id}.`,
    )
    expect(run.summary).toContain(id)
  },
)

posix('a signal that arrives while the process writes a long list ends the run as cancelled', async () => {
  const install_command = 'pip install a && echo "x"; '.repeat(20_000)
  const resources = Array.from({ length: 50 }, (_, index) => ({
    ...{ id: `id-${index}`, name: 'shop', source_config: { install_command } },
  }))
  const server = createServer(({ url }, response) => {
    const isEnd = /[?&]offset=49/.test(url ?? '')
    response.end(JSON.stringify({ resources: isEnd ? resources.slice(-1) : resources }))
  })
  const base_url = `http://127.0.0.1:${await listen(server)}`
  const { kill, stdout, result } = await startStep({
    action: 'list',
    with: { base_url, api_key: 'a-key-of-the-run' },
    env: { RUNNER_DEBUG: '1' },
  })
  await vi.waitFor(() => expect(stdout()).toContain('offset=49: 200'), { timeout: 20_000, interval: 5 })
  kill('SIGTERM')
  const run = withAnnotations(await result)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
  expect(run.errors).toHaveLength(1)
})
