import { expect, test } from 'vitest'
import { create, sandboxForTest } from './create.ts'

// Windows limits an environment variable to 32,767 characters, and inputs are environment variables.
const onOthers = test.skipIf(process.platform === 'win32')

const shop = { name: 'shop', source: 'internal_template' }

/** Runs a create whose response contains all secrets in a field. */
async function createWith(env: Record<string, string>) {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({ ...(body as object), echo: env }),
  })
  return create(sandbox, { ...shop, secrets: Object.keys(env).join('\n') }, { env })
}

onOthers(
  'ten thousand secrets are masked, and none is shown',
  async () => {
    const env = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`S${index}`, `value-${index}-of-it`]),
    )
    const run = await createWith(env)
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(run.stdout).toContain('::add-mask::value-9999-of-it\n')
    const { echo } = JSON.parse(run.outputs['deployment'] ?? '')
    expect(new Set(Object.values(echo))).toEqual(new Set(['***']))
    expect(run.summary).not.toMatch(/value-\d+-of-it/)
  },
  60_000,
)

onOthers(
  'a bundle of certificates is masked as a whole and line by line',
  async () => {
    const lines = Array.from({ length: 1500 }, (_, index) => `${index}-line`.padEnd(64, 'MIIC'))
    const run = await createWith({ BUNDLE: lines.join('\n'), LINE: lines[700] ?? '' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '', outputs: { created: 'true' } })
    expect(JSON.parse(run.outputs['deployment'] ?? '').echo).toEqual({ BUNDLE: '***', LINE: '***' })
  },
  60_000,
)
