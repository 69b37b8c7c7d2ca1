import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CATALOGUE, HINTS } from '../src/runner/report/catalogue.ts'

// Writes the README's tables, and the page of the error codes, from where their facts are.

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
      Object.entries(CATALOGUE).map(([code, { title, next }]) => [
        `[\`${code}\`](docs/errors.md#${code})`,
        title,
        next,
      ]),
    ),
  }
  return readme.replace(
    /(<!-- (\w+): [^>]* -->\n).*?(<!-- \/\2 -->)/gs,
    (_, start: string, name: string, end: string) => `${start}${tables[name] ?? ''}${end}`,
  )
}

/** The page of the error codes, whole. */
export function errorsPage(): string {
  const codes = Object.entries(CATALOGUE).map(
    ([code, { title, meaning, causes, next, rerun }]) => `## ${code}

**${title}.** ${meaning}

${causes.map(cause => `- ${cause}`).join('\n')}

**What to do:** ${next}

**Is a rerun safe?** ${rerun}
`,
  )
  const hints = table(
    ['circumstance', 'what to do'],
    Object.values(HINTS).map(({ when, next }) => [when, next]),
  )
  return `<!-- generated from src/runner/report/catalogue.ts by \`npm run readme\` -->

# Error codes

What the output \`error_code\` can be: what it means, what most likely lies behind it, and the way out. The step's
error and job summary say the same, and what the service said. Where the circumstances tell more than the code, they say
[that](#circumstances) instead.

${codes.join('\n')}
## Circumstances
${hints.trimEnd()}
`
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`
}

if (import.meta.main) {
  const action: Action = parse(readFileSync('action.yml', 'utf8'))
  writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8'), action))
  writeFileSync('docs/errors.md', errorsPage())
}
