import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, formsOf } from '../../src/github/redact.ts'

const secret = fc.string({ unit: 'binary', minLength: 4 }).filter(text => text.trim().length >= 4)
const around = fc.string({ unit: 'binary' })

const inAsciiJson = (value: string) =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const inStrictUrl = (value: string) =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Ways in which a service, a log or a header may give a value back. */
const ENCODINGS: [string, (value: string) => string][] = [
  ['as it is', value => value],
  ['in JSON', value => JSON.stringify(value).slice(1, -1)],
  ['in JSON of ASCII alone', inAsciiJson],
  ['in base64', value => Buffer.from(value).toString('base64')],
  ['in base64 without padding', value => Buffer.from(value).toString('base64').replace(/=+$/, '')],
  ['in base64 for URLs', value => Buffer.from(value).toString('base64url')],
  ['in a URL', value => encodeURIComponent(value.toWellFormed())],
  ['in a URL, of letters and digits alone', inStrictUrl],
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

  it('is gone from it, though it holds every kind of sign', () => {
    const redactor = createRedactor()
    const value = `pä ss=&+"\\word'!(1)*€`
    redactor.add(value)
    expect(redactor.text(`=${encode(value)}.`)).toBe('=***.')
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
  expect(formsOf('x\nabcd')).toContain('abcd')
  const redactor = createRedactor()
  redactor.add('abc')
  expect(redactor.text('abc undefined')).toBe('abc undefined')
})

it('a secret is one without the white space around it too', () => {
  expect(formsOf(' two\nlines\n')).toContain('two\nlines')
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

describe('a secret in a value that is put out as JSON', () => {
  const redacted = (value: unknown, ...secrets: string[]) => {
    const redactor = createRedactor()
    for (const secret of secrets) redactor.add(secret)
    return JSON.parse(redactor.json(value))
  }

  it('is masked in its place: in keys, texts and numbers, at any depth', () => {
    const value = { 'a 1234 b': ['1234', { c: 512_345, d: true, e: null, f: 5 }], other: 'x' }
    expect(redacted(value, '1234')).toEqual({
      'a *** b': ['***', { c: '***', d: true, e: null, f: 5 }],
      other: 'x',
    })
    expect(redacted([true, null], 'true', 'null')).toEqual(['***', '***'])
  })

  it('is masked where it arises by the escaping alone', () => {
    expect(redacted({ a: 'aa\\bb' }, 'aa\\\\bb')).toEqual({ a: '***' })
  })

  it('takes all with it where it arises across members', () => {
    expect(redacted(['a', 'b'], '"a",')).toBe('***')
  })
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
