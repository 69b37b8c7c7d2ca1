import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createManifest, OTHERS, PAGES, readAction, sharedAction, withTables } from '../../scripts/readme.ts'
import { LIST, REPOSITORIES } from '../../src/actions/query.ts'
import { readSandboxSettings } from '../../src/actions/sandbox.ts'
import { readWaitInputs } from '../../src/actions/wait.ts'
import { NO_FACTS } from '../../src/deployment/facts.ts'
import { readWorkflowRun } from '../../src/github/event.ts'
import type { Job } from '../../src/github/job.ts'
import { readServiceInputs } from '../../src/inputs/connection.ts'
import { readCreateInputs } from '../../src/inputs/order.ts'
import { words } from '../../src/lib/sentence.ts'
import { createOutputs, deploymentOutputs } from '../../src/report/outputs.ts'
import { failureOutputs } from '../../src/report/report.ts'
import { judgeStopped } from '../../src/verdict/stops.ts'
import { jobWith } from '../security/in-process.ts'

const REQUIRED = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }
const INTEGRATION = { integration_id: '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11' }
const FAILURE = { kind: 'refused' as const, status: 422, said: { text: '', fields: [] } }
const STOP = {
  code: 'request_failed' as const,
  doing: { task: 'list_deployments' as const },
  failure: FAILURE,
}
const ASKED = { action: 'create' as const, inputs: [] }
const FAILED = {
  asked: ASKED,
  facts: NO_FACTS,
  verdict: judgeStopped(ASKED, NO_FACTS, STOP),
}
/** The outputs of every failure. */
const ofFailure = failureOutputs(jobWith({}), FAILED.verdict.failure ?? expect.unreachable(), words(''))

const outputsOf = ({ outputs }: { outputs: readonly string[] }) =>
  Object.fromEntries([...outputs, ...Object.keys(ofFailure)].map(name => [name, '']))

/** Each action: its folder, the inputs that it requires, its reader of inputs, and the outputs of a failed run. */
const ACTIONS: [string, Record<string, string>, (job: Job) => unknown, object][] = [
  [
    '.',
    REQUIRED,
    job => readCreateInputs({ job, env: {} }),
    { ...createOutputs(FAILED), ...ofFailure, report: '' },
  ],
  ['wait', REQUIRED, job => readWaitInputs({ job, env: {} }), { ...deploymentOutputs(FAILED), ...ofFailure }],
  ['list', REQUIRED, job => readServiceInputs(LIST.read, { job, env: {} }), outputsOf(LIST)],
  [
    'repositories',
    { ...REQUIRED, ...INTEGRATION },
    job => readServiceInputs(REPOSITORIES.read, { job, env: {} }),
    outputsOf(REPOSITORIES),
  ],
  ['sandbox', {}, readSandbox, { base_url: '', integration_id: '' }],
]

/** The service of the sandbox has the default of `ready_after`. */
async function readSandbox(job: Job) {
  const { settings, problems } = await readSandboxSettings({ job, env: {}, workflow: readWorkflowRun({}) })
  return { problems, ...settings, ready_after: settings.ready_after ?? 2000 }
}

describe.each(ACTIONS)('the action.yml in %s', (folder, required, read, outputs) => {
  const declared = readAction(folder)

  it('declares exactly the inputs that the action reads', async () => {
    const names = new Set<string>()
    // Only a create from a repository reads some of them.
    const job = jobWith({ source: 'repohost' })
    await read({ ...job, input: name => names.add(name) && job.input(name) })
    expect([...names].sort()).toEqual(Object.keys(declared.inputs).sort())
  })

  it('declares exactly the outputs that the action sets', () => {
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(declared.outputs).sort())
  })

  it('declares the defaults of the code', async () => {
    const defaults = Object.entries(declared.inputs).map(([name, input]) => [name, input.default ?? ''])
    const withDefaults = await read(jobWith({ ...Object.fromEntries(defaults), ...required }))
    expect(withDefaults).toMatchObject({ problems: [] })
    expect(JSON.stringify(withDefaults)).toBe(JSON.stringify(await read(jobWith(required))))
  })
})

it.each(PAGES)('%s has the generated tables', page => {
  const text = readFileSync(page, 'utf8')
  expect(withTables(text)).toBe(text)
})

it('create/action.yml is the action.yml of the root, and runs the same code', () => {
  expect(readFileSync('create/action.yml', 'utf8')).toBe(createManifest())
  const { runs: own, ...create } = parse(readFileSync('create/action.yml', 'utf8'))
  const { runs: ofRoot, ...root } = parse(readFileSync('action.yml', 'utf8'))
  expect(create).toEqual(root)
  expect({ ...own, main: join('create', own.main) }).toEqual(ofRoot)
})

it.each(OTHERS)('%s/action.yml has what it shares with create', folder => {
  expect(readFileSync(`${folder}/action.yml`, 'utf8')).toBe(sharedAction(folder))
})
