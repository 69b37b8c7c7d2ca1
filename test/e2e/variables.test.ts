import { expect, test } from 'vitest'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const CONFIG =
  'name: shop\nsource: internal_template\nsecrets: [TOKEN]\nvariables: {LOG_LEVEL: info, WORKERS: 4, RATIO: 1.10}\n'

test('variables of the input and of the config file are sent beside the secrets, and are not masked', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  const inputs = { config: 'deploy.yml', variables: 'LOG_LEVEL=debug level\nREGION=eu-west-1' }
  const env = { TOKEN: 'value of the token' }
  const run = await create(sandbox, inputs, { workspace, env })
  expect(posts(sandbox)).toMatchObject([
    {
      secrets: [
        { name: 'TOKEN', value: 'value of the token' },
        { name: 'WORKERS', value: '4' },
        { name: 'RATIO', value: '1.10' },
        { name: 'LOG_LEVEL', value: 'debug level' },
        { name: 'REGION', value: 'eu-west-1' },
      ],
    },
  ])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
  expect(run.stdout).toContain('::add-mask::value of the token')
  expect(run.stdout).not.toMatch(/::add-mask::(debug level|eu-west-1)/)
  const names = ['TOKEN', 'WORKERS', 'RATIO', 'LOG_LEVEL', 'REGION']
  expect(JSON.parse(run.outputs['request'] ?? '').secrets).toEqual(names)
  expect(run.summary).toContain('eu-west-1')
  expect(run.summary).not.toContain('value of the token')

  const again = await create(sandbox, { ...inputs, variables: 'LOG_LEVEL=another' }, { workspace, env })
  expect(again.outputs).toMatchObject({ created: 'false', differences: '[]' })
})
