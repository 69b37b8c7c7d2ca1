import { expect, it } from 'vitest'
import { plainLine, shorten } from '../../src/lib/text.ts'

it.each([
  ['two\r\nlines', 'two lines'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['::add-mask::x', ': :add-mask::x'],
  ['  ::error::x', '  : :error::x'],
  ['##[group]x', '## [group]x'],
  ['in\tcolumns, half of a pair: \ud800', 'in columns, half of a pair: \ufffd'],
  ['plain, with ümlauts and 😀', 'plain, with ümlauts and 😀'],
])('%j as a line is %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

it('a shortened text ends with the number of omitted characters', () => {
  expect([shorten('abcd', 4), shorten('abcde', 4)]).toEqual(['abcd', 'abcd… (1 more characters)'])
})
