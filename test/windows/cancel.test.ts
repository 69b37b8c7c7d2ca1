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

const LOOK_UP = { operation: 'list_deployments', stall: true } as const
const POST = { operation: 'create_deployment', stall: true } as const

it.each<[string, requests: number, Fault[], created: string, deployments: number]>([
  ['the look-up', 1, [LOOK_UP], 'false', 0],
  ['the create request', 2, [POST], '', 1],
  ['the wait', 4, [], 'true', 1],
])('Ctrl+C during %s ends the run with outputs', async (_, requests, faults, created, deployments) => {
  const sandbox = await sandboxForTest({ ready_after: 3_600_000 })
  for (const fault of faults) sandbox.script(fault)
  const consoles: Socket[] = []
  const server = createServer(socket => consoles.push(socket.on('error', () => {})))
  const CONSOLE_PORT = String(await listen(server))
  const { result } = await startCreate(sandbox, INPUTS, { env: { NODE_OPTIONS, CONSOLE_PORT } })
  const limit = { timeout: 30_000 }
  await vi.waitFor(() => expect(sandbox.requests.length).toBeGreaterThanOrEqual(requests), limit)
  await vi.waitFor(() => expect(consoles).toHaveLength(1), limit)
  consoles[0]?.write('now')
  const run = await result
  const id = created === 'true' ? sandbox.deployments[0]?.id : ''
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created, id } })
  expect(run.summary).toContain('ancelled')
  expect(run.errors).toHaveLength(1)
  expect(sandbox.deployments).toHaveLength(deployments)
})
