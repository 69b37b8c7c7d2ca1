import { isUtf8 } from 'node:buffer'
import * as zlib from 'node:zlib'
import type { HttpResponse } from './exchange.ts'

const DECODERS: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
}

/**
 * Reads a body as UTF-8, up to a size limit that applies before and after decompression. If the bytes are not in their
 * `content-encoding`, they are read as they are.
 */
export function readBody(
  bytes: Buffer,
  { headers }: Pick<HttpResponse, 'headers'>,
  maxBytes: number,
): Pick<HttpResponse, 'text' | 'truncated' | 'broken'> {
  const decode = DECODERS[String(headers['content-encoding']).trim().toLowerCase()]
  const truncated = bytes.length > maxBytes
  try {
    const decoded = decode?.(bytes, { maxOutputLength: maxBytes }) ?? bytes.subarray(0, maxBytes)
    return { text: new TextDecoder().decode(decoded), truncated }
  } catch (cause) {
    if (truncated || cause instanceof RangeError) return { text: '', truncated: true }
    return {
      text: isUtf8(bytes) ? bytes.toString() : '',
      truncated,
      broken: { code: 'BODY_ENCODING', cause },
    }
  }
}
