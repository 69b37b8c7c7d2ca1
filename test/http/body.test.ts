import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { send } from './attempt.ts'

/** Sends a request to a server for one test. */
const answered = async (listener: RequestListener, options: Parameters<typeof send>[1] = {}) =>
  send(await listen(createServer(listener)), options)

it.each([
  ['identity', Buffer.from],
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

describe('a body is truncated', () => {
  const most = { maxBytes: 1000 }

  it('if it inflates beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    const headers = { 'content-encoding': 'gzip' }
    const answer = await answered((_, response) => response.writeHead(401, headers).end(bomb), most)
    expect(answer).toMatchObject({ status: 401, truncated: true, text: '' })
  })

  it('at the limit even if the rest never arrives', async () => {
    const answer = await answered((_, response) => response.writeHead(200).write('x'.repeat(2000)), most)
    expect(answer).toMatchObject({ status: 200, truncated: true, text: 'x'.repeat(1000) })
  })

  it('at 8 MiB with status 500', async () => {
    const answer = await answered((_, response) => response.writeHead(500).end('x'.repeat(9_000_000)))
    expect(answer).toMatchObject({ status: 500, truncated: true })
    expect(answer).toHaveProperty('text.length', 8 * 1024 * 1024)
  })
})
