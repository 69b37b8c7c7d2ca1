import { describe, expect, it } from 'vitest'
import {
  parseBaseUrl,
  parseBoolean,
  parseCount,
  parseDuration,
  parseHeaderName,
  parseHeaderValue,
  parseIdentifiers,
  parsePort,
  parseTimeLimit,
} from '../../src/inputs/parse.ts'
import { InvalidValue } from '../../src/inputs/problem.ts'

const DAY = 24 * 3_600_000

type Parse = (text: string) => unknown

describe('valid values are parsed', () => {
  const READ: [Parse, [string, unknown][]][] = [
    [
      parseDuration,
      [
        ['90', 90_000],
        ['250ms', 250],
        ['1.5s', 1500],
        ['15m', 900_000],
        ['2h', 7_200_000],
        ['0', 0],
        ['576h', 24 * DAY],
      ],
    ],
    [
      parseBoolean,
      [
        ['true', true],
        ['True', true],
        ['TRUE', true],
        ['false', false],
        ['False', false],
        ['FALSE', false],
      ],
    ],
    [
      parseCount,
      [
        ['0', 0],
        ['9007199254740991', 9_007_199_254_740_991],
      ],
    ],
    [
      parsePort,
      [
        ['0', 0],
        ['65535', 65_535],
      ],
    ],
    [
      parseIdentifiers,
      [
        ['a, b\nc', ['a', 'b', 'c']],
        [',a,', ['a']],
        ['["a", " b "]', ['a', 'b']],
      ],
    ],
    [
      parseBaseUrl,
      [
        ['https://host/', 'https://host'],
        ['HTTPS://Host:8443/a/b//', 'https://host:8443/a/b'],
      ],
    ],
    [parseHeaderName, [["X!#$%&'*+.^_`|~-1", "X!#$%&'*+.^_`|~-1"]]],
    [parseHeaderValue, [['a b~', 'a b~']]],
  ]

  it.each(READ.map(([parse, cases]) => [parse.name, parse, cases] as const))('by %s', (_, parse, cases) => {
    for (const [text, value] of cases) expect(parse(text), text).toEqual(value)
  })
})

describe('invalid values are refused', () => {
  const REFUSED: [Parse, string[]][] = [
    [parseDuration, ['', '-1s', '1d', '1 s', 's', '1.s', '597h', '1e3']],
    [parseTimeLimit, ['0', '0ms', '0.0001s']],
    [parseBoolean, ['', 'yes', 'no', '1', '0', 'tRUE', 'truetrue', ' true']],
    [parseCount, ['', '-1', '1.5', '1e3', '9007199254740992', '0x10']],
    [parsePort, ['65536', '-1']],
    [parseIdentifiers, ['', ',', '[]', '[""]', '["a,b"]', '[1]', '[', '["a"']],
    [
      parseBaseUrl,
      [
        ...['host', '//host', 'ftp://host', 'https:host', 'https:///host\n', 'https://'],
        ...[
          'https://user@host',
          'https://:password@host',
          'https://host?a',
          'https://host#a',
          'https://ho st',
        ],
      ],
    ],
    [parseHeaderName, ['', 'X Key', 'X:', 'X\n', 'Ü', '(X)']],
    [parseHeaderValue, ['a\nb', 'a\rb', 'a\0', 'a\x7f', '…']],
  ]

  it.each(REFUSED.map(([parse, texts]) => [parse.name, parse, texts] as const))(
    'by %s',
    (_, parse, texts) => {
      for (const text of texts) expect(() => parse(text), text).toThrow(InvalidValue)
    },
  )
})
