import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { test } from '../harness/test.ts'
import { entriesOf, errorOf, HIDDEN, IMAGE, names, read, refuse, saidOf, secretsOf } from '../orders.ts'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
/** Any text but an empty one and the end of pasted base64, which are refused. */
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter(value => !/^=+$/.test(value))
/** The environment can hold no NUL. */
const inVariable = text.filter(value => !value.includes('\0'))
/** A line ends with LF or CRLF, so a value in one cannot end with CR. */
const inLine = inVariable.filter(value => !/\n|\r$/.test(value))
const inBlock = inVariable.filter(value => !value.endsWith('\r') && !value.split(/\r?\n/).includes('END'))
const dictionary = (value: fc.Arbitrary<string>) =>
  fc.dictionary(name, value, { minKeys: 1, maxKeys: 60, size: 'max', noNullPrototype: true })

type Entries = [name: string, value: string][]

/** Entries with names that no variable of the runner has, and the step's environment for a form. */
function named(form: string, given: Record<string, string>) {
  const entries = Object.entries(given).map(([name, value]): [string, string] => [`S_${name}`, value])
  return { entries, env: form === 'names of variables' ? Object.fromEntries(entries) : {} }
}

/** The forms of secrets: which values one can hold, and how it is written. */
// biome-ignore format: a table
const FORMS: [form: string, values: fc.Arbitrary<string>, write: (entries: Entries, end: string) => string][] = [
  ['a JSON object', text, (entries, end) => JSON.stringify(Object.fromEntries(entries), null, end.length === 1 ? 0 : 2)],
  ['NAME=value', inLine, (entries, end) => entries.map(([name, value]) => `${name}=${value}${end}`).join(`#${end}${end}`)],
  ['NAME<<END', inBlock, (entries, end) => entries.map(([name, value]) => `${name}<<END${end}${value}${end}END${end}`).join('')],
  ['names of variables', inVariable, (entries, end) => entries.map(([name]) => `${name}${end}`).join('')],
]

// biome-ignore format: a table
const SENT: [secrets: string, sent: Record<string, string>][] = [
  ['A=1\n  \n\t\n#C=3\nB=2\n\n', { A: '1', B: '2' }],
  [' \n# none', {}],
  ['{}', {}],
  ['\n  {"A": "1"}', { A: '1' }],
  ['FROM_ENV\nB= " # x" ', { FROM_ENV: 'of the environment', B: ' " # x" ' }],
  ['A<<END\none\r\ntwo\nEND\nB=y', { A: 'one\r\ntwo', B: 'y' }],
  ['A<<END\r\n\r\nx\rz\r\nEND\r\n', { A: '\r\nx\rz' }],
  ['A=b=c\nB=x==', { A: 'b=c', B: 'x==' }],
  ['HTTP_PROXY=http://proxy\nMY_HTTP_PROXY=a', { HTTP_PROXY: 'http://proxy', MY_HTTP_PROXY: 'a' }],
  ['GITHUB_TOKEN=a-value\nACTIONS_X<<E\nb-value\nE', { GITHUB_TOKEN: 'a-value', ACTIONS_X: 'b-value' }],
]

