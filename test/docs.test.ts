import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DECISIONS } from '../src/deployment/create-rules.ts'
import { tokensIn } from './markdown.ts'
import { patched, RECIPES } from './recipes.ts'

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

it.each(RECIPES)('CONTRIBUTING.md, $heading: each change has its place in the code', ({ steps, file }) => {
  expect(existsSync(`${file}.test.ts`)).toBe(true)
  const changes = steps.filter(({ diffs }) => diffs.length > 0)
  for (const { file, diffs } of changes) expect(() => diffs.reduce(patched, read(file))).not.toThrow()
})
