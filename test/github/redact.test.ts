import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyNotMasked } from '../../src/github/redact.ts'
import { tries } from '../tries.ts'
import { chain, ENCODINGS, encoded, secret } from './encodings.ts'
import { redactorOf } from './redactor.ts'

const masked = secret.filter(value => whyNotMasked(value) === undefined)
const around = fc.string({ unit: 'binary', maxLength: 20 })

it('a secret is hidden from people, and found in outputs, in any chain of three encodings', () => {
  fc.assert(
    fc.property(masked, chain, around, around, (value, encodings, before, after) => {
      const redactor = redactorOf(value)
      const copy = encoded(value, encodings)
      const text = `${before} ${copy} ${after}`
      expect(redactor.redact(text)).not.toContain(copy)
      expect(redactor.find(text)).not.toEqual([])
    }),
    { numRuns: tries(10_000) },
  )
})

const EVERY_SIGN = `pä ss=&+"\\word'!(1)*€/?:%41<&#65;>~`

it.each(Object.entries(ENCODINGS))('a text with a secret %s is hidden', (_, encode) => {
  const shown = redactorOf(EVERY_SIGN).redact(`= ${encode(EVERY_SIGN, () => 0)} .`)
  expect(['***', '= *** .']).toContain(shown)
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
  ['of mostly white space', '   !', 'a   !b', 'a***b'],
  ['of two words that stand in two lines', 'two words', 'see two\r\nwords', '***'],
  ['in base64 of Latin-1', 'pässwörd-é&x', btoa('pässwörd-é&x'), '***'],
  ['in hex of Latin-1', 'pässwörd-é&x', Buffer.from('pässwörd-é&x', 'latin1').toString('hex'), '***'],
  ['whose mask would form another secret', 'long-secret\nx***', 'xlong-secret.', '***'],
  [
    'that overlaps an encoded one',
    `hunter2\n${btoa('hunter2 and more').slice(0, 8)}`,
    btoa('hunter2 and more'),
    '***',
  ],
])('a secret %s is hidden', (_, value, text, shown) => {
  expect(redactorOf(value).redact(text)).toBe(shown)
})

it.each(['abc', 'true', 'TRUE', 'None', 'null', 'error'])(
  '%j would blank the log, so it is not masked',
  value => {
    expect(whyNotMasked(value)).toBeDefined()
    expect(redactorOf(value, `first-line\n${value}`).redact(`it is ${value}`)).toBe(`it is ${value}`)
  },
)

describe('the user of a URL is hidden without a known secret', () => {
  it.each([
    ['https://user:pass@host/x', 'https://***@host/x'],
    ['https://token@host/x and ssh://git@host/y', 'https://***@host/x and ssh://git@host/y'],
    ['https://user:p@ss@host:80/x', 'https://***@host:80/x'],
    ['https%3A%2F%2Fuser%3Apass%40host', '***'],
    [String.raw`https:\/\/user:pass\u0040host`, '***'],
    ['https://acme@dev.example/acme/shop', 'https://acme@dev.example/acme/shop'],
    ['https://host/@scope/x?y=a@b', 'https://host/@scope/x?y=a@b'],
    ['mail someone@host', 'mail someone@host'],
  ])('%j becomes %j', (text, shown) => {
    expect(redactorOf().redact(text)).toBe(shown)
  })
})

it('the beginning of a long secret is hidden, plain and in wrapped encodings', () => {
  const value = Array.from({ length: 40 }, (_, index) => `part-${index}-`).join('')
  const { redact } = redactorOf(value)
  expect(redact(`${value.slice(0, 150)} …`)).toBe(`***${value.slice(128, 150)} …`)
  expect(redact(value)).toBe('***')
  for (const encoding of ['base64', 'hex'] as const) {
    expect(redact(`= ${Buffer.from(value).toString(encoding).replace(/.{60}/g, '$&\n')} .`)).toBe('***')
  }
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
