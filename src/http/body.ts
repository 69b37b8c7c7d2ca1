import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from './exchange.ts'
import { codeOfNetworkError, networkError } from './network-errors.ts'

type Body = Pick<HttpResponse, 'text' | 'truncated' | 'broken'>

/** More nested encodings are treated as an attack. */
const MOST_ENCODINGS = 3

/**
 * Reads a body as UTF-8, decompressed, up to a size limit that applies before and after decompression. A body that ends
 * early or has a wrong encoding is not an error here, because its status is still useful.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  // One buffer that grows in place and is freed once it is text, so that a long list is in memory only once.
  const store = new ArrayBuffer(0, { maxByteLength: maxBytes })
  let size = 0
  let broken: Body['broken']
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      const part = chunk.subarray(0, maxBytes - size)
      store.resize(store.byteLength + part.length)
      new Uint8Array(store).set(part, size)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch (cause) {
    broken = { code: codeOfNetworkError(cause), cause }
  }
  const bytes = new Uint8Array(store)
  const decoded = decode(bytes, response.headers['content-encoding'] ?? '', maxBytes)
  const failure = broken ?? decoded.broken
  const text = new TextDecoder().decode(decoded.bytes)
  store.resize(0)
  return {
    text,
    truncated: size > maxBytes || decoded.truncated,
    ...(failure && { broken: failure }),
  }
}

interface Decoded {
  bytes: Uint8Array
  truncated: boolean
  broken?: Body['broken']
}

/** An unknown or wrong encoding leaves the bytes unchanged. */
function decode(bytes: Uint8Array, header: string, maxBytes: number): Decoded {
  const names = header
    .split(',', MOST_ENCODINGS)
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity')
  // zlib reads no buffer that can be resized.
  let decoded: Uint8Array = names.length > 0 ? bytes.slice() : bytes
  for (const name of names.reverse()) {
    try {
      decoded = decompress(name, decoded, maxBytes)
    } catch (cause) {
      const truncated = cause instanceof RangeError
      if (truncated) return { bytes: new Uint8Array(), truncated }
      return {
        bytes,
        truncated: false,
        broken: { code: 'BODY_ENCODING', cause: networkError('BODY_ENCODING', `not in ${name}`, cause) },
      }
    }
  }
  return { bytes: decoded, truncated: false }
}

/** @throws a RangeError if the result would exceed `maxBytes` */
function decompress(name: string, bytes: Uint8Array, maxBytes: number): Uint8Array {
  // Loaded only for a compressed body.
  const zlib = process.getBuiltinModule('node:zlib')
  const { constants } = zlib
  const maxOutputLength = maxBytes
  // With this flush a truncated body still gives its first part.
  const finishFlush = constants.Z_SYNC_FLUSH
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return zlib.gunzipSync(bytes, { maxOutputLength, finishFlush })
    case 'deflate':
      return zlib.inflateSync(bytes, { maxOutputLength, finishFlush })
    case 'br':
      return zlib.brotliDecompressSync(bytes, {
        maxOutputLength,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      })
    case 'zstd':
      return zlib.zstdDecompressSync(bytes, { maxOutputLength })
    default:
      return bytes
  }
}
