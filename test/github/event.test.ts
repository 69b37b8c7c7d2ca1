import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runPullRequest, runVersion } from '../../src/github/event.ts'

const MERGE = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)
const base = { repo: { full_name: 'acme/shop' }, ref: 'main' }
const head = { repo: { full_name: 'acme/shop' }, ref: 'feature/cart', sha: HEAD }
const eve = { ...head, repo: { full_name: 'eve/shop' } }

const pullRequest = (head: object, more = {}) => ({ pull_request: { number: 7, head, base, ...more } })
const [HEAD_REF, REVIEWED] = ['github.head_ref', 'github.event.pull_request.head.ref']
const OF_HEAD = { sha: HEAD, ref: 'refs/heads/feature/cart', expression: REVIEWED, from_fork: false }
const OF_FORK = { ...OF_HEAD, from_fork: true }
const OF_JOB = { sha: MERGE, ref: '7/merge', expression: 'github.ref' }

it.each([
  ['a review of a pull request', pullRequest(head), OF_HEAD, { fromFork: false }],
  ['another repository', pullRequest(eve), OF_FORK, { fromFork: true }],
  ['a deleted repository', pullRequest({ ...head, repo: null }), OF_FORK, { fromFork: true }],
  ['a merged pull request', pullRequest(eve, { merged: true }), OF_JOB, { fromFork: true }],
  ['a push', { ref: 'refs/heads/main' }, OF_JOB],
  [
    'a comment on a pull request',
    { issue: { number: 7, pull_request: { url: 'https://api' } } },
    { expression: REVIEWED, from_fork: false },
    { fromFork: false },
  ],
  ['a comment on an issue', { issue: { number: 7 } }, OF_JOB],
  ['text that is not JSON', '{"pull_request": {"head"', OF_JOB],
  ['null', null, OF_JOB],
  ['a head that is null', { pull_request: { number: '7', head: null } }, OF_JOB],
])(
  'the event %s gives the version of the run and its pull request',
  (_, event, version, expected?: object) => {
    const folder = mkdtempSync(join(tmpdir(), 'event-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'event.json')
    writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event))
    const env = { GITHUB_SHA: MERGE, GITHUB_REF_NAME: '7/merge', GITHUB_EVENT_PATH: path }
    expect(runVersion({ ...env, GITHUB_REPOSITORY: 'acme/shop' })).toEqual({
      repository: 'acme/shop',
      ...version,
    })
    if (runVersion(env).expression === REVIEWED)
      expect(runVersion({ ...env, GITHUB_HEAD_REF: 'feature/cart' }).expression).toBe(HEAD_REF)
    expect(runPullRequest(env)).toEqual(expected && { number: 7, ...expected })
  },
)

it.each(['/nowhere/event.json', tmpdir(), ''])('an event at %j, which is not a file, is none', path => {
  const env = { GITHUB_SHA: MERGE, GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: path }
  expect(runVersion(env)).toMatchObject({ sha: MERGE, ref: 'refs/heads/main' })
})
