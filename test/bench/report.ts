import type { Command } from './commands.ts'
import type { Targets } from './scenarios.ts'

/** The figures of one command; `loaded` and `peak` in bytes. */
interface CommandFigures {
  command: Command
  /** Median of the whole process, in milliseconds. */
  ms: number
  /** The median ratio to the script with curl and jq, pair by pair. */
  ratio: number
  requests: number
  loaded?: number
  peak?: number
  round_trips?: number | undefined
}

export interface Figures {
  title: string
  targets: Targets
  runs: number
  commands: CommandFigures[]
}

export type Report = Figures[]

const rounded = (figure: number) => Math.round(figure * 100) / 100

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The targets that the action misses. */
export function missed({ targets, commands: [action] }: Figures): string[] {
  return Object.entries(targets).flatMap(([name, most]) => {
    const figure = action?.[name as keyof Targets]
    return figure !== undefined && figure <= most
      ? []
      : [`${name} ${figure && rounded(figure)} is more than ${most}`]
  })
}

export function printFigures(figures: Figures): void {
  const { title, runs, targets, commands } = figures
  const failed = missed(figures)
  const verdict = failed.length === 0 ? `within ${JSON.stringify(targets)}` : `MISSED: ${failed.join(', ')}`
  console.log(`\n${title}, ${runs} in turn: ${verdict}`)
  console.table(
    Object.fromEntries(
      commands.map(({ command, ms, ratio, requests, round_trips, loaded, peak }) => [
        command,
        {
          'median ms': rounded(ms),
          'to curl and jq': rounded(ratio),
          requests,
          ...(round_trips !== undefined && { 'round trips': round_trips }),
          ...(loaded !== undefined && { 'JavaScript kB': Math.round(loaded / 1000) }),
          ...(peak !== undefined && { 'peak MiB': Math.round(peak / 2 ** 20) }),
        },
      ]),
    ),
  )
}

/** How the ratios moved since an earlier report. */
export function printChanges(earlier: Report, now: Report): void {
  console.log('\nSince the earlier figures, ratios to curl and jq:')
  const rows = now.flatMap(({ title, commands: [action] }) => {
    const before = earlier.find(figures => figures.title === title)?.commands[0]
    return action && before
      ? [[title, { before: rounded(before.ratio), now: rounded(action.ratio) }] as const]
      : []
  })
  console.table(Object.fromEntries(rows))
}
