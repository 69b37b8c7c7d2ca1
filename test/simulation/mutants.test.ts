import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type Family, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { type Mutant, OTHERS, PROTOCOL } from './mutants.ts'
import { scheduleOf, simulate } from './schedule.ts'
import type { Code } from './world.ts'

// Breaks each rule in a copy of the code; the simulation must find the violation.

const FOLDER = 'build/mutants'
const MOST_SCHEDULES = 6000

/** A timeout for a busy machine, in milliseconds. */
const LONG = 600_000

/** From the smallest family to the largest: the first families find most mutants. */
const FAMILIES: Family[] = [
  { runs: 1, faults: 1, takenNames: 'accept' },
  { runs: 2, faults: 0, takenNames: 'accept' },
  { runs: 2, faults: 0, takenNames: 409 },
  { runs: 1, faults: 2, takenNames: 409 },
  { runs: 1, faults: 2, takenNames: 'accept' },
  { runs: 2, faults: 1, takenNames: 'accept' },
  { runs: 1, faults: 3, takenNames: 'accept' },
  { runs: 1, faults: 3, takenNames: 409 },
]

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

/** A copy of the code in which one rule is broken. */
async function breakRule({ rule, file, find, replace }: Mutant): Promise<Code> {
  const folder = join(FOLDER, rule.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  for (const room of ['service', 'deployment', 'http', 'lib'])
    cpSync(join('src', room), join(folder, room), { recursive: true })
  const source = readFileSync(join(folder, file), 'utf8')
  const words = find.split(' ').map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(words.join('\\s*'), 'g')
  expect(source.match(pattern), `${file} must hold this once: ${find}`).toHaveLength(1)
  writeFileSync(
    join(folder, file),
    source.replace(pattern, () => replace),
  )
  const load = (module: string) => import(pathToFileURL(join(folder, module)).href)
  const [{ deploy }, { openService }] = [await load('deployment/deploy.ts'), await load('service/client.ts')]
  return { deploy, openService }
}

async function noticedInAll(code: Code): Promise<boolean> {
  for (const family of FAMILIES) {
    try {
      for await (const { world } of worldsOf(family, code)) {
        if (violations(world).length > 0) return true
      }
    } catch {
      return true
    }
  }
  return false
}

async function noticedInRandom(code: Code): Promise<boolean> {
  for (let seed = 0; seed < MOST_SCHEDULES; seed++) {
    const noticed = await simulate(scheduleOf(seed), code).then(violations, (error: Error) => [error.message])
    if (noticed.length > 0) return true
  }
  return false
}

describe('the exhaustive simulation fails if a rule is broken', () => {
  it.each(PROTOCOL)(
    '$rule',
    async mutant => {
      expect(await noticedInAll(await breakRule(mutant))).toBe(true)
    },
    LONG,
  )
})

describe('the random simulation fails if a rule is broken', () => {
  it.each(OTHERS)(
    '$rule',
    async mutant => {
      expect(await noticedInRandom(await breakRule(mutant))).toBe(true)
    },
    LONG,
  )
})
