import fc from 'fast-check'
import { expect, it } from 'vitest'
import { whyNotMasked } from '../../src/secrets/redact.ts'
import { tries } from '../tries.ts'
import { FORMS, redactorOf, secret } from './redactor.ts'

const masked = secret.filter(value => whyNotMasked(value) === undefined)
const around = fc.string({ unit: 'binary', maxLength: 20 })
const form = fc.constantFrom(...Object.keys(FORMS))

it('a secret is hidden from people, and found in outputs, in every form', () => {
  fc.assert(
    fc.property(masked, form, around, around, (value, name, before, after) => {
      const redactor = redactorOf(value)
      const copy = FORMS[name]?.(value.toWellFormed()) ?? ''
      const text = `${before} ${copy} ${after}`
      expect(redactor.redact(text)).not.toContain(copy)
      expect(redactor.find(text)).toHaveLength(1)
    }),
    { numRuns: tries(5000) },
  )
})

it('base64 of a text hides the secret within it, also line by line, and shows what stands around it', () => {
  for (const before of ['', 'a', 'ab', 'abc']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}s3cret-välue?>${'after'.repeat(9)}`).toString(encoding)
      const shown = redactorOf('first line\ns3cret-välue?>').redact(text)
      expect(shown).toMatch(/^\w{0,4}\*{3}[\w=]{60,64}$/)
    }
  }
})

const LONG = Array.from({ length: 64 }, (_, index) => `${index}`).join('-')

it.each([
  ['each of its lines', 'line-1\r\n  line-2\nabc\n', 'a line-1, line-2, abc', 'a ***, ***, abc'],
  ['a secret within another', 'pass\npassword', 'password pass', '*** ***'],
  ['without its surrounding white space', '  secret-value\n', 'a secret-value.', 'a ***.'],
  ['inside a word', 'hunter2', 'xhunter2x', 'x***x'],
  ['of white space and a sign', '   !', 'a   !b', 'a***b'],
  ['two overlapping secrets', 'abcdef\ndefghi', 'an abcdefghi', 'an ***'],
  ['longer than the pieces in which it is searched', LONG, `see ${LONG}.`, 'see ***.'],
])('a secret is hidden: %s', (_, value, text, shown) => {
  expect(redactorOf(...(value.includes('password') ? value.split('\n') : [value])).redact(text)).toBe(shown)
})

it('a text is redacted before it is truncated, and says how much more there is', () => {
  const { redact } = redactorOf('hunter2-and-more')
  expect(redact('see hunter2-and-more of it', 10)).toBe('see ***… (6 more characters)')
  for (let kept = 1; kept < 20; kept++) {
    expect(redact(`${'x'.repeat(20 - kept)} hunter2-and-more`, 20)).not.toContain('hunt')
  }
  expect(redactorOf(LONG).redact(`see ${LONG}`, 10)).toMatch(/^see \*\*\*… \(\d+ more characters\)$/)
  expect(redact('hunter2-and-more '.repeat(2 ** 17))).not.toContain('hunter2')
})

it.each(['abc', 'true', 'TRUE', 'None', 'null', 'error'])(
  '%j would blank the log, so it is not masked',
  value => {
    expect(whyNotMasked(value)).toBeDefined()
    expect(redactorOf(value, `first-line\n${value}`).redact(`it is ${value}`)).toBe(`it is ${value}`)
  },
)

it.each([
  ['https://user:pass@host/x', 'https://***@host/x'],
  ['https://token@host/x and ssh://git@host/y', 'https://***@host/x and ssh://git@host/y'],
  [String.raw`https:\\user:pass@host\x`, String.raw`https:\\***@host\x`],
  ['https://user:p@ss@host:80/x', 'https://***@host:80/x'],
  ['https://user:pa/ss@host/x', 'https://***@host/x'],
  ['https://host:80/a@b', 'https://host:80/a@b'],
  ['https://host/@scope/x?y=a@b', 'https://host/@scope/x?y=a@b'],
  ['<a href="http://x">mail</a> someone@host', '<a href="http://x">mail</a> someone@host'],
])('the user of a URL is hidden without a known secret: %j becomes %j', (text, shown) => {
  expect(redactorOf().redact(text)).toBe(shown)
})

it('texts without secrets stay as they are: ids, URLs, JSON, base64 and prose', () => {
  const word = fc.oneof(
    fc.uuid(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.json(),
    fc.base64String({ maxLength: 200 }),
    fc.lorem(),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    fc.stringMatching(/^[0-9a-f]{40}$/),
  )
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/)
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.array(token, { minLength: 1, maxLength: 5 }),
      (words, tokens) => {
        const text = words.join(' ')
        expect(redactorOf(...tokens).redact(text)).toBe(text)
        expect(redactorOf(...tokens).find(text)).toEqual([])
      },
    ),
    { numRuns: tries(2000) },
  )
})
