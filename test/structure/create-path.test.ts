import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startSandbox } from '../sandbox/sandbox.ts'

/** Rooms whose files must all be in the list if a create runs them. */
const COMPLETE = /^src\/(main\.ts|(actions|inputs|deployment|service)\/)/

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}

/** The files of src/ whose functions run in a create from a repository that waits. */
async function filesOfCreate(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'create-path-'))
  const sandbox = await startSandbox({ ready_after: 0 })
  try {
    const [output, summary] = ['output', 'summary'].map(name => join(folder, name)) as [string, string]
    for (const file of [output, summary]) writeFileSync(file, '')
    const coverage = join(folder, 'coverage')
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', "await (await import('./src/main.ts')).run('create')"],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_V8_COVERAGE: coverage,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          INPUT_BASE_URL: sandbox.base_url,
          INPUT_NAME: 'shop',
          INPUT_SOURCE: 'repohost',
          INPUT_INTEGRATION_ID: sandbox.integration_id,
          INPUT_REPOSITORY: 'acme/shop',
          INPUT_SECRETS: 'TOKEN=a-secret-value',
          INPUT_WAIT_FOR: 'ready',
        },
      },
    )
    const [report = ''] = readdirSync(coverage)
    const { result }: Coverage = JSON.parse(readFileSync(join(coverage, report), 'utf8'))
    return result
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
      )
      .map(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.[1] ?? '')
      .filter(file => file !== '')
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

it('docs/design.md lists all files of a create, at most 30, and no file that does not exist', async () => {
  const design = readFileSync('docs/design.md', 'utf8')
  const [, section = ''] = /### A create, file by file\n(.*?)\n## /s.exec(design) ?? []
  const listed = [...section.matchAll(/\]\(\.\.\/(src\/[^)]*\.ts)\)/g)].map(([, file]) => file)
  expect(listed.length).toBeLessThanOrEqual(30)
  expect(new Set(listed).size).toBe(listed.length)
  const run = await filesOfCreate()
  expect(run).toContain('src/deployment/deploy.ts')
  expect(run.filter(file => COMPLETE.test(file) && !listed.includes(file))).toEqual([])
  expect(listed.filter(file => file && !run.includes(file))).toEqual([])
})
