import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

// Any text can come from a service, an environment or a workflow. A pattern that takes more than linear time lets such
// a text block the process, and neither a signal nor a timeout can end it.

// Its other engines, a binary and a Java archive, would take 52 MB. `overrides` in package.json puts the binary for
// Windows in their place, which npm installs nowhere else.
process.env['RECHECK_BACKEND'] = 'pure'
const { check } = await import('recheck')

/** Limits in steps, not in time, which depends on the load of the machine. */
const LIMITS = { timeout: 240_000, attackTimeout: null, incubationTimeout: null }

const MODULES = globSync('src/**/*.ts', { exclude: ['**/*.d.ts'] })
  .sort()
  .map(file => ({ file, statements: parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body }))

type Node = Record<string, unknown> & { regex?: { pattern: string; flags: string } }

/** The nodes of a syntax tree. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (typeof value === 'object' && value !== null) {
    yield value as Node
    for (const member of Object.values(value)) yield* nodesOf(member)
  }
}

const PATTERNS = MODULES.flatMap(({ file, statements }) =>
  [...nodesOf(statements)].flatMap(({ regex }) => (regex ? [{ file, ...regex }] : [])),
)

it('the patterns of src/ are found, and one that is not linear', { timeout: 300_000 }, async () => {
  expect(PATTERNS.length).toBeGreaterThan(50)
  expect(await check('<title[^>]*>', 'i', LIMITS)).toMatchObject({ status: 'vulnerable' })
})

it.each(PATTERNS)(
  '$file: /$pattern/$flags takes linear time on any text',
  { timeout: 300_000 },
  async pattern => {
    const found = await check(pattern.pattern, pattern.flags, LIMITS)
    expect(found).toMatchObject({
      status: 'safe',
      complexity: { type: expect.stringMatching(/^(safe|linear)$/) },
    })
  },
)

it('no file builds patterns at run time, where the checker cannot see them', () => {
  const files = MODULES.flatMap(({ file, statements }) =>
    [...nodesOf(statements)]
      .filter(({ type }) => type === 'NewExpression' || type === 'CallExpression')
      .filter(({ callee }) => (callee as Node)['name'] === 'RegExp')
      .map(() => file),
  )
  expect(files).toEqual([])
})
