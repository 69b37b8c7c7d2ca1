import { expect, it } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { sandboxAction } from '../../src/actions/sandbox.ts'
import { readSandboxSettings } from '../../src/inputs/sandbox.ts'
import { silentJob } from '../github/job.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

const action = readAction('sandbox')

it('the sandbox action reads exactly the inputs that sandbox/action.yml declares', async () => {
  const read = new Set<string>()
  const job = silentJob({})
  await readSandboxSettings({ ...job, input: name => read.add(name) && job.input(name) }, {})
  expect([...read].sort()).toEqual(Object.keys(action.inputs).sort())
})

it('the sandbox action sets exactly the outputs that sandbox/action.yml declares', async () => {
  const outputs: string[] = []
  const run = sandboxAction({
    start: async () => ({
      base_url: 'http://127.0.0.1:1',
      integration_id: 'an-id',
      stop_url: 'http://127.0.0.1:1',
    }),
    stop: async () => [],
  })
  const succeeded = await run({
    job: { ...silentJob({}), output: name => outputs.push(name) },
    env: {},
    clock: virtualClock(),
    random: () => 0,
    openTransport: () => expect.unreachable(),
    signal: new AbortController().signal,
  })
  expect(succeeded).toBe(true)
  expect(outputs.sort()).toEqual(Object.keys(action.outputs).sort())
})

it('sandbox/action.yml declares the default of ready_after', () => {
  expect(action.inputs['ready_after']?.default).toBe('2s')
})
