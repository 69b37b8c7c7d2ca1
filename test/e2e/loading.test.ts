import { expect, it } from 'vitest'
import { COMMAND_NAMES, examine, run } from '../bench/commands.ts'
import { SCENARIOS, type Stage } from '../bench/scenarios.ts'
import { needs } from '../tools.ts'

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

it('the scripts of the benchmark create a deployment and write the same outputs', async test => {
  needs(test, 'bash', 'curl', 'jq')
  await onStage(/loopback/, async ({ sandbox, newTask }) => {
    const [action, ...scripts] = await Promise.all(
      COMMAND_NAMES.map(async command => {
        const task = newTask()
        const { outputs } = await run(command, task)
        // Ids, commits and times differ between deployments.
        const own = new RegExp(
          `\\b${task.name}\\b|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{40}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z`,
          'g',
        )
        return Object.fromEntries(
          Object.entries(outputs).map(([name, value]) => [name, value.replace(own, '…')]),
        )
      }),
    )
    for (const script of scripts) {
      expect(Object.keys(script).length).toBeGreaterThan(10)
      expect(action).toMatchObject(script)
    }
    expect(sandbox.deployments).toHaveLength(COMMAND_NAMES.length)
  })
})
