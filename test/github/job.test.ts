import { expect, it } from 'vitest'
import { openJob, type Runner } from '../../src/github/job.ts'
import { say, words } from '../../src/lib/sentence.ts'

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
  const answer = { url: 'https://shop-user:s3cr3t-pass@git.example/a/b' }
  job.hidePasswordsIn(JSON.stringify(answer), answer)
  job.info(say`${'login with s3cr3t-pass of shop-user failed'}`)
  expect([of('mask'), of('info')]).toEqual([[], [['login with *** of *** failed']]])
})

it.each([
  ['https://user:pass@host/a@1', 'https://host/a@1'],
  ['https://token@host/a', 'https://host/a'],
  ['user:pass@host/a', 'host/a'],
  ['https://user:pa ss/wd@host/a', 'https://host/a'],
  ['git@host:acme/shop.git', 'git@host:acme/shop.git'],
  ['https://host:8080/a@1', 'https://host:8080/a@1'],
  ['acme/shop@v1', 'acme/shop@v1'],
])('an output has the URL %s as %s, alone and in JSON', (url, shown) => {
  const { job, of } = jobForTest()
  job.output({ url, config: { repo_url: url, command: 'curl https://user:pass@host/a' } })
  const config = JSON.stringify({ repo_url: shown, command: 'curl https://host/a' })
  expect(Object.fromEntries(of('output') as string[][])).toEqual({ url: shown, config })
})
