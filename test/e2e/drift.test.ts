import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

// The step of examples/drift.yml, with deployments that match the file and others that differ.

interface Step {
  uses?: string
  with: Record<string, unknown>
  env: Record<string, string>
  if?: string
}
const steps: Step[] = parse(readFileSync('examples/drift.yml', 'utf8')).jobs.compare.steps
const check = steps.find(({ uses }) => uses === 'OWNER/create-deployment@v1')

const FILE = 'services/shop/deploy.yml'
const CONFIG = `
name: shop
source: internal_template
source_config: {build_command: make, install_command: npm ci, listener_config: {k8s_namespace: shop}}
secrets: [DATABASE_URL]
variables: {LOG_LEVEL: info}
`
const env = { DATABASE_URL: 'postgres://shop' }
const CHANGED = { path: 'source_config.build_command', requested: 'make', existing: 'make all' }
const OMITTED = [
  'source_config.install_command',
  'source_config.listener_config',
  'the values of the secrets',
]

type Made = { fault?: 'omits'; build_command?: string }
test.each<[string, Made | undefined, object[], string[]]>([
  ['that matches its file passes', {}, [], []],
  ['of which the service omits fields and masks values passes', { fault: 'omits' }, [], OMITTED],
  ['that was changed there fails', { fault: 'omits', build_command: 'make all' }, [CHANGED], []],
  // The next step of the example fails.
  ['that is missing leaves the id empty', undefined, [], []],
])('the drift check of a deployment %s', async (_, made, differences, unknown) => {
  const { fault = 'none', build_command = 'make' } = made ?? {}
  const sandbox = await sandboxForTest({ faults: [fault] })
  const workspace = await workspaceWith({ [FILE]: CONFIG })
  if (made) await createInTurn(sandbox, { config: FILE, build_command }, { workspace, env })
  const inputs = { config: FILE, dry_run: String(check?.with['dry_run']) }
  const run = await createInTurn(sandbox, inputs, { workspace, env })
  expect(Object.keys(check?.env ?? {})).toEqual(Object.keys(env))
  expect(posts(sandbox)).toHaveLength(made ? 1 : 0)
  expect(run.outputs['error_code']).toBe(differences.length > 0 ? 'differs' : undefined)
  expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual(differences)
  expect(run.warnings).toHaveLength(unknown.length > 0 ? 1 : 0)
  for (const part of unknown) expect(run.warnings[0]?.message).toContain(part)
  expect(run.outputs['id'] === '').toBe(made === undefined)
  expect(steps.at(-1)?.if).toBe("steps.deployment.outputs.id == ''")
})
