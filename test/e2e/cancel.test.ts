import { describe, expect, it, test, vi } from 'vitest'
import type { Fault, Operation } from '../sandbox/faults.ts'
import { sandboxForTest, startCreate } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template', wait_for: 'ready' }

interface Moment {
  signal: NodeJS.Signals
  /** The step gets the signal as soon as the nth request of an operation has arrived. */
  at: [Operation, number]
  /** A stalled request gets no response. */
  faults?: Fault[]
}

async function cancel(
  { signal, at: [operation, count], faults = [] }: Moment,
  finished: Parameters<typeof sandboxForTest>[1],
) {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 }, finished)
  for (const fault of faults) sandbox.script(fault)
  const { kill, result } = await startCreate(sandbox, INPUTS)
  const arrived = () => sandbox.requests.filter(request => request.operation === operation)
  const waited = { timeout: 20_000, interval: 10 }
  await vi.waitFor(() => expect(arrived().length).toBeGreaterThanOrEqual(count), waited)
  kill(signal)
  return { run: await result, id: sandbox.deployments[0]?.id ?? '' }
}

const STALL = { operation: 'list_deployments', stall: true } as const

// Windows has no signals: `kill` ends a process at once.
describe
  .skipIf(process.platform === 'win32')
  .concurrent('a signal ends a run, which reports the known result', () => {
    it.for<[string, Moment, (id: string) => { created: string; id: string; error: RegExp }]>([
      [
        'while the name is looked up',
        { signal: 'SIGINT', at: ['list_deployments', 1], faults: [STALL] },
        () => ({ created: 'false', id: '', error: /nothing was created/ }),
      ],
      [
        'while a create request is under way',
        {
          signal: 'SIGTERM',
          at: ['create_deployment', 1],
          faults: [{ operation: 'create_deployment', stall: true }],
        },
        () => ({ created: '', id: '', error: /under way: it is not known[\s\S]*a rerun is safe/ }),
      ],
      [
        'during the look-up after a lost response',
        {
          signal: 'SIGINT',
          at: ['list_deployments', 2],
          faults: [
            { operation: 'create_deployment', drop: 'before' },
            { operation: 'list_deployments', times: 1 },
            STALL,
          ],
        },
        () => ({ created: '', id: '', error: /it is not known/ }),
      ],
      [
        'during a pause between retries',
        {
          signal: 'SIGTERM',
          at: ['create_deployment', 1],
          faults: [{ operation: 'create_deployment', status: 429, headers: { 'retry-after': '50' } }],
        },
        () => ({ created: 'false', id: '', error: /nothing was created/ }),
      ],
      [
        'during the wait',
        { signal: 'SIGINT', at: ['list_deployments', 3] },
        id => ({ created: 'true', id, error: new RegExp(`\\(${id}\\) was left as it is`) }),
      ],
    ])('%s', async ([, moment, expected], { onTestFinished }) => {
      const { run, id: created } = await cancel(moment, onTestFinished)
      const { error, ...outputs } = expected(created)
      expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'cancelled', ...outputs } })
      expect(run.errors.map(({ message }) => message)).toEqual([expect.stringMatching(error)])
      expect(run.summary).toContain('Cancelled')
      expect(run.summary).toContain(outputs.id)
    })

    it('but a run that is killed has set its output id before', async ({ onTestFinished }) => {
      const { run, id } = await cancel({ signal: 'SIGKILL', at: ['list_deployments', 2] }, onTestFinished)
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
