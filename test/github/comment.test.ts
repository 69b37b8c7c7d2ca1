import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readWorkflow } from '../../src/inputs/workflow.ts'
import { writeComment } from '../../src/report/comment.ts'
import { openRun } from '../../src/run/run.ts'
import type { Clock } from '../../src/service/http.ts'
import { COMMIT, jobVariables, pullRequest } from '../harness/job.ts'
import { NOWHERE } from '../harness/listen.ts'
import { test } from '../harness/test.ts'
import { IMAGE, variablesOf } from '../orders.ts'
import { readPage } from '../security/page.ts'
import { type GitHub, openGitHub, send } from './github.ts'

const TOKEN = 'ghs_0123456789abcdef'
const INPUTS = { ...IMAGE, comment: 'true', github_token: TOKEN, if_exists: 'reuse' }
const EVENT = pullRequest({ sha: 'c0ffee'.repeat(6).padEnd(40, '0'), ref: 'feature/cart' })
const MARKER = /^\s*<!--.*-->/
const text = (markdown = '') => readPage(markdown.replace(MARKER, '')).text.replaceAll(/\s+/g, ' ').trim()

/** Writes a comment in this process, for a job with this signal and these pauses. */
async function writeBy({ env }: GitHub, signal: AbortSignal, sleep: Clock['sleep']) {
  const output = { info() {}, warning() {}, setSecret() {}, setOutput() {}, isDebug: () => false, debug() {} }
  const run = openRun({ mayCreate: true, restriction: undefined }, output)
  const clock = { now: () => performance.now(), date: () => Date.now(), sleep }
  const comment = { github_token: TOKEN, base_url: NOWHERE, name: 'shop', body: 'Done' }
  const workflow = { ...readWorkflow(jobVariables(EVENT)), pullRequest: 7 }
  await writeComment(comment, workflow, run, { env, signal, clock, random: Math.random })
  return run
}

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

  const HTML = { 'content-type': 'text/html; charset=utf-8' }
  const page = '<!doctype html><title>Sign in to the proxy</title>'
  const limit = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  const denied = 'Resource not accessible by integration'
  const locked = 'Unable to create comment because issue is locked.'
  // biome-ignore format: a table
  test.for<[when: string, call: RegExp, status: number, body: unknown, headers: Record<string, string>, words: string]>([
    ['may not write it', /create/, 403, { message: denied }, {}, denied],
    ['may not read it', /query/, 404, { message: 'Not Found' }, {}, 'Not Found'],
    ['may not read it by GraphQL', /query/, 200, { errors: [{ type: 'FORBIDDEN', message: denied }] }, {}, denied],
    ['finds it locked', /create/, 403, { message: locked }, {}, locked],
    ['finds it locked by GraphQL', /query/, 200, { errors: [{ type: 'FORBIDDEN', message: 'Lock prevents it' }] }, {}, 'Lock prevents it'],
    ['is too fast', /create/, 403, { message: limit }, {}, limit],
    ['is to come again', /create/, 403, { message: 'Slow down' }, { 'retry-after': '60' }, 'Slow down'],
    ['is to come when its time is over', /query/, 503, { message: 'Busy' }, { 'retry-after': '12' }, 'answered 503 (Busy)'],
    ['is no longer there', /create/, 404, { message: "Could not resolve to a node with the global id of 'a'" }, {}, 'global id'],
    ['is sent elsewhere', /create/, 307, '', { location: `${NOWHERE}/login?token=1` }, `points to ${NOWHERE}/login;`],
    ['gets a page', /query/, 200, page, HTML, 'Sign in to the proxy'],
    ['gets no comments', /query/, 200, { data: { repository: null } }, {}, 'without the comments'],
    ['gets too much', /query/, 200, gzipSync(Buffer.alloc(65 * 2 ** 20, ' '), { level: 1 }), { 'content-encoding': 'gzip' }, '64 MiB'],
    ['gets no media type', /query/, 500, { message: 'Oh' }, { 'content-type': '/' }, 'Oh'],
  ])('that %s has a warning with the reason, and advice on its permission where that is missing', async (row, { serve, create, atEnd }) => {
    const [, call, status, body, headers, words] = row
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    github.override((asked, outgoing) => call.test(asked) && send(outgoing, status, body, headers))
    const { exitCode, warnings, summary } = await create(service, INPUTS, { event: EVENT, env: github.env })
    expect(exitCode).toBe(0)
    expect(warnings).toHaveLength(1)
    const { message = '' } = warnings[0] ?? {}
    expect(message).toContain(words)
    expect(message).not.toMatch(/Cannot read|undefined|token=/)
    expect(message.includes('pull-requests: write')).toBe([denied, 'Not Found'].includes(words))
    expect(text(summary)).toContain('⚠️')
    expect(github.asked.filter(asked => call.test(asked))).toHaveLength(status === 500 ? 2 : 1)
  })

  type Failing = (outgoing: ServerResponse, take: () => unknown) => unknown
  const unavailable: Failing = outgoing => send(outgoing, 502, page, HTML)
  const broken: Failing = outgoing => {
    outgoing.writeHead(200, { 'content-length': '9' }).write('{', () => outgoing.destroy())
  }
  const lost: Failing = (outgoing, take) => void [take(), outgoing.destroy()]
  test.for<[what: string, call: RegExp, failing: Failing, asked: string[]]>([
    ['a read that is answered 502', /query/, unavailable, ['query 7', 'query 7', 'create 7']],
    ['a read that breaks off', /query/, broken, ['query 7', 'query 7', 'create 7']],
    ['a write without an effect', /create/, unavailable, ['query 7', 'create 7', 'query 7', 'create 7']],
    ['a write whose answer is lost', /create/, lost, ['query 7', 'create 7', 'query 7', 'update 1001']],
  ])('is there once after %s', async ([, call, failing, asked], { serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    let isFirst = true
    github.override((name, outgoing, take) => {
      if (!isFirst || !call.test(name)) return false
      isFirst = false
      return failing(outgoing, take)
    })
    const { warnings } = await create(service, INPUTS, { event: EVENT, env: github.env })
    expect([warnings, github.asked]).toEqual([[], asked])
    expect(github.comments).toHaveLength(1)
  })

  // In this process, as the clock of the step under test stands still while a connection is open.
  test.for<[when: string, isCancelled: boolean, ms: number]>([
    ['ten seconds', false, 10_000],
    ['a second after a signal', true, 1000],
  ])('is given up after %s, however GitHub answers', async ([, isCancelled, ms], { atEnd }) => {
    const github = await openGitHub(atEnd)
    const { promise: stalled, resolve: stall } = Promise.withResolvers<void>()
    github.override((_call, outgoing) => void outgoing.writeHead(200).write('{', () => stall()))
    const ending = new AbortController()
    const sleep = async (time: number, signal: AbortSignal) => {
      await stalled
      if (isCancelled) ending.abort()
      signal.throwIfAborted()
      if (time !== ms) await new Promise(() => {})
    }
    const { warnings } = await writeBy(github, ending.signal, sleep)
    expect(warnings).toEqual([expect.stringContaining('GitHub did not answer in time')])
    expect(github.asked).toEqual(['query 7'])
  })

  test('is written after a signal', async ({ atEnd }) => {
    const github = await openGitHub(atEnd)
    const { warnings } = await writeBy(github, AbortSignal.abort(), () => new Promise(() => {}))
    expect([warnings, github.comments.length]).toEqual([[], 1])
  })

  test('ends a run by a signal that comes while it is written', async ({ serve, start, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const step = await start({ with: { ...INPUTS, base_url: service.base_url }, event: EVENT, env: github.env })
    github.override(() => step.kill('SIGINT'))
    expect(await step.result).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'true' } })
  })

  test('is missing without a pull request, as the log says, or a name, and unasked', async ({
    serve,
    create,
    atEnd,
  }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const run = await create(service, INPUTS, { env: github.env })
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(run.stdout).toMatch(/comment.*pull request|pull request.*comment/)
    for (const inputs of [{ name: '' }, { comment: 'false' }])
      await create(service, { ...INPUTS, ...inputs }, { event: EVENT, env: github.env })
    expect(github.asked).toEqual([])
  })
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
])('the comment for the event %s with %j is on the pull request %s', ([name, payload, pullRequest]) => {
  expect(readWorkflow(variablesOf({ name, payload })).pullRequest).toBe(pullRequest)
})
