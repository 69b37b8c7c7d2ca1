import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { LIST_PARAMETERS } from '../src/service/client.ts'
import prose from '../src/verdict/errors.json' with { type: 'json' }
import { ERROR_CODES } from '../src/verdict/errors.ts'

// Generates the tables of the README and of docs/ from their sources.

/** The pages that may hold generated tables, each between two comments that name it. */
export const PAGES = ['README.md', ...globSync('docs/*.md')]

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
const OTHER_DEFAULT = 'As in the create action, but for the default.'

/** Folders of the other actions, each with its own `action.yml`. */
export const OTHERS = ['list', 'repositories', 'wait', 'sandbox'] as const

const read = (file: string) => readFileSync(file, 'utf8')

/** The action in a folder of the repository. */
export const readAction = (folder: string): Action => parse(read(`${folder}/action.yml`))

/** The groups of inputs in action.yml, as text; each starts with its title in a comment. */
const groups = () => (/\ninputs:\n(.*?)\n\noutputs:/s.exec(read('action.yml'))?.[1] ?? '').split('\n\n')

/** A page with its generated parts up to date. */
export function withTables(page: string): string {
  const root = readAction('.')
  const parameters = Object.entries(LIST_PARAMETERS).map(
    ([key, name]) => `\`${key}\`${name === key ? '' : ` as \`${name}\``}`,
  )
  const tables: Record<string, string> = {
    inputs: groups()
      .map(group => `\n### ${/# (.*)/.exec(group)?.[1]}\n${entryTable('input', parse(group))}`)
      .join(''),
    outputs: entryTable('output', root.outputs),
    list_parameters: `\nThe keys: ${parameters.join(', ')}.\n\n`,
    error_codes: `${errorSections()}\n`,
  }
  for (const folder of OTHERS) {
    const { inputs, outputs } = readAction(folder)
    tables[`${folder}_inputs`] = entryTable('input', inputs, root.inputs)
    tables[`${folder}_outputs`] = entryTable('output', outputs, root.outputs)
  }
  for (const name of ['deploy-many', 'preview']) {
    const { inputs, secrets, outputs } = parse(read(`.github/workflows/${name}.yml`)).on.workflow_call
    const prefix = name.replace('-', '_')
    tables[`${prefix}_inputs`] = entryTable('input', inputs, root.inputs)
    tables[`${prefix}_secrets`] = entryTable('secret', secrets, root.inputs)
    tables[`${prefix}_outputs`] = entryTable('output', outputs, root.outputs)
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

/**
 * The `action.yml` of create/: the create action under a path, for the reusable workflows. They name an action of their own
 * commit by `$/` and a path, which the runner refuses to be empty.
 */
export const createManifest = (): string =>
  `# The create action, from ../action.yml by \`npm run readme\`.\n${read('action.yml').replace('main: dist/', 'main: ../dist/')}`

/** A section for each error code: a message as the log shows it, the next step, and what a rerun does if it is not as usual. */
function errorSections(): string {
  const codes = ERROR_CODES.map(code => ({ code, ...prose.errors[code] }))
  const sections = codes.map(({ code, title, next, rerun }) => {
    const log = read(`test/summary/snapshots/${code}.log`)
    const [, message = ''] = /^error: (.*?\.(?= [A-Z])|.*)/m.exec(log) ?? []
    const { code: first = code } = codes.find(other => other.next === next) ?? {}
    const advice = first === code ? next : `As after [\`${first}\`](#${first}).`
    const again = rerun === prose.errors.rejected.rerun ? '' : ` ${rerun}`
    return [`## ${code}`, `> **${title}:** ${message}`, `${advice}${again}`]
  })
  return sections.map(parts => `\n${parts.join('\n\n')}\n`).join('')
}

/**
 * A table of inputs, secrets or outputs. Those that are as in the create action are only named below it, because each is
 * documented once.
 */
function entryTable(
  kind: 'input' | 'secret' | 'output',
  entries: Record<string, Entry>,
  shared: Record<string, Entry> = {},
): string {
  const isSame = ([name, { description, default: fallback }]: [string, Entry]) =>
    [SAME, shared[name]?.description].includes(description) &&
    shared[name] !== undefined &&
    (kind !== 'input' || String(fallback) === String(shared[name].default))
  // Only inputs have defaults, and only those of workflows have types.
  const isTyped = Object.values(entries).some(({ type }) => type)
  const cells = (type: string, fallback: string) => [
    ...(isTyped ? [type] : []),
    ...(kind === 'input' ? [fallback] : []),
  ]
  const rows = Object.entries(entries)
    .filter(entry => !isSame(entry))
    .map(([name, { description, default: fallback, required, type = 'string' }]) => [
      `\`${name}\``,
      ...cells(type, required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``),
      // Workflows may add a sentence, or have another default.
      description.replace(/^Same as the input of the action\. (?=.)/, '').replace(SAME, OTHER_DEFAULT),
    ])
  const same = Object.entries(entries)
    .filter(isSame)
    .map(([name, { type }]) => `\`${name}\`${type === 'boolean' ? ' (boolean)' : ''}`)
  const place = kind === 'output' ? 'outputs' : 'inputs'
  const rest = `As in the [create action](../README.md#${place}): ${same.join(', ')}.\n\n`
  const own = rows.length > 0 ? table([kind, ...cells('type', 'default'), ''], rows) : '\n'
  return same.length > 0 ? own + rest : own
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `\n${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}\n`
}

if (import.meta.main) {
  mkdirSync('create', { recursive: true })
  writeFileSync('create/action.yml', createManifest())
  for (const folder of OTHERS) writeFileSync(`${folder}/action.yml`, sharedAction(folder))
  for (const page of PAGES) writeFileSync(page, withTables(read(page)))
}
