import { describe, expect, it } from 'vitest'
import { selfSigned } from '../sandbox/certificate.ts'
import { create, sandboxForTest, workspaceWith } from './create.ts'
import { openProxy } from './proxy.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }
const CREATED = { exitCode: 0, errors: [], outputs: { created: 'true' } }

/** A sandbox that speaks TLS with a certificate of a private authority, and the variable that makes it trusted. */
async function privateSandbox() {
  const tls = selfSigned()
  const workspace = await workspaceWith({ 'ca.pem': tls.cert })
  const sandbox = await sandboxForTest({ tls })
  return {
    sandbox,
    trust: { NODE_EXTRA_CA_CERTS: `${workspace}/ca.pem` },
    host: new URL(sandbox.base_url).host,
  }
}

it('the action trusts a private authority in NODE_EXTRA_CA_CERTS', async () => {
  const { sandbox, trust } = await privateSandbox()
  expect(await create(sandbox, INPUTS, { env: trust })).toMatchObject(CREATED)
})

describe('the action uses the proxy', () => {
  it.each(['HTTPS_PROXY', 'https_proxy'])('in %s for https', async variable => {
    const { sandbox, trust, host } = await privateSandbox()
    const proxy = await openProxy()
    expect(await create(sandbox, INPUTS, { env: { ...trust, [variable]: proxy.url } })).toMatchObject(CREATED)
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]))
  })

  it.each(['HTTP_PROXY', 'http_proxy'])('in %s for http', async variable => {
    const sandbox = await sandboxForTest()
    const proxy = await openProxy()
    expect(await create(sandbox, INPUTS, { env: { [variable]: proxy.url } })).toMatchObject(CREATED)
    const origins = proxy.asked.map(asked => new URL(asked.split(' ')[1] ?? '').origin)
    expect(origins).toEqual(sandbox.requests.map(() => sandbox.base_url))
  })
})

describe('the action bypasses the proxy', () => {
  it.each(['NO_PROXY', 'no_proxy'])('for a host in %s', async variable => {
    const { sandbox, trust } = await privateSandbox()
    const proxy = await openProxy()
    const env = { ...trust, HTTPS_PROXY: proxy.url, [variable]: 'example.com,127.0.0.1' }
    expect(await create(sandbox, INPUTS, { env })).toMatchObject(CREATED)
    expect(proxy.asked).toEqual([])
  })
})

it.concurrent('a network error names only the origin of the URL, with its port', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const run = await create(sandbox, { ...INPUTS, base_url: 'https://127.0.0.1:1/secret-path' })
  expect(run.errors[0]?.message).toContain('https://127.0.0.1:1: the connection was refused (ECONNREFUSED)')
  expect(run.stdout + run.summary).not.toContain('secret-path')
})

describe('a proxy', () => {
  it.each(['http://user:proxy-pass@proxy-host:99999', 'socks5://proxy-host:1'])(
    'with the value %s is an error that names the variable and not its value',
    async value => {
      const sandbox = await sandboxForTest()
      const run = await create(sandbox, INPUTS, { env: { https_proxy: value } })
      expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'invalid_input' } })
      expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('https_proxy')])
      const shown =
        run.stdout.replaceAll(/^::add-mask::.*$/gm, '') + run.summary + JSON.stringify(run.outputs)
      expect(shown).not.toMatch(/proxy-host|proxy-pass|99999/)
      expect(sandbox.requests).toEqual([])
    },
  )

  it.each([
    ['without a scheme', (host: string) => host, undefined],
    ['with a user and a password', (host: string) => `user:p%pa/s@s@${host}`, 'user:p%pa/s@s'],
  ])('is used if it is written %s', async (_, written, credentials) => {
    const { sandbox, trust, host } = await privateSandbox()
    const proxy = await openProxy()
    const run = await create(sandbox, INPUTS, {
      env: { ...trust, HTTPS_PROXY: written(new URL(proxy.url).host) },
    })
    expect(run).toMatchObject(CREATED)
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]))
    const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    expect(new Set(proxy.authorizations)).toEqual(new Set([authorization]))
    expect(run.stdout.replaceAll(/^::add-mask::.*$/gm, '') + run.summary).not.toContain('p%pa/s@s')
  })
})
