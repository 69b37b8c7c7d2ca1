import { expect, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { sandboxForTest, shown } from './create.ts'
import { createInQuickTime as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const debugging = { env: { RUNNER_DEBUG: '1' } }

const debugLines = (stdout: string) =>
  commandsOf(stdout)
    .filter(({ command }) => command === 'debug')
    .map(({ message }) => message.replace(/\d+ ms$/, 'N ms'))

test('only the debug log shows each request, without headers, body and query values', async () => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service', ready_after: 200 })
  sandbox.script({ operation: 'create_deployment', status: 429, headers: { 'retry-after': '0' } })
  const inputs = { ...shop, api_key: 'key-of-the-service', secrets: 'A=value of a', wait_for: 'ready' }
  const run = await create(sandbox, inputs, debugging)
  expect(debugLines(run.stdout).slice(0, 3)).toEqual([
    'GET /v2/deployments?limit=100&offset=0: 200 after N ms',
    'POST /v2/deployments: 429 after N ms',
    'POST /v2/deployments: 201 after N ms',
  ])
  expect(debugLines(run.stdout).join()).toMatch(/[?&]deployment_ids=…/)
  expect(debugLines(run.stdout).join()).not.toContain('=shop')
  expect(shown(run)).not.toMatch(/key-of-the-service|value of a|x-api-key/i)
  expect(debugLines((await create(sandbox, inputs)).stdout)).toEqual([])
})

test('the debug log shows why a request failed, and redacts a secret in its path', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'any', times: 'forever', drop: 'before' })
  const inputs = { ...shop, base_url: `${sandbox.base_url}/secret-path`, secrets: 'A=secret-path' }
  const run = await create(sandbox, inputs, debugging)
  expect(debugLines(run.stdout)[0]).toMatch(/^GET \/\*\*\*\/v2\/deployments\?.*: \w+ after N ms$/)
})
