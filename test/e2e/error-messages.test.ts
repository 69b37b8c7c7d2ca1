import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const POST = 'create_deployment'

/** Some of the bodies of test/service/said.test.ts, and others that are no JSON. */
const FRAMEWORKS = [
  'FastAPI with a tagged union',
  'ASP.NET',
  'Zod',
  'Google',
  'a problem document (RFC 7807)',
  'GitHub',
]
const KNOWN: { from: string; body: string; says: string; inputs: string[] }[] = parse(
  readFileSync('test/service/error-bodies.yml', 'utf8'),
)
const BODIES: [from: string, body: string, type: string, lines: string[]][] = [
  ...KNOWN.filter(({ from }) => FRAMEWORKS.includes(from)).map(
    ({ from, body, says, inputs }): (typeof BODIES)[number] => [
      from,
      body,
      'application/json',
      [`The service said: ${says}`, `Check the input \`${inputs[0]}\`.`],
    ],
  ),
  ['plain text', 'The plan allows no more', 'text/plain', ['The service said: The plan allows no more']],
  [
    'a page',
    '<!DOCTYPE html>\n<html><head><title>403 Blocked</title></head><body><p>by the gateway</p></body></html>',
    'text/html',
    ['The service said: an HTML page titled "403 Blocked"'],
  ],
  ['nobody', '', 'text/plain', []],
]

test.each(BODIES)(
  'an error shows what the service said, and the input that it is about: %s',
  async (_, body, type, lines) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: POST, status: 400, body, headers: { 'content-type': type } })
    const run = await create(sandbox, { ...shop, custom_url: 'http://shop.test' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'rejected', http_status: '400' } })
    expect(run.errors).toHaveLength(1)
    const [what, ...rest] = run.errors[0]?.message.split('\n') ?? []
    expect(what).toBe(`Could not create the deployment "${shop.name}": the service answered 400.`)
    expect(rest.slice(0, -1)).toEqual(lines)
    expect(rest.at(-1)).toMatch(/run again/)
  },
)

test('a long error message is truncated and says so', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: POST, status: 400, body: { detail: `start ${'x'.repeat(100_000)} end` } })
  const run = await create(sandbox, shop)
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toMatch(/start x+.*more characters/)
  expect(run.errors[0]?.message.length).toBeLessThan(5000)
  expect(run.summary.length).toBeLessThan(10_000)
})

const finding = (...loc: (string | number)[]) => ({
  detail: [{ loc: ['body', ...loc], msg: 'No good', type: 'x' }],
})

const CONFIG = stringify({
  name: 'shop',
  source: 'external_container',
  source_config: {
    custom_url: 'https://shop.example',
    listener_config: { k8s_namespace: 'shops' },
    resource_spec: {
      cpu: 1,
      sidecars: [{ name: 'a' }, { name: 'proxy', image: 'proxy:2', args: ['-v', '-x'] }],
    },
  },
  source_revision_config: { image_uri: 'shop:1' },
  secrets: ['FIRST', 'SECOND'],
  secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
})

/** The place of a text in the file. */
function placeOf(text: string, line: string) {
  const index = CONFIG.split('\n').findIndex(candidate => candidate.includes(line))
  const col = (CONFIG.split('\n')[index] ?? '').indexOf(text) + 1
  if (index < 0 || col < 1) throw new Error(`The file holds no ${text}`)
  return { file: 'deploy.yml', line: String(index + 1), col: String(col) }
}

test.each([
  ['name', ['name'], placeOf('name', 'name: shop')],
  [
    'a field of a field',
    ['source_config', 'listener_config', 'k8s_namespace'],
    placeOf('k8s_namespace', 'k8s_namespace'),
  ],
  [
    'a member of a list item',
    ['source_config', 'resource_spec', 'sidecars', 1, 'image'],
    placeOf('image', 'proxy:2'),
  ],
  ['an item of a list', ['source_config', 'resource_spec', 'sidecars', 1, 'args', 0], placeOf('-v', '- -v')],
  ['a reference', ['secret_references', 0, 'secret_key'], placeOf('secret_key', 'secret_key')],
  ['a secret', ['secrets', 1, 'name'], placeOf('SECOND', 'SECOND')],
] as const)(
  'a message about %s, which the config file sets, is reported at its line',
  async (_, loc, place) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: POST, status: 422, body: finding(...loc) })
    const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
    const env = { FIRST: 'first value', SECOND: 'second value' }
    const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env })
    expect(run.outputs).toMatchObject({ error_code: 'rejected', http_status: '422' })
    expect(run.errors).toHaveLength(1)
    expect(run.errors[0]?.properties).toMatchObject(place)
    expect(run.errors[0]?.message).toContain('No good')
    expect(run.errors[0]?.message).not.toContain('Check the input')
  },
)

