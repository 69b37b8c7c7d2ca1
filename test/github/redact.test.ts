import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, whyNotMasked } from '../../src/github/redact.ts'
import { tries } from '../tries.ts'
import { chain, ENCODINGS, encoded, secret } from './encodings.ts'

const RUNS = tries(10_000)

function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  for (const value of secrets) redactor.add(value)
  return redactor
}

const masked = secret.filter(value => whyNotMasked(value) === undefined)
const around = fc.string({ unit: 'binary', maxLength: 20 })

it('a secret is redacted in any chain of three encodings', () => {
  fc.assert(
    fc.property(masked, chain, around, around, (value, encodings, before, after) => {
      const text = encoded(value, encodings)
      expect(redactorOf(value).text(`${before} ${text} ${after}`)).not.toContain(text)
    }),
    { numRuns: RUNS },
  )
})

const EVERY_SIGN = `pä ss=&+"\\word'!(1)*€/?:%41<&#65;>~`

describe.each(Object.entries(ENCODINGS))('a secret %s', (name, encode) => {
  it('is redacted completely', () => {
    const text = encode(EVERY_SIGN, () => 0)
    const shown = redactorOf(EVERY_SIGN).text(`= ${text} .`)
    // The base64 text before and after the secret remains.
    expect(shown).toMatch(
      name === 'in base64 after a user name' ? /^= \w{0,8}\*\*\*\w{0,8}=* \.$/ : /^= \*\*\*\s* \.$/,
    )
  })
})

it.each([
  [
    'whose lines appear separately',
    'first-line\r\n  second-line\nabc\n    \n',
    'a first-line, a second-line, abc',
    'a ***, a ***, abc',
  ],
  ['that contains another secret', 'pass\npassword', 'password pass', '*** ***'],
  ['without its surrounding white space', '  secret-value\n', 'a secret-value.', 'a ***.'],
  ['inside a word', 'hunter2', 'xhunter2x', 'x***x'],
])('a secret %s is redacted', (_, value, text, shown) => {
  expect(redactorOf(value).text(text)).toBe(shown)
})

it('a secret of mostly white space is redacted', () => {
  expect(redactorOf('   !').text('a   !b')).toBe('a***b')
})

it('a mask that forms another secret with its neighbours is redacted', () => {
  expect(redactorOf('long-secret', 'x***').text('xlong-secret.')).toBe('***.')
  expect(redactorOf('secret', '****').text('*secret')).toBe('***')
})

it('the beginning of a long secret is redacted in pieces of 64 bytes', () => {
  const value = Array.from({ length: 40 }, (_, index) => `part-${index}-`).join('')
  expect(redactorOf(value).text(`${value.slice(0, 150)} …`)).toBe(`***${value.slice(128, 150)} …`)
  expect(redactorOf(value).text(value)).toBe('***')
})

it.each(['abc', 'true', 'TRUE', 'None', 'null', 'error', 'created', 'error_code', 'READY', 'repohost'])(
  'the short or common value %j is not masked',
  value => {
    expect(whyNotMasked(value)).toBeDefined()
    expect(redactorOf(value).text(`it is ${value}`)).toBe(`it is ${value}`)
    expect(redactorOf(`first-line\n${value}`).text(`it is ${value}`)).toBe(`it is ${value}`)
  },
)

it('the words of the action are not redacted if a part of them is a secret', () => {
  const text = 'wait_timeout, error_code and {"source_config":{"custom_url":null}}'
  expect(redactorOf('wait', 'code', 'sour', 'config', 'alse', 'custom_url').text(text)).toBe(text)
  expect(redactorOf('wait', 'code').text('wait for code in await')).toBe('*** for *** in a***')
})

describe('a value that is written as JSON', () => {
  const redacted = (value: unknown, ...secrets: string[]) => JSON.parse(redactorOf(...secrets).json(value))

  it('has its secrets masked in strings, numbers and keys at any depth', () => {
    const value = { 'a 1234 b': ['1234', { c: 512_345, d: true, e: null, f: 5 }], other: 'x' }
    expect(redacted(value, '1234')).toEqual({
      'a *** b': ['***', { c: '***', d: true, e: null, f: 5 }],
      other: 'x',
    })
  })

  it('keeps the keys of the request', () => {
    const value = {
      source_config: { custom_url: 'of name and source', labels: { source: 'x' } },
      name: 'name',
    }
    expect(redacted(value, 'source', 'custom', 'labels')).toEqual({
      source_config: { custom_url: 'of name and ***', labels: { source: 'x' } },
      name: 'name',
    })
  })

  it('has a secret masked that only the escaping forms', () => {
    expect(redacted({ a: 'aa\\bb' }, 'aa\\\\bb')).toEqual({ a: '***' })
  })

  it('is masked completely if a secret spans several members', () => {
    expect(redacted(['a', 'b'], '"a",')).toBe('***')
  })

  it('stays valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('1234', '":"}', '\\n\\"', '["a"'), (value, word) => {
        const text = redactorOf(word).json({ [word]: word, number: 12345, value })
        expect(() => JSON.parse(text)).not.toThrow()
        expect(text).not.toContain(word)
      }),
    )
  })
})

describe('the user of a URL is redacted without a known secret', () => {
  it.each([
    ['https://user:pass@host/x', 'https://***@host/x'],
    ['https://token@host/x and ssh://git@host/y', 'https://***@host/x and ssh://git@host/y'],
    ['https://user:p@ss@host:80/x', 'https://***@host:80/x'],
    ['https%3A%2F%2Fuser%3Apass%40host', 'https%3A%2F%2F***%40host'],
    [String.raw`https:\/\/user:pass\u0040host`, String.raw`https:\/\/***\u0040host`],
    ['https://host/@scope/x?y=a@b', 'https://host/@scope/x?y=a@b'],
    ['mail someone@host', 'mail someone@host'],
  ])('%j becomes %j', (text, shown) => {
    expect(createRedactor().text(text)).toBe(shown)
  })
})

it('a truncated text does not end with a part of a secret', () => {
  const value = 'a-secret-of-thirty-two-letters-0'
  const redactor = redactorOf(value)
  for (const kept of [4, 16, 28]) {
    const text = `${'x'.repeat(100 - kept)}${value} and more`
    expect(redactor.text(text, 100)).toBe(
      `${'x'.repeat(100 - kept)}***${' and more'.slice(0, kept - 3)}${kept < 12 ? `… (${12 - kept} more characters)` : ''}`,
    )
    // A secret may begin at the end of the part that is searched.
    const long = `${value.repeat(Math.ceil(32_768 / value.length))}`.slice(0, 32_768 - kept) + value
    expect(redactor.text(long, 100)).toMatch(/^\*{3}… \(\d+ more characters\)$/)
  }
})

it.each(['base64', 'hex'] as const)('a long secret is redacted in wrapped %s', encoding => {
  const value = Array.from({ length: 30 }, (_, index) => `part-${index}-`).join('')
  const wrapped = Buffer.from(value).toString(encoding).replace(/.{60}/g, '$&\n')
  expect(redactorOf(value).text(`= ${wrapped} .`)).toMatch(/^= \*{3}\s* \.$/)
})

it('texts without secrets stay unchanged: ids, URLs, JSON, base64 and prose', () => {
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
        expect(redactorOf(...tokens).text(text)).toBe(text)
      },
    ),
    { numRuns: tries(2000) },
  )
})
