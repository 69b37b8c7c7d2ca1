import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CATALOGUE } from '../src/report/errors.ts'
import { HINTS } from '../src/report/hints.ts'
import { LIST_PARAMETERS } from '../src/service/client.ts'
import { readSaid } from '../src/service/said.ts'

// Generates the tables of the README and of docs/, and the page of the error codes, from their sources.

/** The pages that hold generated tables, each between two comments that name it. */
export const PAGES = [
  'README.md',
  ...['connection', 'list', 'many', 'pull-requests', 'sandbox', 'wait'].map(page => `docs/${page}.md`),
]

/** The declarations of an `action.yml`. */
export interface Action {
  inputs: Record<string, Entry>
  outputs: Record<string, Entry>
}

interface Entry {
  description: string
  default?: string
  required?: boolean
}

/** Folders of the other actions, each with its own `action.yml`. */
export const OTHERS = ['list', 'repositories', 'wait', 'sandbox'] as const

/** The connection inputs. Every action that has them declares them identically. */
export const CONNECTION = [
  'base_url',
  'api_key',
  'api_key_header',
  'headers',
  'oidc_audience',
  'allow_http',
  'request_timeout',
  'list_parameters',
]

/** The action in a folder of the repository. */
export const readAction = (folder: string): Action => parse(readFileSync(`${folder}/action.yml`, 'utf8'))

/** A page with its generated parts up to date. */
export function withTables(page: string): string {
  const root = readAction('.')
  const tables: Record<string, string> = {
    inputs: groupedInputs(root.inputs),
    outputs: entryTable('output', root.outputs),
    ...Object.fromEntries(
      OTHERS.flatMap(folder => {
        const { inputs, outputs } = readAction(folder)
        return [
          [`${folder}_inputs`, entryTable('input', withoutConnection(inputs))],
          [`${folder}_outputs`, entryTable('output', outputs)],
        ]
      }),
    ),
    ...Object.fromEntries(['deploy-many', 'preview'].flatMap(name => workflowTables(name, root))),
    list_parameters: table(
      ['key', 'name that is sent'],
      Object.entries(LIST_PARAMETERS).map(([key, name]) => [`\`${key}\``, `\`${name}\``]),
    ),
  }
  return page.replace(
    /(<!-- (\w+): [^>]* -->\n).*?(<!-- \/\2 -->)/gs,
    (_, start: string, name: string, end: string) => `${start}${tables[name] ?? ''}${end}`,
  )
}

/** Outputs of create that need a request, which the wait action does not make. */
const OF_REQUESTS = ['created', 'differences', 'request', 'report']

/** The `action.yml` of the wait action with its outputs up to date: those of create. */
export function waitAction(): string {
  const outputs = /(?<=\noutputs:\n).*?(?=\n\nruns:)/s
  const [all = ''] = outputs.exec(readFileSync('action.yml', 'utf8')) ?? []
  const blocks = all.split(/\n(?= {2}\w)/)
  const own = blocks.filter(block => !OF_REQUESTS.some(name => block.startsWith(`  ${name}:`)))
  return readFileSync('wait/action.yml', 'utf8').replace(outputs, () => own.join('\n'))
}

/** The whole page of the error codes. */
export function errorsPage(): string {
  const codes = Object.entries(CATALOGUE).map(
    ([code, { title, meaning, causes, next, rerun }]) => `## ${code}

**${title}.** ${meaning}

${causes.map(cause => `- ${cause}`).join('\n')}

**What to do:** ${next}

**Is a rerun safe?** ${rerun}
`,
  )
  const index = table(
    ['`error_code`', 'meaning'],
    Object.entries(CATALOGUE).map(([code, { title }]) => [`[\`${code}\`](#${code})`, title]),
  )
  const hints = table(
    ['circumstance', 'what to do'],
    Object.values(HINTS).map(({ when, next }) => [when, next]),
  )
  return `<!-- generated from src/report/errors.ts and hints.ts by \`npm run readme\` -->

# Error codes

What the output \`error_code\` can be: what it means, what most likely lies behind it, and the way out. The step's
error and job summary say the same, and what the service said. Where the circumstances tell more than the code, they say
[that](#circumstances) instead.
${index}
## What the service said

The error shows each message of the response, whatever the shape of its body, and the field that it is about. If an
input or a line of the \`config\` file sets that field, the error names it.

${BODIES.map(body => `\`\`\`json\n${body}\n\`\`\`\n\n> The service said: ${readSaid(body).text}\n`).join('\n')}
In all three, the error continues with: Check the input \`custom_url\`.

${codes.join('\n')}
## Circumstances
${hints.trimEnd()}
`
}

