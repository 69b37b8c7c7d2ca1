import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { type StartScript, startStep } from '../../scripts/run-step.ts'
import { openGitHub } from '../github/github.ts'
import { COMMIT, pullRequest } from '../harness/job.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from '../orders.ts'
import { readPage } from '../security/page.ts'

const FAILURE = ['error_code', 'error_message', 'http_status']
/** The outputs that the action's metadata declares for a success. */
const DECLARED = Object.keys(parse(readFileSync('action.yml', 'utf8')).outputs).filter(name => !FAILURE.includes(name))

describe.concurrent('the outputs', () => {
  test('of a create are the deployment as the service sent it', async ({ serve, create }) => {
    const service = await serve()
    const custom_url = 'https://shop.example/a?b=1&c=2'
    const inputs = { ...repositoryOrder(service), secrets: 'KEY=hidden-value', custom_url }
    const { outputs, summary } = await create(service, inputs)
    const [deployment = expect.unreachable()] = service.deployments
    const { id, name, status, tenant_id, latest_revision_id, active_revision_id } = deployment
    expect(new Set(Object.keys(outputs))).toEqual(new Set(DECLARED))
    expect(outputs).toMatchObject({
      ...{ id, name, status, tenant_id, latest_revision_id, active_revision_id, created: 'true' },
      ...{ url: custom_url, repo_url: service.repositories[0]?.url, repo_ref: 'main' },
      ...{ repo_commit_sha: COMMIT, image_version: '', differences: '[]' },
    })
    expect(JSON.parse(outputs['deployment'] ?? '')).toEqual({ ...deployment, secrets: ['KEY'] })
    // The address is the one text of the service that is a link.
    expect(readPage(summary).links).toEqual([{ href: custom_url, text: custom_url }])
    const request = service.of('create')[0]?.body as object
    expect(JSON.parse(outputs['request'] ?? '')).toEqual({ ...request, secrets: ['KEY'] })
  })

  test('of a failure have the request, the report and the status', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(307, '', { location: '/login' }))
    const [inputs, files] = [{ ...IMAGE, custom_url: 'https://shop.example', config: 'a.yml' }, { 'a.yml': 'id: a' }]
    const { outputs } = await create(service, inputs, { files })
    expect(outputs).toMatchObject({ created: '', error_code: 'unknown_outcome', id: '', http_status: '307', url: '' })
    expect(outputs['request']).toContain('"name":"shop"')
    expect(outputs['report']).toMatch(/^## /)
  })
})

test('what the service said is cut, and error_message to a line of 500', async ({ serve, create }) => {
  const service = await serve()
  const field = (name: string) => ({ loc: ['body', name], msg: `${name}\n`.repeat(400) })
  service.override('create', 1, answer(422, { detail: ['qa', 'qb', 'qc', 'qd'].map(field) }))
  const { errors, outputs, summary } = await create(service, IMAGE)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.message.length).toBeLessThanOrEqual(4000)
  expect((errors[0]?.message.match(/q[a-d]/g) ?? []).length).toBeLessThanOrEqual(500)
  expect((summary.match(/q[a-d]/g) ?? []).length).toBeLessThanOrEqual(1000)
  expect(outputs['error_message']?.length).toBeLessThanOrEqual(500)
  expect(outputs['error_message']).not.toContain('\n')
})

const plain = (markdown = '') => readPage(markdown).text.replaceAll(/\s+/g, ' ')
/** What an earlier run deployed of another image. */
const image_uri = 'registry.example/shop:2'
const OTHER = { source_revision_config: { image_uri }, secrets: [{ name: 'A', value: 'hidden' }] }

describe.concurrent('the summary', () => {
  test('has its parts in the order in which they are needed', async ({ serve, create }) => {
    const service = await serve({ deployments: [OTHER] })
    const inputs = { ...IMAGE, dry_run: 'true', secrets: 'A=abc\nLONG=long enough' }
    const { summary, outputs, warnings, errors } = await create(service, inputs)
    expect(summary).toMatch(/^## ❌ /)
    expect(outputs['report']?.split('\n')[0]).toBe(summary.split('\n')[0])
    // What failed, the warnings, what to do, the deployment, the differences, and the request.
    const [said = '', ...rest] = errors[0]?.message.split('\n') ?? []
    const differences = `source_revision_config.image_uri"${IMAGE.image_uri}"`
    const details = [`id${outputs['id']}`, differences, '"name": "shop"']
    const parts = [said, warnings[0]?.message, rest.at(-1), ...details]
    const text = plain(summary).replaceAll(' ', '')
    const found = parts.map(part => text.indexOf(plain(part).replaceAll(' ', '')))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    const [before = '', request = ''] = summary.split('<details>')
    expect(before).toContain('<table>')
    expect(plain(request)).toContain('"LONG"')
    expect(summary).not.toContain('long enough')
    expect(outputs['report']).not.toContain('<details>')
  })

  test('stays within 1 MiB, and its report within a comment', async ({ serve, create, atEnd }) => {
    const github = await openGitHub(atEnd)
    const spec = (sign: string) => ({
      labels: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, sign.repeat(700)])),
    })
    const service = await serve({ deployments: [{ source_config: { resource_spec: spec('<') } }] })
    const inputs = { ...IMAGE, resource_spec: JSON.stringify(spec('>')), if_exists: 'reuse' }
    const withComment = { ...inputs, comment: 'true', github_token: 'ghs_0123456789' }
    const step = { event: pullRequest({ sha: 'c'.repeat(40), ref: 'topic' }), env: github.env }
    const { summary, outputs, exitCode } = await create(service, withComment, step)
    expect(exitCode).toBe(0)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    expect(outputs['report']?.length).toBeLessThanOrEqual(65_536)
    expect(outputs['report']).toMatch(/^## ⚠️ /)
    expect(github.comments[0]?.body).toMatch(/^## ⚠️ /m)
    for (const page of [summary, outputs['report']]) expect(plain(page)).toContain(outputs['id'])
  })
})

