import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commentMarker, nameKey } from '../../src/github/event.ts'

const asIs = (text: string) => text

const names = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom('-', '--', '>', '!', '<', 'a', ' ', '~', '%', '\n', '@'), { maxLength: 8 })
    .map(parts => parts.join('')),
)

it('is one HTML comment, whatever the name is', () => {
  fc.assert(
    fc.property(names, name => {
      expect(commentMarker(nameKey(name, asIs))).toMatch(/^<!-- create-deployment: (?:[\w.%~]|-(?!-))* -->$/)
    }),
  )
})

it('differs for names that differ', () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      fc.pre(a.toWellFormed() !== b.toWellFormed())
      expect(nameKey(a, asIs)).not.toBe(nameKey(b, asIs))
    }),
  )
})

it('differs for names of which a secret is taken out, and holds no secret', () => {
  const redact = (text: string) => text.replace(/hunter\d/, '***')
  const keys = ['hunter2', 'hunter3'].map(secret => nameKey(`shop-${secret}`, redact))
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^shop-%2A%2A%2A~[0-9a-f]{16}$/)
})

it('is bounded', () => {
  expect(nameKey('é'.repeat(10_000), asIs).length).toBeLessThan(200)
})
