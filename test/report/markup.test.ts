import { expect, it } from 'vitest'
import { createRedactor } from '../../src/github/redact.ts'
import { words } from '../../src/lib/sentence.ts'
import { createMarkup, fitting } from '../../src/report/markup.ts'

const VALUE = 500

function markupWithout(secret: string) {
  const redactor = createRedactor()
  redactor.add(secret, { what: words('a secret'), isMasked: true })
  return createMarkup(redactor.redact)
}

it.each(['text', 'code', 'words'] as const)('%s is escaped, redacted and truncated', kind => {
  const write = markupWithout('hunter2')[kind]
  expect(write('<b>hunter2</b>')).toContain('&#60;b&#62;***&#60;/b&#62;')
  expect(write('x'.repeat(VALUE + 100))).toContain('… (100 more characters)')
  // No part of a secret remains at the cut.
  expect(write(`${'x'.repeat(VALUE - 4)}hunter2 and more`)).not.toContain('hunt')
})

it('words of the action show values as code', () => {
  expect(markupWithout('hunter2').words('the input `<name>` of `hunter2`')).toBe(
    'the input <code>&#60;name&#62;</code> of <code>***</code>',
  )
})

it('lines stay separate, escaped and redacted', () => {
  expect(markupWithout('hunter2').lines('a <b>\nhunter2')).toEqual(['a &#60;b&#62;', '***'])
})

it('items fit up to the byte limit, including line ends', () => {
  expect(fitting(['ab', 'cd', 'ef'], 6, item => item)).toEqual([['ab', 'cd'], 1])
  expect(fitting(['ab', 'üd'], 6, item => item)).toEqual([['ab'], 1])
  expect(fitting(['ab', 'cd'], 6, item => item)).toEqual([['ab', 'cd'], 0])
})
