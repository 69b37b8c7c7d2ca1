import type { Listed, ListOrder } from '../deployment/list.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../secrets/redact.ts'
import { readRepositoryRecord } from '../service/responses.ts'
import {
  count,
  createMarkup,
  type Markup,
  number,
  table,
  withinLimit,
} from './markup.ts'

/** The job summary of the list action. */
export function listSummary(
  { deployments, more }: Listed,
  { max_results }: ListOrder,
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  return summary(
    `📋 ${count(deployments.length, 'deployment')}`,
    more
      ? `There are more: <code>max_results</code> is ${number(max_results)}, and 0 lists all.`
      : '',
    table(
      ['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'],
      deployments,
      ({ read }) => {
        const { image_uri, repo_ref } = read.source_revision_config ?? {}
        const version = read.image_version ?? image_uri ?? repo_ref
        return cells(
          [
            read.name,
            read.id,
            read.status,
            read.source,
            version,
            read.updated_at,
          ],
          markup,
        )
      },
    ),
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
    `Visible to the integration ${markup.code(integration_id)}.`,
    table(['Owner', 'Name', 'URL', 'Default branch'], records, record => {
      const { owner, name, url, default_branch } = readRepositoryRecord(record)
      return cells([owner, name, url, default_branch], markup)
    }),
  )
}

const summary = (heading: string, line: string, content: string) =>
  withinLimit(
    [`## ${heading}`, line && `<p>${line}</p>`, content],
    MAX_SUMMARY_BYTES,
  )

const cells = (texts: (string | null | undefined)[], { code }: Markup) =>
  texts.map(text => (text ? code(text) : ''))
