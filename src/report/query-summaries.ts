import type { Listed, ListOrder } from '../deployment/list.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Redact } from '../lib/text.ts'
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
  warnings: Sentence[],
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  const rest = `There are more: <code>max_results</code> is ${number(max_results)}, and 0 lists all.`
  const content = table(
    ['Name', 'Id', 'Status', 'Source', 'Version', 'Updated'],
    deployments,
    deployment => {
      const { name, id, status, source, image_version, updated_at } = deployment
      const { image_uri, repo_ref } = deployment.source_revision_config ?? {}
      const version = image_version ?? image_uri ?? repo_ref
      return cells([name, id, status, source, version, updated_at], markup)
    },
  )
  return summary(
    count(deployments.length, 'deployment'),
    [more ? rest : '', ...warnings.map(warning => `⚠️ ${markup.text(warning)}`)],
    content,
  )
}

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Record<string, unknown>[],
  integration_id: string,
  warnings: Sentence[],
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  const content = table(
    ['Owner', 'Name', 'URL', 'Default branch'],
    records,
    record => {
      const { owner, name, url, default_branch } = readRepositoryRecord(record)
      return cells([owner, name, url, default_branch], markup)
    },
  )
  const visible = `Visible to the integration ${markup.code(integration_id)}.`
  return summary(
    count(records.length, 'repository', 'repositories'),
    [visible, ...warnings.map(warning => `⚠️ ${markup.text(warning)}`)],
    content,
  )
}

const summary = (heading: string, lines: string[], content: string) =>
  withinLimit(
    [
      `## 📋 ${heading}`,
      ...lines.map(line => line && `<p>${line}</p>`),
      content,
    ],
    MAX_SUMMARY_BYTES,
  )

const cells = (texts: (string | null | undefined)[], { code }: Markup) =>
  texts.map(text => (text ? code(text) : ''))
