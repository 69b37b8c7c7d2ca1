import type { Listed, ListOrder } from '../deployment/list.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../secrets/redact.ts'
import { readRepositoryRecord } from '../service/responses.ts'
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
    table(['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'], deployments, ({ read }) => {
      const { image_uri, repo_ref } = read.source_revision_config ?? {}
      const version = read.image_version ?? image_uri ?? repo_ref
      return cells([read.name, read.id, read.status, read.source, version, read.updated_at], markup)
    }),
  )
}

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Record<string, unknown>[],
  integration_id: string,
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  return summary(
    `📋 ${count(records.length, 'repository', 'repositories')}`,
    [`Visible to the integration ${markup.code(integration_id)}.`],
    table(['Owner', 'Name', 'URL', 'Default branch'], records, record => {
      const { owner, name, url, default_branch } = readRepositoryRecord(record)
      return cells([owner, name, url, default_branch], markup)
    }),
  )
}

/** A request that the sandbox served: `status` is null if it dropped the connection. */
interface ServedRequest {
  method: string
  path: string
  status: number | null
}

/** The sandbox's request log, as markdown: a line for equal requests. It contains no header values and no bodies. */
export function requestLog(served: ServedRequest[], redact: Redact): string {
  const markup = createMarkup(redact)
  const equal = Map.groupBy(served, ({ method, path, status }) => `${method} ${path} ${status ?? 'dropped'}`)
  return summary(
    `🧪 The sandbox served ${count(served.length, 'request')}`,
    [],
    table(['Method', 'Path', 'Status', 'Times'], [...equal], ([request, { length }]) =>
      cells([...request.split(' '), String(length)], markup),
    ),
  )
}

const summary = (heading: string, lines: string[], content: string) =>
  withinLimit(
    [`## ${heading}`, ...lines.map(line => (line === '' ? '' : `<p>${line}</p>`)), content],
    MAX_SUMMARY_BYTES,
  )

const cells = (texts: (string | null | undefined)[], { code }: Markup) =>
  texts.map(text => (text ? code(text) : ''))

function filtersLine({ name, name_contains, filters, offset }: ListOrder, { code }: Markup): string {
  const given = { name, name_contains, ...filters, offset: offset > 0 ? String(offset) : undefined }
  const shown = Object.entries(given).flatMap(([key, text]) =>
    text === undefined ? [] : `<code>${key}</code> ${code(text)}`,
  )
  return shown.length === 0 ? '' : `Filters: ${shown.join(', ')}`
}

/** The number of deployments with each status, the most frequent first. */
function tally(deployments: Listed['deployments'], { code }: Markup): string {
  const counts = Map.groupBy(deployments, ({ read }) => read.status ?? 'no status')
  const sorted = [...counts].sort(([, a], [, b]) => b.length - a.length)
  const { shown, more } = firstOf(sorted, 10)
  return [...shown.map(([status, { length }]) => `${code(status)} ${number(length)}`), ...more].join(' · ')
}
