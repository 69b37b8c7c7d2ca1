import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RepositoryRecord } from '../../src/sandbox/service.ts'
import { repohostRequest } from './bodies.ts'

function start(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/start.ts', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('the script prints its settings and requests, fails create requests as told, and stops on a signal', async () => {
  const child = start('--serve', '--ready-after', '0ms', '--commit', 'f00ba4', '--faults', 'fail,lose')
  let seen = ''
  child.stdout.on('data', chunk => (seen += chunk))
  const found = (pattern: RegExp) =>
    vi.waitFor(() => pattern.exec(seen)?.[1] ?? expect.fail(`not seen: ${pattern}`), { timeout: 20_000 })
  await found(/(--local-repository)/)
  const base_url = await found(/base_url: (\S+)\n/)
  const integration_id = await found(/integration_id: (\S+)\n/)
  const repository = '          source: repohost\n          name: shop\n          repository: acme/shop\n'
  for (const part of ['- uses: OWNER/create-deployment@v1', repository, 'Its repositories are acme/shop, '])
    expect(seen).toContain(part)
  const headers = { 'content-type': 'application/json' }
  const get = async <Body>(path: string) => (await (await fetch(base_url + path)).json()) as Body
  const path = `/v1/integrations/forge/repohost/${integration_id}/repos`
  const repositories = await get<RepositoryRecord[]>(path)
  const create = (name: string) => {
    const secrets = [{ name: 'A', value: 'hunter2' }]
    const body = JSON.stringify({ ...repohostRequest({ repositories }, name), secrets })
    return fetch(`${base_url}/v2/deployments`, { method: 'POST', headers, body })
  }
  expect((await create('shop')).status).toBe(503)
  await expect(create('shop')).rejects.toThrow('fetch failed')
  expect((await create('web')).status).toBe(201)
  const made = { status: 'READY', source_revision_config: { repo_commit_sha: 'f00ba4' } }
  const resources = ['shop', 'web'].map(name => ({ name, ...made }))
  expect(await get('/v2/deployments')).toMatchObject({ resources })
  await fetch(`${base_url}/v2/deployments?name_contains=hidden`)
  for (const result of [503, 'dropped', 201]) expect(seen).toContain(`POST /v2/deployments ${result}\n`)
  expect(seen).not.toMatch(/hunter2|hidden/)

  // Windows has no signals: `kill` ends a process at once.
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null])
})

/** Runs the script to its end. */
async function ended(...args: string[]) {
  const child = start(...args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code }
}

test.each([
  [['--ready-after', '0'], 0, /Created deployment [-0-9a-f]+/],
  [['--faults', 'refuse'], 1, /Failed: rejected/],
])('npm start with the options %j runs the step of the release against them', async (args, code, title) => {
  const run = await ended(...args)
  expect(run).toMatchObject({ stderr: '', code, stdout: expect.not.stringContaining('\u001b') })
  expect(run.stdout).toMatch(title)
  if (code === 0) expect(run.stdout).toMatch(/URL: *http:\/\/127\.0\.0\.1:\d+\//)
})

test('npm start with --help prints the options that it has', async () => {
  const run = await ended('--help')
  expect(run).toMatchObject({
    stderr: '',
    code: 0,
    stdout: expect.stringContaining('--faults       the faults'),
  })
})

test.each([
  [['--serve', '--ready-after', 'soon'], '--ready-after must be a duration'],
  [['--fault', 'fail'], "'--fault'"],
  [['fail'], "'fail'"],
])('the script refuses the arguments %j, and prints the options that it has', async (args, words) => {
  const run = await ended(...args)
  expect(run).toMatchObject({ stdout: '', code: 2, stderr: expect.stringContaining(words) })
  expect(run.stderr).toContain('--faults       the faults')
})
