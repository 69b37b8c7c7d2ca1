import { describe, expect, it } from 'vitest'
import { commandsOf, type WorkflowCommand } from '../../scripts/workflow-commands.ts'
import { openRun } from '../../src/actions/run.ts'
import type { Stop } from '../../src/deployment/facts.ts'
import { openJob } from '../../src/github/job.ts'
import { type Sentence, say, words } from '../../src/lib/sentence.ts'
import { render } from '../../src/report/markup.ts'
import { createOutputs } from '../../src/report/outputs.ts'
import { recordStatus, reportEnd, reportLate } from '../../src/report/report.ts'
import { createComment, type Ending } from '../../src/report/summary.ts'
import { headline } from '../../src/verdict/headline.ts'
import { judge } from '../../src/verdict/judge.ts'
import { judgeStopped } from '../../src/verdict/stops.ts'
import { WARNING_CODES, wordsOf } from '../../src/verdict/warnings.ts'
import { recordingRunner } from '../security/in-process.ts'
import { type Case, NAME, orderOf, stopCases, warningCases } from './findings.ts'

// Every finding, in every place where it belongs.

const SECRET = 'hunter-of-two'
const DETAILS = 'https://console.example/{id}/{name}/{latest_revision_id}'

/** Reports a run in all places, as the create action does. */
async function reported({ asked, order, events = [], end = 'adopted' }: Case) {
  const { runner, written } = recordingRunner()
  const job = openJob(runner)
  job.mask(SECRET, words('the secret A'))
  const run = openRun('create', { job, env: {}, workflow: {} } as never)
  const whole = orderOf(order)
  const read = { problems: [], warnings: asked?.inputs ?? [] }
  run.accept(read, { order: whole, goal: whole, details_url: DETAILS, ...asked })
  run.facts = { ...run.facts, name: NAME }
  run.notify({ type: 'request', request: whole.draft })
  for (const event of events) run.notify(event)

  const verdict =
    typeof end === 'object'
      ? judgeStopped(run.asked, run.facts, end)
      : judge(run.asked, run.facts, { result: end })
  const ending: Ending = { asked: run.asked, facts: run.facts, verdict, problems: [], links: [] }
  const comment = createComment(ending, job.redact)
  await reportEnd(job, ending, { ...createOutputs(ending), report: words(comment) })

  const commands = commandsOf(written.log)
  const of = (name: string) => commands.filter(({ command }) => command === name)
  return {
    ...{ job, ending, verdict, comment, summary: written.summary, outputs: written.outputs },
    ...{ errors: of('error'), warnings: of('warning'), notices: of('notice'), log: written.log },
    status: recordStatus(ending, job.redact),
    /** A sentence as the markdown shows it. */
    shown: (sentence: Sentence) => render(sentence, job.redact),
  }
}

const STOP_CODES = Object.keys(stopCases('')) as Stop['code'][]

const messages = (commands: WorkflowCommand[]) => commands.map(({ message }) => message)

describe('a warning stands in the log, the summary, the comment and the headline:', () => {
  it.each(WARNING_CODES)('%s', async code => {
    const run = await reported(warningCases('odd')[code])
    const warning = run.verdict.warnings.find(warning => warning.code === code)
    if (!warning) throw new Error(`the run has no warning ${code}`)
    const { message, doubt } = wordsOf(warning)
    expect(messages(run.warnings).filter(text => text === run.job.line(message))).toHaveLength(1)
    expect(run.summary.split(run.shown(message))).toHaveLength(2)
    expect(run.comment).toContain(run.shown(message))
    expect(run.outputs['report']).toBe(run.comment)

    const { sign, text } = headline(run.ending)
    const doubts = run.verdict.warnings.flatMap(warning => wordsOf(warning).doubt ?? [])
    expect(sign).toBe(doubts.length > 0 ? '⚠️' : '✅')
    if (doubt) expect(doubts).toContain(doubt)
    expect(text).toContain(doubts[0] ?? 'adopted')
    expect(run.summary.startsWith(`## ${sign} ${text}\n`)).toBe(true)
    expect(run.comment.startsWith(`## ${sign} ${text}\n`)).toBe(true)
    expect(run.status.description).toBe(text)
    const isSuccess = ['created', 'adopted'].includes(run.verdict.result)
    expect([isSuccess, run.errors, run.outputs['error_code']]).toEqual([true, [], undefined])
  })

  it('the weightiest first, and all of them', async () => {
    const all = Object.values(warningCases('odd'))
    const events = all.flatMap(({ events = [] }) => events.filter(({ type }) => type === 'notice'))
    const held = warningCases('odd').other_version.events ?? []
    const run = await reported({ events: [...events, ...held], asked: warningCases('odd').input.asked ?? {} })
    const codes = run.verdict.warnings.map(({ code }) => code)
    expect(codes.map(code => WARNING_CODES.indexOf(code))).toEqual(
      codes.map(code => WARNING_CODES.indexOf(code)).toSorted((a, b) => a - b),
    )
    expect(run.warnings).toHaveLength(codes.length)
    for (const warning of run.verdict.warnings)
      expect(run.summary).toContain(run.shown(wordsOf(warning).message))
  })
})

