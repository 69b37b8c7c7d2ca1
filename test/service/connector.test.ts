import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTransport } from '../../src/service/transport.ts'
import { openProxy } from '../e2e/proxy.ts'
import { listen } from '../listen.ts'
import { selfSigned } from '../sandbox/certificate.ts'

const ok = () => createServer((_, response) => response.end('ok'))

/** A service on loopback, and every connection that it took. */
async function serve(server: Server = ok(), scheme = 'http') {
  const connections: Socket[] = []
  server.on('connection', socket => connections.push(socket))
  return { url: new URL(`${scheme}://127.0.0.1:${await listen(server)}`), connections }
}

function open(env: NodeJS.ProcessEnv = {}) {
  const transport = openTransport({ timeout: 10_000, env })
  onTestFinished(() => transport.close())
  const get = (url: URL) => transport.send({ method: 'GET', url, headers: {} }, new AbortController().signal)
  return { ...transport, get }
}

const until = (what: () => void) => vi.waitFor(what, { timeout: 20_000, interval: 5 })

it('the first requests take the connections that were opened early', async () => {
  const { url, connections } = await serve()
  const { warm, get } = open()
  warm(url, 2)
  await until(() => expect(connections).toHaveLength(2))
  expect(await Promise.all([get(url), get(url)])).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(connections).toHaveLength(2)
})

it('a connection to one service is not taken for another', async () => {
  const [one, other] = [await serve(), await serve()]
  const { warm, get } = open()
  warm(one.url, 1)
  expect(await get(other.url)).toMatchObject({ status: 200 })
  expect(other.connections).toHaveLength(1)
})

it.each([
  ['closed', (connection?: Socket) => connection?.end()],
  ['reset', (connection?: Socket) => connection?.resetAndDestroy()],
])('an early connection that the service %s meanwhile is replaced', async (_, end) => {
  const [{ url, connections }, other] = [await serve(), await serve()]
  const { warm, get } = open()
  warm(url, 1)
  await until(() => expect(connections).toHaveLength(1))
  end(connections[0])
  // While another request goes there and back, its end is noticed.
  await get(other.url)
  expect(await get(url)).toMatchObject({ status: 200 })
  expect(connections).toHaveLength(2)
})

it('an early connection that failed fails the request that would have taken it, and no other', async () => {
  const { url, connections } = await serve(createTlsServer(selfSigned()), 'https')
  const { warm, get } = open()
  warm(url, 1)
  const untrusted = { kind: 'network', sent: false, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
  expect(await get(url)).toMatchObject(untrusted)
  expect(connections).toHaveLength(1)
  expect(await get(url)).toMatchObject(untrusted)
  expect(connections).toHaveLength(2)
})

it('early connections that nobody asked for are closed in the end', async () => {
  const { url, connections } = await serve(createTcpServer())
  const { warm, close } = open()
  warm(url, 2)
  await until(() => expect(connections).toHaveLength(2))
  const ended = connections.map(connection => once(connection.resume(), 'close'))
  await close()
  await Promise.all(ended)
})

it('nor is a request that is under way waited for', async () => {
  const { url, connections } = await serve(createServer(() => {}))
  const { get, close } = open()
  const answer = get(url)
  await until(() => expect(connections).toHaveLength(1))
  await close()
  expect(await answer).toMatchObject({ kind: 'network', code: 'UND_ERR_DESTROYED' })
})

it('where a proxy is in between, none is opened early', async () => {
  const { url, connections } = await serve()
  const { warm, get } = open({ HTTP_PROXY: (await openProxy()).url })
  warm(url, 1)
  expect(await get(url)).toMatchObject({ status: 200 })
  expect(connections).toHaveLength(1)
})

it('an address of IPv6 is one', async context => {
  const server = ok()
  const listening = Promise.race([once(server, 'listening'), once(server, 'error')])
  server.listen(0, '::1')
  const [error] = await listening
  if (error) context.skip('this machine has no IPv6')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = new URL(`http://[::1]:${typeof address === 'object' && address?.port}`)
  const { warm, get } = open()
  warm(url, 1)
  expect(await get(url)).toMatchObject({ status: 200 })
})
