import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { create, posts, type Run, sandboxForTest, workspaceWith } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

const VALUES = {
  PLAIN: 'correct horse battery staple',
  SIGNS: 'p@ss"w\\rd/<&>\'%0A+=#?\t;end',
  URL: 'postgres://shop:s3cr%24t@db.internal:5432/shop?sslmode=require',
  UNICODE: 'grüße 日本 😀 ende',
  PEM: '-----BEGIN KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50\nDFtMDoQikTmiCqirVv9m==\n-----END KEY-----\n',
  SPACES: '   surrounded by spaces   ',
}

const SECRETS = Object.keys(VALUES).join('\n')

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)
const asciiEscaped = (text: string) =>
  jsonEscaped(text).replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const form = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** The forms of a secret that no output may contain. */
function formsOf(value: string): string[] {
  const parts = [value, value.trim(), ...value.split('\n')].filter(part => part.trim().length >= 4)
  const bytes = Buffer.from(value)
  return [
    ...parts.flatMap(part => [
      part,
      jsonEscaped(part),
      asciiEscaped(part),
      encodeURIComponent(part),
      form(part),
    ]),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
}

const ALL_FORMS = Object.values(VALUES).flatMap(formsOf)

const unescaped = (html: string) =>
  html.replace(/<br>/g, '\n').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

/** All output of a run, as it is written and as it is shown. */
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
  expect(ALL_FORMS.filter(part => text.includes(part))).toEqual([])
}

const step = { env: VALUES }
const inputs = { ...shop, secrets: SECRETS }

test('every value is masked before anything else is printed', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, inputs, step)
  expect(posts(sandbox)).toEqual([
    expect.objectContaining({ secrets: Object.entries(VALUES).map(([name, value]) => ({ name, value })) }),
  ])
  const lines = run.stdout.split(EOL).filter(line => line !== '')
  const first = lines.findIndex(line => !line.startsWith('::add-mask::'))
  const masks = commandsOf(lines.slice(0, first).join('\n')).map(({ message }) => message)
  expect(lines.slice(first).filter(line => line.startsWith('::add-mask::'))).toEqual([])
  const trimmed = VALUES.SPACES.trim()
  const pem = [...VALUES.PEM.trim().split('\n'), Buffer.from(VALUES.PEM).toString('base64')]
  const { PEM: _, ...oneLine } = VALUES
  expect(new Set(masks)).toEqual(new Set([...Object.values(oneLine), trimmed, ...pem]))
  expectHidden(run)
  expect(JSON.parse(run.outputs['deployment'] ?? '').secrets).toEqual(Object.keys(VALUES))
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

const echo = ALL_FORMS.join(' and ')

test.each([
  ['a text', 400, { detail: echo.slice(0, 1900) }],
  [
    'texts',
    422,
    { detail: ALL_FORMS.slice(0, 40).map(msg => ({ loc: ['body', 'secrets', 0, 'value'], msg })) },
  ],
  ['paths', 422, { detail: ALL_FORMS.slice(0, 40).map(part => ({ loc: ['body', part], msg: 'No' })) }],
  ['the request itself', 422, { detail: [{ loc: ['body'], msg: 'No', input: VALUES }] }],
  ['a list of objects', 400, { detail: [VALUES] }],
  ['JSON of another shape', 400, { received: VALUES }],
  ['JSON in ASCII', 400, asciiJson({ received: VALUES })],
  ['plain text', 403, `Got ${VALUES.PLAIN}, ${VALUES.PEM}, ${VALUES.SIGNS} and ${VALUES.UNICODE}`],
  [
    'an HTML page',
    403,
    `<html><title>Got ${VALUES.PLAIN} ${VALUES.URL} ${form(VALUES.UNICODE)}</title></html>`,
  ],
])('secrets are redacted in an error that returns them as %s', async (_, status, body) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'create_deployment', status, body })
  const run = await create(sandbox, inputs, step)
  expect(run.exitCode).toBe(1)
  expect(run.errors).toHaveLength(1)
  expectHidden(run)
})

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

