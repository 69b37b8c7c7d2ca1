import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { plainLine, shorten } from '../../src/lib/text.ts'
import { html } from '../../src/report/markup.ts'

const pieces = [
  '::error::',
  '\n',
  '\r',
  '\u2028',
  '##[group]',
  '\u001b[31m',
  '\u202e',
  '<img src=x>',
  '`',
  '|',
  '\ud800',
]
const hostile = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...pieces)))
  .map(parts => parts.join(''))

describe('a log line', () => {
  it('has no line breaks, no control characters and no command for any text', () => {
    fc.assert(
      fc.property(hostile, text => {
        const line = plainLine(text)
        expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
        expect(line).not.toContain('##[')
        expect(line.isWellFormed()).toBe(true)
        expect(commandsOf(line)).toEqual([])
      }),
    )
  })

  it.each([
    ['two\r\nlines', 'two lines'],
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['::add-mask::x', ': :add-mask::x'],
    ['  ::error::x', '  : :error::x'],
    ['##[group]x', '## [group]x'],
    ['in\tcolumns', 'in columns'],
    ['plain, with ümlauts and 😀', 'plain, with ümlauts and 😀'],
  ])('for %j is %j', (text, line) => {
    expect(plainLine(text)).toBe(line)
  })
})

it('html() escapes all markup', () => {
  fc.assert(
    fc.property(hostile, text => {
      expect(html(text)).not.toMatch(/[<>"'\n]|&(?!#\d+;)/)
    }),
  )
  expect(html('<b>&amp;</b>')).toBe('&#60;b&#62;&#38;amp;&#60;/b&#62;')
})

it('shorten() appends the number of omitted characters', () => {
  expect([shorten('abcd', 4), shorten('abcde', 4)]).toEqual(['abcd', 'abcd… (1 more characters)'])
})
