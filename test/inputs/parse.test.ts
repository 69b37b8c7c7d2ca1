import { expect, it } from 'vitest'
import {
  parseBaseUrl,
  parseBoolean,
  parseCount,
  parseDuration,
  parseIdentifiers,
  parsePathStep,
  parsePort,
} from '../../src/inputs/parse.ts'

// What refused.test.ts cannot show: the values that texts become, and inputs of other actions than create.

it.each<[(text: string) => unknown, Record<string, unknown>]>([
  [parseDuration, { '90': 90_000, '250ms': 250, '1.5s': 1500, '15m': 900_000, '0': 0, '120h': 432_000_000 }],
  [parseBoolean, { true: true, True: true, TRUE: true, false: false, False: false, FALSE: false }],
  [parseCount, { '0': 0, '9007199254740991': 9_007_199_254_740_991 }],
  [parsePathStep, { 'i-1': 'i-1', '...': '...', 'a.b:c': 'a.b:c' }],
  [parsePort, { '0': 0, '65535': 65_535 }],
  [parseIdentifiers, { 'a, b\nc': 'a,b,c', ',a,': 'a', '["a", " b "]': 'a,b' }],
  [parseBaseUrl, { 'https://host/': 'https://host', 'HTTPS://Host:8443/a/b//': 'https://host:8443/a/b' }],
])('%o parses valid texts', (parse, values) => {
  for (const [text, value] of Object.entries(values)) expect(parse(text), text).toEqual(value)
})
