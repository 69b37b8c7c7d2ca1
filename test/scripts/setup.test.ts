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

/** Runs the setup in a folder whose package is not installed. */
async function setUp(registry: string) {
  const cwd = await workspaceWith({ 'package.json': '{"dependencies": {"a-package": "1.0.0"}}' })
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_timeout: '200' }
  const script = spawn(process.execPath, [resolve('scripts/setup.js')], { cwd, env })
  const status = new Promise(ended => script.on('close', ended))
  return { stdout: await text(script.stdout), stderr: await text(script.stderr), status: await status }
}

it('the setup fails with an explanation if nothing listens at the registry', async () => {
  const { stdout, stderr, status } = await setUp(NOWHERE)
  expect(stdout).toBe(FIRST_LINE)
  expect(stderr).toContain(NOWHERE)
  expect(stderr).toContain('The packages could not be installed, for the reason above.')
  expect(status).toBe(1)
})

it('the setup is silent if no package is missing', async () => {
  const cwd = await workspaceWith({ 'package.json': '{"dependencies": {}}' })
  const script = spawn(process.execPath, [resolve('scripts/setup.js')], { cwd })
  const status = new Promise(ended => script.on('close', ended))
  expect([await text(script.stdout), await text(script.stderr), await status]).toEqual(['', '', 0])
})

it('the setup fails if the registry accepts connections and never responds', async () => {
  const asked: string[] = []
  const silent = await listen(
    createServer(socket => socket.on('error', () => {}).on('data', data => asked.push(String(data)))),
  )
  const { stdout, stderr, status } = await setUp(`http://127.0.0.1:${silent}`)
  expect(stdout).toBe(FIRST_LINE)
  expect(stderr).toContain('network timeout')
  expect(stderr).toContain('npm config set registry')
  // It asks once, and not for each package.
  expect(asked).toHaveLength(1)
  expect(status).toBe(1)
})
