import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SUMMARY_BYTES, openJob } from '../../src/github/job.ts'
import type { Runner } from '../../src/github/runner.ts'
import { say, words } from '../../src/lib/sentence.ts'
import { chain, encoded } from './encodings.ts'

/** A job on a runner that records its calls and has debug logging on. */
function jobForTest() {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given])
  const runner: Runner = {
    getInput: () => '',
    getState: () => '',
    setSecret: record('mask'),
    isDebug: () => true,
    info: record('info'),
    debug: record('debug'),
    startGroup: record('group'),
    endGroup: record('end'),
    notice: record('notice'),
    warning: record('warning'),
    error: record('error'),
    setOutput: record('output'),
    saveState: record('state'),
    appendSummary: record('summary'),
  }
  const job = openJob(runner)
  const of = (name: string) => calls.filter(([call]) => call === name).map(([, ...given]) => given)
  return { job, of }
}

/** A job that knows a secret of each length that matters. */
function jobWithSecrets() {
  const test = jobForTest()
  test.job.maskSecret({ name: 'PORT', value: '8080' })
  test.job.maskSecret({ name: 'APP_URL', value: 'shop.example' })
  test.job.mask('key-of-the-service', words('api_key'))
  return test
}

it('text for people is one line without secrets; the titles of annotations stay', () => {
  const { job, of } = jobForTest()
  job.mask('hunter2', words('api_key'))
  const place = { file: 'a/hunter2.yml', line: 1, col: 2 }
  const lines = [say`${'One\nhunter2'}`, say`${'::two'}`]
  for (const write of ['info', 'debug'] as const) {
    job[write](say`${'with hunter2\n::error::and more'}`)
    expect(of(write)).toEqual([['with *** ::error::and more']])
  }
  for (const write of ['warning', 'error'] as const) {
    job[write]({ title: 'Of hunter2', lines, place })
    const properties = { title: 'Of hunter2', file: 'a/***.yml', startLine: 1, startColumn: 2 }
    expect(of(write)).toEqual([['One ***\n: :two', properties]])
  }
})

it('a summary is truncated to the limit of GitHub', () => {
  const { job, of } = jobForTest()
  job.summary('x'.repeat(2 * MAX_SUMMARY_BYTES))
  expect(String(of('summary')[0]?.[0])).toHaveLength(MAX_SUMMARY_BYTES)
})

it.each([
  ['a secret of one line as it is', ['p@ss w0rd+'], ['p@ss w0rd+']],
  [
    'the long lines of a secret and the whole in base64, as it would mask a line of one character too',
    ['{\n  "key": 1\n}'],
    ['"key": 1', btoa('{\n  "key": 1\n}')],
  ],
  ['no word that would blank the log', ['true', 'abc', 'None'], []],
])('the runner gets %s', (_, values, masks) => {
  const { job, of } = jobForTest()
  for (const value of values) job.maskSecret({ name: 'A', value })
  expect(of('mask')).toEqual(masks.map(mask => [mask]))
})

it('passwords of the service are hidden, and the runner does not get them', () => {
  const { job, of } = jobForTest()
  job.hidePasswordsIn('{"url":"https://shop-user:s3cr3t-pass@git.example/a/b"}')
  job.info(say`${'login with s3cr3t-pass of shop-user failed'}`)
  expect([of('mask'), of('info')]).toEqual([[], [['login with *** of *** failed']]])
})

describe('an output', () => {
  it('advises variables for a setting that is given as a secret, and not for a credential', () => {
    const { job, of } = jobWithSecrets()
    job.output('url', 'https://shop.example')
    job.output('key', 'key-of-the-service')
    expect(of('warning')).toEqual([
      [
        'url is empty, because it contains the value of the secret APP_URL. A value that is not secret belongs into variables.',
        { title: 'Output' },
      ],
      ['key is empty, because it contains the value of api_key.', { title: 'Output' }],
    ])
  })

  it('is a list for a matrix, exact or empty, or a list of JSON', async () => {
    const { job, of } = jobWithSecrets()
    const pause = () => Promise.resolve()
    await job.outputList('ids', ['a', '8080'], pause)
    await job.outputList('names', ['a', 'shop.example'], pause)
    await job.outputList('deployments', [{ url: 'shop.example', port: '8080' }, {}], pause)
    await job.outputList('none', [], pause)
    expect(of('output')).toEqual([
      ['ids', '["a","8080"]'],
      ['names', ''],
      ['deployments', '[{"url":"***","port":"8080"},{}]'],
      ['none', '[]'],
    ])
  })

  it('is exact or empty, and any JSON stays valid, for any secret in any encoding', () => {
    const value = fc
      .stringMatching(/^[!-~]{4,12}$/)
      .filter(text => !/^(true|false|null|none|error)/i.test(text))
    fc.assert(
      fc.property(value, chain, fc.string(), fc.jsonValue(), (secret, encodings, around, other) => {
        const { job, of } = jobForTest()
        job.maskSecret({ name: 'A', value: secret })
        const text = `${around} ${encoded(secret, encodings)}`
        job.output('text', text)
        job.output('json', { text, [secret]: secret, other })
        const [[, scalar], [, json]] = of('output') as [[string, string], [string, string]]
        const isLong = secret.trim().length >= 8
        expect(scalar).toBe(isLong ? '' : text)
        expect(JSON.parse(json)).toMatchObject({
          text: isLong ? '***' : text,
          [secret]: isLong ? '***' : secret,
        })
        expect(of('warning').length).toBe(2)
      }),
    )
  })
})
