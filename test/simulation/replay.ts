import { follow, parseName } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { scheduleOf, simulate } from './schedule.ts'
import { CODE, traceOf } from './world.ts'

// Prints the events of one world, by the seed of a random world or the path of an exhaustive one:
// npm run simulate 42
// npm run simulate 1/3/accept/0.3.2
const [name = ''] = process.argv.slice(2)
if (!/^(\d+|[12]\/\d\/\w+\/[\d.]*)$/.test(name)) throw new Error('usage: npm run simulate SEED or PATH')

async function replay() {
  if (name.includes('/')) {
    const { family, path } = parseName(name)
    return (await follow(family, path, CODE)).world
  }
  const schedule = scheduleOf(Number(name))
  const { posts, lists } = schedule
  console.log(JSON.stringify({ posts, lists }))
  return simulate(schedule, CODE)
}

const world = await replay()
console.log(traceOf(world))
for (const violation of violations(world)) {
  console.log(`broken: ${violation}`)
  process.exitCode = 1
}
