import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { sandboxForTest, startCreate } from '../e2e/create.ts'
import { listen } from '../listen.ts'
import type { Fault } from '../sandbox/faults.ts'

// A runner on Windows cancels a step by Ctrl+C in its console. Wine cannot deliver Ctrl+Break, the next signal.

const NODE_OPTIONS = `--import=${pathToFileURL(join(import.meta.dirname, 'console.ts'))}`
const INPUTS = { name: 'shop', source: 'internal_template', wait_for: 'ready' }

/** Presses Ctrl+C after this number of requests, and returns the result of the run. */
async function interruptAfter(requests: number, faults: Fault[]) {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 })
  for (const fault of faults) sandbox.script(fault)
  const consoles: Socket[] = []
  const CONSOLE_PORT = String(
    await listen(createServer(socket => consoles.push(socket.on('error', () => {})))),
  )
  const { result } = await startCreate(sandbox, INPUTS, { env: { NODE_OPTIONS, CONSOLE_PORT } })
  await vi.waitFor(() => expect(sandbox.requests.length).toBeGreaterThanOrEqual(requests), {
    timeout: 30_000,
  })
  await vi.waitFor(() => expect(consoles).toHaveLength(1), { timeout: 30_000 })
  consoles[0]?.write('now')
  return { run: await result, sandbox }
}

const CANCELLED = { exitCode: 1, summary: expect.stringContaining('ancelled') }

it('Ctrl+C during the look-up ends the run', async () => {
  const { run } = await interruptAfter(1, [{ operation: 'list_deployments', stall: true }])
  expect(run).toMatchObject({ ...CANCELLED, outputs: { error_code: 'cancelled', created: 'false', id: '' } })
})

it('Ctrl+C during the create request ends the run, and the output created is empty', async () => {
  const { run, sandbox } = await interruptAfter(2, [{ operation: 'create_deployment', stall: true }])
  expect(run).toMatchObject({ ...CANCELLED, outputs: { error_code: 'cancelled', created: '', id: '' } })
  expect(run.errors[0]?.message).toContain('a rerun is safe')
  expect(sandbox.deployments).toHaveLength(1)
})

it('Ctrl+C during the wait ends the run and does not change the deployment', async () => {
  const { run, sandbox } = await interruptAfter(4, [])
  const outputs = { error_code: 'cancelled', created: 'true', id: sandbox.deployments[0]?.id }
  expect(run).toMatchObject({ ...CANCELLED, outputs })
  expect(run.errors).toHaveLength(1)
})
