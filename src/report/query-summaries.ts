import type { Listed, ListOrder } from '../deployment/list.ts'
import type { Redact } from '../github/redact.ts'
import { code } from '../github/text.ts'
import type { Received } from '../service/client.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { boundedTable, count, number } from './markup.ts'

const LONGEST_VALUE = 200
const MOST_STATUSES = 10

/** The job summary of the list action: the number of deployments by status, and a table. */
export function listSummary({ deployments, more }: Listed, order: ListOrder, redact: Redact): string {
  const value = (text: string) => code(redact(text, LONGEST_VALUE))
  const parts = [
    `## 📋 ${count(deployments.length, 'deployment')}`,
    filtersLine(order, value),
    more
      ? `<p>There are more: <code>max_results</code> is ${number(order.max_results)}, and 0 lists all.</p>`
      : '',
    deployments.length > 1 ? tally(deployments, value) : '',
    boundedTable(
      ['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'],
      deployments.map(({ read }) => row(read)),
      redact,
      'in the output <code>deployments</code>',
    ),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

const row = (read: Deployment) => [
  read.name,
  read.id,
  read.status,
  read.source,
  read.image_version ?? read.source_revision_config?.image_uri ?? read.source_revision_config?.repo_ref,
  read.updated_at,
]

function filtersLine(
  { name, name_contains, filters, offset }: ListOrder,
  value: (text: string) => string,
): string {
  const given = Object.entries({
    name,
    name_contains,
    ...filters,
    offset: offset > 0 ? String(offset) : undefined,
  })
  const shown = given.flatMap(([key, text]) =>
    text === undefined ? [] : `<code>${key}</code> ${value(text)}`,
  )
  return shown.length === 0 ? '' : `<p>Filters: ${shown.join(', ')}</p>`
}

/** The number of deployments with each status, the most frequent first. */
function tally(deployments: Listed['deployments'], value: (text: string) => string): string {
  const counts = new Map<string, number>()
  for (const { read } of deployments) {
    const status = read.status ?? 'no status'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const shown = sorted.slice(0, MOST_STATUSES).map(([status, times]) => `${value(status)} ${number(times)}`)
  const left = sorted.length - shown.length
  return `<p>${shown.join(' · ')}${left > 0 ? ` · and ${count(left, 'other status', 'other statuses')}` : ''}</p>`
}

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Received<RepositoryRecord>[],
  integration_id: string,
  redact: Redact,
): string {
  const parts = [
    `## 📋 ${count(records.length, 'repository', 'repositories')}`,
    `<p>Visible to the integration ${code(redact(integration_id, LONGEST_VALUE))}.</p>`,
    boundedTable(
      ['Owner', 'Name', 'URL', 'Default branch'],
      records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]),
      redact,
      'in the output <code>repositories</code>',
    ),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
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
  return `## 🧪 The sandbox served ${count(served.length, 'request')}

${boundedTable(['Method', 'Path', 'Status', 'Times'], rows, redact, 'which are not shown')}
`
}
