import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { startStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'
import { create, sandboxForTest, startCreate } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

/** Code that runs before the action. */
const preloaded = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

const CANCELLED = { outputs: { error_code: 'cancelled' }, summary: expect.stringContaining('Cancelled') }

// Windows has no signals: `kill` ends a process at once.
describe.skipIf(process.platform === 'win32')('a cancelled run ends with its report', () => {
  it('during a DNS look-up', async () => {
    const sandbox = await sandboxForTest()
    const env = preloaded('import dns from "node:dns"; dns.lookup = () => console.log("looking up")')
    const inputs = { ...INPUTS, base_url: 'https://service.test', request_timeout: '1h' }
    const { kill, result, stdout } = await startCreate(sandbox, inputs, { env })
    await vi.waitFor(() => expect(stdout()).toContain('looking up'), { timeout: 30_000 })
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: 1, ...CANCELLED })
  })

  it.each<
    [
      phase: string,
      inputs: (silent: string) => Record<string, string>,
      env: (silent: string) => Record<string, string>,
    ]
  >([
    ['TLS handshake', silent => ({ base_url: `https://${silent}` }), () => ({})],
    ['tunnel of a proxy', () => ({ base_url: 'https://127.0.0.1:1' }), HTTPS_PROXY => ({ HTTPS_PROXY })],
    [
      'OIDC token',
      () => ({ oidc_audience: 'shop' }),
      silent => ({
        ACTIONS_ID_TOKEN_REQUEST_URL: `http://${silent}/?v=1`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
      }),
    ],
  ])('while a peer does not respond: %s', async (_, inputs, env) => {
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    const silent = `127.0.0.1:${await listen(createServer(() => resolve()))}`
    const given = { ...INPUTS, request_timeout: '1h', ...inputs(silent) }
    const { kill, result } = await startCreate(await sandboxForTest(), given, { env: env(silent) })
    await reached
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: 1, ...CANCELLED })
  })
})

// On Windows, writing to a pipe waits for the reader, so there is nothing left to stay for.
it.skipIf(process.platform === 'win32')('a finished run stays until its log is read', async () => {
  const sandbox = await sandboxForTest()
  const names = Array.from({ length: 1000 }, (_, index) => `N${index}`)
  const env = Object.fromEntries(names.map(name => [name, `${name}-${'x'.repeat(500)}`]))
  const reading = Promise.withResolvers<void>()
  let summary = ''
  const { result } = await startStep(
    { with: { ...INPUTS, base_url: sandbox.base_url, secrets: names.join('\n') }, env },
    (file, options) => {
      summary = options.env['GITHUB_STEP_SUMMARY'] ?? ''
      const child = spawn(process.execPath, [file], { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
      const closed = once(child, 'close')
      const read = async () => {
        await reading.promise
        expect(child.exitCode).toBeNull()
        return { stdout: await text(child.stdout), stderr: '', exitCode: (await closed)[0] }
      }
      return { kill: signal => void child.kill(signal), stdout: () => '', result: read() }
    },
  )
  await vi.waitFor(() => expect(readFileSync(summary, 'utf8')).toContain('created'), { timeout: 30_000 })
  // Only the end of the log is missing now. A process that did not stay would be gone soon.
  await sleep(500)
  reading.resolve()
  const run = await result
  expect(run.exitCode).toBe(0)
  expect(run.stdout).toContain('was created')
})

it('an uncaught error ends the run with a report', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_deployments', stall: true })
  const env = preloaded('setTimeout(() => { throw new TypeError("a stray bug") }, 1000)')
  const run = await create(sandbox, { ...INPUTS, request_timeout: '1h' }, { env })
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'internal' } })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('a stray bug') }])
  expect(run.summary).toContain('Internal error')
})
