import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { selfSigned } from '../harness/certificate.ts'
import { listen } from '../harness/listen.ts'
import { BUILDING } from '../harness/records.ts'
import type { AtEnd } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import { openProxy } from './proxy.ts'

// An attempt of a request ends in time and by a signal, whichever phase it is in.

/** A server of TCP that takes connections, and says nothing. */
async function openMute(atEnd: AtEnd) {
  const connections: Socket[] = []
  const server = createServer(socket => {
    connections.push(socket)
    socket.on('error', () => {})
  })
  const { port, close } = await listen(server)
  atEnd(close)
  return { port, connections }
}

const [JUMP, ADDRESSES] = ['harness/jump.ts', 'situations/addresses.ts'].map(file =>
  pathToFileURL(join(import.meta.dirname, '..', file)),
)
const HUNG_NAME = { NODE_OPTIONS: `--import=${JUMP} --import=${ADDRESSES}` }
const SILENT_ADDRESS = { ...HUNG_NAME, TEST_ADDRESSES: '{"127.0.0.2": "silent"}' }

/** The inputs and the environment of a request that hangs in a phase, by the port of the server that hangs. */
const PHASES: Record<string, (port: number) => { base_url: string; env: Record<string, string> }> = {
  'the look-up of the host': () => ({ base_url: 'https://hangs.test', env: HUNG_NAME }),
  'the connection': () => ({ base_url: 'https://service.test', env: SILENT_ADDRESS }),
  "a proxy's answer to CONNECT": port => ({
    base_url: 'https://service.example',
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  }),
  'a TLS handshake': port => ({ base_url: `https://127.0.0.1:${port}`, env: {} }),
  'an answer': port => ({ base_url: `http://127.0.0.1:${port}`, env: {} }),
}
const ALL = Object.entries(PHASES).map(([phase, at]) => ({ phase, at }))

describe.concurrent('one attempt of a request', () => {
  test.for(ALL)('ends in time, and is repeated, where $phase hangs', async ({ at }, { run, atEnd }) => {
    const { base_url, env } = at((await openMute(atEnd)).port)
    const ended = await run({
      with: { ...IMAGE, base_url, request_timeout: '200ms' },
      env: { ...env, RUNNER_DEBUG: '1' },
    })
    expect(ended).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable', created: 'false' } })
    expect(ended.stdout.match(/^::debug::GET /gm)).toHaveLength(5)
    expect(ended.errors[0]?.message).toContain('it took longer than 0.2 s')
    // What repeats is told once.
    expect(ended.stdout.match(/another attempt follows/g)).toHaveLength(1)
  })

  // Windows has no signals: `kill` ends a process at once.
  test.skipIf(process.platform === 'win32').for(ALL)(
    'ends by a signal, and all is reported, where $phase hangs',
    async ({ at }, { start, atEnd }) => {
      const { port, connections } = await openMute(atEnd)
      const { base_url, env } = at(port)
      // The log of the step under test, or the server, tells that the phase has begun.
      const step = await start({ with: { ...IMAGE, base_url }, env: { ...env, TEST_TELLS: 'true' } })
      await vi.waitFor(() => expect(connections.length > 0 || /hangs now/.test(step.stdout())).toBe(true), 20_000)
      step.kill('SIGTERM')
      const ended = await step.result
      expect(ended).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'false' } })
      expect(ended.errors).toHaveLength(1)
      expect(ended.summary).toMatch(/^## 🛑/)
    },
  )
})

test('wait_timeout bounds a wait behind a proxy that never answers CONNECT', async ({ run, atEnd }) => {
  const { port } = await openMute(atEnd)
  const limits = { request_timeout: '200ms', wait_timeout: '3s' }
  const { outputs } = await run({
    action: 'wait',
    with: { base_url: 'https://service.example', name: 'shop', ...limits },
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  })
  expect(outputs['error_code']).toBe('wait_timeout')
})

test('a create request that waited for a tunnel is given up for good', async ({ serve, create, atEnd }) => {
  const { key, cert } = selfSigned()
  const service = await serve({ tls: { key, cert } })
  service.override('list', 1, (_request, respond) => respond(200, { resources: [] }, { connection: 'close' }))
  const repeated = Promise.withResolvers<void>()
  const proxy = await openProxy(service.base_url, async tunnel => {
    // The second tunnel, of the first create request, opens once the third one is asked for.
    if (tunnel === 2) await repeated.promise
    if (tunnel === 3) repeated.resolve()
  })
  atEnd(proxy.close)
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: 'ca.pem' }
  const inputs = { ...IMAGE, request_timeout: '2s' }
  const run = await create(service, inputs, { env, files: { 'ca.pem': cert } })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  // The service sees only its repeat.
  expect(service.of('create')).toHaveLength(1)
})

describe.concurrent('bytes that are no HTTP are a network failure', () => {
  const [HEAD, CHUNKED] = ['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n']
  const BYTES = {
    'an SSH banner': 'SSH-2.0-OpenSSH_9.6\r\n',
    'a TLS alert': '\x15\x03\x01\x00\x02\x02\x46',
    'a malformed header': `${HEAD}no colon\r\n\r\n`,
    'a bad chunk': `${CHUNKED}zz\r\nx\r\n`,
  }
  test.for(Object.entries(BYTES))(
    '%s: in a read, a create request and a wait',
    async ([, bytes], { serve, create }) => {
      const revision = { active_revision_id: 'r', latest_revision_id: 'r' }
      const service = await serve({ created: BUILDING, later: [{ after: 40_000, fields: revision }] })
      for (const call of [1, 12]) service.override('list', call, (_request, { raw }) => raw(bytes))
      service.override('create', 1, ({ body }, { raw }, store) => {
        store.create(body)
        raw(bytes)
      })
      const run = await create(service, { ...IMAGE, wait_for: 'active' })
      expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: service.deployments[0]?.id } })
      expect([service.of('create').length, service.of('list').length > 12]).toEqual([1, true])
    },
  )
})

test('with debug logging, each attempt is a line, redacted and without a query', async ({ serve, create }) => {
  const service = await serve()
  service.override('list', 1, (_request, respond) => respond(503))
  const path = `${new URL(service.base_url).origin}/v2/deployments`
  const run = await create(service, { ...IMAGE, api_key: 'deployments-v2' }, { env: { RUNNER_DEBUG: '1' } })
  const lines = [...run.stdout.matchAll(/^::debug::(.*?), [\d.]+ (?:m?s|min)$/gm)].map(([, line]) => line)
  expect(lines).toEqual([`GET ${path}: 503`, `GET ${path}: 200`, `POST ${path}: 201`, `GET ${path}: 200`])
  expect((await create(service, IMAGE)).stdout).not.toContain('::debug::')
})
