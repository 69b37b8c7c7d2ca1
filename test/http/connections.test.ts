import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openTransport } from '../../src/http/transport.ts'
import { listen } from '../listen.ts'

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** A server that records the number of the connection of each request. */
async function watched(answer: (socket: Socket, request: number) => void = socket => socket.write(OK)) {
  const seen: string[] = []
  let connections = 0
  const server = createServer(socket => {
    const connection = ++connections
    let requests = 0
    socket.on('error', () => {})
    socket.on('data', data => {
      seen.push(`${data.toString('latin1').split(' ', 1)[0]} over ${connection}`)
      answer(socket, ++requests)
    })
  })
  const url = new URL(`http://127.0.0.1:${await listen(server)}`)
  return { url, seen, connections: () => connections }
}

async function sendAll(url: URL, methods: ('GET' | 'POST')[], willPost = false) {
  const transport = openTransport({ timeout: 60_000, env: {}, willPost })
  const answers = []
  for (const method of methods) {
    const body = method === 'POST' ? { body: '{}' } : {}
    answers.push(await transport.send({ method, url, headers: {}, ...body }, new AbortController().signal))
  }
  await transport.close()
  return answers
}

it('GET requests share a connection, and each POST has its own', async () => {
  const { url, seen } = await watched()
  await sendAll(url, ['GET', 'GET', 'POST', 'GET', 'POST'])
  expect(seen).toEqual(['GET over 1', 'GET over 1', 'POST over 2', 'GET over 1', 'POST over 3'])
})

it('the first GET also opens the connection of the first POST if a POST will follow', async () => {
  const { url, seen, connections } = await watched()
  const transport = openTransport({ timeout: 60_000, env: {}, willPost: true })
  const { signal } = new AbortController()
  await transport.send({ method: 'GET', url, headers: {} }, signal)
  await expect.poll(connections).toBe(2)
  await transport.send({ method: 'POST', url, headers: {}, body: '{}' }, signal)
  await transport.close()
  expect(connections()).toBe(2)
  expect(new Set(seen.map(line => line.slice(-1)))).toEqual(new Set(['1', '2']))
})

it.each([
  ['resets a kept connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes a kept connection', (socket: Socket) => socket.end()],
])('a GET is sent again at once if the service %s', async (_, end) => {
  const { url, seen } = await watched((socket, request) => (request === 1 ? socket.write(OK) : end(socket)))
  const answers = await sendAll(url, ['GET', 'GET', 'GET'])
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ status: 200 })))
  expect(seen).toEqual(['GET over 1', 'GET over 1', 'GET over 2', 'GET over 2', 'GET over 3'])
})

it('a GET is sent once if the service resets a new connection', async () => {
  const { url, seen } = await watched(socket => socket.resetAndDestroy())
  expect(await sendAll(url, ['GET'])).toEqual([expect.objectContaining({ kind: 'network', sent: true })])
  expect(seen).toEqual(['GET over 1'])
})

it('a POST is sent once even if the service resets the connection', async () => {
  const { url, seen } = await watched(socket => socket.resetAndDestroy())
  await sendAll(url, ['POST'])
  expect(seen).toEqual(['POST over 1'])
})
