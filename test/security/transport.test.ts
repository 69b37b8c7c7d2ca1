import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, type TestContext } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { openProxy } from '../e2e/proxy.ts'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'

const INTEGRATION = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
const INPUTS = { name: 'shop', source: 'repohost', integration_id: INTEGRATION, repository: 'acme/shop' }
const RECORD = {
  host_integration_id: INTEGRATION,
  id: 1,
  owner: 'acme',
  name: 'shop',
  url: 'https://git.test/acme/shop',
  default_branch: 'main',
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

type Operation = 'repositories' | 'list' | 'create'

const operationOf = ({ method, url = '' }: IncomingMessage): Operation =>
  method === 'POST' ? 'create' : url.includes('/repos') ? 'repositories' : 'list'

/** A service whose operations succeed, except for one. */
const serviceExcept =
  (odd: Operation, listener: RequestListener): RequestListener =>
  (request, response) => {
    const operation = operationOf(request)
    if (operation === odd) return listener(request, response)
    if (operation === 'repositories') return json(response, 200, [RECORD])
    if (operation === 'list') return json(response, 200, { resources: [], offset: 0 })
    return json(response, 201, { id: 'id-1', name: 'shop', status: 'READY' })
  }

async function runAgainst(
  { onTestFinished }: TestContext,
  listener: RequestListener,
  inputs: Record<string, string> = {},
) {
  const base_url = `http://127.0.0.1:${await listen(createServer(listener), onTestFinished)}`
  return runStep({ with: { base_url, ...INPUTS, ...inputs } })
}

// Runs that settle an unknown outcome or retry are made at the same time.
describe.concurrent.each<Operation>(['repositories', 'list', 'create'])('a redirect of %s', operation => {
  it.for([301, 302, 303, 307, 308])(
    'with %i is not followed, and only its origin is named',
    async (status, context) => {
      const asked: string[] = []
      const other = await listen(
        createServer((request, response) => response.end(asked.push(request.url ?? ''))),
        context.onTestFinished,
      )
      const location = `http://127.0.0.1:${other}/path-of-target?token=of-target`
      const { exitCode, stdout, outputs } = await runAgainst(
        context,
        serviceExcept(operation, (_, response) => response.writeHead(status, { location }).end()),
        { api_key: 'key-to-keep' },
      )
      expect({ exitCode, ...outputs }).toMatchObject({
        exitCode: 1,
        // The service may have created the deployment before it redirected.
        error_code: operation === 'create' ? 'unknown_outcome' : 'unexpected_response',
        http_status: String(status),
      })
      expect(asked).toEqual([])
      expect(stdout).toContain(`http://127.0.0.1:${other}`)
      expect(stdout).not.toContain('of-target')
    },
  )
})

it.concurrent('credentials reach only the origin of base_url, even through a shared proxy', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({ api_key: 'key-to-keep' }, onTestFinished)
  const proxy = await openProxy(undefined, onTestFinished)
  const run = await create(
    sandbox,
    {
      name: 'shop',
      source: 'internal_template',
      api_key: 'key-to-keep',
      custom_url: 'http://127.0.0.1:1/elsewhere',
    },
    { env: { HTTP_PROXY: proxy.url } },
  )
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(new Set(proxy.asked.map(asked => new URL(asked.split(' ')[1] ?? '').origin))).toEqual(
    new Set([sandbox.base_url]),
  )
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

describe.concurrent('an excessive response fails the run', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  it('if it inflates beyond the limit', async context => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(256 << 20)))
    const { outputs, stdout } = await runAgainst(
      context,
      serviceExcept('list', (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb),
      ),
    )
    expect(outputs['error_code']).toBe('unexpected_response')
    expect(stdout).toContain('the response is larger than the 64 MiB that are read of one')
  })

  it.for<[string, Operation, number, string, string]>([
    [
      'a repository',
      'repositories',
      200,
      `[${JSON.stringify({ ...RECORD, a: 0 }).replace('"a":0', `"a":${deep(100_000)}`)}]`,
      'unexpected_response',
    ],
    [
      'a list',
      'list',
      200,
      `{"resources": [{"id": "x", "name": "shop", "a": ${deep(100_000)}}]}`,
      'unexpected_response',
    ],
    ['a refusal', 'create', 422, `{"detail": [${deep(100_000)}]}`, 'rejected'],
    [
      'a message in a message',
      'create',
      400,
      `${'{"message":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'rejected',
    ],
  ])('if it is nested too deeply: %s', async ([_, operation, status, body, code], context) => {
    const { outputs, stderr } = await runAgainst(
      context,
      serviceExcept(operation, ({ url = '' }, response) =>
        json(response, status, /offset=[1-9]/.test(url) ? { resources: [] } : body),
      ),
    )
    expect([outputs['error_code'], stderr]).toEqual([code, ''])
  })

  it('if it never ends', async context => {
    const { outputs } = await runAgainst(
      context,
      serviceExcept('list', (_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      }),
      { request_timeout: '200ms' },
    )
    expect(outputs['error_code']).toBe('unreachable')
  })

  it('and the log shows only its beginning', async context => {
    const { stdout, summary, outputs } = await runAgainst(
      context,
      serviceExcept('create', (_, response) => json(response, 400, { detail: 'x'.repeat(5_000_000) })),
    )
    expect(outputs['error_code']).toBe('rejected')
    expect(stdout.length + summary.length).toBeLessThan(50_000)
  })
})

it.concurrent('keys such as __proto__ in a response are ordinary keys', async context => {
  const odd =
    '{"__proto__": {"status": "evil", "id": "evil"}, "constructor": "x", "toString": null, "id": "id-1", "status": "READY", "name": "shop"}'
  const { exitCode, outputs } = await runAgainst(
    context,
    serviceExcept('create', (_, response) => json(response, 201, odd)),
  )
  expect({ exitCode, ...outputs }).toMatchObject({ exitCode: 0, id: 'id-1', status: 'READY' })
  expect(Object.keys(JSON.parse(outputs['deployment'] ?? ''))).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'id',
    'status',
    'name',
  ])
})
