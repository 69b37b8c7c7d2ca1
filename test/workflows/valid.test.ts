import { describe, expect, it } from 'vitest'
import { problemsIn } from '../host-validator.ts'
import { EXAMPLES, OWN } from './workflows.ts'

// Every workflow that is in the repository, or shown on its pages, is checked by the host's own validator,
// against the action.yml that it would meet.

it.each([...OWN, ...EXAMPLES])('$name is what the host takes for a workflow', async ({ text }) => {
  // Of a path, the validator does not read the action.
  const named = text.replace(/uses: \.(?:\/|(\/\w+))$/gm, 'uses: OWNER/create-deployment$1@v1')
  expect(await problemsIn(named)).toEqual([])
})

describe('the validator notices', () => {
  const step = (inputs: string, action = 'OWNER/create-deployment') =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${action}@v1\n        with:\n${inputs}`

  it('an input that there is not', async () => {
    expect(await problemsIn(step('          base_url: https://x\n          image_url: y'))).toEqual([
      expect.stringContaining('image_url'),
    ])
  })

  it('an input of one action that another does not have', async () => {
    const inputs = '          base_url: https://x\n          image_uri: y'
    expect(await problemsIn(step(inputs))).toEqual([])
    expect(await problemsIn(step(inputs, 'OWNER/create-deployment/list'))).toEqual([
      expect.stringContaining('image_uri'),
    ])
  })

  it('an input that a called workflow does not have, and one that it misses', async () => {
    const call = (inputs: string) =>
      `on: push\njobs:\n  a:\n    uses: OWNER/create-deployment/.github/workflows/deploy-many.yml@v1\n    with:\n${inputs}`
    const needed = '      base_url: https://x\n      config: services/*.yml\n'
    expect(await problemsIn(call(needed))).toEqual([])
    expect(await problemsIn(call(`${needed}      max_paralel: 3\n`))).toEqual([
      expect.stringContaining('max_paralel'),
    ])
    expect(await problemsIn(call('      base_url: https://x\n'))).toEqual([expect.stringContaining('config')])
  })

  it('a required input that is missing', async () => {
    expect(await problemsIn(step('          name: x'))).toEqual([expect.stringContaining('base_url')])
  })
})
