import { createRequire, syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

// Imports modules and prints their effects on import as JSON: node watch-imports.ts <folder> <module>...
// An effect counts if a module of the folder causes it, even in a call of a library. The effects that a library has on
// its own import do not count.

/** Uses that have no effect, or always the same result. */
const HARMLESS = [
  'process.platform',
  'process.arch',
  'process.version',
  'process.versions',
  'net.BlockList',
  'net.isIP',
]

const GLOBALS = ['console', 'crypto', 'performance', 'process']
const FUNCTIONS = ['fetch', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout']
const MODULES =
  'child_process cluster dgram dns dns/promises fs fs/promises http http2 https net os readline timers timers/promises tls worker_threads'

const [, , folder = '', ...files] = process.argv
const effects: string[] = []
const { write } = process.stdout

/** Records an effect if a module of the folder causes it. */
function record(effect: string): void {
  const frames = new Error().stack?.split('\n') ?? []
  const frame = frames.find(line => line.includes(`${pathToFileURL(folder)}/`))
  if (frame && !HARMLESS.includes(effect)) effects.push(`${/[^/]+\.ts/.exec(frame)}: ${effect}`)
}
Error.stackTraceLimit = Number.POSITIVE_INFINITY

const watchCalls = <F extends object>(name: string, called: F): F =>
  new Proxy(called, {
    apply(target, self, given) {
      record(name)
      return Reflect.apply(target as () => unknown, self, given)
    },
    construct(target, given, made) {
      record(name)
      return Reflect.construct(target as new () => object, given, made)
    },
  })

const watchUse = <T extends object>(name: string, used: T): T =>
  new Proxy(used, {
    get(target, key) {
      record(`${name}.${String(key)}`)
      return Reflect.get(target, key)
    },
    set(target, key, value) {
      record(`${name}.${String(key)}`)
      return Reflect.set(target, key, value)
    },
  })

const replace = (owner: object, name: string, value: unknown) =>
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })

for (const name of GLOBALS) replace(globalThis, name, watchUse(name, Reflect.get(globalThis, name)))
for (const name of FUNCTIONS) replace(globalThis, name, watchCalls(name, Reflect.get(globalThis, name)))
replace(Math, 'random', watchCalls('Math.random', Math.random))
replace(Date, 'now', watchCalls('Date.now', Date.now))
for (const name of MODULES.split(' ')) {
  const builtin: object = createRequire(import.meta.url)(`node:${name}`)
  for (const [key, value] of Object.entries(builtin))
    if (typeof value === 'function') replace(builtin, key, watchCalls(`${name}.${key}`, value))
}
syncBuiltinESMExports()

for (const file of files) await import(pathToFileURL(file).href)
// On a separate line, below the output of the modules.
write.call(process.stdout, `\n${JSON.stringify([...new Set(effects)].sort())}`)