test.each([
  ['custom_url', ['source_config', 'custom_url'], { custom_url: 'https://new.example' }],
  ['k8s_namespace', ['source_config', 'listener_config', 'k8s_namespace'], { k8s_namespace: 'new' }],
  [
    'resource_spec',
    ['source_config', 'resource_spec', 'sidecars', 0, 'image'],
    { resource_spec: 'sidecars: [{image: a}]' },
  ],
  ['secrets', ['secrets', 0, 'name'], { secrets: 'FIRST=new value\nSECOND=another' }],
  [
    'secret_references',
    ['secret_references', 0, 'name'],
    { secret_references: '[{name: A, secret_name: b, secret_key: c}]' },
  ],
] as const)('a message about the field of the input %s names the input', async (input, loc, inputs) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: POST, status: 422, body: finding(...loc) })
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  const env = { FIRST: 'first value', SECOND: 'second value' }
  const run = await create(sandbox, { config: 'deploy.yml', ...inputs }, { workspace, env })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.properties).not.toHaveProperty('file')
  expect(run.errors[0]?.message).toContain('No good')
  expect(run.errors[0]?.message).toContain(`\`${input}\``)
})

test('messages about two lines of the config file are reported at both lines', async () => {
  const sandbox = await sandboxForTest()
  const detail = [
    ...finding('source_config', 'custom_url').detail,
    ...finding('source_revision_config', 'image_uri').detail,
  ]
  sandbox.script({ operation: POST, status: 422, body: { detail } })
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  const env = { FIRST: 'first value', SECOND: 'second value' }
  const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env })
  expect(run.errors.map(({ properties: { file, line, col } }) => ({ file, line, col }))).toEqual([
    placeOf('custom_url', 'custom_url'),
    placeOf('image_uri', 'image_uri'),
  ])
})

test('a message about a field that no input sets names no input', async () => {
  const sandbox = await sandboxForTest()
  const detail = [
    { loc: ['query', 'limit'], msg: 'odd' },
    { loc: ['body', 'tags'], msg: 'is required' },
  ]
  sandbox.script({ operation: 'create_deployment', status: 422, body: { detail } })
  const run = await create(sandbox, { name: 'shop', source: 'internal_template' })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain('query.limit: odd; tags: is required')
  expect(run.errors[0]?.message).not.toContain('Set by')
})

test.each<[what: string, status: number, detail: string, inputs: Record<string, string>, words: string[]]>([
  [
    'a wrong key',
    401,
    'Who are you?',
    { api_key: 'a-wrong-key' },
    ['`X-Api-Key`', 'expired, revoked, or of another service'],
  ],
  [
    'a wrong header',
    401,
    'Who are you?',
    { headers: 'Authorization: Bearer a-wrong-key' },
    ['`Authorization`'],
  ],
  [
    'no credential',
    401,
    'Who are you?',
    {},
    ['No credential was sent: `api_key` and `oidc_audience` are empty'],
  ],
  [
    'a plain header, which is no credential',
    401,
    'Who are you?',
    { headers: 'X-Region: eu-west-1' },
    ['answered 401.', 'No credential was sent', '`headers` has none by its name'],
  ],
  [
    'a key in a header of any name, and a plain header',
    401,
    'Who are you?',
    { api_key: 'a-wrong-key', api_key_header: 'X-Pass', headers: 'X-Region: eu-west-1' },
    ['refused what was sent in `X-Pass`.'],
  ],
  [
    'a 403 for want of a credential',
    403,
    'Not for you',
    { headers: 'X-Region: eu' },
    ['No credential was sent'],
  ],
  ['a used quota', 403, 'Quota exceeded for deployments', {}, ['The account has reached a limit']],
  ['a missing role', 403, 'Not yours', { api_key: 'a-weak-key' }, ['role']],
])('the advice fits the cause: %s', async (_, status, detail, inputs, words) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: POST, status, body: { detail } })
  const run = await create(sandbox, { ...shop, ...inputs })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(detail)
  for (const word of words) expect(run.errors[0]?.message).toContain(word)
  expect(/role/.test(run.errors[0]?.message ?? '')).toBe(detail === 'Not yours')
})
