import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'))

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const SCRIPT = resolve('scripts/release-notes.ts')
const CHANGELOG = `# Changelog

## [1.10.0] - 2026-03-02

### Added

- ten, see [the other](https://example.com)

## [1.1.0] - 2026-02-01

- one

## [1.0.0] - 2026-01-01

[1.10.0]: https://example.com/releases/tag/v1.10.0
`

/** The notes of a release, or why there are none. */
function notes(tag: string, version: string) {
  const cwd = folderWith({ 'package.json': JSON.stringify({ version }), 'CHANGELOG.md': CHANGELOG })
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag], { cwd, encoding: 'utf8' })
  return { status, section: stdout.split('\n---\n\n')[0], stderr }
}

it.each([
  ['v1.10.0', '1.10.0', 0, '### Added\n\n- ten, see [the other](https://example.com)\n', ''],
  ['v1.1.0', '1.1.0', 0, '- one\n', ''],
  ['v1.2.0', '1.2.0', 1, '', 'CHANGELOG.md says nothing of 1.2.0'],
  ['v1.1', '1.1', 1, '', 'CHANGELOG.md says nothing of 1.1'],
  ['v1.0.0', '1.0.0', 1, '', 'CHANGELOG.md says nothing of 1.0.0'],
  ['v1.1.0', '1.10.0', 1, '', 'the tag is v1.1.0, and the version in package.json is 1.10.0'],
  ['1.1.0', '1.1.0', 1, '', 'the tag is 1.1.0'],
])(
  'the notes of the tag %s at version %s are its section, or there is no release',
  (tag, version, status, section, reason) => {
    expect(notes(tag, version)).toEqual({ status, section, stderr: expect.stringContaining(reason) })
  },
)

/** The requests to GitHub of the step that moves the major tag. */
function moveMajorTag(tag: string, releases: string[], exists: boolean) {
  const folder = folderWith({ releases: releases.join('\n'), asked: '' })
  const gh = join(folder, 'gh')
  writeFileSync(
    gh,
    `#!/bin/bash
case "$*" in
  'release list '*) cat '${folder}/releases' ;;
  *'/git/ref/tags/'*) ${exists} ;;
  *) echo "$*" >> '${folder}/asked' ;;
esac
`,
  )
  chmodSync(gh, 0o755)
  const PATH = `${folder}:${process.env['PATH']}`
  const env = { PATH, GITHUB_REF_NAME: tag, GITHUB_SHA: 'abc', GH_REPO: 'acme/x' }
  const { run } = jobs['move-major-tag'].steps.at(-1)
  // The runner's options for `shell: bash`.
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
  const { status } = spawnSync('bash', options, { env, encoding: 'utf8' })
  return { status, asked: readFileSync(join(folder, 'asked'), 'utf8') }
}

it.skipIf(process.platform === 'win32').each([
  [
    'is created with the first release',
    'v2.0.0',
    ['v2.0.0', 'v10.4.0', 'v1.9.9'],
    false,
    0,
    'POST repos/acme/x/git/refs -f ref=refs/tags/v2 -f sha=abc',
  ],
  [
    'moves to the newest release',
    'v1.10.0',
    ['v1.10.0', 'v1.9.0', 'v2.0.0'],
    true,
    0,
    'PATCH repos/acme/x/git/refs/tags/v1 -f sha=abc -F force=true',
  ],
  ['stays for a patch of an older release', 'v1.9.1', ['v1.9.1', 'v1.10.0'], true, 0, undefined],
  ['stays if the releases cannot be listed', 'v1.0.0', [], true, 1, undefined],
] as const)('the major tag %s', (_, tag, releases, exists, status, request) => {
  const asked = request ? `api --silent --method ${request}\n` : ''
  expect(moveMajorTag(tag, [...releases], exists)).toEqual({ status, asked })
})

it('a release is published after all checks, and the major tag moves last', () => {
  const neededBy = (job: string): string[] =>
    [jobs[job].needs ?? []].flat().flatMap((needed: string) => [...neededBy(needed), needed])
  expect(neededBy('move-major-tag')).toEqual(['check', 'notes', 'attest', 'publish'])
  // A job with a condition may start although a job that it needs has failed.
  for (const job of Object.keys(jobs)) expect(jobs[job]).not.toHaveProperty('if')
})
