import { COMMAND_NAMES, type Command, examine, run } from './commands.ts'
import { open, SCENARIOS, type Scenario } from './scenarios.ts'

// Measures the action against a script with curl and jq, and one with Node's fetch, as whole processes: npm run bench

const WARM_UPS = 2
const RUNS = 11

for (const scenario of Object.values<Scenario>(SCENARIOS)) {
  console.log(`\n${scenario.title}`)
  if (await compare(scenario)) continue
  console.log('MISSED')
  process.exitCode = 1
}

/** Runs the commands in turn, so that other load on the machine affects all of them. */
async function compare(scenario: Scenario): Promise<boolean> {
  const stage = await open(scenario)
  const times: Record<Command, number[]> = { action: [], 'curl and jq': [], 'Node fetch': [] }
  const testimony = await examine(stage.newTask())
  for (let round = -WARM_UPS; round < RUNS; round++) {
    for (const command of COMMAND_NAMES) {
      const { ms } = await run(command, stage.newTask())
      if (round >= 0) times[command].push(ms)
    }
  }
  await stage.close()
  const figures = {
    script: ratio(times.action, times['curl and jq']),
    fetch: ratio(times.action, times['Node fetch']),
    ...testimony,
  }
  for (const command of COMMAND_NAMES) console.log(`${command}: ${Math.round(median(times[command]))} ms`)
  return Object.entries(scenario.targets)
    .map(([name, most]) => isWithin(name, figures[name as keyof typeof figures], most))
    .every(Boolean)
}

function isWithin(name: string, figure: number, most: number): boolean {
  const shown = figure > 100 ? Math.round(figure).toLocaleString('en-US') : figure.toFixed(2)
  console.log(`${name}: ${shown} (at most ${most.toLocaleString('en-US')})`)
  return figure <= most
}

/** The median ratio, pair by pair. */
function ratio(times: number[], others: number[]): number {
  return median(times.map((ms, round) => ms / (others[round] ?? Number.NaN)))
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
