import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSecrets } from '../../src/inputs/secrets.ts'

const PEM =
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n+/BKcwggSjAgEAAoIBAQ==\n-----END PRIVATE KEY-----'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 6 })
const text = fc.string({ unit: 'binary', minLength: 1 })
/** A line of the input ends with LF or CRLF, so a value cannot end with CR. */
const oneLine = text.filter(value => !value.includes('\n') && !value.endsWith('\r'))

describe('values of secrets reach the request byte for byte', () => {
  it('from NAME=value, to the end of the line', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.array(oneLine, { minLength: 6, maxLength: 6 }), async (keys, values) => {
        const secrets = keys.map((key, index) => ({ name: key, value: values[index] ?? '' }))
        const input = secrets.map(({ name, value }) => `${name}=${value}\n`).join('')
        expect(await parseSecrets(input, {})).toMatchObject({ secrets, problems: [] })
      }),
    )
  })

  it('from NAME<<END, line by line', async () => {
    const end = fc.stringMatching(/^[A-Z_]{1,8}$/)
    await fc.assert(
      fc.asyncProperty(name, text, end, async (key, value, word) => {
        fc.pre(!value.endsWith('\r') && !value.split(/\r?\n/).includes(word))
        const secrets = [{ name: key, value }]
        for (const end of ['\n', '\r\n']) {
          const input = `${key}<<${word}${end}${value}${end}${word}${end}`
          expect(await parseSecrets(input, {})).toMatchObject({ secrets, problems: [] })
        }
      }),
    )
  })

  it('from the environment', async () => {
    await fc.assert(
      fc.asyncProperty(name, text, async (key, value) => {
        expect(await parseSecrets(`${key}\n`, { [key]: value })).toMatchObject({
          secrets: [{ name: key, value }],
          problems: [],
        })
      }),
    )
  })

  it('from a JSON object in any layout', async () => {
    const key = fc.string({ unit: 'binary', minLength: 1 }).filter(word => word !== '__proto__')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, text, { minKeys: 1 }),
        fc.constantFrom(0, 2, '\t'),
        async (values, space) => {
          const { secrets, problems } = await parseSecrets(JSON.stringify(values, null, space), {})
          expect(problems).toEqual([])
          expect(secrets).toEqual(Object.entries(values).map(([name, value]) => ({ name, value })))
        },
      ),
    )
  })

  it.each([
    '#',
    ' # no comment',
    '"quoted"',
    "'single'",
    'a=b=c',
    '100%',
    '$HOME $(X)',
    '\ttab\t',
    'trailing  ',
    '\r',
    '<<END',
    '==',
  ])('%j is kept as it is', async value => {
    expect(await parseSecrets(`A=${value}`, {})).toMatchObject({
      secrets: [{ name: 'A', value }],
      problems: [],
    })
  })
})

describe('unusual but valid secrets are parsed', () => {
  const line64 = 'QUJD'.repeat(16)

  it.each([
    ['A=1\n  \n\t\nB=2', ['1', '2']],
    ['\n  {"A": "1"}', ['1']],
    ['FROM_ENV \nB=2', ['of env', '2']],
    [`A=${line64}\nB=2`, [line64, '2']],
    [`A=${line64} \nB==`, [`${line64} `, '=']],
    ['A=QUJD\nB==', ['QUJD', '=']],
    ['B==', ['=']],
  ])('%j', async (input, values) => {
    const { secrets, problems } = await parseSecrets(input, { FROM_ENV: 'of env' })
    expect([secrets.map(({ value }) => value), problems]).toEqual([values, []])
  })
})

