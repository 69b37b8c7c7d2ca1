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

const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF

  indented=line # with a sign
-----END PRIVATE KEY-----
`

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

test.each([
  ['the environment', { secrets: 'KEY' }, { KEY: PEM }, PEM],
  ['JSON', { secrets: JSON.stringify({ KEY: PEM }, null, 2) }, {}, PEM],
  ['a block', { secrets: `KEY<<EOF\n${PEM}EOF\n` }, {}, PEM.slice(0, -1)],
  [
    'a block with its end marker inside other lines',
    { secrets: 'KEY<<E\na E\nE \n E\nE=1\n\nE\n' },
    {},
    'a E\nE \n E\nE=1\n',
  ],
  [
    'a block with lines that look like other secrets',
    { secrets: 'KEY<<E\n# a\nB=c\nD\nF<<G\nE' },
    {},
    '# a\nB=c\nD\nF<<G',
  ],
  ['the environment, with CRLF', { secrets: 'KEY' }, { KEY: 'one\r\ntwo\r\n' }, 'one\r\ntwo\r\n'],
  ['the environment, with only white space', { secrets: 'KEY' }, { KEY: ' \n\t' }, ' \n\t'],
  [
    'JSON, with escapes',
    { secrets: '{"KEY": "a\\u0041\\n\\t\\"\\\\\\u00e9\\ud83d\\ude00"}' },
    {},
    'aA\n\t"\\é😀',
  ],
] as const)('a value of several lines is sent from %s', async (_, inputs, env, value) => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, ...inputs }, { env })
  expect(sent(sandbox)).toEqual([{ name: 'KEY', value }])
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
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
