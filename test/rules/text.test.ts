import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, openHtml, openMasks } from '../../src/run/text.ts'
import { saidIn } from '../../src/service/refusal.ts'

/** Of few characters, so that secrets overlap and stand within each other. */
const secret = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '<'), minLength: 4, maxLength: 8 })
const words = fc.array(fc.oneof(secret, fc.string({ unit: fc.constantFrom('a', 'b', ' ', '<', '\n') })))

function maskAll(secrets: string[]) {
  const told: string[] = []
  const masks = openMasks(one => told.push(one))
  for (const one of secrets) masks.mask(one, 'a secret')
  return { ...masks, told }
}

describe('a text for people', () => {
  const check = (holds: (secrets: string[], text: string) => void) =>
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), words, (secrets, words) =>
        holds(secrets, [...secrets, ...words, ...secrets.map(one => JSON.stringify(one))].join('')),
      ),
      { seed: 1, numRuns: 1000 },
    )

  it('shows just what is no part of a secret, as it is or as JSON writes it', () =>
    check((secrets, text) => {
      const isHidden = new Set<number>()
      for (const one of secrets.flatMap(secret => [secret, JSON.stringify(secret).slice(1, -1)]))
        for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1))
          for (let index = at; index < at + one.length; index++) isHidden.add(index)
      const shown = [...text].filter((_, index) => !isHidden.has(index)).join('')
      expect(maskAll(secrets).redacted(text).replaceAll('***', '')).toBe(shown)
    }))

  it('is no markup in HTML, and holds no secret that an escape would part', () =>
    check((secrets, text) => {
      const { code, prose, link } = openHtml(maskAll(secrets).redacted)
      for (const html of [code(text), prose(text), link(text)]) {
        const bare = html.replaceAll(/<\/?code>|<wbr>/g, '')
        expect(bare).not.toMatch(/[<>]/)
        const shown = bare.replaceAll(/&#(\d+);/g, (_, number) => String.fromCharCode(number))
        for (const one of secrets) expect(shown).not.toContain(one)
      }
    }))

  it('is one line of the log, and no command', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ':', '#', '[', '\n', '\r', '\u2028', '\u202e', ' ') })
    const isSafe = (text: string) => !/[\r\n\u2028\u202e]|^\s*::|##\[/.test(oneLine(text))
    return fc.assert(fc.property(text, isSafe), { seed: 1, numRuns: 1000 })
  })
})

// biome-ignore format: a table
it.for([
  ['https://shop.example/a?b=1&c=2', true], ['http://shop.example', true], ['shop.example', false],
  ['javascript:alert(1)', false], ['ftp://shop.example', false], ['https://shop.example/a b', false],
] as const)('the address %s is a link: %s', ([url, isLink]) => {
  const { link } = openHtml(text => text)
  expect(link(url).startsWith('<a href="')).toBe(isLink)
  expect(link(url)).toContain(url.replaceAll('&', '&#38;'))
})

it.for([
  ['first line\nsecond line', 'first line', 'second line', 'first line\nsecond line'],
  ['first line\nab', 'first line'],
  [' padded ', ' padded ', 'padded'],
  ['abc'],
  [' true '],
  ['none'],
] as const)('of the secret %j the runner is told its long lines', ([secret, ...lines]) => {
  const { told, unmasked, redacted } = maskAll([secret])
  expect(told).toEqual(expect.arrayContaining([...lines]))
  // The runner masks each line of what it is told.
  expect(told.flatMap(text => text.split('\n')).filter(line => /^(.{0,3}|\s*true\s*)$/.test(line))).toEqual([])
  expect(unmasked).toHaveLength(lines.length > 0 ? 0 : 1)
  // Words of every log stay readable.
  expect(redacted(secret).includes('***')).toBe(lines.length > 0)
})

it.for([
  ['{"detail":"taken"}', 'taken'],
  ['{"detail":[{"loc":["body","source_config","repo_url"],"msg":"bad","type":"x"}]}', 'source_config.repo_url: bad'],
  ['{"error":{"code":7,"message":"no plan"}}', 'no plan'],
  ['{"errors":{"name":["too long","taken"]}}', 'name: too long; name: taken'],
  ['{"errors":[{"path":"name","message":"taken"},{"field":"source","reason":"odd"}]}', 'name: taken; source: odd'],
  ['{"title":"Bad","detail":"worse","status":400}', 'Bad; worse'],
  ['{"title":"Bad","description":"very bad"}', 'Bad; very bad'],
  ['{"messages":["one","two"]}', 'one; two'],
  ['{"detail":[{"loc":["body","name"],"msg":"bad"},{"msg":"other"},"more"]}', 'name: bad; other; more'],
  ['{"message":"same","error":"same"}', 'same'],
  ['{"detail":[{"field":{"a":1},"msg":"bad"}]}', 'bad'],
  ['{"code":7}', '{"code":7}'],
  ['<!DOCTYPE html><html><head><title> 502 Bad Gateway </title>', 'an HTML page titled "502 Bad Gateway"'],
  ['upstream connect error', 'upstream connect error'],
  ['{"detail":"', '{"detail":"'],
] as const)('of the body %s an error says: %s', ([body, said]) => {
  expect(saidIn(body, text => text)).toBe(said)
})
