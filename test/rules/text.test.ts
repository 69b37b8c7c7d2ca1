import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../src/base/json.ts'
import { cut, duration, joined, oneLine, openHtml, openMasks, table, timeOfDay } from '../../src/base/text.ts'
import { saidIn } from '../../src/service/refusal.ts'

/** Of few characters, so that secrets overlap and stand within each other. */
const secret = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '<'), minLength: 4, maxLength: 8 })
const words = fc.array(fc.oneof(secret, fc.string({ unit: fc.constantFrom('a', 'b', ' ', '<', '\n') })))

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

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

  it('shows just what is no part of a secret, as it is, in JSON or in JSON within JSON, also where only a first part is taken', () =>
    check((secrets, text) => {
      const isHidden = new Set<number>()
      for (const one of secrets.flatMap(secret => [secret, inJson(secret), inJson(inJson(secret))]))
        for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1))
          for (let index = at; index < at + one.length; index++) isHidden.add(index)
      for (const length of [text.length, text.length >> 1]) {
        const shown = [...text.slice(0, length)].filter((_, index) => !isHidden.has(index)).join('')
        expect(maskAll(secrets).redacted(text, { length }).replaceAll('***', '')).toBe(shown)
      }
      expect(maskAll([]).redacted(text, { length: 5 })).toBe(text.slice(0, 5))
    }))

  it('shows nothing of a secret that begins where its part ends', () => {
    expect(maskAll(['secret-one']).redacted('12345678secret-one', { length: 8 })).toBe('12345678')
  })

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

  it('links no commit in HTML, and leaves a UUID whole', () => {
    const { prose } = openHtml(maskAll([]).redacted)
    expect(prose('at 4be1f0c2a97d, 1234567')).toBe('at 4be1f0<wbr>c2a97d, 123456<wbr>7')
    expect(prose('ec00d5d8-f999-4d19-9219-08c4925a80b4, decade')).not.toContain('<wbr>')
  })

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
  ['  ab  '],
  [' true '],
  ['none'],
] as const)('of the secret %j the runner is told its long lines', ([secret, ...lines]) => {
  const { told, unmasked, redacted } = maskAll([secret])
  expect(told).toEqual(expect.arrayContaining([...lines]))
  expect(told.flatMap(text => text.split('\n')).filter(line => /^(.{0,3}|\s*true\s*)$/.test(line))).toEqual([])
  expect(unmasked).toHaveLength(lines.length > 0 ? 0 : 1)
  expect(redacted(secret).includes('***')).toBe(lines.length > 0)
})

it.for([
  ['{"detail":"taken"}', 'taken'],
  ['{"detail":"taken\\n by another"}', 'taken by another'],
  ['{"detail":[{"loc":["body","source_config","repo_url"],"msg":"bad","type":"x"}]}', 'source_config.repo_url: bad'],
  ['{"error":{"code":7,"message":"no plan"}}', 'no plan'],
  ['{"name":["too long"],"tags":["odd"]}', 'name: too long; tags: odd'],
  ['{"name":["too long"],"code":7}', '{"name":["too long"],"code":7}'],
  ['{"errors":{"name":["too long","taken"]}}', 'name: too long; name: taken'],
  ['{"errors":{"name":"taken"}}', 'name: taken'],
  ['{"errors":[{"path":"name","message":"taken"},{"field":"source","reason":"odd"}]}', 'name: taken; source: odd'],
  ['{"title":"Bad","detail":"worse","status":400}', 'Bad; worse'],
  ['{"message":"","detail":"taken"}', 'taken'],
  ['{}', ''],
  ['{"messages":["one","two"]}', 'one; two'],
  ['{"errors":{"title":["too long"],"name":["taken","odd"]}}', 'title: too long; name: taken; name: odd'],
  ['{"errors":{"message":["bad"],"a":{"detail":["worse"],"b":[]}}}', 'message: bad; detail: worse'],
  ['{"errors":[{"title":["too long"],"name":["taken"]}]}', 'title: too long; name: taken'],
  ['{"errors":[{"path":["a","b"],"messages":["bad"]}]}', 'a.b: bad'],
  ['{"title":["is missing"],"name":["taken"]}', 'title: is missing; name: taken'],
  ['{"detail":[{"loc":["body","name"],"msg":"bad"},{"msg":"other"},"more"]}', 'name: bad; other; more'],
  ['{"message":"same","error":"same"}', 'same'],
  ['{"detail":[{"field":{"a":1},"msg":"bad"}]}', 'bad'],
  ['{"code":7}', '{"code":7}'],
  ['{\n  "code": [\n    7\n  ]\n}', '{"code":[7]}'],
  ['<!DOCTYPE html><html><head><title> 502 Bad Gateway </title>', 'an HTML page titled "502 Bad Gateway"'],
  ['<html><p>Sign in', 'an HTML page'],
  ['  upstream connect error', 'upstream connect error'],
  ['{"detail":"', '{"detail":"'],
] as const)('of the body %s an error says: %s', ([body, said]) => {
  expect(saidIn(body, maskAll([]).redacted)).toBe(said)
})

