import { along, follow, parseName } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { CODE, traceOf } from './world.ts'

// Prints the events of one world: npm run simulate 1/3/accept/0.3.2
const [name = ''] = process.argv.slice(2)
if (!/^\d\/\d\/(409|accept)\/[\d.]*$/.test(name)) throw new Error('usage: npm run simulate WORLD')
const { family, path } = parseName(name)
const { world } = await follow(family, along(path), CODE)
console.log(traceOf(world))
for (const violation of violations(world)) {
  console.log(`broken: ${violation}`)
  process.exitCode = 1
}
