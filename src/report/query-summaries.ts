import type { Listed, ListOrder } from '../deployment/list.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../github/redact.ts'
import type { Received } from '../service/client.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { count, createMarkup, firstOf, type Markup, number, table, withinLimit } from './markup.ts'

/** The job summary of the list action: the number of deployments by status, and a table. */
export function listSummary({ deployments, more }: Listed, order: ListOrder, redact: Redact): string {
  const markup = createMarkup(redact)
  return summary(
    `📋 ${count(deployments.length, 'deployment')}`,
    [
      filtersLine(order, markup),
      more
        ? `There are more: <code>max_results</code> is ${number(order.max_results)}, and 0 lists all.`
        : '',
      tally(deployments, markup),
    ],
    longTable(
      ['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'],
      deployments.map(({ read }) => row(read)),
      markup,
    ),
  )
}

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Received<RepositoryRecord>[],
  integration_id: string,
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  return summary(
    `📋 ${count(records.length, 'repository', 'repositories')}`,
    [`Visible to the integration ${markup.code(integration_id)}.`],
    longTable(
      ['Owner', 'Name', 'URL', 'Default branch'],
      records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]),
      markup,
    ),
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
  return summary(
    `🧪 The sandbox served ${count(served.length, 'request')}`,
    [],
    longTable(['Method', 'Path', 'Status', 'Times'], rows, createMarkup(redact)),
  )
}

const summary = (heading: string, lines: string[], parts: string[]) =>
  withinLimit(
    [`## ${heading}`, ...lines.map(line => (line === '' ? '' : `<p>${line}</p>`)), ...parts],
    MAX_SUMMARY_BYTES,
  )

const row = (read: Deployment) => [
  read.name,
  read.id,
  read.status,
  read.source,
  read.image_version ?? read.source_revision_config?.image_uri ?? read.source_revision_config?.repo_ref,
  read.updated_at,
]

/** The first rows of a table, and a count of the rest. Null and undefined are empty cells. */
function longTable(head: string[], rows: (string | null | undefined)[][], { code }: Markup): string[] {
  const { shown, more } = firstOf(rows)
  const cells = shown.map(row => row.map(cell => (cell ? code(cell) : '')))
  if (cells.length === 0) return []
  return [table(head, cells, false), ...more.map(rest => `<p>${rest}</p>`)]
}

function filtersLine({ name, name_contains, filters, offset }: ListOrder, { code }: Markup): string {
  const given = { name, name_contains, ...filters, offset: offset > 0 ? String(offset) : undefined }
  const shown = Object.entries(given).flatMap(([key, text]) =>
    text === undefined ? [] : `<code>${key}</code> ${code(text)}`,
  )
  return shown.length === 0 ? '' : `Filters: ${shown.join(', ')}`
}

/** The number of deployments with each status, the most frequent first. */
function tally(deployments: Listed['deployments'], { code }: Markup): string {
  if (deployments.length < 2) return ''
  const counts = Map.groupBy(deployments, ({ read }) => read.status ?? 'no status')
  const sorted = [...counts].sort(([, a], [, b]) => b.length - a.length)
  const { shown, more } = firstOf(sorted, 10)
  const texts = shown.map(([status, { length }]) => `${code(status)} ${number(length)}`)
  return [...texts, ...more].join(' · ')
}
