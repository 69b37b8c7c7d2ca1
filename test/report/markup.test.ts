import { expect, it } from 'vitest'
import { say, words } from '../../src/lib/sentence.ts'
import { createMarkup } from '../../src/report/markup.ts'
import { redactorOf } from '../secrets/redactor.ts'

const markupWithout = (secret: string) => createMarkup(redactorOf(secret).redact)

it('a value is escaped, redacted, truncated and always code', () => {
  const { text, code } = markupWithout('hunter2')
  for (const write of [code, (value: string) => text(say`${value}`)]) {
    expect(write('<hunter2>')).toBe('<code>&#60;***&#62;</code>')
    expect(write('x'.repeat(600))).toContain('… (100 more characters)')
    // No part of a secret remains at the cut.
    expect(write(`${'x'.repeat(496)}hunter2 and more`)).not.toContain('hunt')
  }
})

it('own words are never redacted, and show values in backquotes as code', () => {
  const { text } = markupWithout('hunter2')
  expect(text(words('the input `<name>` of "hunter2"'))).toBe(
    'the input <code>&#60;name&#62;</code> of &#34;hunter2&#34;',
  )
})

it('a long word can wrap at its separators and within, but not in an entity', () => {
  const { code } = markupWithout('hunter2')
  const url = code('https://shop.example/0123456789abcdef?a="b"&c=<d>')
  expect(url.split('<wbr>')).toEqual([
    ...['<code>https://', 'shop.', 'example/', '0123456789ab', 'cdef?a=', '&#34;b&#34;&#38;c='],
    '&#60;d&#62;</code>',
  ])
  expect(code('ghcr.io/acme:1.4')).not.toContain('<wbr>')
})

it('lines stay separate, escaped and redacted', () => {
  expect(markupWithout('hunter2').lines('a <b>\nhunter2')).toEqual(['a &#60;b&#62;', '***'])
})
