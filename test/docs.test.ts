import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAGE, withTables } from '../scripts/readme.ts'
import { configSchema, SCHEMA_FILE } from '../scripts/schema.ts'
import { BY_CODE } from '../src/run/advice.ts'
import { tokensIn } from './markdown.ts'

// The pages agree with the actions and with each other.

const read = (file: string) => readFileSync(file, 'utf8')
const markdownIn = (folder: string) => readdirSync(folder).filter(file => file.endsWith('.md'))
const DOCS = markdownIn('docs').map(file => `docs/${file}`)
const PAGES = [...markdownIn('.'), ...DOCS]

/** The anchors that GitHub makes of the headings of a page. */
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

const codeIn = (page: string) => tokensIn(read(page)).filter(({ type }) => type === 'codespan' || type === 'code')

describe.each(PAGES)('%s', page => {
  it('has no broken link to a file or a heading', () => {
    const links = tokensIn(read(page))
      .filter(({ type }) => type === 'link' || type === 'image')
      .map(({ href }) => String(href))
    const pictures = Array.from(read(page).matchAll(/ src(?:set)?="([^"]+)/g), ([, file = '']) => file)
    const own = [...links, ...pictures].filter(link => !/^https?:/.test(link))
    expect(own.filter(link => !hasTarget(page, link))).toEqual([])
  })

  it('names only files and npm scripts that exist', () => {
    const texts = codeIn(page).map(({ text }) => String(text))
    const folders = /^(\.ci|\.github|docs|examples|scripts|src|test)\/[\w./-]+$/
    expect(texts.filter(text => folders.test(text) && !existsSync(text))).toEqual([])
    const { scripts } = JSON.parse(read('package.json'))
    const commands = texts.flatMap(text =>
      Array.from(text.matchAll(/npm run (?:-s )?([\w:]+)/g), ([, name = '']) => name),
    )
    expect(commands.filter(command => !(command in scripts))).toEqual([])
  })
})

it('README.md has the tables of the action.yml files: `npm run readme` writes them', () => {
  expect(read(PAGE)).toBe(withTables(read(PAGE)))
})

it('docs/operating.md has each error code', () => {
  const named = codeIn('docs/operating.md').map(({ text }) => text)
  expect(Object.keys(BY_CODE).filter(code => !named.includes(code))).toEqual([])
})

it('the committed schema of the config file is that of the source (npm run schema)', () => {
  expect(JSON.parse(read(SCHEMA_FILE))).toEqual(configSchema())
})
