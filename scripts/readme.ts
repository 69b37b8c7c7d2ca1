import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CATALOGUE } from '../src/deployment/errors.ts'
import { LIST_PARAMETERS } from '../src/service/client.ts'

// Generates the tables of the README and of docs/ from their sources.

const DOCS = ['connection', 'errors', 'list', 'many', 'pull-requests', 'sandbox', 'wait']

/** The pages that hold generated tables, each between two comments that name it. */
export const PAGES = ['README.md', ...DOCS.map(page => `docs/${page}.md`)]

/** The declarations of an `action.yml`. */
export interface Action {
  inputs: Record<string, Entry>
  outputs: Record<string, Entry>
}

interface Entry {
  description: string
  /** Only of an input of a reusable workflow. */
  type?: string
  default?: string
  required?: boolean
}

/** The description of an input of a reusable workflow that the action has too. */
const SAME = 'Same as the input of the action.'

/** Folders of the other actions, each with its own `action.yml`. */
export const OTHERS = ['list', 'repositories', 'wait', 'sandbox'] as const

const read = (file: string) => readFileSync(file, 'utf8')

/** The action in a folder of the repository. */
export const readAction = (folder: string): Action => parse(read(`${folder}/action.yml`))

/** The groups of inputs in action.yml, as text; each starts with its title in a comment. */
const groups = () => (/\ninputs:\n(.*?)\n\noutputs:/s.exec(read('action.yml'))?.[1] ?? '').split('\n\n')

/** The connection inputs. Every action that has them declares them identically. */
const CONNECTION = Object.keys(parse(groups()[0] ?? ''))

/** A page with its generated parts up to date. */
export function withTables(page: string): string {
  const root = readAction('.')
  const parameters = Object.entries(LIST_PARAMETERS).map(([key, name]) => [`\`${key}\``, `\`${name}\``])
  const tables: Record<string, string> = {
    inputs: groups()
      .map(group => `\n### ${/# (.*)/.exec(group)?.[1]}\n${entryTable('input', parse(group))}`)
      .join(''),
    outputs: entryTable('output', root.outputs),
    list_parameters: table(['key', 'name that is sent'], parameters),
    ...workflowTables('deploy-many', root),
    ...workflowTables('preview', root),
    error_codes: `${errorSections()}\n`,
  }
  for (const folder of OTHERS) {
    const { inputs, outputs } = readAction(folder)
    // What the actions share is documented once.
    const own = (entries: Record<string, Entry>, shared: string[]) =>
      Object.fromEntries(Object.entries(entries).filter(([name]) => !shared.includes(name)))
    tables[`${folder}_inputs`] = entryTable('input', own(inputs, 'base_url' in inputs ? CONNECTION : []))
    tables[`${folder}_outputs`] = entryTable('output', own(outputs, ['error_code', 'http_status']))
  }
  return page.replace(
    /(<!-- (\w+): [^>]* -->\n).*?(<!-- \/\2 -->)/gs,
    (_, start: string, name: string, end: string) => `${start}${tables[name] ?? ''}${end}`,
  )
}

/** Outputs of create that need a request, which the wait action does not make. */
const OF_REQUESTS = ['created', 'differences', 'request', 'report']

/** The `action.yml` of another action with all that it has from create: the connection inputs, and the outputs of wait. */
export function sharedAction(folder: string): string {
  const connection = / {2}# Connection\n.*?(?=\n\n)/s
  const shared = read(`${folder}/action.yml`).replace(connection, () => groups()[0] ?? '')
  if (folder !== 'wait') return shared
  const outputs = /(?<=\noutputs:\n).*?(?=\n\nruns:)/s
  const blocks = (outputs.exec(read('action.yml'))?.[0] ?? '').split(/\n(?= {2}\w)/)
  const own = blocks.filter(block => !OF_REQUESTS.some(name => block.startsWith(`  ${name}:`)))
  return shared.replace(outputs, () => own.join('\n'))
}

/** A section for each error code: a message as the log shows it, the next step, the causes, and what a rerun does. */
const errorSections = () =>
  Object.entries(CATALOGUE)
    .map(([code, { title, causes, next, rerun }]) => {
      const log = read(`test/summary/snapshots/${code}.log`)
      const [, message = ''] = /^error: (.*)/m.exec(log) ?? []
      const list = causes.map(cause => `- ${cause}\n`).join('')
      return `\n## ${code}\n\n> **${title}:** ${message}\n\n${next}\n\n${list}\n**Rerun:** ${rerun}\n`
    })
    .join('')

/** The tables of a reusable workflow, by their names: what is its own, and the names of what is the action's. */
function workflowTables(name: string, { inputs }: Action): Record<string, string> {
  const { on } = parse(read(`.github/workflows/${name}.yml`))
  const tables = (['input', 'secret', 'output'] as const).map(kind => {
    const entries: [string, Entry][] = Object.entries(on.workflow_call[`${kind}s`])
    const isSame = ([key, { description, default: fallback, type = 'string' }]: [string, Entry]) =>
      description === SAME && (kind !== 'input' || (type === 'string' && fallback === inputs[key]?.default))
    const [same, own] = [entries.filter(isSame), entries.filter(entry => !isSame(entry))]
    for (const [, entry] of own) entry.description = entry.description.replace(SAME, 'As in the action.')
    const names = same.map(([key]) => `\`${key}\``).join(', ')
    const rest = names === '' ? '' : `As in the action: ${names}.\n\n`
    return [`${name.replace('-', '_')}_${kind}s`, entryTable(kind, Object.fromEntries(own)) + rest]
  })
  return Object.fromEntries(tables)
}

function entryTable(kind: 'input' | 'secret' | 'output', entries: Record<string, Entry>): string {
  const isTyped = kind === 'input' && Object.values(entries).some(({ type }) => type)
  const rows = Object.entries(entries).map(
    ([name, { description, default: fallback, required, type = '' }]) => {
      const value = required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``
      return [`\`${name}\``, ...(isTyped ? [type] : []), ...(kind === 'input' ? [value] : []), description]
    },
  )
  return table([kind, ...(isTyped ? ['type'] : []), ...(kind === 'input' ? ['default'] : []), ''], rows)
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`
}

if (import.meta.main) {
  for (const folder of OTHERS) writeFileSync(`${folder}/action.yml`, sharedAction(folder))
  for (const page of PAGES) writeFileSync(page, withTables(read(page)))
}
