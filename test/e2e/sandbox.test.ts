import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'
import { workspaceWith } from './create.ts'
import { startedSandbox } from './sandbox.ts'

const reachable = (url: string) =>
  fetch(`${url}/v2/deployments`).then(
    () => true,
    () => false,
  )

const records = async ({ base_url, integration_id }: { base_url: string; integration_id: string }) =>
  (await fetch(`${base_url}/v1/integrations/forge/repohost/${integration_id}/repos`)).json()

it('the sandbox serves later steps, stops in its post step, and lists its requests', async () => {
  const { run, post, outputs } = await startedSandbox({}, { env: { GITHUB_REPOSITORY: 'octo/app' } })
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], summary: '' })
  expect(Object.keys(outputs).sort()).toEqual(['base_url', 'integration_id'])
  expect(outputs.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(run.stdout).toContain(`The sandbox is at ${outputs.base_url} until the job ends`)

  const inputs = { base_url: outputs.base_url, name: 'shop', source: 'repohost', wait_for: 'ready' }
  const made = await runStep({
    with: { ...inputs, integration_id: outputs.integration_id },
    env: { GITHUB_REPOSITORY: 'octo/app' },
  })
  expect(made).toMatchObject({
    exitCode: 0,
    outputs: { created: 'true', repo_url: 'https://github.com/octo/app' },
  })
  const listed = await runStep({ action: 'list', with: { base_url: outputs.base_url } })
  expect(JSON.parse(listed.outputs['ids'] ?? '')).toEqual([made.outputs['id']])

  const stopped = await post()
  expect(stopped).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], outputs: {} })
  expect(stopped.summary).toMatch(/## 🧪 The sandbox served \d+ requests/)
  expect(stopped.summary).toContain(
    '<td><code>POST</code></td><td><code>/v2/deployments</code></td><td><code>201</code></td>',
  )
  expect(await reachable(outputs.base_url)).toBe(false)
})

it('the sandbox requires its key, and shows neither the key nor request bodies', async () => {
  const api_key = 'a-key-of-the-sandbox'
  const { run, post, outputs } = await startedSandbox({ api_key })
  const { base_url } = outputs
  expect((await fetch(`${base_url}/v2/deployments`)).status).toBe(401)
  expect(
    (await fetch(`${base_url}/${api_key}?${api_key}`, { headers: { 'x-api-key': api_key } })).status,
  ).toBe(404)
  const made = await runStep({
    with: { base_url, api_key, name: 'shop', source: 'internal_template', secrets: 'A=hunter2-hunter2' },
  })
  expect(made.exitCode).toBe(0)
  const stopped = await post()
  const log =
    run.stdout.replace(`::add-mask::${api_key}`, '') + stopped.stdout.replace(/^::add-mask.*$/gm, '')
  expect(log + stopped.summary + JSON.stringify(outputs)).not.toMatch(/a-key-of|hunter2/)
  expect(stopped.summary).toContain('<code>401</code>')
  expect(stopped.summary).toContain('<code>/***</code>')
})

it('the sandbox uses its inputs port, ready_after and repositories', async () => {
  const repositories =
    '- owner: acme\n  name: shop\n  default_branch: trunk\n- { owner: acme, name: web, id: 7 }'
  const { outputs } = await startedSandbox({ ready_after: '0', port: '0', repositories })
  expect(await records(outputs)).toMatchObject([
    { owner: 'acme', name: 'shop', default_branch: 'trunk', url: 'https://github.com/acme/shop' },
    { owner: 'acme', name: 'web', default_branch: 'main', id: 7 },
  ])
  const inputs = { base_url: outputs.base_url, name: 'shop', source: 'internal_template' }
  expect((await runStep({ with: inputs })).outputs['status']).toBe('READY')
})

it("the sandbox lists this workflow's repository by default, with its host and default branch", async () => {
  const event = JSON.stringify({ repository: { default_branch: 'develop' } })
  const workspace = await workspaceWith({ 'event.json': event })
  const env = {
    GITHUB_REPOSITORY: 'octo/app',
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_EVENT_PATH: `${workspace}/event.json`,
  }
  const { outputs } = await startedSandbox({}, { env })
  expect(await records(outputs)).toMatchObject([
    { owner: 'octo', name: 'app', url: 'https://git.example/octo/app', default_branch: 'develop' },
  ])
})