describe.concurrent('secrets', () => {
  it.for(FORMS)('as %s are read byte for byte', ([form, values, write]) => {
    const end = fc.constantFrom('\n', '\r\n')
    const property = fc.asyncProperty(dictionary(values), end, async (given, end) => {
      const { entries, env } = named(form, given)
      expect(entriesOf(await read({ ...IMAGE, secrets: write(entries, end) }, env))).toEqual(entries)
    })
    return fc.assert(property, { seed: 1, numRuns: 40 })
  })

  it.for(SENT)('are read from %j', async ([secrets, sent]) => {
    const order = await read({ ...IMAGE, secrets }, { FROM_ENV: 'of the environment' })
    expect([order.problems, entriesOf(order)]).toEqual([[], Object.entries(sent)])
  })

  const PEM = 'KEY=-----BEGIN-----\nhunt3r/two\nhunt3r+two==\n-----END-----'
  const REFUSED: [lines: number[], secrets: string][] = [
    [[2], 'A=a-value\n=hunt3r-two'],
    [[2, 3], '# ours\n # of us\nMY TOKEN=hunt3r-two'],
    [[2, 3, 4], PEM],
    [[3], 'A=hunt3r-two\n# again\nA=cafe-b4be'],
    [[2, 3], 'TOKEN\nUNSET\nEMPTY'],
    [[1], 'Qm9iZGVi=='],
    [[1, 3], 'A==\n\nB='],
    [[1], 'A<<E\nE'],
    [[1], 'A<<E\nhunt3r-two\nE \nx'],
    [[], '{\n  "A": "hunt3r-two",\n  "B": 98765432\n}'],
    [[], '{\n  "A": "hunt3r-two",\n  "A": "cafe-b4be"\n}'],
    [[], '{"A": "hunt3r-two"\n"B": "x"}'],
    [[1], '{"A": ["hunt3r-two"]}'],
    [[3], '{\n  "A": "x",\n  "hunt3r-two": ""\n}'],
    [[2], '{\n  "hunt3r: two": {"cafe-b4be": ""}\n}'],
    [[3], '{\n  "A": "hunt3r-two",\n  /* cafe-b4be */ "B": "x"\n}'],
    [[1, 2, 3, 4], 'ACTIONS_RUNTIME_TOKEN\nGITHUB_TOKEN\nINPUT_API_KEY\nRUNNER_TEMP'],
    [[1, 2, 3, 4], 'HTTPS_PROXY\nhttp_proxy\nALL_PROXY\nNo_Proxy'],
  ]
  it.for(REFUSED)('are refused at the lines %j, of which the errors show no text: %j', async ([lines, secrets]) => {
    const runner = { ACTIONS_RUNTIME_TOKEN: 'cafe-b4be', GITHUB_TOKEN: 'cafe-b4be', RUNNER_TEMP: 'cafe-b4be' }
    const proxies = { HTTPS_PROXY: 'http://ci:hunt3r@a', http_proxy: 'http://b', ALL_PROXY: 'http://c', No_Proxy: 'd' }
    const { problems } = await read({ ...IMAGE, secrets }, { TOKEN: 'cafe-b4be', EMPTY: '', ...runner, ...proxies })
    const said = saidOf(problems)
    expect([names(said, 'secrets'), HIDDEN.test(said)]).toEqual([true, false])
    for (const line of lines) expect(names(said, `line ${line}`)).toBe(true)
    if (secrets === PEM) expect(said).toContain('NAME<<END')
    if (secrets.includes('\n=')) expect(said).toContain('NAME=value')
  })

  test('with the token of the job, as toJSON(secrets) brings it, are refused', async ({ serve, create }) => {
    const secrets = JSON.stringify({ github_token: 'ghs_0987654321', A: 'hunt3r-two' })
    const { errors, masks } = await refuse({ serve, create }, { ...IMAGE, secrets })
    expect(errorOf({ errors })).toContain('github_token')
    expect(masks).toEqual(expect.arrayContaining(['ghs_0987654321', 'hunt3r-two']))
  })

  test('are masked before anything else is printed, whole and line by line', async ({ serve, create }) => {
    const PEM = '-----BEGIN KEY-----\r\nMC4CAQAwBQ==\nabc\n\n-----END KEY-----\n'
    const env = { PLAIN: 'correct horse', SIGNS: '100%: a\tvalue, b', PEM }
    const credentials = { api_key: 'key-of-the-service', headers: 'X-Gateway-Token: of-the-gateway' }
    const inputs = { ...IMAGE, ...credentials, secrets: 'PLAIN\nSIGNS\nPEM\nINLINE=of the input' }
    const { stdout, masks, shown } = await create(await serve(), inputs, { env })
    const lines = stdout.split('\n').filter(line => line !== '')
    const first = lines.findIndex(line => !line.startsWith('::add-mask::'))
    expect(lines.slice(first).filter(line => line.startsWith('::add-mask::'))).toEqual([])
    const inLine = ['correct horse', '100%: a\tvalue, b', 'of the input', 'key-of-the-service', 'of-the-gateway']
    const ofPem = ['-----BEGIN KEY-----', 'MC4CAQAwBQ==', '-----END KEY-----']
    expect(masks).toEqual(expect.arrayContaining([...inLine, ...ofPem]))
    for (const value of masks) expect(shown).not.toContain(value)
  })

  it('too short to be masked are named in one warning, though they are a hundred', async () => {
    const words = ['abc', 'true', 'false', 'null', 'none', 'long enough\nnull\nab', ...Array(100).keys()]
    const entries = words.map((word, index) => [`S${index}`, `${word}`])
    const order = await read({ ...IMAGE, api_key: 'abc', secrets: JSON.stringify(Object.fromEntries(entries)) })
    const { masks, warnings } = order
    expect(warnings).toHaveLength(1)
    expect(`${warnings}`.match(/api_key/g)).toHaveLength(1)
    for (const name of ['S0', 'S1', 'S2', 'S3', 'S4', 'S6']) expect(names(`${warnings}`, name)).toBe(true)
    const whole = Buffer.from('long enough\nnull\nab').toString('base64')
    expect(masks).toEqual(['long enough', whole])
    expect(entriesOf(order)).toEqual(entries)
  })

  test('by the ten thousand, and a megabyte of them, arrive', async ({ serve, create }) => {
    const service = await serve()
    const many = Array.from({ length: 10_000 }, (_, index) => [`S${index}`, `value ${index}`])
    const large = Array.from({ length: 10 }, (_, index) => [`L${index}`, `${index}${'+'.repeat(100_000)}`])
    const entries = [...many, ...large]
    const secrets = entries.map(([name]) => name).join('\n')
    const { exitCode } = await create(service, { ...IMAGE, secrets }, { env: Object.fromEntries(entries) })
    expect(exitCode).toBe(0)
    expect(secretsOf(service)).toEqual(entries)
  })
})

