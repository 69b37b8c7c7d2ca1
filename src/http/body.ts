import { isUtf8 } from 'node:buffer'
import * as zlib from 'node:zlib'
import { type HttpResponse, networkError } from './exchange.ts'

type Body = Pick<HttpResponse, 'text' | 'truncated' | 'broken'>

const DECODERS: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
}

/** More nested encodings are an attack. */
const MOST_ENCODINGS = 3

/**
 * Reads a body as UTF-8, up to a size limit that applies before and after decompression. Bytes that are not in their
 * `content-encoding` are read as they are.
 */
export function readBody(bytes: Buffer, { headers }: Pick<HttpResponse, 'headers'>, maxBytes: number): Body {
  const encoding = String(headers['content-encoding'] ?? '')
  const names = encoding.split(',', MOST_ENCODINGS).map(name => name.trim().toLowerCase())
  const truncated = bytes.length > maxBytes
  try {
    const decoded = names.reduceRight<Buffer>(
      (encoded, name) => DECODERS[name]?.(encoded, { maxOutputLength: maxBytes }) ?? encoded,
      bytes.subarray(0, maxBytes),
    )
    return { text: new TextDecoder().decode(decoded), truncated }
  } catch (error) {
    if (error instanceof RangeError) return { text: '', truncated: true }
    const cause = networkError('BODY_ENCODING', `not in ${encoding}`, error)
    return {
      text: isUtf8(bytes) ? bytes.toString() : '',
      truncated,
      ...(!truncated && { broken: { code: 'BODY_ENCODING', cause } }),
    }
  }
}
