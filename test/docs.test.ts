import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { marked, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { DECISIONS } from '../src/deployment/create-rules.ts'
import { tokensIn } from './markdown.ts'

// The files, headings, commands and inputs that the pages name exist.

const PAGES = [
  ...readdirSync('.').filter(file => file.endsWith('.md')),
  ...readdirSync('docs').flatMap(file => (file.endsWith('.md') ? [`docs/${file}`] : [])),
]

const read = (file: string) => readFileSync(file, 'utf8')

/** The links and images of a page, also those in HTML, except for links to other hosts. */
function linksIn(page: string): string[] {
  const links = tokensIn(read(page)).flatMap(({ type, href, text }) => {
    if (type === 'link' || type === 'image') return [String(href)]
    if (type !== 'html') return []
    return Array.from(String(text).matchAll(/(?:src|srcset|href)="([^"]+)"/g), ([, url = '']) => url)
  })
  return links.filter(link => !/^https?:/.test(link))
}

/** The anchors that GitHub creates for the headings of a page. */
const anchorsIn = (page: string) =>
  tokensIn(read(page))
    .filter(({ type }) => type === 'heading')
    .map(({ text }) => String(text).toLowerCase())
    .map(heading => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))

function hasTarget(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  return existsSync(target) && (anchor === undefined || anchorsIn(target).includes(anchor))
}

describe.each(PAGES)('%s', page => {
  it('has no broken link', () => {
    expect(linksIn(page).filter(link => !hasTarget(page, link))).toEqual([])
  })

  it('names only files that exist', () => {
    const folders = /^(\.ci|\.github|docs|examples|list|repositories|sandbox|scripts|src|test)\/[\w./-]+$/
    const names = tokensIn(read(page)).flatMap(({ type, text }) =>
      type === 'codespan' ? [String(text)] : [],
    )
    expect(names.filter(name => folders.test(name) && !existsSync(name))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const code = tokensIn(read(page)).filter(({ type }) => type === 'codespan' || type === 'code')
    const commands = code.flatMap(({ text }) =>
      Array.from(String(text).matchAll(/npm run (?:-s )?([\w:]+)/g), ([, name = '']) => name),
    )
    expect(commands.filter(command => !(command in scripts))).toEqual([])
  })
})

it('docs/design.md has the decisions of the code after a create request', () => {
  const tables = tokensIn(read('docs/design.md')).filter(({ type }) => type === 'table')
  const [decisions] = tables.filter(({ text = '', raw = text }) => String(raw).startsWith('| result |'))
  const rows = decisions?.['rows'].map((cells: { text: string }[]) => {
    const [result = '', , look, if_free] = cells.map(({ text }) => text.replaceAll('`', ''))
    return [result, { look, if_free }]
  })
  expect(Object.fromEntries(rows)).toEqual(DECISIONS)
})

/** The changes that a recipe of CONTRIBUTING.md makes by hand: diffs, by their files. The first is that of a test. */
function changesOf(heading: string) {
  const tokens = marked.lexer(read('CONTRIBUTING.md'))
  const start = tokens.findIndex(token => token.type === 'heading' && token['text'] === heading)
  const list = tokens.slice(start + 1).find((token): token is Tokens.List => token.type === 'list')
  return (list?.items ?? []).flatMap(item => {
    const inside = tokensIn([item])
    const file = String(inside.find(({ type }) => type === 'link')?.['href'])
    const diffs = inside.filter(token => token.type === 'code' && token['lang'] === 'diff')
    return diffs.map(({ text }) => ({ file, diff: String(text) }))
  })
}

it.each(['Add a field of the create request', 'Add an output', 'Add an error code'])(
  'CONTRIBUTING.md, %s: each change has a single place in the code, and the first is that of a test',
  heading => {
    const changes = changesOf(heading)
    for (const { file, diff } of changes) {
      const kept = diff.split('\n').filter(line => !line.startsWith('+'))
      const before = kept.map(line => `${line.slice(1)}\n`).join('')
      expect(read(file).split(before), `${file}:\n${diff}`).toHaveLength(2)
    }
    expect(changes[0]?.file).toMatch(/^test\//)
  },
)
