import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { create, sandboxForTest, startCreate, workspaceWith } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

/** Code that runs before the action. */
const preloaded = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

const CANCELLED = { outputs: { error_code: 'cancelled' }, summary: expect.stringContaining('Cancelled') }

// Windows has no signals: `kill` ends a process at once.
describe.skipIf(process.platform === 'win32')('a cancelled run ends with its report', () => {
  it.skipIf(process.platform !== 'linux')('during a DNS look-up', async () => {
    const HOSTALIASES = join(await workspaceWith({}), 'aliases')
    execFileSync('mkfifo', [HOSTALIASES])
    const inputs = { ...INPUTS, base_url: 'https://service', request_timeout: '1h' }
    const { kill, result } = await startCreate(await sandboxForTest(), inputs, { env: { HOSTALIASES } })
    // The C library reads the file of aliases when it looks up a name, and waits for the end of this pipe.
    const open = () => openSync(HOSTALIASES, constants.O_WRONLY | constants.O_NONBLOCK)
    const pipe = await vi.waitFor(open, { timeout: 30_000 })
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: null, ...CANCELLED })
    closeSync(pipe)
  })

  it('while nobody reads its log', async () => {
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: 'list_deployments', stall: true })
    const env = preloaded('setInterval(() => {}, 2 ** 30); process.stdout._write = () => {}')
    const { kill, result } = await startCreate(sandbox, INPUTS, { env })
    await vi.waitFor(() => expect(sandbox.requests).not.toEqual([]), { timeout: 30_000 })
    kill('SIGTERM')
    expect(await result).toMatchObject({ exitCode: 1, ...CANCELLED })
  })
})

it('a finished run stays until its log is written', async () => {
  const slowly = 'stdout._write = (...given) => setImmediate(write, ...given)'
  const code = `const { stdout } = process; const write = stdout._write.bind(stdout); stdout._writev = null; ${slowly}`
  const run = await create(await sandboxForTest(), INPUTS, { env: preloaded(code) })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(run.stdout).toContain('was created')
})

it.each([
  ['before', 'Array.isArray(value)', 'a bug of the report'],
  ['after', 'space === 2', 'answered 401'],
])('a report that breaks %s its error still leaves one error', async (_, isBroken, words) => {
  const code = `const { stringify } = JSON
    JSON.stringify = (value, replacer, space) => {
      if (${isBroken}) throw new Error('a bug of the report')
      return stringify(value, replacer, space)
    }`
  const sandbox = await sandboxForTest({ api_key: 'a-key' })
  const run = await create(sandbox, INPUTS, { env: preloaded(code) })
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining(words) }])
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
