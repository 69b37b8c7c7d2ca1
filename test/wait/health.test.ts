import { createServer, type IncomingHttpHeaders } from 'node:http'
import { describe, expect } from 'vitest'
import { listen } from '../harness/listen.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import type { AtEnd } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE } from '../orders.ts'
import { rerunsOf } from '../situations/words.ts'

// A deployment is healthy once its address answers 2xx, with the text.

interface Answer {
  status: number
  text?: string
  location?: string
}

/** An application that gives each answer once, and the last for ever. */
async function openApplication(answers: Answer[], atEnd: AtEnd) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const answer: Answer = answers[requests.length] ?? answers.at(-1) ?? { status: 500 }
    const { status, text = '', location } = answer
    requests.push({ url, headers })
    response.writeHead(status, location ? { location } : {}).end(text)
  })
  const { port, close } = await listen(server)
  atEnd(close)
  return { requests, address: `http://127.0.0.1:${port}` }
}

const ACTIVE: Fields = { latest_revision_id: 'r', active_revision_id: 'r' }
const OK = { status: 200, text: 'shop 1.4.2 is up' }
const OLD = { status: 200, text: 'shop 1.4.1 is up' }
const ORDER = { ...IMAGE, wait_for: 'active', wait_timeout: '2m' }

describe.concurrent('a deployment is healthy', () => {
  test('once the text is there', async ({ serve, create, atEnd }) => {
    const application = await openApplication([{ status: 503 }, { status: 404 }, OLD, OK], atEnd)
    const inputs = { ...ORDER, health_url: `${application.address}/ok`, health_contains: '1.4.2' }
    const run = await create(await serve(), inputs)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    expect(application.requests.map(({ url }) => url)).toEqual(Array(4).fill('/ok'))
  })

  test('at a path on its address, once active, and without our credentials', async ({ serve, create, atEnd }) => {
    const application = await openApplication([OK], atEnd)
    const custom_url = `${application.address}/base/`
    const service = await serve({ created: { ...BUILDING, source_config: { custom_url } } })
    let before: number | undefined
    service.override('list', 4, (_request, { usual }, store) => {
      before = application.requests.length
      store.update('shop', ACTIVE)
      usual()
    })
    const credentials = { api_key: 'a-key-of-mine', headers: 'X-Gateway-Token: a-token-of-mine' }
    const run = await create(service, { ...ORDER, ...credentials, health_url: '/ok?deep=1' })
    expect(run).toMatchObject({ exitCode: 0, outputs: { url: custom_url } })
    expect(before).toBe(0)
    expect(application.requests.map(({ url }) => url)).toEqual(['/base/ok?deep=1'])
    expect(JSON.stringify(application.requests)).not.toMatch(/of-mine|x-api-key|x-gateway/i)
  })
})

describe.concurrent('health_headers', () => {
  const LINES = 'Authorization: Bearer of-the-gateway\nX-Region: eu\naccept: text/html'

  test('go with the health check alone, and never to the target of a redirect', async ({ serve, create, atEnd }) => {
    const target = await openApplication([OK], atEnd)
    const application = await openApplication([{ status: 302, location: `${target.address}/login` }, OK], atEnd)
    const service = await serve()
    const both = { headers: 'Authorization: Bearer of-the-service', health_headers: LINES }
    const run = await create(service, { ...ORDER, ...both, health_url: `${application.address}/ok` })
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    const sent = { authorization: 'Bearer of-the-gateway', 'x-region': 'eu', accept: 'text/html' }
    expect(application.requests).toMatchObject([{ headers: sent }, { headers: sent }])
    expect(target.requests).toEqual([])
    expect(JSON.stringify(service.requests)).not.toMatch(/of-the-gateway|x-region/)
    expect(run.masks).toEqual(expect.arrayContaining(['Bearer of-the-gateway', 'of-the-gateway']))
    expect(run.shown).not.toContain('of-the-gateway')
  })

  // Nothing answers there, and a request would be waited for.
  const ADDRESSES = ['http://192.0.2.1', 'HTTP://shop.example.test/base', 'http://127.0.0.1.example.test']
  test.for(ADDRESSES)('are not sent to the address %s', async (custom_url, { serve, run }) => {
    const { base_url } = await serve({ deployments: [{ ...ACTIVE, source_config: { custom_url } }] })
    const inputs = { base_url, name: 'shop', health_url: '/ok', health_headers: LINES }
    const { outputs, errors, stdout } = await run({ action: 'wait', with: inputs })
    expect(outputs).toMatchObject({ error_code: 'unhealthy', http_status: '', url: custom_url })
    expect(errorOf({ errors })).toMatch(/health_headers.*allow_http/s)
    expect(stdout).not.toContain('Health:')
  })
})

describe.concurrent('a deployment that is active is unhealthy', () => {
  const DOWN = { status: 500, text: 'No database\nsecond line' }
  const JSON_DOWN = { status: 500, text: '{"is":"DOWN", "url":"a correct\\u003cbattery"}' }
  const SECRET = { secrets: 'A=correct<battery' }
  const OTHER = { health_contains: '1.4.3' }
  test.for<{ what: string; answer: Answer; inputs?: Record<string, string>; names: RegExp[] }>([
    { what: 'as it answers 500', answer: DOWN, names: [/500/, /No database/] },
    { what: 'as the text is not there', answer: OK, inputs: OTHER, names: [/200/, /1\.4\.2 is/, /1\.4\.3/] },
    { what: 'as it says in JSON', answer: JSON_DOWN, inputs: SECRET, names: [/DOWN.*\*\*\*/] },
  ])('$what', async ({ answer, inputs, names }, { serve, create, atEnd }) => {
    const application = await openApplication([answer], atEnd)
    const service = await serve()
    const run = await create(service, { ...ORDER, health_url: `${application.address}/ok`, ...inputs })
    const id = service.deployments[0]?.id
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unhealthy', created: 'true', id } })
    for (const name of names) expect(errorOf(run)).toMatch(name)
    expect(errorOf(run)).not.toMatch(/second line|battery/)
    expect(rerunsOf(errorOf(run))).toEqual(['repairs_nothing'])
    expect(new Set(application.requests.map(({ url }) => url))).toEqual(new Set(['/ok']))
  })
})
