import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { templateRequest } from './bodies.ts'

function run(...args: string[]): { child: ChildProcess; seen: () => string } {
  const child = spawn(process.execPath, ['scripts/sandbox.ts', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  return { child, seen: () => output }
}

/** Waits for a value in the output. */
const found = (seen: () => string, pattern: RegExp) =>
  vi.waitFor(() => pattern.exec(seen())?.[1] ?? expect.fail(`not seen: ${pattern}`), { timeout: 20_000 })

async function serving(seen: () => string, headers: Record<string, string> = {}) {
  await found(seen, /(--local-repository)/)
  const base_url = await found(seen, /base_url: (\S+)\n/)
  const integration_id = await found(seen, /integration_id: (\S+)\n/)
  const get = (path: string) => fetch(base_url + path, { headers })
  const create = (body: object) =>
    fetch(`${base_url}/v2/deployments`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const repositories = async () =>
    (await get(`/v1/integrations/forge/repohost/${integration_id}/repos`)).json()
  return { base_url, get, create, repositories }
}

// Windows has no signals: `kill` ends a process at once.
const SIGNALS = process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const)

test.each(SIGNALS)('the script prints its settings and requests, and stops on %s', async signal => {
  const { child, seen } = run('--api-key', 'open sesame', '--ready-after', '0ms', '--commit', 'f00ba4')
  const { base_url, create, repositories } = await serving(seen, { 'x-api-key': 'open sesame' })
  const [step, act] = ['- uses: OWNER/create-deployment@v1', '--secret DEPLOYMENT_SERVICE_KEY\n']
  const key = '          api_key: ${' + '{ secrets.DEPLOYMENT_SERVICE_KEY }}\n'
  const repository = '          source: repohost\n          name: shop\n          repository: acme/shop\n'
  for (const part of [step, key, repository, act, 'Its repositories are acme/shop, ']) {
    expect(seen()).toContain(part)
  }
  const [record] = (await repositories()) as { host_integration_id: string; url: string }[]
  const made = await create({
    ...{ name: 'a', source: 'repohost', source_revision_config: { repo_ref: 'main' } },
    source_config: { integration_id: record?.host_integration_id, repo_url: record?.url },
    secrets: [{ name: 'A', value: 'hunter2' }],
  })
  expect(await made.json()).toMatchObject({
    ...{ status: 'READY', source_revision_config: { repo_commit_sha: 'f00ba4' } },
  })
  await fetch(`${base_url}/v2/deployments?name_contains=hidden`)
  await found(seen, /(GET \/v2\/deployments 401)\n/)
  expect(seen()).toContain('POST /v2/deployments 201\n')
  expect(seen()).not.toMatch(/sesame|hunter2|hidden/)

  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('each --fault is for one create request', async () => {
  const { seen } = run('--fault', 'fail', '--fault', 'lose')
  const { get, create } = await serving(seen)
  const names = async () =>
    ((await (await get('/v2/deployments')).json()) as { resources: { name: string }[] }).resources
  expect((await create(templateRequest('shop'))).status).toBe(503)
  expect(await names()).toEqual([])
  await expect(create(templateRequest('shop'))).rejects.toThrow('fetch failed')
  expect(await names()).toMatchObject([{ name: 'shop' }])
  expect((await create(templateRequest('web'))).status).toBe(201)
  await found(seen, /(POST \/v2\/deployments dropped)\n/)
  expect(seen()).not.toContain('api_key')
})

test.each([
  [['--port', 'x'], '--port'],
  [['--ready-after', 'soon'], '--ready-after'],
  [['--fault', 'burn'], '--fault is fail, slow or lose'],
  [['--colour', 'red'], '--colour'],
])('the arguments %j are refused', async (args, word) => {
  const { child } = run(...args)
  const [message, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  expect(code).toBe(2)
  expect(message).toContain(word)
  expect(message).toContain('npm run sandbox')
})
