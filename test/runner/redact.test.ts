import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, formsOf } from '../../src/runner/redact.ts'

const secret = fc.string({ unit: 'binary', minLength: 4 }).filter(text => text.trim().length >= 4)
const around = fc.string({ unit: 'binary' })

/** Ways in which a service, a log or a header may give a value back. */
const ENCODINGS: [string, (value: string) => string][] = [
  ['as it is', value => value],
  ['in JSON', value => JSON.stringify(value).slice(1, -1)],
  ['in base64', value => Buffer.from(value).toString('base64')],
  ['in base64 without padding', value => Buffer.from(value).toString('base64').replace(/=+$/, '')],
  ['in base64 for URLs', value => Buffer.from(value).toString('base64url')],
  ['in a URL', value => encodeURIComponent(value.toWellFormed())],
  ['in a form', value => new URLSearchParams({ v: value }).toString().slice(2)],
]

describe.each(ENCODINGS)('a secret %s', (_, encode) => {
  it('is not in the redacted text', () => {
    fc.assert(
      fc.property(secret, around, around, (value, before, after) => {
        const redactor = createRedactor()
        redactor.add(value)
        expect(redactor.text(before + encode(value) + after)).not.toContain(encode(value))
      }),
    )
  })
})

it('every line of a secret is one', () => {
  const redactor = createRedactor()
  redactor.add('first line\r\n  second line\nabc\n    \n')
  expect(redactor.text('a first line, a second line, abc and "    "')).toBe('a ***, a ***, abc and "    "')
})

it('a value that is too short is not masked', () => {
  expect(formsOf('abc')).toEqual([])
  expect(formsOf('abcd')).toContain('abcd')
})

it('the longer of two secrets that overlap is removed whole', () => {
  const redactor = createRedactor()
  redactor.add('pass')
  redactor.add('password')
  expect(redactor.text('password pass')).toBe('*** ***')
})

it('redacted JSON stays JSON, in keys, strings and numbers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('true', 'null', '1234', '":"}', '\\n\\"'), (value, word) => {
      const redactor = createRedactor()
      redactor.add(word)
      const text = redactor.json({ [word]: word, number: 12345, truth: true, value })
      expect(() => JSON.parse(text)).not.toThrow()
      expect(text).not.toContain(word)
    }),
  )
})

it.each(['   !', '\u0000\u0000   ', '    '])(
  'a secret of next to nothing but white space, %j, is masked in every form',
  secret => {
    const forms = formsOf(secret)
    expect(forms).toContain(secret)
    expect(forms).toContain(JSON.stringify(secret).slice(1, -1))
    expect(forms).toContain(encodeURIComponent(secret))
  },
)
