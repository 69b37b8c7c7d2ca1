import type { Command } from './commands.ts'

/** What one command took. Bytes for `loaded` and `peak`. */
interface CommandFigures {
  command: Command
  /** Median of the whole process, in milliseconds. */
  ms: number
  /** Median of the ratios, pair by pair, to the script with curl and jq. */
  toScript: number
  requests: number
  loaded?: number
  peak?: number
  round_trips?: number | undefined
}

export interface Figures {
  title: string
  target: number
  runs: number
  /** Whether the action kept within the target. */
  met: boolean
  commands: CommandFigures[]
}

export type Report = Figures[]

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export function printFigures({ title, target, runs, met, commands }: Figures): void {
  console.log(`\n${title}: at most ${target} of curl and jq, ${runs} pairs: ${met ? 'met' : 'MISSED'}`)
  console.table(
    Object.fromEntries(
      commands.map(({ command, ms, toScript, requests, round_trips, loaded, peak }) => [
        command,
        {
          'median ms': Math.round(ms * 10) / 10,
          'to curl and jq': Math.round(toScript * 100) / 100,
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
    return action && before ? [[title, { before: before.toScript, now: action.toScript }] as const] : []
  })
  console.table(Object.fromEntries(rows))
}
