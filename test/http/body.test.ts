import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { send } from './attempt.ts'

/** Sends a request to a server for one test. */
const answered = async (listener: RequestListener, options: Parameters<typeof send>[1] = {}) =>
  send(await listen(createServer(listener)), options)

it.each([
  ['identity', Buffer.from],
  ['UTF-8', Buffer.from],
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['GZip ', gzipSync],
] as [string, (text: string) => Buffer][])(
  'a body with content-encoding %s is decoded, without its byte order mark',
  async (encoding, encode) => {
    const answer = await answered((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('\ufeff{"ü": 1}')),
    )
    expect(answer).toMatchObject({ status: 200, text: '{"ü": 1}', truncated: false })
    expect(answer).not.toHaveProperty('broken')
  },
)

it.each([
  ['a charset that it is in', 'text/plain; charset="ISO-8859-1"', Buffer.from('größer', 'latin1')],
  ['another charset', 'application/json;charset=ISO-8859-1', Buffer.from('größer')],
  ['an unknown charset', 'text/plain; charset=odd', Buffer.from('größer')],
])('the characters of a body are read if it names %s', async (_, type, bytes) => {
  const answer = await answered((_, to) => to.writeHead(401, { 'content-type': type }).end(bytes))
  expect(answer).toMatchObject({ status: 401, text: 'größer' })
})

it.each(['gzip', 'br'])('an empty body is in the content-encoding %s too', async encoding => {
  const answer = await answered((_, to) => to.writeHead(201, { 'content-encoding': encoding }).end())
  expect(answer).toMatchObject({ status: 201, text: '' })
  expect(answer).not.toHaveProperty('broken')
})

const GZIP = { 'content-encoding': 'gzip' }
const BOMB = gzipSync(Buffer.alloc(1_000_000))

it('a body in an encoding that no request asked for is not read', async () => {
  const answer = await answered((_, to) =>
    to.writeHead(401, { 'content-encoding': 'deflate' }).end(deflateSync('no key')),
  )
  expect(answer).toMatchObject({ status: 401, text: '', broken: { code: 'BODY_ENCODING' } })
})

it.each<[string, RequestListener, maxBytes: number | undefined, length: number]>([
  ['if it inflates beyond the limit', (_, to) => to.writeHead(500, GZIP).end(BOMB), 1000, 0],
  ['if the rest never arrives', (_, to) => to.writeHead(500).write('x'.repeat(2000)), 1000, 1000],
  ['at 8 MiB by default', (_, to) => to.writeHead(500).end('x'.repeat(9_000_000)), undefined, 8 * 2 ** 20],
])('a body is truncated, and keeps its status, %s', async (_, listener, maxBytes, length) => {
  const answer = await answered(listener, maxBytes === undefined ? {} : { maxBytes })
  expect(answer).toMatchObject({ status: 500, truncated: true, text: 'x'.repeat(length) })
})
