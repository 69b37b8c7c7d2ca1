import { readFile } from 'node:fs/promises'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { parse } from 'yaml'
import type { Step } from './run-step.ts'

/** The values for expressions of a workflow, such as `{ github: { ref_name: 'v1' } }`. */
type Contexts = Record<string, Record<string, string>>

interface Workflow {
  jobs: Record<
    string,
    { steps?: { uses?: string; with?: Record<string, unknown>; env?: Record<string, unknown> }[] }
  >
}

/**
 * Reads the first step that uses an action from a workflow file, and evaluates its expressions as the host would.
 *
 * @param uses the prefix of the step's `uses:`
 */
export async function readStep(
  file: string,
  uses: string,
  contexts: Contexts,
): Promise<Pick<Step, 'with' | 'env'>> {
  const { jobs }: Workflow = parse(await readFile(file, 'utf8'))
  const steps = Object.values(jobs).flatMap(job => job.steps ?? [])
  const step = steps.find(candidate => candidate.uses?.startsWith(uses))
  if (!step) throw new Error(`${file} has no step that uses ${uses}`)
  const fill = (values: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, evaluate(String(value), contexts)]),
    )
  return { with: fill(step.with), env: fill(step.env) }
}

/** The text with every `${{ }}` in it replaced by its value. */
function evaluate(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const { tokens } = new Lexer(expression).lex()
    const tree = new Parser(tokens, Object.keys(contexts), []).parse()
    return new Evaluator(tree, toData(contexts)).evaluate().coerceString()
  })
}

const toData = (contexts: Contexts) =>
  new data.Dictionary(
    ...Object.entries(contexts).map(([key, values]) => ({
      key,
      value: new data.Dictionary(
        ...Object.entries(values).map(([name, value]) => ({ key: name, value: new data.StringData(value) })),
      ),
    })),
  )
