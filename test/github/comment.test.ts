import { describe, expect, it } from 'vitest'
import { readWorkflow } from '../../src/inputs/workflow.ts'
import { COMMIT, pullRequest } from '../harness/job.ts'
import { test } from '../harness/test.ts'
import { IMAGE, variablesOf } from '../orders.ts'
import { readPage } from '../security/page.ts'
import { openGitHub } from './github.ts'

const TOKEN = 'ghs_0123456789abcdef'
const INPUTS = { ...IMAGE, comment: 'true', github_token: TOKEN, if_exists: 'reuse' }
const EVENT = pullRequest({ sha: 'c0ffee'.repeat(6).padEnd(40, '0'), ref: 'feature/cart' })
const MARKER = /^\s*<!--.*-->/
const text = (markdown = '') => readPage(markdown.replace(MARKER, '')).text.replaceAll(/\s+/g, ' ').trim()

describe.concurrent('the comment on a pull request', () => {
  test('is the report, updated in place on failure and for a plan', async ({ serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const steps = [
      [{}, '✅'],
      [{ dry_run: 'true' }, '🧪'],
      [{ if_exists: 'fail' }, '❌'],
      [{ wait_for: 'godot' }, 'wait_for'],
      [{ source: 'git' }, 'source'],
    ] as const
    for (const [inputs, sign] of steps) {
      const run = await create(service, { ...INPUTS, ...inputs }, { event: EVENT, env: github.env })
      const [comment, ...others] = github.comments
      expect([run.warnings, others]).toEqual([[], []])
      expect(comment?.body).toMatch(MARKER)
      expect(text(comment?.body)).toBe(text(run.outputs['report']))
      expect(text(comment?.body)).toContain(sign)
      expect(run.masks).toContain(TOKEN)
      expect(JSON.stringify(service.requests) + run.shown).not.toContain(TOKEN)
    }
    for (const token of github.tokens) expect(token).toMatch(new RegExp(`^(token|bearer) ${TOKEN}$`, 'i'))
    const writes = github.asked.filter(call => !call.startsWith('query'))
    expect(writes).toEqual(['create 7', ...Array(4).fill('update 1001')])
  })

  test('is one for each service and each name', async ({ serve, create, atEnd }) => {
    const [one, other, github] = [await serve(), await serve(), await openGitHub(atEnd)]
    const step = { event: EVENT, env: github.env }
    for (const service of [one, other, one]) await create(service, INPUTS, step)
    await create(one, { ...INPUTS, name: 'cart' }, step)
    expect(github.comments).toHaveLength(3)
    const markers = github.comments.map(({ body }) => MARKER.exec(body)?.[0])
    expect(new Set(markers).size).toBe(3)
    for (const marker of markers) expect(marker).not.toContain('127.0.0.1')
  })

  test("is found among hundreds, and only the token's own is touched", async ({ serve, create, atEnd }) => {
    const first = await openGitHub(atEnd)
    const service = await serve()
    await create(service, INPUTS, { event: EVENT, env: first.env })
    const marker = MARKER.exec(first.comments[0]?.body ?? '')?.[0] ?? expect.unreachable()
    const others = Array.from({ length: 250 }, (_, index) => ({
      ...{ id: index + 1, body: index % 2 ? `${marker}\nforged` : 'Nice', viewerDidAuthor: index % 2 === 0 },
    }))
    const own = { id: 900, body: `${marker}\nold`, viewerDidAuthor: true }
    const github = await openGitHub(atEnd, [...others.slice(0, 120), own, ...others.slice(120)])
    await create(service, INPUTS, { event: EVENT, env: github.env })
    expect(github.asked.filter(call => !call.startsWith('query'))).toEqual(['update 900'])
    expect(own.body).not.toContain('old')
  })

  test.for([403, 404, 500])('that GitHub refuses with %d is a warning', async (status, { serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    github.refuse(status)
    const { exitCode, warnings, summary } = await create(service, INPUTS, { event: EVENT, env: github.env })
    expect(exitCode).toBe(0)
    expect(warnings).toHaveLength(1)
    if (status < 500) expect(warnings[0]?.message).toContain('pull-requests: write')
    expect(text(summary)).toContain('⚠️')
  })

  const pull_request = { url: 'https://api.github.com/repos/acme/shop/pulls/7' }
  const at = (id: number, number: number) => ({ number, base: { repo: { id, name: 'shop' } } })
  const ofRun = (...pull_requests: object[]) => ({
    ...{ workflow_run: { head_sha: COMMIT, pull_requests }, repository: { id: 1 } },
  })
  it.for<[event: string, payload: object, pullRequest: number | undefined]>([
    ['pull_request_target', EVENT.payload, 7],
    ['issue_comment', { issue: { number: 7, pull_request } }, 7],
    ['issue_comment', { issue: { number: 7 } }, undefined],
    ['workflow_run', ofRun(at(1, 7), at(1, 8)), 7],
    ['workflow_run', ofRun(at(2, 3), at(1, 7)), 7],
    ['workflow_run', ofRun(at(2, 3)), undefined],
    ['workflow_run', ofRun(), undefined],
    ['push', { ref: 'refs/heads/main' }, undefined],
    ['schedule', {}, undefined],
  ])('of the event %s with %j is on the pull request %s', ([name, payload, pullRequest]) => {
    expect(readWorkflow(variablesOf({ name, payload })).pullRequest).toBe(pullRequest)
  })

  test('is missing without a pull request, as the log says', async ({ serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const run = await create(service, INPUTS, { env: github.env })
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(run.stdout).toMatch(/comment.*pull request|pull request.*comment/)
    expect(github.asked).toEqual([])
  })
})
