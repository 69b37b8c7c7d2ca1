import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommit, runPullRequest } from '../../src/github/event.ts'

const MERGE = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)
const side = (full_name: string, more = {}) => ({ repo: { full_name }, ...more })
const head = side('acme/shop', { sha: HEAD, ref: 'feature/cart' })
const pullRequest = { number: 7, head, base: side('acme/shop', { ref: 'main' }) }

/** The variables of a job whose event has this payload. */
function jobWith(payload: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'event.json')
  writeFileSync(path, typeof payload === 'string' ? payload : JSON.stringify(payload))
  return {
    GITHUB_SHA: MERGE,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REF_NAME: '7/merge',
    GITHUB_EVENT_PATH: path,
  }
}

const MERGED = { sha: MERGE, ref: '7/merge' }

describe('the commit of a run', () => {
  it('is the head of the pull request, not the merge commit', () => {
    expect(runCommit(jobWith({ pull_request: pullRequest }))).toEqual({ sha: HEAD, ref: 'feature/cart' })
  })

  it.each([
    ['a push', { ref: 'refs/heads/main' }],
    ['invalid JSON', '{"pull_request": {"head"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a pull request without a head', { pull_request: { number: 7 } }],
    ['a pull request whose head is null', { pull_request: { head: null } }],
    ['a pull request with an invalid SHA', { pull_request: { head: { sha: '"><script>', ref: 'x' } } }],
    ['a pull request with a numeric SHA', { pull_request: { head: { sha: 7, ref: 'x' } } }],
  ])('is GITHUB_SHA if the event is %s', (_, payload) => {
    expect(runCommit(jobWith(payload))).toEqual(MERGED)
  })

  it('is GITHUB_SHA if the event file is larger than 25 MiB', () => {
    const env = jobWith({ pull_request: pullRequest })
    truncateSync(env.GITHUB_EVENT_PATH, 26 * 1024 * 1024)
    expect(runCommit(env)).toEqual(MERGED)
  })

  it.each(['/nowhere/event.json', tmpdir(), ''])(
    'is GITHUB_SHA if GITHUB_EVENT_PATH is %j, which is not a file',
    path => {
      const env = { GITHUB_SHA: MERGE, GITHUB_REF_NAME: 'main', GITHUB_EVENT_PATH: path }
      expect(runCommit(env)).toEqual({ sha: MERGE, ref: 'main' })
    },
  )

  it('is unknown without GITHUB_SHA', () => {
    expect(runCommit({})).toEqual({})
    expect(runCommit({ GITHUB_SHA: '', GITHUB_REF: 'refs/heads/main' })).toEqual({ ref: 'refs/heads/main' })
  })

  it('is hexadecimal for any payload', () => {
    fc.assert(
      fc.property(fc.json(), payload => {
        const { sha } = runCommit(jobWith(payload))
        expect(sha).toMatch(/^[0-9a-f]{1,64}$/i)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the pull request of a run', () => {
  it('has its number', () => {
    expect(runPullRequest(jobWith({ pull_request: pullRequest }))).toEqual({ number: 7, fromFork: false })
  })

  it.each([
    ['another repository', { ...pullRequest, head: side('eve/shop', { sha: HEAD }) }],
    ['a deleted repository', { ...pullRequest, head: { sha: HEAD, repo: null } }],
  ])('is from a fork if its branch is in %s', (_, pull_request) => {
    expect(runPullRequest(jobWith({ pull_request }))).toEqual({ number: 7, fromFork: true })
  })

  it.each([
    ['a push', { ref: 'refs/heads/main' }],
    ['a comment on a pull request', { issue: { number: 7, pull_request: {} } }],
    ['a pull request number that is a string', { pull_request: { ...pullRequest, number: '7/../8' } }],
    ['a fractional pull request number', { pull_request: { ...pullRequest, number: 7.5 } }],
  ])('is undefined for %s', (_, payload) => {
    expect(runPullRequest(jobWith(payload))).toBeUndefined()
  })
})

it.skipIf(process.platform === 'win32').each(['/dev/zero', '/dev/full'])(
  'an event in %s, which does not end, is not read',
  path => {
    expect(runPullRequest({ ...jobWith({}), GITHUB_EVENT_PATH: path })).toBeUndefined()
  },
)
