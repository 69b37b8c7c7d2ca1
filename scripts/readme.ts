import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

// Generates the tables of inputs and outputs in the README from the action.yml files.

export const PAGE = 'README.md'

/** Each action by its name in the marks of the page, with the folder of its `action.yml`. */
export const ACTIONS = {
  create: '.',
  wait: 'wait',
  list: 'list',
  repositories: 'repositories',
  sandbox: 'sandbox',
} as const

type ActionName = keyof typeof ACTIONS
type Kind = 'inputs' | 'outputs'

interface Entry {
  description: string
  default?: string
  required?: boolean
}

type Entries = Record<string, Entry>

/** The declarations of an `action.yml`. */
export interface Action {
  inputs: Entries
  outputs: Entries
}

const manifest = (folder: string): string => readFileSync(`${folder}/action.yml`, 'utf8')

/** The action in a folder of the repository. */
export const readAction = (folder: string): Action => parse(manifest(folder))

export const entriesOf = (action: ActionName, kind: Kind): Entries => readAction(ACTIONS[action])[kind]

/** A page with its tables up to date. */
export function withTables(page: string): string {
  return page.replace(
    /(<!-- (\w+) (inputs|outputs) -->\n).*?(<!-- \/\2 \3 -->)/gs,
    (_, start: string, action: ActionName, kind: Kind, end: string) =>
      `${start}\n${content(action, kind)}\n${end}`,
  )
}

function content(action: ActionName, kind: Kind): string {
  if (action === 'create' && kind === 'inputs') return groupsOfCreate()
  const entries = Object.entries(entriesOf(action, kind))
  if (action === 'create') return table(kind, entries)
  const shared = entriesOf('create', kind)
  const own = entries.filter(entry => !isShared(entry, shared))
  const others = entries.filter(entry => isShared(entry, shared))
  const names = others.map(([name]) => `\`${name}\``).join(', ')
  const rest = `As in the [create action](#${kind}): ${names}.\n`
  return [...(own.length > 0 ? [table(kind, own)] : []), ...(others.length > 0 ? [rest] : [])].join('\n')
}

/** An entry that says the same as in the create action is only named. */
function isShared([name, entry]: [string, Entry], shared: Entries): boolean {
  const other = shared[name]
  return other !== undefined && other.description === entry.description && other.default === entry.default
}

/** The inputs of create in the groups of its manifest, where a comment is the title of each. */
function groupsOfCreate(): string {
  const entries = Object.entries(entriesOf('create', 'inputs'))
  const lines = manifest(ACTIONS.create).split('\n')
  const titles = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const title = /^ {2}# (.*)/.exec(line)?.[1]
    const first = /^ {2}(\w+):/.exec(lines[index + 1] ?? '')?.[1]
    if (title !== undefined && first !== undefined) titles.set(first, title)
  }
  const groups: [string, Entry][][] = []
  for (const entry of entries) {
    if (groups.length === 0 || titles.has(entry[0])) groups.push([])
    groups.at(-1)?.push(entry)
  }
  return groups
    .map(group => {
      const title = titles.get(group[0]?.[0] ?? '')
      return `${title === undefined ? '' : `### ${title}\n\n`}${table('inputs', group)}`
    })
    .join('\n')
}

function table(kind: Kind, entries: [string, Entry][]): string {
  const isInput = kind === 'inputs'
  const rows = entries.map(([name, { description, default: fallback, required }]) => {
    const value = fallback ? `\`${fallback}\`` : ''
    return [`\`${name}\``, ...(isInput ? [required ? 'required' : value] : []), description]
  })
  const head = isInput ? ['input', 'default', ''] : ['output', '']
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`
}

if (import.meta.main) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')))
