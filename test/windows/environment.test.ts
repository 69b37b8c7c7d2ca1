import { describe, expect, it } from 'vitest'
import { create, posts, sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { openProxy } from '../e2e/proxy.ts'
import { selfSigned } from '../sandbox/certificate.ts'

// Windows ignores the case in names of environment variables.

const shop = { name: 'shop', source: 'internal_template' }
const CREATED = { exitCode: 0, errors: [], outputs: { created: 'true' } }

it.each(['TOKEN', 'token', 'Token'])('a secret TOKEN is taken from the variable %s', async variable => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, secrets: 'TOKEN' }, { env: { [variable]: 'value of it' } })
  expect(run).toMatchObject(CREATED)
  expect(posts(sandbox)).toEqual([
    expect.objectContaining({ secrets: [{ name: 'TOKEN', value: 'value of it' }] }),
  ])
})

it.each(['HTTP_PROXY', 'http_proxy', 'Http_Proxy'])('the proxy in %s is used', async variable => {
  const sandbox = await sandboxForTest()
  const proxy = await openProxy()
  expect(await create(sandbox, shop, { env: { [variable]: proxy.url } })).toMatchObject(CREATED)
  expect(proxy.asked).not.toEqual([])
})

describe('a certificate in NODE_EXTRA_CA_CERTS is trusted if its path has', () => {
  it.each<[string, string, (path: string) => string]>([
    ['backslashes', 'ca.pem', path => path],
    ['slashes', 'ca.pem', path => path.replaceAll('\\', '/')],
    ['spaces and letters of other scripts', 'my certs\\überprüfung 日本.pem', path => path],
  ])('%s', async (_, name, form) => {
    const tls = selfSigned()
    // With the line ends of Windows.
    const workspace = await workspaceWith({ [name]: tls.cert.replaceAll('\n', '\r\n') })
    const sandbox = await sandboxForTest({ tls })
    const env = { NODE_EXTRA_CA_CERTS: form(`${workspace}\\${name}`) }
    expect(await create(sandbox, shop, { env })).toMatchObject(CREATED)
  })
})
