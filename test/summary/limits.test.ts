import { expect, it } from 'vitest'
import { say } from '../../src/lib/sentence.ts'
import type { Ending } from '../../src/report/summary.ts'
import { createComment, createSummary } from '../../src/report/summary.ts'
import { createRedactor } from '../../src/secrets/redact.ts'
import { judgeStopped } from '../../src/verdict/stops.ts'
import { tries } from '../tries.ts'

/** Checks that all tags, entities and fences of a summary are complete. */
function expectWellFormed(summary: string) {
  const open: string[] = []
  for (const [, closing, name = ''] of summary.matchAll(/<(\/?)([a-z]+)[^<>]*>/g)) {
    if (name === 'br' || name === 'wbr') continue
    if (closing) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
  // Only complete tags and entities.
  expect(/[<>]|&(?!#\d+;)/.exec(summary.replace(/<\/?[a-z]+[^<>]*>/g, ''))).toBe(null)
}

/** A run with excessive texts in all fields. */
function excessiveRun(text: string): Ending {
  const many = <T>(count: number, item: (index: number) => T) =>
    Array.from({ length: tries(count) }, (_, index) => item(index))
  const config = {
    custom_url: text,
    repo_url: text,
    resource_spec: {
      labels: Object.fromEntries(many(20_000, index => [`${text.slice(0, 40)}${index}`, text])),
    },
  }
  const revision = { repo_ref: text, image_uri: text, source_tarball_path: text, repo_commit_sha: text }
  const fields = {
    ...{ name: text, source: 'repohost' as const, source_config: config, source_revision_config: revision },
  }
  const read = { ...fields, id: text, status: text, latest_revision_id: text, active_revision_id: text }
  const deployment = { ...read, sent: read }
  const failure = { kind: 'refused' as const, status: 422, said: { text, fields: [] } }
  const asked = { action: 'create' as const, inputs: [] }
  const facts: Ending['facts'] = {
    name: text,
    created: true,
    request: {
      ...fields,
      secrets: many(100_000, index => ({ name: `${text.slice(0, 100)}${index}`, value: 'hidden' })),
    },
    deployment,
    posts: ['rejected'],
    phases: ['look_up', 'create', 'wait'],
    notices: [],
  }
  return {
    asked,
    facts,
    verdict: {
      ...judgeStopped(asked, facts, { code: 'not_created', name: text, failure }),
      warnings: [],
      comparison: {
        differences: many(10_000, index => ({
          ...{ kind: 'value' as const, path: ['labels', `${text}${index}`] },
          ...{ requested: text, existing: text },
        })),
        unknown: [],
      },
    },
    problems: many(20_000, () => ({ message: say`${text}` })),
    links: [],
  }
}

it.each([
  ['letters', 'x'],
  ['markup', '<b>&"'],
  ['the character with the longest escape', '\u202e'],
  ['characters of four bytes', '😀'],
  ['backquotes and fences', '\n```\n`<'],
])('summary and comment of excessive texts are well-formed and within their limits: %s', (_, text) => {
  const ending = excessiveRun(text.repeat(1000))
  const { redact } = createRedactor()
  const summary = createSummary(ending, { warnings: () => [say`${text}`], redact })
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
  const comment = createComment(ending, redact)
  expect(comment.length).toBeLessThanOrEqual(65_536)
  for (const markdown of [summary, comment]) {
    expectWellFormed(markdown)
    // The most important parts are present, and say what they leave out.
    expect(markdown).toMatch(/^## ❌ Request rejected/)
    expect(markdown.replaceAll('<wbr>', '')).toContain('more characters')
  }
  expect(summary).toMatch(/more<\/li>.*What to do/s)
})
