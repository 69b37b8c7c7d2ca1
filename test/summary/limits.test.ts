import { expect, it } from 'vitest'
import { explain } from '../../src/deployment/errors.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import { jobLinks } from '../../src/github/event.ts'
import { createRedactor } from '../../src/github/redact.ts'
import { say, words } from '../../src/lib/sentence.ts'
import { createComment } from '../../src/report/comment.ts'
import { INITIAL_STATE, nextState, type RunState } from '../../src/report/run-state.ts'
import { createSummary } from '../../src/report/summary.ts'
import { tries } from '../tries.ts'

const MIB = 1024 * 1024

/** Checks that all tags, entities and fences of a summary are complete. */
function expectWellFormed(summary: string) {
  const open: string[] = []
  const html = summary.replace(/^```.*?^```$|^<!-- [a-z: -]* -->/gms, '')
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z]+)[^<>]*>/g)) {
    if (name === 'br' || name === 'wbr') continue
    if (closing) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
  expect(summary.match(/^```/gm)?.length ?? 0).toBeOneOf([0, 2])
  // Only complete tags, complete entities and the marker.
  expect(/[<>]|&(?!#\d+;)/.exec(html.replace(/<\/?[a-z]+[^<>]*>/g, ''))).toBe(null)
}

/** A run with excessive texts in all fields. */
function excessiveRun(text: string): { state: RunState; outcome: Outcome } {
  const many = <T>(count: number, item: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => item(i))
  const labels = Object.fromEntries(
    many(20_000, index => [`${text.slice(0, 40)}${index}`, text.slice(0, 100)]),
  )
  let { spans } = INITIAL_STATE
  const note = (event: Parameters<typeof nextState>[1], at: number) => {
    spans = nextState({ ...INITIAL_STATE, spans }, event, at).spans
  }
  for (const [index, phase] of (['look_up', 'create', 'wait'] as const).entries()) {
    const start = index * 2_000_000
    note({ type: 'phase', phase }, start)
    for (let at = 0; at < 2000; at++) note({ type: 'status', status: say`${text}` }, start + at * 1000)
  }
  const config = { custom_url: text, repo_url: text, resource_spec: { labels } }
  const revision = { repo_ref: text, image_uri: text, source_tarball_path: text, repo_commit_sha: text }
  const read = {
    id: text,
    name: text,
    status: text,
    tenant_id: text,
    latest_revision_id: text,
    active_revision_id: text,
    source: 'repohost' as const,
    source_config: config,
    source_revision_config: revision,
  }
  return {
    state: {
      name: text,
      created: true,
      request: {
        name: text,
        source: 'repohost',
        source_config: config,
        source_revision_config: revision,
        secrets: many(10_000, index => ({ name: `${text.slice(0, 100)}${index}`, value: 'hidden' })),
      },
      deployment: { read: read as never, sent: read },
      differences: many(10_000, index => ({ path: say`${text}${index}`, requested: text, existing: text })),
      spans,
    },
    outcome: {
      result: 'failed',
      failure: { code: 'differs', what: say`${text}`, said: { text, fields: [] }, status: 422 },
    },
  }
}

it.each([
  ['letters', 'x'],
  ['markup', '<b>&"'],
  ['the character with the longest escape', '\u202e'],
  ['characters of four bytes', '😀'],
  ['backquotes and fences', '\n```\n`<'],
])('a summary of excessive texts is within the limit and well-formed: %s', async (_, text) => {
  const { state, outcome } = excessiveRun(text.repeat(tries(10_000)))
  const explanation = await explain({ code: 'differs' })
  const problems = Array.from({ length: tries(20_000) }, () => ({ message: say`${text.repeat(1000)}` }))
  const summary = createSummary({ state, outcome, problems, links: [], explanation }, createRedactor().redact)
  expect(Buffer.byteLength(summary)).toBeLessThan(MIB)
  expectWellFormed(summary)
  // The most important parts are present, and say what they leave out.
  const parts = [/What to do/, /more characters/, /more<\/li>/]
  expect(parts.filter(part => !part.test(summary.replaceAll('<wbr>', '')))).toEqual([])
})

it('the chart contains no text of the service', () => {
  const { state, outcome } = excessiveRun('SERVICE')
  const summary = createSummary({ state, outcome, problems: [], links: [] }, same => same)
  const [chart = ''] = /```mermaid.*?```/s.exec(summary) ?? []
  expect(chart).toContain('Look up')
  expect(chart).not.toContain('SERVICE')
})

const JOB = {
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  GITHUB_RUN_ID: '42',
}

it('links lead to the commit, the run and the repository of the job', () => {
  expect(jobLinks(JOB).map(({ url }) => url)).toEqual([
    'https://github.example/acme/shop/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
    'https://github.example/acme/shop/actions/runs/42',
    'https://github.example/acme/shop',
  ])
  expect(jobLinks({ ...JOB, GITHUB_SERVER_URL: 'https://company.example/git/' })[2]?.url).toBe(
    'https://company.example/git/acme/shop',
  )
})

it.each([
  [{}, 0],
  [{ ...JOB, GITHUB_SERVER_URL: 'javascript:alert(1)' }, 0],
  [{ ...JOB, GITHUB_REPOSITORY: 'a/b"><script>' }, 0],
  [{ ...JOB, GITHUB_SHA: '"><b>', GITHUB_RUN_ID: '1/../..' }, 1],
])('an invalid address of the job is not linked: %j', (env, count) => {
  expect(jobLinks(env)).toHaveLength(count)
})

it.each([
  ['https://shop.example/a?b=c&d', 'https://shop.example/a?b=c&d', true],
  ['https://shop.example', 'https://elsewhere.example', false],
  ['javascript:alert(1)', 'javascript:alert(1)', false],
  ['https://shop.example/"onclick="', 'https://shop.example/"onclick="', false],
  ['https://shop.example/?key=hidden', 'https://shop.example/?key=hidden', false],
])('a requested URL %s with the existing URL %s is linked: %s', (asked, there, linked) => {
  const read = { id: '1', source_config: { custom_url: there } }
  const request = {
    name: 'shop',
    source: 'internal_template' as const,
    source_config: { custom_url: asked },
    source_revision_config: {},
    secrets: [],
  }
  const deployment = { read: read as never, sent: read }
  const ending = {
    state: { ...INITIAL_STATE, created: true, request, deployment },
    outcome: { result: 'created' as const, deployment },
    problems: [],
    links: [],
  }
  const redactor = createRedactor()
  redactor.add('hidden', { what: words('a secret'), isMasked: true })
  const summary = createSummary(ending, redactor.redact)
  expect(summary.includes('<a href=')).toBe(linked)
})

it.each([
  ['letters', 'x'],
  ['the character with the longest escape', '\u202e'],
  ['characters of four bytes', '😀'],
])('a comment of excessive texts is within the limit and well-formed: %s', (_, text) => {
  const { state, outcome } = excessiveRun(text.repeat(2000))
  const explanation = explain({ code: 'differs' })
  const problems = Array.from({ length: 2000 }, () => ({ message: say`${text.repeat(100)}` }))
  const ending = { state, outcome, problems, links: [], explanation }
  const comment = createComment(ending, createRedactor().redact, 0)
  expect(comment.length).toBeLessThanOrEqual(65_536)
  expectWellFormed(comment)
  expect(comment).toContain('Deployment differs')
})