test('secrets are redacted in other fields of a created deployment', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({
      ...(body as object),
      status: VALUES.PLAIN,
      image_version: VALUES.PEM,
      source_config: { custom_url: VALUES.URL, build_command: `A=${VALUES.SIGNS} make` },
      source_revision_config: { repo_ref: Buffer.from(VALUES.UNICODE).toString('base64') },
      env: VALUES,
      forms: ALL_FORMS,
    }),
  })
  const run = await create(sandbox, inputs, step)
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: sandbox.deployments[0]?.id } })
  expectHidden(run)
  expect(JSON.parse(run.outputs['deployment'] ?? '').env.PLAIN).toBe('***')
})

test('secrets are redacted in fields of an existing deployment that differ', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({
    ...shop,
    status: VALUES.PLAIN,
    source_config: { custom_url: VALUES.URL, build_command: VALUES.SIGNS },
    secrets: [{ name: 'OTHER', value: 'a value that only the service knows' }],
  })
  const asked = { custom_url: VALUES.UNICODE, build_command: 'make' }
  for (const if_exists of ['match', 'reuse']) {
    const run = await create(sandbox, { ...inputs, ...asked, if_exists }, step)
    expect(JSON.parse(run.outputs['differences'] ?? '')).toHaveLength(3)
    expectHidden(run)
    expect(seen(run)).not.toContain('only the service knows')
  }
})

test('secrets are redacted in statuses during a wait', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({ ...(body as object), status: VALUES.PLAIN }),
  })
  sandbox.script({ operation: 'list_deployments', rewrite: page => page })
  sandbox.script({ operation: 'list_deployments', status: 503, body: { message: VALUES.URL } })
  const run = await create(sandbox, { ...inputs, wait_for: 'ready' }, step)
  expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'READY' } })
  expectHidden(run)
})

const LONG = 'a-secret-of-thirty-two-letters-0'

test.each([
  ['a text', (text: string) => ({ detail: text }), 2000],
  ['a message about a field', (text: string) => ({ detail: [{ loc: [], msg: text }] }), 2000],
  ['plain text', (text: string) => text, 2000],
  ['the title of a page', (text: string) => `<title>${text}</title>`, 500],
])('a secret that is truncated in %s leaves no part of it', async (_, bodyOf, length) => {
  const visible = await Promise.all(
    [4, 16, 28].map(async kept => {
      const sandbox = await sandboxForTest()
      const text = `${'x'.repeat(length - kept - 1)} ${LONG} and more`
      sandbox.script({ operation: 'create_deployment', status: 400, body: bodyOf(text) })
      return seen(await create(sandbox, { ...shop, secrets: `A=${LONG}` }))
    }),
  )
  expect(visible.map(text => text.includes(LONG.slice(0, 16)))).toEqual([false, false, false])
})

test('a secret that the config file names is masked before anything is printed', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': 'secrets:\n  - OF_FILE\n' })
  sandbox.script({ operation: 'create_deployment', status: 400, body: { detail: 'Not value-of-file!' } })
  const run = await create(
    sandbox,
    { ...shop, config: 'deploy.yml' },
    { workspace, env: { OF_FILE: 'value-of-file' } },
  )
  expect(run.errors[0]?.message).toContain('Not ***!')
  expect(seen(run)).not.toContain('value-of-file')
  expect(run.stdout.split('\n')[0]).toMatch(/^::add-mask::/)
})

test('the secrets of all inputs are redacted', async () => {
  const sandbox = await sandboxForTest()
  const github_token = 'token-of-the-workflow'
  const api_key = 'key-of-the-service'
  sandbox.script({
    operation: 'list_deployments',
    status: 400,
    body: { detail: `${github_token} ${api_key}` },
  })
  const run = await create(sandbox, { ...inputs, api_key, github_token }, step)
  expectHidden(run)
  expect(seen(run)).not.toMatch(/token-of-the-workflow|key-of-the-service/)
})
