import { afterEach, expect, it, vi } from 'vitest'
import type { readPages } from '../../src/service/pages.ts'
import { expectNoneMissed } from '../service/paged-list.ts'
import { type Family, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import type { Code } from './world.ts'

type Broken = Code & { readPages: typeof readPages }

// Breaks each rule by another export of its module; the simulation or a reading of pages must find the violation.

/** From the smallest family to the largest: the first families find most mutants. */
const FAMILIES: Family[] = [
  { runs: 1, faults: 1, taken: 'accept' },
  { runs: 2, faults: 0, taken: 'accept' },
  { runs: 2, faults: 0, taken: '409' },
  { runs: 1, faults: 2, taken: '409' },
  { runs: 1, faults: 2, taken: 'accept' },
  { runs: 1, faults: 3, taken: 'accept' },
  { runs: 1, faults: 3, taken: '409' },
  { runs: 2, faults: 1, taken: 'accept' },
]

const IMPORTS = {
  'deployment/create-rules.ts': () => import('../../src/deployment/create-rules.ts'),
  'deployment/duplicate-rules.ts': () => import('../../src/deployment/duplicate-rules.ts'),
  'deployment/duplicates.ts': () => import('../../src/deployment/duplicates.ts'),
  'deployment/adopt.ts': () => import('../../src/deployment/adopt.ts'),
  'deployment/list.ts': () => import('../../src/deployment/list.ts'),
  'service/pages.ts': () => import('../../src/service/pages.ts'),
} as Record<string, () => Promise<Record<string, unknown>>>

afterEach(() => {
  for (const file of Object.keys(IMPORTS)) vi.doUnmock(`../../src/${file}`)
  vi.resetModules()
})

/** The code in which one rule is broken. */
async function breakRule({ file, replace, deploy }: Mutant): Promise<Broken> {
  if (file && replace) {
    vi.doMock(`../../src/${file}`, async importOriginal => {
      const own = await importOriginal<Record<string, unknown>>()
      const replaced = replace(own)
      for (const name of Object.keys(replaced)) expect(Object.keys(own), file).toContain(name)
      return { ...own, ...replaced }
    })
  }
  vi.resetModules()
  const [deployment, service, pages] = await Promise.all([
    import('../../src/deployment/deploy.ts'),
    import('../../src/service/client.ts'),
    import('../../src/service/pages.ts'),
  ])
  const own = deployment.deploy
  return {
    deploy: deploy ? deploy(own) : own,
    openService: service.openService,
    readPages: pages.readPages,
  }
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

it('the tests of the protocol notice nothing where no rule is broken', async () => {
  const code = await breakRule({ rule: 'none' })
  await expectNoneMissed(code.readPages)
  const [first] = FAMILIES
  if (first) for await (const { world } of worldsOf(first, code)) expect(violations(world)).toEqual([])
})
