import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../tools.ts'

const { jobs } = parse(readFileSync('.github/workflows/rebuild.yml', 'utf8'))

it('rebuild.yml runs only for pull requests of Dependabot', () => {
  expect(jobs.build.if).toBe("github.event.pull_request.user.login == 'dependabot[bot]'")
  expect(jobs.commit.needs).toBe('build')
})

describe.skipIf(process.platform === 'win32')('the commit of rebuild.yml', () => {
  it('contains the new dist/ and is pushed to the branch of the pull request', test => {
    needs(test, 'git', 'bash')
    const root = mkdtempSync(join(tmpdir(), 'rebuild-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const clone = join(root, 'clone')
    const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' })
    mkdirSync(join(clone, 'dist'), { recursive: true })
    git('init', '--quiet', '--initial-branch=main')
    for (const name of ['dist/index.js', 'dist/1.index.js', 'package.json'])
      writeFileSync(join(clone, name), 'old')
    git('add', '--all')
    git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=old')
    git('init', '--quiet', '--bare', join(root, 'origin'))
    git('remote', 'add', 'origin', join(root, 'origin'))

    // The result of the previous steps.
    rmSync(join(clone, 'dist'), { recursive: true })
    mkdirSync(join(clone, 'dist'))
    for (const name of ['dist/index.js', 'dist/2.index.js', 'package.json'])
      writeFileSync(join(clone, name), 'new')
    writeFileSync(join(root, 'gh'), '#!/bin/sh\n')
    chmodSync(join(root, 'gh'), 0o755)
    const branch = 'dependabot/npm_and_yarn/bundled-1;$(false)'
    const env = {
      PATH: `${root}:${process.env['PATH']}`,
      BRANCH: branch,
      GITHUB_STEP_SUMMARY: join(root, 'summary'),
    }
    const { run } = jobs.commit.steps.at(-1)
    const { status, stderr } = spawnSync('bash', ['-e', '-c', run], { cwd: clone, env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)

    git('fetch', '--quiet', 'origin', branch)
    expect(git('diff', '--name-status', '--no-renames', 'HEAD~', 'FETCH_HEAD').trim().split('\n')).toEqual([
      'D\tdist/1.index.js',
      'A\tdist/2.index.js',
      'M\tdist/index.js',
    ])
    expect(git('log', '-1', '--format=%s', 'FETCH_HEAD')).toContain('[dependabot skip]')
  })
})
