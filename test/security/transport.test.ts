import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { createInQuickTime } from '../e2e/create-in-turn.ts'
import { openProxy } from '../e2e/proxy.ts'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import type { Fault, Operation } from '../sandbox/faults.ts'

/** Runs a create against a sandbox with a fault. */
async function runUnder(operation: Operation, fault: Fault, inputs: Record<string, string> = {}) {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation, ...fault })
  const { integration_id } = sandbox
  const asked = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  return createInQuickTime(sandbox, { ...asked, ...inputs })
}

const UNEXPECTED = 'unexpected_response'
const json = (body: string): Fault => ({ body, headers: { 'content-type': 'application/json' } })

it.each<[Operation, number, string]>([
  ...[301, 302, 303].map((status): [Operation, number, string] => ['list_repositories', status, UNEXPECTED]),
  ['list_deployments', 307, UNEXPECTED],
  // The service may have created the deployment before it redirected.
  ['create_deployment', 308, 'unknown_outcome'],
])('a redirect of %s with %i is not followed: %s', async (operation, status, error_code) => {
  const other = await sandboxForTest()
  const fault = { status, headers: { location: `${other.base_url}/path?token=of-target` } }
  const { stdout, outputs } = await runUnder(operation, fault, { api_key: 'key-to-keep' })
  expect(outputs).toMatchObject({ error_code, http_status: String(status) })
  expect(other.requests).toEqual([])
  expect(stdout).toContain(`points to ${other.base_url}/path,`)
  expect(stdout).not.toContain('of-target')
})

describe.concurrent('NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn verification off', () => {
  it.for<[string, (proxy: string) => Record<string, string>]>([
    ['without a proxy', () => ({})],
    ['through a proxy', proxy => ({ HTTPS_PROXY: proxy })],
    ['with a proxy that NO_PROXY excludes', proxy => ({ HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.1' })],
  ])('%s', async ([_, way], { onTestFinished }) => {
    const sandbox = await sandboxForTest({ tls: selfSigned() }, onTestFinished)
    const proxy = await openProxy(undefined, onTestFinished)
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', ...way(proxy.url) }
    const run = await create(sandbox, { name: 'shop', source: 'internal_template' }, { env })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable' } })
    expect(run.stdout).toContain('certificate is not trusted')
    expect(sandbox.requests).toEqual([])
  })

  it('for the connection to a proxy', async ({ onTestFinished }) => {
    const tls = selfSigned()
    const sandbox = await sandboxForTest({ tls }, onTestFinished)
    const workspace = await workspaceWith({ 'ca.pem': tls.cert }, onTestFinished)
    const proxy = await openProxy(selfSigned(), onTestFinished)
    const trust = { NODE_EXTRA_CA_CERTS: `${workspace}/ca.pem`, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const env = { ...trust, HTTPS_PROXY: proxy.url }
    const run = await create(sandbox, { name: 'shop', source: 'internal_template' }, { env })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable' } })
    expect(run.stdout).toContain('certificate is not trusted')
    expect(proxy.asked).toEqual([])
  })
})

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const NESTED = deep(100_000)
const LISTED = `{"resources": [{"id": "x", "name": "shop", "a": ${NESTED}}]}`
const BOMB = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(256 << 20)) }
it.each<[string, Operation, Fault, string]>([
  ['inflates beyond the limit', 'list_deployments', BOMB, UNEXPECTED],
  ['nests a list too deeply', 'list_deployments', json(LISTED), UNEXPECTED],
  ['nests a refusal', 'create_deployment', { status: 422, ...json(`{"detail": [${NESTED}]}`) }, 'rejected'],
])('a response that %s fails the run', async (_, operation, fault, code) => {
  const { outputs, stderr } = await runUnder(operation, fault)
  expect([outputs['error_code'], stderr]).toEqual([code, ''])
})

it('keys such as __proto__ in a response are ordinary keys', async () => {
  const odd =
    '{"__proto__": {"status": "evil", "id": "evil"}, "constructor": "x", "toString": null, "id": "id-1", "status": "READY", "name": "shop"}'
  const { exitCode, outputs } = await runUnder('create_deployment', { status: 201, ...json(odd) })
  expect({ exitCode, ...outputs }).toMatchObject({ exitCode: 0, id: 'id-1', status: 'READY' })
  const keys = ['__proto__', 'constructor', 'toString', 'id', 'status', 'name']
  expect(Object.keys(JSON.parse(outputs['deployment'] ?? ''))).toEqual(keys)
})

it.each(['directly', 'through a proxy'])(
  'headers with names of JavaScript are sent %s like any other',
  async way => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty']
    const seen: string[][] = []
    const server = createServer(({ rawHeaders }, response) => {
      seen.push(rawHeaders)
      response.writeHead(401).end()
    })
    const origin = `http://127.0.0.1:${await listen(server)}`
    const headers = names.map(name => `${name}: of ${name}`).join('\n')
    const env = way === 'directly' ? {} : { HTTP_PROXY: origin }
    await runStep({ with: { name: 'shop', source: 'internal_template', headers, base_url: origin }, env })
    expect(seen).not.toEqual([])
    for (const sent of seen) for (const name of names) expect(sent[sent.indexOf(name) + 1]).toBe(`of ${name}`)
  },
)
