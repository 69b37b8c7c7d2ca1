import dns, { type LookupAddress } from 'node:dns'

// A preload for a step under test: service.test has several addresses, which answer as `TEST_ADDRESSES` says. The look-up
// of hangs.test never ends. No other name under .test is known. With `TEST_TELLS` it logs what hangs.

/** How an address takes a connection: so many milliseconds later, or not at all. */
export type Answer = number | 'silent' | 'refuses'

type Connect = (request: object, address: string, port: number) => number
type Callback = (error: Error | null, found?: string | LookupAddress[], family?: number) => void

const answers: Record<string, Answer> = JSON.parse(process.env['TEST_ADDRESSES'] ?? '{}')
const addresses = Object.keys(answers).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

const tell = () => void (process.env['TEST_TELLS'] && console.log('It hangs now'))

const { lookup } = dns
function lookUp(name: string, options: { all?: boolean }, callback: Callback): void {
  if (!name.endsWith('.test')) return lookup(name, options as object, callback as never)
  if (name === 'hangs.test') return tell()
  const code = 'ENOTFOUND'
  const [first] = addresses
  if (name !== 'service.test' || first === undefined)
    process.nextTick(callback, Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code }))
  else if (options.all) process.nextTick(callback, null, addresses)
  else process.nextTick(callback, null, first.address, first.family)
}
Object.assign(dns, { lookup: lookUp })

// Below all of Node: the socket of the operating system connects late, and to the one address where the service is.
const { TCP } = (process as unknown as { binding(name: string): { TCP: { prototype: object } } }).binding('tcp_wrap')
const { connect, close } = TCP.prototype as { connect: Connect; close: (callback?: () => void) => void }
const closed = new WeakSet<object>()
const CLOSED_PORT = 1
function connectLate(this: object, request: object, address: string, port: number): number {
  const answer = answers[address]
  if (answer === undefined) return connect.call(this, request, address, port)
  if (answer === 'refuses') return connect.call(this, request, '127.0.0.1', CLOSED_PORT)
  if (answer === 'silent') tell()
  else setTimeout(() => closed.has(this) || connect.call(this, request, '127.0.0.1', port), answer)
  return 0
}
function closeAndNote(this: object, callback?: () => void): void {
  closed.add(this)
  close.call(this, callback)
}
Object.assign(TCP.prototype, { connect: connectLate, connect6: connectLate, close: closeAndNote })
