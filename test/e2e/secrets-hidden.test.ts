import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { runInProcess } from '../security/in-process.ts'
import { posts, type Run, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// Text that people read shows no secret: those of this run, those of other deployments, and passwords in URLs. The tests
// in test/security try all encodings and all texts of the service.

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

/** The forms in which a service may return secrets. */
const FORMS = [...Object.values(VALUES), ...Object.values(CREDENTIALS)]
  .flatMap(value => [value, value.trim(), ...value.split('\n')])
  .filter(part => part.trim().length >= 4)
  .flatMap(part => [
    part,
    JSON.stringify(part).slice(1, -1),
    encodeURIComponent(part),
    new URLSearchParams({ '': part }).toString().slice(1),
    Buffer.from(part).toString('base64').replace(/=+$/, ''),
  ])

const unescaped = (html: string) =>
  html.replace(/<br>/g, '\n').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

/** All that a run wrote, as it is written and as it is shown. */
function seen({ stdout, stderr, outputs, summary }: Run): string {
  const commands = commandsOf(stdout).filter(({ command }) => command !== 'add-mask')
  return [
    stdout.replace(/^::add-mask::.*$/gm, ''),
    ...commands.flatMap(({ message, properties }) => [message, ...Object.values(properties)]),
    stderr,
    ...Object.values(outputs),
    summary,
    unescaped(summary),
  ].join('\n')
}

function expectHidden(run: Run) {
  const text = seen(run)
  expect([...FORMS, OTHER.value].filter(part => text.includes(part))).toEqual([])
}

const step = { env: VALUES }
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
  expectHidden(run)
  expect(JSON.parse(run.outputs['deployment'] ?? '').secrets.sort()).toEqual(Object.keys(env).sort())
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
})

const refusal = (status: number, body: unknown) => (sandbox: Sandbox) =>
  sandbox.script({ operation: 'create_deployment', status, body })
const created = (members: object) => (sandbox: Sandbox) =>
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as object), ...members }) })

test.each<[string, (sandbox: Sandbox) => void, Record<string, string>?]>([
  ['the text of an error', refusal(400, { detail: FORMS.join(' and ').slice(0, 1900) })],
  ['messages about fields', refusal(422, { detail: FORMS.map(msg => ({ loc: ['body', msg], msg })) })],
  ['the request, in an error', refusal(422, { detail: [{ loc: ['body'], msg: 'No', input: VALUES }] })],
  ['JSON of an unknown shape', refusal(400, { received: VALUES })],
  ['an HTML page', refusal(403, `<html><title>Got ${VALUES.PLAIN} ${VALUES.URL}</title></html>`)],
  [
    'the fields of the new deployment',
    created({
      status: VALUES.PLAIN,
      image_version: VALUES.PEM,
      source_config: { custom_url: VALUES.URL, build_command: `A=${VALUES.SIGNS} make` },
      source_revision_config: { repo_ref: Buffer.from(VALUES.UNICODE).toString('base64') },
      latest_revision: { number: 1, secrets: [OTHER] },
      forms: FORMS,
    }),
  ],
  [
    'fields that differ',
    sandbox =>
      sandbox.seed({
        ...shop,
        status: VALUES.PLAIN,
        source_config: { custom_url: VALUES.URL, build_command: VALUES.SIGNS },
        secrets: [OTHER],
      }),
    { custom_url: VALUES.UNICODE, build_command: 'make' },
  ],
  ['a status during a wait', created({ status: VALUES.PLAIN }), { wait_for: 'ready' }],
])('secrets are hidden where the service returns them in %s', async (_, prepare, more) => {
  const sandbox = await sandboxForTest()
  prepare(sandbox)
  expectHidden(await create(sandbox, { ...inputs, ...more }, step))
})

const LONG = 'a-secret-of-thirty-two-letters-0'

test.each([
  ['a text', (text: string) => JSON.stringify({ detail: text }), 2000],
  ['a message about a field', (text: string) => JSON.stringify({ detail: [{ loc: [], msg: text }] }), 2000],
  ['plain text', (text: string) => text, 2000],
  ['the title of a page', (text: string) => `<title>${text}</title>`, 500],
])('a secret that is truncated in %s leaves no part of it', async (_, bodyOf, length) => {
  for (const kept of [4, 16, 28]) {
    const refused = { status: 400, text: bodyOf(`${'x'.repeat(length - kept - 1)} ${LONG} and more`) }
    const listed = { status: 200, text: '{"resources":[],"offset":0}' }
    const { log, summary } = await runInProcess(
      { ...shop, base_url: 'https://service.test', secrets: `A=${LONG}` },
      ({ method }) => (method === 'POST' ? refused : listed),
    )
    expect(log + summary).not.toContain(LONG.slice(0, 16))
  }
})

test.each<[string, 'create_deployment' | 'list_deployments', unknown]>([
  ['a list without its envelope', 'list_deployments', [{ id: 'id-1', name: 'other', secrets: [OTHER] }]],
  ['a list in another envelope', 'list_deployments', { items: [{ id: 'id-1', secrets: [OTHER] }] }],
  ['a list that is cut short', 'list_deployments', `{"resources": [{"secrets": [${JSON.stringify(OTHER)}`],
  ['a page', 'list_deployments', `<title>${OTHER.value}</title>`],
])('an unusable successful response is never quoted: %s', async (_, operation, body) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation, status: operation === 'create_deployment' ? 201 : 200, body })
  const run = await create(sandbox, shop)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response' } })
  expect(run.errors).toHaveLength(1)
  expect(JSON.stringify(run)).not.toMatch(/another-deployment|The service said/)
})

test('passwords in URLs of the service are hidden everywhere', async () => {
  const sandbox = await sandboxForTest()
  created({
    source_config: {
      custom_url: 'https://svc-user:svc-password@shop.test/x',
      repo_url: 'https://acme@git.test/acme/shop',
    },
    image_version: 'svc-password of svc-user',
  })(sandbox)
  const run = await create(sandbox, shop)
  const outputs = { url: '', repo_url: 'https://acme@git.test/acme/shop', image_version: '', created: 'true' }
  expect(run).toMatchObject({ exitCode: 0, outputs })
  expect(JSON.parse(run.outputs['deployment'] ?? '').source_config.custom_url).toBe('***')
  expect(JSON.stringify(run)).not.toMatch(/svc-password|svc-user/)
})