it.for([
  ['<title>x correct<battery</title>', 'an HTML page titled "x ***"'],
  ['correct<battery', '***'],
  ['{"detail":"x correct\\u003cbattery"}', 'x ***'],
  ['{"errors":{"correct\\u003cbattery":["bad"]}}', '***: bad'],
  ['{"detail":[{"loc":["body","correct\\u003cbattery","a"],"msg":"bad"}]}', '***.a: bad'],
  ['{"correct\\u003cbattery":[12345678,"correct\\u003cbattery"]}', '{"***":[***,"***"]}'],
  ['{"code":"{\\"a\\":\\"un\\\\\\"quote\\"}"}', '{"code":"{\\"a\\":\\"***\\"}"}'],
  ['bad {"a":"correct\\u003Cbattery', 'bad {"a":"***'],
  ['{"detail":"bad {\\"a\\":\\"one\\\\/two\\"}"}', 'bad {"a":"***"}'],
  ['bad key\\u003d= and \\U003d', 'bad ***= and \\U003d'],
  ['{"detail":"two  blanks, and one\\nblank"}', '***, and ***'],
] as const)('of the body %s an error says, without a secret: %s', ([body, said]) => {
  const secrets = ['correct<battery', '12345678', 'un"quote', 'one/two', 'key\\u003d', 'two  blanks', 'one blank']
  expect(saidIn(body, maskAll(secrets).redacted)).toBe(said)
})

const LONG = 'a word '.repeat(100_000)
const BODIES = [{ detail: LONG }, { errors: LONG.split(' ') }, { code: LONG, codes: LONG.split(' ') }]
it.for([LONG, `<title>${LONG}`, ...BODIES.map(body => JSON.stringify(body))])(
  'only the first part of a long body is looked at for secrets: %#',
  body => {
    let looked = 0
    const said = saidIn(body, (text, { length } = text) => {
      looked += Math.min(text.length, length)
      return text.slice(0, length)
    })
    expect(said).toContain('word')
    expect(looked).toBeLessThan(200_000)
  },
)

// biome-ignore format: a table
it.for([
  ['0 s', duration(0)], ['0.99 s', duration(994.9)], ['1 s', duration(999.4)], ['1.55 s', duration(1549)],
  ['120 s', duration(119_999)], ['2 min', duration(120_000)], ['2.5 min', duration(150_000)],
  ['23:59:59', timeOfDay(-1)], ['abc', cut('abc', 3)], ['ab…', cut('abcd', 3)], ['a…', cut('a😀b', 3)], ['\ufffd', oneLine('\ud800')],
  ['', table(['A', 'B'], [], () => [])],
  ['a\n\nb', joined(['a', '', 'b'], 4)], ['a', joined(['a', 'b'], 3)], ['a\n\nb', joined(['a', 'b', 'c', 'd'], 6)],
])('words are %j', ([words, found]) => {
  expect(found).toBe(words)
})

it.for([100, 101, 103])('a table has a hundred rows, and tells of more: %i', number => {
  const rows = table(['A', 'B'], Array(number).fill('a'), one => [one, 'b'])
    .split('<tr>')
    .slice(2)
  expect(rows.length).toBe(Math.min(101, number))
  expect(rows.at(-1)?.includes(`colspan="2">and ${number - 100} more`)).toBe(number > 100)
})

it('JSON is read to a hundred levels, and without a mark of its order', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect([100, 101, 100_000].map(levels => parseJson(nested(levels)) === undefined)).toEqual([false, true, true])
  expect([parseJson('\ufeff{"a":1}'), parseJson('{')]).toEqual([{ a: 1 }, undefined])
})
