import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Step } from '../../scripts/run-step.ts'
import type { Sandbox } from '../../src/sandbox/server.ts'
import { create, sandboxForTest, workspaceWith } from './create.ts'

const START = 'name: shop\nsource: internal_template\n'

/** Runs with a file that is refused; what is returned are the places and messages. */
async function refused(sandbox: Sandbox, inputs: Record<string, string>, step: Partial<Step>) {
  const run = await create(sandbox, inputs, step)
  expect(run).toMatchObject({
    exitCode: 1,
    outputs: { error_code: 'invalid_input', created: 'false', id: '' },
  })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(sandbox.requests).toEqual([])
  return run
}

test.each([
  ['an unknown key', `${START}souce_config: {}\n`, 3, 1, /souce_config.*source_config/],
  ['an unknown key', `${START}source_config:\n  custm_url: x\n`, 4, 3, /custm_url.*custom_url/],
  [
    'an unknown key of a list item',
    `${START}source_config:\n  resource_spec:\n    sidecars:\n      - name: a\n        imge: b\n`,
    7,
    9,
    /imge.*image/,
  ],
  ['a commit', `${START}source_revision_config: {repo_commit_sha: 0a1b}\n`, 3, 26, /repo_commit_sha/],
  ['a read-only field', `${START}status: READY\n`, 3, 1, /status/],
  ['an input that is no field', `${START}repository: acme/shop\n`, 3, 1, /repository/],
  ['a source that is not known', 'name: shop\nsource: repo\n', 2, 9, /repohost, external_container/],
  ['a number for a text', `name: 12\nsource: internal_template\n`, 1, 7, /name .*quotes/],
  ['a number for a text', `${START}source_revision_config:\n  repo_ref: 1.10\n`, 4, 13, /repo_ref.*quotes/],
  ['a word for a boolean', `${START}source_config:\n  build_on_push: yes\n`, 4, 18, /true or false/],
  ['a text for a number', `${START}source_config:\n  resource_spec: {cpu: "1"}\n`, 4, 24, /cpu.*number/],
  ['a fraction', `${START}source_config:\n  resource_spec: {min_scale: 1.5}\n`, 4, 30, /min_scale.*whole/],
  ['no UUID', `${START}source_config:\n  listener_id: 12-34\n`, 4, 16, /listener_id.*UUID/],
  ['a list for a mapping', `${START}source_config: []\n`, 3, 16, /source_config.*mapping/],
  [
    'references with another source',
    `${START}secret_references:\n  - {name: A, secret_name: b, secret_key: c}\n`,
    4,
    3,
    /secret_references.*external_container|external_container/,
  ],
  [
    'a reference without its key',
    `${START}secret_references:\n  - {name: A, secret_name: b}\n`,
    4,
    5,
    /secret_key/,
  ],
  ['a key that is given twice', `${START}name: other\n`, 3, 1, /twice/],
  ['no YAML', `${START}source_config: {\n`, 4, 1, /./],
  ['two documents', `${START}---\nname: other\n`, 3, 1, /one document/],
  ['a list', '- name: shop\n', 1, 1, /mapping/],
  ['a text', 'shop', 1, 1, /mapping/],
  ['nothing', '', 1, 1, /mapping/],
  ['JSON with an unknown key', '{\n  "name": "shop",\n  "sourcee": "repohost"\n}', 3, 3, /sourcee.*source/],
])('%s is put on its line: %j', async (_, text, line, col, message) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy/shop.yml': text })
  const missing = { name: 'shop', source: 'external_container', image_uri: 'shop:1' }
  // Inputs would win over the file; with them, only what is wrong in the file is left to complain of.
  const inputs = text.includes('internal_template') || text.includes('repo\n') ? {} : missing
  const run = await refused(sandbox, { ...inputs, config: 'deploy/shop.yml' }, { workspace })
  expect(run.errors).toEqual([
    {
      command: 'error',
      properties: { title: 'Invalid input', file: 'deploy/shop.yml', line: String(line), col: String(col) },
      message: expect.stringMatching(message),
    },
  ])
  expect(run.summary).toContain(`deploy/shop.yml:${line}:${col}`)
})

