import { expect, it } from 'vitest'
import { type Annotation, MAX_SUMMARY_BYTES, openJob } from '../../src/github/job.ts'
import type { Runner } from '../../src/github/runner.ts'

/** A job on a runner that records its calls and has debug logging on. */
function jobForTest() {
  const told: unknown[] = []
  const tell =
    (name: string) =>
    (...given: unknown[]) =>
      void told.push([name, ...given])
  const runner: Runner = {
    getInput: () => '',
    getState: () => '',
    setSecret: () => {},
    isDebug: () => true,
    info: tell('info'),
    debug: tell('debug'),
    startGroup: tell('group'),
    endGroup: tell('end'),
    warning: tell('warning'),
    error: tell('error'),
    setOutput: tell('output'),
    saveState: tell('state'),
    appendSummary: async markdown => tell('summary')(markdown),
  }
  return { job: openJob(runner), told }
}

const LINE = 2000

it.each(['info', 'debug', 'startGroup'] as const)('%s prints one line without secrets', write => {
  const { job, told } = jobForTest()
  job.mask('hunter2')
  job[write]('with hunter2\n::error::and more')
  expect(told).toEqual([[expect.any(String), 'with *** ::error::and more']])
})

it('a line that is truncated inside a secret contains no part of it', () => {
  const { job, told } = jobForTest()
  job.mask('hunter2-hunter2')
  job.info(`${'x'.repeat(LINE - 5)}hunter2-hunter2 and more`)
  expect(JSON.stringify(told)).not.toContain('hunte')
})

it('a secret that spans two joined lines is masked', () => {
  const { job, told } = jobForTest()
  job.mask('two words')
  job.info('two\nwords')
  expect(told).toEqual([['info', '***']])
})

it.each(['warning', 'error'] as const)('%s masks secrets in its lines, its title and its file', write => {
  const { job, told } = jobForTest()
  job.mask('hunter2')
  const place = { file: 'a/hunter2.yml', line: 1, col: 2 }
  const annotation: Annotation = { title: 'Of hunter2', lines: ['One\nhunter2', '::two'], place }
  job[write](annotation)
  expect(told).toEqual([
    [write, 'One ***\n: :two', { title: 'Of ***', file: 'a/***.yml', startLine: 1, startColumn: 2 }],
  ])
})

it('an output is set without secrets, and only if its value changed', () => {
  const { job, told } = jobForTest()
  job.mask('hunter2')
  job.output('id', 'of hunter2')
  job.output('id', 'of hunter2')
  job.output('all', { hunter2: ['hunter2'] })
  job.output('id', 'another')
  expect(told).toEqual([
    ['output', 'id', 'of ***'],
    ['output', 'all', '{"***":["***"]}'],
    ['output', 'id', 'another'],
  ])
})

it('a summary is truncated to the limit of GitHub, without secrets', async () => {
  const { job, told } = jobForTest()
  job.mask('hunter2')
  await job.summary(`hunter2${'x'.repeat(2 * MAX_SUMMARY_BYTES)}`)
  const [[, summary]] = told as [[string, string]]
  expect([summary.length, summary.slice(0, 5)]).toEqual([MAX_SUMMARY_BYTES, '***xx'])
})
