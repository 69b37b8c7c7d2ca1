import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fill, workspaceWith } from '../e2e/create.ts'
import { needs } from '../tools.ts'
import { jobsOf } from './workflows.ts'

// Runs the scripts of the workflows as a runner does.

const jobsIn = (name: string) => jobsOf(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))

const scriptOf = (name: string, job: string, id?: string) =>
  jobsIn(name)[job]?.steps?.findLast(step => step.run && (id === undefined || step.id === id))?.run ?? ''

/** Runs a script with the runner's options for `shell: bash`. */
function runScript(script: string, cwd: string, env: Record<string, string | undefined>) {
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return spawnSync(which('bash'), options, { cwd, env, encoding: 'utf8' })
}

const which = (tool: string) =>
  spawnSync('bash', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()

beforeEach(test => needs(test, 'bash', 'git', 'jq'))

/** Finds the config files in a new repository with these files, on a runner with only these tools. */
async function plan(
  files: string[],
  { shard = '1/1', glob = 'services/*/deploy.yml', tools = ['git', 'jq'] } = {},
) {
  const [workspace, PATH] = [await workspaceWith({ output: '' }), await workspaceWith({})]
  for (const tool of tools) symlinkSync(which(tool), join(PATH, tool))
  await fill(workspace, Object.fromEntries(files.map(name => [name, 'name: x\n'])))
  execFileSync('git', ['init', '--quiet'], { cwd: workspace })
  execFileSync('git', ['add', '--all'], { cwd: workspace })
  const GITHUB_OUTPUT = join(workspace, 'output')
  const env = {
    PATH,
    CONFIG: glob,
    SHARD: shard,
    GITHUB_OUTPUT,
    GITHUB_RUN_ID: '17',
    GITHUB_RUN_ATTEMPT: '1',
  }
  const { status, stdout } = runScript(scriptOf('deploy-many', 'plan', 'find'), workspace, env)
  const [, found = '[]', key] = /^files=(.*)\nkey=(.*)$/m.exec(readFileSync(GITHUB_OUTPUT, 'utf8')) ?? []
  return { status, stdout, key, found: JSON.parse(found) }
}

const MANY = Array.from({ length: 257 }, (_, index) => `services/${index}/deploy.yml`)

it('deploy-many.yml: two shards contain each of 257 files once, which are more than a matrix allows', async () => {
  const parts = await Promise.all(['1/2', '2/2'].map(shard => plan(MANY, { shard })))
  expect(parts.map(({ found }) => found.length)).toEqual([129, 128])
  // Otherwise one call would report the results of the other, or those of another run on the same runner.
  for (const { key } of parts) expect(key).toMatch(/^17-1-\d/)
  expect(parts[0]?.key).not.toBe(parts[1]?.key)
  expect(parts.flatMap(({ found }) => found).sort()).toEqual([...MANY].sort())
})

/** Paths of 430 bytes in 150 characters, together longer than a variable of the environment should be. */
const LONG = Array.from({ length: 250 }, (_, index) => `${'仓'.repeat(70)}/${'库'.repeat(70)}/${index}.yml`)

type PlanError = [title: string, files: string[], options: Parameters<typeof plan>[1], words: string]

it.each<PlanError>([
  ['257 files', MANY, {}, 'call this workflow 2 times, with the shards 1/2 to 2/2'],
  ['no file', [], {}, "No committed file matches the input config, 'services/*/deploy.yml'. It is one glob"],
  ['a list of paths that is too long', LONG, { glob: '**/*.yml' }, 'for more shards, such as 1/2'],
  ['an empty config', MANY.slice(0, 1), { glob: '' }, 'The input config is empty'],
  ['a config of white space', MANY.slice(0, 1), { glob: ' \t\n' }, 'The input config is empty'],
  ['a config in braces', MANY.slice(0, 1), { glob: 'services/{0,1}/deploy.yml' }, 'braces do not'],
  ['two lines', MANY.slice(0, 2), { glob: `${MANY[0]}\n${MANY[1]}%` }, `'${MANY[0]}%0A${MANY[1]}%25'. It is`],
  ...['../x', 'services/../../x', '..', '/services/*'].map(
    (glob): PlanError => [glob, MANY.slice(0, 1), { glob }, `'${glob}', leads out of the repository`],
  ),
  ['the shard 0/1', MANY.slice(0, 1), { shard: '0/1' }, 'The input shard must be'],
  ['the shard 3/2', MANY.slice(0, 1), { shard: '3/2' }, 'The input shard asks'],
  ['a runner without git', MANY.slice(0, 1), { tools: ['jq'] }, 'This workflow needs git'],
  ['a runner without jq', MANY.slice(0, 1), { tools: ['git'] }, 'This workflow needs jq'],
])('deploy-many.yml: %s is an error', async (_, files, options, words) => {
  const stdout = expect.stringContaining(words)
  expect(await plan(files, options)).toMatchObject({ status: 1, stdout, found: [] })
})

it('preview.yml: a config of white space is an error', async () => {
  const env = { NUMBER: '7', CONFIG: ' \t\n' }
  const { status, stdout } = runScript(scriptOf('preview', 'preview', 'plan'), await workspaceWith({}), env)
  expect(status).toBe(1)
  expect(stdout).toContain('::error title=Preview::The input config holds only white space')
})

it('deploy-many.yml: without a table, the outputs still have values, of which a message can be made', () => {
  const { on } = parse(readFileSync('.github/workflows/deploy-many.yml', 'utf8'))
  const { results, failed } = on.workflow_call.outputs
  expect(results.value).toContain(" || '[]' }}")
  expect(failed.value).toContain(" || '1' }}")
})

it('deploy-many.yml: ** matches folders at any depth, and * matches one folder', async () => {
  const files = ['deploy.yml', 'a/deploy.yml', 'a/b c/deploy.yml', "a/it's/$(id)/deploy.yml", 'a/other.yml']
  expect((await plan(files, { glob: '**/deploy.yml' })).found.sort()).toEqual(files.slice(0, 4).sort())
  expect((await plan(files, { glob: '*/deploy.yml' })).found).toEqual(['a/deploy.yml'])
})

/** Syntax that is missing in bash 3.2, the version on macOS. */
const NEWER = /globstar|mapfile|readarray|declare -[An]|local -n|coproc|\|&|&>>|\$\{\w+(\^|,|@)|\$EPOCH/

it.each(['deploy-many', 'preview'])('%s.yml runs in bash 3.2', name => {
  const steps = Object.values(jobsIn(name)).flatMap(job => job.steps ?? [])
  const scripts = steps.filter(({ run }) => run !== undefined)
  expect(scripts.length).toBeGreaterThan(0)
  // A file's content is no script.
  const others = scripts.filter(({ shell }) => shell !== 'bash')
  expect(others.filter(({ shell }) => !/^cp \{0\} [\w.-]+$/.test(shell ?? ''))).toEqual([])
  const inBash = scripts.filter(({ shell }) => shell === 'bash')
  expect(inBash.filter(({ run = '' }) => NEWER.test(run))).toEqual([])
})

it('rebuild.yml runs only for Dependabot, and pushes the new dist/ alone to the branch of its pull request', async () => {
  const { build, commit } = jobsIn('rebuild')
  expect(build?.if).toBe("github.event.pull_request.user.login == 'dependabot[bot]'")
  expect(commit?.needs).toBe('build')

  const old = { 'dist/index.js': 'old', 'dist/1.index.js': 'old', 'package.json': 'old' }
  const [clone, root] = [await workspaceWith(old), await workspaceWith({ gh: '#!/bin/sh\n' })]
  const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=old')
  git('init', '--quiet', '--bare', join(root, 'origin'))
  git('remote', 'add', 'origin', join(root, 'origin'))
  // The result of the previous steps.
  renameSync(join(clone, 'dist/1.index.js'), join(clone, 'dist/2.index.js'))
  await fill(clone, { 'dist/index.js': 'new', 'package.json': 'new' })
  chmodSync(join(root, 'gh'), 0o755)
  const BRANCH = 'dependabot/npm_and_yarn/bundled-1;$(false)'
  const env = { PATH: `${root}:${process.env['PATH']}`, BRANCH, GITHUB_STEP_SUMMARY: join(root, 'summary') }
  const { status, stderr } = runScript(scriptOf('rebuild', 'commit'), clone, env)
  expect(status, stderr).toBe(0)
  git('fetch', '--quiet', 'origin', BRANCH)
  const changed = git('diff', '--name-status', '--no-renames', 'HEAD~', 'FETCH_HEAD').trim().split('\n')
  expect(changed).toEqual(['D\tdist/1.index.js', 'A\tdist/2.index.js', 'M\tdist/index.js'])
  expect(git('log', '-1', '--format=%s', 'FETCH_HEAD')).toContain('[dependabot skip]')
})

const CHANGELOG = `# Changelog

## [1.10.0] - 2026-03-02

### Added

- ten, see [the other](https://example.com)

## [1.1.0] - 2026-02-01

- one

## [1.0.0] - 2026-01-01

[1.10.0]: https://example.com/releases/tag/v1.10.0
`
const RELEASE_NOTES = resolve('scripts/release-notes.ts')

it.each([
  ['v1.10.0', '1.10.0', 0, '### Added\n\n- ten, see [the other](https://example.com)\n', ''],
  ['v1.1.0', '1.1.0', 0, '- one\n', ''],
  ['v1.2.0', '1.2.0', 1, '', 'CHANGELOG.md says nothing of 1.2.0'],
  ['v1.0.0', '1.0.0', 1, '', 'CHANGELOG.md says nothing of 1.0.0'],
  ['v1.1.0', '1.10.0', 1, '', 'the tag is v1.1.0, and the version in package.json is 1.10.0'],
])(
  'the notes of the tag %s at version %s are its section, or there is no release',
  async (tag, version, status, section, reason) => {
    const files = { 'package.json': JSON.stringify({ version }), 'CHANGELOG.md': CHANGELOG }
    const cwd = await workspaceWith(files)
    const notes = spawnSync(process.execPath, [RELEASE_NOTES, tag], { cwd, encoding: 'utf8' })
    expect(notes).toMatchObject({ status, stderr: expect.stringContaining(reason) })
    expect(notes.stdout.split('\n---\n\n')[0]).toBe(section)
  },
)

/** A program that answers the requests to GitHub, and writes down those that change something. */
const GH = `#!/bin/bash
case "$*" in
  'release list '*) cat releases ;;
  *'/git/ref/tags/'*) $EXISTS ;;
  *) echo "$*" >> asked; $ALLOWED ;;
esac
`
const PATCH = 'PATCH repos/acme/x/git/refs/tags/v1 -f sha=abc -F force=true'
const POST = 'POST repos/acme/x/git/refs -f ref=refs/tags/v2 -f sha=abc'

it.skipIf(process.platform === 'win32').each([
  ['is created with the first release', 'v2.0.0', ['v2.0.0', 'v10.4.0', 'v1.9.9'], 'false', 'true', 0, POST],
  ['moves to the newest release', 'v1.10.0', ['v1.10.0', 'v1.9.0', 'v2.0.0'], 'true', 'true', 0, PATCH],
  ['stays for a patch of an older release', 'v1.9.1', ['v1.9.1', 'v1.10.0'], 'true', 'true', 0, undefined],
  ['stays if the releases cannot be listed', 'v1.0.0', [], 'true', 'true', 1, undefined],
  ['is left to a person if the token may not move it', 'v1.10.0', ['v1.10.0'], 'true', 'false', 1, PATCH],
] as const)('the major tag %s', async (_, GITHUB_REF_NAME, releases, EXISTS, ALLOWED, status, request) => {
  const folder = await workspaceWith({ releases: releases.join('\n'), asked: '', gh: GH, summary: '' })
  chmodSync(join(folder, 'gh'), 0o755)
  const env = {
    ...{ GITHUB_SHA: 'abc', GH_REPO: 'acme/x', PATH: `${folder}:${process.env['PATH']}` },
    ...{ GITHUB_REF_NAME, EXISTS, ALLOWED, GITHUB_STEP_SUMMARY: join(folder, 'summary') },
  }
  const run = runScript(scriptOf('major-tag', 'move'), folder, env)
  expect(run.status).toBe(status)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(read('asked')).toBe(request ? `api --silent --method ${request}\n` : '')
  const command = 'git fetch origin tag v1.10.0 && git push --force origin abc:refs/tags/v1'
  for (const text of [run.stdout, read('summary')]) expect(text.includes(command)).toBe(ALLOWED === 'false')
})

it('a release is drafted after all checks, and only a person publishes it', () => {
  const jobs = jobsIn('release')
  const neededBy = (job: string): string[] =>
    [jobs[job]?.needs ?? []].flat().flatMap(needed => [...neededBy(needed), needed])
  expect(neededBy('draft')).toEqual(['check', 'notes', 'attest'])
  // A job with a condition may start although a job that it needs has failed.
  for (const job of Object.values(jobs)) expect(job).not.toHaveProperty('if')
  const created = scriptOf('release', 'draft').match(/gh release create .*/g)
  expect(created).toEqual([expect.stringContaining(' --draft ')])
  const { on } = parse(readFileSync('.github/workflows/major-tag.yml', 'utf8'))
  expect(on).toEqual({ release: { types: ['published'] } })
})
