import { symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'

// The forms of a Windows path in the input `config`, which must name a file of the workspace.

const UNDER_WINE = process.env['UNDER_WINE'] === 'true'
const CREATED = { exitCode: 0, errors: [], outputs: { name: 'shop', created: 'true' } }

/** Creates a deployment from a config file of a workspace. */
async function createFrom(configOf: (workspace: string) => string) {
  const bad = 'source_config:\r\n  cpu: 1\r\n'
  const shop = 'name: shop\n'
  const workspace = await workspaceWith({ 'deploy/shop.yml': shop, 'shop.yml': shop, 'deploy/bad.yml': bad })
  const inputs = { source: 'internal_template', config: configOf(workspace) }
  return create(await sandboxForTest(), inputs, { workspace })
}

it.each<[string, (workspace: string) => string]>([
  ['slashes and backslashes', () => '.\\deploy/../deploy\\shop.yml'],
  ['steps out of the workspace and back', root => `..\\${basename(root)}\\shop.yml`],
  ['other letter case', () => 'DEPLOY\\Shop.YML'],
  ['a drive, in small letters', root => `${root}\\shop.yml`.toLowerCase()],
  ['the root of the drive', root => `${root.slice(2)}\\shop.yml`],
  ['a drive and no root', root => `${root.slice(0, 2)}deploy\\shop.yml`],
])('config is read by a path with %s', async (_, configOf) => {
  expect(await createFrom(configOf)).toMatchObject(CREATED)
})

it('GITHUB_WORKSPACE may have slashes, other letter case, other scripts and a separator at its end', async () => {
  const forms = [(path: string) => path.replaceAll('\\', '/'), (path: string) => `${path.toUpperCase()}\\`]
  for (const form of forms) {
    const folder = 'überprüfung\\日本語 & %TEMP%'
    const workspace = join(await workspaceWith({ [`${folder}\\shop.yml`]: 'name: shop\n' }), folder)
    const inputs = { source: 'internal_template', config: 'shop.yml' }
    const env = { GITHUB_WORKSPACE: form(workspace) }
    expect(await create(await sandboxForTest(), inputs, { workspace, env })).toMatchObject(CREATED)
  }
})

const other = (root: string) => (/^c/i.test(root) ? 'Z:' : 'C:')

it.each<[string, (workspace: string) => string, RegExp]>([
  ['it is the folder above', () => '..', /outside the workspace/],
  ['it has a drive', () => 'C:\\Windows\\win.ini', /outside the workspace/],
  ['it has another drive and no root', root => `${other(root)}shop.yml`, /outside the workspace/],
  ['it leaves by a drive and no root', root => `${root.slice(0, 2)}..\\shop.yml`, /outside the workspace/],
  ['it is on a share', () => '\\\\server.invalid\\share\\shop.yml', /outside the workspace/],
  ['its folder has almost the same name', root => `${root}-2\\shop.yml`, /outside the workspace/],
  ['it has characters that no name may have', () => 'shop<1>?.yml', /does not exist|cannot be read/],
])('config is refused if %s', async (_, configOf, words) => {
  const run = await createFrom(configOf)
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'invalid_input' } })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringMatching(words)])
})

it.skipIf(UNDER_WINE)('config is refused if it leaves the workspace by a junction', async () => {
  const workspace = await workspaceWith({})
  await symlink('C:\\Windows', join(workspace, 'linked'), 'junction')
  const inputs = { name: 'shop', source: 'internal_template', config: 'linked\\win.ini' }
  const { errors } = await create(await sandboxForTest(), inputs, { workspace })
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/outside the workspace.*link/s),
  ])
})

it('annotations name the file with slashes, even if the input has backslashes', async () => {
  const { errors } = await createFrom(() => 'deploy\\bad.yml')
  expect(errors.map(({ properties }) => properties)).toContainEqual(
    expect.objectContaining({ file: 'deploy/bad.yml', line: '2', col: '3' }),
  )
})
