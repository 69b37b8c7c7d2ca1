import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import type { Fault } from '../../src/sandbox/faults.ts'
import { sandboxForTest, startedSandbox, workspaceWith } from './create.ts'
import { QUICK_TIME } from './create-in-turn.ts'
import { startInSharedProcess } from './shared-process.ts'

const reachable = (url: string) =>
  fetch(`${url}/v2/deployments`).then(
    () => true,
    () => false,
  )

const records = async ({ base_url, integration_id }: { base_url: string; integration_id: string }) =>
  (await fetch(`${base_url}/v1/integrations/forge/repohost/${integration_id}/repos`)).json()

it('the sandbox serves later steps from the commit of the run, and stops in its post step', async () => {
  const event = JSON.stringify({ repository: { default_branch: 'develop' } })
  const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
  const env = {
    ...{ GITHUB_REPOSITORY: 'octo/app', GITHUB_SERVER_URL: 'https://git.example', GITHUB_SHA },
    GITHUB_EVENT_PATH: join(await workspaceWith({ 'event.json': event }), 'event.json'),
  }
  const { run, post, outputs } = await startedSandbox({ ready_after: '0' }, { env })
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], summary: '' })
  expect(Object.keys(outputs).sort()).toEqual(['base_url', 'integration_id'])
  expect(outputs.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(run.stdout).toContain(`The sandbox is at ${outputs.base_url} until the job ends`)
  const repo_url = 'https://git.example/octo/app'
  expect(await records(outputs)).toMatchObject([
    { owner: 'octo', name: 'app', url: repo_url, default_branch: 'develop' },
  ])

  const inputs = { ...outputs, name: 'shop', source: 'repohost', wait_for: 'active' }
  const made = await runStep({ with: inputs, env: { GITHUB_REPOSITORY: 'octo/app' } })
  expect(made).toMatchObject({
    exitCode: 0,
    outputs: { created: 'true', repo_url, repo_commit_sha: GITHUB_SHA, status: 'READY' },
  })
  expect((await fetch(`${made.outputs['url']}/ok`)).status).toBe(200)

  const stopped = await post()
  expect(stopped).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], outputs: {} })
  expect(stopped.stdout).toContain('The sandbox stopped')
  expect(await reachable(outputs.base_url)).toBe(false)
  const again = await post()
  expect(again).toMatchObject({ exitCode: 0, errors: [], summary: '' })
  expect(again.warnings).toMatchObject([{ message: expect.stringContaining('ended before') }])
})

it('the sandbox requires its key, and shows neither the key nor request bodies', async () => {
  const api_key = 'a-key-of-the-sandbox'
  const { run, post, outputs } = await startedSandbox({ api_key })
  const headers = { 'x-api-key': api_key }
  expect(await fetchStatus(`${outputs.base_url}/v2/deployments`)).toBe(401)
  await fetchStatus(`${outputs.base_url}/${api_key}?${api_key}`, { headers })
  const body = JSON.stringify({ name: 'hunter2-hunter2', secrets: 'hunter2-hunter2' })
  await fetchStatus(`${outputs.base_url}/v2/deployments`, { method: 'POST', headers, body })
  const stopped = await post()
  const log = (run.stdout + stopped.stdout).replace(/^::add-mask.*$/gm, '')
  expect(log + stopped.summary + JSON.stringify(outputs)).not.toMatch(/a-key-of|hunter2/)
})

it('two sandboxes of one job are independent, and each lists its repositories', async () => {
  const repositories = '- { owner: acme, name: shop, default_branch: trunk, id: 7 }'
  const [one, other] = await Promise.all([startedSandbox({ repositories }), startedSandbox()])
  const url = 'https://github.com/acme/shop'
  expect(await records(one.outputs)).toMatchObject([
    { owner: 'acme', name: 'shop', default_branch: 'trunk', id: 7, url },
  ])
  // Another token does not stop it.
  await fetchStatus(`${one.outputs.base_url}/sandbox/stop/guessed`)
  expect((await one.post()).warnings).toEqual([])
  expect(await reachable(one.outputs.base_url)).toBe(false)
  expect(await reachable(other.outputs.base_url)).toBe(true)
})

it('a sandbox stops on a port that fetch refuses', async () => {
  const port = await freePort([6000, 5060, 10_080, 6666])
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
  const { run, post } = await startedSandbox({ port: String(port) })
  expect(run).toMatchObject({ exitCode: 0, outputs: { base_url: `http://127.0.0.1:${port}` } })
  expect(await listens(port)).toBe(true)
  expect(await post()).toMatchObject({ exitCode: 0, warnings: [] })
  // Its process ends right after its answer.
  await expect.poll(() => listens(port)).toBe(false)
})

