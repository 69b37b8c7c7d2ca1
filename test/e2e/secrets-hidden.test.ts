import { EOL } from 'node:os'
import { expect, it, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// Text that people read shows no secret. The tests in test/security try all forms and all texts of the service.

const shop = { name: 'shop', source: 'internal_template' } as const

const VALUES = {
  PLAIN: 'correct horse battery staple',
  SIGNS: 'p@ss"w\\rd/<&>\'%0A+=#?\t;end',
  URL: 'postgres://shop:s3cr%24t@db.internal:5432/shop?sslmode=require',
  UNICODE: 'grüße 日本 😀 ende',
  PEM: '-----BEGIN KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50\nDFtMDoQikTmiCqirVv9m==\n-----END KEY-----\n',
  SPACES: '   surrounded by spaces   ',
}
const CREDENTIALS = { api_key: 'key-of-the-service', github_token: 'token-of-the-workflow' }
const OTHER = { name: 'OTHER', value: 'a-secret-of-another-deployment' }

const inputs = { ...shop, ...CREDENTIALS, secrets: Object.keys(VALUES).join('\n') }

test('every value is masked before anything else is printed, also one that only the config file names', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': 'secrets:\n  - OF_FILE\n' })
  const env = { ...VALUES, OF_FILE: 'value-of-file' }
  const run = await create(sandbox, { ...inputs, config: 'deploy.yml' }, { env, workspace })
  expect(posts(sandbox)).toMatchObject([
    { secrets: expect.arrayContaining(Object.entries(env).map(([name, value]) => ({ name, value }))) },
  ])
  const lines = run.stdout.split(EOL).filter(line => line !== '')
  const first = lines.findIndex(line => !line.startsWith('::add-mask::'))
  const masks = commandsOf(lines.slice(0, first).join('\n')).map(({ message }) => message)
  expect(lines.slice(first).filter(line => line.startsWith('::add-mask::'))).toEqual([])
  const { PEM, ...oneLine } = { ...env, ...CREDENTIALS, TRIMMED: VALUES.SPACES.trim() }
  const ofPem = [...PEM.trim().split('\n'), Buffer.from(PEM).toString('base64')]
  expect(new Set(masks)).toEqual(new Set([...Object.values(oneLine), ...ofPem]))
  const shown = lines.slice(first).join('\n') + run.summary + JSON.stringify(run.outputs)
  expect(masks.filter(part => shown.includes(part))).toEqual([])
  expect(JSON.parse(run.outputs['deployment'] ?? '').secrets.sort()).toEqual(Object.keys(env).sort())
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
})

test.each<[string, unknown]>([
  ['a list without its envelope', [{ id: 'id-1', name: 'other', secrets: [OTHER] }]],
  ['a list in another envelope', { items: [{ id: 'id-1', secrets: [OTHER] }] }],
  ['a list that is cut short', `{"resources": [{"secrets": [${JSON.stringify(OTHER)}`],
  [
    'a page, but for its title',
    `<title>Sign in</title><a href="https://x.test/${OTHER.value}">${OTHER.value}</a>`,
  ],
])('an unusable successful response is never quoted: %s', async (_, body) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_deployments', status: 200, body })
  const run = await create(sandbox, shop)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response' } })
  expect(run.errors).toHaveLength(1)
  expect(JSON.stringify(run)).not.toMatch(/another-deployment|The service said/)
})

it('a secret in its JSON form is hidden in a name that the service gives a new deployment', async () => {
  const secret = 'pa"ss\\wo rd-tail'
  const form = JSON.stringify(secret).slice(1, -1)
  const sandbox = await sandboxForTest()
  const body = { id: 'id-1', name: `x${form}y` }
  sandbox.script({ operation: 'create_deployment', status: 201, body })
  const run = await create(sandbox, { ...shop, secrets: `TOKEN=${secret}` })
  expect(run.outputs['error_code']).toBe('unexpected_response')
  const shown = [...run.errors, ...run.warnings].map(({ message }) => message).join('\n')
  expect(shown + run.summary + run.outputs['error_message']).not.toMatch(/wo rd-tail/)
})
