import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commentMarker, nameKey } from '../../src/github/event.ts'

const unredacted = (text: string) => text

const names = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom('-', '--', '>', '!', '<', 'a', ' ', '~', '%', '\n', '@'), { maxLength: 8 })
    .map(parts => parts.join('')),
)

it('the marker of a comment is one HTML comment for any name', () => {
  fc.assert(
    fc.property(names, name => {
      expect(commentMarker(nameKey(name, unredacted))).toMatch(
        /^<!-- create-deployment: (?:[\w.%~]|-(?!-))* -->$/,
      )
    }),
  )
})

it('different names have different markers', () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      fc.pre(a.toWellFormed() !== b.toWellFormed())
      expect(nameKey(a, unredacted)).not.toBe(nameKey(b, unredacted))
    }),
  )
})

it('names that differ only in a secret have different markers without the secret', () => {
  const redact = (text: string) => text.replace(/hunter\d/, '***')
  const keys = ['hunter2', 'hunter3'].map(secret => nameKey(`shop-${secret}`, redact))
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^shop-%2A%2A%2A~[0-9a-f]{16}$/)
})

it('the marker of a long name is truncated', () => {
  expect(nameKey('é'.repeat(10_000), unredacted).length).toBeLessThan(200)
})
