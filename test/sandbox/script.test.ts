import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { test } from '../harness/test.ts'

function start(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/start.ts', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs the script to its end. */
async function ended(...args: string[]) {
  const child = start(...args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code }
}

test('the sandbox prints a step that ends green, and red after a failed build, and each request', async ({
  run,
}) => {
  const child = start('--serve', '--ready-after', '0', '--faults', 'none,build_fails')
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

test.each([
  [['--ready-after', '0'], 0, /Created deployment [-0-9a-f]{36}/],
  [['--faults', 'refuse'], 1, /Failed: rejected/],
])('npm start with %j runs the step of the release to its end', async (args, code, title) => {
  const run = await ended(...args)
  expect(run).toMatchObject({ stderr: '', code, stdout: expect.stringMatching(title) })
  expect(run.stdout).not.toContain('s3cret')
})

test.each([
  [['--serve', '--ready-after', 'soon'], '--ready-after'],
  [['--faults', 'fail,slow'], '--faults'],
  [['--fault', 'fail'], '--fault'],
])('the script refuses %j, and prints the options that it has', async (args, words) => {
  const run = await ended(...args)
  expect(run).toMatchObject({ stdout: '', code: 2, stderr: expect.stringContaining(words) })
  expect(run.stderr).toContain('--ready-after  seconds')
})
