import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { isInstalled, needs } from '../tools.ts'

// The archive that a runner downloads and unpacks for each job that uses an action of this repository.

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const [root, archive] = [join(folder, 'unpacked'), join(folder, 'archive.tar')]
let compressed = 0
let files: string[] = []

/** Packs this repository like GitHub, with uncommitted changes and a new build; `export-ignore` applies. */
beforeAll(() => {
  if (!isInstalled('git')) return
  // Another index, so that the repository's own does not change.
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') }
  const git = (...args: string[]) => execFileSync('git', args, { env, encoding: 'utf8' }).trim()
  git('read-tree', 'HEAD')
  git('add', '--update')
  git('add', 'dist')
  git('archive', `--output=${archive}.gz`, '--prefix=unpacked/', git('write-tree'))
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder })
  compressed = statSync(`${archive}.gz`).size
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
})
beforeEach(test => needs(test, 'git'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = () => files.map(file => relative(root, file).replaceAll('\\', '/'))

it('the archive is small, and contains only the actions and their licences', () => {
  expect(compressed).toBeLessThanOrEqual(430_000)
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1_600_000)
  expect(files.length).toBeLessThan(60)
  expect(names().filter(file => !/^(dist\/|([\w.-]+\/)*action\.yml$)/.test(file))).toEqual(['LICENSE'])
  expect(names()).toContain('dist/licenses.txt')
})

/** The inputs of each action; the sandbox starts first. */
const INPUTS: Record<string, Record<string, string>> = {
  '.github/actions/report-many': { files: '[]', folder: 'results', key: '1', name: 'x' },
  '.': { name: 'shop', source: 'internal_template' },
  create: { name: 'shop', source: 'internal_template' },
  list: { name: 'shop' },
  repositories: {},
  wait: { name: 'shop' },
  '.github/actions/close-preview': { name: 'shop', github_token: 'a-token', comment: 'false', ids: '[]' },
}

it('every action runs from the archive', async () => {
  const actions = names()
    .filter(file => file.endsWith('action.yml'))
    .map(file => file.slice(0, -11))
  const sandbox = await runStep({ action: join(root, 'sandbox'), with: { ready_after: '0' } })
  expect(sandbox).toMatchObject({ exitCode: 0, stderr: '' })
  const { base_url = '', integration_id = '' } = sandbox.outputs
  for (const action of ['.', ...actions.filter(name => name !== '' && name !== 'sandbox')]) {
    const inputs = { base_url, ...(action === 'repositories' && { integration_id }), ...INPUTS[action] }
    const { exitCode, stdout, stderr } = await runStep({ action: join(root, action), with: inputs })
    expect({ action, exitCode, stderr }, stdout).toEqual({ action, exitCode: 0, stderr: '' })
  }
  const stopped = await runStep({ action: join(root, 'sandbox'), with: {}, post: sandbox.state })
  expect(stopped.stdout).toContain('The sandbox stopped')
})
