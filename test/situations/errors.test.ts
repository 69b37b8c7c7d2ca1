import { describe, expect } from 'vitest'
import type { Event } from '../harness/job.ts'
import { talkative, terse } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { BY_DEPENDABOT, ENDS, type End, FORK, IMAGE } from './ends.ts'
import { CODES, expectInOrder, RERUN, rerunsOf, SENT } from './words.ts'

// The ends of a create that a user meets most, each with a service that says much and one that says little.

const CASES = ENDS.flatMap(end => [
  { ...end, dialect: talkative, service: 'much' },
  ...(end.whole ? [] : [{ ...end, dialect: terse, service: 'little' }]),
])

function expectReport(run: Run, end: End, posts: number, detail: string): void {
  const { code, created = 'false', status, failed = [], says = '' } = end
  const { advice, rerun } = { ...CODES[code], ...end }
  const { outputs, errors, stderr, exitCode } = run
  expect({ exitCode, stderr, errors: errors.length }).toEqual({ exitCode: 1, stderr: '', errors: 1 })
  expect(outputs).toMatchObject({ error_code: code, created })
  expect(outputs['http_status'] ?? '').toBe(status ? String(status) : '')
  const message = errors[0]?.message ?? ''
  expect(message.length).toBeLessThanOrEqual(4000)
  const sent = posts > 0 ? SENT.yes : code === 'invalid_input' ? SENT.nothing : SENT.no
  const facts = [...failed, ...(detail ? [says] : [])]
  expectInOrder(message, [...facts, sent, advice, RERUN[rerun]])
  if (status && code !== 'unexpected_response') expect(message).toContain(String(status))
  if (code !== 'invalid_input') expect(message).toMatch(/shop|repositories/)
  expect(rerunsOf(message)).toEqual([rerun])
  const { error_message = '' } = outputs
  expectInOrder(error_message, facts)
  expect(error_message).toMatch(/^[^\r\n]{1,500}$/)
  expect(rerunsOf(error_message)).toEqual([])
  expect(run.summary).toMatch(/^#+ .*❌/)
  expect(run.stdout + run.summary).not.toMatch(/^\s+at \S+ \(|undefined|NaN|\[object/m)
}

/** Checks that a rerun ends as the error promised. */
function expectRerun(again: Run, end: End, service: Service, before: number): void {
  const named = service.deployments.filter(({ name }) => name === 'shop')
  if (end.heal) {
    expect(again).toMatchObject({ exitCode: 0, errors: [], outputs: { id: named[0]?.id } })
    expect(named).toHaveLength(1)
    return
  }
  // Where a run made two, a rerun says so with another word.
  const error_code = end.code === 'duplicate_created' ? 'ambiguous_name' : end.code
  expect(again).toMatchObject({ exitCode: 1, outputs: { error_code } })
  if (end.rerun !== 'creates_another') expect(service.deployments).toHaveLength(before)
}

describe.concurrent('a create ends in words that help, and a rerun as they say, with a service that says', () => {
  test.for(CASES)('$service: $title', async (end, { serve, create }) => {
    const { options, dialect, given, inputs, step, says = '' } = end
    const service = await serve({ dialect, ...options })
    const detail = dialect === terse ? '' : says
    given?.(service, detail)
    const order = { ...IMAGE, ...inputs }
    const run = await create(service, order, step)
    const posts = service.of('create').length
    expectReport(run, end, posts, detail)
    if (end.code !== 'rate_limited') expect(posts).toBe(end.posts ?? 0)
    const before = service.deployments.length
    end.heal?.(service)
    expectRerun(await create(service, order, step), end, service, before)
  })
})

test('a runner whose files cannot be written ends a run as internal', async ({ serve, create }) => {
  const env = { GITHUB_OUTPUT: '/dev/null/output' }
  const { exitCode, errors } = await create(await serve(), IMAGE, { env })
  expect({ exitCode, errors: errors.length }).toEqual({ exitCode: 1, errors: 1 })
  expectInOrder(errors[0]?.message ?? '', [/disk/, RERUN.safe])
})

describe.concurrent('an empty secret in a run that gets none is explained', () => {
  test.for<{ by: string; step: { event?: Event; env?: Record<string, string> }; names: RegExp }>([
    { by: 'for a fork', step: { event: FORK }, names: /fork/i },
    { by: 'by Dependabot', step: BY_DEPENDABOT, names: /Dependabot/ },
  ])('$by', async ({ step, names }, { serve, create }) => {
    const { errors, outputs } = await create(await serve(), { ...IMAGE, secrets: 'DB_PASSWORD' }, step)
    expect(outputs['error_code']).toBe('invalid_input')
    expect(errors.map(({ message }) => message).join('\n')).toMatch(names)
  })
})
