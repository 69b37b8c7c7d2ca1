import { expect, it, test } from 'vitest'
import { stringify } from 'yaml'
import { sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

/** Runs a create whose POST the service refuses. */
async function refused(
  fault: { status: number; body: unknown; headers?: Record<string, string>; times?: 'forever' },
  inputs: Record<string, string>,
  config = '{}',
) {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'create_deployment', ...fault })
  const workspace = await workspaceWith({ 'deploy.yml': config })
  const env = { FIRST: 'first value', SECOND: 'second value' }
  const run = await createInTurn(sandbox, { config: 'deploy.yml', ...inputs }, { workspace, env })
  expect(run).toMatchObject({ exitCode: 1, outputs: { http_status: String(fault.status) } })
  return { ...run, message: run.errors[0]?.message ?? '' }
}

const shop = { name: 'shop', source: 'internal_template' }

type Loc = (string | number)[]
const findings = (...locs: Loc[]) => ({
  detail: locs.map(loc => ({ loc: ['body', ...loc], msg: 'No good' })),
})

const CONFIG = stringify({
  name: 'shop',
  source: 'external_container',
  source_config: {
    custom_url: 'https://shop.example',
    listener_config: { k8s_namespace: 'shops' },
    resource_spec: { sidecars: [{ name: 'a' }, { name: 'proxy', image: 'proxy:2', args: ['-v', '-x'] }] },
  },
  source_revision_config: { image_uri: 'shop:1' },
  secrets: ['FIRST', 'SECOND'],
  secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
})
const SIDECARS = ['source_config', 'resource_spec', 'sidecars']

test.each<[lines: string[], Loc[]]>([
  [['name: shop'], [['name']]],
  [['k8s_namespace: shops'], [['source_config', 'listener_config', 'k8s_namespace']]],
  [['image: proxy:2'], [[...SIDECARS, 1, 'image']]],
  [['- -v'], [[...SIDECARS, 1, 'args', 0]]],
  [['secret_key: url'], [['secret_references', 0, 'secret_key']]],
  [['- SECOND'], [['secrets', 1, 'name']]],
  [
    ['custom_url: https', 'image_uri: shop:1'],
    [
      ['source_config', 'custom_url'],
      ['source_revision_config', 'image_uri'],
    ],
  ],
])('a message about what the config file sets is reported at its line: %j', async (lines, locs) => {
  const run = await refused({ status: 422, body: findings(...locs) }, {}, CONFIG)
  const text = CONFIG.split('\n')
  const places = lines.map(line => String(text.findIndex(candidate => candidate.includes(line)) + 1))
  expect(run.errors.map(({ properties: { file, line } }) => [file, line])).toEqual(
    places.map(line => ['deploy.yml', line]),
  )
  for (const { message } of run.errors) expect(message).toContain('No good')
  expect(run.message).not.toContain('See the input')
})

test.each<[input: string, Loc, value: string]>([
  ['custom_url', ['source_config', 'custom_url'], 'https://new.example'],
  ['custom_url', ['custom_url'], 'https://new.example'],
  ['custom_url', ['request', 'source_config', 'custom_url'], 'https://new.example'],
  ['k8s_namespace', ['source_config', 'listener_config', 'k8s_namespace'], 'new'],
  ['resource_spec', [...SIDECARS, 0, 'image'], 'sidecars: [{image: a}]'],
  ['secrets', ['secrets', 0, 'name'], 'FIRST=new value\nSECOND=another'],
  ['secret_references', ['secret_references', 0, 'name'], '[{name: A, secret_name: b, secret_key: c}]'],
])('a message about the field of the input %s names the input', async (input, loc, value) => {
  const run = await refused({ status: 422, body: findings(loc) }, { [input]: value }, CONFIG)
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.properties).not.toHaveProperty('file')
  expect(run.message).toContain('No good')
  expect(run.message).toContain(`See the input \`${input}\`.`)
})