describe('an error in secrets names its line', () => {
  const problemsOf = async (input: string, env = {}) =>
    (await parseSecrets(input, env)).problems.map(
      ({ line, to, message }) => `${line}${to === undefined ? '' : ` to ${to}`}: ${message}`,
    )

  it.each([
    ['A', /^1: the environment variable of this name is not set/],
    ['\n# comment\n\nA=', /^4: the value is empty/],
    ['A=x\n B=y', /^2: must be NAME/],
    ['A=x\nnot a name', /^2: must be NAME/],
    ['A=x\nB=y\nA=z', /^3: the name is given twice/],
    ['A<<END\nx', /^1: the line that ends the value is missing/],
    ['A<<\nx', /^1: the word that ends the value is missing/],
    ['A<<END\nEND', /^1: the value is empty/],
    ['{"A": "x",\n "B": 1}', /^2: the value must be a string/],
    ['{"A": "x",\n "A": "y"}', /^2: the name is given twice/],
    ['{"A":\n ""}', /^1: the value is empty/],
    [' FROM_ENV', /^1: must be NAME/],
    ['a<b=c', /^1: must be NAME/],
    ['no-name<<END\nA\nB=x\nEND', /^1: must be NAME/],
    ['no-name<<END', /^1: must be NAME/],
    ['no-name<<', /^1: must be NAME/],
    ['no-name=x\nB=x', /^1: must be NAME.*only letters, digits and _/],
    ['{"": "x"}', /^1: the name is empty/],
    ['{"A": "x"', /: is not valid JSON$/],
    ['{"A": "x",\n}', /^2: is not valid JSON$/],
    ['{\n// x\n"A": "x"}', /^2: is not valid JSON$/],
    ['{\n\n"A"}', /^3: is not valid JSON$/],
    [`{\n"A": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /^1: /],
    ['{"A": "x"} trailing', /: is not valid JSON$/],
  ])('%j', async (input, expected) => {
    const problems = await problemsOf(input, { FROM_ENV: 'x' })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(expected)
  })

  it('an empty variable is an empty value', async () => {
    expect(await problemsOf('A', { A: '' })).toEqual([expect.stringMatching(/^1: the value is empty/)])
  })

  it('a duplicate name without a variable is two errors', async () => {
    expect(await problemsOf('A\nA')).toEqual([
      expect.stringMatching(/^1: .* is not set/),
      '2: the name is given twice',
      expect.stringMatching(/^2: .* is not set/),
    ])
  })

  it('no line of a value that is pasted after NAME= counts as another secret', async () => {
    const problems = await problemsOf(`KEY=${PEM}`)
    expect(problems).toEqual([expect.stringMatching(/^2 to 4: must be NAME/)])
    const base64 = Buffer.from('x'.repeat(45)).toString('base64')
    expect(await problemsOf(`KEY=${base64}\nQUJD==`)).toEqual([expect.stringMatching(/^2: must be NAME/)])
  })

  it('an error in secrets never quotes the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 12 }), async value => {
        for (const input of [`A=${value}\n${value}`, `${value}\nB`, `{"A": "${value}`, `A<<${value}`]) {
          for (const problem of await problemsOf(input)) expect(problem).not.toContain(value)
        }
      }),
    )
  })
})

describe('a line of secrets can end with CRLF', () => {
  it.each([
    ['A=x\r\nB=y\r\n', ['x', 'y']],
    ['A=x\r\nB=y\r', ['x', 'y']],
    ['A\r\nB=y\r\n', ['of env', 'y']],
    ['A<<END\r\none\r\ntwo\r\nEND\r\nB=y', ['one\r\ntwo', 'y']],
    ['A<<END\none\r\ntwo\nEND\nB=y', ['one\r\ntwo', 'y']],
    ['A<<END\r\n\r\nx\rz\r\nEND\r\n', ['\r\nx\rz']],
    ['A=\r', ['\r']],
    ['{\r\n"A": "x\\r"\r\n}', ['x\r']],
  ])('%j', async (input, values) => {
    const { secrets, problems } = await parseSecrets(input, { A: 'of env' })
    expect([secrets.map(({ value }) => value), problems]).toEqual([values, []])
  })
})

describe('a value that looks like a mistake is sent unchanged with a warning', () => {
  const warningsOf = async (input: string) =>
    (await parseSecrets(input, { ENV: '"x"' })).warnings.map(({ line, to, message }) => [line, to, message])
  const [quoted, folded] = [expect.stringContaining('in quotes'), expect.stringContaining('secrets: |')]

  it.each([
    ['A="x"', [[1, undefined, quoted]]],
    [
      "\nA='x'\nB=\"y\"\nC=z\nD=''",
      [
        [2, 3, quoted],
        [5, undefined, quoted],
      ],
    ],
    ['A=1 B=2\n', [[1, undefined, folded]]],
    ['\na=1 b=2\n', [[2, undefined, folded]]],
    ['# ours A=1 B=2\n', [[1, undefined, folded]]],
    [
      'A="1" B="2"',
      [
        [1, undefined, folded],
        [1, undefined, quoted],
      ],
    ],
  ])('%j', async (input, warnings) => {
    const found = await warningsOf(input)
    expect(found).toEqual(warnings)
    for (const [, , message] of found) expect(message).not.toMatch(/[AB]=/)
  })

  it.each(['DSN=host=db user=shop dbname=x', 'A=1 B=2\nC=3', 'A="', 'A="x', 'ENV', 'A=x"y"', '# none'])(
    'but %j has no warning',
    async input => expect(await warningsOf(input)).toEqual([]),
  )
})

it('ten thousand secrets and the worst inputs of one megabyte are parsed in linear time', async () => {
  const count = 100_000
  const many = [
    Array.from({ length: count }, (_, index) => `A${index}=x`).join('\n'),
    'A<<END\nEND\n'.repeat(count),
    '-<<X\n'.repeat(2 * count),
    `${'a'.repeat(1_000_000)}\nB==`,
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, 'x'])),
      null,
      1,
    ),
  ]
  for (const input of many) expect((await parseSecrets(input, {})).secrets.length).toBeLessThanOrEqual(count)
}, 60_000)

it('a value without its end marker is still returned, so that it can be masked', async () => {
  const { secrets } = await parseSecrets('A<<END\nfirst\nsecond', {})
  expect(secrets).toEqual([{ name: 'A', value: 'first\nsecond' }])
})

it('a value that is not text is not returned', async () => {
  const { secrets } = await parseSecrets('{"A": 7, "B": "x", "C": null}', {})
  expect(secrets).toEqual([{ name: 'B', value: 'x' }])
})
