import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CATALOGUE } from '../src/runner/report/catalogue.ts'

// Writes the README's tables from where their facts are.

interface Action {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  outputs: Record<string, { description: string }>
}

/** The README with its generated parts as they should be. */
export function withTables(readme: string, action: Action): string {
  const tables: Record<string, string> = {
    inputs: table(
      ['input', 'default', ''],
      Object.entries(action.inputs).map(([name, input]) => [
        `\`${name}\``,
        input.required ? 'required' : input.default === undefined ? '' : `\`${input.default}\``,
        input.description,
      ]),
    ),
    outputs: table(
      ['output', ''],
      Object.entries(action.outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    error_codes: table(
      ['`error_code`', 'meaning', 'what to do'],
      Object.entries(CATALOGUE).map(([code, { title, next }]) => [`\`${code}\``, title, next]),
    ),
  }
  return readme.replace(
    /(<!-- (\w+): [^>]* -->\n).*?(<!-- \/\2 -->)/gs,
    (_, start: string, name: string, end: string) => `${start}${tables[name] ?? ''}${end}`,
  )
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`
}

if (import.meta.main) {
  const action: Action = parse(readFileSync('action.yml', 'utf8'))
  writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8'), action))
}
