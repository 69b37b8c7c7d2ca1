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
