import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { Step } from './run-step.ts'

/** The values for expressions of a workflow, such as `{ github: { ref_name: 'v1' } }`. */
type Contexts = Record<string, Record<string, string>>

/**
 * Reads the first step that uses an action from a workflow file, with the values of its expressions. They must be plain,
 * such as `${{ github.ref_name }}`.
 *
 * @param uses the prefix of the step's `uses:`
 */
export async function readStep(
  file: string,
  uses: string,
  contexts: Contexts,
): Promise<Pick<Step, 'with' | 'env'>> {
  const jobs: { steps?: { uses?: string; with?: object; env?: object }[] }[] = Object.values(
    parse(await readFile(file, 'utf8')).jobs,
  )
  const step = jobs.flatMap(job => job.steps ?? []).find(candidate => candidate.uses?.startsWith(uses))
  if (!step) throw new Error(`${file} has no step that uses ${uses}`)
  const evaluate = (expression: string, context = '', name = '') => {
    const value = contexts[context]?.[name]
    if (value === undefined) throw new Error(`${file}: there is no value for ${expression}`)
    return value
  }
  const fill = (values: object = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        String(value).replace(/\$\{\{ *(\w+)\.(\w+) *\}\}/g, (expression, context, key) =>
          evaluate(expression, context, key),
        ),
      ]),
    )
  return { with: fill(step.with), env: fill(step.env) }
}
