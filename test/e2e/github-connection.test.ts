import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selfSigned } from '../sandbox/certificate.ts'
import { sandboxForTest, workspaceWith } from './create.ts'
import { gitHubForTest } from './github-api.ts'
import { message, record } from './github-record.ts'
import { openProxy } from './proxy.ts'

describe('the connection to GitHub', () => {
  const RECORDED = ['deployment', 'in_progress', 'success']

  test('uses a proxy and trusts a private certificate', async () => {
    const tls = selfSigned()
    const github = await gitHubForTest({ tls, base_path: '/api/v3' })
    const proxy = await openProxy()
    const workspace = await workspaceWith({ 'ca.pem': tls.cert })
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: join(workspace, 'ca.pem') }
    expect(await record(await sandboxForTest(), github, {}, env)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.writes()).toEqual(RECORDED)
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(github.api_url).host}`]))
  })

  test('trusts no other certificate', async () => {
    const github = await gitHubForTest({ tls: selfSigned() })
    const run = await record(await sandboxForTest(), github)
    expect(run).toMatchObject({ exitCode: 0, warnings: [{ command: 'warning' }] })
    expect(message(run)).toContain('SELF_SIGNED_CERT')
    expect(github.writes()).toEqual([])
  })

  test('uses a proxy without TLS too', async () => {
    const github = await gitHubForTest({ base_path: '/api/v3' })
    const proxy = await openProxy()
    const env = { HTTP_PROXY: proxy.url }
    expect(await record(await sandboxForTest(), github, {}, env)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.writes()).toEqual(RECORDED)
    const host = new URL(github.api_url).host
    expect(proxy.asked.filter(asked => asked.includes(host)).length).toBeGreaterThan(0)
  })

  test('bypasses the proxy for a host in NO_PROXY', async () => {
    const github = await gitHubForTest()
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', no_proxy: '127.0.0.1' }
    expect(await record(await sandboxForTest(), github, {}, env)).toMatchObject({ exitCode: 0, warnings: [] })
    expect(github.writes()).toEqual(RECORDED)
  })
})
