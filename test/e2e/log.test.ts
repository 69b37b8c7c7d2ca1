import { expect, test } from 'vitest'
import { commandsOf, renderLog } from '../../scripts/workflow-commands.ts'
import { create, sandboxForTest } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

test('the log has a group for each phase, with one fact per line', async () => {
  let time = 0
  const sandbox = await sandboxForTest({ ready_after: 1000, now: () => time })
  // Ready after the response to the create request, even if the next poll is late; active a second later.
  const afterwards = (body: unknown) => {
    time = 1000
    return body
  }
  sandbox.script({ operation: 'create_deployment', rewrite: afterwards })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(renderLog(run.stdout).trim().split('\n')).toEqual([
    '▼ Look up the repository and the name',
    '  Deployment "shop" from internal_template',
    '  The name is free',
    '▼ Create the deployment',
    '  Sending the create request',
    '  The service created the deployment',
    '▼ Wait for the deployment',
    '  Status is AWAITING_DATABASE',
    '  Status is READY',
    expect.stringMatching(
      new RegExp(`^The deployment shop was created .* and is READY. Its id is ${run.outputs['id']}.$`),
    ),
  ])
})

const debugLines = (stdout: string) =>
  commandsOf(stdout)
    .filter(({ command }) => command === 'debug')
    .map(({ message }) => message.replace(/\d+ ms$/, 'N ms'))

test('the debug log shows each request without headers, body and query values', async () => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service' })
  sandbox.script({ operation: 'create_deployment', status: 429, headers: { 'retry-after': '0' } })
  const inputs = { ...shop, api_key: 'key-of-the-service', secrets: 'A=value of a' }
  const run = await create(sandbox, inputs, { env: { RUNNER_DEBUG: '1' } })
  const lines = debugLines(run.stdout)
  expect(lines.slice(0, 3)).toEqual([
    'GET /v2/deployments?limit=100&offset=0: 200 after N ms',
    'POST /v2/deployments: 429 after N ms',
    'POST /v2/deployments: 201 after N ms',
  ])
  const shown = run.stdout.replace(/^::add-mask::.*$/gm, '')
  expect(shown).not.toMatch(/key-of-the-service|value of a|x-api-key/i)
})

test('the debug log shows why a request failed, and redacts a secret in its path', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'any', times: 'forever', drop: 'before' })
  const base_url = `${sandbox.base_url}/secret-path`
  const inputs = { ...shop, base_url, secrets: 'A=secret-path', request_timeout: '1s' }
  const run = await create(sandbox, inputs, { env: { RUNNER_DEBUG: '1' } })
  expect(debugLines(run.stdout)[0]).toMatch(/^GET \/\*\*\*\/v2\/deployments\?.*: \w+ after N ms$/)
})

test('without debug logging, the log shows no requests', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, shop)
  expect(run.stdout).not.toContain('::debug::')
})

test('with too many warnings, the last one names those that are not shown', async () => {
  const sandbox = await sandboxForTest()
  const secrets = Array.from({ length: 30 }, (_, index) => `S${index}=ab`).join('\n')
  const run = await create(sandbox, { ...shop, secrets })
  expect(run.warnings).toHaveLength(7)
  expect(run.warnings[0]?.properties['title']).toBe('Inputs: secrets')
  const last = run.warnings.at(-1)?.message.split('\n') ?? []
  expect(last[0]).toBe('And 24 more:')
  expect(last).toHaveLength(25)
})
