import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readAction } from '../../scripts/readme.ts'
import { problemsIn } from '../host-validator.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// GitHub's validator checks every workflow of the repository and of its pages against the action.yml files.

it.each([...OWN, ...EXAMPLES])('$name is a valid workflow', async ({ text }) => {
  expect(await problemsIn(text)).toEqual([])
})

it.each([...OWN, ...EXAMPLES])('$name names each step whose script holds data', ({ text }) => {
  const steps = Object.values(jobsOf(text)).flatMap(({ steps = [] }) => steps)
  expect(steps.filter(({ name, run = '' }) => /\$\{\{/.test(run) && !name)).toEqual([])
})

const step = (inputs: string, uses = 'OWNER/create-deployment@v1') =>
  `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: ${uses}\n        with: ${inputs}`
const call = (inputs: string) =>
  `on: push\njobs:\n  a:\n    uses: OWNER/create-deployment/.github/workflows/deploy-many.yml@v1\n    with: ${inputs}`

it.each([
  ['an unknown input', step('{base_url: x, image_url: y}'), 'image_url'],
  [
    'an unknown input of an action of the same commit',
    step('{base_url: x, image_url: y}', '$/create'),
    'image_url',
  ],
  ['a missing input of a called workflow', call('{base_url: x}'), 'config'],
])('the validator finds %s', async (_, workflow, name) => {
  expect(await problemsIn(workflow)).toEqual([expect.stringContaining(name)])
})

it.each(['deploy-many', 'preview'])(
  '%s.yml takes each input of the connection with its default, and passes it to each action',
  name => {
    const { on, jobs } = parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
    const { inputs, secrets } = on.workflow_call
    const steps: { uses?: string; with?: object }[] = Object.values<{ steps: [] }>(jobs).flatMap(
      job => job.steps,
    )
    // The last step of preview.yml sends nothing to the service.
    const calls = steps.filter(
      step => step.with && 'base_url' in step.with && !/close-preview$/.test(step.uses ?? ''),
    )
    expect(calls).toHaveLength(name === 'preview' ? 2 : 1)
    const { integration_id, ...connection } = readAction('repositories').inputs
    for (const [input, { default: fallback = '' }] of Object.entries(connection)) {
      expect(String({ ...inputs, ...secrets }[input]?.default ?? ''), input).toBe(fallback)
      const passed = `\${{ ${input in secrets ? 'secrets' : 'inputs'}.${input} }}`
      for (const call of calls) expect(call.with).toHaveProperty(input, passed)
    }
  },
)
