import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, vi } from 'vitest'
import { parse } from 'yaml'
import type { AtEnd } from '../harness/step.ts'
import { test } from '../harness/test.ts'

function start(atEnd: AtEnd, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/start.ts', ...args])
  atEnd(async () => void child.kill('SIGKILL'))
  return child
}

/** Runs the script to its end. */
async function ended(atEnd: AtEnd, ...args: string[]) {
  const child = start(atEnd, ...args)
  const texts = [text(child.stdout), text(child.stderr)]
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), ...texts])
  return { stdout, stderr, code }
}

describe.concurrent('the script', () => {
  test('prints a step that ends green, and red after a failed build', async ({ run, atEnd }) => {
    const child = start(atEnd, '--serve', '--ready-after', '0', '--faults', 'none,build_fails')
    let seen = ''
    child.stdout.on('data', chunk => (seen += chunk))
    await vi.waitFor(() => expect(seen).toContain('/sandbox/push'), { timeout: 20_000 })
    const [step] = parse(/^ {6}- uses: .*?\n\n/ms.exec(seen)?.[0] ?? '')
    const inputs: Record<string, string> = { ...step.with, secrets: '{"TOKEN": "hunter2"}' }
    const green = await run({ with: inputs })
    expect(green).toMatchObject({ exitCode: 0, outputs: { created: 'true', name: 'shop' } })
    const red = await run({ with: { ...inputs, name: 'web' } })
    expect(red).toMatchObject({ exitCode: 1, outputs: { created: 'true', error_code: 'wait_timeout' } })
    expect(seen).toContain('POST /v2/deployments 201\n')
    expect(seen).not.toContain('hunter2')
    // Windows has no signals: `kill` ends a process at once.
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null])
  })

  test.for<[args: string[], code: number, title: RegExp]>([
    [['--ready-after', '0'], 0, /Created deployment [-0-9a-f]{36}/],
    [['--faults', 'refuse'], 1, /Failed: rejected/],
  ])('with %j runs the step of the release to its end', async ([args, code, title], { atEnd }) => {
    const run = await ended(atEnd, ...args)
    expect(run).toMatchObject({ stderr: '', code, stdout: expect.stringMatching(title) })
    expect(run.stdout).not.toContain('s3cret')
  })

  test('refuses a wrong option, and prints those that it has', async ({ atEnd }) => {
    const run = await ended(atEnd, '--faults', 'fail,slow')
    expect(run).toMatchObject({ stdout: '', code: 2, stderr: expect.stringContaining('--faults') })
    expect(run.stderr).toContain('--ready-after  seconds')
  })
})

test('the sandbox action serves until its post step', async ({ run }) => {
  const api_key = 'a-key-of-the-sandbox'
  const { outputs, state, summary, masks } = await run({ action: 'sandbox', with: { ready_after: '0', api_key } })
  expect([summary, masks]).toEqual(['', [api_key]])
  const list = (key = api_key) => fetch(`${outputs['base_url']}/v2/deployments`, { headers: { 'x-api-key': key } })
  expect([(await list()).status, (await list('another')).status]).toEqual([200, 401])
  const repositories = `${outputs['base_url']}/v1/integrations/forge/repohost/${outputs['integration_id']}/repos`
  const records = await fetch(repositories, { headers: { 'x-api-key': api_key } })
  expect(await records.json()).toMatchObject([{ owner: 'acme', name: 'shop', default_branch: 'main' }])
  const { port } = new URL(outputs['base_url'] ?? '')
  const taken = await run({ action: 'sandbox', with: { port } })
  expect(taken.errors).toMatchObject([{ message: expect.stringContaining('Input `port`') }])
  expect(await run({ action: 'sandbox', with: {}, post: state })).toMatchObject({ exitCode: 0, warnings: [] })
  await expect(list()).rejects.toThrow()
  expect(await run({ action: 'sandbox', with: {}, post: state })).toMatchObject({ exitCode: 0 })
})
