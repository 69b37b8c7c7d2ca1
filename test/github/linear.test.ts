import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/github/redact.ts'
import { html, plainLine, shorten } from '../../src/github/text.ts'
import {
  secretParametersIn,
  secretsOfUser,
  userOfProxy,
  usersOfUrl,
  usersOfUrlsIn,
} from '../../src/lib/url-credentials.ts'
import { tries } from '../tries.ts'

// Each function that reads foreign text gets its worst inputs, of a megabyte with `TRIES=all`. Quadratic time would
// take minutes, and the test would time out.

/** In characters. */
const LENGTH = tries(1024 * 1024)

const UNITS = {
  letters: 'a',
  slashes: '/',
  'starts of URLs': '://',
  'URLs with users': '://user@',
  'at signs': '@',
  colons: ':',
  'query parameters': '?a',
  'query parameters with values': '&token=a',
  'percent signs': '%',
  'encoded percent signs': '%25',
  'percent signs encoded three times': '%252525',
  backslashes: '\\',
  'escaped backslashes': '\\u005c',
  ampersands: '&',
  entities: '&amp;',
  'nested entities': '&amp;amp;',
  'starts of numeric entities': '&#x00000',
  'nested base64': Buffer.from(Buffer.from('the quick brown fox').toString('base64')).toString('base64'),
  'nested hex': Buffer.from(Buffer.from('fox').toString('hex')).toString('hex'),
  'mixed encodings': '%5cu0026amp%3b+\\"&#37;41',
  'starts of a secret': 'a-secret-of-the-run-',
  tags: '<b',
  'line breaks': '\r\n',
  'control characters': '\u0001',
  'characters of four bytes': '😀',
}

const SECRETS = [
  'a-secret-of-the-run-and more',
  ...Array.from({ length: 1000 }, (_, index) => `a-secret-of-the-run-${index}`),
  'a'.repeat(10_000),
  `${'a'.repeat(10_000)}b`,
  Array.from({ length: 5000 }, (_, index) => `line ${index} of it`).join('\n'),
]

function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret)
  return redactor
}

const REDACTOR = redactorOf(...SECRETS)

describe.each(Object.entries(UNITS))('a long text of %s', (_, unit) => {
  const text = unit.repeat(Math.ceil(LENGTH / unit.length))

  it('is redacted in linear time', () => {
    const shown = REDACTOR.text(text)
    expect(SECRETS.some(secret => shown.includes(secret))).toBe(false)
    expect(REDACTOR.text(text, 2000).length).toBeLessThan(2100)
    expect(REDACTOR.markup(text)).not.toContain('a-secret-of-the-run-and more')
  }, 60_000)

  it('is cleaned, and searched for credentials, in linear time', () => {
    expect(plainLine(text)).not.toMatch(/\p{Cc}/u)
    expect(html(text)).not.toContain('<')
    expect(shorten(text, 10).length).toBeLessThan(60)
    for (const user of usersOfUrlsIn(text)) expect(secretsOfUser(user).length).toBeLessThan(9)
    expect(secretParametersIn(text).length % 2).toBe(0)
    expect(usersOfUrl(text).length).toBeLessThan(3)
    expect([userOfProxy(text)]).toHaveLength(1)
  }, 60_000)
})

/** A response may be 60 MiB long. */
const LONGEST = tries(60 * 1024 * 1024)

describe('a text as long as a response', () => {
  const redactor = redactorOf('a-secret of the run', `${'@'.repeat(100)}`, `${'ab'.repeat(32)}c`)

  it.each(['a', '1', '@', '%25', '\\\\', '&amp;', '&a', 'ab', '%5cu0026amp%3b+\\"&#37;41', '://a@/'])(
    'of %j is redacted, or masked completely if that would take too long',
    unit => {
      const text = `https://a:${unit.repeat(LONGEST / unit.length)}a-secret of the run`
      expect(redactor.text(text)).toMatch(/\*\*\*$/)
    },
    20_000,
  )
})

it('10,000 secrets and one of a megabyte are added and found in linear time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `a-secret-of-the-run-${index}-with-an-end`)
  const lines = Array.from({ length: 16_384 }, (_, index) => String(index).padStart(63, 'line-')).join('\n')
  const redactor = redactorOf(...many, lines)
  expect(redactor.text(many.join(' '))).toBe(many.map(() => '***').join(' '))
  expect(redactor.text(`got ${lines}!`)).toBe('got ***!')
}, 60_000)