const FULL = '/dev/full'
const GONE = '/nowhere/at/all'

describe.concurrent('a file of the runner that cannot be written', () => {
  test.for([FULL, GONE])('takes nothing from a create: %s for the outputs', async (file, { serve, create }) => {
    const service = await serve()
    const { exitCode, errors, stdout, stderr, summary } = await create(service, IMAGE, { env: { GITHUB_OUTPUT: file } })
    expect({ exitCode, stderr, creates: service.of('create').length }).toEqual({ exitCode: 1, stderr: '', creates: 1 })
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/file of outputs.*\nThis run created the deployment/) },
    ])
    const id = `${service.deployments[0]?.id}`
    expect(stdout.indexOf('was created')).toBeLessThan(stdout.indexOf('::error'))
    for (const text of [stdout, summary]) expect(text).toContain(id)
    expect(summary).toMatch(/^## ❌ Internal[\s\S]*The request \(secrets by name\)/)
    expect(stdout).not.toMatch(/^ +at /m)
  })

  test('takes nothing from a create: /dev/full for the summary', async ({ serve, create }) => {
    const service = await serve()
    const { exitCode, errors, outputs } = await create(service, IMAGE, { env: { GITHUB_STEP_SUMMARY: FULL } })
    expect({ exitCode, errors: errors.length }).toEqual({ exitCode: 1, errors: 1 })
    const { id } = service.deployments[0] ?? expect.unreachable()
    expect(outputs).toMatchObject({ id, created: 'true', error_code: 'internal' })
    expect(outputs['error_message']).toContain('file of the summary')
    expect(outputs['report']).toMatch(/^## ❌ Internal/)
  })

  test('ends no wait, and leaves a failure its own error', async ({ serve, create, run }) => {
    const service = await serve({ deployments: [OTHER] })
    const all = { ...IMAGE, secrets: 'A=long enough' }
    const first = await create(service, all, { env: { GITHUB_OUTPUT: FULL, GITHUB_STEP_SUMMARY: '/' } })
    expect(first.errors).toMatchObject([{ properties: { title: 'Differs' } }])
    expect(first.stdout).toMatch(/^The runner's file of outputs .*\nThe runner's file of the summary /m)
    const inputs = { base_url: service.base_url, name: 'shop' }
    const waited = await run({ action: 'wait', with: inputs, env: { GITHUB_OUTPUT: GONE } })
    expect(waited.errors).toHaveLength(1)
    expect(waited.summary).toMatch(/^## ❌ Internal[\s\S]*>id<.*\w{8}-/)
    expect(waited.stdout).toContain('is active')
  })

  test('takes nothing from a list', async ({ serve, run }) => {
    const { base_url } = await serve({ deployments: [{}] })
    const list = (env: Record<string, string>) => run({ action: 'list', with: { base_url }, env })
    const expected = { count: '1', names: '["shop"]', error_code: 'internal' }
    const withoutOutputs = await list({ GITHUB_OUTPUT: FULL })
    expect(withoutOutputs.summary).toMatch(/^## ❌ Internal[\s\S]*<td><code>/)
    expect(withoutOutputs.stdout).toContain('Found 1 deployments')
    const { exitCode, outputs } = await list({ GITHUB_STEP_SUMMARY: GONE + FULL })
    expect({ exitCode, ...outputs }).toMatchObject({ exitCode: 1, ...expected, file: expect.stringMatching(/json$/) })
    const withoutFile = await list({ RUNNER_TEMP: GONE })
    expect(withoutFile).toMatchObject({ exitCode: 1, outputs: expected })
    expect(withoutFile.summary).toContain('<td><code>')
  })
})

test('a log that nobody reads fails no run', async ({ serve }) => {
  const { base_url } = await serve()
  const start: StartScript = (file, options) => {
    const child = spawn(process.execPath, [file], { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.destroy()
    const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, stdout: '', stderr: '' }))
    return { kill: signal => void child.kill(signal), stdout: () => '', result: ended }
  }
  const { result } = await startStep({ with: { base_url, ...IMAGE } }, start)
  expect(await result).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
})
