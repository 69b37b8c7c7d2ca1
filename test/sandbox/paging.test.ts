import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox/server.ts'
import { open, page } from './client.ts'

/** The names of all pages in order; each request has the offset of the last response. */
async function walk(sandbox: Sandbox, limit: number, filter = ''): Promise<unknown[]> {
  const names: unknown[] = []
  let offset = 0
  for (;;) {
    const answer = await page(sandbox, `?limit=${limit}&offset=${offset}${filter}`)
    if (answer.resources.length === 0) return names
    expect(answer.resources.length).toBeLessThanOrEqual(limit)
    names.push(...answer.resources.map(({ name }) => name))
    expect(answer.offset).toBe(names.length)
    offset = answer.offset
  }
}

function numbered(count: number): { name: string }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `shop-${index}` }))
}

test('a page has 20 deployments from offset 0 by default', async () => {
  const sandbox = await open()
  sandbox.seed(...numbered(25))
  const { resources, offset } = await page(sandbox)
  expect(resources.map(({ name }) => name)).toEqual(numbered(20).map(({ name }) => name))
  expect(offset).toBe(20)
  const last = await page(sandbox, '?offset=20')
  expect([last.resources.length, last.offset]).toEqual([5, 25])
})

test('a walk returns each of 250 deployments once with any limit', async () => {
  const sandbox = await open()
  const seeds = numbered(250)
  sandbox.seed(...seeds)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async limit => {
      expect(await walk(sandbox, limit)).toEqual(seeds.map(({ name }) => name))
    }),
    { numRuns: 12, examples: [[1], [7], [50], [100]] },
  )
})

test('a walk returns each matching deployment once with any limit and filter', async () => {
  const sandbox = await open()
  const seeds = numbered(120)
  sandbox.seed(...seeds)
  const part = fc.constantFrom('shop', '1', '-2', '99', 'x')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), part, async (limit, text) => {
      const expected = seeds.map(({ name }) => name).filter(name => name.includes(text))
      expect(await walk(sandbox, limit, `&name_contains=${text}`)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

test('a walk returns each of 10,000 deployments once', async () => {
  const sandbox = await open()
  sandbox.seed(...numbered(10_000))
  const names = await walk(sandbox, 100, '&name_contains=shop&status=READY')
  expect(new Set(names).size).toBe(10_000)
  expect(names).toHaveLength(10_000)
})