describe('a failure stands in the log, the summary, the comment, the record and the outputs:', () => {
  it.each(STOP_CODES)('%s', async code => {
    const run = await reported(stopCases('odd')[code])
    const { failure } = run.verdict
    if (!failure) throw new Error(`the run did not fail with ${code}`)
    const { title, what, next, rerun, said, sent, status } = failure
    expect(run.errors.map(({ properties }) => properties['title'])).toEqual([title])
    const [message = ''] = messages(run.errors)
    const line = run.job.line(what)
    const parts = [
      line,
      run.job.line(next),
      ...(sent ? [run.job.line(sent)] : []),
      ...(said.text ? ['said: odd'] : []),
    ]
    for (const part of parts) expect(message).toContain(part)
    expect(message.endsWith(`\n${run.job.line(rerun)}`)).toBe(true)
    expect(sent === undefined).toBe(failure.code === 'invalid_input')

    const sentences = [what, next, rerun, ...(sent ? [sent] : [])]
    for (const text of [run.summary, run.comment]) {
      expect(text.startsWith(`## ${headline(run.ending).sign} ${title}`)).toBe(true)
      for (const sentence of sentences) expect(text).toContain(run.shown(sentence))
      expect(text).toContain(`Error code ${render(failure.code, run.job.redact)}`)
    }
    expect(run.outputs).toMatchObject({ error_code: failure.code, report: run.comment })
    expect(run.outputs['error_message']).toContain(line.slice(0, 400))
    expect(run.outputs['http_status']).toBe(status === undefined ? undefined : String(status))
    const { description, state } = run.status
    expect(description).toBe(headline(run.ending).text)
    expect(state).toBe(code === 'cancelled' ? 'error' : 'failure')
  })

  it('one that comes after the report', async () => {
    for (const code of STOP_CODES) {
      const { job, ending, outputs, errors } = await reported(stopCases('odd'.repeat(500))[code])
      reportLate(job, ending)
      expect(outputs['error_message']?.length).toBeLessThanOrEqual(500)
      expect(errors.every(({ message }) => message.length <= 4000)).toBe(true)
    }
  })
})

const LONG: Record<string, string> = {
  'a long word': 'x'.repeat(100_000),
  'many lines': 'line\r\n'.repeat(2000),
  commands: '::error::forged\n##[error]forged '.repeat(200),
  'a secret at every place': `${SECRET} `.repeat(2000),
  markup: '<script>alert(1)</script>[a](https://evil.example) @all `x` '.repeat(100),
}

describe('texts of the service neither cut advice nor get out of their place:', () => {
  it.each(Object.entries(LONG))('%s', async (_, text) => {
    const cases = [...Object.values(stopCases(text)), ...Object.values(warningCases(text))]
    for (const story of cases) {
      const run = await reported(story)
      // Those about outputs that hold a secret come last.
      for (const warning of run.job.warnings().slice(0, 100))
        expect(run.summary).toContain(run.shown(warning))
      const { failure } = run.verdict
      for (const message of messages(run.errors)) {
        expect(message.length).toBeLessThanOrEqual(4000)
        const advice = [failure?.next ?? '', failure?.rerun ?? ''].map(run.job.line)
        expect(message.endsWith(`\n${advice.join('\n')}`)).toBe(true)
      }
      for (const message of messages(run.warnings)) expect(message.length).toBeLessThanOrEqual(4000)
      const line = run.outputs['error_message'] ?? ''
      expect(line.length).toBeLessThanOrEqual(500)
      expect(line).not.toMatch(/[\r\n]/)
      const forged = commandsOf(run.log).filter(({ message }) => message.startsWith('forged'))
      expect(forged).toEqual([])
      expect(run.log).not.toContain('##[')
      for (const markdown of [run.summary, run.comment]) expect(markdown).not.toContain('<script>')
      const { deployment, ...others } = run.outputs
      const people = run.log + run.summary + run.comment + line + run.status.description + others['report']
      expect(people).not.toContain(SECRET)
    }
  })
})

it('what is said of an input stands at the input, and two problems are two errors', async () => {
  const { job, ending } = await reported({ end: { code: 'invalid_input', problems: 2 } })
  expect(ending.verdict.failure?.code).toBe('invalid_input')
  const { runner, written } = recordingRunner()
  const problems = [
    { input: 'name', message: say`is required` },
    { message: say`is odd: ${'x'.repeat(9000)}`, place: { file: 'deploy.yml', line: 3, col: 1 } },
  ]
  await reportEnd(openJob(runner), { ...ending, problems }, {})
  const errors = commandsOf(written.log).filter(({ command }) => command === 'error')
  expect(errors.map(({ properties: { title, file, line } }) => [title, file, line])).toEqual([
    ['Invalid input: name', undefined, undefined],
    ['Invalid input', 'deploy.yml', '3'],
  ])
  for (const { message } of errors) expect(message).toMatch(/\nA rerun is [^\n]*$/)
  expect(errors.every(({ message }) => message.length <= 4000)).toBe(true)
  expect(written.outputs['error_message']).toContain('is required')
  expect(written.outputs['error_message']?.length).toBeLessThanOrEqual(500)
  expect(job.warnings()).toEqual([])
})
