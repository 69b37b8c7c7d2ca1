import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { plainLine, shorten } from '../../src/lib/text.ts'
import { html } from '../../src/report/markup.ts'

const PIECES = '::error:: \n \r \u2028 ##[group] \u001b[31m \u202e <img&#32;src=x> ` | \ud800'.split(' ')
const hostile = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...PIECES)))
  .map(parts => parts.join(''))

it('any text as a line has no line breaks, control characters and commands, and as HTML no markup', () => {
  fc.assert(
    fc.property(hostile, text => {
      const line = plainLine(text)
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      expect(line).not.toContain('##[')
      expect(line.isWellFormed()).toBe(true)
      expect(commandsOf(line)).toEqual([])
      expect(html(text)).not.toMatch(/[<>"'\n]|&(?!#\d+;)/)
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
])('%j as a line is %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

it('a shortened text ends with the number of omitted characters', () => {
  expect([shorten('abcd', 4), shorten('abcde', 4)]).toEqual(['abcd', 'abcd… (1 more characters)'])
})
