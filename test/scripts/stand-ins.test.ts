import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as standIns from '../../scripts/stand-ins.ts'
import { readModule } from '../structure/modules.ts'

// Stand-ins replace modules that @actions/github imports and the actions never use. These tests fail if an update of
// @actions/github needs other stand-ins; the build fails if one is unused or lacks an export.

/** The text of each module of @actions/github. */
const LIBRARY = globSync('node_modules/@actions/github/lib/**/*.js').map(file => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(file, 'utf8'),
}))

it('@actions/github imports Octokit, and no other packages than those with a stand-in', () => {
  const imported = LIBRARY.flatMap(({ file, text }) => readModule(file, text).packages).filter(
    name => name !== '@actions/github',
  )
  expect([...new Set(imported)].sort()).toEqual([
    '@actions/http-client',
    '@octokit/core',
    '@octokit/plugin-paginate-rest',
    '@octokit/plugin-rest-endpoint-methods',
    'fs',
    'os',
    'undici',
  ])
})

it('@actions/github uses only parts of these packages that the stand-ins have', () => {
  const used = LIBRARY.filter(({ file }) => !file.endsWith('/context.js')).flatMap(
    ({ text }) => text.match(/\b(httpClient|hc|Context)\.\w+|import .* from 'undici'|\bcontext\.\w+/g) ?? [],
  )
  expect([...new Set(used)].filter(use => !use.endsWith('.js')).sort()).toEqual([
    'Context.Context',
    'hc.getAgent',
    'hc.getAgentDispatcher',
    'httpClient.HttpClient',
    "import { fetch } from 'undici'",
  ])
})

describe('a stand-in throws an error that names its module', () => {
  const { fetch, HttpClient, Context } = standIns as unknown as {
    fetch: (url: string) => unknown
    HttpClient: new () => Record<string, (url: string) => { destroy(): void }>
    Context: new () => { payload: object; sha?: string }
  }
  it.each<[string, () => unknown, string]>([
    ['a call of fetch', () => fetch('https://api.github.com'), 'undici'],
    ['a property of fetch', () => fetch.name, 'undici'],
    ['a method of a client', () => new HttpClient()['get']?.(''), '@actions/http-client'],
    ['a method of an agent', () => new HttpClient()['getAgent']?.('').destroy(), '@actions/http-client'],
    [
      'a method of a dispatcher',
      () => new HttpClient()['getAgentDispatcher']?.('').destroy(),
      '@actions/http-client',
    ],
    ['a property of a context', () => new Context().payload, '@actions/github/lib/context.js'],
    [
      'a change of a context',
      () => Object.assign(new Context(), { sha: '' }),
      '@actions/github/lib/context.js',
    ],
  ])('for %s', (_, use, module) => {
    expect(use).toThrow(`${module} is not in this bundle`)
  })
})

it('the replaced modules are not in the bundle', () => {
  const licences = readFileSync('dist/licenses.txt', 'utf8')
  expect(licences).toMatch(/^@actions\/github /m)
  expect(licences).not.toMatch(/^(undici|@actions\/http-client) /m)
})
