import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { needs } from '../tools.ts'
import { jobsOf } from './workflows.ts'

// Runs the scripts of the workflows as a runner does.

const jobsIn = (name: string) => jobsOf(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))

/** The last script of a job. */
const scriptOf = (name: string, job: string) =>
  jobsIn(name)[job]?.steps?.findLast(step => step.run)?.run ?? ''

/** Runs a script with the runner's options for `shell: bash`. */
function runScript(script: string, cwd: string, env: Record<string, string | undefined>) {
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return spawnSync('bash', options, { cwd, env, encoding: 'utf8' })
}

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'script-'))
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 10 }))
  write(folder, files)
  return folder
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    if (text.startsWith('#!')) chmodSync(join(folder, name), 0o755)
  }
}

beforeEach(test => needs(test, 'bash', 'git'))

it('rebuild.yml runs only for Dependabot, and pushes the new dist/ alone to the branch of its pull request', () => {
  const { build, commit } = jobsIn('rebuild')
  expect(build?.if).toBe("github.event.pull_request.user.login == 'dependabot[bot]'")
  expect(commit?.needs).toBe('build')

  const clone = folderWith({ 'dist/index.js': 'old', 'dist/1.index.js': 'old', 'package.json': 'old' })
  const root = folderWith({ gh: '#!/bin/sh\n' })
  const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=old')
  git('init', '--quiet', '--bare', join(root, 'origin'))
  git('remote', 'add', 'origin', join(root, 'origin'))
  // The result of the previous steps.
  renameSync(join(clone, 'dist/1.index.js'), join(clone, 'dist/2.index.js'))
  write(clone, { 'dist/index.js': 'new', 'package.json': 'new' })
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

- ten

## [1.1.0] - 2026-02-01

- one

## [1.0.0] - 2026-01-01

[1.10.0]: https://example.com/releases/tag/v1.10.0
`
const RELEASE_NOTES = resolve('scripts/release-notes.ts')

it.each([
  ['v1.10.0', '1.10.0', 0, '- ten\n'],
  ['v1.1.0', '1.1.0', 0, '- one\n'],
  ['v1.2.0', '1.2.0', 1, ''],
  ['v1.0.0', '1.0.0', 1, ''],
  ['v1.1.0', '1.10.0', 1, ''],
])(
  'the notes of the tag %s at version %s are its section, or there is no release',
  (tag, version, status, section) => {
    const cwd = folderWith({ 'package.json': JSON.stringify({ version }), 'CHANGELOG.md': CHANGELOG })
    const notes = spawnSync(process.execPath, [RELEASE_NOTES, tag], { cwd, encoding: 'utf8' })
    expect(notes.status, notes.stderr).toBe(status)
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
] as const)('the major tag %s', (_, GITHUB_REF_NAME, releases, EXISTS, ALLOWED, status, request) => {
  const folder = folderWith({ releases: releases.join('\n'), asked: '', gh: GH, summary: '' })
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
