import { expect, it } from 'vitest'
import { examine } from '../bench/commands.ts'
import { open, SCENARIOS } from '../bench/scenarios.ts'

// The measurements of `npm run bench` that do not depend on time.

async function examined(scenario: keyof typeof SCENARIOS) {
  const stage = await open(SCENARIOS[scenario])
  return examine(stage.newTask()).finally(() => stage.close())
}

it('a plain create loads no more than 850 kB of JavaScript', async () => {
  const { loaded } = await examined('plain')
  expect(loaded).toBeLessThanOrEqual(850_000)
})

// Systems count memory differently.
it.skipIf(process.platform === 'win32')(
  'a create among 100,000 repositories needs no more than 320 MiB',
  async () => {
    const { peak } = await examined('large')
    expect(peak).toBeLessThanOrEqual(320 * 2 ** 20)
  },
)
