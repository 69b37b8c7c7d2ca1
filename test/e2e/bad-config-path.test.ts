import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectRefusal, type Problem } from './bad-inputs.ts'
import { create, sandboxForTest, workspaceWith } from './create.ts'

const files = { 'deploy/shop.yml': 'source_config: {}\n', 'deploy.yml': 'source_config: {}\n' }

describe('a config path that is not a file of the workspace is an error', () => {
  test.concurrent.each<[string, ...Problem[1][]]>([
    ['shop.yml', 'does not exist'],
    ['deploy/missing.yml', 'does not exist'],
    ['missing/shop.yml', 'does not exist'],
    ['deploy.yml/shop.yml', 'does not exist'],
    ['deploy', 'folder'],
    ['deploy/', 'folder'],
    ['.', 'folder'],
    ['deploy/..', 'folder'],
    ['..', 'outside the workspace'],
    ['../deploy.yml', 'outside the workspace'],
    ['deploy/../../deploy.yml', 'outside the workspace'],
    ['/etc/hostname', 'outside the workspace'],
    ['/', 'outside the workspace'],
    [`${'long-'.repeat(60)}.yml`, process.platform === 'win32' ? 'does not exist' : /read|too long/],
  ])('%s', (config, ...words) => expectRefusal({ with: { config }, files }, ['config', ...words]))
})

describe('a misspelt config path is an error that suggests files with similar names', () => {
  const like = {
    'services/a/deploy.yml': '',
    'services/b/deploy.yaml': '',
    'docs/deploy.md': '',
    'node_modules/x/deploy.yml': '',
    '.git/deploy.yml': '',
    'ops/shop.yml': '',
  }
  test.concurrent.each<[string, ...Problem[1][]]>([
    ['deploy.yml', 'services/a/deploy.yml', 'services/b/deploy.yaml'],
    ['services/a/deploy.yaml', 'services/a/deploy.yml'],
    ['ops/shpo.yml', 'there is ops/shop.yml'],
    ['ops/warehouse.yml', 'checked out'],
  ])('%s', (config, ...words) =>
    expectRefusal({ with: { config }, files: like }, ['config', 'does not exist', ...words]),
  )

  test.concurrent('a config path in an empty workspace is an error that says that the workspace is empty', () =>
    expectRefusal({ with: { config: 'deploy.yml' } }, ['config', 'empty', 'checked out']))
})

test.concurrent('a config file outside the workspace is an error, even in a folder with almost the same name', async () => {
  const beside = await mkdtemp(join(tmpdir(), 'workspace-'))
  try {
    await writeFile(join(beside, 'deploy.yml'), 'source_config: {}\n')
    await expectRefusal(
      (_sandbox, workspace) => ({ with: { config: join(relative(workspace, beside), 'deploy.yml') } }),
      ['config', 'outside the workspace'],
    )
  } finally {
    await rm(beside, { recursive: true })
  }
})

// Windows has other kinds of links.
describe.skipIf(process.platform === 'win32')(
  'a config path that leaves the workspace through a link is an error',
  () => {
    const linked = (target: string, path: string) => (workspace: string) =>
      symlink(target, join(workspace, path))

    test.concurrent.each<[string, string, (workspace: string) => Promise<void>, ...Problem[1][]]>([
      ['a file', 'shop.yml', linked('/etc/hosts', 'shop.yml'), 'outside the workspace', 'link'],
      ['its folder', 'conf/hosts', linked('/etc', 'conf'), 'outside the workspace', 'link'],
      ['a folder above', 'root/etc/hosts', linked('/', 'root'), 'outside the workspace', 'link'],
      ['a relative link', 'up', linked('../..', 'up'), 'outside the workspace', 'link'],
      ['a link to nothing', 'shop.yml', linked('gone.yml', 'shop.yml'), 'does not exist'],
      ['a link to itself', 'shop.yml', linked('shop.yml', 'shop.yml'), 'link'],
    ])('%s', (_title, config, prepare, ...words) =>
      expectRefusal({ with: { config }, files, prepare }, ['config', ...words]),
    )
  },
)

test.skipIf(process.platform === 'win32')(
  'a config path that is a pipe is an error, and the action does not wait for the pipe',
  () =>
    expectRefusal(
      {
        with: { config: 'pipe.yml' },
        prepare: async workspace => void execFileSync('mkfifo', [join(workspace, 'pipe.yml')]),
      },
      ['config', 'is not a file'],
    ),
)

describe('a config file that cannot be decoded is an error', () => {
  test.concurrent.each<[string, Uint8Array, ...Problem[1][]]>([
    ['Latin-1', Buffer.from('name: schön\n', 'latin1'), 'UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname: shop\n', 'utf16le'), 'UTF-8'],
    ['not text', Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'UTF-8'],
    ['too large', Buffer.from(`# ${'x'.repeat(1024 * 1024)}\n`), '1 MiB'],
  ])('%s', (_title, bytes, ...words) =>
    expectRefusal({ with: { config: 'shop.yml' }, files: { 'shop.yml': bytes } }, ['config', ...words]),
  )
})

describe('a config file inside the workspace is read', () => {
  const source = 'internal_template'

  test.each(['deploy.yml', './deploy.yml', 'deploy/../deploy.yml', '..deploy.yml', 'deploy/shop.yml'])(
    '%s',
    async config => {
      const workspace = await workspaceWith({ 'deploy/shop.yml': '', [config]: 'name: shop\n' })
      const { errors } = await create(await sandboxForTest(), { config, source }, { workspace })
      expect(errors).toEqual([])
    },
  )

  test('from an absolute path', async () => {
    const workspace = await workspaceWith({ 'deploy.yml': 'name: shop\n' })
    const config = join(workspace, 'deploy.yml')
    const { errors } = await create(await sandboxForTest(), { config, source }, { workspace })
    expect(errors).toEqual([])
  })

  // Windows requires a privilege to create a link.
  test.skipIf(process.platform === 'win32')('through a link inside the workspace', async () => {
    const workspace = await workspaceWith({ 'deploy.yml': 'name: shop\n' })
    await symlink(join('..', basename(workspace), 'deploy.yml'), join(workspace, 'link.yml'))
    const { errors } = await create(await sandboxForTest(), { config: 'link.yml', source }, { workspace })
    expect(errors).toEqual([])
  })
})
