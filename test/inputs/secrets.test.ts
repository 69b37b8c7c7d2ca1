import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openJob } from '../../src/github/job.ts'
import { openInputs } from '../../src/inputs/inputs.ts'
import { sentence } from '../../src/inputs/problem.ts'
import { type Entry, readEntries } from '../../src/inputs/secrets.ts'
import { write } from '../../src/lib/sentence.ts'
import { jobWith, recordingRunner } from '../security/in-process.ts'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
const text = fc.string({ unit: 'binary', minLength: 1 })
/** A line of the input ends with LF or CRLF, so a value cannot end with CR. */
const oneLine = text.filter(value => !value.includes('\n') && !value.endsWith('\r'))

interface Found {
  entries: Entry[]
  problems: string[]
}

async function found(
  input: 'secrets' | 'variables',
  text: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Found> {
  const inputs = openInputs({ job: jobWith({}), env })
  const entries = await readEntries(input, inputs, text)
  return { entries, problems: inputs.problems.map(problem => write(sentence(problem))) }
}
const parseSecrets = (text: string, env: NodeJS.ProcessEnv) => found('secrets', text, env)
const parseVariables = (text: string) => found('variables', text)
const pairs = ({ entries }: Found) => entries.map(({ name, value }) => [name, value])

describe('values of secrets reach the request byte for byte', () => {
  it('from NAME=value, to the end of the line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, oneLine, { minKeys: 1, noNullPrototype: true }), async values => {
        for (const end of ['\n', '\r\n']) {
          const lines = Object.entries(values).map(([key, value]) => `${key}=${value}${end}`)
          const found = await parseSecrets(lines.join(''), {})
          expect([pairs(found), found.problems]).toEqual([Object.entries(values), []])
        }
      }),
    )
  })

  it('from NAME<<END, line by line', async () => {
    await fc.assert(
      fc.asyncProperty(name, text, fc.stringMatching(/^[A-Z_]{1,8}$/), async (key, value, word) => {
        fc.pre(!value.endsWith('\r') && !value.split(/\r?\n/).includes(word))
        for (const end of ['\n', '\r\n']) {
          const found = await parseSecrets(`${key}<<${word}${end}${value}${end}${word}${end}`, {})
          expect([pairs(found), found.problems]).toEqual([[[key, value]], []])
        }
      }),
    )
  })

  it('from a JSON object in any layout', async () => {
    const key = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constant('__proto__'))
    const entries = fc.uniqueArray(fc.tuple(key, text), { minLength: 1, selector: ([name]) => name })
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom(0, 2, '\t'), async (given, space) => {
        const record = Object.fromEntries(given)
        const found = await parseSecrets(JSON.stringify(record, null, space), {})
        expect([pairs(found), found.problems]).toEqual([Object.entries(record), []])
      }),
    )
  })

  it.each([
    ['A=1\n  \n\t\n#C=3\nB=2\n\n', ['1', '2']],
    ['{}', []],
    [' \n# none', []],
    ['\n  {"A": "1"}', ['1']],
    ['FROM_ENV \nB=2', ['of env', '2']],
    ['A=" # x"', ['" # x"']],
    ['A<<END\none\r\ntwo\nEND\nB=y', ['one\r\ntwo', 'y']],
    ['A<<END\r\n\r\nx\rz\r\nEND\r\n', ['\r\nx\rz']],
    ['{\r\n"A": "x\\r"\r\n}', ['x\r']],
    ['{"A": "\x7f\x85\x9f"}', ['\x7f\x85\x9f']],
  ])('%j', async (input, values) => {
    const found = await parseSecrets(input, { FROM_ENV: 'of env' })
    expect([pairs(found).map(([, value]) => value), found.problems]).toEqual([values, []])
  })
})

it('the value of an invalid secret is still returned, so that it can be masked', async () => {
  expect(pairs(await parseSecrets('A<<END\nfirst\nsecond', {}))).toEqual([['A', 'first\nsecond']])
  expect(pairs(await parseSecrets('A=first\nA=second', {}))).toEqual([
    ['A', 'first'],
    ['A', 'second'],
  ])
  expect(pairs(await parseSecrets('{"A": 12345, "B": "x"}', {}))).toEqual([
    ['A', '12345'],
    ['B', 'x'],
  ])
})

it.each([
  ['{"A": "first-one", "A": "second-one"}', ['first-one', 'second-one']],
  ['{"A": ["first-one", {"B": "second-one"}], "C": 12345}', ['first-one', 'second-one', '12345']],
  ['{"A": "first-one", "B": "second-one"', ['first-one', 'second-one']],
])('every value of the wrong secrets %s is masked', async (text, values) => {
  const { runner, written } = recordingRunner()
  const inputs = openInputs({ job: openJob(runner), env: {} })
  await readEntries('secrets', inputs, text)
  expect(inputs.problems).not.toEqual([])
  expect([...new Set(written.masks)].toSorted()).toEqual(values.toSorted())
})

it.each([
  ['A=info\n# B\n\nC= x # y \r\n', { A: 'info', C: ' x # y ' }],
  ['URL=https://host/?a=b: c', { URL: 'https://host/?a=b: c' }],
  ['A: info\nB: 8080\nC: 1.10\nD: True\nE: 0o17', { A: 'info', B: '8080', C: '1.10', D: 'True', E: '0o17' }],
  ['{"A": "a=b", "B": 1e3, "C": false}', { A: 'a=b', B: '1e3', C: 'false' }],
  ['A: &a 1.0\nB: *a', { A: '1.0', B: '1' }],
  ['{"__proto__": "a"}', Object.fromEntries([['__proto__', 'a']])],
  ['# none\n', {}],
  ['  ', {}],
])('the variables %j are texts as they are written', async (input, values) => {
  const found = await parseVariables(input)
  expect([Object.fromEntries(pairs(found)), found.problems]).toEqual([values, []])
})
