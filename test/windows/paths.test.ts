import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import { fill } from '../harness/step.ts'
import { test as base } from '../harness/test.ts'

// The forms of a Windows path in the input `config`, which must name a file of the workspace.

const test = base.extend<{ plan: (configIn: (workspace: string) => string, workspace?: string) => unknown }>({
  /** Plans a deployment from a file of a workspace. */
  plan: async ({ serve, create, atEnd }, use) => {
    await use(async (configIn, at = 'work') => {
      const folder = await mkdtemp(join(tmpdir(), 'windows-'))
      atEnd(() => rm(folder, { recursive: true, maxRetries: 10 }))
      const workspace = join(folder, at)
      await fill(workspace, { 'deploy\\shop.yml': 'name: shop\r\n', 'shop.yml': 'name: shop\n' })
      // Wine has no junctions.
      if (at === 'linked') await symlink('C:\\Windows', join(workspace, 'linked'), 'junction')
      const inputs = { source: 'internal_template', dry_run: 'true', config: configIn(workspace) }
      const { exitCode, outputs } = await create(await serve(), inputs, {
        env: { GITHUB_WORKSPACE: workspace },
      })
      return { exitCode, name: outputs['name'], error_code: outputs['error_code'] }
    })
  },
})

test.for<[string, (workspace: string) => string]>([
  ['slashes and backslashes', () => '.\\deploy/../deploy\\shop.yml'],
  ['steps out of the workspace and back', root => `..\\${basename(root)}\\shop.yml`],
  ['other letter case', () => 'DEPLOY\\Shop.YML'],
  ['a drive, in small letters', root => `${root}\\shop.yml`.toLowerCase()],
  ['the root of the drive', root => `${root.slice(2)}\\shop.yml`],
  ['a drive and no root', root => `${root.slice(0, 2)}deploy\\shop.yml`],
])('config is read by a path with %s', async ([, configIn], { plan }) => {
  expect(await plan(configIn)).toMatchObject({ exitCode: 0 })
})

test('the workspace may have spaces and letters of other scripts', async ({ plan }) => {
  expect(await plan(() => 'shop.yml', 'überprüfung 日本語 & %TEMP%')).toMatchObject({ exitCode: 0 })
})

const otherDrive = (root: string) => (/^c/i.test(root) ? 'Z:' : 'C:')

test.for<[string, (workspace: string) => string, workspace?: string]>([
  ['is the folder above', () => '..'],
  ['leaves by a junction', () => 'linked\\win.ini', 'linked'],
  ['has a drive', () => 'C:\\Windows\\win.ini'],
  ['has another drive and no root', root => `${otherDrive(root)}shop.yml`],
  ['leaves by a drive and no root', root => `${root.slice(0, 2)}..\\shop.yml`],
  ['is on a share', () => '\\\\server.invalid\\share\\shop.yml'],
  ['is in a folder whose name begins with that of the workspace', root => `${root}-2\\shop.yml`],
  ['has characters that no name may have', () => 'shop<1>?.yml'],
])('config is refused if it %s', async ([, configIn, workspace], { plan }) => {
  expect(await plan(configIn, workspace)).toMatchObject({ exitCode: 1, error_code: 'invalid_input' })
})
