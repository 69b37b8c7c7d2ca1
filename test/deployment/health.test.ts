import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resolveHealthUrl, shownUrl } from '../../src/deployment/health.ts'

it.each([
  ['/ok', 'https://shop.example', 'https://shop.example/ok'],
  ['/ok', 'https://shop.example/', 'https://shop.example/ok'],
  ['/ok', 'https://host.example/shop//', 'https://host.example/shop/ok'],
  ['/ok?deep=1', 'https://shop.example/?a=b#c', 'https://shop.example/ok?deep=1'],
  ['/ok', 'shop.example', 'https://shop.example/ok'],
  ['/ok', 'https://user:pass@shop.example', 'https://shop.example/ok'],
  ['//other.example/ok', 'https://shop.example', 'https://shop.example/other.example/ok'],
  ...[null, undefined, '', ' ', 'ftp://shop.example', 'https://', 'mailto:a@b'].map(url => ['/ok', url]),
])('the health path %s with the custom_url %s gives %s', (path, custom_url, expected) => {
  expect(resolveHealthUrl(path ?? '', custom_url)?.href).toBe(expected ?? undefined)
})

it('a health path never leads to another host, and its query is hidden in messages', () => {
  const path = fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => `/${text}`)
  fc.assert(
    fc.property(path, path => {
      const url = resolveHealthUrl(path, 'https://shop.example/base')
      expect(url?.origin).toBe('https://shop.example')
      expect([url?.username, url?.password]).toEqual(['', ''])
    }),
  )
  expect(shownUrl('https://shop.example/ok?token=1')).toBe('https://shop.example/ok?…')
})
