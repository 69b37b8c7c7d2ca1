import type { Readable } from 'node:stream'

// Loaded at once, and only for a body that is compressed: one that waited might fail with nobody listening.
const zlib = () => process.getBuiltinModule('node:zlib')

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
  zstd: () => zlib().createZstdDecompress(),
}

/** Reads a body as UTF-8, decompressed, and stops at the bound: a small answer may inflate to gigabytes. */
export async function readText(
  body: Readable,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const decoded = decode(body, encoding)
  // One buffer that grows in place and is given back before the text is parsed: a long list is in memory once.
  const bytes = new ArrayBuffer(0, { maxByteLength: maxBytes })
  let size = 0
  try {
    for await (const chunk of decoded) {
      const part: Uint8Array = chunk.subarray(0, maxBytes - size)
      bytes.resize(bytes.byteLength + part.length)
      new Uint8Array(bytes).set(part, size)
      size += chunk.length
      if (size > maxBytes) break
    }
  } finally {
    body.destroy()
  }
  const text = new TextDecoder().decode(bytes)
  bytes.resize(0)
  return { text, truncated: size > maxBytes }
}

/** An encoding that is not known is left as it is: the bytes will not read as JSON, and that is reported. */
function decode(body: Readable, encoding: string | string[] | undefined): Readable {
  const names = [encoding ?? []].flat().join(',').split(',')
  return names
    .map(name => DECODERS[name.trim().toLowerCase()])
    .filter(decoder => decoder !== undefined)
    .reverse()
    .reduce<Readable>((stream, decoder) => {
      const next = decoder() as unknown as Readable & NodeJS.WritableStream
      stream.on('error', error => next.destroy(error))
      return stream.pipe(next)
    }, body)
}