test.each([
  ['a list of values', 'secrets:\n  - name: TOKEN\n    value: value-of-the-token\n', 4],
  ['a mapping', 'secrets:\n  TOKEN: value-of-the-token\n', 4],
  ['a line', 'secrets:\n  - TOKEN=value-of-the-token\n', 4],
  ['an unset name', 'secrets:\n  - TOKEN\n  - UNSET\n', 5],
  ['an empty one', 'secrets:\n  - EMPTY\n', 4],
  ['a name twice', 'secrets:\n  - TOKEN\n  - TOKEN\n', 5],
])('secrets as %s are refused, and no value is told', async (_, text, line) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': START + text })
  const env = { TOKEN: 'value-of-the-token', EMPTY: '' }
  const run = await refused(sandbox, { config: 'deploy.yml' }, { workspace, env })
  const places = run.errors.map(({ properties }) => properties['line'])
  expect(places.every(place => Number(place) >= line)).toBe(true)
  expect(places.length).toBeGreaterThan(0)
  const log = run.stdout.replace(/^::add-mask::.*$/gm, '')
  expect(log + run.stderr + run.summary + JSON.stringify(run.outputs)).not.toContain('value-of-the-token')
})

test('all problems of the file and of the inputs are told at once', async () => {
  const sandbox = await sandboxForTest()
  const text = 'name: 5\nsource_config:\n  listener_id: x\n  nothing: y\n'
  const workspace = await workspaceWith({ 'deploy.yml': text })
  const inputs = { config: 'deploy.yml', if_exists: 'perhaps', build_on_push: 'yes', secrets: 'UNSET' }
  const run = await refused(sandbox, inputs, { workspace })
  const told = run.errors.map(({ message }) => message).join('\n')
  for (const part of [
    'deploy.yml:1:7',
    'deploy.yml:3:16',
    'deploy.yml:4:3',
    '`if_exists`',
    '`build_on_push`',
    '`secrets`',
    '`source`',
  ]) {
    expect(told).toContain(part)
    expect(run.summary).toContain(part)
  }
})

test.each([
  ['is not there', 'other.yml'],
  ['is a folder', 'folder'],
  ['is outside', '../outside.yml'],
  ['is outside by its absolute path', '/etc/hostname'],
  ['leads out by a link', 'link.yml'],
  ['leads out by a linked folder', 'away/hostname'],
  ['is no UTF-8', 'latin.yml'],
])('a file that %s', async (_, config) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': START })
  await mkdir(join(workspace, 'folder'))
  await symlink('/etc/hostname', join(workspace, 'link.yml'))
  await symlink('/etc', join(workspace, 'away'))
  await writeFile(join(workspace, 'latin.yml'), `${START}# \u00e4`, 'latin1')
  const run = await refused(sandbox, { config }, { workspace })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('`config`')])
})

test('a file of an unreasonable size is refused', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': `${START}# ${'x'.repeat(2 * 1024 * 1024)}\n` })
  const run = await refused(sandbox, { config: 'deploy.yml' }, { workspace })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('`config`')])
})

test('aliases that multiply are refused', async () => {
  const sandbox = await sandboxForTest()
  const levels = Array.from({ length: 9 }, (_, level) => {
    const one = level === 0 ? '"x"' : `*l${level - 1}`
    return `l${level}: &l${level} [${Array(10).fill(one).join(', ')}]`
  })
  const workspace = await workspaceWith({ 'deploy.yml': `${START}${levels.join('\n')}\n` })
  const run = await refused(sandbox, { config: 'deploy.yml' }, { workspace })
  expect(run.errors[0]?.properties['file']).toBe('deploy.yml')
})
