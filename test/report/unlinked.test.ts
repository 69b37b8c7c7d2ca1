import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unlinked } from '../../src/report/markup.ts'
import { LINKED, linkable } from './linkable.ts'

describe('a sentence in a comment', () => {
  it.each([
    ['The service answered 422.', 'The service answered 422.'],
    ['Could not create the deployment "shop": no', 'Could not create the deployment "shop": no'],
    ['ask @acme/admins, now', 'ask <code>@acme/admins</code>, now'],
    ['see #12 and acme/shop#3.', 'see <code>#12</code> and <code>acme/shop#3</code>.'],
    ['(see https://evil.example/x)', '(see <code>https://evil.example/x</code>)'],
    ['commit c0ffee0', 'commit <code>c0ffee0</code>'],
    ['deadbeef', '<code>deadbeef</code>'],
    ['TICKET-12: re-run', '<code>TICKET-12</code>: re-run'],
    ['POST was sent', 'POST was sent'],
    ['shop-pr-7 is there', '<code>shop-pr-7</code> is there'],
  ])('%j becomes %j', (text, expected) => {
    expect(unlinked(text).replaceAll('&#34;', '"')).toBe(expected)
  })

  it('contains no link and no mention for any text', () => {
    const parts = fc.constantFrom(
      '@',
      'eve',
      '#',
      '1',
      'GH-1',
      '://',
      'www.',
      ' ',
      '<',
      '-->',
      'a',
      '"',
      '(',
      'T-1',
      '`',
      '::',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), pieces => {
        expect(linkable(unlinked(pieces.join('')))).not.toMatch(LINKED)
      }),
    )
  })
})
