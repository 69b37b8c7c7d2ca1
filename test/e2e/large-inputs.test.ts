import { expect, test } from 'vitest'
import { create, sandboxForTest, workspaceWith } from './create.ts'

// Large inputs take linear time; a quadratic step would take minutes.

const SHOP = { name: 'shop', source: 'internal_template' }

// Windows limits an environment variable to 32,767 characters, and inputs are environment variables.
test.skipIf(process.platform === 'win32').each([
  [
    'ten thousand secrets',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`S${index}`, `value-${index}-of-it`])),
  ],
  [
    'a bundle of certificates and one of its lines',
    {
      BUNDLE: Array.from({ length: 1500 }, (_, index) => `${index}-line`.padEnd(64, 'MIIC')).join('\n'),
      LINE: '700-line'.padEnd(64, 'MIIC'),
    },
  ],
])('%s are masked, and none is shown', async (_, env) => {
  const sandbox = await sandboxForTest()
  const status = Object.values(env).join(' ')
  sandbox.script({
    operation: 'create_deployment',
    rewrite(body) {
      sandbox.update((body as { id: string }).id, { status: status as 'UNKNOWN' })
      return { ...(body as object), status }
    },
  })
  const secrets = Object.keys(env).join('\n')
  const run = await create(sandbox, { ...SHOP, secrets }, { env })
  expect(run).toMatchObject({ exitCode: 0, stderr: '', outputs: { created: 'true' } })
  expect(run.stdout).toContain(`::add-mask::${Object.values(env).at(-1)}\n`)
  expect(run.outputs['status']).toBe(status)
  expect(run.stdout.replace(/^::add-mask::.*$/gm, '') + run.summary).not.toMatch(/value-\d+-of-it|-lineMIIC/)
})

test('of many problems in a config file, a thousand are reported, and the number of the others', async () => {
  const workspace = await workspaceWith({ 'deploy.yml': `secrets:${'\n- S\n'.repeat(2000)}` })
  const run = await create(await sandboxForTest(), { ...SHOP, config: 'deploy.yml' }, { workspace })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
  expect(run.errors).toHaveLength(1001)
  expect(run.errors.at(-1)?.message).toContain('and 1,000 more problems')
})
