import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../e2e/bad-inputs.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { UNDER_WINE } from './wine.ts'

// The forms of a Windows path in the input `config`, which must name a file of the workspace.

const FILES = { 'deploy/shop.yml': 'name: shop\n', 'shop.yml': 'name: shop\n' }
const CREATED = { exitCode: 0, errors: [], outputs: { name: 'shop', created: 'true' } }

/** Creates a deployment from a config file in a workspace with FILES. */
async function createFrom(configOf: (workspace: string) => string, folder = '') {
  const workspace = join(await workspaceWith({}), folder)
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
  }
  const inputs = { source: 'internal_template', config: configOf(workspace) }
  return create(await sandboxForTest(), inputs, { workspace })
}

describe('config is read by', () => {
  it.each<[string, (workspace: string) => string]>([
    ['a path with slashes', () => 'deploy/shop.yml'],
    ['a path with backslashes', () => 'deploy\\shop.yml'],
    ['a path with slashes and backslashes', () => '.\\deploy/../deploy\\shop.yml'],
    ['a path with doubled separators', () => 'deploy\\\\shop.yml'],
    ['a path through another folder', () => 'deploy\\..\\shop.yml'],
    ['a path that leaves the workspace and comes back', root => `..\\${basename(root)}\\shop.yml`],
    ['a path in other letter case', () => 'DEPLOY\\Shop.YML'],
    ['an absolute path', root => `${root}\\deploy\\shop.yml`],
    ['an absolute path with slashes', root => `${root}\\shop.yml`.replaceAll('\\', '/')],
    ['an absolute path in capitals', root => `${root}\\shop.yml`.toUpperCase()],
    ['an absolute path in small letters', root => `${root}\\shop.yml`.toLowerCase()],
    ['a path from the root of the drive', root => `${root.slice(2)}\\shop.yml`],
    ['a path with a drive and no root', root => `${root.slice(0, 2)}deploy\\shop.yml`],
  ])('%s', async (_, configOf) => expect(await createFrom(configOf)).toMatchObject(CREATED))
})

it.each(['my work\\the shop', 'überprüfung\\日本語 и кириллица', '%TEMP% & (x) ^ ! $HOME'])(
  'config is read in the workspace %s',
  async folder => expect(await createFrom(() => 'deploy\\shop.yml', folder)).toMatchObject(CREATED),
)

// Wine cannot resolve a path of this length.
it.skipIf(UNDER_WINE)('config is read by a path of more than 260 characters', async () => {
  const config = `${'long-folder-name\\'.repeat(15)}shop.yml`
  const workspace = await workspaceWith({ [config]: 'name: shop\n' })
  const run = await create(await sandboxForTest(), { source: 'internal_template', config }, { workspace })
  expect(run).toMatchObject(CREATED)
})

it('GITHUB_WORKSPACE may have slashes, other letter case and a separator at its end', async () => {
  const workspace = await workspaceWith(FILES)
  for (const GITHUB_WORKSPACE of [
    workspace.replaceAll('\\', '/'),
    workspace.toUpperCase(),
    `${workspace}\\`,
  ]) {
    const inputs = { source: 'internal_template', config: 'deploy\\shop.yml' }
    const run = await create(await sandboxForTest(), inputs, { workspace, env: { GITHUB_WORKSPACE } })
    expect(run).toMatchObject(CREATED)
  }
})

describe('config is refused if it leaves the workspace by', () => {
  it.each<[string, (workspace: string) => string]>([
    ['the folder above', () => '..'],
    ['backslashes', () => '..\\shop.yml'],
    ['slashes', () => '../shop.yml'],
    ['slashes and backslashes', () => 'deploy/..\\../shop.yml'],
    ['more steps than there are folders', () => `${'..\\'.repeat(40)}Windows\\win.ini`],
    ['an absolute path', () => 'C:\\Windows\\win.ini'],
    ['an absolute path with slashes', () => 'c:/windows/win.ini'],
    ['the root of the drive', root => parse(root).root],
    ['a path from the root of the drive', () => '\\Windows\\win.ini'],
    ['another drive', root => (/^c/i.test(root) ? 'Z:\\shop.yml' : 'C:\\shop.yml')],
    ['another drive with no root', root => (/^c/i.test(root) ? 'Z:shop.yml' : 'C:shop.yml')],
    ['a drive with no root and a step up', root => `${root.slice(0, 2)}..\\shop.yml`],
    ['a share of the network', () => '\\\\server.invalid\\share\\shop.yml'],
    ['a share with slashes', () => '//server.invalid/share/shop.yml'],
    ['a path of the form \\\\?\\', () => '\\\\?\\C:\\Windows\\win.ini'],
    ['a device', () => '\\\\.\\C:'],
    ['a pipe', () => '\\\\.\\pipe\\shop'],
    ['a folder of almost the same name', root => `${root}-2\\shop.yml`],
  ])('%s', (_, configOf) =>
    expectRefusal(
      workspace => ({ with: { config: configOf(workspace) }, files: FILES }),
      ['config', 'outside the workspace'],
    ),
  )

  it.skipIf(UNDER_WINE)('a junction', () =>
    expectRefusal(
      {
        with: { config: 'linked\\win.ini' },
        prepare: workspace => symlink('C:\\Windows', join(workspace, 'linked'), 'junction'),
      },
      ['config', 'link to outside the workspace'],
    ),
  )
})

it.each([
  ['deploy', 'is not a file'],
  ['shop.yml\\shop.yml', 'does not exist'],
  ['shop<1>?.yml', /does not exist|cannot be read/],
  ...['NUL', 'CON', 'nul.yml', 'deploy\\COM1'].map(
    device => [device, /outside the workspace|not a file|not exist|read/] as const,
  ),
] as const)('config is refused if it is %s, without waiting for it', (config, words) =>
  expectRefusal({ with: { config }, files: FILES }, ['config', words]),
)

it('annotations name the file with slashes, even if the input has backslashes', () =>
  expectRefusal(
    { with: { config: 'deploy\\bad.yml' }, files: { 'deploy/bad.yml': 'source_config:\r\n  cpu: 1\r\n' } },
    ['deploy/bad.yml:2:3', 'cpu'],
  ))
