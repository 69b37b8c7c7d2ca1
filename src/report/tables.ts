import type { Redact } from '../github/redact.ts'
import { code } from '../github/text.ts'

/** The number of visible rows and of folded rows. Further rows are only counted. */
const MOST_ROWS = { open: 50, folded: 450 }

/** The most characters of a table. GitHub refuses a step's summary beyond 1 MiB. */
const MOST_CHARACTERS = 500_000

const LONGEST_CELL = 200

/**
 * A table that stays readable at any length: the first rows, further rows folded, and a count of the rest. Cells are
 * redacted, then escaped; null and undefined are empty cells.
 *
 * @param rest tells the reader where to find the rows that are left out
 */
export function boundedTable(
  head: string[],
  rows: (string | null | undefined)[][],
  redact: Redact,
  rest: string,
): string {
  const header = `<tr>${head.map(label => `<th align="left">${label}</th>`).join('')}</tr>`
  const table = (lines: string[]) => `<table>\n${[header, ...lines].join('\n')}\n</table>`
  const cell = (text: string | null | undefined) => `<td>${text ? code(redact(text, LONGEST_CELL)) : ''}</td>`
  const lines = rows
    .slice(0, MOST_ROWS.open + MOST_ROWS.folded)
    .map(row => `<tr>${row.map(cell).join('')}</tr>`)
  const fitting = thatFit(lines, MOST_CHARACTERS)
  const [open, folded] = [fitting.slice(0, MOST_ROWS.open), fitting.slice(MOST_ROWS.open)]
  const left = rows.length - fitting.length
  return [
    open.length > 0 ? table(open) : '',
    folded.length > 0
      ? `<details><summary>${number(folded.length)} more</summary>\n${table(folded)}\n</details>`
      : '',
    left > 0 ? `<p>and ${number(left)} more, ${rest}</p>` : '',
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function thatFit(lines: string[], most: number): string[] {
  let left = most
  const overflow = lines.findIndex(line => {
    left -= line.length
    return left < 0
  })
  return overflow === -1 ? lines : lines.slice(0, overflow)
}

/** A number with separators: `10,000`. */
export const number = (value: number) => value.toLocaleString('en-US')

/** A count with its noun: `1 deployment`, `2 deployments`. */
export const count = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`
