import type { Difference } from '../../../deployment/differences.ts'
import { fitting, type Markup, section, table } from './markup.ts'

const MOST_BYTES = 200_000
const MOST_ROWS = 100

/** What is otherwise than asked for, field by field. On a narrow screen a path is broken at its dots. */
export function differencesSection(differences: Difference[], { code }: Markup): string {
  if (differences.length === 0) return ''
  const cell = (value: unknown) => code(typeof value === 'string' ? value : JSON.stringify(value))
  const rows = differences
    .slice(0, MOST_ROWS)
    .map(({ path, requested, existing }) => [
      cell(path).replaceAll('.', '.<wbr>'),
      cell(requested),
      existing === null ? 'nothing' : cell(existing),
    ])
  const [shown] = fitting(rows, MOST_BYTES, row => row.join())
  const left = differences.length - shown.length
  return section(
    'What differs',
    table(['Field', 'Asked for', 'There'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''),
  )
}