describe('variables', () => {
  it.for<[string, Record<string, string>]>([
    ['A=info\n# B\n\nC= x # y \r\n', { A: 'info', C: ' x # y ' }],
    ['URL=https://host/?a=b: c', { URL: 'https://host/?a=b: c' }],
    ['A: info\nB: 8080\nC: true\nD: "1"', { A: 'info', B: '8080', C: 'true', D: '1' }],
    ['{"A": "a=b", "C": false, "D": 1.5}', { A: 'a=b', C: 'false', D: '1.5' }],
    ['A: |\n  two\n  lines', { A: 'two\nlines\n' }],
    ['A: &v 1.10\nB: *v\nC: 0400\nD: 1e3\nE: -.inf', { A: '1.10', B: '1.10', C: '0400', D: '1e3', E: '-.inf' }],
    ['<<: {A: 1.10, B: 2}\nB: 6063e25', { A: '1.10', B: '6063e25' }],
    ['GITHUB_TOKEN=x', { GITHUB_TOKEN: 'x' }],
    ['# none', {}],
    ['# none: yet', {}],
    ['# ours\r\nA: info\r\n', { A: 'info' }],
  ])('%j are sent as entries of secrets, and never masked', async ([variables, sent]) => {
    const order = await read({ ...IMAGE, variables })
    const { problems, warnings, masks } = order
    expect({ problems, warnings, masks }).toEqual({ problems: [], warnings: [], masks: [] })
    expect(Object.fromEntries(entriesOf(order))).toEqual(sent)
  })

  it.for([
    ...['A=1\nB', 'A=1\nB=', 'A=1\nA=2', 'info', '{}}', 'A: ""', 'A: info\nB: [x]', 'A: info\nB:', '- A'],
    ...['{"A": "x", "A": "y"}', 'A=='],
  ])('%j are refused', async variables => {
    const { problems } = await read({ ...IMAGE, variables })
    expect(names(saidOf(problems), 'variables')).toBe(true)
  })

  it('that are secrets, too, are refused by their name', async () => {
    const { problems } = await read({ ...IMAGE, secrets: 'TWICE=hunt3r-two', variables: 'TWICE=x' })
    expect(saidOf(problems)).toContain('TWICE')
  })
})
