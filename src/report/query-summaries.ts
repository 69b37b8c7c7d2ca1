import type { Listed, ListOrder } from '../deployment/list.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../github/redact.ts'
import type { Received } from '../service/client.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { count, createMarkup, firstOf, type Markup, number, table, withinLimit } from './markup.ts'

const MOST_STATUSES = 10

/** The job summary of the list action: the number of deployments by status, and a table. */
export function listSummary({ deployments, more }: Listed, order: ListOrder, redact: Redact): string {
  const markup = createMarkup(redact)
  return withinLimit(
    [
      `## 📋 ${count(deployments.length, 'deployment')}`,
      filtersLine(order, markup),
      more
        ? `<p>There are more: <code>max_results</code> is ${number(order.max_results)}, and 0 lists all.</p>`
        : '',
      deployments.length > 1 ? tally(deployments, markup) : '',
      ...longTable(
        ['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'],
        deployments.map(({ read }) => row(read)),
        'in the output <code>deployments</code>',
        markup,
      ),
    ],
    MAX_SUMMARY_BYTES,
  )
}

/** The number of visible rows and of folded rows. Further rows are only counted. */
const MOST_ROWS = { open: 50, folded: 450 }

/**
 * A table that stays readable at any length: the first rows, further rows folded, and a count of the rest. Null and
 * undefined are empty cells.
 *
 * @param rest tells the reader where to find the rows that are left out
 */
function longTable(
  head: string[],
  rows: (string | null | undefined)[][],
  rest: string,
  { code }: Markup,
): string[] {
  const { shown, more } = firstOf(rows, MOST_ROWS.open + MOST_ROWS.folded)
  const cells = shown.map(row => row.map(cell => (cell ? code(cell) : '')))
  const [open, folded] = [cells.slice(0, MOST_ROWS.open), cells.slice(MOST_ROWS.open)]
  const asTable = (lines: string[][]) => table(head, lines, { rowHeads: false })
  return [
    open.length > 0 ? asTable(open) : '',
    more === '' ? '' : `<p>${more}, ${rest}</p>`,
    folded.length > 0
      ? `<details><summary>${number(folded.length)} more</summary>\n${asTable(folded)}\n</details>`
      : '',
  ]
}

const row = (read: Deployment) => [
  read.name,
  read.id,
  read.status,
  read.source,
  read.image_version ?? read.source_revision_config?.image_uri ?? read.source_revision_config?.repo_ref,
  read.updated_at,
]

function filtersLine({ name, name_contains, filters, offset }: ListOrder, { code }: Markup): string {
  const given = Object.entries({
    name,
    name_contains,
    ...filters,
    offset: offset > 0 ? String(offset) : undefined,
  })
  const shown = given.flatMap(([key, text]) =>
    text === undefined ? [] : `<code>${key}</code> ${code(text)}`,
  )
  return shown.length === 0 ? '' : `<p>Filters: ${shown.join(', ')}</p>`
}

/** The number of deployments with each status, the most frequent first. */
function tally(deployments: Listed['deployments'], { code }: Markup): string {
  const counts = new Map<string, number>()
  for (const { read } of deployments) {
    const status = read.status ?? 'no status'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const shown = sorted.slice(0, MOST_STATUSES).map(([status, times]) => `${code(status)} ${number(times)}`)
  const left = sorted.length - shown.length
  return `<p>${shown.join(' · ')}${left > 0 ? ` · and ${count(left, 'other status', 'other statuses')}` : ''}</p>`
}

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Received<RepositoryRecord>[],
  integration_id: string,
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  return withinLimit(
    [
      `## 📋 ${count(records.length, 'repository', 'repositories')}`,
      `<p>Visible to the integration ${markup.code(integration_id)}.</p>`,
      ...longTable(
        ['Owner', 'Name', 'URL', 'Default branch'],
        records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]),
        'in the output <code>repositories</code>',
        markup,
      ),
    ],
    MAX_SUMMARY_BYTES,
  )
}

/** A request that the sandbox served: `status` is null if it dropped the connection. */
export interface ServedRequest {
  method: string
  path: string
  status: number | null
}

/** The sandbox's request log, as markdown: a line for equal requests. It contains no header values and no bodies. */
export function requestLog(served: ServedRequest[], redact: Redact): string {
  const equal = Map.groupBy(served, ({ method, path, status }) => JSON.stringify([method, path, status]))
  const rows = Array.from(equal.values(), ([first, ...others]) => [
    first?.method,
    first?.path,
    first?.status === null ? 'dropped' : String(first?.status),
    String(1 + others.length),
  ])
  const heading = `## 🧪 The sandbox served ${count(served.length, 'request')}`
  const lines = longTable(
    ['Method', 'Path', 'Status', 'Times'],
    rows,
    'which are not shown',
    createMarkup(redact),
  )
  return withinLimit([heading, ...lines], MAX_SUMMARY_BYTES)
}
