import { readFileSync } from 'node:fs'
import { marked, type Tokens } from 'marked'
import { tokensIn } from './markdown.ts'

/** A numbered step of a recipe: the file, the changes to make by hand, and the npm scripts to run. */
export interface Step {
  file: string
  diffs: string[]
  commands: string[]
}

/** The recipes of CONTRIBUTING.md, and the test that each makes fail at first: its file and its title. */
export const RECIPES = [
  recipe('Add a field of the create request', 'test/e2e/request', 'each input sets its field'),
  recipe('Add an output', 'test/e2e/outputs', 'the outputs for a deployment that differs'),
  recipe('Add an error code', 'test/summary/snapshots', 'too_large'),
]

function recipe(heading: string, file: string, title: string) {
  const tokens = marked.lexer(readFileSync('CONTRIBUTING.md', 'utf8'))
  const start = tokens.findIndex(token => token.type === 'heading' && token['text'] === heading)
  const list = tokens.slice(start + 1).find((token): token is Tokens.List => token.type === 'list')
  const steps: Step[] = (list?.items ?? []).map(item => {
    const inside = tokensIn([item])
    const diffs = inside.filter(token => token.type === 'code' && token['lang'] === 'diff')
    const code = inside.filter(({ type }) => type === 'codespan').map(token => String(token['text']))
    return {
      file: String(inside.find(({ type }) => type === 'link')?.['href'] ?? ''),
      diffs: diffs.map(token => String(token['text'])),
      commands: code.flatMap(text => /^npm run (\w+)$/.exec(text)?.slice(1) ?? []),
    }
  })
  return { heading, steps, file, title }
}

/** Applies a diff, unless it is applied, to a text, which must contain the kept and removed lines exactly once. */
export function patched(text: string, diff: string): string {
  const lines = diff.split('\n')
  const without = (sign: string) =>
    lines.flatMap(line => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('')
  const [before, after] = [without('+'), without('-')]
  if (text.includes(after)) return text
  if (text.split(before).length !== 2) throw new Error(`there is no single place for this change:\n${diff}`)
  return text.replace(before, () => after)
}
