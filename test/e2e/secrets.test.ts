import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

/** Values of one line that could be misinterpreted. */
const VALUES = [
  '# no comment',
  '"in quotes"',
  '100% %0A %25 %{x}',
  '$HOME $(id) `id` $x$$ $',
  '\tafter a tab\t',
  '   between spaces   ',
  '::add-mask::x ::error::y',
  '{"a": "json", "b": [1]}',
  '&anchor *alias !tag |',
  'naïve grüße 日本語',
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
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', secrets }, { env: RECORD })
  expect(posts(sandbox)).toMatchObject([{ secrets: NAMED }])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

test.each([
  [{ secrets: 'TINY=abc' }, 'abc', false],
  [{ secrets: 'TINY=abcd' }, 'abcd', true],
  [{ custom_url: 'https://ci:pa55word@shop.example' }, 'pa55word', true],
  [{ repository: 'ci:pa55word@host/acme/shop' }, 'pa55word', true],
  [{ image_uri: 'app:v1.4.2@sha256:0a1b' }, 'v1.4.2', false],
])('the inputs %j: whether %j is masked is %j', async (inputs, value, isMasked) => {
  const run = await create(await sandboxForTest(), { dry_run: 'true', ...inputs })
  expect(run.stdout.includes(`::add-mask::${value}${EOL}`)).toBe(isMasked)
})
