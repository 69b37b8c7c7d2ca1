import { describe, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import { listAction } from '../../src/actions/list.ts'
import type { ActionContext } from '../../src/actions/run.ts'
import { sandboxAction } from '../../src/actions/sandbox.ts'
import { runInProcess } from '../security/in-process.ts'

const INPUTS = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }

const bug = (): never => {
  throw new TypeError('x is not a function')
}

/** The action in a job whose inputs cannot be read. */
const withoutInputs = (action: (context: ActionContext) => Promise<boolean>) => (context: ActionContext) =>
  action({ ...context, job: { ...context.job, input: bug } })

describe('a bug fails the step, and the log shows its stack', () => {
  it.each([
    ['the inputs of create', withoutInputs(createAction)],
    ['the requests of create', createAction],
    ['the inputs of list', withoutInputs(listAction)],
    ['the requests of list', listAction],
    ['the inputs of sandbox', withoutInputs(sandboxAction)],
  ])('in %s', async (_, run) => {
    const { succeeded, log, summary } = await runInProcess(INPUTS, bug, {}, { run })
    expect(succeeded).toBe(false)
    expect(log).toContain('The action failed by itself: x is not a function.')
    expect(log).toMatch(/^ {4}at .*bugs\.test\.ts/m)
    expect(summary).toContain('Internal error')
  })
})
