import { describe, expect, it, type TestContext, test, vi } from 'vitest'
import type { Fault, Operation } from '../sandbox/faults.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { sandboxForTest, startCreate } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template', wait_for: 'ready' }

const arrival = (sandbox: Sandbox, operation: Operation, count: number) =>
  vi.waitFor(
    () => {
      const arrived = sandbox.requests.filter(request => request.operation === operation)
      expect(arrived.length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 20_000, interval: 10 },
  )

/** Cancels a run after the nth request of an operation has arrived. A stalled request gets no response. */
async function cancelAt(
  { onTestFinished }: TestContext,
  signal: NodeJS.Signals,
  operation: Operation,
  count: number,
  faults: Fault[],
) {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 }, onTestFinished)
  for (const fault of faults) sandbox.script(fault)
  const { kill, result } = await startCreate(sandbox, INPUTS)
  await arrival(sandbox, operation, count)
  kill(signal)
  return { run: await result, sandbox }
}

test.skipIf(process.platform === 'win32')(
  'the output id is set before the end of the run, even if the run is killed',
  async context => {
    const { run, sandbox } = await cancelAt(context, 'SIGKILL', 'list_deployments', 2, [])
    expect(run).toMatchObject({ exitCode: null, outputs: { id: sandbox.deployments[0]?.id } })
  },
)

test.skipIf(process.platform === 'win32')(
  'a signal that arrives while the code of the action loads ends the run as cancelled',
  async () => {
    const sandbox = await sandboxForTest()
    const preload = `
      import { registerHooks } from 'node:module'
      let isSent = false
      registerHooks({
        load(url, context, next) {
          if (!isSent && /\\d\\.main\\.js$|process\\.ts$/.test(url)) {
            isSent = true
            process.kill(process.pid, 'SIGTERM')
          }
          return next(url, context)
        },
      })`
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(preload)}"`
    const { result } = await startCreate(sandbox, INPUTS, { env: { NODE_OPTIONS } })
    const run = await result
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'false' } })
    expect(run.summary).toContain('Cancelled')
    expect(sandbox.requests).toEqual([])
  },
)

// Windows has no signals: `kill` ends a process at once.
describe.skipIf(process.platform === 'win32').concurrent.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a run, which reports the known result',
  signal => {
    it('while the name is looked up', async test => {
      const { run } = await cancelAt(test, signal, 'list_deployments', 1, [
        { operation: 'list_deployments', stall: true },
      ])
      expect(run).toMatchObject({
        exitCode: 1,
        outputs: { error_code: 'cancelled', created: 'false', id: '' },
      })
      expect(run.errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('nothing was created'),
      ])
      expect(run.summary).toContain('Cancelled')
    })

    it('while a create request is under way', async test => {
      const { run, sandbox } = await cancelAt(test, signal, 'create_deployment', 1, [
        { operation: 'create_deployment', stall: true },
      ])
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: '', id: '' } })
      expect(run.errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/create request was under way: it is not known[\s\S]*a rerun is safe/),
      ])
      expect(run.summary).toContain('it is not known')
      expect(sandbox.deployments).toHaveLength(1)
    })

    it('during the look-up after a lost response', async test => {
      const { run } = await cancelAt(test, signal, 'list_deployments', 2, [
        { operation: 'create_deployment', drop: 'before' },
        { operation: 'list_deployments', times: 1 },
        { operation: 'list_deployments', stall: true },
      ])
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: '', id: '' } })
    })

    it('during a pause between retries', async test => {
      const slow = { status: 429, headers: { 'retry-after': '50' } }
      const { run } = await cancelAt(test, signal, 'create_deployment', 1, [
        { operation: 'create_deployment', ...slow },
      ])
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'false' } })
    })

    it('during the wait', async test => {
      const { run, sandbox } = await cancelAt(test, signal, 'list_deployments', 3, [])
      const [deployment] = sandbox.deployments
      expect(run).toMatchObject({
        exitCode: 1,
        outputs: {
          error_code: 'cancelled',
          created: 'true',
          id: deployment?.id,
          status: 'AWAITING_DATABASE',
        },
      })
      expect(run.errors[0]?.message).toContain(`(${deployment?.id}) was left as it is`)
      expect(run.summary).toContain(deployment?.id)
    })
  },
)
