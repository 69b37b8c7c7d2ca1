import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import type { DeploymentSeed, Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, shown } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const NEW = { custom_url: 'https://new.example' }
const OLD = { custom_url: 'https://old.example' }

const secret = (name: string) => ({ name, value: `existing-value-${name}` })

// What counts as a difference is tested in test/deployment.
test.each<[string, DeploymentSeed, Record<string, string>, [path: string, asked: unknown, is: unknown][]]>([
  ['nothing', {}, {}, []],
  [
    'fields, a member and the names of secrets, never their values',
    {
      source: 'internal_source',
      source_config: { ...OLD, resource_spec: { labels: { a: '1' } } },
      secrets: [secret('A')],
    },
    { ...NEW, resource_spec: 'labels: {a: "2"}', secrets: 'A=requested-value-1\nB=requested-value-2' },
    [
      ['source', 'internal_template', 'internal_source'],
      ['source_config.custom_url', NEW.custom_url, OLD.custom_url],
      ['source_config.resource_spec.labels.a', '2', '1'],
      ['secrets', ['A', 'B'], ['A']],
    ],
  ],
  [
    'the value of one of two secrets',
    { secrets: [secret('A'), secret('B')] },
    { secrets: 'A=existing-value-A\nB=requested-value-2' },
    [['secrets.B', '(the requested value)', '(another value)']],
  ],
  [
    'a text that reads like the words about a secret',
    { source_config: { install_command: '(another value)' } },
    { install_command: 'npm ci' },
    [['source_config.install_command', 'npm ci', '(another value)']],
  ],
  ['the name', { name: 'Shop' }, {}, [['name', 'shop', 'Shop']]],
])('if_exists decides about a deployment that differs in %s', async (_, seed, inputs, expected) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed({ ...shop, ...seed })
  const differs = expected.length > 0 ? 'differs' : undefined
  for (const [if_exists, code] of [
    ['match', differs],
    ['reuse', undefined],
    ['fail', 'already_exists'],
  ] as const) {
    const run = await create(sandbox, { ...shop, ...inputs, if_exists })
    const { error_code, differences = '[]', ...outputs } = run.outputs
    const failures = code ? 1 : 0
    expect([error_code, run.exitCode, run.errors.length]).toEqual([code, failures, failures])
    expect(outputs).toMatchObject({ id: deployment?.id, created: 'false', status: 'READY' })
    expect(outputs).not.toHaveProperty('http_status')
    const said = [...run.errors, ...run.warnings].map(({ message }) => message).join('\n')
    if (code) expect(said).toContain(`"${deployment?.name}" (${deployment?.id})`)
    if (code) expect(run.outputs['error_message']).toContain(deployment?.id)
    expect(said.includes('No create request was sent')).toBe(code !== undefined)
    expect(shown(run)).not.toMatch(/-value-\w/)
    if (if_exists === 'fail') continue
    for (const [path, asked, is] of expected) {
      const [requested, existing] = [asked, is].map(value => JSON.stringify(value))
      const isSecret = path === 'secrets.B'
      expect(said).toContain(
        isSecret ? `${path} has another value` : `${path}: requested ${requested}, existing ${existing}`,
      )
    }
    expect(JSON.parse(differences)).toEqual(
      expected.map(([path, requested, existing]) => ({ path, requested, existing })),
    )
  }
  expect(posts(sandbox)).toEqual([])
})

test.each(['match', 'fail', 'reuse'])(
  'if_exists: %s creates what is free, and fails if two deployments have the name',
  async if_exists => {
    const free = await sandboxForTest()
    // None of these takes the name.
    for (const name of ['shop-2', 'my-shop', 'sho']) free.seed({ ...shop, name })
    expect(await create(free, { ...shop, if_exists })).toMatchObject({ outputs: { created: 'true' } })
    expect(posts(free)).toEqual([templateRequest('shop')])

    const taken = await sandboxForTest()
    const others = Array.from({ length: 248 }, (_, index) => ({ name: `shop-${index}` }))
    const [old, dying] = [
      { ...shop, created_at: '2026-01-02T03:04:05Z', source_config: OLD },
      { ...shop, created_at: null as unknown as string, status: 'AWAITING_FINAL_DELETE' as 'UNKNOWN' },
    ]
    const seeded = taken.seed(old, ...others, dying)
    const run = await create(taken, { ...shop, if_exists })
    expect(posts(taken)).toEqual([])
    const outputs = { error_code: 'ambiguous_name', created: 'false', id: '' }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    expect(run.errors).toHaveLength(1)
    const message = run.errors[0]?.message
    expect(message).toContain(
      `${seeded[0]?.id} (created 2026-01-02T03:04:05Z, READY, newest revision active, https://old.example)`,
    )
    expect(message).toContain(
      `${seeded.at(-1)?.id} (creation time unknown, AWAITING_FINAL_DELETE, newest revision active, so it is being deleted)`,
    )
    expect(message).not.toContain('same time')
  },
)

test.each([
  ['match', 'AWAITING_DELETE'],
  ['fail', 'DELETING'],
  ['reuse', 'AWAITING_FINAL_DELETE'],
])('if_exists: %s fails if the deployment is being deleted (%s)', async (if_exists, text) => {
  const sandbox = await sandboxForTest()
  const status = text as 'AWAITING_DELETE'
  const [deployment] = sandbox.seed({ ...shop, status })
  const run = await create(sandbox, { ...shop, if_exists })
  expect(posts(sandbox)).toEqual([])
  const outputs = { error_code: 'deleted', id: deployment?.id, status, created: 'false' }
  expect(run).toMatchObject({ exitCode: 1, outputs })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining(deployment?.id ?? '') }])
})

/** Another run creates the deployment between this run's look-up and its request. */
function raced(sandbox: Sandbox) {
  sandbox.script({ operation: 'list_deployments', body: { resources: [], offset: 0 } })
  return sandbox.seed(shop)
}

test.each([
  ['conflict', 'match', {}, undefined],
  ['unprocessable', 'reuse', {}, undefined],
  ['conflict', 'match', NEW, 'differs'],
  ['bad_request', 'fail', {}, 'already_exists'],
] as const)(
  'a name that is taken meanwhile (%s), with if_exists: %s and %j: %s',
  async (taken_names, if_exists, more, error_code) => {
    const sandbox = await sandboxForTest({ taken_names })
    const [deployment] = raced(sandbox)
    const run = await create(sandbox, { ...shop, ...more, if_exists })
    expect(posts(sandbox)).toHaveLength(1)
    expect(run.outputs).toMatchObject({ id: deployment?.id, created: 'false' })
    expect([run.outputs['error_code'], run.exitCode]).toEqual([error_code, error_code ? 1 : 0])
  },
)

test('a dry run that finds a deployment that differs says once that it deployed nothing', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'shop', source: 'internal_source' })
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', dry_run: 'true' })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'false' } })
  expect(run.errors[0]?.message).toMatch(/^Dry run: .*differs/)
  expect(run.errors[0]?.message).not.toContain('Nothing was deployed')
})
