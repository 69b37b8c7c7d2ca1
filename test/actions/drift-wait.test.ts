import { expect, it } from 'vitest'
import { CONNECTION, readAction } from '../../scripts/readme.ts'
import { readWaitInputs } from '../../src/actions/wait.ts'
import { words } from '../../src/lib/sentence.ts'
import { waitOutputs } from '../../src/report/report.ts'
import { silentJob } from '../github/job.ts'

const action = readAction('wait')
const REQUIRED = { base_url: 'https://service.test', name: 'shop' }

it('the wait action reads exactly the inputs that wait/action.yml declares', async () => {
  const read = new Set<string>()
  const job = silentJob({})
  await readWaitInputs({ ...job, input: name => read.add(name) && job.input(name) }, {})
  expect([...read].sort()).toEqual(Object.keys(action.inputs).sort())
})

it('the wait action sets exactly the outputs that wait/action.yml declares', () => {
  const failure = { code: 'rejected' as const, what: words('Could not'), status: 422 }
  const outputs = waitOutputs({ created: false }, { result: 'failed', failure })
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort())
})

it('the wait action has the defaults that wait/action.yml declares', async () => {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''])
  const withDefaults = await readWaitInputs(silentJob({ ...Object.fromEntries(defaults), ...REQUIRED }), {})
  expect(withDefaults).toMatchObject({
    ok: true,
    value: { goal: { wait_for: 'ready', wait_timeout: 900_000 } },
  })
  expect(withDefaults).toEqual(await readWaitInputs(silentJob(REQUIRED), {}))
})

it('wait/action.yml declares the connection inputs of action.yml', () => {
  const root = readAction('.')
  for (const name of CONNECTION) expect(action.inputs[name], name).toEqual(root.inputs[name])
})

it('wait/action.yml declares shared inputs exactly like action.yml', () => {
  const root = readAction('.')
  for (const name of ['wait_timeout', 'health_url', 'health_contains']) {
    expect(action.inputs[name], name).toEqual(root.inputs[name])
  }
})
