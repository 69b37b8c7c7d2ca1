import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nameKey, runCommit, runPullRequest } from '../../src/github/event.ts'

const MERGE = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)
const side = (full_name: string, more = {}) => ({ repo: { full_name }, ...more })
const head = side('acme/shop', { sha: HEAD, ref: 'feature/cart' })
const pullRequest = { number: 7, head, base: side('acme/shop', { ref: 'main' }) }

/** The variables of a job whose event has this payload. */
function jobWith(payload: unknown, path?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'event.json')
  writeFileSync(file, typeof payload === 'string' ? payload : JSON.stringify(payload))
  return { GITHUB_SHA: MERGE, GITHUB_REF_NAME: '7/merge', GITHUB_EVENT_PATH: path ?? file }
}

it('a run of a pull request has its number, and the head commit instead of the merge commit', () => {
  const env = jobWith({ pull_request: pullRequest })
  expect(runCommit(env)).toEqual({ sha: HEAD, ref: 'feature/cart' })
  expect(runPullRequest(env)).toEqual({ number: 7, fromFork: false })
})

it.each([
  ['another repository', { ...pullRequest, head: side('eve/shop', { sha: HEAD }) }],
  ['a deleted repository', { ...pullRequest, head: { sha: HEAD, repo: null } }],
])('a pull request is from a fork if its branch is in %s', (_, pull_request) => {
  expect(runPullRequest(jobWith({ pull_request }))).toEqual({ number: 7, fromFork: true })
})

describe('a run has the commit in GITHUB_SHA, and no pull request, if the event', () => {
  it.each([
    ['is a push', { ref: 'refs/heads/main' }],
    ['is a comment on a pull request', { issue: { number: 7, pull_request: {} } }],
    ['is not JSON', '{"pull_request": {"head"'],
    ['is a list', '[]'],
    ['is null', 'null'],
    ['has a head that is null', { pull_request: { head: null } }],
    [
      'has an invalid commit and number',
      { pull_request: { number: '7/../8', head: { sha: '"><b>', ref: 'x' } } },
    ],
    [
      'has a numeric commit and a fractional number',
      { pull_request: { number: 7.5, head: { sha: 7, ref: 'x' } } },
    ],
  ])('%s', (_, payload) => {
    expect(runCommit(jobWith(payload))).toEqual({ sha: MERGE, ref: '7/merge' })
    expect(runPullRequest(jobWith(payload))).toBeUndefined()
  })

  it.each(['/nowhere/event.json', tmpdir(), '', '/dev/zero'])('is at %j, which is not a file', path => {
    expect(runCommit(jobWith({}, path))).toEqual({ sha: MERGE, ref: '7/merge' })
    expect(runPullRequest(jobWith({}, path))).toBeUndefined()
  })
})

it('a run without GITHUB_SHA has no commit', () => {
  expect(runCommit({ GITHUB_SHA: '', GITHUB_REF: 'refs/heads/main' })).toEqual({ ref: 'refs/heads/main' })
})

it('the key of a name is a hash of exactly this name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(nameKey(a)).toMatch(/^[0-9a-f]{64}$/)
      expect(nameKey(a) === nameKey(b)).toBe(a === b)
    }),
  )
})
