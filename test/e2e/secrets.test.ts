import { EOL } from 'node:os'
import { expect, test } from 'vitest'
import { sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

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
