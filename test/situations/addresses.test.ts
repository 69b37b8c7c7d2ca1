import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { RERUN } from '../../src/run/advice.ts'
import type { Handler, Service } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import type { Answer } from './addresses.ts'
import { expectInOrder, SENT } from './words.ts'

// A host with several addresses is reached though some are silent, and though all of them are slow.

const [JUMP, ADDRESSES] = ['../harness/jump.ts', './addresses.ts'].map(file =>
  pathToFileURL(join(import.meta.dirname, file)),
)

/** Inputs and step for a service whose host has these addresses. */
function at(name: string, service: Service, addresses: Record<string, Answer>) {
  const base_url = service.base_url.replace('127.0.0.1', name)
  const NODE_OPTIONS = `--import=${JUMP} --import=${ADDRESSES}`
  const env = { NODE_OPTIONS, TEST_ADDRESSES: JSON.stringify(addresses) }
  return { inputs: { ...IMAGE, base_url, allow_http: 'true' }, step: { env } }
}

/** Answers as usual, and closes the connection, so that the next request needs another one. */
const closeAfter =
  (service: Service): Handler =>
  ({ operation, body }, respond) => {
    const close = { connection: 'close' }
    if (operation === 'create') respond(201, service.create(body), close)
    else respond(200, { resources: service.deployments.slice(0, 0) }, close)
  }

describe.concurrent('a host with two addresses is reached, and one create request arrives, where', () => {
  test.for<{ how: string; addresses: Record<string, Answer>; request_timeout?: string }>([
    { how: 'the first is slow, and the second refuses', addresses: { '::1': 400, '127.0.0.2': 'refuses' } },
    { how: 'the first is silent, and the second slow', addresses: { '::1': 'silent', '127.0.0.2': 300 } },
    { how: 'the second is silent', addresses: { '127.0.0.2': 300, '::1': 'silent' }, request_timeout: '3s' },
  ])('$how', async ({ addresses, request_timeout = '30s' }, { serve, create }) => {
    const service = await serve()
    for (const operation of ['list', 'create'] as const) service.override(operation, 'each', closeAfter(service))
    const { inputs, step } = at('service.test', service, addresses)
    const run = await create(service, { ...inputs, request_timeout }, step)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    expect(service.of('create')).toHaveLength(1)
  })
})

test('a host whose addresses are all silent is unreachable, and nothing was sent', async ({ serve, create }) => {
  const service = await serve()
  const { inputs, step } = at('service.test', service, { '::1': 'silent', '127.0.0.2': 'silent' })
  const run = await create(service, { ...inputs, request_timeout: '300ms' }, step)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable', created: 'false' } })
  expectInOrder(run.errors[0]?.message ?? '', ['service.test', SENT.no, 'proxy', RERUN.safe])
  expect(service.requests).toEqual([])
})

test('a host that is not known is named in the advice', async ({ serve, create }) => {
  const service = await serve()
  const { inputs, step } = at('nowhere.test', service, {})
  const run = await create(service, inputs, step)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable', created: 'false' } })
  expectInOrder(run.errors[0]?.message ?? '', ['nowhere.test', SENT.no, /host/, RERUN.safe])
})
