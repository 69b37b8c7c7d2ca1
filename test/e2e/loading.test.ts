import { expect, it } from 'vitest'
import { examine } from '../bench/commands.ts'
import { SCENARIOS, type Stage } from '../bench/scenarios.ts'

// The measurements of `npm run bench` that do not depend on time.

const MIB = 2 ** 20

async function onStage<T>(title: RegExp, use: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await SCENARIOS.find(scenario => title.test(scenario.title))?.open()
  if (!stage) throw new Error(`there is no scenario ${title}`)
  try {
    return await use(stage)
  } finally {
    await stage.close()
  }
}

it('a plain create loads no more than 1 MB of JavaScript', async () => {
  const testimony = await onStage(/loopback/, stage => examine(stage.newTask()))
  expect(testimony.loaded).toBeLessThanOrEqual(1_000_000)
  // Checks that the measurement works.
  expect(testimony.loaded).toBeGreaterThan(100_000)
})

// Systems count memory differently.
it.skipIf(process.platform === 'win32')(
  'a create among 100,000 repositories needs no more than 320 MiB',
  async () => {
    const testimony = await onStage(/repositories/, stage => examine(stage.newTask()))
    expect(testimony.peak).toBeLessThanOrEqual(320 * MIB)
    expect(testimony.peak).toBeGreaterThan(30 * MIB)
  },
)
