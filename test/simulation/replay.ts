import { deploy } from '../../src/deployment/deploy.ts'
import { openService } from '../../src/service/client.ts'
import { violations } from './invariants.ts'
import { scheduleOf } from './schedule.ts'
import { simulate, traceOf } from './world.ts'

// Replays one schedule and prints its story: npm run simulate SEED
const seed = Number(process.argv[2])
if (!Number.isInteger(seed)) throw new Error('usage: npm run simulate SEED')
const world = await simulate(scheduleOf(seed), { deploy, openService })
console.log(traceOf(world))
for (const violation of violations(world)) {
  console.log(`broken: ${violation}`)
  process.exitCode = 1
}
