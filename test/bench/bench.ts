import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchArchives } from './archive-bench.ts'
import { COMMAND_NAMES, examine, run } from './commands.ts'
import { measureMasking } from './masking.ts'
import { type Figures, median, missed, printChanges, printFigures, type Report } from './report.ts'
import { distantStage, LONG_ROUND_TRIP, SCENARIOS, type Scenario, type Stage } from './scenarios.ts'
import type { Testimony } from './witness.ts'

const usage = `Measures the action against a script with curl and jq, and one with Node's fetch, as whole processes.

  npm run bench -- [--runs 15] [--only TEXT] [--json FILE] [--compare FILE] [--archive FILE]...

  --runs     how often each is run, in turn
  --only     only the scenarios whose title holds the text; "archive" for the archives alone
  --json     keeps the figures in a file
  --compare  shows what changed since the figures that a file keeps
  --archive  shows what another action's archive (.tar.gz) costs, beside this one's`

const WARM_UPS = 2

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    compare: { type: 'string' },
    archive: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean' },
  },
})
const runs = Number(values.runs)
if (values.help) console.log(usage)
else if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs is a whole number, 1 or more')
else await bench()

async function bench(): Promise<void> {
  const report: Report = []
  for (const scenario of SCENARIOS.filter(({ title }) => title.includes(values.only))) {
    const figures = await measure(scenario)
    printFigures(figures)
    report.push(figures)
  }
  if ('archive'.includes(values.only)) await benchArchives(values.archive, runs)
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(report, undefined, 2))
  if (values.compare !== undefined) printChanges(JSON.parse(await readFile(values.compare, 'utf8')), report)
  const isMaskedInTime = !'Masking'.includes(values.only) || (await measureMasking(Math.min(runs, 3)))
  if (!isMaskedInTime || report.some(figures => missed(figures).length > 0)) process.exitCode = 1
}

/** Runs the commands in turn, so that other load on the machine affects all of them. */
async function measure({ title, targets, open, others }: Scenario): Promise<Figures> {
  const stage = await open()
  const times = COMMAND_NAMES.map((): number[] => [])
  const shown = await examineAll(stage)
  for (let round = -WARM_UPS; round < runs; round++) {
    for (const [index, command] of COMMAND_NAMES.entries()) {
      const { ms } = await run(command, stage.newTask())
      if (round >= 0) times[index]?.push(ms)
    }
  }
  const distant = stage.takeRoundTrips() !== undefined
  await stage.close()
  const trips = distant ? await countRoundTrips(others) : []
  const script = times[COMMAND_NAMES.indexOf('curl and jq')] ?? []
  const commands = COMMAND_NAMES.map((command, index) => ({
    command,
    ms: median(times[index] ?? []),
    ratio: median((times[index] ?? []).map((ms, round) => ms / (script[round] ?? Number.NaN))),
    ...(shown[index] ?? { requests: 0 }),
    round_trips: trips[index],
  }))
  return { title, targets, runs, commands }
}

async function examineAll(stage: Stage): Promise<({ requests: number } & Partial<Testimony>)[]> {
  const shown: ({ requests: number } & Partial<Testimony>)[] = []
  for (const command of COMMAND_NAMES) {
    const before = stage.sandbox.requests.length
    const testimony = await examine(command, stage.newTask())
    if (!testimony) await run(command, stage.newTask())
    shown.push({ ...testimony, requests: stage.sandbox.requests.length - before })
  }
  return shown
}

async function countRoundTrips(others = 0): Promise<(number | undefined)[]> {
  const stage = await distantStage(LONG_ROUND_TRIP, others)
  const counts = []
  for (const command of COMMAND_NAMES) {
    await run(command, stage.newTask())
    counts.push(Math.floor(stage.takeRoundTrips() ?? Number.NaN))
  }
  await stage.close()
  return counts
}