test('a message about a field that no input sets names no input, also if its path ends like one', async () => {
  const detail = [
    { loc: ['query', 'limit'], msg: 'odd' },
    { loc: ['body', 'tags'], msg: 'is required' },
    { loc: ['body', 'tags', 'name'], msg: 'is empty' },
    { loc: ['body', 'name', 'first'], msg: 'is unknown' },
    { loc: ['body', 'owner', 'contact', 'name'], msg: 'is gone' },
    { loc: ['body', 'source_config', 'labels', 'image_uri'], msg: 'is long' },
    { loc: ['body', 'source_revision_config', 'custom_url'], msg: 'is here' },
  ]
  const run = await refused({ status: 422, body: { detail } }, shop)
  expect(run.errors).toHaveLength(1)
  expect(run.message).toMatch(/query.limit: odd; tags: is required; tags.name: is empty; name.first: /)
  expect(run.message).not.toContain('See the input')
})

const REGION = 'X-Region: eu-west-1'

test.each<[status: number, detail: string, inputs: Record<string, string>, advice: string]>([
  [401, 'Who are you?', { api_key: 'a-wrong-key' }, 'what was sent in `X-Api-Key`'],
  [401, 'Who are you?', { headers: 'Authorization: Bearer a-wrong-key' }, 'what was sent in `Authorization`'],
  [401, 'Who are you?', {}, 'No credential was sent: `api_key` and `oidc_audience` are empty'],
  [401, 'Who are you?', { headers: REGION }, '`headers` names no credential'],
  [401, 'Who?', { api_key: 'a-wrong-key', api_key_header: 'X-Pass', headers: REGION }, 'sent in `X-Pass`.'],
  [403, 'Not for you', { headers: REGION }, 'without a credential. Besides, it had `X-Region`'],
  [404, 'Not Found', { api_key: 'a-key' }, 'answered 404 to /v2/deployments.'],
  [403, 'Quota exceeded for deployments', {}, '403 to a request without a credential'],
  [403, 'Requires workspace', { api_key: 'a-weak-key' }, '403 to a request with `X-Api-Key`'],
])('the advice after a %i that says "%s" fits the inputs %j', async (status, detail, inputs, advice) => {
  const run = await refused({ status, body: { detail } }, { ...shop, ...inputs })
  expect(run.errors).toHaveLength(1)
  expect(run.message).toContain(detail)
  expect(run.message).toContain(advice)
  expect(run.message).not.toMatch(/gave no reason|limit of/)
})

it('the advice after a 403 without words to a request without a credential names all causes', async () => {
  const { message } = await refused({ status: 403, body: '' }, shop)
  expect(message).toMatch(/gave no reason beyond its status.*No credential was sent.*the limits of the plan/)
})

test.each<[status: number, body: string | object, advice: string]>([
  [403, '<title>403 Forbidden</title>', 'gave no reason beyond its status'],
  [402, { status: 402 }, 'gave no reason beyond its status'],
  [402, { status: 402, code: 'QUOTA' }, 'Act on the message of the service'],
  [403, '<title>Too many projects</title>', 'Act on the message of the service'],
  [429, { message: '配额已满' }, 'Act on the message of the service'],
  [422, { fault: { faultstring: 'Quota is exceeded' } }, 'Act on the message of the service'],
])(
  'the advice after a %i with the body %j knows whether it has words, and of what',
  async (status, body, advice) => {
    const api_key = { api_key: 'a-key-of-the-run' }
    const fault = { status, body, headers: { 'retry-after': '0' }, times: 'forever' as const }
    const run = await refused(fault, { ...shop, ...api_key })
    expect(run.message).toContain(advice)
  },
)

test.each([
  [429, '5 create requests were sent, and all were refused'],
  [402, 'The create request was sent and refused'],
])('a create that %i ends says how many requests were refused', async (status, words) => {
  const fault = { status, body: 'No more', headers: { 'retry-after': '0' }, times: 'forever' as const }
  const run = await refused(fault, shop)
  expect(run.message).toContain(words)
})
