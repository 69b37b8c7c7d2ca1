import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { NOWHERE } from '../harness/listen.ts'
import { needs } from '../tools.ts'

beforeEach(test => needs(test, 'npm'))

/** Runs the setup in a folder with a package.json, without a registry. */
function setUp(dependencies: Record<string, string>) {
  const cwd = mkdtempSync(join(tmpdir(), 'setup-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ dependencies }))
  const env = { ...process.env, npm_config_fetch_retries: '0', npm_config_registry: NOWHERE }
  const script = resolve('scripts/setup.js')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { cwd, env, encoding: 'utf8' })
  return { stdout, stderr, status }
}

it('the setup fails if the registry cannot be reached, and names it and the setting', () => {
  const { stderr, status } = setUp({ 'a-package': '1.0.0' })
  expect(status).toBe(1)
  for (const words of [NOWHERE, 'npm config set registry']) expect(stderr).toContain(words)
})
