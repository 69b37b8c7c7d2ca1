import { describe, expect } from 'vitest'
import { RERUN, RERUNS } from '../../src/run/advice.ts'
import { talkative, terse } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import { ENDS, type End } from './ends.ts'
import { expectInOrder, rerunsOf, SENT } from './words.ts'

// The ends of a create that a user meets most. test/rules/ends.test.ts has the advice.

function expectReport(run: Run, end: End): void {
  const { code, created = 'false', status, posts = 0, names, rerun = RERUNS[code] ?? 'after_correction' } = end
  const { outputs, errors, stderr, exitCode } = run
  expect({ exitCode, stderr, errors: errors.length }).toEqual({ exitCode: 1, stderr: '', errors: 1 })
  expect(outputs).toMatchObject({ error_code: code, created })
  expect(outputs['http_status'] ?? '').toBe(status ? String(status) : '')
  const message = errors[0]?.message ?? ''
  expect(message.length).toBeLessThanOrEqual(4000)
  expectInOrder(message, [...(code === 'invalid_input' ? [] : [/shop|repositories/]), 'What to do', RERUN[rerun]])
  expectInOrder(message, [posts > 0 ? SENT.yes : SENT.no, 'What to do'])
  expectInOrder(message, names)
  expect(rerunsOf(message)).toEqual([rerun])
  const { error_message = '' } = outputs
  expect(error_message).toMatch(/^[^\r\n]{1,500}$/)
  expect(rerunsOf(error_message)).toEqual([])
  expect(run.summary).toMatch(/^## ❌/)
  expect(run.stdout + run.summary).not.toMatch(/^\s+at \S+ \(|undefined|NaN|\[object/m)
}

/** Checks that a rerun ends as the error promised. */
function expectRerun(again: Run, end: End, service: Service, before: number): void {
  if (end.heals || end.heal) {
    const named = service.deployments.filter(({ name }) => name === 'shop')
    expect(again).toMatchObject({ exitCode: 0, errors: [], outputs: { id: named[0]?.id } })
    return expect(named).toHaveLength(1)
  }
  // Where a run made two, a rerun says so with another word.
  const error_code = end.code === 'duplicate_created' ? 'ambiguous_name' : end.code
  expect(again).toMatchObject({ exitCode: 1, outputs: { error_code } })
  if (end.rerun !== 'creates_another') expect(service.deployments).toHaveLength(before)
}

describe.concurrent('a create ends in words that help, and a rerun as they say:', () => {
  test.for(ENDS)('$title', async (end, { serve, create }) => {
    const { options, answers = {}, inputs, step, isTerse } = end
    const service = await serve({ dialect: isTerse ? terse : talkative, ...options })
    const overridden = Object.keys(answers) as (keyof typeof answers)[]
    for (const operation of overridden) service.override(operation, 'each', answers[operation] ?? expect.unreachable())
    const order = { ...IMAGE, ...inputs }
    const run = await create(service, order, step)
    expectReport(run, end)
    expect(service.of('create')).toHaveLength(end.posts ?? 0)
    const before = service.deployments.length
    if (end.heals)
      for (const operation of overridden) service.override(operation, 'each', (_request, { usual }) => usual())
    end.heal?.(service)
    expectRerun(await create(service, order, step), end, service, before)
  })
})
