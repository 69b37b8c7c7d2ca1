import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommit, runPullRequest } from '../../src/github/event.ts'

const MERGE = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)
const base = { repo: { full_name: 'acme/shop' }, ref: 'main' }
const head = { repo: { full_name: 'acme/shop' }, ref: 'feature/cart', sha: HEAD }
const eve = { ...head, repo: { full_name: 'eve/shop' } }

const pullRequest = (head: object) => ({ pull_request: { number: 7, head, base } })
const OF_PULL_REQUEST = { sha: HEAD, ref: 'feature/cart' }
const OF_JOB = { sha: MERGE, ref: '7/merge' }

it.each([
  ['a pull request', pullRequest(head), OF_PULL_REQUEST, { fromFork: false }],
  ['another repository', pullRequest(eve), OF_PULL_REQUEST, { fromFork: true }],
  ['a deleted repository', pullRequest({ ...head, repo: null }), OF_PULL_REQUEST, { fromFork: true }],
  ['a push', { ref: 'refs/heads/main' }, OF_JOB],
  ['a comment on a pull request', { issue: { number: 7, pull_request: {} } }, OF_JOB],
  ['text that is not JSON', '{"pull_request": {"head"', OF_JOB],
  ['null', null, OF_JOB],
  ['a head that is null', { pull_request: { number: '7', head: null } }, OF_JOB],
])('the event %s gives the commit of the run and its pull request', (_, event, commit, expected?: object) => {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'event.json')
  writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event))
  const env = { GITHUB_SHA: MERGE, GITHUB_REF_NAME: '7/merge', GITHUB_EVENT_PATH: path }
  expect(runCommit(env)).toEqual(commit)
  expect(runPullRequest(env)).toEqual(expected && { number: 7, ...expected })
})

it.each(['/nowhere/event.json', tmpdir(), ''])('an event at %j, which is not a file, is none', path => {
  expect(runCommit({ GITHUB_SHA: MERGE, GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: path })).toEqual({
    sha: MERGE,
    ref: 'refs/heads/main',
  })
})
