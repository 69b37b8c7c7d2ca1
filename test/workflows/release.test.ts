import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('the notes of a release', () => {
  const script = resolve('scripts/release-notes.ts')

  const notes = (tag: string, cwd: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], { cwd, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  const changelog = `# Changelog

## [Unreleased]

- not yet

## [1.10.0] - 2026-03-02

### Added

- ten, see [the other](https://example.com)

### Fixed

- nothing

## [1.1.0] - 2026-02-01

- one

## [1.0.0] - 2026-01-01

- the first

[Unreleased]: https://example.com/compare/v1.10.0...HEAD
[1.10.0]: https://example.com/releases/tag/v1.10.0
`
  const at = (version: string) =>
    folderWith({ 'package.json': JSON.stringify({ version }), 'CHANGELOG.md': changelog })

  it.each([
    ['1.10.0', '### Added\n\n- ten, see [the other](https://example.com)\n\n### Fixed\n\n- nothing\n'],
    ['1.1.0', '- one\n'],
    ['1.0.0', '- the first\n'],
  ])('for %s are its section of the changelog', (version, section) => {
    const { status, stdout, stderr } = notes(`v${version}`, at(version))
    const [said, howToBuild] = stdout.split('\n---\n\n')
    expect({ status, said, stderr }).toEqual({ status: 0, said: section, stderr: '' })
    expect(howToBuild).toContain('npm ci && npm run build')
  })

  it.each([
    ['a version that is not in the changelog', 'v1.2.0', '1.2.0', 'CHANGELOG.md says nothing of 1.2.0'],
    ['a version that is only the beginning of another', 'v1.1', '1.1', 'CHANGELOG.md says nothing of 1.1'],
    ['a version with characters of a pattern', 'v1.1..', '1.1..', 'CHANGELOG.md says nothing of 1.1..'],
    [
      'a tag of another version',
      'v1.1.0',
      '1.10.0',
      'the tag is v1.1.0, and the version in package.json is 1.10.0',
    ],
    ['a tag without a v', '1.1.0', '1.1.0', 'the tag is 1.1.0'],
  ])('are refused for %s', (_, tag, version, reason) => {
    const { status, stdout, stderr } = notes(tag, at(version))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(reason)
  })

  it('are refused for an empty section', () => {
    const files = {
      'package.json': '{"version": "1.0.0"}',
      'CHANGELOG.md': '## [1.0.0] - 2026-01-01\n\n## [0.9.0]\n- x\n',
    }
    expect(notes('v1.0.0', folderWith(files))).toMatchObject({ status: 1, stdout: '' })
  })

  it('exist for the current version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(notes(`v${version}`, '.')).toMatchObject({ status: 0, stdout: expect.stringContaining('- ') })
  })
})

describe.skipIf(process.platform === 'win32')('the major tag', () => {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'))
  const { run, shell } = jobs['move-major-tag'].steps.at(-1)

  /** The requests to GitHub of the step that moves the major tag, for a tag and existing releases. */
  function move(tag: string, releases: string[], { exists }: { exists: boolean }) {
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
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      GITHUB_REF_NAME: tag,
      GITHUB_SHA: 'abc',
      GH_REPO: 'acme/x',
    }
    // The same options as on the runner.
    const options = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e']
    const { status, stdout } = spawnSync('bash', [...options, '-c', run], { env, encoding: 'utf8' })
    return { status, stdout, asked: readFileSync(join(folder, 'asked'), 'utf8') }
  }

  it('is created with the first release of its major version', () => {
    const releases = ['v2.0.0', 'v10.4.0', 'v1.9.9']
    expect(move('v2.0.0', releases, { exists: false })).toMatchObject({
      status: 0,
      asked: 'api --silent --method POST repos/acme/x/git/refs -f ref=refs/tags/v2 -f sha=abc\n',
    })
  })

  it('moves to the newest release', () => {
    const releases = ['v1.10.0', 'v1.9.0', 'v1.2.0', 'v2.0.0', 'v10.0.0']
    expect(move('v1.10.0', releases, { exists: true })).toMatchObject({
      status: 0,
      asked: 'api --silent --method PATCH repos/acme/x/git/refs/tags/v1 -f sha=abc -F force=true\n',
    })
  })

  it('stays unchanged for a patch of an older release', () => {
    const { status, stdout, asked } = move('v1.9.1', ['v1.9.1', 'v1.10.0'], { exists: true })
    expect({ status, asked }).toEqual({ status: 0, asked: '' })
    expect(stdout).toContain('v1 stays where it is, because v1.10.0 is newer')
  })

  it('stays unchanged if the releases cannot be listed', () => {
    expect(move('v1.0.0', [], { exists: true })).toMatchObject({ status: 1, asked: '' })
  })
})

describe('a release', () => {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'))

  const neededBy = (job: string): string[] =>
    [jobs[job].needs ?? []].flat().flatMap((needed: string) => [...neededBy(needed), needed])

  it('is published after all checks, and the major tag moves last', () => {
    expect(neededBy('publish')).toEqual(['check', 'notes', 'attest'])
    expect(neededBy('move-major-tag')).toEqual(['check', 'notes', 'attest', 'publish'])
    // A job with a condition may start although a job that it needs has failed.
    for (const job of Object.keys(jobs)) expect(jobs[job]).not.toHaveProperty('if')
  })
})
