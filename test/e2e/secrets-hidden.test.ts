import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { runInProcess } from '../security/in-process.ts'
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

const LONG = 'a-secret-of-thirty-two-letters-0'
const long = (secret: string, length: number) => `${'x'.repeat(length - 17)} ${secret} and more`

test.each([
  ['a long text', LONG, (secret: string) => JSON.stringify({ detail: long(secret, 2000) })],
  ['a long plain text', LONG, (secret: string) => long(secret, 2000)],
  ['a long title', LONG, (secret: string) => `<title>${long(secret, 500)}</title>`],
  ['the JSON in a text', `{"key":"${LONG}"}`, (secret: string) => JSON.stringify({ error: secret })],
  ['a key', `${LONG}==`, (secret: string) => JSON.stringify({ errors: { [secret]: ['no'] } })],
  ['a path', `${LONG}==`, (secret: string) => JSON.stringify({ detail: [{ path: secret, msg: 'no' }] })],
  ['a title', `${LONG}<x`, (secret: string) => `<html><title>Bad ${secret}</title>`],
  ['XML', `<a>${LONG}</a>`, (secret: string) => `<error>${secret}</error>`],
  ['a long page', LONG, (secret: string) => `<html><!--${'x'.repeat(65_500)}--><title>${secret}</title>`],
])('a secret that is cut or taken apart to read %s leaves no part of it', async (_, secret, bodyOf) => {
  const { log, summary } = await runInProcess(
    { ...shop, base_url: 'https://service.test', secrets: `A=${secret}` },
    ({ method }) =>
      method === 'POST'
        ? { status: 400, text: bodyOf(secret) }
        : { status: 200, text: '{"resources":[],"offset":0}' },
  )
  expect(log + summary).not.toContain(LONG.slice(0, 16))
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
