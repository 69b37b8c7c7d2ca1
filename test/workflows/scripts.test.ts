import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jobsOf } from './workflows.ts'

// The scripts by which a release is made, run as a runner does.

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'script-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 })
  return folder
}

it.each([
  ['v1.10.0', '1.10.0', '- ten\n'],
  ['v1.2.0', '1.2.0', ''],
  ['v1.1.0', '1.10.0', ''],
])('a release of the tag %s at version %s has its section as notes, or fails', (tag, version, section) => {
  const CHANGELOG = '# Changelog\n\n## [1.10.0] - 2026-03-02\n\n- ten\n\n## [1.1.0] - 2026-02-01\n\n- one\n'
  const cwd = folderWith({ 'package.json': JSON.stringify({ version }), 'CHANGELOG.md': CHANGELOG })
  const script = resolve('scripts/release-notes.ts')
  const notes = spawnSync(process.execPath, [script, tag], { cwd, encoding: 'utf8' })
  expect(notes.status, notes.stderr).toBe(section ? 0 : 1)
  expect(notes.stdout.split('\n---\n\n')[0]).toBe(section)
})

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
  const { move } = jobsOf(readFileSync('.github/workflows/major-tag.yml', 'utf8'))
  // The runner's options for `shell: bash`.
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', move?.steps?.[0]?.run ?? '']
  const run = spawnSync('bash', options, { cwd: folder, env, encoding: 'utf8' })
  expect(run.status).toBe(status)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(read('asked')).toBe(request ? `api --silent --method ${request}\n` : '')
  const command = 'git fetch origin tag v1.10.0 && git push --force origin abc:refs/tags/v1'
  for (const text of [run.stdout, read('summary')]) expect(text.includes(command)).toBe(ALLOWED === 'false')
})
