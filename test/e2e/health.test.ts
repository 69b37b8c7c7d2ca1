import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listen } from '../listen.ts'
import { NOWHERE, sandboxForTest } from './create.ts'
import { createInQuickTime } from './create-in-turn.ts'

const MIB = 1024 * 1024
const KEY = 'key-of-the-service'
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** An application that sends these responses in order; the last repeats. */
async function application(...answers: Answer[]) {
  const asked: IncomingMessage[] = []
  const port = await listen(
    createServer((request, response) => {
      response.on('error', () => {})
      asked.push(request)
      answers[Math.min(asked.length, answers.length) - 1]?.(response, request)
    }),
  )
  return { url: `http://127.0.0.1:${port}/ok`, asked }
}

const says =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  response =>
    void response.writeHead(status, headers).end(body)

/** Answers with a text, and continues as given. */
const begins =
  (text: string, headers: Record<string, string>, goOn: Answer): Answer =>
  (response, request) => {
    response.writeHead(200, headers).write(text)
    goOn(response, request)
  }

/** Waits for a ready deployment named shop until its application is healthy, in quick time. */
async function wait(inputs: Record<string, string>, env = {}, options = {}) {
  const sandbox = await sandboxForTest(options)
  const [deployment] = sandbox.seed({ name: 'shop' })
  const given = { name: 'shop', wait_timeout: '30s', ...inputs }
  return { ...(await createInQuickTime(sandbox, given, { action: 'wait', env })), id: deployment?.id }
}

const HEALTHY = { exitCode: 0, errors: [], warnings: [], stderr: '' }
const destroy: Answer = response => void setTimeout(() => response.destroy(), 50)
const flood: Answer = (response, request) => {
  while (response.write('y'.repeat(65_536)));
  response.once('drain', () => flood(response, request))
}

const LAST = 'x'.repeat(MIB - 4)
it.each<[what: string, health_contains: string, Answer[]]>([
  ['after its URL responds with 2xx', '', [says(503, 'Starting'), says(404), says(204)]],
  ['after its response contains the text', '"v2"', [says(200, '"v1"'), says(200, '{"version":"v2"}')]],
  ['if the text ends the first MiB of an endless response', 'here', [begins(`${LAST}here`, {}, flood)]],
  ['with a response that does not end', '', [begins('fine', { 'content-length': '100' }, destroy)]],
  [
    'and the part of a secret at which its response was cut is not shown',
    'fine',
    [says(500, `${' '.repeat(MIB - 9)}${KEY}`), begins(`fine ${KEY.slice(0, 9)}`, {}, () => {})],
  ],
])('a deployment is healthy %s', async (_, health_contains, answers) => {
  const { url, asked } = await application(...answers)
  const limits = { request_timeout: '2s', wait_timeout: '1m' }
  const run = await wait({ health_url: url, health_contains, api_key: KEY, ...limits })
  expect(run).toMatchObject({ ...HEALTHY, outputs: { id: run.id } })
  expect(asked).toHaveLength(answers.length)
  expect(run.stdout.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(KEY.slice(0, 9))
  expect(run.stdout.length).toBeLessThan(5000)
  expect(run.summary).toContain('## ✅ Deployment is active and healthy')
})

const HOSTILE = '::set-output name=id::evil <script>alert(1)</script>**b** ##[error]x'
/** What neither the log nor the summary may contain after any of these answers. */
const UNTOLD = /line 2|a-secret-of-theirs|x{3000}|key-o|^\s*::set-output|##\[/m

type Told = string[]
const ELSEWHERE = { location: `${NOWHERE}/login?token=a-secret-of-theirs` }
const BRIEF = { request_timeout: '300ms' }
const HERE = { health_contains: 'here' }
const LONG = `${'x'.repeat(295)}${KEY}`

/** What the error says of the answer, and which advice it gives. */
it.each<[what: string, Answer, status: string | undefined, Told, inputs?: Record<string, string>]>([
  ['with its first line', says(500, '\nNo database\nat line 2'), '500', ['said: No database\n']],
  ['if it redirects', says(302, '', ELSEWHERE), '302', [`points to ${NOWHERE}/login,`]],
  ['if it never responds', () => {}, undefined, ['the time for an answer was over'], BRIEF],
  ['if the text comes after the first MiB', says(200, `${LAST}xxxxhere`), '200', ['first MiB'], HERE],
  ['and its response is neither a command nor markup', says(500, HOSTILE), '500', ['set-output name=id']],
  ['and a secret in its response is hidden', says(500, LONG), '500', ['xxx***\n'], { api_key: KEY }],
])('a deployment is unhealthy after the timeout, %s', async (_, answer, status, told, inputs = {}) => {
  const { url } = await application(answer)
  const run = await wait({ health_url: url, ...inputs })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unhealthy', id: run.id } })
  expect(run.outputs['http_status']).toBe(status)
  expect(run.errors).toHaveLength(1)
  const message = run.errors[0]?.message
  for (const part of [`(${run.id})`, '30 s', ...told]) expect(message).toContain(part)
  expect(run.outputs['error_message']).toContain(status ? `answered ${status}` : 'no answer')
  expect(run.stdout.replaceAll(/^::add-mask::.*$/gm, '') + run.summary).not.toMatch(UNTOLD)
  expect(run.summary).not.toContain('<script>')
})

it('a commit that nothing waits for is a difference of an unhealthy deployment', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id, repositories } = sandbox
  const [{ url = null, host_integration_id = null } = {}] = repositories
  sandbox.seed({
    name: 'shop',
    source: 'repohost',
    source_config: { integration_id: host_integration_id, repo_url: url },
    source_revision_config: { repo_ref: 'main', repo_commit_sha: 'b'.repeat(40) },
  })
  const app = await application(says(500, 'No database'))
  const run = await createInQuickTime(sandbox, {
    ...{ name: 'shop', source: 'repohost', repository: 'acme/shop', repo_ref: 'main', integration_id },
    ...{ commit: 'a'.repeat(40), if_exists: 'reuse', wait_timeout: '30s', health_url: app.url },
  })
  expect(run.outputs).toMatchObject({ error_code: 'unhealthy', created: 'false' })
  expect(run.warnings.map(({ message }) => message).join()).toContain('b'.repeat(12))
  expect(run.errors[0]?.message).not.toContain('at commit')
})
