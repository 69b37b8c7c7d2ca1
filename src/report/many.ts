import type { Redact } from '../github/redact.ts'
import { count, createMarkup, firstOf, table, withinLimit } from './markup.ts'

/** What a job of deploy-many.yml noted. All values are texts; one that is not known is empty. */
export interface Note {
  file: string
  /** The conclusion of the step, in GitHub's terms. */
  outcome: string
  name: string
  id: string
  status: string
  created: string
  error_code: string
  /** The markdown of the action's own report. */
  report: string
}

/** What became of a config file. */
interface ManyResult extends Pick<Note, 'file' | 'name' | 'id' | 'status' | 'error_code'> {
  result: 'created' | 'adopted' | 'would_create' | 'would_adopt' | 'differs' | 'failed' | 'did_not_run'
}

/** The result of a job. A job without a note did not run. */
export function resultOf(file: string, note: Note | undefined, isDryRun: boolean): ManyResult {
  const { name = '', id = '', status = '', error_code = '' } = note ?? {}
  return { file, name, id, status, error_code, result: conclusion() }

  function conclusion(): ManyResult['result'] {
    if (!note || note.outcome === 'skipped' || note.outcome === '') return 'did_not_run'
    if (note.outcome !== 'success') return error_code === 'differs' ? 'differs' : 'failed'
    if (isDryRun) return id === '' ? 'would_create' : 'would_adopt'
    return note.created === 'true' ? 'created' : 'adopted'
  }
}

/** Whether a result makes the run a failure. */
export const isBad = ({ result }: ManyResult): boolean =>
  ['differs', 'failed', 'did_not_run'].includes(result)

/**
 * One table of many deployments, what is wrong first, and below it the reports of what is wrong, as far as they fit.
 *
 * @param reports the markdown of the failed actions, by file
 * @param maxBytes the limit of the whole text
 */
export function manyReport(
  results: ManyResult[],
  reports: ReadonlyMap<string, string>,
  redact: Redact,
  maxBytes: number,
): string {
  const { code } = createMarkup(redact)
  const words = (result: ManyResult['result']) => result.replaceAll('_', ' ')
  const cell = (text: string) => (text === '' ? '' : code(text))
  const sorted = [...results.filter(isBad), ...results.filter(result => !isBad(result))]
  const counts = Map.groupBy(sorted, ({ result }) => words(result))
  const tally = [...counts].map(([result, { length }]) => `${length} ${result}`).join(', ')
  const mark = results.some(isBad) ? '❌' : '✅'
  const rows = sorted.map(({ file, name, result, error_code, id }) => [
    code(file),
    cell(name),
    `${words(result)} ${result === 'failed' ? cell(error_code) : ''}`.trim(),
    cell(id),
  ])
  const { shown, more } = firstOf(rows, 500)
  const details = sorted.filter(isBad).flatMap(({ file }) => {
    const report = reports.get(file)
    return report ? [`<details><summary>${code(file)}</summary>\n\n${report}\n\n</details>`] : []
  })
  const parts = [
    `## ${mark} ${count(results.length, 'deployment')}: ${tally}`,
    table(['File', 'Name', 'Result', 'Id'], shown),
    ...more.map(rest => `<p>${rest}</p>`),
    ...details,
  ]
  return withinLimit(parts, maxBytes)
}
