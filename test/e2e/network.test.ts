import { describe, expect, it } from 'vitest'
import { selfSigned } from '../sandbox/certificate.ts'
import { sandboxForTest, shown, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'
import { openProxy } from './proxy.ts'

const SHOP = { name: 'shop', source: 'internal_template' }
const CREATED = { exitCode: 0, errors: [], outputs: { created: 'true' } }

describe('the action trusts a private authority in NODE_EXTRA_CA_CERTS, and uses the proxy in', () => {
  it.each([
    ['HTTPS_PROXY', '', undefined],
    ['https_proxy', 'user:p%pa/s@s@', 'user:p%pa/s@s'],
  ])('%s, written as %shost:port', async (variable, prefix, credentials) => {
    const tls = selfSigned()
    const workspace = await workspaceWith({ 'ca.pem': tls.cert })
    const sandbox = await sandboxForTest({ tls })
    const proxy = await openProxy()
    const env = { NODE_EXTRA_CA_CERTS: `${workspace}/ca.pem`, [variable]: prefix + new URL(proxy.url).host }
    const run = await create(sandbox, SHOP, { env })
    expect(run).toMatchObject(CREATED)
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(sandbox.base_url).host}`]))
    const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    expect(new Set(proxy.authorizations)).toEqual(new Set([authorization]))
    expect(shown(run)).not.toContain('p%pa/s@s')
  })
})

it('the action uses the proxy in HTTP_PROXY for http', async () => {
  const sandbox = await sandboxForTest()
  const proxy = await openProxy()
  expect(await create(sandbox, SHOP, { env: { HTTP_PROXY: proxy.url } })).toMatchObject(CREATED)
  const origins = proxy.asked.map(asked => new URL(asked.split(' ')[1] ?? '').origin)
  expect(origins).toEqual(sandbox.requests.map(() => sandbox.base_url))
})