it('a sandbox that cannot start says why, for every invalid input', async () => {
  const { port } = new URL((await sandboxForTest()).base_url)
  const taken = await startedSandbox({ port })
  expect(taken.run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
  expect(taken.run.errors).toMatchObject([{ message: expect.stringContaining('address already in use') }])
  expect(await taken.post()).toMatchObject({ exitCode: 0, summary: '', warnings: [] })

  const wrong = {
    port: '70000',
    ready_after: 'soon',
    faults: 'none\nfial',
    repositories: '- owner: acme\n  nmae: shop',
  }
  const { run } = await startedSandbox(wrong)
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
  const said = run.errors.map(({ message }) => message).join('\n')
  for (const name of Object.keys(wrong)) expect(said).toContain(`Input \`${name}\``)
  expect(run.summary).toContain('Invalid input')
})

const CREATED = { created: 'true' }

it.each<[fault: Fault, exitCode: number, outputs: object, deployments: number]>([
  ['none', 0, CREATED, 1],
  ['fail', 0, CREATED, 1],
  ['slow', 0, CREATED, 1],
  ['lose', 0, CREATED, 1],
  ['taken', 1, { error_code: 'conflict', created: 'false' }, 0],
  ['refuse', 1, { error_code: 'rejected', http_status: '422' }, 0],
  ['build_fails', 1, { error_code: 'wait_timeout', ...CREATED, id: expect.stringMatching(/./) }, 1],
  ['late_url', 0, { ...CREATED, url: expect.stringMatching(/^http/) }, 1],
  ['deleted', 1, { error_code: 'deleted', ...CREATED }, 0],
  ['unhealthy', 1, { error_code: 'unhealthy', http_status: '500', ...CREATED }, 1],
  ['omits', 0, CREATED, 1],
])('a release against the fault %s ends as it should, with %i', async (fault, exitCode, outputs, count) => {
  const { outputs: sandbox, post } = await startedSandbox({ faults: fault, ready_after: '0' })
  // Only these are waited for to the end.
  const wait_timeout = ['build_fails', 'unhealthy'].includes(fault) ? '8s' : '10m'
  const wait = { wait_for: 'active', wait_timeout, health_url: '/ok', request_timeout: '500ms' }
  const shop = { ...sandbox, name: 'shop', source: 'repohost', repository: 'acme/shop', ...wait }
  const release = { with: shop, env: QUICK_TIME }
  expect(await runStep(release, startInSharedProcess)).toMatchObject({ exitCode, outputs })
  const list = { action: 'list', with: { base_url: sandbox.base_url } }
  expect(await runStep(list, startInSharedProcess)).toMatchObject({ outputs: { count: String(count) } })
  await post()
})

it('the process of the sandbox does not lock the workspace, is tracked by the runner, and has no variables of the step', async () => {
  const workspace = await workspaceWith({ 'app/a.txt': 'a' })
  const env = { SOME_SECRET: 'hunter2-hunter2', RUNNER_TRACKING_ID: `job-${randomUUID()}` }
  const { outputs } = await startedSandbox({}, { workspace, env })
  await rename(join(workspace, 'app'), join(workspace, 'renamed'))
  await rename(workspace, `${workspace}-renamed`)
  await rm(`${workspace}-renamed`, { recursive: true })
  await mkdir(workspace)
  expect(await reachable(outputs.base_url)).toBe(true)
  if (process.platform !== 'linux') return
  const options = ['-ls', env.RUNNER_TRACKING_ID, ...globSync('/proc/[0-9]*/environ')]
  const own = spawnSync('grep', options, { encoding: 'utf8' }).stdout.trim().split('\n')
  expect(own).toHaveLength(1)
  expect(readFileSync(own[0] ?? '', 'utf8')).not.toContain('hunter2')
})

/** The first of these ports at which nothing listens. */
async function freePort(ports: number[]): Promise<number> {
  for (const port of ports) if (!(await listens(port))) return port
  throw new Error('all of these ports are taken')
}

/** Whether something listens at a port of this machine. `fetch` could not tell for each. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const connected = once(socket, 'connect')
  const answer = await connected.then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answer
}

/** Sends a request, reads the response, and returns its status. */
async function fetchStatus(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}
