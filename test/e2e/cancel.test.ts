import { describe, expect, it, type TestContext, test, vi } from 'vitest'
import type { Fault, Operation } from '../sandbox/faults.ts'
import { sandboxForTest, startCreate } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template', wait_for: 'ready' }

/** Sends a signal as soon as the nth request of an operation has arrived. A stalled request gets no response. */
async function cancel(
  signal: NodeJS.Signals,
  at: Operation,
  nth: number,
  faults: Fault[],
  test: TestContext,
) {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 }, test.onTestFinished)
  for (const fault of faults) sandbox.script(fault)
  const { kill, result } = await startCreate(sandbox, INPUTS)
  const arrived = () => sandbox.requests.filter(({ operation }) => operation === at).length
  await vi.waitFor(() => expect(arrived() >= nth).toBe(true), { timeout: 20_000, interval: 10 })
  kill(signal)
  return { run: await result, id: sandbox.deployments[0]?.id ?? '' }
}

const [LIST, POST] = ['list_deployments', 'create_deployment'] as const
const LIMITED: Fault = { operation: POST, status: 429, headers: { 'retry-after': '50' } }
const TAKEN: Fault = { operation: POST, status: 409, body: { detail: 'It is taken' } }
const UNKNOWN = /before it was known whether[\s\S]*A rerun is safe/

// Windows has no signals: `kill` ends a process at once.
describe
  .skipIf(process.platform === 'win32')
  .concurrent('a signal ends a run, which reports what is known', () => {
    it.for<[string, NodeJS.Signals, Operation, number, Fault[], string, RegExp]>([
      ['while a POST is under way', 'SIGTERM', POST, 1, [{ operation: POST, stall: true }], '', UNKNOWN],
      ['while it settles what a 409 means', 'SIGTERM', LIST, 2, [TAKEN], '', /409 \(It is taken\)/],
      ['during a pause between retries', 'SIGTERM', POST, 1, [LIMITED], 'false', /nothing was created/],
      ['during the wait', 'SIGINT', LIST, 3, [], 'true', /was left as it is/],
    ])('%s', async ([, signal, operation, nth, faults, created, error], test) => {
      const { run, id } = await cancel(signal, operation, nth, faults, test)
      const outputs = { error_code: 'cancelled', created, id: created === 'true' ? id : '' }
      expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs })
      expect(run.errors).toMatchObject([{ message: expect.stringMatching(error) }])
      expect(run.errors[0]?.message).toContain(outputs.id)
      expect(run.summary).toContain('Cancelled')
      expect(run.summary).toContain(outputs.id)
      expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
    })

    it('but a run that is killed has set its output id before', async test => {
      const { run, id } = await cancel('SIGKILL', LIST, 2, [], test)
      expect(run).toMatchObject({ exitCode: null, outputs: { id } })
    })
  })

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
