import type { Redact } from '../secrets/redact.ts'
import { MAX_COMMENT_BYTES } from './comment.ts'
import { count, createMarkup, details, table, withinLimit } from './markup.ts'

/** The note of a job of deploy-many.yml. All values are texts; one that is not known is empty. */
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

/** The result of a config file. */
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

/** GitHub runs at most this many jobs of a matrix. */
const MOST_ROWS = 256

/**
 * One table of many deployments, failures first, and below it the reports of the failures that fit into a comment.
 *
 * @param notes by file
 */
export function manyReport(results: ManyResult[], notes: ReadonlyMap<string, Note>, redact: Redact): string {
  const { code } = createMarkup(redact)
  const cell = (text: string) => (text === '' ? '' : code(text))
  const words = ({ result }: ManyResult) => result.replaceAll('_', ' ')
  const bad = results.filter(isBad)
  const sorted = [...bad, ...results.filter(result => !isBad(result))]
  const tally = [...Map.groupBy(sorted, words)].map(([result, { length }]) => `${length} ${result}`)
  const parts = [
    `## ${bad.length > 0 ? '❌' : '✅'} ${count(results.length, 'deployment')}: ${tally.join(', ')}`,
    table(
      ['File', 'Name', 'Result', 'Id'],
      sorted,
      one => {
        const why = one.result === 'failed' ? cell(one.error_code) : ''
        return [code(one.file), cell(one.name), `${words(one)} ${why}`.trim(), cell(one.id)]
      },
      MOST_ROWS,
    ),
    ...bad.map(({ file }) => details(code(file), notes.get(file)?.report ?? '')),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}
