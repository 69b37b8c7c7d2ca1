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
const CONFIG =
  'name: shop\nsource: internal_template\nsource_config: {build_command: make}\nsecrets: [DATABASE_URL]\n'
const SECRETS = Object.entries(check?.env ?? {}).map(([name, value]) => ({ name, value }))
const CHANGED = { path: 'source_config.build_command', requested: 'make', existing: 'make all' }

test.each([
  ['that matches its file passes', 'make', SECRETS, [], []],
  ['whose secrets are not returned passes with a warning', 'make', [], [], ['not be compared: secrets']],
  ['that was changed fails with the difference', 'make all', SECRETS, [CHANGED], []],
  // The next step of the example fails.
  ['that is missing leaves the id empty', undefined, [], [], []],
])('the drift check of a deployment %s', async (_, build_command, secrets, differences, warnings) => {
  const sandbox = await sandboxForTest()
  const seed = { name: 'shop', source: 'internal_template' as const, secrets }
  if (build_command !== undefined) sandbox.seed({ ...seed, source_config: { build_command } })
  const workspace = await workspaceWith({ [FILE]: CONFIG })
  const inputs = { config: FILE, dry_run: String(check?.with['dry_run']) }
  const run = await createInTurn(sandbox, inputs, { workspace, env: check?.env ?? {} })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs['error_code']).toBe(differences.length > 0 ? 'differs' : undefined)
  expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual(differences)
  expect(run.warnings.map(({ message }) => message)).toEqual(
    warnings.map(text => expect.stringContaining(text)),
  )
  expect(run.outputs['id'] === '').toBe(build_command === undefined)
  expect(steps.at(-1)?.if).toBe("steps.deployment.outputs.id == ''")
})
