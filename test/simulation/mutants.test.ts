import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import type { readPages } from '../../src/service/pages.ts'
import { expectNoneMissed } from '../service/paged-list.ts'
import { type Family, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import type { Code } from './world.ts'

type Broken = Code & { readPages: typeof readPages }

// Breaks each rule in a copy of the code; the simulation or a reading of pages must find the violation.

const FOLDER = 'build/mutants'

/** From the smallest family to the largest: the first families find most mutants. */
const FAMILIES: Family[] = [
  { runs: 1, faults: 1, taken: 'accept' },
  { runs: 2, faults: 0, taken: 'accept' },
  { runs: 2, faults: 0, taken: '409' },
  { runs: 2, faults: 0, taken: 'seconds' },
  { runs: 1, faults: 2, taken: '409' },
  { runs: 1, faults: 2, taken: 'accept' },
  { runs: 1, faults: 3, taken: 'accept' },
  { runs: 1, faults: 3, taken: '409' },
  { runs: 2, faults: 1, taken: 'accept' },
]

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

/** A copy of the code in which one rule is broken. */
async function breakRule({ rule, file, find, replace }: Mutant): Promise<Broken> {
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
  const modules = ['deployment/deploy.ts', 'service/client.ts', 'service/pages.ts']
  return Object.assign({}, ...(await Promise.all(modules.map(load))))
}

async function isNoticed(code: Broken): Promise<boolean> {
  await expectNoneMissed(code.readPages)
  for (const family of FAMILIES)
    for await (const { world } of worldsOf(family, code)) if (violations(world).length > 0) return true
  return false
}

it.each(MUTANTS)('the tests of the protocol notice a broken rule: $rule', async mutant => {
  const code = await breakRule(mutant)
  // A crash is noticed, too.
  expect(await isNoticed(code).catch(() => true)).toBe(true)
})
