import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { entryText } from '../../scripts/entries.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'

/** Rooms whose files must all be in the list if a create runs them. */
const COMPLETE = /^src\/(main\.ts|(actions|inputs|deployment|service)\/)/

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}

/** The files of src/ whose functions run in a create from a repository that waits. */
async function filesOfCreate(): Promise<string[]> {
  const action = await workspaceWith({
    'action.yml': readFileSync('action.yml', 'utf8').replace('dist/index.js', 'index.mjs'),
    'index.mjs': entryText('create', pathToFileURL('src/main.ts').href),
  })
  const NODE_V8_COVERAGE = join(action, 'coverage')
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const shop = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  const inputs = { ...shop, secrets: 'TOKEN=a-secret-value', wait_for: 'ready' }
  const run = await create(sandbox, inputs, { action, env: { NODE_V8_COVERAGE } })
  expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  const [report = ''] = readdirSync(NODE_V8_COVERAGE)
  const { result }: Coverage = JSON.parse(readFileSync(join(NODE_V8_COVERAGE, report), 'utf8'))
  const called = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  )
  return called.flatMap(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.slice(1) ?? [])
}

it('CONTRIBUTING.md lists all files of a create, at most 30, and no file that does not exist', async () => {
  const page = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, section = ''] = /### A create, file by file\n(.*?)\n###? /s.exec(page) ?? []
  const listed = Array.from(section.matchAll(/\]\((src\/[^)]*\.ts)\)/g), ([, file = '']) => file)
  expect(listed.length).toBeLessThanOrEqual(30)
  expect(new Set(listed).size).toBe(listed.length)
  const run = await filesOfCreate()
  expect(run).toContain('src/deployment/deploy.ts')
  expect(run.filter(file => COMPLETE.test(file) && !listed.includes(file))).toEqual([])
  expect(listed.filter(file => !run.includes(file))).toEqual([])
})