it('two sandboxes of one job are independent', async () => {
  const [one, other] = await Promise.all([startedSandbox(), startedSandbox()])
  expect(one.outputs.base_url).not.toBe(other.outputs.base_url)
  await one.post()
  expect(await reachable(one.outputs.base_url)).toBe(false)
  expect(await reachable(other.outputs.base_url)).toBe(true)
})

describe('a sandbox that does not start', () => {
  it('says that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { run, post } = await startedSandbox({ port })
    taken.close()
    expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
    expect(run.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('Input `port`: is in use by another process'),
    ])
    expect(await post()).toMatchObject({ exitCode: 0, summary: '', warnings: [] })
  })

  it('reports every invalid input', async () => {
    const wrong = { port: '70000', ready_after: 'soon', repositories: '- owner: acme\n  nmae: shop' }
    const { run } = await startedSandbox(wrong)
    expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
    const said = run.errors.map(({ message }) => message).join('\n')
    for (const name of Object.keys(wrong)) expect(said).toContain(`Input \`${name}\``)
    expect(run.summary).toContain('Invalid input')
  })
})

describe('the post step of the sandbox', () => {
  it('warns if the sandbox ended before', async () => {
    const { post } = await startedSandbox()
    await post()
    const again = await post()
    expect(again).toMatchObject({ exitCode: 0, errors: [], summary: '' })
    expect(again.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('ended before')])
  })

  it('does not stop a sandbox without its token', async () => {
    const { run, outputs } = await startedSandbox()
    const control = JSON.stringify({ ...JSON.parse(run.state['control'] ?? ''), token: 'guessed' })
    const other = await runStep({ action: 'sandbox', with: {}, post: { ...run.state, control } })
    expect(other.exitCode).toBe(0)
    expect(await reachable(outputs.base_url)).toBe(true)
  })

  it('truncates a long list of requests', async () => {
    const { post, outputs } = await startedSandbox()
    const get = (path: string) => fetch(outputs.base_url + path).then(response => response.text())
    await Promise.all(Array.from({ length: 600 }, (_, index) => get(`/<b>${index}`)))
    const { summary } = await post()
    expect(summary).toContain('served 600 requests')
    expect(summary).toContain('and 100 more, which are not shown')
    expect(summary).not.toContain('<b>')
  })
})

describe('the background process of the sandbox', () => {
  it('locks neither the workspace nor the folder of the step', async () => {
    const workspace = await workspaceWith({ 'app/a.txt': 'a' })
    const { outputs } = await startedSandbox({}, { workspace })
    await rename(join(workspace, 'app'), join(workspace, 'renamed'))
    await rename(workspace, `${workspace}-renamed`)
    await rm(`${workspace}-renamed`, { recursive: true })
    await mkdir(workspace)
    expect(await reachable(outputs.base_url)).toBe(true)
  })

  it('works in its own folder, and removes the folder when it stops', async () => {
    const temporary = await workspaceWith({})
    const { post } = await startedSandbox({}, { env: { RUNNER_TEMP: temporary } })
    expect(await readdir(temporary)).toEqual([expect.stringMatching(/^sandbox-/)])
    await post()
    await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]))
  })

  it('leaves no folder if it does not start', async () => {
    const temporary = await workspaceWith({})
    const taken = createServer()
    const port = String(await listen(taken))
    const { run } = await startedSandbox({ port }, { env: { RUNNER_TEMP: temporary } })
    expect(run.exitCode).toBe(1)
    await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]))
  })

  it.runIf(process.platform === 'linux')(
    'is tracked by the runner, and has no environment variables of the step',
    async () => {
      const env = { SOME_SECRET: 'hunter2-hunter2', RUNNER_TRACKING_ID: `job-${randomUUID()}` }
      await startedSandbox({}, { env })
      const environments = readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .map(pid => environmentOf(pid))
      const [own, ...others] = environments.filter(text => text.includes(env.RUNNER_TRACKING_ID))
      expect(others).toEqual([])
      expect(own).not.toContain('hunter2')
    },
  )

  it('ends with a step that ends before it is ready', async () => {
    const child = spawn(process.execPath, ['dist/sandbox/index.js', 'serve'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([1, null])
  })
})

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
