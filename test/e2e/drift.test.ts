import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { create, posts, sandboxForTest, workspaceWith } from './create.ts'

// The step of examples/drift.yml, with deployments that match the file and others that differ.

interface Step {
  uses?: string
  with: Record<string, unknown>
  env: Record<string, string>
  if?: string
}
const steps: Step[] = parse(readFileSync('examples/drift.yml', 'utf8')).jobs.compare.steps
const check = steps.find(({ uses }) => uses === 'OWNER/create-deployment@v1')
const missing = steps.at(-1)

const FILE = 'services/shop/deploy.yml'
const CONFIG =
  'name: shop\nsource: internal_template\nsource_config: {build_command: make}\nsecrets: [DATABASE_URL]\n'

const SECRETS = [{ name: 'DATABASE_URL', value: 'postgres://shop' }]

async function drift(build_command?: string, secrets = SECRETS) {
  const sandbox = await sandboxForTest()
  if (build_command !== undefined) {
    sandbox.seed({ name: 'shop', source: 'internal_template', source_config: { build_command }, secrets })
  }
  const workspace = await workspaceWith({ [FILE]: CONFIG })
  const inputs = { config: FILE, dry_run: String(check?.with['dry_run']) }
  const run = await create(sandbox, inputs, { workspace, env: check?.env ?? {} })
  expect(posts(sandbox)).toEqual([])
  return run
}

test('a deployment that matches its file passes the drift check', async () => {
  const { exitCode, outputs, warnings } = await drift('make')
  expect(exitCode).toBe(0)
  expect(warnings).toEqual([])
  expect(outputs['id']).not.toBe('')
})

test('a deployment whose secrets the service hides passes the drift check with a warning', async () => {
  const { exitCode, warnings } = await drift('make', [])
  expect(exitCode).toBe(0)
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('`secrets` was not compared'),
  ])
})

test('a changed deployment fails the drift check with the difference', async () => {
  const { exitCode, outputs } = await drift('make all')
  expect(exitCode).toBe(1)
  expect(outputs['error_code']).toBe('differs')
  expect(JSON.parse(outputs['differences'] ?? '')).toEqual([
    { path: 'source_config.build_command', requested: 'make', existing: 'make all' },
  ])
})

test('a missing deployment leaves the id empty, so the next step fails', async () => {
  const { exitCode, outputs } = await drift()
  expect([exitCode, outputs['id']]).toEqual([0, ''])
  expect(missing?.if).toBe("steps.deployment.outputs.id == ''")
})