/** Error bodies of FastAPI, of ASP.NET, and of a service that checks with Zod. */
const BODIES = [
  '{"detail": [{"loc": ["body", "source_config", "custom_url"], "msg": "URL scheme should be https", "type": "url_scheme"}]}',
  '{"title": "One or more validation errors occurred.", "status": 400, "errors": {"$.SourceConfig.CustomUrl": ["Not a URL."]}}',
  '{"error": {"issues": [{"path": ["source_config", "custom_url"], "message": "must be https"}], "name": "ZodError"}}',
]

/** An action's own inputs, without the connection inputs, which are documented once. */
export function withoutConnection(inputs: Action['inputs']): Action['inputs'] {
  const connects = CONNECTION.every(name => name in inputs)
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => !(connects && CONNECTION.includes(name))),
  )
}

/** The tables of a reusable workflow. What is the same as in the action has the action's words. */
function workflowTables(name: string, action: Action): [string, string][] {
  const { on } = parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
  const wordsOf = (key: string, description: string) => {
    const same = action.inputs[key]?.description.replace(' Required here or in `config`.', '')
    return description.replace('Same as the input of the action.', same ?? '$&')
  }
  return KINDS.map(kind => {
    const entries: [string, Entry][] = Object.entries(on.workflow_call[`${kind}s`])
    const described = entries.map(([key, entry]) => [
      key,
      { ...entry, description: wordsOf(key, entry.description) },
    ])
    return [`${name.replace('-', '_')}_${kind}s`, entryTable(kind, Object.fromEntries(described))]
  })
}

/** The inputs of the create action, with a heading for each comment between them in action.yml. */
function groupedInputs(inputs: Action['inputs']): string {
  const [declared = ''] = readFileSync('action.yml', 'utf8').split('\noutputs:')
  const [, ...groups] = declared.split(/^ {2}# /m)
  const tables = groups.map(group => {
    const names = Array.from(group.matchAll(/^ {2}(\w+):$/gm), ([, name = '']) => name)
    const own = Object.entries(inputs).filter(([name]) => names.includes(name))
    return `\n### ${group.split('\n')[0]}\n${entryTable('input', Object.fromEntries(own))}`
  })
  return tables.join('')
}

const KINDS = ['input', 'secret', 'output'] as const

function entryTable(kind: (typeof KINDS)[number], entries: Record<string, Entry>): string {
  const hasDefaults = kind === 'input'
  const rows = Object.entries(entries).map(([name, { description, default: fallback, required }]) => {
    const value = required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``
    return [`\`${name}\``, ...(hasDefaults ? [value] : []), description]
  })
  return table([kind, ...(hasDefaults ? ['default'] : []), ''], rows)
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`
}

/** The links of all pages to other hosts, each once, so that someone with a network can check them. */
function externalLinks(): string[] {
  const pages = globSync(['*.md', 'docs/*.md', '.github/**/*.yml'])
  const links = pages.flatMap(page => readFileSync(page, 'utf8').match(/https:\/\/[^\s)'"`>|<]+/g) ?? [])
  return [...new Set(links.map(link => link.replace(/[.,]$/, '')))]
    .filter(link => !/\$|example|HOST/.test(link))
    .sort()
}

if (import.meta.main && process.argv.includes('--links')) console.log(externalLinks().join('\n'))
else if (import.meta.main) {
  writeFileSync('wait/action.yml', waitAction())
  for (const page of PAGES) writeFileSync(page, withTables(readFileSync(page, 'utf8')))
  writeFileSync('docs/errors.md', errorsPage())
}
