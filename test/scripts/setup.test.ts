import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { NOWHERE, workspaceWith } from '../e2e/create.ts'

it('the setup says what it does and, where the registry does not answer, what to do', async () => {
  const cwd = await workspaceWith({ 'package.json': '{"dependencies": {"a-package": "1.0.0"}}' })
  const env = { ...process.env, npm_config_registry: NOWHERE, npm_config_fetch_retry_mintimeout: '10' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/setup.js')], {
    cwd,
    env,
    encoding: 'utf8',
  })
  expect(stdout).toBe('Installing the packages that are missing, with npm …\n')
  expect(stderr).toContain(NOWHERE)
  expect(stderr).toContain('The packages could not be installed, for the reason above.')
  expect(status).toBe(1)
})
