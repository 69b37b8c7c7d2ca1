import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { NOWHERE, workspaceWith } from '../e2e/create.ts'
import { needs } from '../tools.ts'

beforeEach(test => needs(test, 'npm'))

/** Runs the setup in a folder with a package.json, without a registry. */
async function setUp(dependencies: Record<string, string>) {
  const cwd = await workspaceWith({ 'package.json': JSON.stringify({ dependencies }) })
  const env = { ...process.env, npm_config_fetch_retries: '0', npm_config_registry: NOWHERE }
  const { stdout, stderr, status } = spawnSync(process.execPath, [resolve('scripts/setup.js')], {
    ...{ cwd, env, encoding: 'utf8' },
  })
  return { stdout, stderr, status }
}

it('the setup is silent if no package is missing', async () => {
  expect(await setUp({})).toEqual({ stdout: '', stderr: '', status: 0 })
})

it('the setup fails with an explanation if the registry cannot be reached', async () => {
  const { stdout, stderr, status } = await setUp({ 'a-package': '1.0.0' })
  const FIRST_LINE = 'Installing the packages that are missing, with npm …\n'
  expect({ stdout, status }).toEqual({ stdout: FIRST_LINE, status: 1 })
  for (const words of [NOWHERE, 'npm config set registry']) expect(stderr).toContain(words)
})
