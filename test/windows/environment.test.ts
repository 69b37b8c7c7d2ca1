import { expect, it } from 'vitest'
import { create, posts, sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { openProxy } from '../e2e/proxy.ts'
import { selfSigned } from '../sandbox/certificate.ts'

// Windows ignores the case in names of environment variables.

const shop = { name: 'shop', source: 'internal_template' }
const CREATED = { exitCode: 0, errors: [], outputs: { created: 'true' } }

it.each([
  ['TOKEN', 'HTTP_PROXY'],
  ['Token', 'Http_Proxy'],
])('a secret is taken from the variable %s, and the proxy in %s is used', async (variable, proxyVariable) => {
  const sandbox = await sandboxForTest()
  const proxy = await openProxy()
  const env = { [variable]: 'value of it', [proxyVariable]: proxy.url }
  expect(await create(sandbox, { ...shop, secrets: 'TOKEN' }, { env })).toMatchObject(CREATED)
  expect(proxy.asked).not.toEqual([])
  expect(posts(sandbox)).toMatchObject([{ secrets: [{ name: 'TOKEN', value: 'value of it' }] }])
})

it('a certificate in NODE_EXTRA_CA_CERTS is trusted if its path has backslashes, spaces and other scripts', async () => {
  const tls = selfSigned()
  const name = 'my certs\\überprüfung 日本.pem'
  // With the line ends of Windows.
  const workspace = await workspaceWith({ [name]: tls.cert.replaceAll('\n', '\r\n') })
  const env = { NODE_EXTRA_CA_CERTS: `${workspace}\\${name}` }
  expect(await create(await sandboxForTest({ tls }), shop, { env })).toMatchObject(CREATED)
})
