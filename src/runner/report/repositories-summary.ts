import type { Received } from '../../service/client.ts'
import type { RepositoryRecord } from '../../service/responses.ts'
import { code } from '../text.ts'
import { boundedTable, count } from './table.ts'

/** The job summary of the repositories action. */
export function repositoriesSummary(
  records: Received<RepositoryRecord>[],
  integration_id: string,
  redact: (text: string) => string,
): string {
  const parts = [
    `## 📋 ${count(records.length, 'repository', 'repositories')}`,
    `<p>Visible to the integration ${code(redact(integration_id))}.</p>`,
    boundedTable(
      ['Owner', 'Name', 'URL', 'Default branch'],
      records.map(({ read: { owner, name, url, default_branch } }) => [owner, name, url, default_branch]),
      redact,
      'in the output <code>repositories</code>',
    ),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}
