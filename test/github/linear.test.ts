import { describe, expect, it } from 'vitest'
import { plainLine, shorten } from '../../src/lib/text.ts'
import { credentialsOfUrl, passwordsIn, usersIn, withoutUser } from '../../src/lib/url-credentials.ts'
import { html } from '../../src/report/markup.ts'
import { tries } from '../tries.ts'
import { redactorOf } from './redactor.ts'

// Each function that reads foreign text gets its worst inputs. Quadratic time would take minutes, and the test would
// time out. Text that people read is examined up to 250,000 characters.

const LENGTH = 250_000

const UNITS = {
  letters: 'a',
  slashes: '/',
  'starts of URLs': '://',
  'URLs with users': '://user@',
  'URLs with passwords': '://user:password@',
  'at signs': '@',
  colons: ':',
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
  'letters and line breaks': 'a\r\n',
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

const REDACTOR = redactorOf(...SECRETS)

describe.each(Object.entries(UNITS))('a long text of %s', (_, unit) => {
  const text = unit.repeat(Math.floor(tries(LENGTH) / unit.length))

  it('is redacted in linear time', () => {
    const shown = REDACTOR.redact(text)
    expect(SECRETS.some(secret => shown.includes(secret))).toBe(false)
    expect(REDACTOR.redact(text, 2000).length).toBeLessThan(2100)
  }, 20_000)

  it('is cleaned, and searched for credentials, in linear time', () => {
    expect(plainLine(text)).not.toMatch(/\p{Cc}/u)
    expect(html(text)).not.toContain('<')
    expect(shorten(text, 10).length).toBeLessThan(60)
    expect([...usersIn(text), ...passwordsIn(text)].length).toBeLessThan(text.length)
    expect(credentialsOfUrl(text).length).toBeLessThan(13)
    expect(withoutUser(text).length).toBeLessThanOrEqual(text.length)
  }, 20_000)
})

it('a text that is too long to examine is hidden as a whole', () => {
  expect(redactorOf('hunter2').redact('a '.repeat(LENGTH))).toBe('***')
  expect(redactorOf('hunter2').find('a '.repeat(LENGTH))).toHaveLength(1)
  expect(redactorOf().redact('a '.repeat(LENGTH))).toHaveLength(2 * LENGTH)
})

it('10,000 secrets and one of a megabyte are added and found in linear time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `a-secret-of-the-run-${index}-with-an-end`)
  const lines = Array.from({ length: 16_384 }, (_, index) => String(index).padStart(63, 'line-')).join('\n')
  const redactor = redactorOf(...many, lines)
  for (let at = 0; at < many.length; at += 5000) {
    expect(redactor.redact(many.slice(at, at + 5000).join(' '))).toBe(Array(5000).fill('***').join(' '))
  }
  expect(redactor.redact(`got ${lines.slice(0, 64 * 1000 - 1)}!`)).not.toContain('line-')
}, 20_000)
