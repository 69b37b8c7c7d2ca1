import { expect, it } from 'vitest'
import { modulesOf } from '../structure/modules.ts'

// Any text may be foreign: what a service, an environment or a workflow gives. A pattern that takes more than linear time
// on some text lets that text hold the process, where neither a signal nor a timeout reaches it.

// The checker would start a process of its own otherwise.
process.env['RECHECK_BACKEND'] = 'pure'
const { check } = await import('recheck')

/** Steps decide, and not the time that a busy machine takes for them. */
const LIMITS = { timeout: 240_000, attackTimeout: null, incubationTimeout: null }

const MODULES = [...modulesOf('src/**/*.ts').values()]

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

it('src/ holds patterns', () => {
  expect(PATTERNS.length).toBeGreaterThan(50)
})

it('the checker finds a pattern that is not linear', { timeout: 300_000 }, async () => {
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

/** Patterns that are built at run time, by their file, as the checker sees them: the longest of those that can be built. */
const BUILT = { 'src/github/search.ts': '[%&\\\\@+]|[\\w+/-]{60,}' }

it('no pattern is built at run time, where the checker would not see it, but those that are named here', async () => {
  const files = MODULES.flatMap(({ file, statements }) =>
    [...nodesOf(statements)]
      .filter(({ type }) => type === 'NewExpression' || type === 'CallExpression')
      .filter(({ callee }) => (callee as Node)['name'] === 'RegExp')
      .map(() => file),
  )
  expect(files).toEqual(Object.keys(BUILT))
})

it.each(Object.entries(BUILT))(
  '%s builds a pattern of bounded length: /%s/',
  { timeout: 300_000 },
  async (_, source) => {
    // It counts characters up to a bound, so the time is at most that many times the text's length.
    expect(new RegExp(source).test('a'.repeat(59))).toBe(false)
    expect(await check(source, '', LIMITS)).not.toMatchObject({ complexity: { type: 'exponential' } })
  },
)
