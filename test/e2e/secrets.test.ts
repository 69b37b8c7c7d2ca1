import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

/** The secrets of the only create request. */
function sent(sandbox: Sandbox): { name: string; value: string }[] {
  const bodies = posts(sandbox) as { secrets: { name: string; value: string }[] }[]
  expect(bodies).toHaveLength(1)
  return bodies[0]?.secrets ?? []
}

/** Values of one line that could be misinterpreted. */
const VALUES = [
  '# no comment',
  'a # b',
  '"in quotes"',
  "'in quotes'",
  '"one quote',
  '=a=b==',
  '100% %0A %25 %{x}',
  '$HOME $(id) `id` $x$$ $',
  '\tafter a tab\t',
  '   between spaces   ',
  'back\\slash\\n\\u0041',
  'p@ss:w/rd?a=b&c=d#e+f%20',
  '<<END',
  '::add-mask::x ::error::y',
  '{"a": "json", "b": [1]}',
  '["a list"]',
  '- a: yaml',
  '&anchor *alias !tag |',
  'naïve grüße 日本語',
  '😀 and 👩‍👩‍👧‍👦 and \u200b',
  'nul: null true 0x1F 1e3',
  'export NAME=value',
  'b'.repeat(20_000),
]

const NAMED = VALUES.map((value, index) => ({ name: `VALUE_${index}`, value }))
const RECORD = Object.fromEntries(NAMED.map(({ name, value }) => [name, value]))

/** All formats of the input with these values. */
const WAYS = {
  lines: NAMED.map(({ name, value }) => `${name}=${value}`).join('\n'),
  blocks: NAMED.map(({ name, value }) => `${name}<<A WORD\n${value}\nA WORD`).join('\n'),
  JSON: JSON.stringify(RECORD),
  'JSON over several lines': `\n${JSON.stringify(RECORD, null, 2)}\n`,
  'the environment': NAMED.map(({ name }) => name).join('\n'),
}

test.each(Object.entries(WAYS))('values of one line are sent byte for byte from %s', async (_, secrets) => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, secrets }, { env: RECORD })
  expect(sent(sandbox)).toEqual(NAMED)
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(run.warnings).toEqual([])
})

test('blank lines and comments are skipped, and the order is kept', async () => {
  const sandbox = await sandboxForTest()
  const secrets = '\n# a comment=1\nB=value of b\n   \n#A\nA\n_c1<<X\nvalue of c\nX\n\n'
  const run = await create(sandbox, { ...shop, secrets }, { env: { A: 'value of a' } })
  expect(sent(sandbox)).toEqual([
    { name: 'B', value: 'value of b' },
    { name: 'A', value: 'value of a' },
    { name: '_c1', value: 'value of c' },
  ])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
  expect(JSON.parse(run.outputs['request'] ?? '').secrets).toEqual(['B', 'A', '_c1'])
  expect(JSON.parse(run.outputs['deployment'] ?? '').secrets).toEqual(['B', 'A', '_c1'])
})

test.each(['', ' ', '\n# nothing\n', '{}'])('the input secrets %j sends no secrets', async secrets => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, secrets })
  expect(sent(sandbox)).toEqual([])
  expect(run.exitCode).toBe(0)
})

test.each([
  ['a', 1],
  ['abc', 1],
  ['abcd', 0],
])('the value %j causes %i warnings that it is too short to be masked', async (value, count) => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, secrets: `TINY=${value}` })
  expect(sent(sandbox)).toEqual([{ name: 'TINY', value }])
  expect(run.exitCode).toBe(0)
  expect(run.warnings.map(({ message }) => message)).toEqual(
    Array(count).fill(expect.stringMatching(/TINY.*masked/)),
  )
  expect(run.stdout.includes(`::add-mask::${value}${EOL}`)).toBe(count === 0)
})
