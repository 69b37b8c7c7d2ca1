import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { filesIn, packArchive, unpackArchive } from '../bench/archive.ts'
import { isInstalled, needs } from '../tools.ts'

// The archive that a runner downloads for each job that uses an action of this repository.

let archive: Buffer
let root = ''
let files = new Map<string, number>()

beforeAll(() => {
  if (!isInstalled('git')) return
  archive = packArchive()
  root = unpackArchive(archive)
  files = filesIn(root)
})
beforeEach(test => needs(test, 'git'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('the archive is small, and contains only the actions and their licences', () => {
  expect(archive.length).toBeLessThanOrEqual(435_000)
  expect([...files.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1_600_000)
  expect(files.size).toBeLessThan(60)
  const others = [...files.keys()].filter(file => !/^(dist\/|([\w.-]+\/)*action\.yml$)/.test(file))
  const pages = ['LICENSE']
  expect(others.sort()).toEqual(pages)
  expect([...files.keys()]).toContain('dist/licenses.txt')
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
  const folder = (action: string) => join(root, action)
  const actions = [...files.keys()]
    .filter(file => file.endsWith('action.yml'))
    .map(file => file.slice(0, -11))
  expect(actions.length).toBeGreaterThanOrEqual(5)
  const sandbox = await runStep({ action: folder('sandbox'), with: { ready_after: '0' } })
  expect(sandbox).toMatchObject({ exitCode: 0, stderr: '' })
  const { base_url = '', integration_id = '' } = sandbox.outputs
  for (const action of ['.', ...actions.filter(name => name !== '' && name !== 'sandbox')]) {
    const inputs = { base_url, ...(action === 'repositories' && { integration_id }), ...INPUTS[action] }
    const { exitCode, stdout, stderr } = await runStep({ action: folder(action), with: inputs })
    expect({ action, exitCode, stderr }, stdout).toEqual({ action, exitCode: 0, stderr: '' })
  }
  const stopped = await runStep({ action: folder('sandbox'), with: {}, post: sandbox.state })
  expect(stopped.stdout).toContain('The sandbox stopped')
})
