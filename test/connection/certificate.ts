import { generateKeyPairSync, sign } from 'node:crypto'

interface CertificateOptions {
  /** The last octet of the address in 127.0.0.0/24 that it is for; default 1. */
  host?: number
  /** The last year in which it is valid; default 2049. */
  until?: number
}

/** A fresh self-signed certificate and its key, both PEM. */
export function selfSigned({ host = 1, until = 2049 }: CertificateOptions = {}): {
  key: string
  cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from('service')))))
  const validity = sequence(utcTime('200101000000Z'), utcTime(`${until % 100}1231235959Z`))
  const address = sequence(tagged(0x87, Buffer.from([127, 0, 0, host])))
  const isAuthority = sequence(tagged(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, address)),
    sequence(oid(0x55, 0x1d, 0x13), tagged(0x04, isAuthority)),
  )
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const head = [tagged(0xa0, integer(2)), integer(1), ecdsaWithSha256, name, validity, name, key]
  const body = sequence(...head, tagged(0xa3, extensions))
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]) => tagged(0x30, Buffer.concat(parts))
const oid = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes))
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const utcTime = (text: string) => tagged(0x17, Buffer.from(text))
