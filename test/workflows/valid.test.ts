import { describe, expect, it } from 'vitest'
import { problemsIn } from '../host-validator.ts'
import { EXAMPLES, OWN } from './workflows.ts'

// GitHub's validator checks every workflow of the repository and of its pages against the action.yml files.

it.each([...OWN, ...EXAMPLES])('$name is a valid workflow', async ({ text }) => {
  // The validator does not read an action that is named by path.
  const named = text.replace(
    /uses: [.$]\/(?!\.github\/workflows)(.*)$/gm,
    (_, path) => `uses: OWNER/create-deployment${path && `/${path}`}@v1`,
  )
  expect(await problemsIn(named)).toEqual([])
})

describe('the validator finds', () => {
  const step = (inputs: string, action = 'OWNER/create-deployment') =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${action}@v1\n        with:\n${inputs}`

  it('an unknown input', async () => {
    expect(await problemsIn(step('          base_url: https://x\n          image_url: y'))).toEqual([
      expect.stringContaining('image_url'),
    ])
  })

  it('an input that only another action has', async () => {
    const inputs = '          base_url: https://x\n          image_uri: y'
    expect(await problemsIn(step(inputs))).toEqual([])
    expect(await problemsIn(step(inputs, 'OWNER/create-deployment/list'))).toEqual([
      expect.stringContaining('image_uri'),
    ])
  })

  it('an unknown and a missing input of a called workflow', async () => {
    const call = (inputs: string) =>
      `on: push\njobs:\n  a:\n    uses: OWNER/create-deployment/.github/workflows/deploy-many.yml@v1\n    with:\n${inputs}`
    const needed = '      base_url: https://x\n      config: services/*.yml\n'
    expect(await problemsIn(call(needed))).toEqual([])
    expect(await problemsIn(call(`${needed}      max_paralel: 3\n`))).toEqual([
      expect.stringContaining('max_paralel'),
    ])
    expect(await problemsIn(call('      base_url: https://x\n'))).toEqual([expect.stringContaining('config')])
  })

  it('a missing required input', async () => {
    expect(await problemsIn(step('          name: x'))).toEqual([expect.stringContaining('base_url')])
  })
})
