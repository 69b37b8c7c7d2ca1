import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import { NOWHERE, workspaceWith } from '../e2e/create.ts'
import { listen } from '../listen.ts'
import { needs } from '../tools.ts'

const FIRST_LINE = 'Installing the packages that are missing, with npm …\n'

beforeEach(test => needs(test, 'npm'))

/** Runs the setup in a folder with a package.json. */
async function setUp(dependencies: Record<string, string>, registry: string) {
  const cwd = await workspaceWith({ 'package.json': JSON.stringify({ dependencies }) })
  const limits = { npm_config_fetch_timeout: '200', npm_config_fetch_retries: '0' }
  const env = { ...process.env, ...limits, npm_config_registry: registry }
  const script = spawn(process.execPath, [resolve('scripts/setup.js')], { cwd, env })
  const status = new Promise(ended => script.on('close', ended))
  return { stdout: await text(script.stdout), stderr: await text(script.stderr), status: await status }
}

it('the setup is silent if no package is missing', async () => {
  expect(await setUp({}, NOWHERE)).toEqual({ stdout: '', stderr: '', status: 0 })
})

it.each([
  ['nothing listens at the registry', async () => NOWHERE, NOWHERE],
  [
    'the registry accepts connections and never responds',
    async () => `http://127.0.0.1:${await listen(createServer(socket => socket.on('error', () => {})))}`,
    /timeout|ETIMEDOUT/i,
  ],
])('the setup fails with an explanation if %s', async (_, registry, words) => {
  const { stdout, stderr, status } = await setUp({ 'a-package': '1.0.0' }, await registry())
  expect({ stdout, status }).toEqual({ stdout: FIRST_LINE, status: 1 })
  expect(stderr).toMatch(words)
  expect(stderr).toContain('npm config set registry')
})
