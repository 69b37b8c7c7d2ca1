import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectRefusal, inConfig, type Problem } from './bad-inputs.ts'
import { create, sandboxForTest, workspaceWith } from './create.ts'

// Mistakes that the built action refuses. test/inputs/refused.test.ts has all of them, in process.

type Words = (string | RegExp)[]

describe('the mistakes of a new workflow are refused, each with what to do', () => {
  const hidden = ['hunt3r-two']
  test.concurrent.each<[string, Record<string, string>, ...Problem]>([
    ['an undefined name', { name: '' }, 'name', 'required', 'undefined', 'vars.X'],
    ['an undefined integration', { source: 'repohost', integration_id: '' }, 'integration_id', 'undefined'],
    [
      'a source with a dash',
      { source: 'external-container' },
      'source',
      'did you mean',
      'external_container',
    ],
    ['an input without its underscore', { dryrun: 'true' }, 'dryrun', 'did you mean', 'dry_run'],
    ['an input with a dash', { 'wait-for': 'ready' }, 'wait-for', 'did you mean', 'wait_for'],
    ['an input with two letters swapped', { wiat_for: 'ready' }, 'wiat_for', 'did you mean', 'wait_for'],
    ['an image without its digest', { image_uri: 'registry.example/app@' }, 'image_uri', 'empty digest'],
    [
      'a line that is indented too far',
      { resource_spec: 'cpu: 1\n  min_scale: 2' },
      'resource_spec',
      'line 2',
      'indented',
    ],
    ['secrets: inherit', { secrets: 'inherit' }, 'secrets', 'reusable workflow'],
    ['all secrets of the job', { secrets: '{"github_token": "hunt3r-two"}' }, 'secrets', 'toJSON(secrets)'],
    ['an undefined secret', { secrets: 'A=' }, 'secrets', 'line 1', 'empty', 'secrets.X'],
    [
      'a secret that is a variable too',
      { secrets: 'A=hunt3r-two', variables: 'A=b' },
      'variables',
      'A',
      'secrets',
    ],
  ])('%s', (_title, inputs, ...problem) =>
    expectRefusal({ with: inputs, env: { GITHUB_REPOSITORY: 'acme/shop' }, hidden }, problem),
  )

  test.concurrent('an expression and a merge key in a config file', () =>
    expectRefusal(
      inConfig(`name: shop-\${{ vars.TAG }}\nsource_config:\n  custom_ur: a\n`),
      ['1:7', 'name', 'nothing evaluates'],
      ['3:3', 'custom_url'],
    ))

  test.concurrent('with more mistakes than annotations, no mistake is lost', () =>
    expectRefusal(
      { with: { secrets: Array.from({ length: 15 }, (_, index) => `A${index}=`).join('\n') } },
      ...Array.from({ length: 15 }, (_, index) => ['secrets', `line ${index + 1}`, 'empty'] as const),
    ))
})

const files = { 'deploy/shop.yml': 'source_config: {}\n', 'deploy.yml': 'source_config: {}\n' }

describe('a config path that is not a file of the workspace is refused', () => {
  test.concurrent.each<[string, ...Words]>([
    ['shop.yml', 'does not exist', 'checked out'],
    ['deploy.yml/shop.yml', 'does not exist'],
    ['deploy', 'folder'],
    ['deploy/..', 'folder'],
    ['..', 'outside the workspace'],
    ['deploy/../../deploy.yml', 'outside the workspace'],
    ['/etc/hostname', 'outside the workspace'],
    [`${'long-'.repeat(60)}.yml`, process.platform === 'win32' ? 'does not exist' : /read|too long/],
  ])('%s', (config, ...words) => expectRefusal({ with: { config }, files }, ['config', ...words]))

  test.concurrent('in a folder with almost the same name', async () => {
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

  // Windows has other kinds of links, and no pipes in folders.
  const onOthers = test.skipIf(process.platform === 'win32')
  const linked = (target: string, path: string) => (workspace: string) =>
    symlink(target, join(workspace, path))

  onOthers.each<[string, string, (workspace: string) => Promise<void>, ...Words]>([
    ['a link to a file', 'shop.yml', linked('/etc/hosts', 'shop.yml'), 'outside the workspace', 'link'],
    ['a link to a folder', 'conf/hosts', linked('/etc', 'conf'), 'outside the workspace', 'link'],
    ['a relative link', 'up', linked('../..', 'up'), 'outside the workspace', 'link'],
    ['a link to nothing', 'shop.yml', linked('gone.yml', 'shop.yml'), 'does not exist'],
    ['a link to itself', 'shop.yml', linked('shop.yml', 'shop.yml'), 'link'],
    [
      'a pipe, for which the action does not wait',
      'pipe.yml',
      async workspace => void execFileSync('mkfifo', [join(workspace, 'pipe.yml')]),
      'is not a file',
    ],
  ])('%s', (_title, config, prepare, ...words) =>
    expectRefusal({ with: { config }, files, prepare }, ['config', ...words]),
  )

  onOthers('but a link inside the workspace is followed', async () => {
    const workspace = await workspaceWith({ 'deploy.yml': 'name: shop\nsource: internal_template\n' })
    await symlink(join('..', basename(workspace), 'deploy.yml'), join(workspace, 'link.yml'))
    const { errors } = await create(await sandboxForTest(), { config: 'link.yml' }, { workspace })
    expect(errors).toEqual([])
  })
})

describe('a config file that cannot be decoded is refused', () => {
  test.concurrent.each<[string, Uint8Array, ...Words]>([
    ['Latin-1', Buffer.from('name: schön\n', 'latin1'), 'UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname: shop\n', 'utf16le'), 'UTF-8'],
    ['not text', Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'UTF-8'],
    ['too large', Buffer.from(`# ${'x'.repeat(256 * 1024)}\n`), '256 KiB'],
  ])('%s', (_title, bytes, ...words) =>
    expectRefusal({ with: { config: 'shop.yml' }, files: { 'shop.yml': bytes } }, ['config', ...words]),
  )
})

test.concurrent('an error names the config file as the workflow wrote it', () =>
  expectRefusal(
    { with: { config: 'deploy/shop, 100%: new.yml' }, files: { 'deploy/shop, 100%: new.yml': 'nam: a\n' } },
    ['deploy/shop, 100%: new.yml:1:1', 'nam', 'name'],
  ))
